//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar arithmetic with Relay's numeric semantics.
//
//===----------------------------------------------------------------------===//

#include "ScalarBuilder.h"
#include "RelayLite/Support/Rounding.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

/// `type` without signedness.
static Type getStorageType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSignless())
    return type;
  return IntegerType::get(type.getContext(), integer.getWidth());
}

ScalarBuilder::ScalarBuilder(ImplicitLocOpBuilder &b, Type type)
    : b(b), type(type), storageType(getStorageType(type)) {}

bool ScalarBuilder::isUnsigned() const {
  return type.isUnsignedInteger() || type.isInteger(1);
}

/// Whether operations are computed in f32.
static bool isSmallFloat(Type type) { return type.isF16() || type.isBF16(); }

Type ScalarBuilder::getAccumulatorType() const {
  return isSmallFloat(type) ? Float32Type::get(type.getContext()) : storageType;
}

Value ScalarBuilder::compute(ValueRange operands,
                             function_ref<Value(ValueRange)> emit) {
  if (!isSmallFloat(type))
    return emit(operands);
  SmallVector<Value> extended;
  for (Value operand : operands)
    extended.push_back(
        operand.getType() == type
            ? arith::ExtFOp::create(b, b.getF32Type(), operand).getResult()
            : operand);
  Value result = emit(extended);
  if (!result.getType().isF32())
    return result;
  return arith::TruncFOp::create(b, type, result);
}

template <typename FloatOp, typename IntOp>
Value ScalarBuilder::binary(Value a, Value c) {
  return compute({a, c}, [&](ValueRange x) -> Value {
    if (isFloat())
      return FloatOp::create(b, x[0], x[1]);
    return IntOp::create(b, x[0], x[1]);
  });
}

