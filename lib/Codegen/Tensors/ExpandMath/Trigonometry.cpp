//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trigonometric functions and their inverses, as Approximations.cpp has others.
// All are computed in f64. Angles are reduced exactly, following M. H. Payne
// and R. N. Hanek, "Radian reduction for trigonometric functions" (1983): of 2
// / pi only those bits matter that do not give whole turns.
//
//===----------------------------------------------------------------------===//

#include "Approximations.h"
#include "Coefficients.h"
#include "MathBuilder.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::coefficients;

using Sum = MathBuilder::Sum;

/// The bits of 2 / pi in a word of twoOverPi.
static constexpr int wordBits = 48;
/// How many words the product with an angle needs.
static constexpr int numUsedWords = 5;

namespace {
/// An angle less a multiple of pi / 2.
struct ReducedAngle {
  /// From -pi / 4 to pi / 4. There is no low part where one f64 is enough.
  Sum rest;
  /// Bits 0 and 1 tell the multiple modulo 4.
  Value quadrant;
};
} // namespace

/// v less a multiple of 4, exactly.
static Value emitModulo4(MathBuilder &m, Value v) {
  Value quarters = m.trunc(m.mul(v, m.constant(0.25)));
  return m.fma(quarters, m.constant(-4), v);
}

/// Makes of `terms` a sum of as many floats, the largest last, exactly.
static void emitDistillation(MathBuilder &m, MutableArrayRef<Value> terms) {
  for (size_t i = 1; i < terms.size(); ++i) {
    Sum sum = m.addExactly(terms[i], terms[i - 1]);
    terms[i] = sum.high;
    terms[i - 1] = sum.low;
  }
}

/// The largest f64 that is at most pi / 4: the angles that are their own rest.
static constexpr double largestRest = 0x1.921fb54442d18p-1;

/// Reduces a positive angle.
static ReducedAngle emitReduction(MathBuilder &m, Value angle) {
  // x 2^-48 and the words of 2 / pi after the first, as often as what the first
  // word gives is a multiple of 4: as long as x is at least 2^(54 + 48).
  SmallVector<Value> words;
  for (double word : twoOverPi)
    words.push_back(m.constant(word));
  Value zero = m.constant(0), x = angle;
  int numSteps = 0;
  while (54 + wordBits * (1 << numSteps) < 1024)
    ++numSteps;
  for (int step = numSteps - 1; step >= 0; --step) {
    int shift = 1 << step;
    Value shifts =
        m.negate(m.less(x, m.constant(std::ldexp(1.0, 54 + wordBits * shift))));
    x = m.select(shifts,
                 m.mul(x, m.constant(std::ldexp(1.0, -wordBits * shift))), x);
    SmallVector<Value> shifted;
    for (int i = 0; i < numUsedWords + shift - 1; ++i) {
      auto getWord = [&](size_t index) {
        return index < words.size() ? words[index] : zero;
      };
      shifted.push_back(m.select(shifts, getWord(i + shift), getWord(i)));
    }
    words = std::move(shifted);
  }

  // The product with the words, modulo 4; the smallest terms first.
  SmallVector<Value> terms;
  double scale = 1;
  for (int i = 0; i < numUsedWords; ++i) {
    scale = std::ldexp(scale, -wordBits);
    Sum product = m.multiplyExactly(x, m.mul(words[i], m.constant(scale)));
    if (i < 3)
      product.high = emitModulo4(m, product.high);
    if (i < 2)
      product.low = emitModulo4(m, product.low);
    terms.insert(terms.begin(), {product.low, product.high});
  }
  for (int i = 0; i < 3; ++i)
    emitDistillation(m, terms);
  Value rounder = m.constant(0x1.8p52);
  Value shifted = m.add(terms.back(), rounder);
  terms.back() = m.sub(terms.back(), m.sub(shifted, rounder));
  emitDistillation(m, terms);
  Sum fraction = m.addFast(terms.back(), terms[terms.size() - 2]);
  fraction.low = m.add(fraction.low, terms[terms.size() - 3]);
  // Times pi / 2.
  Sum rest = m.multiplyExactly(fraction.high, m.constant(halfPiHigh));
  rest.low = m.fma(fraction.high, m.constant(halfPiLow),
                   m.fma(fraction.low, m.constant(halfPiHigh), rest.low));
  rest = m.addFast(rest.high, rest.low);
  // An angle up to pi / 4 is its own rest, also where products underflow.
  Value isSmall = m.less(angle, m.constant(largestRest));
  return {
      {m.select(isSmall, angle, rest.high), m.select(isSmall, zero, rest.low)},
      m.select(isSmall, m.bits(0), m.toBits(shifted))};
}

