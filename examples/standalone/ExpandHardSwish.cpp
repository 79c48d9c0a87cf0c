//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// extra-expand-hard-swish.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace extra {
#define GEN_PASS_DEF_EXPANDHARDSWISHPASS
#include "ExtraPasses.h.inc"
} // namespace extra

namespace {

/// A constant scalar of the element type of `type`.
Value createScalar(OpBuilder &builder, Location loc, ShapedType type,
                   double value) {
  auto scalar = RankedTensorType::get({}, type.getElementType());
  return relay::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          scalar, builder.getFloatAttr(type.getElementType(), value)));
}

// hard_swish(x) -> x * clip(x + width / 2, 0, width) / width
struct ExpandHardSwish : OpRewritePattern<extra::HardSwishOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(extra::HardSwishOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getData().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "type not inferred yet");
    Location loc = op.getLoc();
    double width = op.getWidth().convertToDouble();
    Value shifted =
        relay::AddOp::create(rewriter, loc, op.getData(),
                             createScalar(rewriter, loc, type, width / 2));
    Value clipped = relay::ClipOp::create(rewriter, loc, shifted,
                                          rewriter.getF64FloatAttr(0.0),
                                          rewriter.getF64FloatAttr(width));
    Value product =
        relay::MultiplyOp::create(rewriter, loc, op.getData(), clipped);
    rewriter.replaceOpWithNewOp<relay::DivideOp>(
        op, product, createScalar(rewriter, loc, type, width));
    return success();
  }
};

struct ExpandHardSwishPass
    : extra::impl::ExpandHardSwishPassBase<ExpandHardSwishPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandHardSwish>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
