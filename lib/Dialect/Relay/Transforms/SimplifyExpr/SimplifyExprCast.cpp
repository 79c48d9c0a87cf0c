//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExpr: casts, dequantizing and clips.
//
//===----------------------------------------------------------------------===//

#include "SimplifyExpr.h"

using namespace mlir;
using namespace mlir::relay;

static bool isUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isInteger(1);
}

/// Whether `to` has every value of `from`. Types that TVM does not compare
/// count as having none, so that the same casts go.
static bool isWidening(Type from, Type to) {
  if (from == to)
    return true;
  unsigned fromBits = from.getIntOrFloatBitWidth(),
           toBits = to.getIntOrFloatBitWidth();
  if (auto toFloat = dyn_cast<FloatType>(to)) {
    if (from.isBF16() || to.isBF16())
      return false;
    if (isa<FloatType>(from))
      return fromBits <= toBits;
    unsigned precision = toFloat.getFPMantissaWidth();
    return fromBits - (isUnsigned(from) ? 0 : 1) <= precision;
  }
  return isa<IntegerType>(from) && isUnsigned(from) == isUnsigned(to) &&
         fromBits <= toBits;
}

/// Whether casting to `middle` and then to `to` gives what casting to `to`
/// does. Integers wrap where floats saturate.
static bool isRedundant(Type from, Type middle, Type to) {
  if (!isWidening(from, middle))
    return false;
  bool saturates =
      isa<IntegerType>(from) && isa<FloatType>(middle) && isa<IntegerType>(to);
  return !saturates || to.isInteger(1) || isWidening(from, to);
}

namespace {
// cast(x) to the element type of x -> x
struct SimplifySameCast : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasKnownTypes(op) || op.getData().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the types differ");
    rewriter.replaceOp(op, op.getData());
    return success();
  }
};

// cast(cast(x)) -> cast(x), where the inner one loses nothing
struct SimplifyConsecutiveCast : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = getInner<CastOp>(op.getData());
    if (!inner || !hasKnownTypes(inner) || !hasKnownTypes(op))
      return rewriter.notifyMatchFailure(op, "not a cast of a cast");
    if (!isRedundant(getElementTypeOrSelf(inner.getData().getType()),
                     inner.getDtype(), op.getDtype()))
      return rewriter.notifyMatchFailure(op, "the inner cast changes values");
    rewriter.replaceOpWithNewOp<CastOp>(op, op.getType(), inner.getData(),
                                        op.getDtype());
    return success();
  }
};
} // namespace

/// The largest number n for which `type` has all integers from -n (0 if it is
/// unsigned) to n, and the lowest.
static std::pair<double, double> getIntegerRange(Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    double limit = std::ldexp(1.0, floatType.getFPMantissaWidth());
    return {-limit, limit};
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned(type))
    return {0, std::ldexp(1.0, width) - 1};
  return {-std::ldexp(1.0, width - 1), std::ldexp(1.0, width - 1) - 1};
}

namespace {
/// The values of an expression: a clip, then casts.
struct CastValues {
  double min, max;
  /// The type of the values that have fractions; null if all are integers.
  FloatType fractions;

  explicit CastValues(ClipOp clip) {
    fractions = dyn_cast<FloatType>(getElementTypeOrSelf(clip.getType()));
    auto round = [&](APFloat bound) {
      bool losesInfo;
      if (fractions)
        bound.convert(fractions.getFloatSemantics(),
                      APFloat::rmNearestTiesToEven, &losesInfo);
      return bound.convertToDouble();
    };
    min = round(clip.getAMin());
    max = round(clip.getAMax());
  }

  bool areWithin(Type type) const {
    auto [lowest, highest] = getIntegerRange(type);
    return min <= max && min >= lowest && max <= highest;
  }

  /// Whether `type` has all values.
  bool fit(Type type) const {
    return fractions ? isWidening(fractions, type) : areWithin(type);
  }

  /// Whether a cast to `type` changes the values by cutting off fractions only.
  bool lose(Type type) const {
    return isa<IntegerType>(type) && !type.isInteger(1) && areWithin(type);
  }

  /// Makes them what a cast to `type` makes of them.
  void cast(Type type) {
    if (fit(type))
      return;
    if (!fractions || !lose(type))
      std::tie(min, max) = getIntegerRange(type);
    fractions = dyn_cast<FloatType>(type);
    if (fractions)
      max = std::numeric_limits<double>::infinity(), min = -max;
  }
};
} // namespace

