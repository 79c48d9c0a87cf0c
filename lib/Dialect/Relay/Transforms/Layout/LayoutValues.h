//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that stand for those of a program while its layouts change, and
// the operators that bring them back to the old layouts.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTVALUES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTVALUES_H

#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "mlir/IR/Builders.h"

namespace mlir::relay {

/// The shape in layout `target` of a tensor of type `type` in layout `source`,
/// whose missing dimensions count as 1. Fails where one cannot be made from the
/// other, and back.
FailureOr<SmallVector<int64_t>> getTransformedShape(RankedTensorType type,
                                                    const Layout &source,
                                                    const Layout &target);

/// The tensors that stand for those of a value of the old program.
struct CurrentTensors {
  /// A tensor, or the tuple that holds the tensors.
  Value value;
  /// For each tensor, the layout in the old program and that of now.
  SmallVector<Layout, 1> oldLayouts, newLayouts;

  bool isChangedFrom(Value old) const {
    return value != old || oldLayouts != newLayouts;
  }
};

/// One tensor that an operator reads.
struct LayoutInput {
  /// The value of the old program, and the number of the tensor in it if it is
  /// a tuple that an operator has returned.
  Value value;
  size_t index;
  RankedTensorType type;
  std::optional<Layout> oldLayout;
  Layout newLayout;
  /// Whether it is not in the state of the old program.
  bool isChanged = false;
  /// Whether its layout there is not what its user says.
  bool isForeign = false;
};

/// Maps the values of the old program to those of the new one. Operations that
/// it builds stand before their users and before all that is visited later.
class LayoutValues {
public:
  /// The tensors that stand for those of `value`, null if it has no layouts.
  const CurrentTensors *lookup(Value value) const;
  void set(Value value, CurrentTensors tensors);

  /// Whether `value`, or a field of the tuple that it is, is not in the state
  /// of the old program.
  bool isChanged(Value value) const;

  /// The tensors that `op` reads. Fails if an operand is a tuple of which
  /// nothing is known, or no tensor.
  FailureOr<SmallVector<LayoutInput>> getInputs(Operation *op) const;

  /// The tensor that `input` is now, in its new layout.
  Value getCurrent(const LayoutInput &input, Operation *user);

  /// `value` in `target` instead of `source`.
  Value transform(Value value, const Layout &source, const Layout &target,
                  Operation *user);

  /// `value` of the old program, for `user`, which has no layouts.
  Value realize(Value value, Operation *user);
  /// Gives `op` its operands as they were in the old program.
  void realizeOperands(Operation *op);

  /// A field of `tuple`, and the tuple of `fields`, for use between operators.
  Value makeField(OpBuilder &builder, Location loc, Value tuple, size_t index);
  Value makeTuple(OpBuilder &builder, Location loc, ValueRange fields);

  /// Notes that the program is another one now.
  void setChanged() { hasChanged = true; }
  bool isProgramChanged() const { return hasChanged; }

  /// Removes what was built here and has no use; for the end, because values
  /// are remembered.
  void eraseUnused();

private:
  /// Notes an operator that was built between others; returns its result.
  Value note(Operation *op);
  /// A builder in the block of `value` at a place that comes before `user`, and
  /// before all that is visited after it.
  OpBuilder getBuilder(Value value, Operation *user);

  DenseMap<Value, CurrentTensors> current;
  /// Tensors in other layouts, and tuples of the old program with all fields as
  /// they were.
  struct Transformed {
    Layout source, target;
    Value result;
  };
  DenseMap<Value, SmallVector<Transformed, 1>> transformed;
  DenseMap<Value, Value> realizedTuples;
  /// The operations that were built between operators, in program order.
  SmallVector<Operation *> glue;
  bool hasChanged = false;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTVALUES_H
