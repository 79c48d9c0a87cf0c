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
    double discriminant = b * b - 4 * a * c;
    if (a == 0 || !(discriminant >= 0) || std::isinf(discriminant))
      return rewriter.notifyMatchFailure(op, "it has no real factors");
    // What is left of b * b may be rounding errors of the coefficients.
    bool isSquare = discriminant <= 1e-12 * b * b;
    double root = isSquare ? 0 : std::sqrt(discriminant);
    double p = (b + root) / (2 * a), q = (b - root) / (2 * a);
    Type elementType = type.getElementType();
    if (!isa<FloatType>(elementType) &&
        (p != std::trunc(p) || q != std::trunc(q) || a * (p + q) != b ||
         a * p * q != c))
      return rewriter.notifyMatchFailure(op, "the factors are no integers");

    Location loc = op.getLoc();
    auto build = [&](double number) {
      return buildScalar(rewriter, loc, elementType, number);
    };
    auto buildFactor = [&](double number) -> Value {
      Value product = MultiplyOp::create(rewriter, loc, type, y, build(number));
      return AddOp::create(rewriter, loc, type, x, product);
    };
    Value left = buildFactor(p);
    Value right = isSquare ? left : buildFactor(q);
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
