//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qnn.requantize by integers and by floats.
//
//===----------------------------------------------------------------------===//

#include "QnnBuilder.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::qnn;
using Rounding = RequantizeOptions::Rounding;
using Compute = RequantizeOptions::Compute;

//===----------------------------------------------------------------------===//
// Fixed-point numbers
//===----------------------------------------------------------------------===//

FixedPoint qnn::getFixedPoint(double multiplier) {
  if (multiplier == 0)
    return {0, 0};
  int exponent;
  double significand =
      std::round(std::ldexp(std::frexp(multiplier, &exponent), 31));
  // 2^31 is no int32.
  if (significand == std::ldexp(1.0, 31)) {
    significand /= 2;
    ++exponent;
  }
  // Such products of 32 bits round to 0, and 64 bits have no larger shift.
  if (exponent < -32)
    return {0, 0};
  return {static_cast<int32_t>(significand), exponent};
}

Value QnnBuilder::multiplyFixedPoint(Value data, double multiplier) const {
  FixedPoint factor = getFixedPoint(multiplier);
  return create<FixedPointMultiplyOp>(data, factor.significand, factor.shift);
}

namespace {
/// The factors of a requantization: one, or one for each element along `axis`.
struct Factors {
  SmallVector<double> values;
  bool isScalar;
  int64_t axis;

  SmallVector<FixedPoint> getFixedPoints() const {
    return llvm::map_to_vector(values, getFixedPoint);
  }
};
} // namespace

// fixed_point_multiply_per_axis(x, significands, left shifts, right shifts)
static Value multiplyUpward(const QnnBuilder &q, Value data,
                            const Factors &factors) {
  if (factors.isScalar)
    return q.multiplyFixedPoint(data, factors.values.front());
  SmallVector<int64_t> significands, lefts, rights;
  for (FixedPoint factor : factors.getFixedPoints()) {
    significands.push_back(factor.significand);
    lefts.push_back(factor.getLeftShift());
    rights.push_back(factor.getRightShift());
  }
  auto isSet = [](int64_t shift) { return shift != 0; };
  Value left = q.makeVector(q.getI32(), lefts);
  Value right = q.makeVector(q.getI32(), rights);
  Value significand = q.makeVector(q.getI32(), significands);
  return q.create<FixedPointMultiplyPerAxisOp>(
      data, significand, left, right, llvm::any_of(lefts, isSet),
      llvm::any_of(rights, isSet), ArrayRef(factors.axis));
}

/// The value that rounds a product before the shift: half of a unit, one less
/// for negative numbers. TVM fills tensors with them; scalars do for shapes
/// that are not known.
static Value makeRounders(const QnnBuilder &q, Value product, Value positive,
                          Value negative) {
  RankedTensorType type = getTensorType(product);
  Type i64 = q.getInt(64);
  Value zero;
  if (type.hasStaticShape()) {
    auto fill = [&](Value value) -> Value {
      if (getTensorType(value).getRank() == 0)
        return q.create<FullOp>(value, type.getShape(), TypeAttr::get(i64));
      return q.create<BroadcastToOp>(value, type.getShape(), TypeAttr());
    };
    positive = fill(positive);
    negative = fill(negative);
    zero = q.create<ZerosOp>(type.getShape(), i64);
  } else {
    zero = q.makeScalar(i64, 0);
  }
  Value condition = q.create<GreaterEqualOp>(product, zero);
  return q.create<WhereOp>(condition, positive, negative);
}

