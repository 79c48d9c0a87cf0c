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

/// The type of a vector along dimension `axis` of `data`.
static RankedTensorType getChannelType(RankedTensorType data, int64_t axis) {
  return RankedTensorType::get({data.getDimSize(axis)}, data.getElementType());
}

/// The dimension of `data` for the attribute `axis` of an operator OpTy, which
/// is checked.
template <typename OpTy>
static FailureOr<int64_t> inferChannelAxis(std::optional<Location> loc,
                                           RankedTensorType data,
                                           typename OpTy::Adaptor adaptor) {
  int64_t given = adaptor.getAxis();
  if constexpr (std::is_same_v<OpTy, NNInstanceNormOp>)
    if (data.getRank() < 3)
      return emitOptionalError(loc, OpTy::getRelayName(),
                               ": expected data with at least 3 dimensions, "
                               "but got ",
                               data);
  // TVM knows no other negative axis here.
  if constexpr (std::is_same_v<OpTy, NNBatchNormOp>)
    if (given < -1)
      return emitOptionalError(loc, OpTy::getRelayName(),
                               ": expected axis in [-1, ", data.getRank(),
                               "), but got ", given);
  FailureOr<int64_t> axis =
      normalizeAxis(loc, OpTy::getRelayName(), "axis", given, data.getRank());
  if (failed(axis))
    return failure();
  if constexpr (std::is_same_v<OpTy, NNGroupNormOp>) {
    int64_t groups = adaptor.getNumGroups(), channels = data.getDimSize(*axis);
    if (groups < 1 ||
        (ShapedType::isStatic(channels) && channels % groups != 0))
      return emitOptionalError(loc, OpTy::getRelayName(),
                               ": expected num_groups to divide the channels, "
                               "dimension ",
                               *axis, " of ", data, ", but got ", groups);
  }
  return axis;
}

/// Checks `operandTypes` and fills in the unknown ones. The first is known.
template <typename OpTy>
static FailureOr<int64_t>
inferChannelOperands(std::optional<Location> loc,
                     MutableArrayRef<Type> operandTypes,
                     typename OpTy::Adaptor adaptor) {
  auto data = cast<RankedTensorType>(operandTypes.front());
  FailureOr<int64_t> axis = inferChannelAxis<OpTy>(loc, data, adaptor);
  if (failed(axis))
    return failure();
  Type expected = getChannelType(data, *axis);
  for (auto [operand, type] : llvm::enumerate(operandTypes.drop_front()))
    if (failed(inferOperand(loc, OpTy::getRelayName(),
                            "operand " + Twine(operand + 1), expected, type)))
      return failure();
  return axis;
}

template <typename OpTy>
static LogicalResult inferNormOperands(std::optional<Location> loc,
                                       SmallVectorImpl<Type> &operandTypes,
                                       DictionaryAttr attributes,
                                       OpaqueProperties properties) {
  if (isa<UnknownType>(operandTypes.front()))
    return success();
  return inferChannelOperands<OpTy>(
      loc, operandTypes,
      typename OpTy::Adaptor(ValueRange(), attributes, properties));
}

template <typename OpTy>
static FailureOr<Type> inferNorm(std::optional<Location> loc,
                                 typename OpTy::Adaptor adaptor) {
  SmallVector<Type> types(adaptor.getOperands().getTypes());
  if (failed(inferChannelOperands<OpTy>(loc, types, adaptor)))
    return failure();
  return types.front();
}

FailureOr<Type> NNBatchNormOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  SmallVector<Type> types(adaptor.getOperands().getTypes());
  FailureOr<int64_t> axis =
      inferChannelOperands<NNBatchNormOp>(loc, types, adaptor);
  if (failed(axis))
    return failure();
  auto data = cast<RankedTensorType>(types.front());
  Type channel = getChannelType(data, *axis);
  return Type(TupleType::get(data.getContext(), {data, channel, channel}));
}

LogicalResult NNBatchNormOp::inferOperandTypes(
    std::optional<Location> loc, SmallVectorImpl<Type> &operandTypes,
    DictionaryAttr attributes, OpaqueProperties properties) {
  return inferNormOperands<NNBatchNormOp>(loc, operandTypes, attributes,
                                          properties);
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

#define GET_OP_CLASSES
#include "RelayLite/Dialect/Relay/IR/NNNormOps.cpp.inc"
