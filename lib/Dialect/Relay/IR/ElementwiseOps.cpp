//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise operators: type inference and folders.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> CastOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  if (failed(
          checkElementType(loc, getRelayName(), "dtype", adaptor.getDtype())))
    return failure();
  return withElementType(adaptor.getData().getType(), adaptor.getDtype());
}

// cast(x) to its own element type -> x
OpFoldResult CastOp::fold(FoldAdaptor) {
  return getData().getType() == getType() ? getData() : OpFoldResult();
}

FailureOr<Type> CastLikeOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  return withElementType(
      adaptor.getData().getType(),
      getElementTypeOrSelf(adaptor.getDtypeLike().getType()));
}

FailureOr<Type> ClipOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return adaptor.getData().getType();
}

FailureOr<Type>
FixedPointMultiplyOp::inferResultType(std::optional<Location> loc,
                                      Adaptor adaptor) {
  if (failed(checkNumbers(loc, getRelayName(), "multiplier and shift",
                          {static_cast<int64_t>(adaptor.getMultiplier()),
                           static_cast<int64_t>(adaptor.getShift())},
                          {2}, INT32_MIN)))
    return failure();
  return adaptor.getData().getType();
}

FailureOr<Type>
FixedPointMultiplyPerAxisOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  SmallVector<int64_t> axes, shape;
  for (int64_t given : adaptor.getAxes()) {
    FailureOr<int64_t> axis =
        normalizeAxis(loc, getRelayName(), "axes", given, data.getRank());
    if (failed(axis))
      return failure();
    if (llvm::is_contained(axes, *axis))
      return emitOptionalError(loc, getRelayName(), ": axis ", *axis,
                               " occurs twice in axes");
    axes.push_back(*axis);
    shape.push_back(data.getDimSize(*axis));
  }
  std::pair<StringRef, Value> parameters[] = {
      {"fp_multiplier", adaptor.getFpMultiplier()},
      {"left_shift", adaptor.getLeftShift()},
      {"right_shift", adaptor.getRightShift()}};
  for (auto [name, parameter] : parameters) {
    Type type = parameter.getType();
    if (!getElementTypeOrSelf(type).isInteger())
      return emitOptionalError(loc, getRelayName(), ": expected integers in ",
                               name, ", but got ", type);
    if (failed(inferOperand(
            loc, getRelayName(), name,
            RankedTensorType::get(shape, getElementTypeOrSelf(type)), type)))
      return failure();
  }
  return Type(data);
}

FailureOr<Type> ReinterpretOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  Type from = getElementTypeOrSelf(adaptor.getData().getType());
  Type to = adaptor.getDtype();
  if (failed(checkElementType(loc, getRelayName(), "dtype", to)))
    return failure();
  if (from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitOptionalError(loc, getRelayName(),
                             ": expected dtype to have as many bits as ", from,
                             ", but got ", to);
  return withElementType(adaptor.getData().getType(), to);
}

FailureOr<Type> NNLeakyReluOp::inferResultType(std::optional<Location> loc,
                                               Adaptor adaptor) {
  return adaptor.getData().getType();
}
