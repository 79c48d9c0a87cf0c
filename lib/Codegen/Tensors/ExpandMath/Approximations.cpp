//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Approximations of math functions by arithmetic, without branches or tables,
// so that loops over them vectorise. All fused multiply-adds are explicit and
// nothing may be reassociated: every vector width gives the same bits. Only
// instructions of every x86-64 with FMA are needed: whole numbers are made by
// adding and subtracting a power of two, in the mode round-to-nearest.
//
// Reductions of arguments and the form of the logarithm follow W. J. Cody and
// W. Waite, "Software Manual for the Elementary Functions" (1980), and P. T. P.
// Tang, "Table-driven implementation of the logarithm function" (1990); sums of
// two floats T. J. Dekker, "A floating-point technique for extending the
// available precision" (1971).
//
//===----------------------------------------------------------------------===//

#include "Approximations.h"
#include "Coefficients.h"
#include "MathBuilder.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::coefficients;

using Sum = MathBuilder::Sum;

/// Return the constant that rounds a small float to a whole number when it is
/// added and subtracted. The number is then in the low bits of the sum.
static double getRounder(MathBuilder &m) {
  return std::ldexp(1.5, m.getNumFractionBits());
}

/// Emit 2^n. The lowest bits of `biased` hold n plus the bias of exponents, in
/// the range of normal ones. The higher bits have no effect.
static Value emitPowerOfTwo(MathBuilder &m, Value biased) {
  return m.fromBits(m.shiftLeft(biased, m.getNumFractionBits()));
}

//===----------------------------------------------------------------------===//
// Exponential function
//===----------------------------------------------------------------------===//

namespace {
/// Which results of an exponential function matter.
enum class Results {
  /// All.
  Whole,
  /// From 1 to 2^63. Larger ones are at least 2^63.
  Moderate
};
} // namespace

/// exp(x + low) for a negligible or absent `low`, where tail holds (exp(r) - 1
/// - r) / r^2.
static Value emitExp(MathBuilder &m, Value x, Value low, ArrayRef<double> tail,
                     Results results = Results::Whole) {
  bool isDouble = m.isDouble(), isWhole = results == Results::Whole;
  // Beyond these bounds the result overflows, or rounds to 0.
  if (isWhole)
    x = isDouble ? m.clamp(x, -746, 710) : m.clamp(x, -104, 89);
  else
    x = m.atMost(x, 44);
  // x = n log(2) + r with |r| <= log(2) / 2. The sum with the rounder holds n
  // and the bias of the exponents of the factors that the result is scaled by.
  int64_t bias = m.getExponentBias() * (isWhole ? 2 : 1);
  Value rounder = m.constant(getRounder(m) + bias);
  Value shifted = m.fma(x, m.constant(isDouble ? log2e64 : log2e32), rounder);
  Value minusN = m.sub(rounder, shifted);
  Value r = m.fma(minusN, m.constant(isDouble ? ln2High64 : ln2High32), x);
  Value ln2Low = m.constant(isDouble ? ln2Low64 : ln2Low32);
  r = low ? m.add(r, m.fma(minusN, ln2Low, low)) : m.fma(minusN, ln2Low, r);
  // exp(r) = 1 + (r + r^2 tail(r)).
  Value expm1 = m.fma(m.mul(r, r), m.polynomial(r, tail), r);
  Value result = m.add(m.constant(1), expm1);
  Value exponent = m.toBits(shifted);
  if (!isWhole)
    return m.mul(result, emitPowerOfTwo(m, exponent));
  // Times 2^n in two steps: n may be outside the range of exponents, and only
  // the last step may round.
  Value half = m.shiftRight(exponent, 1);
  result = m.mul(result, emitPowerOfTwo(m, half));
  return m.mul(result, emitPowerOfTwo(m, m.subBits(exponent, half)));
}

static Value emitExp(MathBuilder &m, Value x,
                     Results results = Results::Whole) {
  if (m.isDouble())
    return emitExp(m, x, Value(), exp64, results);
  return emitExp(m, x, Value(), exp32, results);
}

