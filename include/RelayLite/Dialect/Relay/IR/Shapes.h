//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about shapes and axes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_SHAPES_H
#define RELAYLITE_DIALECT_RELAY_IR_SHAPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {

/// The dimension that `axis` means in a tensor of rank `rank`. A negative axis
/// counts from the end. The axis is not checked.
inline int64_t wrapAxis(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

/// The type of `value`, a tensor.
inline RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether `type` is a tensor of static shape, or a tuple of such.
inline bool isStatic(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), isStatic);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// Whether tensors of type `type` have one element.
inline bool hasOneElement(RankedTensorType type) {
  return llvm::all_of(type.getShape(),
                      [](int64_t extent) { return extent == 1; });
}

/// Return whether elements of type `type` can represent the size or position
/// `count`. Booleans represent 0 and 1, and floats round the number.
inline bool holdsCount(Type type, uint64_t count) {
  auto integer = dyn_cast<IntegerType>(type);
  return !integer || integer.getWidth() == 1 ||
         llvm::isUIntN(integer.getWidth() - !integer.isUnsigned(), count);
}

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_SHAPES_H
