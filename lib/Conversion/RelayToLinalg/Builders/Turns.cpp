//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sine and cosine of parts of a turn: the nearest quarter is subtracted, which
// is exact, and Taylor's series are summed for the rest.
//
//===----------------------------------------------------------------------===//

#include "Turns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

/// The sum of x^(2 * i + first) / (2 * i + first)! with alternating signs, for
/// the square of x, divided by x^first. `first` is 0 or 1.
static Value buildSeries(Emitter &b, Value square, int first) {
  // The terms after the last are below 2^-58 for x up to pi / 4.
  constexpr int last = 17;
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  };
  Value sum;
  for (int power = last - 1 + first; power >= 0; power -= 2) {
    double factorial = 1;
    for (int i = 2; i <= power; ++i)
      factorial *= i;
    Value term = constant((power / 2 % 2 ? -1 : 1) / factorial);
    sum = sum ? arith::AddFOp::create(b, arith::MulFOp::create(b, sum, square),
                                      term)
                    .getResult()
              : term;
  }
  return sum;
}

SineAndCosine relay::buildSineAndCosine(Emitter &b, Value turns) {
  Type f64 = b.getF64Type(), i64 = b.getI64Type();
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
  };
  auto integer = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  };
  Value quarters = arith::MulFOp::create(b, turns, constant(4));
  Value nearest = arith::FPToSIOp::create(
      b, i64, arith::AddFOp::create(b, quarters, constant(0.5)));
  Value rest = arith::SubFOp::create(b, quarters,
                                     arith::SIToFPOp::create(b, f64, nearest));
  Value x = arith::MulFOp::create(b, rest, constant(llvm::numbers::pi / 2));
  Value square = arith::MulFOp::create(b, x, x);
  Value sine = arith::MulFOp::create(b, x, buildSeries(b, square, 1));
  Value cosine = buildSeries(b, square, 0);
  // Each quarter takes (sine, cosine) to (cosine, -sine).
  auto hasBit = [&](int64_t bit) -> Value {
    return arith::CmpIOp::create(
        b, arith::CmpIPredicate::ne,
        arith::AndIOp::create(b, nearest, integer(bit)), integer(0));
  };
  auto select = [&](Value condition, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, condition, x, y);
  };
  auto negate = [&](Value x) -> Value { return arith::NegFOp::create(b, x); };
  Value isOdd = hasBit(1), isBack = hasBit(2);
  Value turnedSine = select(isOdd, cosine, sine);
  Value turnedCosine = select(isOdd, negate(sine), cosine);
  return {select(isBack, negate(turnedSine), turnedSine),
          select(isBack, negate(turnedCosine), turnedCosine)};
}