Value relay::expandExp(OpBuilder &b, Location loc, Value x) {
  MathBuilder m(b, loc, x.getType());
  return emitExp(m, x);
}

//===----------------------------------------------------------------------===//
// Logarithm
//===----------------------------------------------------------------------===//

namespace {
/// x as 2^exponent fraction, with sqrt(1/2) <= fraction < sqrt(2).
struct Decomposition {
  Value fraction, exponent;
};
} // namespace

/// Takes apart x, which is finite and positive (other values give nonsense, to
/// be replaced).
static Decomposition emitDecomposition(MathBuilder &m, Value x) {
  unsigned fractionBits = m.getNumFractionBits();
  int64_t bias = m.getExponentBias();
  // Subnormal numbers are made normal.
  Value isSubnormal = m.less(x, m.constant(std::ldexp(1.0, 1 - int(bias))));
  int64_t scale = fractionBits + 1;
  x = m.select(isSubnormal, m.mul(x, m.constant(std::ldexp(1.0, scale))), x);
  // The bits of a float are its exponent and fraction: less those of sqrt(1/2),
  // they start anew with every power of two times sqrt(1/2).
  int64_t sqrtHalf = m.isDouble()
                         ? llvm::bit_cast<int64_t>(0x1.6a09e667f3bcdp-1)
                         : llvm::bit_cast<int32_t>(0x1.6a09e6p-1f);
  Value offset = m.subBits(m.toBits(x), m.bits(sqrtHalf));
  Value exponent = m.shiftRight(offset, fractionBits);
  Value fraction = m.fromBits(
      m.addBits(m.andBits(offset, m.bits((int64_t(1) << fractionBits) - 1)),
                m.bits(sqrtHalf)));
  // To a float by way of its bits: not every CPU converts vectors of i64.
  double rounder = getRounder(m);
  exponent = m.fromBits(m.addBits(exponent, m.toBits(m.constant(rounder))));
  exponent = m.sub(exponent, m.select(isSubnormal, m.constant(rounder + scale),
                                      m.constant(rounder)));
  return {fraction, exponent};
}

/// log(x) of a finite positive x, where tail holds (log((1 + s) / (1 - s)) - 2
/// s) / s^3 in s^2.
static Value emitFiniteLog(MathBuilder &m, Value x, ArrayRef<double> tail) {
  bool isDouble = m.isDouble();
  auto [fraction, exponent] = emitDecomposition(m, x);
  // With s = f / (2 + f): log(1 + f) = f - t and
  // t = f^2/2 - s (f^2/2 + s^2 tail(s^2)).
  Value f = m.sub(fraction, m.constant(1));
  Value s = m.div(f, m.add(m.constant(2), f));
  Value squared = m.mul(s, s);
  Value halfSquare = m.mul(m.mul(f, f), m.constant(0.5));
  Value rest = m.fma(squared, m.polynomial(squared, tail), halfSquare);
  Value t =
      m.sub(halfSquare,
            m.fma(s, rest,
                  m.mul(exponent, m.constant(isDouble ? ln2Low64 : ln2Low32))));
  // exponent log(2) + f - t, where only the last sum rounds.
  Sum sum = m.addFast(
      m.mul(exponent, m.constant(isDouble ? ln2High64 : ln2High32)), f);
  return m.add(sum.high, m.sub(sum.low, t));
}

Value relay::expandLog(OpBuilder &b, Location loc, Value x) {
  MathBuilder m(b, loc, x.getType());
  Value result =
      m.isDouble() ? emitFiniteLog(m, x, log64) : emitFiniteLog(m, x, log32);
  Value zero = m.constant(0);
  // Infinity and NaN are their own logarithms.
  result = m.select(m.less(x, m.infinity()), result, x);
  result = m.select(m.equal(x, zero), m.neg(m.infinity()), result);
  return m.select(m.less(x, zero), m.nan(), result);
}

//===----------------------------------------------------------------------===//
// Power
//===----------------------------------------------------------------------===//

