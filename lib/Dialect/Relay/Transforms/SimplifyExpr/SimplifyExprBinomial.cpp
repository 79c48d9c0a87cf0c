//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExpr: quadratic forms as products.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Rounding.h"
#include "SimplifyExpr.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

namespace {
/// coefficient * left * right.
struct Monomial {
  double coefficient = 1;
  Value left, right;

  bool isSquare() const { return left == right; }
};

/// coefficient * x * x + middle * x * y + last * y * y.
struct QuadraticForm {
  Value x, y;
  double first, middle, last;
};
} // namespace

/// The two factors of a product that has one user.
static std::optional<std::pair<Value, Value>> getProduct(Value value) {
  auto op = getInner<MultiplyOp>(value);
  if (!op)
    return std::nullopt;
  return std::pair<Value, Value>(op.getLhs(), op.getRhs());
}

/// Reads c * (x * y), x * (c * y) or x * y in any order of the factors.
static std::optional<Monomial> matchMonomial(Value value) {
  auto product = getProduct(value);
  if (!product)
    return std::nullopt;
  auto [p, q] = *product;
  for (auto [outer, inner] : {std::pair(p, q), {q, p}}) {
    auto nested = getProduct(inner);
    if (!nested)
      continue;
    if (std::optional<double> coefficient = getScalar(outer))
      return Monomial{*coefficient, nested->first, nested->second};
    if (std::optional<double> coefficient = getScalar(nested->first))
      return Monomial{*coefficient, outer, nested->second};
    if (std::optional<double> coefficient = getScalar(nested->second))
      return Monomial{*coefficient, outer, nested->first};
  }
  return Monomial{1, p, q};
}

/// Reads the sum of three monomials of two values.
static std::optional<QuadraticForm> matchForm(AddOp op) {
  auto inner = getInner<AddOp>(op.getLhs());
  Value other = op.getRhs();
  if (!inner) {
    inner = getInner<AddOp>(op.getRhs());
    other = op.getLhs();
  }
  if (!inner)
    return std::nullopt;
  std::optional<Monomial> terms[] = {matchMonomial(inner.getLhs()),
                                     matchMonomial(inner.getRhs()),
                                     matchMonomial(other)};
  SmallVector<Monomial> squares, mixed;
  for (const std::optional<Monomial> &term : terms) {
    if (!term)
      return std::nullopt;
    (term->isSquare() ? squares : mixed).push_back(*term);
  }
  if (squares.size() != 2)
    return std::nullopt;
  Value l = mixed[0].left, r = mixed[0].right;
  // As in TVM, the mixed term says which value is x if it comes first.
  if (!terms[0]->isSquare() && squares[0].left != l)
    std::swap(squares[0], squares[1]);
  Value x = squares[0].left, y = squares[1].left;
  if (!(x == l && y == r) && !(x == r && y == l))
    return std::nullopt;
  return QuadraticForm{x, y, squares[0].coefficient, mixed[0].coefficient,
                       squares[1].coefficient};
}

/// Return `value` rounded to `elementType`.
static double roundTo(Type elementType, double value) {
  if (auto type = dyn_cast<FloatType>(elementType))
    return roundToNearest(APFloat(value), type.getFloatSemantics())
        .convertToDouble();
  bool isUnsigned = elementType.isUnsignedInteger() || elementType.isInteger(1);
  return truncateToInteger(APFloat(value), elementType.getIntOrFloatBitWidth(),
                           isUnsigned)
      .roundToDouble(!isUnsigned);
}

/// Whether `number` is the coefficient `expected`: up to four roundings for
/// floats, and for integers only where doubles hold all of them.
static bool isCoefficient(Type elementType, double number, double expected) {
  auto type = dyn_cast<FloatType>(elementType);
  if (!type)
    return number == expected && std::abs(expected) < 0x1p53;
  int precision = APFloat::semanticsPrecision(type.getFloatSemantics());
  return std::abs(number - expected) <=
         std::ldexp(std::abs(expected), 2 - precision);
}

/// The p and q of a * (x + p * y) * (x + q * y), if there are some that give
/// the coefficients back in `elementType`.
static std::optional<std::pair<double, double>>
factorize(Type elementType, double a, double b, double c) {
  if (a == 0 || !isCoefficient(elementType, a, a))
    return std::nullopt;
  auto round = [&](double number) { return roundTo(elementType, number); };
  auto areFactors = [&](double p, double q) {
    return isCoefficient(elementType, round(a * round(p + q)), b) &&
           isCoefficient(elementType, round(a * round(p * q)), c);
  };
  double half = round(b / (2 * a));
  if (areFactors(half, half))
    return std::pair(half, half);
  double discriminant = b * b - 4 * a * c;
  if (!(discriminant >= 0) || std::isinf(discriminant))
    return std::nullopt;
  // The smaller one as a difference would lose its digits.
  double root = std::copysign(std::sqrt(discriminant), b);
  double larger = round((b + root) / (2 * a));
  double smaller = round(c / (a * larger));
  if (!areFactors(larger, smaller))
    return std::nullopt;
  return b < 0 ? std::pair(smaller, larger) : std::pair(larger, smaller);
}

namespace {
// a * x * x + b * x * y + c * y * y -> a * (x + p * y) * (x + q * y)
struct SimplifyBinomial : public OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<QuadraticForm> form = matchForm(op);
    if (!form)
      return rewriter.notifyMatchFailure(op, "not a quadratic form");
    // No structured binding: lambdas capture these.
    Value x = form->x, y = form->y;
    double a = form->first, b = form->middle, c = form->last;
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || x.getType() != type || y.getType() != type)
      return rewriter.notifyMatchFailure(op, "the types differ");
    // The factor that is not 1 comes out of a * x * x.
    if (c == 1 && a > 1) {
      std::swap(x, y);
      std::swap(a, c);
    }
    Type elementType = type.getElementType();
    auto factors = factorize(elementType, a, b, c);
    if (!factors)
      return rewriter.notifyMatchFailure(op, "it has no such factors");

    Location loc = op.getLoc();
    auto build = [&](double number) {
      return buildScalar(rewriter, loc, elementType, number);
    };
    auto buildFactor = [&](double number) -> Value {
      Value product = MultiplyOp::create(rewriter, loc, type, y, build(number));
      return AddOp::create(rewriter, loc, type, x, product);
    };
    auto [p, q] = *factors;
    Value left = buildFactor(p);
    Value right = p == q ? left : buildFactor(q);
    Value product = MultiplyOp::create(rewriter, loc, type, left, right);
    rewriter.replaceOpWithNewOp<MultiplyOp>(op, type, build(a), product);
    return success();
  }
};
} // namespace

void relay::populateBinomialPatterns(RewritePatternSet &patterns,
                                     unsigned first) {
  patterns.add<SimplifyBinomial>(patterns.getContext(), first);
}
