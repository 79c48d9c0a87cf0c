//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of products: the arithmetic of dense layers and convolutions.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_CONTRACTION_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_CONTRACTION_H

#include "Emitter.h"

namespace mlir::relay {

/// One factor of a contraction.
struct ContractionOperand {
  Value tensor;
  /// The Relay element type.
  Type elementType;
  /// From loops to elements.
  AffineMap map;
};

/// Emits a named operation that adds products of elements of two tensors to
/// those of the last operand.
using NamedContraction = function_ref<linalg::LinalgOp(Value, Value, Value)>;

/// Sums `lhs * rhs` over the reduction loops of `iterators` into a tensor of
/// type `type` (as the type converter gives it) and Relay element type
/// `elementType`, whose elements `resultMap` tells and whose sizes are
/// `sizes`.
///
/// Elements are converted to `elementType`. Each sum starts at +0; f16 and bf16
/// are accumulated in f32 and rounded once. `named`, if given, is used where
/// named operations convert elements in the same way.
Value buildContraction(Emitter &b, const ContractionOperand &lhs,
                       const ContractionOperand &rhs, AffineMap resultMap,
                       ArrayRef<utils::IteratorType> iterators,
                       ArrayRef<OpFoldResult> sizes, Type elementType,
                       RankedTensorType type, NamedContraction named = {});

/// Rounds a tensor of accumulators to the Relay element type `elementType` of
/// the result, of type `type`.
Value buildRounding(Emitter &b, Value accumulators, Type elementType,
                    RankedTensorType type);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_CONTRACTION_H
