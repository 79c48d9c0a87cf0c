//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExpr: reshapes, transposes and layout transforms.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Layout.h"
#include "SimplifyExpr.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// reshape(reshape(x)) -> reshape(x)
// The same with contrib_reverse_reshape in place of either.
template <typename OpT>
struct SimplifyReshape : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Operation *inner = getInner<ReshapeOp>(op.getData());
    if (!inner)
      inner = getInner<ContribReverseReshapeOp>(op.getData());
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!inner || !hasKnownTypes(inner) || !type || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(
          op, "not a reshape of a reshape to a static shape");
    rewriter.replaceOp(
        op, buildReshapeTo(rewriter, op.getLoc(), inner->getOperand(0), type));
    return success();
  }
};

/// A transpose or a layout transform, read as one or as both.
struct Movement {
  Value data;
  /// Dimension i of the result is dimension `axes[i]` of the data; none if the
  /// dimensions are split or merged.
  std::optional<SmallVector<int64_t>> axes;
  /// The layouts of a layout transform.
  std::optional<Layout> source, target;
};
} // namespace

/// `layout` with axis i of the result being axis `order[i]`. Fails where blocks
/// of one dimension would change places: which is the outer one depends on it.
static FailureOr<Layout> permute(const Layout &layout,
                                 ArrayRef<int64_t> order) {
  std::string text;
  for (auto [i, position] : llvm::enumerate(order)) {
    const LayoutAxis &axis = layout.getAxes()[position];
    for (int64_t before : order.take_front(i)) {
      const LayoutAxis &other = layout.getAxes()[before];
      if (before > position && other.name == axis.name && !other.isPrimal() &&
          !axis.isPrimal())
        return failure();
    }
    if (axis.isPrimal())
      text += axis.name;
    else
      text += llvm::utostr(axis.factor) + llvm::toLower(axis.name);
  }
  return Layout::parse(text);
}

/// Reads `op` if it moves elements; `op` may be null.
static std::optional<Movement> matchMovement(Operation *op) {
  if (!op || !hasKnownTypes(op))
    return std::nullopt;
  Movement result;
  if (auto transpose = dyn_cast<TransposeOp>(op)) {
    result.data = transpose.getData();
    int64_t rank = cast<RankedTensorType>(result.data.getType()).getRank();
    auto axes =
        TransposeOp::getPermutation(std::nullopt, transpose.getAxes(), rank);
    if (failed(axes))
      return std::nullopt;
    result.axes = *axes;
    return result;
  }
  auto transform = dyn_cast<LayoutTransformOp>(op);
  if (!transform)
    return std::nullopt;
  result.data = transform.getData();
  FailureOr<Layout> source = Layout::parse(transform.getSrcLayout());
  FailureOr<Layout> target = Layout::parse(transform.getDstLayout());
  if (failed(source) || failed(target))
    return std::nullopt;
  result.source = *source;
  result.target = *target;
  if (source->getRank() == target->getRank() &&
      std::is_permutation(source->getAxes().begin(), source->getAxes().end(),
                          target->getAxes().begin())) {
    SmallVector<int64_t> axes;
    for (const LayoutAxis &axis : target->getAxes())
      axes.push_back(llvm::find(source->getAxes(), axis) -
                     source->getAxes().begin());
    FailureOr<Layout> permuted = permute(*source, axes);
    if (succeeded(permuted) && *permuted == *target)
      result.axes = std::move(axes);
  }
  return result;
}

/// The layouts between which `inner`, then `outer` transform, when one of them
/// at least splits or merges dimensions.
static std::optional<std::pair<Layout, Layout>>
combineLayouts(const Movement &inner, const Movement &outer) {
  if (!inner.axes && !outer.axes) {
    if (*inner.target != *outer.source)
      return std::nullopt;
    return std::pair(*inner.source, *outer.target);
  }
  if (inner.axes) {
    FailureOr<Layout> source =
        permute(*outer.source, invertPermutationVector(*inner.axes));
    if (failed(source))
      return std::nullopt;
    return std::pair(*source, *outer.target);
  }
  FailureOr<Layout> target = permute(*inner.target, *outer.axes);
  if (failed(target))
    return std::nullopt;
  return std::pair(*inner.source, *target);
}

namespace {
// transpose(transpose(x)) -> transpose(x)
// layout_transform(transpose(x)) -> layout_transform(x), and so on
template <typename OpT>
struct SimplifyTranspose : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    std::optional<Movement> outer = matchMovement(op), inner;
    if (Operation *producer = op.getData().getDefiningOp();
        producer && producer->hasOneUse())
      inner = matchMovement(producer);
    if (!outer || !inner)
      return rewriter.notifyMatchFailure(op, "not two transposes in a row");
    Value x = inner->data;
    auto type = cast<RankedTensorType>(op.getType());
    if (outer->axes && inner->axes) {
      auto axes = llvm::map_to_vector(
          *outer->axes, [&](int64_t axis) { return (*inner->axes)[axis]; });
      rewriter.replaceOpWithNewOp<TransposeOp>(
          op, type, x, rewriter.getDenseI64ArrayAttr(axes));
      return success();
    }
    auto layouts = combineLayouts(*inner, *outer);
    if (!layouts)
      return rewriter.notifyMatchFailure(op, "the layouts do not meet");
    auto [source, target] = *layouts;
    if (source == target && x.getType() == type) {
      rewriter.replaceOp(op, x);
      return success();
    }
    // If a block was filled up, the added elements may not come back.
    FailureOr<BijectiveLayout> conversion =
        BijectiveLayout::get(source, target);
    if (failed(conversion))
      return rewriter.notifyMatchFailure(op, "the layouts do not convert");
    auto shape = conversion->forwardShape(
        cast<RankedTensorType>(x.getType()).getShape());
    if (failed(shape) || type.clone(*shape) != type)
      return rewriter.notifyMatchFailure(op, "blocks are filled up");
    rewriter.replaceOpWithNewOp<LayoutTransformOp>(op, type, x, source.str(),
                                                   target.str());
    return success();
  }
};

// transpose(x) that keeps the order -> x
// layout_transform(x) to the same layout -> x
template <typename OpT>
struct SimplifyNoOpTranspose : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> results;
    if (failed(op->fold(results)) || results.empty())
      return rewriter.notifyMatchFailure(op, "it moves elements");
    rewriter.replaceOp(op, cast<Value>(results.front()));
    return success();
  }
};
} // namespace

void relay::populateReshapePatterns(RewritePatternSet &patterns,
                                    unsigned first) {
  patterns.add<SimplifyReshape<ContribReverseReshapeOp>,
               SimplifyReshape<ReshapeOp>>(patterns.getContext(), first);
}

void relay::populateTransposePatterns(RewritePatternSet &patterns,
                                      unsigned first) {
  patterns.add<SimplifyTranspose<LayoutTransformOp>,
               SimplifyTranspose<TransposeOp>>(patterns.getContext(), first);
  patterns.add<SimplifyNoOpTranspose<LayoutTransformOp>,
               SimplifyNoOpTranspose<TransposeOp>>(patterns.getContext(),
                                                   first - 1);
}
