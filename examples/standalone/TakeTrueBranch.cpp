//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// extra-take-true-branch.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace extra {
#define GEN_PASS_DEF_TAKETRUEBRANCHPASS
#include "ExtraPasses.h.inc"
} // namespace extra

namespace {

// if(c, x, y) -> x
struct TakeTrueBranch : OpRewritePattern<relay::IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(relay::IfOp op,
                                PatternRewriter &rewriter) const override {
    if (op->getParentOfType<relay::FusedFnOp>())
      return rewriter.notifyMatchFailure(op, "it is in a fused function");
    Value result = op.getThenValue();
    if (relay::containsUnknown(result.getType()) ||
        relay::containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "type not inferred yet");
    // The operations of the branch take the place of the `if`, effects
    // included; its terminator is erased. The operation that computes the
    // condition stays: whether it is dead is not this pattern's business.
    Block *branch = &op.getThenRegion().front();
    rewriter.eraseOp(branch->getTerminator());
    rewriter.inlineBlockBefore(branch, op);
    // The type of a branch may be more precise than that of the `if`, or less.
    if (result.getType() != op.getType())
      result = relay::TypeCastOp::create(rewriter, op.getLoc(), op.getType(),
                                         result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct TakeTrueBranchPass
    : extra::impl::TakeTrueBranchPassBase<TakeTrueBranchPass> {
  void runOnOperation() override {
    // A Sequential does not visit such functions, a pipeline of MLIR does.
    if (relay::isSkippedByFunctionPasses(getOperation()))
      return markAllAnalysesPreserved();
    RewritePatternSet patterns(&getContext());
    patterns.add<TakeTrueBranch>(&getContext());
    bool changed = false;
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), {},
                                     &changed)))
      return signalPassFailure();
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
