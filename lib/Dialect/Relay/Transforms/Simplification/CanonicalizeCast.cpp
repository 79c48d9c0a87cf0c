//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CanonicalizeCast: gives each pointwise user of a widening cast a cast of its
// own, so that either can be fused with it.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CANONICALIZECASTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Whether the elements of the result of `op` have more bits than those of its
/// operand.
static bool isWidening(CastOp op) {
  auto bitWidth = [](Value value) {
    return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  };
  return bitWidth(op.getData()) < bitWidth(op.getResult());
}

/// Whether a widening cast in `function` has several uses.
static bool hasSharedCast(Operation *function) {
  auto isShared = [](CastOp op) {
    bool isUsedTwice = !op->use_empty() && !op->hasOneUse();
    return isUsedTwice && isWidening(op) ? WalkResult::interrupt()
                                         : WalkResult::advance();
  };
  return function->walk(isShared).wasInterrupted();
}

/// Whether `op` computes each element of its result from one element of each
/// operand, so that it is fused with what computes them.
static bool isFusedWithCasts(Operation *op) {
  auto operatorOp = dyn_cast<OperatorInterface>(op);
  return operatorOp && operatorOp.getOpPattern() <= OpPatternKind::Broadcast;
}

namespace {
/// Visits operations in the order in which TVM reads an expression: operands
/// before what uses them, from the first to the last, each once. Which user of
/// a cast keeps the original depends on it.
class CastCopier {
public:
  /// Returns whether there was anything to copy.
  bool run(Operation *function) {
    visitRegions(function);
    return changed;
  }

private:
  /// Recurs along regions, whose nesting is limited, and nothing else.
  void visitRegions(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visitBlock(block);
  }

  /// Visit bindings and effects in order, then the result. Other operations are
  /// dead.
  void visitBlock(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (isa<LetOp>(op) || op.hasTrait<OpTrait::IsTerminator>() ||
          !isMemoryEffectFree(&op))
        visit(&op);
  }

  void visit(Operation *root) {
    if (!visited.insert(root).second)
      return;
    // The operations that are being visited, with their next operands.
    SmallVector<std::pair<Operation *, unsigned>> stack{{root, 0}};
    while (!stack.empty()) {
      auto &[op, next] = stack.back();
      if (next == op->getNumOperands()) {
        Operation *done = stack.pop_back_val().first;
        visitRegions(done);
        continue;
      }
      OpOperand &operand = op->getOpOperand(next);
      Operation *producer = operand.get().getDefiningOp();
      if (producer && visited.insert(producer).second) {
        stack.emplace_back(producer, 0);
        continue;
      }
      ++next;
      if (isFusedWithCasts(op))
        visitOperand(operand);
    }
  }

  // f(cast(x)), g(cast(x)) -> f(cast(x)), g(cast'(x))
  void visitOperand(OpOperand &operand) {
    auto cast = operand.get().getDefiningOp<CastOp>();
    if (!cast || !isWidening(cast) || taken.insert(cast).second)
      return;
    OpBuilder builder(operand.getOwner());
    Operation *copy = builder.clone(*cast);
    visited.insert(copy);
    operand.set(copy->getResult(0));
    changed = true;
  }

  DenseSet<Operation *> visited;
  /// Widening casts that have a user that is fused with them.
  DenseSet<Operation *> taken;
  bool changed = false;
};

struct CanonicalizeCastPass
    : public relay::impl::CanonicalizeCastPassBase<CanonicalizeCastPass> {
  using CanonicalizeCastPassBase::CanonicalizeCastPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    // To ask calls for effects is to look for their callees in the module.
    if (!hasSharedCast(function) || !CastCopier().run(function))
      markAllAnalysesPreserved();
  }
};
} // namespace
