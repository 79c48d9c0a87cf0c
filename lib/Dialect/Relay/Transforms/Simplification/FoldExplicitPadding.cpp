//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FoldExplicitPadding: moves padding from `nn.pad` into the operator that reads
// it.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relay {
#define GEN_PASS_DEF_FOLDEXPLICITPADDINGPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Whether the only element of the constant `value` is zero.
static bool isZero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

/// Whether the only element of the constant `value` is the lowest finite one of
/// the element type `type`.
static bool isLowest(Value value, Type type) {
  if (getElementTypeOrSelf(value.getType()) != type)
    return false;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat number(floatType.getFloatSemantics());
    return matchPattern(value, m_ConstantFloat(&number)) &&
           number.isLargest() && number.isNegative();
  }
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return false;
  bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
  return isUnsigned ? number.isMinValue() : number.isMinSignedValue();
}

/// The integer that all elements of the constant `value` are.
static std::optional<int64_t> getInteger(Value value) {
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  bool isUnsigned = getElementTypeOrSelf(value.getType()).isUnsignedInteger();
  return isUnsigned ? static_cast<int64_t>(number.getZExtValue())
                    : number.getSExtValue();
}

//===----------------------------------------------------------------------===//
// Differences between operators
//===----------------------------------------------------------------------===//

template <typename OpTy>
static constexpr bool isAvgPool =
    llvm::is_one_of<OpTy, NNAvgPool1dOp, NNAvgPool2dOp, NNAvgPool3dOp>::value;
template <typename OpTy>
static constexpr bool isMaxPool =
    llvm::is_one_of<OpTy, NNMaxPool1dOp, NNMaxPool2dOp, NNMaxPool3dOp>::value;
template <typename OpTy>
static constexpr bool isPool = isAvgPool<OpTy> || isMaxPool<OpTy>;

template <typename OpTy>
static StringRef getLayout(OpTy op) {
  if constexpr (isPool<OpTy>)
    return op.getLayout();
  else
    return op.getDataLayout();
}

/// The names of the spatial dimensions in the order of `padding`.
template <typename OpTy>
static StringRef getSpatialNames(OpTy op) {
  if constexpr (isPool<OpTy>)
    return op.getSpatialNames();
  else if constexpr (std::is_same_v<OpTy, QnnConv2dOp>)
    return "HW";
  else
    return OpTy::getConvAttributes(
               typename OpTy::Adaptor(op->getOperands(), op))
        .spatialNames;
}

/// Whether `op` reads padding of value `value` as what it puts around its data.
template <typename OpTy>
static bool isPaddingOf(OpTy op, Value value) {
  if constexpr (isMaxPool<OpTy>)
    return isLowest(value, getElementTypeOrSelf(op.getData().getType()));
  else if constexpr (std::is_same_v<OpTy, QnnConv2dOp>)
    return getInteger(value) &&
           getInteger(value) == getInteger(op.getInputZeroPoint());
  else
    return isZero(value);
}

/// Whether `op` may read its padding and that of an `nn.pad` as one.
template <typename OpTy>
static bool canMerge(OpTy op) {
  // Otherwise a mean would count one but not the other.
  if constexpr (isAvgPool<OpTy>)
    return op.getCountIncludePad() ||
           llvm::all_of(op.getPadding(), [](int64_t pad) { return pad == 0; });
  else
    return true;
}

template <typename OpTy>
static void setMerged(OpTy op) {
  // A mean counts what was padded explicitly.
  if constexpr (isAvgPool<OpTy>)
    op.setCountIncludePad(true);
}

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

namespace {
// op(pad(x)) -> op'(x), where op' pads by as much more
template <typename OpTy>
struct FoldPad : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto pad = op.getData().template getDefiningOp<NNPadOp>();
    if (!pad)
      return rewriter.notifyMatchFailure(op, "the data is not padded");
    if (llvm::any_of(pad->getOperandTypes(), containsUnknown))
      return rewriter.notifyMatchFailure(op, "the type of the data is unknown");
    if (pad.getPadMode() != "constant" || !isPaddingOf(op, pad.getPadValue()))
      return rewriter.notifyMatchFailure(
          op, "the padding is not that of the operator");
    if (!canMerge(op))
      return rewriter.notifyMatchFailure(
          op, "the mean counts one padding and not the other");
    FailureOr<SmallVector<int64_t>> padding = getMergedPadding(op, pad);
    if (failed(padding))
      return rewriter.notifyMatchFailure(
          op, "other dimensions are padded, or elements removed");
    rewriter.modifyOpInPlace(op, [&] {
      op.getDataMutable().assign(pad.getData());
      op.setPadding(*padding);
      setMerged(op);
    });
    if (!pad->use_empty())
      return success();
    Operation *value = pad.getPadValue().getDefiningOp();
    rewriter.eraseOp(pad);
    if (value->use_empty())
      rewriter.eraseOp(value);
    return success();
  }

  /// The padding of `op` together with that of `pad`.
  static FailureOr<SmallVector<int64_t>> getMergedPadding(OpTy op,
                                                          NNPadOp pad) {
    int64_t rank = cast<RankedTensorType>(pad.getData().getType()).getRank();
    StringRef name = op.getRelayName(), names = getSpatialNames(op);
    auto widths = inferPadWidths(std::nullopt, name, pad.getPadWidth(), rank);
    auto dims =
        inferSpatialDims(std::nullopt, name, getLayout(op), names, rank);
    if (failed(widths) || failed(dims))
      return failure();
    auto [padding, paddingAfter] = expandPadding(op.getPadding(), names.size());
    for (auto [dim, width] : llvm::enumerate(*widths)) {
      auto [before, after] = width;
      const auto *found = llvm::find(*dims, static_cast<int64_t>(dim));
      if (found == dims->end()) {
        if (before != 0 || after != 0)
          return failure();
        continue;
      }
      size_t i = found - dims->begin();
      if (before < 0 || after < 0 ||
          llvm::AddOverflow(padding[i], before, padding[i]) ||
          llvm::AddOverflow(paddingAfter[i], after, paddingAfter[i]))
        return failure();
    }
    llvm::append_range(padding, paddingAfter);
    return padding;
  }
};

struct FoldExplicitPaddingPass
    : public PatternPass<
          relay::impl::FoldExplicitPaddingPassBase<FoldExplicitPaddingPass>,
          relay::populateFoldExplicitPaddingPatterns, NNAvgPool1dOp,
          NNAvgPool2dOp, NNAvgPool3dOp, NNConv1dOp, NNConv2dOp, NNConv3dOp,
          NNMaxPool1dOp, NNMaxPool2dOp, NNMaxPool3dOp, QnnConv2dOp> {
  using PatternPass::PatternPass;
};
} // namespace

void relay::populateFoldExplicitPaddingPatterns(RewritePatternSet &patterns) {
  patterns
      .add<FoldPad<NNAvgPool1dOp>, FoldPad<NNAvgPool2dOp>,
           FoldPad<NNAvgPool3dOp>, FoldPad<NNConv1dOp>, FoldPad<NNConv2dOp>,
           FoldPad<NNConv3dOp>, FoldPad<NNMaxPool1dOp>, FoldPad<NNMaxPool2dOp>,
           FoldPad<NNMaxPool3dOp>, FoldPad<QnnConv2dOp>>(patterns.getContext());
}
