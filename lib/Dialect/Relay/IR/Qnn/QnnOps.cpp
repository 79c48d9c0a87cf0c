//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators of quantized tensors: type inference. Scales are of f32, zero
// points of i32; either are scalars, or vectors along a dimension of the data.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// Checks that `type`, the element type of what `name` names, is one of
/// `allowed`, which are TVM's names.
static LogicalResult checkAllowed(std::optional<Location> loc,
                                  StringRef relayName, StringRef name,
                                  Type type, ArrayRef<StringRef> allowed) {
  std::string given = getDTypeName(type);
  if (llvm::is_contained(allowed, given))
    return success();
  std::string names = allowed.back().str();
  if (allowed.size() > 1)
    names = llvm::join(allowed.drop_back(), ", ") + " or " + names;
  return emitOptionalError(loc, relayName, ": expected ", name,
                           " of element type ", names, ", but got ", given);
}

/// The same for an attribute that may be absent.
static LogicalResult checkAllowedDType(std::optional<Location> loc,
                                       StringRef relayName,
                                       std::optional<Type> type,
                                       ArrayRef<StringRef> allowed) {
  if (!type)
    return emitOptionalError(loc, relayName,
                             ": expected out_dtype, but there is none");
  return checkAllowed(loc, relayName, "out_dtype", *type, allowed);
}

//===----------------------------------------------------------------------===//
// Scales and zero points
//===----------------------------------------------------------------------===//

static Type getParameterElementType(MLIRContext *context, bool isScale) {
  return isScale ? Type(Float32Type::get(context))
                 : Type(IntegerType::get(context, 32));
}

/// Checks that `type`, of the operand `name`, is a scalar of the element type
/// of scales or zero points.
static LogicalResult checkScalar(std::optional<Location> loc,
                                 StringRef relayName, StringRef name, Type type,
                                 bool isScale) {
  return inferOperand(
      loc, relayName, name,
      RankedTensorType::get(
          {}, getParameterElementType(type.getContext(), isScale)),
      type);
}

/// The same for a scalar or a vector of `size` elements.
static LogicalResult checkVector(std::optional<Location> loc,
                                 StringRef relayName, StringRef name, Type type,
                                 bool isScale, int64_t size) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getRank() == 0)
    return checkScalar(loc, relayName, name, type, isScale);
  return inferOperand(
      loc, relayName, name,
      RankedTensorType::get(
          size, getParameterElementType(type.getContext(), isScale)),
      type);
}

/// Whether `type` is a tensor with at least one dimension.
static bool isNoScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getRank() != 0;
}

namespace {
/// A scale and a zero point along a dimension of a tensor.
struct Parameters {
  StringRef scaleName, zeroPointName;
  Type scale, zeroPoint;
  StringRef axisName;
  int64_t axis;
};
} // namespace

/// Checks the quantization of a tensor of type `data`. Scalars need no axis;
/// a scalar tensor takes vectors of one element, as in TVM.
static LogicalResult checkParameters(std::optional<Location> loc,
                                     StringRef relayName, RankedTensorType data,
                                     const Parameters &parameters) {
  int64_t size = 1;
  if (data.getRank() > 0 &&
      (isNoScalar(parameters.scale) || isNoScalar(parameters.zeroPoint))) {
    FailureOr<int64_t> axis = normalizeAxis(loc, relayName, parameters.axisName,
                                            parameters.axis, data.getRank());
    if (failed(axis))
      return failure();
    size = data.getDimSize(*axis);
  }
  if (failed(checkVector(loc, relayName, parameters.scaleName, parameters.scale,
                         /*isScale=*/true, size)))
    return failure();
  return checkVector(loc, relayName, parameters.zeroPointName,
                     parameters.zeroPoint, /*isScale=*/false, size);
}

/// Checks the quantization of a result, which is that of all of it.
static LogicalResult checkOutput(std::optional<Location> loc,
                                 StringRef relayName, Type scale,
                                 Type zeroPoint) {
  if (failed(checkScalar(loc, relayName, "output_scale", scale,
                         /*isScale=*/true)))
    return failure();
  return checkScalar(loc, relayName, "output_zero_point", zeroPoint,
                     /*isScale=*/false);
}

