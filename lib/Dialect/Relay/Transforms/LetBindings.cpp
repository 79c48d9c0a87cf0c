//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes on explicit bindings share.
//
//===----------------------------------------------------------------------===//

#include "LetBindings.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::relay;

// let(x) -> x
void relay::removeLet(LetOp let) {
  Value value = let.getValue();
  if (value.getType() != let.getType()) {
    OpBuilder builder(let);
    value = TypeCastOp::create(builder, let.getLoc(), let.getType(), value);
  }
  let.replaceAllUsesWith(value);
  let.erase();
}

bool relay::isErasableWhenUnused(Operation *op) {
  return isa<RefCreateOp>(op) || isMemoryEffectFree(op);
}

// Users come after what they use, so that one walk backwards sees everything
// that becomes unused.
unsigned relay::eraseUnusedOps(Region &region,
                               function_ref<bool(Operation *)> isErasable) {
  unsigned numErased = 0;
  for (Block &block : llvm::reverse(region))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>() &&
          isErasable(&op)) {
        op.erase();
        ++numErased;
        continue;
      }
      for (Region &nested : llvm::reverse(op.getRegions()))
        numErased += eraseUnusedOps(nested, isErasable);
    }
  return numErased;
}