/// Reduces a positive angle that is an f32, to a rest that is right to 2^-60 of
/// a turn: no f32 is closer than 2^-29 to a multiple of pi / 2. The product of
/// its 24 bits and 24 bits of 2 / pi is an f64.
static ReducedAngle emitSingleReduction(MathBuilder &m, Value angle) {
  constexpr int bits = wordBits / 2, numTerms = 6, numSkipped = 2;
  auto getWord = [](int index) {
    double word = twoOverPi[index / 2];
    double high = std::floor(std::ldexp(word, -bits));
    double half = index % 2 == 0 ? high : word - std::ldexp(high, bits);
    return std::ldexp(half, -bits * (index + 1));
  };
  // The first two words contribute a multiple of 4 from here on.
  Value isLarge = m.negate(m.less(angle, m.constant(std::ldexp(1.0, 74))));
  // Terms, each 2^24 times less than the one before, modulo 4.
  SmallVector<Value> terms;
  for (int i = 0; i < numTerms; ++i) {
    Value word = m.select(isLarge, m.constant(getWord(i + numSkipped)),
                          m.constant(getWord(i)));
    Value term = m.mul(angle, word);
    terms.push_back(i < 4 ? emitModulo4(m, term) : term);
  }
  Value sum = terms.back();
  for (Value term : llvm::drop_begin(llvm::reverse(terms)))
    sum = m.add(sum, term);
  Value rounder = m.constant(0x1.8p52);
  Value shifted = m.add(sum, rounder);
  // Sums are exact until what is left is of the size of the fraction.
  Value fraction = m.neg(m.sub(shifted, rounder));
  for (Value term : terms)
    fraction = m.add(fraction, term);
  Value isSmall = m.less(angle, m.constant(largestRest));
  Value rest =
      m.select(isSmall, angle, m.mul(fraction, m.constant(halfPiHigh)));
  return {{rest, Value()}, m.select(isSmall, m.bits(0), m.toBits(shifted))};
}

/// sin(r) and cos(r) of a rest.
static std::pair<Value, Value> emitSinCos(MathBuilder &m, Sum r) {
  Value one = m.constant(1), square = m.mul(r.high, r.high);
  if (!r.low)
    return {m.fma(m.mul(square, r.high), m.polynomial(square, sin64), r.high),
            m.fma(m.mul(square, square), m.polynomial(square, cos64),
                  m.fma(square, m.constant(-0.5), one))};
  Value halfSquare = m.mul(square, m.constant(0.5));
  // sin(r) = r + r^3 tail(r^2), and its slope 1 - r^2 / 2 for the low part.
  Value cube = m.mul(square, r.high);
  Value slope = m.sub(one, halfSquare);
  Value sin = m.add(
      r.high, m.fma(cube, m.polynomial(square, sin64), m.mul(r.low, slope)));
  // cos(r) = 1 - r^2 / 2 + r^4 tail(r^2), where the first difference rounds.
  Value error = m.sub(m.sub(one, slope), halfSquare);
  Value tail = m.fma(m.mul(square, square), m.polynomial(square, cos64),
                     m.fma(m.neg(r.high), r.low, error));
  return {sin, m.add(slope, tail)};
}

