//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FlattenAtrousConv: convolutions of blocks of space as convolutions with
// dilation.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FLATTENATROUSCONVPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The padding that stands for `before` and `after` elements around an image
/// of which `cropBefore` and `cropAfter` are removed from the result again.
static FailureOr<SmallVector<int64_t>> getPadding(const SpaceBlocks &pads,
                                                  const SpaceBlocks &crops,
                                                  const Convolution &conv) {
  SmallVector<int64_t> padding(4);
  for (size_t i = 0; i < 2; ++i) {
    // The convolution pads whole blocks.
    padding[i] =
        pads.before[i] - crops.before[i] + conv.before[i] * pads.shape[i];
    padding[i + 2] =
        pads.after[i] - crops.after[i] + conv.after[i] * pads.shape[i];
  }
  if (llvm::any_of(padding, [](int64_t pad) { return pad < 0; }))
    return failure();
  return padding;
}

/// Whether `conv` pads with `value`.
static bool padsWith(NNConv2dOp conv, const APFloat &value) {
  return value.isZero();
}

static bool padsWith(QnnConv2dOp conv, const APFloat &value) {
  std::optional<double> zero = getConstantScalar(conv.getInputZeroPoint());
  return zero && *zero == value.convertToDouble();
}

namespace {
// batch_to_space_nd(conv2d(space_to_batch_nd(x))) -> conv2d(x) with dilation
template <typename ConvOp>
struct FlattenBlocks : public OpRewritePattern<NNBatchToSpaceNDOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(NNBatchToSpaceNDOp op,
                                PatternRewriter &rewriter) const override {
    auto conv = op.getData().getDefiningOp<ConvOp>();
    auto blocks =
        conv ? conv.getData().template getDefiningOp<NNSpaceToBatchNDOp>()
             : NNSpaceToBatchNDOp();
    if (!blocks || !conv->hasOneUse())
      return rewriter.notifyMatchFailure(op, "not a convolution of blocks");
    auto data = dyn_cast<RankedTensorType>(blocks.getData().getType());
    auto weight = dyn_cast<RankedTensorType>(conv.getWeight().getType());
    auto blockData = dyn_cast<RankedTensorType>(blocks.getType());
    if (!data || !weight || !blockData || data.getRank() != 4 ||
        containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    bool isPlain =
        conv.getDataLayout() == "NHWC" &&
        (conv.getOutLayout().empty() || conv.getOutLayout() == "NHWC") &&
        llvm::all_of(conv.getStrides(),
                     [](int64_t stride) { return stride == 1; });
    if (!isPlain || op.getBlockShape() != blocks.getBlockShape() ||
        op.getBlockShape().size() != 2 || !padsWith(conv, blocks.getPadValue()))
      return rewriter.notifyMatchFailure(
          op, "the layout, the strides, the blocks or the padding do not fit");

    auto pads =
        inferSpaceBlocks(std::nullopt, blocks.getRelayName(), "paddings",
                         blocks.getBlockShape(), blocks.getPaddings(), 4);
    auto crops = inferSpaceBlocks(std::nullopt, op.getRelayName(), "crops",
                                  op.getBlockShape(), op.getCrops(), 4);
    auto attributes = ConvOp::getConvAttributes(
        typename ConvOp::Adaptor(conv->getOperands(), conv));
    auto checked = checkConv(std::nullopt, attributes, blockData, weight);
    if (failed(pads) || failed(crops) || failed(checked))
      return rewriter.notifyMatchFailure(op, "the attributes are not valid");
    FailureOr<SmallVector<int64_t>> padding =
        getPadding(*pads, *crops, *checked);
    if (failed(padding))
      return rewriter.notifyMatchFailure(op, "more is cropped than padded");
    SmallVector<int64_t> dilation(conv.getDilation());
    for (auto [number, block] : llvm::zip_equal(dilation, op.getBlockShape()))
      number *= block;

    auto result = cast<ConvOp>(rewriter.clone(*conv));
    rewriter.modifyOpInPlace(result, [&] {
      result.getDataMutable().assign(blocks.getData());
      result.setPadding(*padding);
      result.setDilation(dilation);
      result.getResult().setType(op.getType());
    });
    rewriter.replaceOp(op, result);
    rewriter.eraseOp(conv);
    if (blocks->use_empty())
      rewriter.eraseOp(blocks);
    return success();
  }
};

struct FlattenAtrousConvPass
    : public PatternPass<
          relay::impl::FlattenAtrousConvPassBase<FlattenAtrousConvPass>,
          relay::populateFlattenAtrousConvPatterns, NNBatchToSpaceNDOp> {
  using PatternPass::PatternPass;
};
} // namespace

void relay::populateFlattenAtrousConvPatterns(RewritePatternSet &patterns) {
  patterns.add<FlattenBlocks<NNConv2dOp>, FlattenBlocks<QnnConv2dOp>>(
      patterns.getContext());
}