//===----------------------------------------------------------------------===//
// Between floats and quantized numbers
//===----------------------------------------------------------------------===//

FailureOr<Type> QnnQuantizeOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(checkAllowed(loc, getRelayName(), "data", data.getElementType(),
                          {"float32"})) ||
      failed(checkParameters(loc, getRelayName(), data,
                             {"output_scale", "output_zero_point",
                              adaptor.getOutputScale().getType(),
                              adaptor.getOutputZeroPoint().getType(), "axis",
                              int64_t(adaptor.getAxis())})) ||
      failed(checkAllowed(loc, getRelayName(), "out_dtype",
                          adaptor.getOutDtype(),
                          {"int8", "uint8", "int16", "uint16", "int32"})))
    return failure();
  return Type(data.clone(adaptor.getOutDtype()));
}

FailureOr<Type> QnnDequantizeOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(checkAllowed(loc, getRelayName(), "data", data.getElementType(),
                          {"int8", "uint8", "int16", "uint16", "int32"})))
    return failure();
  // As in TVM, vectors of one element fit any dimension.
  auto hasOne = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && hasOneElement(tensor);
  };
  Type scale = adaptor.getInputScale().getType();
  Type zeroPoint = adaptor.getInputZeroPoint().getType();
  RankedTensorType shape = data;
  if (hasOne(scale) && hasOne(zeroPoint))
    shape = RankedTensorType::get({}, data.getElementType());
  if (failed(
          checkParameters(loc, getRelayName(), shape,
                          {"input_scale", "input_zero_point", scale, zeroPoint,
                           "axis", int64_t(adaptor.getAxis())})) ||
      failed(checkAllowed(loc, getRelayName(), "out_dtype",
                          adaptor.getOutDtype(), {"float16", "float32"})))
    return failure();
  return Type(data.clone(adaptor.getOutDtype()));
}

FailureOr<Type> QnnRequantizeOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(checkAllowed(loc, getRelayName(), "data", data.getElementType(),
                          {"int8", "uint8", "int16", "int32", "int64"})) ||
      failed(checkParameters(loc, getRelayName(), data,
                             {"input_scale", "input_zero_point",
                              adaptor.getInputScale().getType(),
                              adaptor.getInputZeroPoint().getType(), "axis",
                              int64_t(adaptor.getAxis())})) ||
      failed(checkOutput(loc, getRelayName(),
                         adaptor.getOutputScale().getType(),
                         adaptor.getOutputZeroPoint().getType())) ||
      failed(checkAllowedDType(loc, getRelayName(), adaptor.getOutDtype(),
                               {"int8", "uint8", "int16", "int32"})))
    return failure();
  return Type(data.clone(*adaptor.getOutDtype()));
}

/// The type of an operator that computes quantization in floats, where the type
/// of the numbers is an operand `typeName`. Scales may have any length: those
/// that do not fit are an error where they are broadcast.
static FailureOr<Type> inferSimulated(std::optional<Location> loc,
                                      StringRef relayName, ValueRange operands,
                                      StringRef typeName, int64_t axis) {
  auto data = cast<RankedTensorType>(operands[0].getType());
  auto dtype = cast<RankedTensorType>(operands[1].getType());
  if (!hasOneElement(dtype) || !dtype.getElementType().isInteger(32))
    return emitOptionalError(loc, relayName, ": expected ", typeName,
                             " with one element of i32, but got ", dtype);
  for (Value parameter : operands.drop_front(2)) {
    auto type = cast<RankedTensorType>(parameter.getType());
    if (hasOneElement(type))
      continue;
    FailureOr<int64_t> dim =
        normalizeAxis(loc, relayName, "axis", axis, data.getRank());
    if (failed(dim))
      return failure();
    if (type.getRank() != 1 ||
        failed(verifyCompatibleShape(type.getShape(),
                                     data.getShape().slice(*dim, 1))))
      return emitOptionalError(loc, relayName,
                               ": expected scales and zero points with one "
                               "element or along dimension ",
                               *dim, " of ", data, ", but got ", type);
  }
  return Type(data);
}

