//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonical forms of the operators on quantized tensors that are no products.
//
//===----------------------------------------------------------------------===//

#include "QnnBuilder.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::qnn;

//===----------------------------------------------------------------------===//
// Between floats and quantized numbers
//===----------------------------------------------------------------------===//

// quantize(x, s, z) -> cast(clip(round(x / s) + z))
FailureOr<Value>
QnnQuantizeOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                   const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  return q.quantize(operands[0], {operands[1], operands[2]}, getAxis(),
                    getOutDtype());
}

// dequantize(x, s, z) -> (x - z) * s
FailureOr<Value>
QnnDequantizeOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                     const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  FailureOr<Value> result =
      q.dequantize(operands[0], {operands[1], operands[2]}, getAxis());
  auto type = cast<FloatType>(getOutDtype());
  if (failed(result) || type.isF32())
    return result;
  bool losesInfo;
  APFloat largest = APFloat::getLargest(type.getFloatSemantics());
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return q.cast(q.create<ClipOp>(*result, -largest, largest), type);
}

//===----------------------------------------------------------------------===//
// Functions of one quantized tensor
//===----------------------------------------------------------------------===//

/// quantize(f(dequantize(x))); `function` emits f.
static FailureOr<Value> createUnaryForm(const QnnBuilder &q,
                                        ValueRange operands,
                                        function_ref<Value(Value)> function) {
  FailureOr<Value> x =
      q.dequantize(operands[0], {operands[1], operands[2]}, -1);
  if (failed(x))
    return failure();
  return q.quantize(function(*x), {operands[3], operands[4]}, -1,
                    getTensorType(operands[0]).getElementType());
}

// f(x, s, z, t, u) -> quantize(f(dequantize(x, s, z)), t, u)
#define RELAY_UNARY_FORM(OP)                                                   \
  FailureOr<Value> Qnn##OP::createCanonicalForm(                               \
      OpBuilder &builder, ValueRange operands,                                 \
      const RequantizeOptions &options) {                                      \
    QnnBuilder q(builder, *this, options);                                     \
    return createUnaryForm(q, operands,                                        \
                           [&](Value x) { return q.create<OP>(x); });          \
  }
RELAY_UNARY_FORM(AbsOp)
RELAY_UNARY_FORM(ErfOp)
RELAY_UNARY_FORM(ExpOp)
RELAY_UNARY_FORM(LogOp)
RELAY_UNARY_FORM(RsqrtOp)
RELAY_UNARY_FORM(SigmoidOp)
RELAY_UNARY_FORM(SqrtOp)
RELAY_UNARY_FORM(TanhOp)
#undef RELAY_UNARY_FORM

// hardswish(x, s, z, t, u) -> quantize(v * clip(v + 3, 0, 6) / 6, t, u)
FailureOr<Value>
QnnHardswishOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                    const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  return createUnaryForm(q, operands, [&](Value x) {
    Value three = q.makeScalar(q.getF32(), 3),
          six = q.makeScalar(q.getF32(), 6);
    Value clipped =
        q.create<ClipOp>(q.create<AddOp>(x, three), APFloat(0.0), APFloat(6.0));
    return q.create<DivideOp>(q.create<MultiplyOp>(x, clipped), six);
  });
}

// leaky_relu(x, s, z, t, u) -> x < z ? a * y + (1 - a) * u : y, where y is x in
// the quantization of the result
FailureOr<Value>
QnnLeakyReluOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                    const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  Type i32 = q.getI32();
  double alpha = getAlpha().convertToDouble();
  if (!std::isfinite(alpha))
    return q.emitError() << "expected alpha to be finite, but got " << alpha;
  Value data = q.cast(operands[0], i32);
  FailureOr<Value> requantized = q.requantizeOrCast(
      data, {operands[1], operands[2]}, {operands[3], operands[4]});
  if (failed(requantized))
    return failure();
  Value product = q.multiplyFixedPoint(*requantized, alpha);
  Value zeroPoint = q.multiplyFixedPoint(q.cast(operands[4], i32), 1 - alpha);
  Value sum = q.create<AddOp>(product, zeroPoint);
  Value isBelow = q.create<LessOp>(data, q.cast(operands[2], i32));
  return q.narrow(q.create<WhereOp>(isBelow, sum, *requantized),
                  getTensorType(operands[0]).getElementType());
}