/// The types of those of the `casts` of `clip`, to the types that are given
/// from the innermost on, that change values.
static SmallVector<Type> getNeededCasts(ClipOp clip, ArrayRef<Type> casts) {
  SmallVector<Type> needed;
  CastValues values(clip);
  Type current = getElementTypeOrSelf(clip.getType());
  for (auto [i, type] : llvm::enumerate(casts)) {
    Type next = i + 1 < casts.size() ? casts[i + 1] : Type();
    // Beyond its range, a cast to an integer wraps integers and saturates
    // floats, so that it matters from which of them it comes.
    bool isNextSame = !next || !isa<IntegerType>(next) || values.fit(next) ||
                      isa<FloatType>(current) == isa<FloatType>(type);
    // The next cast to an integer cuts off fractions as well.
    bool isLost = next && values.lose(type) && values.lose(next);
    if (values.fractions ? isLost || values.fit(type)
                         : isNextSame && values.fit(type))
      continue;
    values.cast(type);
    current = type;
    needed.push_back(type);
  }
  if (current != casts.back())
    needed.push_back(casts.back());
  return needed;
}

namespace {
// argmax(qnn.dequantize(x, scale, zero_point)) -> argmax(x)
template <typename OpT>
struct SimplifyDequantize : public OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto dequantize = getInner<QnnDequantizeOp>(op.getData());
    if (!dequantize)
      return rewriter.notifyMatchFailure(op, "the operand is not dequantized");
    // Other scales might order the values differently.
    auto isScalar = [](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      return type && type.getRank() == 0;
    };
    if (!isScalar(dequantize.getInputScale()) ||
        !isScalar(dequantize.getInputZeroPoint()))
      return rewriter.notifyMatchFailure(op, "the scales may differ");
    rewriter.modifyOpInPlace(
        op, [&] { op.getDataMutable().assign(dequantize.getData()); });
    rewriter.eraseOp(dequantize);
    return success();
  }
};

// cast(...(cast(clip(x)))) -> the same without casts that change nothing
struct SimplifyClipAndCasts : public OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    // From the outermost cast to the innermost.
    SmallVector<CastOp> casts{op};
    ClipOp clip;
    while (!(clip = getInner<ClipOp>(casts.back().getData()))) {
      auto inner = getInner<CastOp>(casts.back().getData());
      if (!inner)
        return rewriter.notifyMatchFailure(op, "not casts of a clip");
      casts.push_back(inner);
    }
    if (!hasKnownTypes(clip) || !llvm::all_of(casts, hasKnownTypes))
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    SmallVector<Type> types;
    for (CastOp cast : llvm::reverse(casts))
      types.push_back(cast.getDtype());
    types = getNeededCasts(clip, types);
    if (types.size() == casts.size())
      return rewriter.notifyMatchFailure(op, "every cast changes something");
    Value result = clip;
    for (Type type : types)
      result =
          CastOp::create(rewriter, op.getLoc(),
                         withElementType(op.getType(), type), result, type);
    rewriter.replaceOp(op, result);
    return success();
  }
};

// clip(x) to all that the element type has -> x
struct SimplifyClip : public OpRewritePattern<ClipOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ClipOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasKnownTypes(op) || op.getData().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the types differ");
    Type type = getElementTypeOrSelf(op.getType());
    auto [lowest, highest] = getIntegerRange(type);
    if (isa<FloatType>(type))
      highest = std::numeric_limits<double>::infinity(), lowest = -highest;
    if (op.getAMin().convertToDouble() > lowest ||
        op.getAMax().convertToDouble() < highest)
      return rewriter.notifyMatchFailure(op, "the range limits values");
    rewriter.replaceOp(op, op.getData());
    return success();
  }
};
} // namespace

void relay::populateCastPatterns(RewritePatternSet &patterns, unsigned first) {
  patterns.add<SimplifySameCast>(patterns.getContext(), first);
  patterns.add<SimplifyConsecutiveCast>(patterns.getContext(), first - 1);
}

void relay::populateDequantizePatterns(RewritePatternSet &patterns,
                                       unsigned first) {
  MLIRContext *context = patterns.getContext();
  patterns.add<SimplifyDequantize<ArgmaxOp>>(context, first);
  patterns.add<SimplifyDequantize<ArgminOp>>(context, first - 1);
  patterns.add<SimplifyDequantize<ArgsortOp>>(context, first - 2);
}

void relay::populateClipPatterns(RewritePatternSet &patterns, unsigned first) {
  patterns.add<SimplifyClipAndCasts>(patterns.getContext(), first);
  patterns.add<SimplifyClip>(patterns.getContext(), first - 1);
}
