//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scaling of tensors along axes: what operators tell the passes that fold
// scalings into weights, and helpers for telling it. Operators of other
// dialects take part by implementing AxisScaleInterface.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_AXISSCALE_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_AXISSCALE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::relay {

/// A scaling that a tensor can be given, or that can be taken from it.
struct AxisScale {
  /// The axes of the tensor, ascending.
  SmallVector<int64_t, 2> axes;
  /// Whether the factor must be a constant without negative elements.
  bool requiresPositive = false;
  /// Whether the factor must not be a constant with zeros. One that is not
  /// constant is taken to have none, as in TVM.
  bool requiresNonzero = false;
};

/// Whether an operand of type `factor` of an elementwise operator with one of
/// type `data` broadcasts along everything but `axes` of `data`, where it has
/// the same static size.
bool broadcastsOverAxes(RankedTensorType data, RankedTensorType factor,
                        ArrayRef<int64_t> axes);

/// `factor`, which has a dimension for each of `axes`, in a form that
/// broadcasts over the other axes of a tensor of type `type`. The sizes of
/// `type` along `axes` must be static if there are several axes, and those of
/// `factor` in the same order, apart from how they are split among the axes.
Value expandFactor(OpBuilder &builder, Location loc, Value factor,
                   RankedTensorType type, ArrayRef<int64_t> axes);

/// Adds how operators of the relay dialect are scaled.
void registerAxisScaleModels(DialectRegistry &registry);

} // namespace mlir::relay

#include "RelayLite/Dialect/Relay/Transforms/AxisScale.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_AXISSCALE_H