// softmax(x, s, z, t, u) -> requantize(2^30 / sum(e) * e >> 23), where e
// approximates the exponential by shifts
FailureOr<Value>
QnnSoftmaxOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                  const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  constexpr int32_t bits = 8, precision = 30;
  FailureOr<SmallVector<double>> scales = q.getScales(operands[1], "scale");
  if (failed(scales))
    return failure();
  double scale = scales->front();
  if (scale > 1 || scale == 0)
    return q.emitError() << "expected scale in (0, 1], but got " << scale;
  auto axis = builder.getDenseI64ArrayAttr(getAxis());
  auto shift = [&](Value value, int32_t amount) {
    return q.create<RightShiftOp>(value, q.makeScalar(amount));
  };
  Value data =
      q.create<SubtractOp>(q.cast(operands[0], q.getI32()), operands[2]);
  // 1 divided by the scale, in the precision of the operands.
  Value one = q.narrow(
      q.makeScalar(q.getF32(), std::round(1.0f / static_cast<float>(scale))),
      q.getI32());
  Value x = q.create<SubtractOp>(
      data, q.create<MaxOp>(data, axis, /*keepdims=*/true));
  Value power =
      q.create<SubtractOp>(q.create<AddOp>(x, shift(x, 1)), shift(x, 4));
  Value minusOne = q.create<NegativeOp>(one);
  Value quotient = q.create<ClipOp>(q.create<DivideOp>(power, minusOne),
                                    APFloat(0.0), APFloat(20.0));
  Value largest = q.create<MaxOp>(quotient, axis, /*keepdims=*/true);
  Value rest = q.create<SubtractOp>(
      power, q.create<MultiplyOp>(quotient, q.create<NegativeOp>(one)));
  Value mantissa = q.create<AddOp>(shift(rest, 1), one);
  Value exps =
      q.create<LeftShiftOp>(mantissa, q.create<SubtractOp>(largest, quotient));
  Value sum = q.create<SumOp>(exps, axis, /*keepdims=*/true);
  Value share = q.create<DivideOp>(q.makeScalar(int32_t(1) << precision), sum);
  Value result =
      shift(q.create<MultiplyOp>(share, exps), precision - (bits - 1));
  Value unit = q.makeScalar(q.getF32(), 1.0 / (1 << (bits - 1)));
  return q.requantize(result, {{unit, q.makeScalar(0)},
                               {operands[3], operands[4]},
                               /*axis=*/0,
                               options,
                               q.getInt(bits)});
}

// avg_pool2d(x, s, z, t, u) -> cast(clip(nn.avg_pool2d(requantize(x))))
FailureOr<Value>
QnnAvgPool2dOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                    const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  FailureOr<Value> data = q.requantizeOrCast(
      operands[0], {operands[1], operands[2]}, {operands[3], operands[4]});
  if (failed(data))
    return failure();
  Value pooled = q.create<NNAvgPool2dOp>(
      *data, getPoolSize(), getStrides(), getDilation(), getPadding(),
      getLayout(), getOutLayout(), getCeilMode(), getCountIncludePad());
  return q.narrow(pooled, getTensorType(operands[0]).getElementType());
}

//===----------------------------------------------------------------------===//
// Functions of several quantized tensors
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a binary operator.
struct BinaryOperands {
  explicit BinaryOperands(ValueRange operands)
      : lhs(operands[0]), rhs(operands[1]), ofLhs{operands[2], operands[3]},
        ofRhs{operands[4], operands[5]}, output{operands[6], operands[7]} {}

  Value lhs, rhs;
  Quantization ofLhs, ofRhs, output;
};
} // namespace

/// Checks that the data are integers of at most 32 bits: type inference accepts
/// others, as TVM's does.
static LogicalResult checkIntegers(const QnnBuilder &q, Value data) {
  Type type = getTensorType(data).getElementType();
  auto integer = dyn_cast<IntegerType>(type);
  if (integer && integer.getWidth() > 1 && integer.getWidth() <= 32)
    return success();
  return q.emitError() << "has no canonical form: expected integers of at most "
                          "32 bits as data, but got "
                       << type;
}

