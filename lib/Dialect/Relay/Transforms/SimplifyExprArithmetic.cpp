//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExpr: sums, products and quotients.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "SimplifyExpr.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
// x + x -> x * 2
struct SimplifyDoubling : public OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getLhs() != op.getRhs() || !hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op,
                                         "not the sum of a value and itself");
    Type elementType = getElementTypeOrSelf(op.getType());
    if (elementType.isInteger(1))
      return rewriter.notifyMatchFailure(op, "booleans have no 2");
    Value two = buildScalar(rewriter, op.getLoc(), elementType, 2.0);
    rewriter.replaceOpWithNewOp<MultiplyOp>(op, op.getType(), op.getLhs(), two);
    return success();
  }
};

// x / sqrt(y) -> x * rsqrt(y)
struct SimplifyRsqrt : public OpRewritePattern<DivideOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivideOp op,
                                PatternRewriter &rewriter) const override {
    auto root = getInner<SqrtOp>(op.getRhs());
    if (!root || !hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op, "the divisor is no square root");
    Value inverse = RsqrtOp::create(rewriter, root.getLoc(), root.getType(),
                                    root.getData());
    rewriter.replaceOpWithNewOp<MultiplyOp>(op, op.getType(), op.getLhs(),
                                            inverse);
    return success();
  }
};

// x + 0 -> x, 0 + x -> x
// x * 1 -> x, 1 * x -> x
// x - 0 -> x
// x / 1 -> x
template <typename OpT, int number, bool isCommutative>
struct EliminateIdentity : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    if (isIdentity(op, op.getLhs(), op.getRhs())) {
      rewriter.replaceOp(op, op.getLhs());
      return success();
    }
    if (isCommutative && isIdentity(op, op.getRhs(), op.getLhs())) {
      rewriter.replaceOp(op, op.getRhs());
      return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand changes nothing");
  }

private:
  using FullOp = std::conditional_t<number == 0, ZerosOp, OnesOp>;
  using FullLikeOp = std::conditional_t<number == 0, ZerosLikeOp, OnesLikeOp>;

  /// Whether the result is `kept`, `other` being nothing but the neutral
  /// element.
  static bool isIdentity(OpT op, Value kept, Value other) {
    if (kept.getType() != op.getType())
      return false;
    auto like = getInner<FullLikeOp>(other);
    if (like && like.getData() == kept)
      return true;
    return (like || getScalar(other) == static_cast<double>(number) ||
            getInner<FullOp>(other)) &&
           keepsSize(op, kept, other);
  }

  /// Whether `kept` is not repeated to the size of `other`. The type of the
  /// result does not tell: it may be less precise.
  static bool keepsSize(OpT op, Value kept, Value other) {
    FailureOr<Type> type = inferBroadcast(std::nullopt, op.getRelayName(),
                                          kept.getType(), other.getType());
    return succeeded(type) && *type == kept.getType() &&
           cast<RankedTensorType>(other.getType()).hasStaticShape();
  }
};

/// How many of the elements of a constant, or of one if all are the same, are
/// of what kind.
struct ElementCounts {
  int64_t size = 0, zeros = 0, denormals = 0, notFinite = 0;
};
} // namespace

static ElementCounts countElements(ElementsAttr value, FloatType type,
                                   Location loc) {
  ElementCounts counts;
  FailureOr<ConstantData> data =
      readConstant(value, [&] { return emitError(loc); });
  if (failed(data))
    return counts;
  allElements(*data, type, [&](const APFloat &element) {
    ++counts.size;
    counts.zeros += element.isZero();
    counts.denormals += element.isDenormal();
    counts.notFinite += !element.isFinite();
    return true;
  });
  return counts;
}

/// Whether `value`, `lhs` op `rhs`, overflows only where one of them has, and
/// as a product vanishes only where one of them is 0: then it is precise up to
/// a rounding.
template <typename OpT>
static bool isPrecise(ElementsAttr value, ElementsAttr lhs, ElementsAttr rhs,
                      Location loc) {
  auto type = dyn_cast<FloatType>(value.getElementType());
  if (!type)
    return true;
  ElementCounts result = countElements(value, type, loc),
                left = countElements(lhs, type, loc),
                right = countElements(rhs, type, loc);
  auto isSame = [&](int64_t ElementCounts::*count) {
    const ElementCounts &source = left.*count != 0 ? left : right;
    // Broadcasting repeats each element equally often.
    return (left.*count == 0 || right.*count == 0) &&
           result.*count * source.size == source.*count * result.size;
  };
  return isSame(&ElementCounts::notFinite) &&
         (std::is_same_v<OpT, AddOp> ||
          (isSame(&ElementCounts::zeros) && result.denormals == 0));
}

