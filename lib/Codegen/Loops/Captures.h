//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that a region captures when it becomes a function of its own.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_CAPTURES_H
#define LIB_CODEGEN_LOOPS_CAPTURES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relay {

inline bool isConstantLike(Operation *op) {
  return op->hasTrait<OpTrait::ConstantLike>();
}

/// The values that `region` uses and does not define. Operations without
/// operands that are `isCopied`, such as constants, are copied into it instead.
inline SmallVector<Value>
findCaptures(Region &region,
             function_ref<bool(Operation *)> isCopied = isConstantLike) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(region, used);
  SmallVector<Value> captures;
  OpBuilder b(region.getContext());
  b.setInsertionPointToStart(&region.front());
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (op && isCopied(op))
      replaceAllUsesInRegionWith(value, b.clone(*op)->getResult(0), region);
    else
      captures.push_back(value);
  }
  return captures;
}

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_CAPTURES_H
