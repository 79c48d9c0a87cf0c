//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bindings of a function in A-normal form that use its variables last.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_LASTUSES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_LASTUSES_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay {

/// Whether values of the type `type` consist of tensors.
bool holdsTensors(Type type);

/// The uses of a variable in the last binding that contains any.
struct LastUse {
  /// A LetOp or a terminator, or null if the variable is not used.
  Operation *binding = nullptr;
  SmallVector<OpOperand *> uses;
};

/// Finds the bindings that use variables last. Operations must not move or
/// change while it is in use.
class LastUses {
public:
  /// Returns the last binding of its block whose expression uses `op`, or the
  /// terminator. An operation that nothing uses stands for itself.
  Operation *getBinding(Operation *op);

  /// Returns the last binding of `block` that contains one of `uses`, and those
  /// that it contains. All of `uses` are inside of `block`, or in branches of
  /// it.
  LastUse find(Block *block, ArrayRef<OpOperand *> uses);

private:
  /// The last binding of its block whose expression an operation is part of.
  DenseMap<Operation *, Operation *> bindings;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_NORMALFORM_LASTUSES_H