template <typename FloatOp>
Value ScalarBuilder::unary(Value a) {
  return compute(
      a, [&](ValueRange x) -> Value { return FloatOp::create(b, x[0]); });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value ScalarBuilder::integer(const APInt &value) {
  return arith::ConstantOp::create(b, b.getIntegerAttr(storageType, value));
}

Value ScalarBuilder::constant(double value) {
  if (isFloat())
    return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
  return integer(truncateToInteger(
      APFloat(value), storageType.getIntOrFloatBitWidth(), isUnsigned()));
}

Value ScalarBuilder::wideInteger(int64_t value) {
  return arith::ConstantIntOp::create(b, value, 64);
}

Value ScalarBuilder::lowest() {
  unsigned width = storageType.getIntOrFloatBitWidth();
  if (isFloat())
    return constant(-std::numeric_limits<double>::infinity());
  return integer(isUnsigned() ? APInt::getMinValue(width)
                              : APInt::getSignedMinValue(width));
}

Value ScalarBuilder::lowestFinite() {
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return lowest();
  return constant(llvm::APFloat::getLargest(floatType.getFloatSemantics(),
                                            /*Negative=*/true)
                      .convertToDouble());
}

Value ScalarBuilder::highest() {
  unsigned width = storageType.getIntOrFloatBitWidth();
  if (isFloat())
    return constant(std::numeric_limits<double>::infinity());
  return integer(isUnsigned() ? APInt::getMaxValue(width)
                              : APInt::getSignedMaxValue(width));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value ScalarBuilder::add(Value a, Value c) {
  return binary<arith::AddFOp, arith::AddIOp>(a, c);
}

Value ScalarBuilder::sub(Value a, Value c) {
  return binary<arith::SubFOp, arith::SubIOp>(a, c);
}

Value ScalarBuilder::mul(Value a, Value c) {
  return binary<arith::MulFOp, arith::MulIOp>(a, c);
}

Value ScalarBuilder::makeSafeDivisor(Value a, Value c) {
  unsigned width = storageType.getIntOrFloatBitWidth();
  Value isUnsafe = eq(c, zero());
  if (!isUnsigned()) {
    Value overflows = arith::AndIOp::create(
        b, eq(a, integer(APInt::getSignedMinValue(width))),
        eq(c, integer(APInt::getAllOnes(width))));
    isUnsafe = arith::OrIOp::create(b, isUnsafe, overflows);
  }
  return select(isUnsafe, integer(APInt(width, 1)), c);
}

Value ScalarBuilder::div(Value a, Value c) {
  if (isFloat())
    return binary<arith::DivFOp, arith::DivSIOp>(a, c);
  Value divisor = makeSafeDivisor(a, c);
  Value quotient = isUnsigned()
                       ? arith::DivUIOp::create(b, a, divisor).getResult()
                       : arith::DivSIOp::create(b, a, divisor).getResult();
  return select(eq(c, zero()), zero(), quotient);
}

Value ScalarBuilder::truncDiv(Value a, Value c) {
  if (!isFloat())
    return div(a, c);
  return compute({a, c}, [&](ValueRange x) -> Value {
    return math::TruncOp::create(b, arith::DivFOp::create(b, x[0], x[1]));
  });
}

Value ScalarBuilder::mod(Value a, Value c) {
  if (isFloat())
    return binary<arith::RemFOp, arith::RemSIOp>(a, c);
  Value divisor = makeSafeDivisor(a, c);
  Value remainder = isUnsigned()
                        ? arith::RemUIOp::create(b, a, divisor).getResult()
                        : arith::RemSIOp::create(b, a, divisor).getResult();
  return select(eq(c, zero()), a, remainder);
}

Value ScalarBuilder::floorDiv(Value a, Value c) {
  if (isFloat())
    return compute({a, c}, [&](ValueRange x) -> Value {
      return math::FloorOp::create(b, arith::DivFOp::create(b, x[0], x[1]));
    });
  Value quotient = div(a, c);
  if (isUnsigned())
    return quotient;
  // Below the truncated quotient when the signs differ and it is not exact.
  Value remainder = mod(a, c);
  Value hasOtherSign = lt(bitXor(remainder, c), zero());
  Value isInexact =
      arith::AndIOp::create(b, ne(remainder, zero()), ne(c, zero()));
  return select(arith::AndIOp::create(b, hasOtherSign, isInexact),
                sub(quotient, one()), quotient);
}

Value ScalarBuilder::floorMod(Value a, Value c) {
  if (isFloat())
    return compute({a, c}, [&](ValueRange x) -> Value {
      ScalarBuilder f(b, x[0].getType());
      Value remainder = f.mod(x[0], x[1]);
      Value hasOtherSign = arith::XOrIOp::create(b, f.lt(remainder, f.zero()),
                                                 f.lt(x[1], f.zero()));
      Value isInexact = f.ne(remainder, f.zero());
      return f.select(arith::AndIOp::create(b, hasOtherSign, isInexact),
                      f.add(remainder, x[1]), remainder);
    });
  Value remainder = mod(a, c);
  if (isUnsigned())
    return remainder;
  Value hasOtherSign = lt(bitXor(remainder, c), zero());
  Value isInexact =
      arith::AndIOp::create(b, ne(remainder, zero()), ne(c, zero()));
  return select(arith::AndIOp::create(b, hasOtherSign, isInexact),
                add(remainder, c), remainder);
}

Value ScalarBuilder::powInteger(Value a, Value c) {
  // Square and multiply over the bits of the exponent; a factor whose bit is
  // not set is 1.
  unsigned width = storageType.getIntOrFloatBitWidth();
  Value lower = arith::ConstantIndexOp::create(b, 0);
  Value upper = arith::ConstantIndexOp::create(b, width);
  Value step = arith::ConstantIndexOp::create(b, 1);
  Value unit = integer(APInt(width, 1));
  auto loop = scf::ForOp::create(
      b, lower, upper, step, ValueRange{unit, a, c},
      [&](OpBuilder &, Location, Value, ValueRange state) {
        ScalarBuilder s(b, type);
        Value isSet = s.ne(s.bitAnd(state[2], unit), s.zero());
        Value product = s.select(isSet, s.mul(state[0], state[1]), state[0]);
        scf::YieldOp::create(
            b, ValueRange{product, s.mul(state[1], state[1]),
                          arith::ShRUIOp::create(b, state[2], unit)});
      });
  Value result = loop.getResult(0);
  if (isUnsigned())
    return result;
  // With a negative exponent only 1 and -1 have integer powers; the loop gives
  // them, since the parity of the exponent is that of its bits.
  Value isUnit = arith::OrIOp::create(b, eq(a, unit),
                                      eq(a, integer(APInt::getAllOnes(width))));
  Value isZero = arith::AndIOp::create(
      b, lt(c, zero()),
      arith::XOrIOp::create(b, isUnit,
                            arith::ConstantOp::create(b, b.getBoolAttr(true))));
  return select(isZero, zero(), result);
}

Value ScalarBuilder::pow(Value a, Value c) {
  if (!isFloat())
    return powInteger(a, c);
  return compute({a, c}, [&](ValueRange x) -> Value {
    return math::PowFOp::create(b, x[0], x[1]);
  });
}

Value ScalarBuilder::max(Value a, Value c) {
  if (isUnsigned())
    return arith::MaxUIOp::create(b, a, c);
  return binary<arith::MaximumFOp, arith::MaxSIOp>(a, c);
}

Value ScalarBuilder::min(Value a, Value c) {
  if (isUnsigned())
    return arith::MinUIOp::create(b, a, c);
  return binary<arith::MinimumFOp, arith::MinSIOp>(a, c);
}

Value ScalarBuilder::neg(Value a) {
  return isFloat() ? unary<arith::NegFOp>(a) : sub(zero(), a);
}

Value ScalarBuilder::abs(Value a) {
  if (isFloat())
    return unary<math::AbsFOp>(a);
  return isUnsigned() ? a : select(lt(a, zero()), sub(zero(), a), a);
}

Value ScalarBuilder::sign(Value a) {
  Value positive = select(gt(a, zero()), one(), a);
  return isUnsigned() ? positive
                      : select(lt(a, zero()), constant(-1), positive);
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

Value ScalarBuilder::ceil(Value a) {
  return isFloat() ? unary<math::CeilOp>(a) : a;
}

Value ScalarBuilder::floor(Value a) {
  return isFloat() ? unary<math::FloorOp>(a) : a;
}

Value ScalarBuilder::trunc(Value a) {
  return isFloat() ? unary<math::TruncOp>(a) : a;
}

Value ScalarBuilder::round(Value a) {
  return isFloat() ? unary<math::RoundOp>(a) : a;
}

//===----------------------------------------------------------------------===//
// Functions of floats
//===----------------------------------------------------------------------===//

Value ScalarBuilder::exp(Value a) { return unary<math::ExpOp>(a); }
Value ScalarBuilder::log(Value a) { return unary<math::LogOp>(a); }
Value ScalarBuilder::sqrt(Value a) { return unary<math::SqrtOp>(a); }
Value ScalarBuilder::tanh(Value a) { return unary<math::TanhOp>(a); }
Value ScalarBuilder::erf(Value a) { return unary<math::ErfOp>(a); }
Value ScalarBuilder::log2(Value a) { return unary<math::Log2Op>(a); }
Value ScalarBuilder::log10(Value a) { return unary<math::Log10Op>(a); }
Value ScalarBuilder::sin(Value a) { return unary<math::SinOp>(a); }
Value ScalarBuilder::cos(Value a) { return unary<math::CosOp>(a); }
Value ScalarBuilder::tan(Value a) { return unary<math::TanOp>(a); }
Value ScalarBuilder::asin(Value a) { return unary<math::AsinOp>(a); }
Value ScalarBuilder::acos(Value a) { return unary<math::AcosOp>(a); }
Value ScalarBuilder::atan(Value a) { return unary<math::AtanOp>(a); }
Value ScalarBuilder::sinh(Value a) { return unary<math::SinhOp>(a); }
Value ScalarBuilder::cosh(Value a) { return unary<math::CoshOp>(a); }
Value ScalarBuilder::asinh(Value a) { return unary<math::AsinhOp>(a); }
Value ScalarBuilder::acosh(Value a) { return unary<math::AcoshOp>(a); }
Value ScalarBuilder::atanh(Value a) { return unary<math::AtanhOp>(a); }

Value ScalarBuilder::rsqrt(Value a) { return unary<math::RsqrtOp>(a); }

Value ScalarBuilder::sigmoid(Value a) {
  return compute(a, [&](ValueRange x) -> Value {
    // 1 / (1 + exp(-x)) for positive x, exp(x) / (1 + exp(x)) for negative:
    // exp(-|x|) does not overflow.
    ScalarBuilder f(b, x[0].getType());
    Value e = f.exp(f.neg(f.abs(x[0])));
    Value numerator = f.select(f.lt(x[0], f.zero()), e, f.one());
    return f.div(numerator, f.add(f.one(), e));
  });
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

Value ScalarBuilder::compare(arith::CmpFPredicate predicate, Value a, Value c) {
  return compute({a, c}, [&](ValueRange x) -> Value {
    return arith::CmpFOp::create(b, predicate, x[0], x[1]);
  });
}

Value ScalarBuilder::eq(Value a, Value c) {
  if (isFloat())
    return compare(arith::CmpFPredicate::OEQ, a, c);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, a, c);
}

Value ScalarBuilder::ne(Value a, Value c) {
  if (isFloat())
    return compare(arith::CmpFPredicate::UNE, a, c);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, a, c);
}

Value ScalarBuilder::lt(Value a, Value c) {
  if (isFloat())
    return compare(arith::CmpFPredicate::OLT, a, c);
  return arith::CmpIOp::create(
      b, isUnsigned() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
      a, c);
}

Value ScalarBuilder::le(Value a, Value c) {
  if (isFloat())
    return compare(arith::CmpFPredicate::OLE, a, c);
  return arith::CmpIOp::create(
      b, isUnsigned() ? arith::CmpIPredicate::ule : arith::CmpIPredicate::sle,
      a, c);
}

Value ScalarBuilder::isNaN(Value a) {
  if (isFloat())
    return compare(arith::CmpFPredicate::UNO, a, a);
  return arith::ConstantOp::create(b, b.getBoolAttr(false));
}

Value ScalarBuilder::isInf(Value a) {
  if (!isFloat())
    return arith::ConstantOp::create(b, b.getBoolAttr(false));
  return eq(abs(a), highest());
}

Value ScalarBuilder::isFinite(Value a) {
  if (!isFloat())
    return arith::ConstantOp::create(b, b.getBoolAttr(true));
  return lt(abs(a), highest());
}

Value ScalarBuilder::isTrue(Value a) {
  return type.isInteger(1) ? a : ne(a, zero());
}

Value ScalarBuilder::select(Value condition, Value a, Value c) {
  return arith::SelectOp::create(b, condition, a, c);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Value ScalarBuilder::bitAnd(Value a, Value c) {
  return arith::AndIOp::create(b, a, c);
}

Value ScalarBuilder::bitOr(Value a, Value c) {
  return arith::OrIOp::create(b, a, c);
}

Value ScalarBuilder::bitXor(Value a, Value c) {
  return arith::XOrIOp::create(b, a, c);
}

Value ScalarBuilder::bitNot(Value a) {
  return bitXor(
      a, integer(APInt::getAllOnes(storageType.getIntOrFloatBitWidth())));
}

Value ScalarBuilder::isShiftTooFar(Value c) {
  // A negative amount is a large unsigned one.
  unsigned width = storageType.getIntOrFloatBitWidth();
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, c,
                               integer(APInt(width, width, false,
                                             /*implicitTrunc=*/true)));
}

Value ScalarBuilder::shiftLeft(Value a, Value c) {
  Value tooFar = isShiftTooFar(c);
  Value amount = select(tooFar, zero(), c);
  return select(tooFar, zero(), arith::ShLIOp::create(b, a, amount));
}

Value ScalarBuilder::shiftRight(Value a, Value c) {
  unsigned width = storageType.getIntOrFloatBitWidth();
  Value tooFar = isShiftTooFar(c);
  if (isUnsigned()) {
    Value amount = select(tooFar, zero(), c);
    return select(tooFar, zero(), arith::ShRUIOp::create(b, a, amount));
  }
  Value amount = select(tooFar, integer(APInt(width, width - 1)), c);
  return arith::ShRSIOp::create(b, a, amount);
}

Value ScalarBuilder::fixedPointMul(Value a, Value multiplier, Value left,
                                   Value right) {
  ScalarBuilder wide = withType(b.getI64Type());
  Value product =
      wide.mul(wide.shiftLeft(cast(a, b.getI64Type()), left), multiplier);
  Value shift = wide.add(right, wide.constant(31));
  Value half = wide.shiftLeft(wide.one(), wide.sub(shift, wide.one()));
  return wide.cast(wide.shiftRight(wide.add(product, half), shift), type);
}

Value ScalarBuilder::logicalAnd(Value a, Value c) {
  Value both = arith::AndIOp::create(b, isTrue(a), isTrue(c));
  return type.isInteger(1) ? both : select(both, one(), zero());
}

Value ScalarBuilder::logicalOr(Value a, Value c) {
  Value either = arith::OrIOp::create(b, isTrue(a), isTrue(c));
  return type.isInteger(1) ? either : select(either, one(), zero());
}

Value ScalarBuilder::logicalXor(Value a, Value c) {
  Value differ = arith::XOrIOp::create(b, isTrue(a), isTrue(c));
  return type.isInteger(1) ? differ : select(differ, one(), zero());
}

Value ScalarBuilder::logicalNot(Value a) {
  Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
  Value negated = arith::XOrIOp::create(b, isTrue(a), yes);
  return type.isInteger(1) ? negated : select(negated, one(), zero());
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Converts the f32 or f64 `a` to the integer type of `to`.
static Value castToInteger(ImplicitLocOpBuilder &b, Value a,
                           ScalarBuilder &to) {
  ScalarBuilder from(b, a.getType());
  unsigned width = to.getType().getIntOrFloatBitWidth();
  // All integers are below `end`, a power of two, and not below `begin`.
  double end = std::ldexp(1.0, to.isUnsigned() ? width : width - 1);
  double begin = to.isUnsigned() ? 0.0 : -end;
  Value isTooLarge = from.ge(a, from.constant(end));
  Value isTooSmall = from.le(a, from.constant(begin));
  Value isOutside = arith::OrIOp::create(
      b, arith::OrIOp::create(b, isTooLarge, isTooSmall), from.isNaN(a));
  Value inside = from.select(isOutside, from.zero(), a);
  Value converted =
      to.isUnsigned()
          ? arith::FPToUIOp::create(b, to.getType(), inside).getResult()
          : arith::FPToSIOp::create(b, to.getType(), inside).getResult();
  converted = to.select(isTooLarge, to.highest(), converted);
  return to.select(isTooSmall, to.lowest(), converted);
}

Value ScalarBuilder::cast(Value a, Type to) {
  if (to == type)
    return a;
  ScalarBuilder target(b, to);
  if (to.isInteger(1))
    return isTrue(a);
  // f16 and bf16 are converted by way of f32.
  if (isSmallFloat(type)) {
    Value wide = arith::ExtFOp::create(b, b.getF32Type(), a);
    return ScalarBuilder(b, b.getF32Type()).cast(wide, to);
  }
  if (isSmallFloat(to)) {
    Value wide = cast(a, b.getF32Type());
    return arith::TruncFOp::create(b, to, wide);
  }
  if (isFloat() && target.isFloat()) {
    if (to.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(b, to, a);
    return arith::TruncFOp::create(b, to, a);
  }
  if (isFloat())
    return castToInteger(b, a, target);
  Type storage = target.getType();
  if (target.isFloat())
    return isUnsigned() ? arith::UIToFPOp::create(b, storage, a).getResult()
                        : arith::SIToFPOp::create(b, storage, a).getResult();
  unsigned from = storageType.getIntOrFloatBitWidth();
  unsigned width = storage.getIntOrFloatBitWidth();
  if (width == from)
    return a;
  if (width < from)
    return arith::TruncIOp::create(b, storage, a);
  return isUnsigned() ? arith::ExtUIOp::create(b, storage, a).getResult()
                      : arith::ExtSIOp::create(b, storage, a).getResult();
}

Value ScalarBuilder::bitcast(Value a, Type to) {
  Type storage = withType(to).getType();
  return storage == storageType
             ? a
             : arith::BitcastOp::create(b, storage, a).getResult();
}