FailureOr<Type>
QnnSimulatedQuantizeOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return inferSimulated(loc, getRelayName(), adaptor.getOperands(), "out_dtype",
                        adaptor.getAxis());
}

FailureOr<Type>
QnnSimulatedDequantizeOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  return inferSimulated(loc, getRelayName(), adaptor.getOperands(), "in_dtype",
                        adaptor.getAxis());
}

FailureOr<Type>
AnnotationSimulatedQuantizeOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (data.getRank() == 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected data with at least one dimension, but "
                             "got ",
                             data);
  StringRef names[] = {"dom_scale", "clip_min", "clip_max"};
  for (auto [name, operand] :
       llvm::zip_equal(names, adaptor.getOperands().drop_front()))
    if (failed(checkScalar(loc, getRelayName(), name, operand.getType(),
                           /*isScale=*/true)))
      return failure();
  if (adaptor.getKind() < 0 || adaptor.getKind() > 3)
    return emitOptionalError(loc, getRelayName(),
                             ": expected kind in [0, 3], but got ",
                             adaptor.getKind());
  if (!adaptor.getSign() || adaptor.getRounding() != "round")
    return emitOptionalError(loc, getRelayName(),
                             ": expected sign and the rounding \"round\", but "
                             "got ",
                             adaptor.getSign() ? "sign" : "no sign", " and \"",
                             adaptor.getRounding(), "\"");
  return Type(data);
}

//===----------------------------------------------------------------------===//
// Functions of one quantized tensor
//===----------------------------------------------------------------------===//

/// Checks four scalars: the scale and the zero point of the operand, and those
/// of the result.
static LogicalResult checkScalars(std::optional<Location> loc,
                                  StringRef relayName, ValueRange parameters) {
  static constexpr StringRef names[] = {"the scale", "the zero point",
                                        "output_scale", "output_zero_point"};
  for (auto [i, name] : llvm::enumerate(names))
    if (failed(checkScalar(loc, relayName, name, parameters[i].getType(),
                           /*isScale=*/i % 2 == 0)))
      return failure();
  return success();
}

FailureOr<Type> relay::inferQuantizedUnary(std::optional<Location> loc,
                                           StringRef relayName, Type x,
                                           ValueRange parameters) {
  if (failed(checkAllowed(loc, relayName, "x",
                          cast<RankedTensorType>(x).getElementType(),
                          {"int8", "uint8"})) ||
      failed(checkScalars(loc, relayName, parameters)))
    return failure();
  return x;
}

FailureOr<Type> QnnLeakyReluOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  return inferQuantizedUnary(loc, getRelayName(), adaptor.getX().getType(),
                             adaptor.getOperands().drop_front());
}

FailureOr<Type> QnnSoftmaxOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  if (failed(checkAllowed(loc, getRelayName(), "x", x.getElementType(),
                          {"int8"})) ||
      failed(checkScalars(loc, getRelayName(),
                          adaptor.getOperands().drop_front())))
    return failure();
  return inferSoftmax(loc, getRelayName(), x, adaptor.getAxis());
}

FailureOr<Type> QnnAvgPool2dOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(checkAllowed(loc, getRelayName(), "data", data.getElementType(),
                          {"int8", "uint8"})) ||
      failed(checkScalars(loc, getRelayName(),
                          adaptor.getOperands().drop_front())))
    return failure();
  return inferWindowPool(loc, getRelayName(), data, adaptor.getLayout(), "HW",
                         adaptor.getPoolSize(), adaptor.getStrides(),
                         adaptor.getDilation(), adaptor.getPadding(),
                         adaptor.getCeilMode());
}

//===----------------------------------------------------------------------===//
// Functions of several quantized tensors
//===----------------------------------------------------------------------===//

