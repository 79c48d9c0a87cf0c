//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How mlir-reduce makes operations of the relay dialect smaller.
//
//===----------------------------------------------------------------------===//

#include "ReductionPatterns.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Reducer/ReductionPatternInterface.h"
#include "mlir/Reducer/Tester.h"

using namespace mlir;
using namespace mlir::relay;

/// Replaces `op` by `operand`, and erases the operations of its block that are
/// dead by then. Those with regions stay: the pass may still visit them.
static void replaceByOperand(RewriterBase &rewriter, Operation *op,
                             Value operand) {
  SmallVector<Value> worklist = llvm::to_vector(op->getOperands());
  Block *block = op->getBlock();
  rewriter.replaceOp(op, operand);
  while (!worklist.empty()) {
    Operation *dead = worklist.pop_back_val().getDefiningOp();
    if (!dead || dead->getBlock() != block || dead->getNumRegions() != 0 ||
        !isOpTriviallyDead(dead))
      continue;
    llvm::append_range(worklist, dead->getOperands());
    rewriter.eraseOp(dead);
  }
}

namespace {
// op(..., x, ...) -> x, if x has the type of the result
struct ReplaceByOperand : public RewritePattern {
  ReplaceByOperand(MLIRContext *context, const Tester &tester)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        tester(tester) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_present<RelayDialect>(op->getDialect()) ||
        op->getNumResults() != 1)
      return rewriter.notifyMatchFailure(
          op, "expected an operation of relay with one result");
    for (OpOperand &operand : op->getOpOperands()) {
      if (operand.get().getType() != op->getResult(0).getType() ||
          operand.get() == op->getResult(0) || !isInteresting(operand))
        continue;
      replaceByOperand(rewriter, op, operand.get());
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "expected an operand of the result's type that the test accepts");
  }

private:
  /// Asks the test for a copy of the module with the operand in place of its
  /// operation.
  bool isInteresting(OpOperand &operand) const {
    Operation *op = operand.getOwner(), *root = op;
    while (Operation *parent = root->getParentOp())
      root = parent;
    if (!isa<ModuleOp>(root))
      return false;
    IRMapping mapping;
    OwningOpRef<ModuleOp> copy(cast<ModuleOp>(root->clone(mapping)));
    Operation *copied = mapping.lookup(op);
    IRRewriter rewriter(op->getContext());
    replaceByOperand(rewriter, copied,
                     copied->getOperand(operand.getOperandNumber()));
    return tester.isInteresting(*copy).first == Tester::Interestingness::True;
  }

  const Tester &tester;
};

struct RelayReductions : public DialectReductionPatternInterface {
  explicit RelayReductions(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  void populateReductionPatterns(RewritePatternSet &) const override {}
  void populateReductionPatternsWithTester(RewritePatternSet &patterns,
                                           Tester &tester) const override {
    patterns.add<ReplaceByOperand>(patterns.getContext(), tester);
  }
};
} // namespace

void relay::registerReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, RelayDialect *dialect) {
    dialect->addInterfaces<RelayReductions>();
  });
}
