//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that create tensors: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> relay::inferCreation(std::optional<Location> loc,
                                     StringRef relayName,
                                     ArrayRef<int64_t> shape, Type dtype) {
  if (failed(checkElementType(loc, relayName, "dtype", dtype)))
    return failure();
  for (int64_t extent : shape)
    if (extent < 0)
      return emitOptionalError(loc, relayName,
                               ": expected sizes of 0 or more in shape, but "
                               "got ",
                               extent);
  return RankedTensorType::get(shape, dtype);
}

std::optional<SmallVector<int64_t>> relay::getConstantIntegers(Value value) {
  ElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)))
    return std::nullopt;
  auto type = dyn_cast<IntegerType>(elements.getElementType());
  auto values = elements.tryGetValues<APInt>();
  if (!type || !values)
    return std::nullopt;
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  return llvm::map_to_vector(*values, [&](const APInt &element) {
    return isUnsigned ? static_cast<int64_t>(element.getZExtValue())
                      : element.getSExtValue();
  });
}

FailureOr<int64_t> relay::inferVectorLength(std::optional<Location> loc,
                                            StringRef relayName, StringRef name,
                                            Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  // More dimensions than anybody needs, and few enough to hold.
  constexpr int64_t maxRank = 512;
  if (type.getRank() != 1 || !isa<IntegerType>(type.getElementType()) ||
      type.isDynamicDim(0) || type.getDimSize(0) > maxRank)
    return emitOptionalError(loc, relayName, ": expected ", name,
                             " to be a vector of at most ", maxRank,
                             " integers, but got ", type);
  return type.getDimSize(0);
}

FailureOr<SmallVector<int64_t>>
relay::inferShapeOperand(std::optional<Location> loc, StringRef relayName,
                         StringRef name, Value value) {
  FailureOr<int64_t> rank = inferVectorLength(loc, relayName, name, value);
  if (failed(rank))
    return failure();
  std::optional<SmallVector<int64_t>> shape = getConstantIntegers(value);
  if (!shape)
    return SmallVector<int64_t>(*rank, ShapedType::kDynamic);
  for (int64_t extent : *shape)
    if (extent < 0)
      return emitOptionalError(loc, relayName,
                               ": expected sizes of 0 or "
                               "more in ",
                               name, ", but got ", extent);
  return *shape;
}

FailureOr<Type> ArangeOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  Type dtype = adaptor.getDtype();
  FailureOr<Type> scalar = inferCreation(loc, getRelayName(), {}, dtype);
  if (failed(scalar))
    return failure();
  const char *names[] = {"start", "stop", "step"};
  for (auto [name, operand] : llvm::zip_equal(names, adaptor.getOperands()))
    if (operand.getType() != *scalar)
      return emitOptionalError(loc, getRelayName(), ": expected ", name,
                               " of type ", *scalar, ", but got ",
                               operand.getType());

  std::optional<double> start = getConstantScalar(adaptor.getStart());
  std::optional<double> stop = getConstantScalar(adaptor.getStop());
  std::optional<double> step = getConstantScalar(adaptor.getStep());
  if (!start || !stop || !step)
    return RankedTensorType::get({ShapedType::kDynamic}, dtype);
  double length = std::ceil((*stop - *start) / *step);
  if (!(length > 0 && length <= INT32_MAX))
    return emitOptionalError(
        loc, getRelayName(),
        ": expected between 1 and 2147483647 elements, but "
        "start, stop and step are ",
        *start, ", ", *stop, " and ", *step);
  return RankedTensorType::get({static_cast<int64_t>(length)}, dtype);
}

/// Checks that a value to fill a tensor with is a scalar.
static LogicalResult checkFillValue(std::optional<Location> loc,
                                    StringRef relayName, Value value) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  if (rank == 0)
    return success();
  return emitOptionalError(
      loc, relayName, ": expected a scalar fill_value, but got rank ", rank);
}

FailureOr<Type> FullOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  if (failed(checkFillValue(loc, getRelayName(), adaptor.getFillValue())))
    return failure();
  Type dtype = adaptor.getDtype().value_or(
      cast<RankedTensorType>(adaptor.getFillValue().getType())
          .getElementType());
  return inferCreation(loc, getRelayName(), adaptor.getShape(), dtype);
}

FailureOr<Type> FullLikeOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  if (failed(checkFillValue(loc, getRelayName(), adaptor.getFillValue())))
    return failure();
  return adaptor.getData().getType();
}

FailureOr<Type> OnesOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  return inferCreation(loc, getRelayName(), adaptor.getShape(),
                       adaptor.getDtype());
}

FailureOr<Type> ZerosOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  return inferCreation(loc, getRelayName(), adaptor.getShape(),
                       adaptor.getDtype());
}
