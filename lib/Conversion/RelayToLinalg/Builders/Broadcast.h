//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building linalg.generic operations over operands that broadcast.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_BROADCAST_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_BROADCAST_H

#include "Emitter.h"

namespace mlir::relay {

/// Emits the computation of one element of the result from one of each operand.
using ElementBuilder = function_ref<Value(ValueRange)>;

/// Applies `build` to each element of `operands` (ranked tensors), whose shapes
/// broadcast as NumPy's do, and gives the result the type `resultType`, which
/// is compatible with the shape that follows. A dynamic dimension that meets
/// another one may be 1 at run time; with `equalDynamicDims` it is known to be
/// the same, which spares the test for each element.
Value buildElementwise(Emitter &b, ValueRange operands,
                       RankedTensorType resultType, bool equalDynamicDims,
                       ElementBuilder build);

/// A tensor of the shape `sizes` full of `element`, of type `type`.
Value buildFill(Emitter &b, Value element, ArrayRef<OpFoldResult> sizes,
                RankedTensorType type);

/// A tensor whose elements are all `element`, of type `type`; dynamic sizes are
/// those of `like`, a tensor of the same rank.
Value buildFillLike(Emitter &b, Value like, Value element,
                    RankedTensorType type);

/// A tensor of `sizes` and of `type`, filled with the element of the scalar
/// tensor `scalar`, whose Relay type is `from`, converted to `to`.
Value buildFillFrom(Emitter &b, Value scalar, Type from, Type to,
                    ArrayRef<OpFoldResult> sizes, RankedTensorType type);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_BROADCAST_H