/// The constant `lhs` op `rhs` of two constants, or nothing if there is none
/// that is as precise.
template <typename OpT>
static Value foldBinary(PatternRewriter &rewriter, Location loc, Value lhs,
                        Value rhs) {
  FailureOr<Type> type = inferBroadcast(std::nullopt, OpT::getRelayName(),
                                        lhs.getType(), rhs.getType());
  if (failed(type))
    return {};
  // Without its listener: nothing has changed if the constants stay apart.
  OpBuilder builder(rewriter.getInsertionBlock(), rewriter.getInsertionPoint());
  Operation *op = OpT::create(builder, loc, *type, lhs, rhs);
  FailureOr<ElementsAttr> value = evaluateConstant(op->getResult(0));
  op->erase();
  if (failed(value) ||
      !isPrecise<OpT>(*value, lhs.getDefiningOp<ConstantOp>().getValue(),
                      rhs.getDefiningOp<ConstantOp>().getValue(), loc))
    return {};
  return ConstantOp::create(rewriter, loc, *value);
}

/// The operands of `op` as one that is no constant and one that is.
template <typename OpT>
static std::optional<std::pair<Value, Value>> splitConstant(OpT op) {
  Value lhs = op.getLhs(), rhs = op.getRhs();
  if (isConstant(lhs))
    std::swap(lhs, rhs);
  if (isConstant(lhs) || !isConstant(rhs))
    return std::nullopt;
  return std::pair(lhs, rhs);
}

namespace {
// (x + c) * d -> x * d + c * d
struct SwitchAddMultiply : public OpRewritePattern<MultiplyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(MultiplyOp op,
                                PatternRewriter &rewriter) const override {
    auto outer = splitConstant(op);
    auto sum = outer ? getInner<AddOp>(outer->first) : AddOp();
    auto inner = sum ? splitConstant(sum) : std::nullopt;
    if (!inner || !hasKnownTypes(sum) || !hasKnownTypes(op))
      return rewriter.notifyMatchFailure(
          op, "not the product of a constant and a sum with one");
    auto [x, c] = *inner;
    Value d = outer->second;
    FailureOr<Type> type = inferBroadcast(std::nullopt, op.getRelayName(),
                                          x.getType(), d.getType());
    if (failed(type))
      return rewriter.notifyMatchFailure(op, "the types do not go together");
    Value constant = foldBinary<MultiplyOp>(rewriter, op.getLoc(), c, d);
    if (!constant)
      return rewriter.notifyMatchFailure(
          op, "the constants have no precise product");
    Value product = MultiplyOp::create(rewriter, op.getLoc(), *type, x, d);
    rewriter.replaceOpWithNewOp<AddOp>(op, op.getType(), product, constant);
    return success();
  }
};

// x * c * d -> x * (c * d)
// x + c + d -> x + (c + d)
template <typename OpT>
struct SimplifyAdjacent : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto outer = splitConstant(op);
    auto first = outer ? getInner<OpT>(outer->first) : OpT();
    auto inner = first ? splitConstant(first) : std::nullopt;
    if (!inner || !hasKnownTypes(first) || !hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op, "not two constants in a row");
    Value constant =
        foldBinary<OpT>(rewriter, op.getLoc(), inner->second, outer->second);
    if (!constant)
      return rewriter.notifyMatchFailure(op, "the constants do not fold");
    rewriter.replaceOpWithNewOp<OpT>(op, op.getType(), inner->first, constant);
    return success();
  }
};
} // namespace

void relay::populateDoublingPatterns(RewritePatternSet &patterns,
                                     unsigned first) {
  patterns.add<SimplifyDoubling>(patterns.getContext(), first);
  patterns.add<SimplifyRsqrt>(patterns.getContext(), first - 1);
}

void relay::populateIdentityPatterns(RewritePatternSet &patterns,
                                     unsigned first) {
  patterns.add<EliminateIdentity<AddOp, 0, /*isCommutative=*/true>,
               EliminateIdentity<DivideOp, 1, /*isCommutative=*/false>,
               EliminateIdentity<MultiplyOp, 1, /*isCommutative=*/true>,
               EliminateIdentity<SubtractOp, 0, /*isCommutative=*/false>>(
      patterns.getContext(), first);
}

void relay::populateConstantArithmeticPatterns(RewritePatternSet &patterns,
                                               unsigned first) {
  patterns.add<SwitchAddMultiply>(patterns.getContext(), first);
  patterns.add<SimplifyAdjacent<AddOp>, SimplifyAdjacent<MultiplyOp>>(
      patterns.getContext(), first - 1);
}
