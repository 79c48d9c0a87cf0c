//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants and conversions of quantized numbers.
//
//===----------------------------------------------------------------------===//

#include "QnnBuilder.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::qnn;

//===----------------------------------------------------------------------===//
// Reading constants
//===----------------------------------------------------------------------===//

static ElementsAttr getScalarConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || constant.getValue().getShapedType().getRank() != 0)
    return {};
  return constant.getValue();
}

bool qnn::isConstantScalar(Value value) {
  return getScalarConstant(value) != nullptr;
}

bool qnn::areEqualScalars(Value lhs, Value rhs) {
  ElementsAttr left = getScalarConstant(lhs);
  // Constants that are equal are one attribute.
  return left && left == getScalarConstant(rhs);
}

std::optional<int64_t> qnn::getInteger(Value value) {
  ElementsAttr constant = getScalarConstant(value);
  if (!constant || !constant.getElementType().isInteger(32))
    return std::nullopt;
  return static_cast<int64_t>(*getConstantScalar(value));
}

bool qnn::isInteger(Value value, int64_t number) {
  return getInteger(value) == number;
}

FailureOr<SmallVector<double>>
QnnBuilder::getScales(Value value, StringRef name, bool isDivisor) const {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return emitError() << "expected a constant as " << name;
  FailureOr<ConstantData> data =
      readConstant(constant.getValue(), [&] { return emitError(); });
  if (failed(data))
    return failure();
  SmallVector<double> scales(data->bytes.size() / sizeof(float));
  for (auto [i, scale] : llvm::enumerate(scales)) {
    float number;
    std::memcpy(&number, data->bytes.data() + i * sizeof(float), sizeof(float));
    if (!std::isfinite(number) || number < 0)
      return emitError() << "expected " << name
                         << " to be finite and not negative, but got "
                         << number;
    if (isDivisor && number == 0)
      return emitError() << "expected " << name << " not to be 0";
    scale = number;
  }
  if (data->isSplat)
    scales.resize(getTensorType(value).getNumElements(), scales.front());
  return scales;
}

FailureOr<double> QnnBuilder::getOutputScale(Value value) const {
  FailureOr<SmallVector<double>> scales =
      getScales(value, "output_scale", /*isDivisor=*/true);
  if (failed(scales))
    return failure();
  return scales->front();
}

LogicalResult QnnBuilder::checkScale(Value value, StringRef name,
                                     bool isDivisor) const {
  if (!value.getDefiningOp<ConstantOp>())
    return success();
  return failure(failed(getScales(value, name, isDivisor)));
}

//===----------------------------------------------------------------------===//
// Making constants
//===----------------------------------------------------------------------===//

Value QnnBuilder::makeScalar(Type type, double value) const {
  return create<ConstantOp>(makeScalarConstant(type, APFloat(value)));
}

template <typename T>
static ElementsAttr makeElements(Type type, ArrayRef<T> values) {
  return makeConstant(RankedTensorType::get(values.size(), type),
                      ArrayRef(reinterpret_cast<const char *>(values.data()),
                               values.size() * sizeof(T)));
}

Value QnnBuilder::makeVector(Type type, ArrayRef<int64_t> values) const {
  if (type.isInteger(64))
    return create<ConstantOp>(makeElements(type, values));
  SmallVector<int32_t> elements(values);
  return create<ConstantOp>(makeElements<int32_t>(type, elements));
}

Value QnnBuilder::makeVector(Type type, ArrayRef<double> values) const {
  if (type.isF64())
    return create<ConstantOp>(makeElements(type, values));
  SmallVector<float> elements(values);
  return create<ConstantOp>(makeElements<float>(type, elements));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value QnnBuilder::narrow(Value value, Type elementType) const {
  auto type = llvm::cast<IntegerType>(elementType);
  unsigned width = type.getWidth();
  double low = type.isUnsigned() ? 0 : -std::ldexp(1.0, width - 1);
  double high = std::ldexp(1.0, type.isUnsigned() ? width : width - 1) - 1;
  return cast(create<ClipOp>(value, APFloat(low), APFloat(high)), elementType);
}

Value QnnBuilder::expand(Value vector, int64_t rank, int64_t axis) const {
  int64_t count = rank - axis - 1;
  return count <= 0 ? vector : create<ExpandDimsOp>(vector, 1, count);
}

Value QnnBuilder::expandUnlessScalar(Value value, int64_t rank,
                                     int64_t axis) const {
  if (getTensorType(value).getRank() == 0)
    return value;
  return rank == 0 ? create<ReshapeOp>(value, ArrayRef<int64_t>())
                   : expand(value, rank, axis);
}

Value QnnBuilder::subtractZeroPoint(Value data, Value zeroPoint, int64_t axis,
                                    Type elementType) const {
  if (isInteger(zeroPoint, 0))
    return data;
  int64_t rank = getTensorType(data).getRank();
  if (rank == 0)
    return create<SubtractOp>(
        data, cast(expandUnlessScalar(zeroPoint, rank, axis), elementType));
  axis = wrapAxis(axis, rank);
  // A scalar becomes a vector, too, as in TVM.
  Value vector = create<ReshapeOp>(zeroPoint, ArrayRef<int64_t>{-1});
  return create<SubtractOp>(data,
                            cast(expand(vector, rank, axis), elementType));
}

FailureOr<Value> QnnBuilder::quantize(Value data, Quantization output,
                                      int64_t axis, Type elementType) const {
  if (failed(checkScale(output.scale, "output_scale", /*isDivisor=*/true)))
    return failure();
  int64_t rank = getTensorType(data).getRank();
  axis = wrapAxis(axis, rank);
  Value scale = expandUnlessScalar(output.scale, rank, axis);
  Value zeroPoint = expandUnlessScalar(output.zeroPoint, rank, axis);
  Value rounded = create<RoundOp>(create<DivideOp>(data, scale));
  return narrow(create<AddOp>(rounded, cast(zeroPoint, getF32())), elementType);
}

FailureOr<Value> QnnBuilder::dequantize(Value data, Quantization input,
                                        int64_t axis) const {
  if (failed(checkScale(input.scale, "input_scale")))
    return failure();
  int64_t rank = getTensorType(data).getRank();
  axis = wrapAxis(axis, rank);
  Value scale = expandUnlessScalar(input.scale, rank, axis);
  Value zeroPoint = expandUnlessScalar(input.zeroPoint, rank, axis);
  Value shift = create<SubtractOp>(cast(data, getI32()), zeroPoint);
  return Value(create<MultiplyOp>(cast(shift, getF32()), scale));
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

LogicalResult relay::replaceByCanonicalForms(Operation *root,
                                             const RequantizeOptions &options) {
  WalkResult result = root->walk([&](CanonicalFormInterface op) {
    if (op->use_empty())
      return WalkResult::advance();
    OpBuilder b(op);
    FailureOr<Value> form =
        op.createCanonicalForm(b, op->getOperands(), options);
    if (failed(form))
      return WalkResult::interrupt();
    Type type = op->getResult(0).getType();
    if (form->getType() != type)
      form = TypeCastOp::create(b, op->getLoc(), type, *form).getResult();
    op->getResult(0).replaceAllUsesWith(*form);
    op->erase();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