// cast((cast(x, i64) << l) * m + r >> 31 + right shift, i32)
static Value multiplyToNearest(const QnnBuilder &q, Value data,
                               const Factors &factors) {
  Type i64 = q.getInt(64);
  SmallVector<FixedPoint> numbers = factors.getFixedPoints();
  int64_t rank = getTensorType(data).getRank();
  auto make = [&](function_ref<int64_t(FixedPoint)> get) -> Value {
    if (factors.isScalar)
      return q.create<ConstantOp>(DenseElementsAttr::get(
          RankedTensorType::get({}, i64), get(numbers.front())));
    return q.expand(q.makeVector(i64, llvm::map_to_vector(numbers, get)), rank,
                    factors.axis);
  };
  auto getHalf = [](FixedPoint factor) {
    return int64_t(1) << (factor.getRightShift() + 30);
  };
  Value product = q.cast(data, i64);
  if (llvm::any_of(numbers,
                   [](FixedPoint factor) { return factor.shift > 0; })) {
    Value shift = make([](FixedPoint factor) { return factor.getLeftShift(); });
    product = q.create<LeftShiftOp>(product, shift);
  }
  Value factor = make([](FixedPoint factor) { return factor.significand; });
  product = q.create<MultiplyOp>(product, factor);
  Value positive = make(getHalf);
  Value negative = make([&](FixedPoint factor) { return getHalf(factor) - 1; });
  product =
      q.create<AddOp>(product, makeRounders(q, product, positive, negative));
  Value shift =
      make([](FixedPoint factor) { return factor.getRightShift() + 31; });
  return q.cast(q.create<RightShiftOp>(product, shift), q.getI32());
}

//===----------------------------------------------------------------------===//
// Rounding of floats
//===----------------------------------------------------------------------===//

/// An integer type as wide as `type`.
static Type getIntegerLike(const QnnBuilder &q, Type type) {
  return q.getInt(type.getIntOrFloatBitWidth());
}

// where(isfinite(x), (x + 0.5 * s) * s as an integer * s, x), s = sign(x)
static Value roundToNearest(const QnnBuilder &q, Value x) {
  if (q.options.hasRoundInstruction)
    return q.create<RoundOp>(x);
  Type type = getTensorType(x).getElementType();
  Value half = q.makeScalar(type, 0.5), zero = q.makeScalar(type, 0.0);
  Value one = q.makeScalar(type, 1.0), minusOne = q.makeScalar(type, -1.0);
  Value isNegative = q.create<LessOp>(x, zero);
  Value sign = q.create<WhereOp>(isNegative, minusOne, one);
  Value biased = q.create<AddOp>(x, q.create<MultiplyOp>(half, sign));
  Value magnitude = q.create<MultiplyOp>(biased, sign);
  Value truncated = q.cast(q.cast(magnitude, getIntegerLike(q, type)), type);
  Value rounded = q.create<MultiplyOp>(truncated, sign);
  return q.create<WhereOp>(q.create<IsFiniteOp>(x), rounded, x);
}

// floor(x + 0.5), by integers
static Value roundUpward(const QnnBuilder &q, Value x) {
  Type type = getTensorType(x).getElementType();
  Value half = q.makeScalar(type, 0.5);
  Value biased = q.create<AddOp>(x, half);
  if (q.options.hasRoundInstruction)
    return q.create<FloorOp>(biased);
  Value zero = q.makeScalar(type, 0.0), one = q.makeScalar(type, 1.0);
  Value truncated = q.cast(q.cast(biased, getIntegerLike(q, type)), type);
  Value isInteger = q.create<EqualOp>(biased, truncated);
  Value isPositive = q.create<GreaterEqualOp>(biased, zero);
  Value isFloor = q.create<LogicalOrOp>(isInteger, isPositive);
  Value below = q.create<SubtractOp>(truncated, one);
  Value rounded = q.create<WhereOp>(isFloor, truncated, below);
  return q.create<WhereOp>(q.create<IsFiniteOp>(x), rounded, x);
}

//===----------------------------------------------------------------------===//
// Requantization
//===----------------------------------------------------------------------===//

// (x - z) * s / t + u, by a fixed-point number
static Value requantizeByIntegers(const QnnBuilder &q, Value data,
                                  const Requantization &requant,
                                  const Factors &factors, bool isScaled) {
  Type i32 = q.getI32();
  Value result = q.subtractZeroPoint(q.cast(data, i32), requant.input.zeroPoint,
                                     requant.axis, i32);
  if (isScaled)
    result = requant.options.rounding == Rounding::Upward
                 ? multiplyUpward(q, result, factors)
                 : multiplyToNearest(q, result, factors);
  if (!isInteger(requant.output.zeroPoint, 0))
    result = q.create<AddOp>(q.cast(requant.output.zeroPoint, i32), result);
  return result;
}