/// log(x) of a finite positive x, of f64, with about 64 significant bits.
static Sum emitLogSum(MathBuilder &m, Value x) {
  auto [fraction, exponent] = emitDecomposition(m, x);
  Value one = m.constant(1);
  // s = (fraction - 1) / (fraction + 1).
  Value f = m.sub(fraction, one);
  Value divisor = m.add(fraction, one);
  Value divisorLow = m.sub(fraction, m.sub(divisor, one));
  Value s = m.div(f, divisor);
  Value minusS = m.neg(s);
  Value sLow =
      m.div(m.fma(minusS, divisorLow, m.fma(minusS, divisor, f)), divisor);
  // s^2, s^3 and 2/3 s^3.
  Sum square = m.multiplyExactly(s, s);
  square.low = m.fma(m.mul(m.constant(2), s), sLow, square.low);
  Sum cube = m.multiplyExactly(square.high, s);
  cube.low = m.fma(square.high, sLow, m.fma(square.low, s, cube.low));
  Value twoThirds = m.constant(twoThirdsHigh);
  Sum third = m.multiplyExactly(cube.high, twoThirds);
  third.low = m.fma(cube.low, twoThirds,
                    m.fma(cube.high, m.constant(twoThirdsLow), third.low));
  // log(fraction) = 2 s + 2/3 s^3 + s^5 tail(s^2).
  Value tail =
      m.mul(m.mul(cube.high, square.high), m.polynomial(square.high, pow64Log));
  Value two = m.constant(2);
  Sum log = m.addFast(m.mul(two, s), third.high);
  log = m.addFast(log.high,
                  m.add(log.low, m.fma(two, sLow, m.add(third.low, tail))));
  // Plus exponent log(2).
  Sum sum = m.addFast(m.mul(exponent, m.constant(ln2High64)), log.high);
  return m.addFast(
      sum.high, m.add(sum.low, m.fma(exponent, m.constant(ln2Low64), log.low)));
}

/// Whether x, which is not negative, is a whole number.
static Value emitIsWhole(MathBuilder &m, Value x) {
  Value limit = m.constant(0x1p52);
  Value rounded = m.sub(m.add(x, limit), limit);
  return m.either(m.negate(m.less(x, limit)), m.equal(rounded, x));
}

/// x^y in f64, `magnitude` being |x|^y for a finite |x| > 0.
static Value emitPowSpecialValues(MathBuilder &m, Value x, Value y,
                                  Value magnitude) {
  Value zero = m.constant(0), one = m.constant(1), infinity = m.infinity();
  Value absX = m.abs(x), absY = m.abs(y);
  Value isZero = m.equal(x, zero), isInfinite = m.equal(absX, infinity);
  Value yIsNegative = m.less(y, zero);
  // 1^y = 1, also where y is infinite.
  magnitude = m.select(m.equal(absX, one), one, magnitude);
  // 0^y and inf^y.
  magnitude = m.select(m.either(isZero, isInfinite),
                       m.select(m.differ(isZero, yIsNegative), zero, infinity),
                       magnitude);
  // The sign is that of x if y is odd; from 2^53 on all floats are even.
  Value isWhole = emitIsWhole(m, absY);
  Value isOdd = m.both(m.both(isWhole, m.less(absY, m.constant(0x1p53))),
                       m.negate(emitIsWhole(m, m.mul(absY, m.constant(0.5)))));
  Value result =
      m.select(m.both(isOdd, m.isNegative(x)), m.neg(magnitude), magnitude);
  // A finite negative number has only whole powers.
  Value isUndefined = m.both(m.both(m.less(x, zero), m.less(absX, infinity)),
                             m.negate(isWhole));
  result = m.select(m.either(isUndefined, m.unordered(x, y)), m.nan(), result);
  // x^0 = 1^y = 1, also of NaN.
  return m.select(m.either(m.equal(y, zero), m.equal(x, one)), one, result);
}

