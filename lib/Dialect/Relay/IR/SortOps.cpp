//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorting, searching and scanning: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<Type> SortOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(normalizeAxis(loc, getRelayName(), "axis", adaptor.getAxis(),
                           data.getRank())))
    return failure();
  return Type(data);
}

FailureOr<Type> ArgsortOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(normalizeAxis(loc, getRelayName(), "axis", adaptor.getAxis(),
                           data.getRank())) ||
      failed(
          checkElementType(loc, getRelayName(), "dtype", adaptor.getDtype())))
    return failure();
  return Type(data.clone(adaptor.getDtype()));
}

FailureOr<Type> SearchsortedOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto sequence = cast<RankedTensorType>(adaptor.getSortedSequence().getType());
  auto values = cast<RankedTensorType>(adaptor.getValues().getType());
  Type dtype =
      adaptor.getDtype().value_or(IntegerType::get(values.getContext(), 32));
  if (failed(checkElementType(loc, getRelayName(), "dtype", dtype)))
    return failure();
  if (sequence.getElementType() != values.getElementType())
    return emitOptionalError(loc, getRelayName(),
                             ": expected values of element type ",
                             sequence.getElementType(), ", but got ", values);
  if (values.getRank() == 0 || sequence.getRank() == 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected operands of at least one dimension, "
                             "but got ",
                             sequence, " and ", values);
  if (sequence.getRank() > 1 && sequence.getRank() != values.getRank())
    return emitOptionalError(loc, getRelayName(), ": expected values of rank ",
                             sequence.getRank(), ", but got ", values);
  for (int64_t dim = 0; dim + 1 < sequence.getRank(); ++dim) {
    int64_t a = sequence.getDimSize(dim), b = values.getDimSize(dim);
    if (ShapedType::isStatic(a) && ShapedType::isStatic(b) && a != b)
      return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                               dim, " of values to be ", a, ", but got ", b);
  }
  return Type(values.clone(dtype));
}

FailureOr<Type> UniqueOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (data.getRank() != 1)
    return emitOptionalError(loc, getRelayName(),
                             ": expected a vector as data, but got ", data);
  Type i32 = IntegerType::get(data.getContext(), 32);
  Type positions = data.clone(i32);
  SmallVector<Type> fields = {data, positions, positions,
                              RankedTensorType::get({1}, i32)};
  if (adaptor.getReturnCounts())
    fields.push_back(positions);
  return Type(TupleType::get(data.getContext(), fields));
}

FailureOr<Type> relay::inferScan(std::optional<Location> loc,
                                 StringRef relayName, Type type,
                                 IntegerAttr axis, std::optional<Type> dtype) {
  auto data = cast<RankedTensorType>(type);
  Type elementType = dtype.value_or(data.getElementType());
  if (failed(checkElementType(loc, relayName, "dtype", elementType)))
    return failure();
  if (axis) {
    if (failed(normalizeAxis(loc, relayName, "axis", axis.getInt(),
                             data.getRank())))
      return failure();
    return Type(data.clone(elementType));
  }
  int64_t count = 1;
  if (!data.hasStaticShape())
    return Type(RankedTensorType::get({ShapedType::kDynamic}, elementType));
  for (int64_t extent : data.getShape()) {
    std::optional<int64_t> product = llvm::checkedMul(count, extent);
    if (!product)
      return emitOptionalError(loc, relayName,
                               ": the number of elements exceeds 64 bits");
    count = *product;
  }
  return Type(RankedTensorType::get({count}, elementType));
}
