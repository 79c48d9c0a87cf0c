//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of operators whose operands broadcast.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<SmallVector<int64_t>>
relay::inferBroadcastShape(std::optional<Location> loc, StringRef relayName,
                           ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  size_t rank = std::max(lhs.size(), rhs.size());
  SmallVector<int64_t> shape(rank);
  for (size_t i = 0; i < rank; ++i) {
    // The i-th dimension from the right; missing ones count as 1.
    int64_t l = i < lhs.size() ? lhs[lhs.size() - 1 - i] : 1;
    int64_t r = i < rhs.size() ? rhs[rhs.size() - 1 - i] : 1;
    int64_t &dim = shape[rank - 1 - i];
    if (l == r || r == 1)
      dim = l;
    else if (l == 1)
      dim = r;
    else if (ShapedType::isDynamic(l) || ShapedType::isDynamic(r))
      dim = ShapedType::isDynamic(l) ? r : l;
    else
      return emitOptionalError(
          loc, relayName, ": the operands do not broadcast: dimension ",
          rank - 1 - i, " of the result is ", l, " by lhs and ", r, " by rhs");
  }
  return shape;
}

FailureOr<Type> relay::inferBroadcast(std::optional<Location> loc,
                                      StringRef relayName, Type lhs, Type rhs) {
  auto l = cast<RankedTensorType>(lhs), r = cast<RankedTensorType>(rhs);
  if (l.getElementType() != r.getElementType())
    return emitOptionalError(loc, relayName,
                             ": expected operands of one element type, but lhs "
                             "is ",
                             lhs, " and rhs is ", rhs);
  FailureOr<SmallVector<int64_t>> shape =
      inferBroadcastShape(loc, relayName, l.getShape(), r.getShape());
  if (failed(shape))
    return failure();
  // The result often has the type of an operand, which needs no look-up.
  for (RankedTensorType operand : {l, r})
    if (operand.getShape() == ArrayRef<int64_t>(*shape) &&
        !operand.getEncoding())
      return Type(operand);
  return Type(RankedTensorType::get(*shape, l.getElementType()));
}

FailureOr<Type> relay::inferComparison(std::optional<Location> loc,
                                       StringRef relayName, Type lhs,
                                       Type rhs) {
  FailureOr<Type> type = inferBroadcast(loc, relayName, lhs, rhs);
  if (failed(type))
    return failure();
  return withElementType(*type, IntegerType::get(lhs.getContext(), 1));
}

FailureOr<Type> WhereOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  FailureOr<Type> type = inferBroadcast(
      loc, getRelayName(), adaptor.getX().getType(), adaptor.getY().getType());
  if (failed(type))
    return failure();
  auto tensor = cast<RankedTensorType>(*type);
  FailureOr<SmallVector<int64_t>> shape = inferBroadcastShape(
      loc, getRelayName(),
      cast<RankedTensorType>(adaptor.getCondition().getType()).getShape(),
      tensor.getShape());
  if (failed(shape))
    return failure();
  return Type(RankedTensorType::get(*shape, tensor.getElementType()));
}