/// x^y in f64, to nearly the last bit.
static Value emitDoublePow(MathBuilder &m, Value x, Value y) {
  Sum log = emitLogSum(m, m.abs(x));
  Value product = m.mul(y, log.high);
  Value low = m.fma(y, log.low, m.fma(y, log.high, m.neg(product)));
  // If the product is infinite, `low` is not a number.
  Value isModerate = m.less(m.abs(product), m.constant(1024));
  low = m.select(isModerate, low, m.constant(0));
  return emitPowSpecialValues(m, x, y, emitExp(m, product, low, exp64));
}

Value relay::expandPow(OpBuilder &b, Location loc, Value x, Value y) {
  MathBuilder m(b, loc, x.getType());
  if (m.isDouble())
    return emitDoublePow(m, x, y);
  // f32: in f64, to which plain logarithms are exact enough.
  MathBuilder wide(b, loc, m.withElement(b.getF64Type()));
  Value wideX = arith::ExtFOp::create(b, loc, wide.getType(), x);
  Value wideY = arith::ExtFOp::create(b, loc, wide.getType(), y);
  Value log = emitFiniteLog(wide, wide.abs(wideX), pow32Log);
  Value magnitude = emitExp(wide, wide.mul(wideY, log), Value(), pow32Exp);
  Value result = emitPowSpecialValues(wide, wideX, wideY, magnitude);
  return arith::TruncFOp::create(b, loc, x.getType(), result);
}

//===----------------------------------------------------------------------===//
// Hyperbolic tangent and error function
//===----------------------------------------------------------------------===//

Value relay::expandTanh(OpBuilder &b, Location loc, Value x) {
  MathBuilder m(b, loc, x.getType());
  bool isDouble = m.isDouble();
  Value y = m.abs(x), one = m.constant(1);
  // Small: y + y^3 tail(y^2).
  Value square = m.mul(y, y);
  Value tail =
      isDouble ? m.polynomial(square, tanh64) : m.polynomial(square, tanh32);
  Value small = m.fma(y, m.mul(square, tail), y);
  // Large: 1 - 2 / (exp(2 y) + 1), which rounds to 1 for a large exp(2 y).
  Value divisor = m.add(emitExp(m, m.add(y, y), Results::Moderate), one);
  Value large = m.sub(one, m.div(m.constant(2), divisor));
  Value limit = m.constant(isDouble ? tanhLimit64 : tanhLimit32);
  return m.copySign(m.select(m.less(y, limit), small, large), x);
}

Value relay::expandErf(OpBuilder &b, Location loc, Value x) {
  MathBuilder m(b, loc, x.getType());
  bool isDouble = m.isDouble();
  Value magnitude = m.abs(x), one = m.constant(1);
  // Small: y + y tail(y^2).
  Value square = m.mul(magnitude, magnitude);
  Value tail =
      isDouble ? m.polynomial(square, erf64) : m.polynomial(square, erf32);
  Value small = m.fma(magnitude, tail, magnitude);
  // Large: 1 - exp(-y^2) scaled(y); from a limit on it rounds to 1.
  Value y = m.clamp(magnitude, 0, isDouble ? 6 : 4);
  Value scaled = isDouble
                     ? m.polynomial(m.div(one, m.add(m.constant(3), y)), erfc64)
                     : m.polynomial(m.sub(y, m.constant(1.5)), erfc32);
  Sum ySquare = m.multiplyExactly(y, y);
  Value exponential =
      isDouble ? emitExp(m, m.neg(ySquare.high), m.neg(ySquare.low), exp64)
               : emitExp(m, m.neg(ySquare.high), m.neg(ySquare.low), exp32);
  Value large = m.fma(m.neg(exponential), scaled, one);
  Value limit = m.constant(isDouble ? erfLimit64 : erfLimit32);
  return m.copySign(m.select(m.less(magnitude, limit), small, large), x);
}

//===----------------------------------------------------------------------===//
// Square root and rounding
//===----------------------------------------------------------------------===//

