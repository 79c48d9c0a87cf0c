//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The topological order of a block that is nearest to the one that it has.
//
//===----------------------------------------------------------------------===//

#include "BlockOrder.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/PriorityQueue.h"

using namespace mlir;

void relay::sortBlock(Block &block) {
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> indices;
  for (Operation &op : block.without_terminator()) {
    indices[&op] = ops.size();
    ops.push_back(&op);
  }
  // The operations that wait for each operation, and for how many each waits.
  SmallVector<SmallVector<unsigned, 2>> users(ops.size());
  SmallVector<unsigned> numPending(ops.size(), 0);
  std::optional<unsigned> lastEffect;
  for (auto [i, op] : llvm::enumerate(ops)) {
    op->walk([&, i = i](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        auto it = indices.find(operand.getDefiningOp());
        if (it == indices.end() || it->second == i)
          continue;
        users[it->second].push_back(i);
        ++numPending[i];
      }
    });
    if (isMemoryEffectFree(op))
      continue;
    if (lastEffect) {
      users[*lastEffect].push_back(i);
      ++numPending[i];
    }
    lastEffect = i;
  }
  llvm::PriorityQueue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned i = 0; i < ops.size(); ++i)
    if (numPending[i] == 0)
      ready.push(i);
  while (!ready.empty()) {
    unsigned next = ready.top();
    ready.pop();
    ops[next]->moveBefore(&block, std::prev(block.end()));
    for (unsigned user : users[next])
      if (--numPending[user] == 0)
        ready.push(user);
  }
}

bool relay::hasOrderedBlocks(Operation *op) {
  return !op->mightHaveTrait<OpTrait::NoTerminator>() &&
         llvm::none_of(op->getRegions(),
                       [](Region &region) { return mayBeGraphRegion(region); });
}

/// Checks the operations of `blocks`, which are all those of `region` that may
/// refer to each other at will.
static LogicalResult checkBlocks(Region &region, ArrayRef<Block *> blocks) {
  llvm::DenseSet<Operation *> defined;
  auto check = [&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *definition = operand.get().getDefiningOp();
      if (definition && region.isAncestor(definition->getParentRegion()) &&
          llvm::is_contained(blocks, region.findAncestorBlockInRegion(
                                         *definition->getBlock())) &&
          !defined.contains(definition))
        return WalkResult(
            op->emitOpError("expected operands that are defined before it, but "
                            "operand ")
            << operand.getOperandNumber() << " is defined later");
    }
    defined.insert(op);
    return WalkResult::advance();
  };
  for (Block *block : blocks)
    if (block->walk(check).wasInterrupted())
      return failure();
  return success();
}

LogicalResult relay::checkBlockOrder(Operation *op) {
  for (Region &region : op->getRegions()) {
    bool isGraph = mayBeGraphRegion(region);
    if (region.empty() || (!isGraph && region.hasOneBlock()))
      continue;
    llvm::df_iterator_default_set<Block *> reachable;
    if (!isGraph)
      for (Block *block : llvm::depth_first_ext(&region.front(), reachable))
        (void)block;
    SmallVector<Block *> blocks;
    for (Block &block : region)
      if (!reachable.contains(&block))
        blocks.push_back(&block);
    if (failed(checkBlocks(region, blocks)))
      return failure();
  }
  return success();
}
