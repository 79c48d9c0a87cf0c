//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of passes on bindings and calls.
//
//===----------------------------------------------------------------------===//

#include "LetBindings.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::relay;

Value relay::castTo(OpBuilder &builder, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return TypeCastOp::create(builder, loc, type, value);
}

bool relay::isVariable(Value value) {
  return isa<BlockArgument>(value) || value.getDefiningOp<LetOp>();
}

// let(x) -> x
void relay::removeLet(LetOp let) {
  OpBuilder builder(let);
  let.replaceAllUsesWith(
      castTo(builder, let.getLoc(), let.getValue(), let.getType()));
  let.erase();
}

bool relay::isErasableWhenUnused(Operation *op) {
  return isa<RefCreateOp>(op) || isMemoryEffectFree(op);
}

// Users come after what they use, so that one walk backwards sees everything
// that becomes unused. Tells whether something with effects has gone from
// inside a branch or literal, which may have none then.
static unsigned eraseUnusedOnce(Region &region, bool isNested,
                                function_ref<bool(Operation *)> isErasable,
                                bool &losesEffects) {
  unsigned numErased = 0;
  for (Block &block : llvm::reverse(region))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>() &&
          isErasable(&op)) {
        losesEffects |= isNested && !isMemoryEffectFree(&op);
        op.erase();
        ++numErased;
        continue;
      }
      for (Region &nested : llvm::reverse(op.getRegions()))
        numErased += eraseUnusedOnce(nested, /*isNested=*/true, isErasable,
                                     losesEffects);
    }
  return numErased;
}

unsigned relay::eraseUnusedOps(Region &region,
                               function_ref<bool(Operation *)> isErasable) {
  unsigned numErased = 0;
  for (bool losesEffects = true; losesEffects;) {
    losesEffects = false;
    numErased +=
        eraseUnusedOnce(region, /*isNested=*/false, isErasable, losesEffects);
  }
  return numErased;
}
