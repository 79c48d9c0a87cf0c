//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normalisation, softmax and dropout: type inference and folders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> relay::inferSoftmax(std::optional<Location> loc,
                                    StringRef relayName, Type data,
                                    int64_t axis) {
  if (failed(normalizeAxis(loc, relayName, "axis", axis,
                           cast<RankedTensorType>(data).getRank())))
    return failure();
  return data;
}

//===----------------------------------------------------------------------===//
// Normalisation along an axis
//===----------------------------------------------------------------------===//

LogicalResult relay::inferVectors(std::optional<Location> loc,
                                  StringRef relayName,
                                  MutableArrayRef<Type> operandTypes,
                                  int64_t axis) {
  auto data = cast<RankedTensorType>(operandTypes.front());
  Type expected =
      RankedTensorType::get({data.getDimSize(axis)}, data.getElementType());
  for (auto [operand, type] : llvm::enumerate(operandTypes.drop_front()))
    if (failed(inferOperand(loc, relayName, "operand " + Twine(operand + 1),
                            expected, type)))
      return failure();
  return success();
}

FailureOr<int64_t> NNBatchNormOp::inferAxis(std::optional<Location> loc,
                                            RankedTensorType data,
                                            Adaptor adaptor) {
  // TVM knows no other negative axis here.
  int64_t axis = adaptor.getAxis();
  if (axis < -1)
    return emitOptionalError(loc, getRelayName(), ": expected axis in [-1, ",
                             data.getRank(), "), but got ", axis);
  return normalizeAxis(loc, getRelayName(), "axis", axis, data.getRank());
}

FailureOr<int64_t> NNGroupNormOp::inferAxis(std::optional<Location> loc,
                                            RankedTensorType data,
                                            Adaptor adaptor) {
  FailureOr<int64_t> axis = normalizeAxis(loc, getRelayName(), "axis",
                                          adaptor.getAxis(), data.getRank());
  if (failed(axis))
    return failure();
  int64_t groups = adaptor.getNumGroups(), channels = data.getDimSize(*axis);
  if (groups < 1 || (ShapedType::isStatic(channels) && channels % groups != 0))
    return emitOptionalError(loc, getRelayName(),
                             ": expected num_groups to divide the channels, "
                             "dimension ",
                             *axis, " of ", data, ", but got ", groups);
  return axis;
}

FailureOr<int64_t> NNInstanceNormOp::inferAxis(std::optional<Location> loc,
                                               RankedTensorType data,
                                               Adaptor adaptor) {
  if (data.getRank() < 3)
    return emitOptionalError(loc, getRelayName(),
                             ": expected data with at least 3 dimensions, "
                             "but got ",
                             data);
  return normalizeAxis(loc, getRelayName(), "axis", adaptor.getAxis(),
                       data.getRank());
}

FailureOr<int64_t> NNLayerNormOp::inferAxis(std::optional<Location> loc,
                                            RankedTensorType data,
                                            Adaptor adaptor) {
  return normalizeAxis(loc, getRelayName(), "axis", adaptor.getAxis(),
                       data.getRank());
}

//===----------------------------------------------------------------------===//
// NNDropoutOp, NNL2NormalizeOp, NNLrnOp
//===----------------------------------------------------------------------===//

FailureOr<Type> NNDropoutOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  Type data = adaptor.getData().getType();
  return Type(TupleType::get(data.getContext(), {data, data}));
}

FailureOr<Type> NNL2NormalizeOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(inferReducedAxes(loc, getRelayName(), data.getRank(),
                              adaptor.getAxis(), /*exclude=*/false)))
    return failure();
  return Type(data);
}

FailureOr<Type> NNLrnOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(normalizeAxis(loc, getRelayName(), "axis", adaptor.getAxis(),
                           data.getRank())))
    return failure();
  int64_t size = adaptor.getSize();
  if (size < 1 || size > INT32_MAX)
    return emitOptionalError(loc, getRelayName(), ": expected size in [1, ",
                             INT32_MAX, "], but got ", size);
  return Type(data);
}
