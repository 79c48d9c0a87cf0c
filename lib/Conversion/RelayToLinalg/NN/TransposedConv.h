//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposed convolutions as convolutions of parts of the kernel.
//
// With stride s, every s-th element of a row of the result takes its products
// from the same positions of the kernel. So these elements are the result of a
// convolution with stride 1, whose kernel has those positions alone, in
// descending order. A transposed convolution is as many of them as the product
// of its strides.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_NN_TRANSPOSEDCONV_H
#define LIB_CONVERSION_RELAYTOLINALG_NN_TRANSPOSEDCONV_H

#include "../Builders/TensorBuilders.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"

namespace mlir::relay {

/// A convolution that is not transposed, of data that are padded already.
struct ConvPart {
  Value data, weight;
  SmallVector<OpFoldResult> outSizes;
  SmallVector<int64_t> strides, dilation;
};

/// The operands of a transposed convolution and its result, each with the
/// letters of its dimensions. Spatial dimensions are those of
/// `ConvAttributes::spatialNames`, in small letters for the kernel.
struct TransposedOperands {
  Value data;
  StringRef dataDims;
  Value weight;
  StringRef kernelDims;
  /// The order of the dimensions of parts of the kernel.
  StringRef partDims;
  StringRef outDims;
  ArrayRef<OpFoldResult> outSizes;
  /// The Relay element types of the data and of the result.
  Type elementType, resultType;
};

/// Return the transposed convolution of `operands`, whose parts `build` makes.
/// If there were very many of them, there is one, of data with zeros in
/// between.
Value buildTransposedConv(Emitter &b, const ConvAttributes &attributes,
                          const Convolution &conv,
                          const TransposedOperands &operands,
                          function_ref<Value(const ConvPart &)> build);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_NN_TRANSPOSEDCONV_H
