//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LastUses.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

bool relay::holdsTensors(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(), holdsTensors);
  return isa<TensorType>(type);
}

Operation *LastUses::getBinding(Operation *op) {
  if (Operation *known = bindings.lookup(op))
    return known;
  // Users come after what they use, so that one walk backwards over the block
  // knows the bindings of all users.
  Block *block = op->getBlock();
  for (Operation &part : llvm::reverse(*block)) {
    Operation *last = &part;
    if (!isa<LetOp>(part))
      for (Operation *user : part.getUsers()) {
        // Users in other blocks have none here.
        Operation *binding =
            bindings.lookup(block->findAncestorOpInBlock(*user));
        if (binding && last->isBeforeInBlock(binding))
          last = binding;
      }
    bindings[&part] = last;
  }
  return bindings.lookup(op);
}

LastUse LastUses::find(Block *block, ArrayRef<OpOperand *> uses) {
  LastUse last;
  for (OpOperand *use : uses) {
    Operation *binding =
        getBinding(block->findAncestorOpInBlock(*use->getOwner()));
    if (last.binding && binding->isBeforeInBlock(last.binding))
      continue;
    if (last.binding != binding)
      last.uses.clear();
    last.binding = binding;
    last.uses.push_back(use);
  }
  return last;
}