Value relay::expandRsqrt(OpBuilder &b, Location loc, Value x) {
  MathBuilder m(b, loc, x.getType());
  Value one = m.constant(1);
  Value y = m.div(one, m.sqrt(x));
  // Both steps round; y + y (1 - x y^2) / 2 makes up for it. This does not hold
  // for 0 and infinity, because 1 - x y^2 is not a number.
  Sum xy = m.multiplyExactly(x, y);
  Value error = m.fma(m.neg(xy.low), y, m.fma(m.neg(xy.high), y, one));
  Value better = m.fma(m.mul(y, m.constant(0.5)), error, y);
  return m.select(m.unordered(error, error), y, better);
}

Value relay::expandRound(OpBuilder &b, Location loc, Value x) {
  MathBuilder m(b, loc, x.getType());
  // The number below 1/2: with 1/2 itself the sum could round up to the next
  // whole number.
  double half = m.isDouble() ? std::nextafter(0.5, 0.0)
                             : double(std::nextafter(0.5f, 0.0f));
  return m.trunc(m.add(x, m.copySign(m.constant(half), x)));
}

//===----------------------------------------------------------------------===//
// Other logarithms and hyperbolic functions
//===----------------------------------------------------------------------===//

/// Emits a function of f64; those of f32 are computed so and rounded.
static Value emitInDouble(OpBuilder &b, Location loc, Value x,
                          function_ref<Value(MathBuilder &, Value)> emit) {
  MathBuilder m(b, loc, x.getType());
  if (m.isDouble())
    return emit(m, x);
  MathBuilder wide(b, loc, m.withElement(b.getF64Type()));
  Value result = emit(wide, arith::ExtFOp::create(b, loc, wide.getType(), x));
  return arith::TruncFOp::create(b, loc, x.getType(), result);
}

/// `result` for a finite positive x; what annex F of C99 says of others.
static Value emitLogSpecialValues(MathBuilder &m, Value x, Value result) {
  Value zero = m.constant(0);
  // Infinity and NaN are their own logarithms.
  result = m.select(m.less(x, m.infinity()), result, x);
  result = m.select(m.equal(x, zero), m.neg(m.infinity()), result);
  return m.select(m.less(x, zero), m.nan(), result);
}

/// log(x) / log(base), where high + low is 1 / log(base).
static Value expandLogTo(OpBuilder &b, Location loc, Value x, double high,
                         double low) {
  return emitInDouble(b, loc, x, [&](MathBuilder &m, Value x) {
    Sum log = emitLogSum(m, x);
    Sum product = m.multiplyExactly(log.high, m.constant(high));
    Value rest = m.fma(log.high, m.constant(low),
                       m.fma(log.low, m.constant(high), product.low));
    return emitLogSpecialValues(m, x, m.add(product.high, rest));
  });
}

Value relay::expandLog2(OpBuilder &b, Location loc, Value x) {
  return expandLogTo(b, loc, x, log2eHigh, log2eLow);
}

Value relay::expandLog10(OpBuilder &b, Location loc, Value x) {
  return expandLogTo(b, loc, x, log10eHigh, log10eLow);
}

/// exp(x) / 2 of a positive x, which overflows where that does.
static Value emitHalfExp(MathBuilder &m, Value x) {
  // From here on it is infinite.
  x = m.atMost(x, 1024);
  Value minusLn2 = m.constant(-ln2High64);
  Sum shifted = m.addExactly(x, minusLn2);
  Value low = m.sub(shifted.low, m.constant(ln2Low64));
  return emitExp(m, shifted.high, low, exp64);
}

Value relay::expandCosh(OpBuilder &b, Location loc, Value x) {
  return emitInDouble(b, loc, x, [](MathBuilder &m, Value x) {
    Value half = emitHalfExp(m, m.abs(x));
    return m.add(half, m.div(m.constant(0.25), half));
  });
}

