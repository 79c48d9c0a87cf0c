//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ManifestLifetimes: releases variables after the binding that uses them last.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "LastUses.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {
#define GEN_PASS_DEF_MANIFESTLIFETIMESPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Finds the place where each variable of a function is released.
class Lifetimes {
public:
  /// Releases `variable` in `block`, or in branches inside of it, unless its
  /// value is part of the result of the block. `uses` are its uses in the
  /// block, nested ones included.
  void endIn(Block *block, Value variable, ArrayRef<OpOperand *> uses);

  /// Inserts the operations. Returns their number.
  unsigned insertKills();

private:
  LastUses lastUses;
  /// The operations behind which variables are released.
  SmallVector<std::pair<Operation *, Value>> kills;
};
} // namespace

void Lifetimes::endIn(Block *block, Value variable,
                      ArrayRef<OpOperand *> uses) {
  LastUse last = lastUses.find(block, uses);
  if (!last.binding || last.binding->hasTrait<OpTrait::IsTerminator>())
    return;
  // If nothing but one `if` uses it there, its branches release it.
  Operation *user = block->findAncestorOpInBlock(*last.uses[0]->getOwner());
  bool isOnlyUser = llvm::all_of(last.uses, [&](OpOperand *use) {
    return user->isAncestor(use->getOwner());
  });
  bool isNested = llvm::any_of(
      last.uses, [&](OpOperand *use) { return use->getOwner() != user; });
  if (!isOnlyUser || !isNested) {
    kills.push_back({last.binding, variable});
    return;
  }
  for (Region &region : user->getRegions()) {
    SmallVector<OpOperand *> inside;
    for (OpOperand *use : last.uses)
      if (region.isAncestor(use->getOwner()->getParentRegion()))
        inside.push_back(use);
    if (!inside.empty())
      endIn(&region.front(), variable, inside);
  }
}

unsigned Lifetimes::insertKills() {
  // From the last to the first, so that variables of one place keep their
  // order.
  for (auto [last, variable] : llvm::reverse(kills)) {
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    Value kill = MemoryKillOp::create(builder, last->getLoc(),
                                      builder.getTupleType({}), variable);
    LetOp::create(builder, last->getLoc(), kill.getType(), kill, "_");
  }
  return kills.size();
}

/// Whether `variable` may end before its block does: it is not released yet,
/// all uses are in its block or in branches, and no closure keeps it.
/// Evaluation releases tensors only.
static bool canEnd(Block *block, Value variable) {
  auto isInBlock = [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<MemoryKillOp>(user))
      return false;
    while (user->getBlock() != block) {
      user = user->getParentOp();
      if (!isa_and_nonnull<IfOp>(user))
        return false;
    }
    return true;
  };
  return holdsTensors(variable.getType()) &&
         llvm::all_of(variable.getUses(), isInBlock);
}

namespace {
struct ManifestLifetimesPass
    : public relay::impl::ManifestLifetimesPassBase<ManifestLifetimesPass> {
  using ManifestLifetimesPassBase::ManifestLifetimesPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function) ||
        hasNonzeroAttr(function, fnattr::primitive))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    bool changed = false;
    SmallVector<Value> variables;
    // let(x) -> x, for a variable x: one release is enough for both names.
    auto collect = [&](Operation *op) {
      if (auto let = dyn_cast<LetOp>(op)) {
        if (isVariable(let.getValue())) {
          removeLet(let);
          changed = true;
          return WalkResult::skip();
        }
        variables.push_back(let);
      }
      return isa<LetOp, IfOp>(op) || op->getNumRegions() == 0
                 ? WalkResult::advance()
                 : WalkResult::skip();
    };
    for (Block &block : function.getBody()) {
      llvm::append_range(variables, block.getArguments());
      for (Operation &op : llvm::make_early_inc_range(block))
        op.walk<WalkOrder::PreOrder>(collect);
    }
    Lifetimes lifetimes;
    for (Value variable : variables) {
      Block *block = variable.getParentBlock();
      if (!canEnd(block, variable))
        continue;
      SmallVector<OpOperand *> uses;
      for (OpOperand &use : variable.getUses())
        uses.push_back(&use);
      lifetimes.endIn(block, variable, uses);
    }
    unsigned count = lifetimes.insertKills();
    numKills += count;
    if (!changed && count == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
