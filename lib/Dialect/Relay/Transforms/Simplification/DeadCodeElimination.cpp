//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DeadCodeElimination: removes bindings that nothing uses, and, if asked to,
// those that are used once.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#define DEBUG_TYPE "relay-dead-code-elimination"

namespace mlir::relay {
#define GEN_PASS_DEF_DEADCODEELIMINATIONPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Whether what `let` binds has no effects.
static bool bindsPureValue(LetOp let) {
  Value value = let.getValue();
  while (auto typeCast = value.getDefiningOp<TypeCastOp>())
    value = typeCast.getValue();
  Operation *op = value.getDefiningOp();
  return !op || isa<LetOp>(op) || isErasableWhenUnused(op);
}

/// The function literal or function that `op` is evaluated in.
static Operation *getFunction(Operation *op) {
  do {
    op = op->getParentOp();
  } while (isa<IfOp>(op));
  return op;
}

namespace {
/// Counts, up to 2, how often TVM meets the uses of each binding when it visits
/// a function: each way to a shared expression counts, the value of a binding
/// is visited once, and a function literal may run more than once.
class UseCounts {
public:
  /// Count the uses in a body that is visited `times` times. The operations
  /// after the body have been counted.
  void count(Block &body, unsigned times);

  /// The bindings that are used once.
  ArrayRef<LetOp> getUsedOnce() const { return usedOnce; }

private:
  void addUse(Value value, Operation *user, unsigned times);

  DenseMap<Operation *, unsigned> counts;
  SmallVector<LetOp> usedOnce;
};
} // namespace

void UseCounts::addUse(Value value, Operation *user, unsigned times) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return;
  if (isa<LetOp>(op) && op->getBlock() != user->getBlock() &&
      getFunction(op) != getFunction(user))
    times = 2;
  unsigned &count = counts[op];
  count = std::min(count + times, 2u);
}

void UseCounts::count(Block &body, unsigned times) {
  for (Operation &op : llvm::reverse(body)) {
    unsigned opTimes = times;
    if (!op.hasTrait<OpTrait::IsTerminator>())
      // Unused operations with effects are visited, too.
      opTimes = std::max(counts.lookup(&op), 1u);
    if (auto let = dyn_cast<LetOp>(op)) {
      if (opTimes == 1 && !op.use_empty())
        usedOnce.push_back(let);
      opTimes = 1;
    }
    for (Region &region : op.getRegions())
      for (Block &block : region)
        count(block, opTimes);
    for (Value operand : op.getOperands())
      addUse(operand, &op, opTimes);
  }
}

namespace {
struct DeadCodeEliminationPass
    : public relay::impl::DeadCodeEliminationPassBase<DeadCodeEliminationPass> {
  using DeadCodeEliminationPassBase::DeadCodeEliminationPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkTypesKnown(module)))
      return signalPassFailure();
    bool changed = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function->hasAttr(fnattr::lowered))
        continue;
      unsigned erased =
          eraseUnusedOps(function.getBody(), [&](Operation *op) -> bool {
            if (ignoreImpurity &&
                isa_and_present<RelayDialect>(op->getDialect()))
              return true;
            // A binding of what has effects stays where it is.
            auto let = dyn_cast<LetOp>(op);
            return let ? bindsPureValue(let) : isErasableWhenUnused(op);
          });
      unsigned inlined = inlineOnce ? inlineUsedOnce(function.getBody()) : 0;
      LDBG() << function.getSymName() << ": " << erased << " erased, "
             << inlined << " inlined";
      numErased += erased;
      numInlined += inlined;
      changed |= erased + inlined != 0;
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

  unsigned inlineUsedOnce(Region &region) {
    UseCounts counts;
    for (Block &block : region)
      counts.count(block, 1);
    unsigned inlined = 0;
    for (LetOp let : counts.getUsedOnce()) {
      if (!ignoreImpurity && !bindsPureValue(let)) {
        LDBG() << "the binding at " << let.getLoc()
               << " stays: its value has effects";
        continue;
      }
      removeLet(let);
      ++inlined;
    }
    return inlined;
  }
};
} // namespace
