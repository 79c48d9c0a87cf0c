//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pixels at computed positions.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_PIXELBUILDER_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_PIXELBUILDER_H

#include "Emitter.h"

namespace mlir::relay {

/// Emits pixels of a tensor of images, as elements of the type that positions
/// have.
class PixelBuilder {
public:
  /// `elementType` is that of Relay; images have the dimensions `dims`.
  PixelBuilder(Emitter &b, Value data, Type elementType,
               ArrayRef<int64_t> dims);

  /// The type of pixels and positions.
  Type getType() const { return f.getType(); }
  /// The size of images along axis `axis`, as a position and as an index.
  Value getExtent(size_t axis);
  Value getSize(size_t axis) const { return extents[axis]; }

  /// The element at the indices `others` but `pixel` along the axes; 0 outside
  /// of the image.
  Value load(ArrayRef<Value> others, ArrayRef<Value> pixel);
  /// The same at a position between pixels, by linear interpolation. Positions
  /// are finite.
  Value interpolate(ArrayRef<Value> others, ArrayRef<Value> positions);

  ScalarBuilder f; ///< Positions and weights.
  Emitter &b;

private:
  Value data;
  Type elementType;
  ArrayRef<int64_t> dims;
  SmallVector<Value> extents;
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_PIXELBUILDER_H