/// Whether bit `bit` of `bits` is set.
static Value emitIsBitSet(MathBuilder &m, Value bits, int bit) {
  int width = m.isDouble() ? 64 : 32;
  return m.isNegative(m.fromBits(m.shiftLeft(bits, width - 1 - bit)));
}

/// Emits a function in f64; those of f32 are computed so and rounded.
static Value emitWide(OpBuilder &b, Location loc, Value x,
                      function_ref<Value(MathBuilder &, Value)> emit) {
  MathBuilder m(b, loc, x.getType());
  if (m.isDouble())
    return emit(m, x);
  MathBuilder wide(b, loc, m.withElement(b.getF64Type()));
  Value wideX = arith::ExtFOp::create(b, loc, wide.getType(), x);
  return arith::TruncFOp::create(b, loc, x.getType(), emit(wide, wideX));
}

/// The same of the sine, the cosine and the quadrant of an angle. The first two
/// are those of the rest.
static Value emitWithAngle(
    OpBuilder &b, Location loc, Value x,
    function_ref<Value(MathBuilder &, Value, Value, Value, Value)> emit) {
  bool isDouble = MathBuilder(b, loc, x.getType()).isDouble();
  return emitWide(b, loc, x, [&](MathBuilder &m, Value x) {
    Value magnitude = m.abs(x);
    ReducedAngle angle = isDouble ? emitReduction(m, magnitude)
                                  : emitSingleReduction(m, magnitude);
    auto [sin, cos] = emitSinCos(m, angle.rest);
    return emit(m, x, sin, cos, angle.quadrant);
  });
}

Value relay::expandSin(OpBuilder &b, Location loc, Value x) {
  return emitWithAngle(
      b, loc, x,
      [](MathBuilder &m, Value x, Value sin, Value cos, Value quadrant) {
        Value result = m.select(emitIsBitSet(m, quadrant, 0), cos, sin);
        Value isNegated =
            m.differ(emitIsBitSet(m, quadrant, 1), m.isNegative(x));
        return m.select(isNegated, m.neg(result), result);
      });
}

Value relay::expandCos(OpBuilder &b, Location loc, Value x) {
  return emitWithAngle(
      b, loc, x,
      [](MathBuilder &m, Value, Value sin, Value cos, Value quadrant) {
        Value isOdd = emitIsBitSet(m, quadrant, 0);
        Value result = m.select(isOdd, sin, cos);
        Value isNegated = m.differ(emitIsBitSet(m, quadrant, 1), isOdd);
        return m.select(isNegated, m.neg(result), result);
      });
}

Value relay::expandTan(OpBuilder &b, Location loc, Value x) {
  return emitWithAngle(
      b, loc, x,
      [](MathBuilder &m, Value x, Value sin, Value cos, Value quadrant) {
        Value isOdd = emitIsBitSet(m, quadrant, 0);
        Value result =
            m.div(m.select(isOdd, cos, sin), m.select(isOdd, sin, cos));
        Value isNegated = m.differ(isOdd, m.isNegative(x));
        return m.select(isNegated, m.neg(result), result);
      });
}

//===----------------------------------------------------------------------===//
// Inverse functions
//===----------------------------------------------------------------------===//