/// The operands in the quantization of the output, as i32.
static FailureOr<std::pair<Value, Value>>
requantizeBoth(const QnnBuilder &q, const BinaryOperands &operands,
               int64_t lhsAxis, int64_t rhsAxis) {
  if (failed(checkIntegers(q, operands.lhs)))
    return failure();
  FailureOr<Value> lhs = q.requantizeOrCast(operands.lhs, operands.ofLhs,
                                            operands.output, lhsAxis);
  if (failed(lhs))
    return failure();
  FailureOr<Value> rhs = q.requantizeOrCast(operands.rhs, operands.ofRhs,
                                            operands.output, rhsAxis);
  if (failed(rhs))
    return failure();
  return std::pair(*lhs, *rhs);
}

// add(a, b) -> cast(clip(requantize(a) + requantize(b) - u))
FailureOr<Value>
QnnAddOp::createCanonicalForm(OpBuilder &builder, ValueRange operandValues,
                              const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  BinaryOperands operands(operandValues);
  auto both = requantizeBoth(q, operands, getLhsAxis(), getRhsAxis());
  if (failed(both))
    return failure();
  Value sum = q.create<AddOp>(both->first, both->second);
  if (!isInteger(operands.output.zeroPoint, 0))
    sum = q.create<SubtractOp>(sum, operands.output.zeroPoint);
  return q.narrow(sum, getTensorType(operands.lhs).getElementType());
}

// subtract(a, b) -> cast(clip(requantize(a) - requantize(b) + u))
FailureOr<Value>
QnnSubtractOp::createCanonicalForm(OpBuilder &builder, ValueRange operandValues,
                                   const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  BinaryOperands operands(operandValues);
  auto both = requantizeBoth(q, operands, getLhsAxis(), getRhsAxis());
  if (failed(both))
    return failure();
  Value difference = q.create<SubtractOp>(both->first, both->second);
  if (!isInteger(operands.output.zeroPoint, 0))
    difference = q.create<AddOp>(difference, operands.output.zeroPoint);
  return q.narrow(difference, getTensorType(operands.lhs).getElementType());
}

/// Checks that vectors of scales of the factors are along the dimension of the
/// product that they are applied to.
static LogicalResult checkProductAxes(const QnnBuilder &q, QnnMulOp op,
                                      const BinaryOperands &operands) {
  int64_t lhsAxis = op.getLhsAxis(), rhsAxis = op.getRhsAxis();
  if (lhsAxis != rhsAxis)
    return q.emitError()
           << "expected lhs_axis and rhs_axis to be equal, but got " << lhsAxis
           << " and " << rhsAxis;
  RankedTensorType product = getTensorType(op.getResult());
  int64_t rank = product.getRank(), axis = wrapAxis(lhsAxis, rank);
  for (auto [data, scale] : {std::pair(operands.lhs, operands.ofLhs.scale),
                             std::pair(operands.rhs, operands.ofRhs.scale)}) {
    if (getTensorType(scale).getRank() == 0)
      continue;
    RankedTensorType type = getTensorType(data);
    int64_t dim = wrapAxis(lhsAxis, type.getRank());
    // Broadcasting aligns the last dimensions.
    if (type.getRank() == 0 || dim - type.getRank() != axis - rank ||
        failed(verifyCompatibleShape(type.getShape().slice(dim, 1),
                                     product.getShape().slice(axis, 1))))
      return q.emitError() << "has no canonical form: expected scales along a "
                              "dimension of the result, "
                           << product << ", but got dimension " << dim << " of "
                           << type;
  }
  return success();
}