// (x - z) * s / t + u, in floats
static Value requantizeByFloats(const QnnBuilder &q, Value data,
                                const Requantization &requant,
                                const Factors &factors, bool isScaled) {
  Type type = requant.options.compute == Compute::Float32
                  ? q.getF32()
                  : Type(q.b.getF64Type());
  Value result = q.subtractZeroPoint(
      q.cast(data, type), requant.input.zeroPoint, requant.axis, type);
  if (isScaled && factors.isScalar) {
    Value factor = q.makeScalar(type, factors.values.front());
    result = q.create<MultiplyOp>(factor, result);
  } else if (isScaled) {
    Value vector = q.makeVector(type, factors.values);
    int64_t rank = getTensorType(data).getRank();
    result = q.create<MultiplyOp>(result, q.expand(vector, rank, factors.axis));
  }
  if (!isInteger(requant.output.zeroPoint, 0))
    result = q.create<AddOp>(result, q.cast(requant.output.zeroPoint, type));
  result = requant.options.rounding == Rounding::Upward
               ? roundUpward(q, result)
               : roundToNearest(q, result);
  return q.cast(result, q.getI32());
}

FailureOr<Value> QnnBuilder::requantize(Value data,
                                        const Requantization &requant) const {
  FailureOr<double> output = getOutputScale(requant.output.scale);
  if (failed(output))
    return failure();
  FailureOr<SmallVector<double>> scales =
      getScales(requant.input.scale, "input_scale");
  if (failed(scales))
    return failure();
  Factors factors;
  factors.isScalar = isConstantScalar(requant.input.scale) ||
                     getTensorType(data).getRank() == 0;
  factors.axis = wrapAxis(requant.axis, getTensorType(data).getRank());
  for (double scale : *scales)
    factors.values.push_back(scale / *output);
  bool isScaled = !areEqualScalars(requant.input.scale, requant.output.scale);
  Value result =
      requant.options.compute == Compute::Int64
          ? requantizeByIntegers(*this, data, requant, factors, isScaled)
          : requantizeByFloats(*this, data, requant, factors, isScaled);
  return requant.elementType == getI32() ? result
                                         : narrow(result, requant.elementType);
}

FailureOr<Value> QnnBuilder::requantizeOrCast(Value data, Quantization input,
                                              Quantization output,
                                              int64_t axis) const {
  if (areEqualScalars(input.scale, output.scale) &&
      areEqualScalars(input.zeroPoint, output.zeroPoint)) {
    if (failed(getOutputScale(output.scale)))
      return failure();
    return cast(data, getI32());
  }
  return requantize(data, {input, output, axis, options, getI32()});
}

/// Takes over what the attributes of `op` say.
static LogicalResult setOptions(QnnRequantizeOp op,
                                RequantizeOptions &options) {
  StringRef rounding = op.getRounding(), compute = op.getComputeDtype();
  if (rounding == "UPWARD" || rounding == "TONEAREST")
    options.rounding =
        rounding == "UPWARD" ? Rounding::Upward : Rounding::ToNearest;
  else if (rounding != "None")
    return op.emitOpError("expected rounding UPWARD or TONEAREST, but got \"")
           << rounding << "\"";
  if (compute == "int64")
    options.compute = Compute::Int64;
  else if (compute == "float32")
    options.compute = Compute::Float32;
  else if (compute == "float64")
    options.compute = Compute::Float64;
  else if (compute != "None")
    return op.emitOpError(
               "expected compute_dtype int64, float32 or float64, but got \"")
           << compute << "\"";
  return success();
}

FailureOr<Value>
QnnRequantizeOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                     const RequantizeOptions &given) {
  RequantizeOptions options = given;
  if (failed(setOptions(*this, options)))
    return failure();
  QnnBuilder q(builder, *this, options);
  return q.requantize(operands[0], {{operands[1], operands[2]},
                                    {operands[3], operands[4]},
                                    int64_t(getAxis()),
                                    options,
                                    *getOutDtype()});
}
