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

/// The result of a contraction.
struct ContractionResult {
  /// From loops to elements.
  AffineMap map;
  ArrayRef<OpFoldResult> sizes;
  /// The Relay element type.
  Type elementType;
  /// The type of the tensor, as the type converter gives it.
  RankedTensorType type;
};

/// Emits a named operation that adds products of elements of two tensors to
/// those of the last operand.
using NamedContraction = function_ref<linalg::LinalgOp(Value, Value, Value)>;

/// Sums `lhs * rhs` over the reduction loops of `iterators`.
///
/// Elements are converted to the element type of the result. Each sum starts at
/// +0; f16 and bf16 are accumulated in f32 and rounded once. `named`, if given,
/// is used where named operations convert elements in the same way.
Value buildContraction(Emitter &b, const ContractionOperand &lhs,
                       const ContractionOperand &rhs,
                       const ContractionResult &result,
                       ArrayRef<utils::IteratorType> iterators,
                       NamedContraction named = {});

/// Rounds a tensor of accumulators to the Relay element type `elementType` of
/// the result, of type `type`.
Value buildRounding(Emitter &b, Value accumulators, Type elementType,
                    RankedTensorType type);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_CONTRACTION_H