Value relay::expandSinh(OpBuilder &b, Location loc, Value x) {
  return emitInDouble(b, loc, x, [](MathBuilder &m, Value x) {
    Value y = m.abs(x), square = m.mul(y, y);
    // Small: y + y^3 tail(y^2).
    Value small = m.fma(y, m.mul(square, m.polynomial(square, sinh64)), y);
    Value half = emitHalfExp(m, y);
    Value large = m.sub(half, m.div(m.constant(0.25), half));
    return m.copySign(m.select(m.less(y, m.constant(1)), small, large), x);
  });
}

/// log(y + sqrt(y^2 + term)) of a y >= 1 - term, for a term of 1 or -1.
static Value emitAreaFunction(MathBuilder &m, Value y, double term) {
  // Beyond 2^28 the root is y.
  Value isLarge = m.less(m.constant(0x1p28), y);
  Value moderate = m.atMost(y, 0x1p28);
  Sum square = m.multiplyExactly(moderate, moderate);
  Sum radicand = m.addExactly(square.high, m.constant(term));
  radicand.low = m.add(radicand.low, square.low);
  Value root = m.sqrt(radicand.high);
  Value error = m.add(m.fma(m.neg(root), root, radicand.high), radicand.low);
  // If the root is 0, there is none.
  Value isZero = m.equal(root, m.constant(0));
  Value divisor = m.select(isZero, m.constant(1), m.add(root, root));
  Value rootLow = m.div(error, divisor);
  Sum argument = m.addExactly(moderate, root);
  argument.low = m.add(argument.low, rootLow);
  Sum log = emitLogSum(m, m.select(isLarge, y, argument.high));
  Value zero = m.constant(0);
  Value low = m.select(isLarge, m.constant(ln2Low64),
                       m.div(argument.low, argument.high));
  Sum sum =
      m.addExactly(log.high, m.select(isLarge, m.constant(ln2High64), zero));
  return m.add(sum.high, m.add(sum.low, m.add(log.low, low)));
}

Value relay::expandAcosh(OpBuilder &b, Location loc, Value x) {
  return emitInDouble(b, loc, x, [](MathBuilder &m, Value x) {
    Value result = emitAreaFunction(m, x, -1);
    // Infinity and NaN are their own.
    result = m.select(m.less(x, m.infinity()), result, x);
    return m.select(m.less(x, m.constant(1)), m.nan(), result);
  });
}

Value relay::expandAsinh(OpBuilder &b, Location loc, Value x) {
  return emitInDouble(b, loc, x, [](MathBuilder &m, Value x) {
    Value y = m.abs(x), square = m.mul(y, y);
    // Small: y + y^3 tail(y^2).
    Value small = m.fma(y, m.mul(square, m.polynomial(square, asinh64)), y);
    Value large = emitAreaFunction(m, y, 1);
    large = m.select(m.less(y, m.infinity()), large, y);
    return m.copySign(m.select(m.less(y, m.constant(0.25)), small, large), x);
  });
}

Value relay::expandAtanh(OpBuilder &b, Location loc, Value x) {
  return emitInDouble(b, loc, x, [](MathBuilder &m, Value x) {
    Value y = m.abs(x), square = m.mul(y, y), one = m.constant(1);
    Value half = m.constant(0.5);
    // Small: y + y^3 tail(y^2) / 2, as the logarithm of (1 + y) / (1 - y).
    Value tail = m.mul(m.mul(square, half), m.polynomial(square, log64));
    Value small = m.fma(y, tail, y);
    Sum above = m.addFast(one, y), below = m.addFast(one, m.neg(y));
    Sum logAbove = emitLogSum(m, above.high);
    Sum logBelow = emitLogSum(m, below.high);
    Value low =
        m.sub(m.div(above.low, above.high), m.div(below.low, below.high));
    Sum sum = m.addExactly(logAbove.high, m.neg(logBelow.high));
    low = m.add(m.add(sum.low, low), m.sub(logAbove.low, logBelow.low));
    Value large = m.mul(half, m.add(sum.high, low));
    Value result = m.select(m.less(y, m.constant(0.171)), small, large);
    result = m.select(m.equal(y, one), m.infinity(), result);
    result = m.select(m.less(one, y), m.nan(), result);
    return m.copySign(result, x);
  });
}
