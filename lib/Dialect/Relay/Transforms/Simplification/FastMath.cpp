//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FastMath: lets functions be computed less precisely.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FASTMATHPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
// f(x) -> fast_f(x)
template <typename OpT, typename FastOpT>
struct UseFastFunction : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<FastOpT>(op, op->getResultTypes(),
                                         op->getOperands(), op->getAttrs());
    return success();
  }
};

struct FastMathPass
    : public PatternPass<relay::impl::FastMathPassBase<FastMathPass>,
                         relay::populateFastMathPatterns, ErfOp, ExpOp,
                         NNSoftmaxOp, TanhOp> {
  using PatternPass::PatternPass;
};
} // namespace

void relay::populateFastMathPatterns(RewritePatternSet &patterns) {
  patterns
      .add<UseFastFunction<ErfOp, FastErfOp>, UseFastFunction<ExpOp, FastExpOp>,
           UseFastFunction<NNSoftmaxOp, NNFastSoftmaxOp>,
           UseFastFunction<TanhOp, FastTanhOp>>(patterns.getContext());
}
