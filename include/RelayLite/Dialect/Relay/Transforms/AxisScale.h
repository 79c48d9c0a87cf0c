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
#include <limits>

namespace mlir::relay {

/// A scaling that a tensor can be given, or that can be taken from it.
struct AxisScale {
  /// The axes of the tensor, ascending.
  SmallVector<int64_t, 2> axes;
  /// Whether the factor must be a constant without negative elements.
  bool requiresPositive = false;
  /// Whether the factor becomes a divisor: it must be a constant without zeros.
  bool requiresNonzero = false;
  /// The least and the largest magnitude that elements of a constant factor may
  /// have, but for zeros.
  double smallest = 0, largest = std::numeric_limits<double>::infinity();

  /// Adds the requirements of `other`, a scaling along the same axes.
  void restrict(const AxisScale &other);

  /// Lets `operand`, a tensor of floats, be multiplied by the factor. No
  /// product may overflow or lose digits where that can be told: the elements
  /// of an operand that is not constant are taken to be about 1. Elements of an
  /// operand that is summed up (`isSummed`), such as a weight, may vanish
  /// beside larger ones.
  void addProduct(Value operand, bool isSummed);
  /// Lets `operand`, a tensor of floats, be divided by the factor.
  void addQuotient(Value operand);
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
