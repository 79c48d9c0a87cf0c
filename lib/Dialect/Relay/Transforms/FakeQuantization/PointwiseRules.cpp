//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// The rules of FakeQuantizationToInteger for functions of elements.
//
//===----------------------------------------------------------------------===//

#include "AffineTypes.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Functions of one tensor
//===----------------------------------------------------------------------===//

// f(x) -> qnn.f(q), with the same attributes
template <typename OpT>
static FailureOr<QuantizedValue> convertUnary(FakeQuantizedOp &op) {
  FailureOr<AffineType> input = op.getInput(0);
  if (failed(input))
    return failure();
  FailureOr<AffineType> output = op.getOutput();
  if (failed(output))
    return failure();
  FailureOr<Value> result =
      op.rebuild({op.getValue(0), input->scale, input->zeroPoint, output->scale,
                  output->zeroPoint},
                 OpT::getOperationName());
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*output}};
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The shape in which a vector of `size` numbers goes along dimension
/// `type.axis` of `data`.
static SmallVector<int64_t> getVectorShape(Value data, const AffineType &type,
                                           int64_t size) {
  SmallVector<int64_t> shape(getTensorType(data).getRank(), 1);
  shape[wrapAxis(type.axis, shape.size())] = size;
  return shape;
}

// nn.relu(x) -> maximum(q, zero point)
static FailureOr<QuantizedValue> convertRelu(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = op.getInput(0);
  if (failed(type))
    return failure();
  OpBuilder &b = op.getBuilder();
  FailureOr<Value> zero = type->zeroPoint;
  if (isPerAxis(*type)) {
    RankedTensorType scales = getTensorType(type->scale);
    if (getTensorType(type->zeroPoint).getRank() == 0)
      zero = op.create<BroadcastToOp>(*zero, scales.getShape(), TypeAttr());
    if (succeeded(zero))
      zero = op.create<ReshapeOp>(*zero,
                                  getVectorShape(op.getValue(0), *type, -1));
  }
  if (succeeded(zero))
    zero = op.create<CastOp>(*zero, type->dtype);
  if (failed(zero))
    return failure();
  FailureOr<Value> result =
      op.create<MaximumOp>(op.getValue(0), foldConstant(b, *zero));
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*type}};
}

/// `limit` as a number in the quantization of one scale and zero point, as TVM
/// rounds it; within the range of 32 bits.
static APFloat quantizeLimit(const APFloat &limit, double scale,
                             double zeroPoint) {
  double number = std::trunc(limit.convertToDouble() / scale + zeroPoint);
  return APFloat(std::clamp(number, -2147483648.0, 2147483647.0));
}

/// `limit` as numbers in the quantization `type` of `data`.
static FailureOr<Value> quantizeLimit(FakeQuantizedOp &op, const APFloat &limit,
                                      const AffineType &type) {
  OpBuilder &b = op.getBuilder();
  Value data = op.getValue(0);
  SmallVector<int64_t> shape;
  if (isPerAxis(type)) {
    int64_t axis = wrapAxis(type.axis, getTensorType(data).getRank());
    int64_t size = getTensorType(data).getDimSize(axis);
    if (ShapedType::isDynamic(size))
      return op.fail("the number of scales is not known");
    shape = getVectorShape(data, type, size);
  }
  float number = limit.convertToDouble();
  ArrayRef<char> bytes(reinterpret_cast<const char *>(&number), sizeof(number));
  Value floats = ConstantOp::create(
      b, op.getLoc(),
      makeConstant(RankedTensorType::get(shape, b.getF32Type()), bytes,
                   /*isSplat=*/true));
  return op.quantize(floats, type, type.axis);
}

// clip(x) -> clip(q), or minimum(maximum(q, quantize(a_min)), quantize(a_max))
static FailureOr<QuantizedValue> convertClip(FakeQuantizedOp &op) {
  FailureOr<AffineType> type = op.getInput(0);
  if (failed(type))
    return failure();
  auto clip = cast<ClipOp>(op.getOp());
  auto scale = getConstantNumbers(type->scale);
  auto zeroPoint = getConstantNumbers(type->zeroPoint);
  if (scale && zeroPoint && scale->size() == 1 && zeroPoint->size() == 1) {
    if (!(scale->front() > 0))
      return op.fail("the scale of operand 0 is not positive");
    FailureOr<Value> result = op.create<ClipOp>(
        op.getValue(0),
        quantizeLimit(clip.getAMin(), scale->front(), zeroPoint->front()),
        quantizeLimit(clip.getAMax(), scale->front(), zeroPoint->front()));
    if (failed(result))
      return failure();
    return QuantizedValue{*result, {*type}};
  }
  FailureOr<Value> least = quantizeLimit(op, clip.getAMin(), *type);
  FailureOr<Value> most = quantizeLimit(op, clip.getAMax(), *type);
  if (failed(least) || failed(most))
    return failure();
  FailureOr<Value> result = op.create<MaximumOp>(op.getValue(0), *least);
  if (succeeded(result))
    result = op.create<MinimumOp>(*result, *most);
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {*type}};
}

//===----------------------------------------------------------------------===//
// Functions of two tensors
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a binary operator, both quantized, and the quantization of
/// its result.
struct BinaryOperands {
  Value values[2];
  AffineType types[2], output;
};
} // namespace

