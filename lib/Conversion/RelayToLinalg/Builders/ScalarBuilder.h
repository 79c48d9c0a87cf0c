//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar arithmetic with Relay's numeric semantics (docs/Semantics.md): the
// one place that says what an operator does to elements.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_BUILDERS_SCALARBUILDER_H
#define LIB_CONVERSION_RELAYTOLINALG_BUILDERS_SCALARBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::relay {

/// Emits scalar operations on elements of one Relay type. Values have the
/// signless type that the type converter gives: the builder knows whether
/// integers are unsigned. Operations on f16 and bf16 are computed in f32 and
/// rounded once each.
class ScalarBuilder {
public:
  /// `type` is the Relay element type (uiN for unsigned integers).
  ScalarBuilder(ImplicitLocOpBuilder &b, Type type);

  /// A builder at the same place for another Relay element type.
  ScalarBuilder withType(Type type) const { return {b, type}; }

  /// The type of values: `type` without signedness.
  Type getType() const { return storageType; }
  /// The type in which sums of elements are accumulated: f32 for f16 and bf16.
  Type getAccumulatorType() const;
  bool isFloat() const { return isa<FloatType>(type); }
  /// Whether integers are unsigned; booleans are.
  bool isUnsigned() const;

  /// A constant, rounded (floats) or saturated (integers) to the type.
  Value constant(double value);
  /// A constant of i64.
  Value wideInteger(int64_t value);
  Value zero() { return constant(0); }
  Value one() { return constant(1); }
  /// The identity of max: minus infinity or the smallest integer.
  Value lowest();
  /// The lowest finite value.
  Value lowestFinite();
  /// The identity of min: plus infinity or the largest integer.
  Value highest();

  //===--------------------------------------------------------------------===//
  // Arithmetic. Integers wrap.
  //===--------------------------------------------------------------------===//

  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  /// Integers round towards zero; x / 0 is 0 and the smallest divided by -1 is
  /// itself.
  Value div(Value a, Value b);
  /// Rounds towards zero; integers as div.
  Value truncDiv(Value a, Value b);
  /// The remainder with the sign of `a`; x mod 0 is x for integers.
  Value mod(Value a, Value b);
  /// Rounds towards minus infinity; integers as div.
  Value floorDiv(Value a, Value b);
  /// The remainder with the sign of `b`; x mod 0 is x for integers.
  Value floorMod(Value a, Value b);
  /// Integers: by repeated multiplication, 0 for negative exponents unless the
  /// base is 1 or -1.
  Value pow(Value a, Value b);
  /// NaN when either is; the larger zero is +0.
  Value max(Value a, Value b);
  Value min(Value a, Value b);
  Value neg(Value a);
  Value abs(Value a);
  Value relu(Value a) { return max(a, zero()); }
  /// -1, 0 or 1; zeros keep their sign, NaN stays NaN.
  Value sign(Value a);

  //===--------------------------------------------------------------------===//
  // Rounding: identities on integers. `round` takes halves away from zero.
  //===--------------------------------------------------------------------===//

  Value ceil(Value a);
  Value floor(Value a);
  Value trunc(Value a);
  Value round(Value a);

  //===--------------------------------------------------------------------===//
  // Functions of floats
  //===--------------------------------------------------------------------===//

  Value exp(Value a);
  Value log(Value a);
  Value sqrt(Value a);
  Value rsqrt(Value a);
  Value tanh(Value a);
  Value erf(Value a);
  Value log2(Value a);
  Value log10(Value a);
  Value sin(Value a);
  Value cos(Value a);
  Value tan(Value a);
  Value asin(Value a);
  Value acos(Value a);
  Value atan(Value a);
  Value sinh(Value a);
  Value cosh(Value a);
  Value asinh(Value a);
  Value acosh(Value a);
  Value atanh(Value a);
  /// 1 / (1 + exp(-a)), or exp(a) / (1 + exp(a)) if a is negative; each step
  /// rounded.
  Value sigmoid(Value a);

  //===--------------------------------------------------------------------===//
  // Comparisons: results are i1. All but `ne` are false with NaN.
  //===--------------------------------------------------------------------===//

  Value eq(Value a, Value b);
  Value ne(Value a, Value b);
  Value lt(Value a, Value b);
  Value le(Value a, Value b);
  Value gt(Value a, Value b) { return lt(b, a); }
  Value ge(Value a, Value b) { return le(b, a); }
  Value isNaN(Value a);
  Value isInf(Value a);
  Value isFinite(Value a);
  /// Whether the element is not zero.
  Value isTrue(Value a);
  /// `condition` is i1.
  Value select(Value condition, Value a, Value b);

  //===--------------------------------------------------------------------===//
  // Bits, of integers
  //===--------------------------------------------------------------------===//

  Value bitAnd(Value a, Value b);
  Value bitOr(Value a, Value b);
  Value bitXor(Value a, Value b);
  Value bitNot(Value a);
  /// 0 when `b` is negative or at least the width.
  Value shiftLeft(Value a, Value b);
  /// Keeps the sign of signed integers; the sign (0 or -1) when `b` is negative
  /// or at least the width.
  Value shiftRight(Value a, Value b);
  /// The integer `a` times `multiplier * 2^(left - right - 31)`, rounded to
  /// nearest, halves up. The others are of i64, as intermediate results are,
  /// which wrap.
  Value fixedPointMul(Value a, Value multiplier, Value left, Value right);

  /// Logical operators: non-zero is true; the result is 1 or 0 of the type.
  Value logicalAnd(Value a, Value b);
  Value logicalOr(Value a, Value b);
  Value logicalXor(Value a, Value b);
  Value logicalNot(Value a);

  //===--------------------------------------------------------------------===//
  // Conversion
  //===--------------------------------------------------------------------===//

  /// Converts an element to the Relay type `to`: floats to integers towards
  /// zero, saturating, NaN to 0; integers wrap; to bool, non-zero is true.
  /// Conversions to and from f16 and bf16 round to f32 on the way.
  Value cast(Value a, Type to);
  /// The bits of an element as the Relay type `to` of the same width.
  Value bitcast(Value a, Type to);

private:
  Value compare(arith::CmpFPredicate predicate, Value a, Value b);
  /// Applies `emit` to the operands, in f32 for f16 and bf16.
  Value compute(ValueRange operands, function_ref<Value(ValueRange)> emit);
  template <typename FloatOp, typename IntOp>
  Value binary(Value a, Value b);
  template <typename FloatOp>
  Value unary(Value a);
  /// An integer of the type.
  Value integer(const APInt &value);
  /// A divisor that neither traps nor overflows in place of `b`.
  Value makeSafeDivisor(Value a, Value b);
  /// Whether the shift amount `b` is negative or at least the width.
  Value isShiftTooFar(Value b);
  Value powInteger(Value a, Value b);

  ImplicitLocOpBuilder &b;
  Type type;
  Type storageType;
};

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_BUILDERS_SCALARBUILDER_H