/// The products of the scales of both operands, which are vectors or scalars.
static FailureOr<Value> multiplyScales(const QnnBuilder &q,
                                       const BinaryOperands &operands) {
  FailureOr<SmallVector<double>> lhs =
      q.getScales(operands.ofLhs.scale, "lhs_scale");
  if (failed(lhs))
    return failure();
  FailureOr<SmallVector<double>> rhs =
      q.getScales(operands.ofRhs.scale, "rhs_scale");
  if (failed(rhs))
    return failure();
  size_t size = std::max(lhs->size(), rhs->size());
  if (std::min(lhs->size(), rhs->size()) != 1 && lhs->size() != rhs->size())
    return q.emitError() << "expected as many elements in lhs_scale as in "
                            "rhs_scale, but got "
                         << lhs->size() << " and " << rhs->size();
  // Dimensions without elements have vectors without scales.
  for (SmallVector<double> *scales : {&*lhs, &*rhs})
    if (scales->size() == 1)
      scales->resize(size, scales->front());
  SmallVector<double> products;
  for (auto [left, right] : llvm::zip_equal(*lhs, *rhs)) {
    auto product = static_cast<float>(left * right);
    if (!std::isfinite(product))
      return q.emitError() << "expected a finite product of lhs_scale and "
                              "rhs_scale, but got the factors "
                           << left << " and " << right;
    products.push_back(product);
  }
  if (isConstantScalar(operands.ofLhs.scale) &&
      isConstantScalar(operands.ofRhs.scale))
    return q.makeScalar(q.getF32(), products.front());
  return q.makeVector(q.getF32(), products);
}

// mul(a, b) -> requantize((a - z) * (b - y))
FailureOr<Value>
QnnMulOp::createCanonicalForm(OpBuilder &builder, ValueRange operandValues,
                              const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  BinaryOperands operands(operandValues);
  if (failed(checkIntegers(q, operands.lhs)))
    return failure();
  bool isScalar = isConstantScalar(operands.ofLhs.scale) &&
                  isConstantScalar(operands.ofRhs.scale);
  if (!isScalar && failed(checkProductAxes(q, *this, operands)))
    return failure();
  auto shift = [&](Value data, Value zeroPoint, int64_t axis) -> Value {
    Value wide = q.cast(data, q.getI32());
    if (!isScalar)
      return q.subtractZeroPoint(wide, zeroPoint, axis, q.getI32());
    if (isInteger(zeroPoint, 0))
      return wide;
    int64_t rank = getTensorType(data).getRank();
    return q.create<SubtractOp>(
        wide, q.expandUnlessScalar(zeroPoint, rank, wrapAxis(axis, rank)));
  };
  Value lhs = shift(operands.lhs, operands.ofLhs.zeroPoint, getLhsAxis());
  Value rhs = shift(operands.rhs, operands.ofRhs.zeroPoint, getRhsAxis());
  Value product = q.create<MultiplyOp>(lhs, rhs);
  FailureOr<Value> scale = multiplyScales(q, operands);
  if (failed(scale))
    return failure();
  return q.requantize(product, {{*scale, q.makeScalar(0)},
                                operands.output,
                                int64_t(getLhsAxis()),
                                options,
                                getTensorType(operands.lhs).getElementType()});
}

/// The fields of a tuple.
static SmallVector<Value> getFields(const QnnBuilder &q, Value tuple) {
  if (auto op = tuple.getDefiningOp<TupleOp>())
    return llvm::to_vector(op.getFields());
  SmallVector<Value> fields;
  for (size_t i = 0, e = cast<TupleType>(tuple.getType()).size(); i < e; ++i)
    fields.push_back(q.create<TupleGetOp>(tuple, i));
  return fields;
}

// concatenate((x, ...)) -> concatenate((requantize(x), ...))
FailureOr<Value>
QnnConcatenateOp::createCanonicalForm(OpBuilder &builder, ValueRange operands,
                                      const RequantizeOptions &options) {
  QnnBuilder q(builder, *this, options);
  SmallVector<Value> fields = getFields(q, operands[0]);
  SmallVector<Value> scales = getFields(q, operands[1]);
  SmallVector<Value> zeroPoints = getFields(q, operands[2]);
  Quantization output{operands[3], operands[4]};
  if (failed(checkIntegers(q, fields.front())))
    return failure();
  for (auto [field, scale, zeroPoint] :
       llvm::zip_equal(fields, scales, zeroPoints)) {
    if (areEqualScalars(scale, output.scale) &&
        areEqualScalars(zeroPoint, output.zeroPoint)) {
      if (failed(q.getOutputScale(scale)))
        return failure();
      continue;
    }
    FailureOr<Value> result =
        q.requantize(field, {{scale, zeroPoint},
                             output,
                             /*axis=*/-1,
                             options,
                             getTensorType(field).getElementType()});
    if (failed(result))
      return failure();
    field = *result;
  }
  Value tuple = q.create<TupleOp>(ValueRange(fields));
  return q.create<ConcatenateOp>(tuple, getAxis());
}