/// Gets the operands. A constant gets the quantization of the other one.
static FailureOr<BinaryOperands> getBinaryOperands(FakeQuantizedOp &op) {
  FailureOr<AffineType> output = op.getOutput();
  if (failed(output))
    return failure();
  if (!op.isQuantized(0) && !op.isQuantized(1))
    return op.fail("no operand is a quantized tensor");
  BinaryOperands result;
  for (unsigned i : {0, 1}) {
    result.values[i] = op.getValue(i);
    const QuantizedValue &other = op.getOperands()[1 - i];
    result.types[i] = op.isQuantized(i) ? *op.getInput(i) : other.types.front();
    if (op.isQuantized(i))
      continue;
    // Dimensions of operands that broadcast are counted from the end.
    int64_t rank = getTensorType(other.value).getRank();
    int64_t axis = -1;
    if (isPerAxis(result.types[i]))
      axis = wrapAxis(result.types[i].axis, rank) - rank;
    FailureOr<Value> quantized =
        op.quantize(result.values[i], result.types[i], axis);
    if (failed(quantized))
      return failure();
    result.values[i] = *quantized;
    result.types[i].axis = axis;
  }
  result.output =
      result.types[0].dtype == output->dtype ? *output : result.types[0];
  return result;
}

// add(x, y) -> add(q, r), for sums of 32 bits in one quantization
// f(x, y) -> qnn.f(q, r)
template <typename OpT>
static FailureOr<QuantizedValue> convertBinary(FakeQuantizedOp &op) {
  FailureOr<BinaryOperands> operands = getBinaryOperands(op);
  if (failed(operands))
    return failure();
  auto &[values, types, output] = *operands;
  // This is how a bias is added after a product. Its scales may be a vector,
  // which qnn.add does not take.
  bool isBias = std::is_same_v<OpT, QnnAddOp> && types[0].dtype.isInteger(32) &&
                areClose(types[0], types[1]) && areClose(types[0], output) &&
                hasZeroOffset(output);
  FailureOr<Value> result =
      isBias
          ? op.rebuild({values[0], values[1]})
          : op.create<OpT>(values[0], values[1], types[0].scale,
                           types[0].zeroPoint, types[1].scale,
                           types[1].zeroPoint, output.scale, output.zeroPoint,
                           static_cast<uint64_t>(types[0].axis),
                           static_cast<uint64_t>(types[1].axis));
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {isBias ? types[0] : output}};
}

// f(x, y) -> f(requantize(q), requantize(r)), both as the result
static FailureOr<QuantizedValue> convertExtremum(FakeQuantizedOp &op) {
  FailureOr<BinaryOperands> operands = getBinaryOperands(op);
  if (failed(operands))
    return failure();
  auto &[values, types, output] = *operands;
  SmallVector<Value> same;
  for (auto [value, type] : llvm::zip_equal(values, types)) {
    FailureOr<Value> requantized = op.requantizeUnlessSame(value, type, output);
    if (failed(requantized))
      return failure();
    same.push_back(*requantized);
  }
  FailureOr<Value> result = op.rebuild(same);
  if (failed(result))
    return failure();
  return QuantizedValue{*result, {output}};
}

void relay::addPointwiseRules(FakeQuantizationRules &rules) {
  FakeQuantizationRule clip{convertClip}, relu{convertRelu};
  clip.convertsAlone = relu.convertsAlone = true;
  rules.addDefault(ClipOp::getOperationName(), clip);
  rules.addDefault(NNReluOp::getOperationName(), relu);
  auto add = [&](StringRef name, FakeQuantizationRule::Function convert,
                 bool isOptional = false) {
    FakeQuantizationRule rule{std::move(convert)};
    rule.readsOutput = true;
    rule.isOptional = isOptional;
    rules.addDefault(name, std::move(rule));
  };
  add(AbsOp::getOperationName(), convertUnary<QnnAbsOp>);
  add(ErfOp::getOperationName(), convertUnary<QnnErfOp>);
  add(ExpOp::getOperationName(), convertUnary<QnnExpOp>);
  add(LogOp::getOperationName(), convertUnary<QnnLogOp>);
  add(RsqrtOp::getOperationName(), convertUnary<QnnRsqrtOp>);
  add(SigmoidOp::getOperationName(), convertUnary<QnnSigmoidOp>);
  add(SqrtOp::getOperationName(), convertUnary<QnnSqrtOp>);
  add(TanhOp::getOperationName(), convertUnary<QnnTanhOp>);
  add(NNLeakyReluOp::getOperationName(), convertUnary<QnnLeakyReluOp>);
  add(NNSoftmaxOp::getOperationName(), convertUnary<QnnSoftmaxOp>,
      /*isOptional=*/true);
  add(AddOp::getOperationName(), convertBinary<QnnAddOp>);
  add(MultiplyOp::getOperationName(), convertBinary<QnnMulOp>);
  add(SubtractOp::getOperationName(), convertBinary<QnnSubtractOp>);
  add(MaximumOp::getOperationName(), convertExtremum);
  add(MinimumOp::getOperationName(), convertExtremum);
}