FailureOr<Type> relay::inferQuantizedBinary(std::optional<Location> loc,
                                            StringRef relayName,
                                            ValueRange operands,
                                            int64_t lhsAxis, int64_t rhsAxis) {
  auto lhs = cast<RankedTensorType>(operands[0].getType());
  auto rhs = cast<RankedTensorType>(operands[1].getType());
  Parameters ofLhs{
      "lhs_scale",           "lhs_zero_point", operands[2].getType(),
      operands[3].getType(), "lhs_axis",       lhsAxis};
  Parameters ofRhs{
      "rhs_scale",           "rhs_zero_point", operands[4].getType(),
      operands[5].getType(), "rhs_axis",       rhsAxis};
  if (failed(checkParameters(loc, relayName, lhs, ofLhs)) ||
      failed(checkParameters(loc, relayName, rhs, ofRhs)) ||
      failed(checkOutput(loc, relayName, operands[6].getType(),
                         operands[7].getType())))
    return failure();
  return inferBroadcast(loc, relayName, lhs, rhs);
}

FailureOr<Type> QnnConcatenateOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  size_t count = cast<TupleType>(adaptor.getData().getType()).size();
  auto check = [&](StringRef name, Type type, bool isScale) -> LogicalResult {
    auto tuple = cast<TupleType>(type);
    if (tuple.size() != count)
      return emitOptionalError(loc, getRelayName(), ": expected ", name,
                               " with ", count, " fields as data, but got ",
                               tuple.size());
    for (Type field : tuple.getTypes())
      if (failed(checkScalar(loc, getRelayName(), name, field, isScale)))
        return failure();
    return success();
  };
  if (failed(check("input_scales", adaptor.getInputScales().getType(),
                   /*isScale=*/true)) ||
      failed(check("input_zero_points", adaptor.getInputZeroPoints().getType(),
                   /*isScale=*/false)) ||
      failed(checkOutput(loc, getRelayName(),
                         adaptor.getOutputScale().getType(),
                         adaptor.getOutputZeroPoint().getType())))
    return failure();
  return inferConcatenate(loc, getRelayName(), adaptor.getData().getType(),
                          adaptor.getAxis());
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

FailureOr<Type> relay::inferQuantizedConv(std::optional<Location> loc,
                                          const ConvAttributes &attributes,
                                          ValueRange operands) {
  StringRef relayName = attributes.relayName;
  auto data = cast<RankedTensorType>(operands[0].getType());
  auto weight = cast<RankedTensorType>(operands[1].getType());
  SmallVector<StringRef> dataTypes{"int8", "uint8", "int16"};
  SmallVector<StringRef> weightTypes = dataTypes;
  if (attributes.isTransposed()) {
    dataTypes.push_back("uint16");
    weightTypes.pop_back();
  }
  if (failed(checkAllowed(loc, relayName, "data", data.getElementType(),
                          dataTypes)) ||
      failed(checkAllowed(loc, relayName, "weight", weight.getElementType(),
                          weightTypes)) ||
      failed(checkAllowedDType(loc, relayName, attributes.outDType,
                               {"int16", "int32", "int64"})))
    return failure();
  FailureOr<Convolution> conv = checkConv(loc, attributes, data, weight);
  if (failed(conv))
    return failure();
  auto check = attributes.isTransposed() ? checkVector : nullptr;
  auto checkInput = [&](StringRef name, Type type, bool isScale) {
    // A transposed convolution takes vectors of one element.
    return check ? check(loc, relayName, name, type, isScale, 1)
                 : checkScalar(loc, relayName, name, type, isScale);
  };
  int64_t channels = conv->outShape[1];
  // Dimension O of the weight, from which the zero points are subtracted.
  int64_t kernels = conv->isDepthwise ? attributes.groups : channels;
  if (failed(checkInput("input_zero_point", operands[2].getType(), false)) ||
      failed(checkVector(loc, relayName, "kernel_zero_point",
                         operands[3].getType(), /*isScale=*/false, kernels)) ||
      failed(checkInput("input_scale", operands[4].getType(), true)) ||
      failed(checkVector(loc, relayName, "kernel_scale", operands[5].getType(),
                         /*isScale=*/true, channels)))
    return failure();
  return inferConv(loc, attributes, data, weight);
}

