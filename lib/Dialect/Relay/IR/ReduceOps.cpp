//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions: type inference and divisors.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<SmallVector<int64_t>>
relay::inferReducedAxes(std::optional<Location> loc, StringRef relayName,
                        int64_t rank, std::optional<ArrayRef<int64_t>> axis,
                        bool exclude) {
  if (!axis || axis->empty())
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<bool> isReduced(rank, exclude);
  for (int64_t given : *axis) {
    FailureOr<int64_t> dim = normalizeAxis(loc, relayName, "axis", given, rank);
    if (failed(dim))
      return failure();
    if (isReduced[*dim] != exclude)
      return emitOptionalError(loc, relayName,
                               ": expected each axis once, but axis ", given,
                               " names dimension ", *dim, " again");
    isReduced[*dim] = !exclude;
  }
  SmallVector<int64_t> axes;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (isReduced[dim])
      axes.push_back(dim);
  return axes;
}

FailureOr<Type> relay::inferReduction(std::optional<Location> loc,
                                      StringRef relayName, Type data,
                                      std::optional<ArrayRef<int64_t>> axis,
                                      bool keepdims, bool exclude) {
  auto type = cast<RankedTensorType>(data);
  FailureOr<SmallVector<int64_t>> axes =
      inferReducedAxes(loc, relayName, type.getRank(), axis, exclude);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!llvm::is_contained(*axes, static_cast<int64_t>(dim)))
      shape.push_back(size);
    else if (keepdims)
      shape.push_back(1);
  }
  return Type(RankedTensorType::get(shape, type.getElementType()));
}

FailureOr<Type> relay::inferArgReduction(std::optional<Location> loc,
                                         StringRef relayName, Type data,
                                         std::optional<ArrayRef<int64_t>> axis,
                                         bool keepdims, bool exclude) {
  if (cast<RankedTensorType>(data).getRank() == 0)
    return emitOptionalError(loc, relayName,
                             ": expected data with at least one dimension, but "
                             "got ",
                             data);
  FailureOr<Type> type =
      inferReduction(loc, relayName, data, axis, keepdims, exclude);
  if (failed(type))
    return failure();
  return withElementType(*type, IntegerType::get(data.getContext(), 32));
}

/// Checks that `target` broadcasts to `data`, has no more dimensions, and has
/// the same element type.
static LogicalResult checkCollapse(std::optional<Location> loc,
                                   StringRef relayName, Type data,
                                   Type target) {
  FailureOr<Type> broadcast =
      inferBroadcast(std::nullopt, relayName, data, target);
  if (succeeded(broadcast) && areTypesCompatible(*broadcast, data))
    return success();
  return emitOptionalError(loc, relayName,
                           ": expected a type that broadcasts to that of data, "
                           "which is ",
                           data, ", but got ", target);
}

FailureOr<Type> CollapseSumLikeOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  Type target = adaptor.getCollapseType().getType();
  if (failed(checkCollapse(loc, getRelayName(), adaptor.getData().getType(),
                           target)))
    return failure();
  return target;
}

FailureOr<Type> CollapseSumToOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  FailureOr<SmallVector<int64_t>> shape =
      inferShapeOperand(loc, getRelayName(), "target", adaptor.getTarget());
  if (failed(shape))
    return failure();
  Type data = adaptor.getData().getType();
  Type target = RankedTensorType::get(*shape, getElementTypeOrSelf(data));
  if (failed(checkCollapse(loc, getRelayName(), data, target)))
    return failure();
  return target;
}

FailureOr<Type> VarianceOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto mean = cast<RankedTensorType>(adaptor.getMean().getType());
  if (data.getRank() == 0)
    return emitOptionalError(loc, getRelayName(),
                             ": expected data with at least one dimension, but "
                             "got ",
                             data);
  if (data.getRank() != mean.getRank() ||
      data.getElementType() != mean.getElementType())
    return emitOptionalError(loc, getRelayName(),
                             ": expected a mean with the rank and element type "
                             "of data, but data is ",
                             data, " and mean is ", mean);
  for (auto [dim, sizes] :
       llvm::enumerate(llvm::zip_equal(data.getShape(), mean.getShape()))) {
    auto [size, meanSize] = sizes;
    if (meanSize != 1 && meanSize != size && ShapedType::isStatic(meanSize) &&
        ShapedType::isStatic(size))
      return emitOptionalError(loc, getRelayName(),
                               ": expected a mean that broadcasts to data, but "
                               "dimension ",
                               dim, " is ", meanSize, " against ", size);
  }
  return inferReduction(loc, getRelayName(), data, adaptor.getAxis(),
                        adaptor.getKeepdims(), adaptor.getExclude());
}

/// The number of elements of a tensor of type `data` that are reduced to one,
/// modulo 2^64.
template <typename OpT>
static std::optional<int64_t> getCount(OpT op, RankedTensorType data) {
  FailureOr<SmallVector<int64_t>> axes =
      inferReducedAxes(std::nullopt, op.getRelayName(), data.getRank(),
                       op.getAxis(), op.getExclude());
  if (failed(axes))
    return std::nullopt;
  uint64_t count = 1;
  for (int64_t axis : *axes)
    count *= static_cast<uint64_t>(data.getDimSize(axis));
  return static_cast<int64_t>(count);
}

std::optional<int64_t> MeanOp::getDivisor(ArrayRef<RankedTensorType> operands) {
  return getCount(*this, operands.front());
}

std::optional<int64_t>
VarianceOp::getDivisor(ArrayRef<RankedTensorType> operands) {
  std::optional<int64_t> count = getCount(*this, operands.front());
  if (!count)
    return std::nullopt;
  return *count - (getUnbiased() ? 1 : 0);
}
