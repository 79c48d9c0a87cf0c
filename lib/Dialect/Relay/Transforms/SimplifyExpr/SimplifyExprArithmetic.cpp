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

#include "../Utils/FloatSummary.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "SimplifyExpr.h"
#include "llvm/ADT/ScopeExit.h"

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
} // namespace

/// Whether what an operator makes of two constants, `left` and `right`,
/// overflows only where one of them has, and as a product vanishes only where
/// one of them is 0: then it is precise up to a rounding.
template <typename OpT>
static bool isPrecise(const FloatSummary &result, const FloatSummary &left,
                      const FloatSummary &right) {
  auto isSame = [&](int64_t FloatSummary::*count) {
    const FloatSummary &source = left.*count != 0 ? left : right;
    // Broadcasting repeats each element equally often.
    return (left.*count == 0 || right.*count == 0) &&
           result.*count * source.size == source.*count * result.size;
  };
  return isSame(&FloatSummary::notFinite) &&
         (std::is_same_v<OpT, AddOp> ||
          (isSame(&FloatSummary::zeros) && result.denormals == 0));
}

/// Folds c op d op ... of `constants` from the left as long as that is precise:
/// how many, and their value. Attributes would stay as long as the context, so
/// that none are made on the way.
template <typename OpT>
static std::pair<size_t, Value> foldConstantPrefix(PatternRewriter &rewriter,
                                                   Location loc,
                                                   ArrayRef<Value> constants) {
  // Without its listener: nothing has changed if the constants stay apart.
  OpBuilder builder(rewriter.getInsertionBlock(), rewriter.getInsertionPoint());
  SmallVector<Operation *> steps;
  llvm::scope_exit eraseSteps([&] {
    for (Operation *step : llvm::reverse(steps))
      step->erase();
  });
  ConstantEvaluator evaluator;

  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(constants.front()));
  auto countConstant = [&](Value value) -> FailureOr<FloatSummary> {
    FailureOr<ConstantData> data =
        readConstant(value.getDefiningOp<ConstantOp>().getValue(),
                     [&] { return emitError(loc); });
    if (failed(data))
      return failure();
    return summarizeFloats(data->bytes, floatType);
  };
  FloatSummary counts;

  Value last = constants.front();
  Tensor folded;
  size_t numFolded = 1;
  for (Value next : constants.drop_front()) {
    FailureOr<Type> type = inferBroadcast(std::nullopt, OpT::getRelayName(),
                                          last.getType(), next.getType());
    if (failed(type))
      break;
    steps.push_back(OpT::create(builder, loc, *type, last, next));
    last = steps.back()->getResult(0);
    FailureOr<Tensor> result = evaluator.evaluate(last);
    if (failed(result))
      break;
    if (floatType) {
      FailureOr<FloatSummary> left = counts, right = countConstant(next);
      if (numFolded == 1)
        left = countConstant(constants.front());
      counts = summarizeFloats(result->getBytes(), floatType);
      if (failed(left) || failed(right) ||
          !isPrecise<OpT>(counts, *left, *right))
        break;
    }
    folded = std::move(*result);
    ++numFolded;
  }
  if (numFolded == 1)
    return {1, constants.front()};
  ElementsAttr value = makeConstant(folded.getType(), folded.getBytes(),
                                    folded.isSplat(), folded.getOwner());
  return {numFolded, ConstantOp::create(rewriter, loc, value)};
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
    Value factors[] = {c, d};
    auto [numFolded, constant] =
        foldConstantPrefix<MultiplyOp>(rewriter, op.getLoc(), factors);
    if (numFolded != 2)
      return rewriter.notifyMatchFailure(
          op, "the constants have no precise product");
    Value product = MultiplyOp::create(rewriter, op.getLoc(), *type, x, d);
    rewriter.replaceOpWithNewOp<AddOp>(op, op.getType(), product, constant);
    return success();
  }
};

// x * c * d * ... -> x * (c * d * ...)
// x + c + d + ... -> x + (c + d + ...)
template <typename OpT>
struct SimplifyAdjacent : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (isInner(op))
      return rewriter.notifyMatchFailure(op, "part of a longer chain");
    // Outermost first, as they are found.
    SmallVector<OpT> chain;
    SmallVector<Value> constants;
    Value data;
    for (OpT link = op; link && hasKnownTypes(link);) {
      auto parts = splitConstant(link);
      if (!parts)
        break;
      chain.push_back(link);
      constants.push_back(parts->second);
      data = parts->first;
      link = getInner<OpT>(data);
    }
    if (chain.size() < 2)
      return rewriter.notifyMatchFailure(op, "not two constants in a row");
    std::reverse(chain.begin(), chain.end());
    std::reverse(constants.begin(), constants.end());

    // A constant that does not fold with those before it starts a new group.
    SmallVector<std::pair<Value, Type>> folded;
    for (size_t next = 0; next < constants.size();) {
      auto [numFolded, constant] = foldConstantPrefix<OpT>(
          rewriter, op.getLoc(), ArrayRef(constants).drop_front(next));
      next += numFolded;
      folded.push_back({constant, chain[next - 1].getType()});
    }
    if (folded.size() == constants.size())
      return rewriter.notifyMatchFailure(op, "the constants do not fold");
    for (auto [constant, type] : ArrayRef(folded).drop_back())
      data = OpT::create(rewriter, op.getLoc(), type, data, constant);
    rewriter.replaceOpWithNewOp<OpT>(op, op.getType(), data,
                                     folded.back().first);
    return success();
  }

private:
  /// Whether the chain goes on behind `op`: it is folded from its end.
  static bool isInner(OpT op) {
    if (!op->hasOneUse())
      return false;
    auto user = dyn_cast<OpT>(*op->user_begin());
    return user && splitConstant(user) && hasKnownTypes(user);
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