FailureOr<Type> QnnDenseOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  if (failed(checkAllowed(loc, getRelayName(), "data", data.getElementType(),
                          {"int8", "uint8", "int16", "uint16"})) ||
      failed(checkAllowed(loc, getRelayName(), "weight",
                          weight.getElementType(), {"int8", "uint8"})) ||
      failed(checkAllowedDType(loc, getRelayName(), adaptor.getOutDtype(),
                               {"int32", "int64"})))
    return failure();
  FailureOr<Type> result =
      inferDense(loc, getRelayName(), data, weight, adaptor.getUnits(),
                 adaptor.getOutDtype());
  if (failed(result))
    return failure();
  int64_t units = cast<RankedTensorType>(*result).getShape().back();
  if (failed(checkScalar(loc, getRelayName(), "input_zero_point",
                         adaptor.getInputZeroPoint().getType(),
                         /*isScale=*/false)) ||
      failed(checkVector(loc, getRelayName(), "kernel_zero_point",
                         adaptor.getKernelZeroPoint().getType(),
                         /*isScale=*/false, units)) ||
      failed(checkScalar(loc, getRelayName(), "input_scale",
                         adaptor.getInputScale().getType(),
                         /*isScale=*/true)) ||
      failed(checkVector(loc, getRelayName(), "kernel_scale",
                         adaptor.getKernelScale().getType(), /*isScale=*/true,
                         units)))
    return failure();
  return result;
}

uint64_t QnnDenseOp::estimateOwnWork() {
  return estimateMatmulWork(getType(), getData().getType(), 0);
}

FailureOr<Type>
QnnContribDensePackOp::inferResultType(std::optional<Location> loc,
                                       Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto weight = cast<RankedTensorType>(adaptor.getWeight().getType());
  if (data.getRank() != 2 || weight.getRank() != 4)
    return emitOptionalError(loc, getRelayName(),
                             ": expected data of rank 2 and weight of rank 4, "
                             "but got ",
                             data, " and ", weight);
  if (!adaptor.getOutDtype())
    return emitOptionalError(loc, getRelayName(),
                             ": expected out_dtype, but there is none");
  if (failed(checkElementType(loc, getRelayName(), "out_dtype",
                              *adaptor.getOutDtype())))
    return failure();
  int64_t rows = weight.getDimSize(0);
  if (weight.isDynamicDim(2))
    rows = ShapedType::kDynamic;
  else if (failed(
               multiplySize(loc, getRelayName(), rows, weight.getDimSize(2))))
    return failure();
  return Type(RankedTensorType::get({data.getDimSize(0), rows},
                                    *adaptor.getOutDtype()));
}

FailureOr<Type> QnnBatchMatmulOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  auto x = cast<RankedTensorType>(adaptor.getX().getType());
  auto y = cast<RankedTensorType>(adaptor.getY().getType());
  if (failed(checkAllowed(loc, getRelayName(), "x", x.getElementType(),
                          {"int8", "uint8"})) ||
      failed(checkAllowed(loc, getRelayName(), "y", y.getElementType(),
                          {"int8", "uint8"})) ||
      failed(checkAllowedDType(loc, getRelayName(), adaptor.getOutDtype(),
                               {"int32"})))
    return failure();
  static constexpr StringRef names[] = {"x_zero_point", "y_zero_point",
                                        "x_scale", "y_scale"};
  for (auto [i, name] : llvm::enumerate(names))
    if (failed(checkScalar(loc, getRelayName(), name,
                           adaptor.getOperands()[2 + i].getType(),
                           /*isScale=*/i >= 2)))
      return failure();
  return inferBatchMatmul(loc, getRelayName(), x, y, adaptor.getOutDtype(),
                          {adaptor.getTransposeA(), adaptor.getTransposeB()});
}

uint64_t QnnBatchMatmulOp::estimateOwnWork() {
  return estimateMatmulWork(getType(), getX().getType(),
                            getTransposeA() ? 1 : 0);
}