Value relay::expandAtan(OpBuilder &b, Location loc, Value x) {
  return emitWide(b, loc, x, [](MathBuilder &m, Value x) {
    Value y = m.abs(x), one = m.constant(1), zero = m.constant(0);
    // atan(y) = base + atan(t) with t below tan(pi / 8).
    Value isMiddle = m.less(m.constant(0x1.a827999fcef32p-2), y);
    Value isLarge = m.less(m.constant(0x1.3504f333f9de6p+1), y);
    Value numerator = m.select(isMiddle, m.sub(y, one), y);
    numerator = m.select(isLarge, m.constant(-1), numerator);
    Value divisor = m.select(isMiddle, m.add(y, one), one);
    divisor = m.select(isLarge, y, divisor);
    Value t = m.div(numerator, divisor), square = m.mul(t, t);
    auto select = [&](double halfPi) {
      Value base = m.select(isMiddle, m.constant(halfPi / 2), zero);
      return m.select(isLarge, m.constant(halfPi), base);
    };
    Value tail = m.mul(m.mul(t, square), m.polynomial(square, atan64));
    Sum sum = m.addFast(select(halfPiHigh), t);
    Value rest = m.add(m.add(tail, select(halfPiLow)), sum.low);
    return m.copySign(m.add(sum.high, rest), x);
  });
}

namespace {
/// The intermediate values of the arc sine and arc cosine of |x|.
struct ArcSine {
  /// Whether |x| is at least 1/2.
  Value isLarge;
  /// asin(y) = y.high + rest, of y = |x|, or sqrt((1 - |x|) / 2) if it is
  /// large: asin(|x|) = pi / 2 - 2 asin(y).
  Value y, rest;
};
} // namespace

static ArcSine emitArcSine(MathBuilder &m, Value x) {
  Value magnitude = m.abs(x), half = m.constant(0.5), zero = m.constant(0);
  Value isLarge = m.negate(m.less(magnitude, half));
  Value square = m.select(isLarge, m.mul(m.sub(m.constant(1), magnitude), half),
                          m.mul(magnitude, magnitude));
  Value root = m.sqrt(square);
  // The error of the root; there is none of 0.
  Value divisor =
      m.select(m.equal(root, zero), m.constant(1), m.add(root, root));
  Value error = m.div(m.fma(m.neg(root), root, square), divisor);
  Value y = m.select(isLarge, root, magnitude);
  Value low = m.select(isLarge, error, zero);
  Value tail = m.mul(m.mul(y, square), m.polynomial(square, asin64));
  return {isLarge, y, m.add(tail, low)};
}

Value relay::expandAsin(OpBuilder &b, Location loc, Value x) {
  return emitWide(b, loc, x, [](MathBuilder &m, Value x) {
    ArcSine arc = emitArcSine(m, x);
    Value two = m.constant(2);
    Sum sum = m.addFast(m.constant(halfPiHigh), m.mul(m.neg(two), arc.y));
    Value rest =
        m.fma(m.neg(two), arc.rest, m.add(sum.low, m.constant(halfPiLow)));
    Value large = m.add(sum.high, rest);
    return m.copySign(m.select(arc.isLarge, large, m.add(arc.y, arc.rest)), x);
  });
}

Value relay::expandAcos(OpBuilder &b, Location loc, Value x) {
  return emitWide(b, loc, x, [](MathBuilder &m, Value x) {
    ArcSine arc = emitArcSine(m, x);
    Value isNegative = m.isNegative(x), two = m.constant(2);
    // Small: pi / 2 - asin(x).
    auto negateUnless = [&](Value condition, Value v) {
      return m.select(condition, v, m.neg(v));
    };
    Sum sum =
        m.addFast(m.constant(halfPiHigh), negateUnless(isNegative, arc.y));
    Value rest = m.add(negateUnless(isNegative, arc.rest),
                       m.add(sum.low, m.constant(halfPiLow)));
    Value small = m.add(sum.high, rest);
    // Large: 2 asin(y), or pi less that.
    Value positive = m.mul(two, m.add(arc.y, arc.rest));
    Sum below = m.addFast(m.constant(halfPiHigh), m.neg(arc.y));
    Value belowRest = m.sub(m.add(below.low, m.constant(halfPiLow)), arc.rest);
    Value negative = m.mul(two, m.add(below.high, belowRest));
    Value large = m.select(isNegative, negative, positive);
    return m.select(arc.isLarge, large, small);
  });
}
