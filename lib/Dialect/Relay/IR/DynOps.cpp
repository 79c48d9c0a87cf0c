//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose shapes are operands: type inference.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Support/Counts.h"

using namespace mlir;
using namespace mlir::relay;

static constexpr int64_t kDynamic = ShapedType::kDynamic;

/// A tensor of dynamic sizes. The operand `name`, the vector `value`, has an
/// element for each.
static FailureOr<Type> inferDynamic(std::optional<Location> loc,
                                    StringRef relayName, StringRef name,
                                    Value value, Type elementType) {
  FailureOr<int64_t> rank = inferVectorLength(loc, relayName, name, value);
  if (failed(rank))
    return failure();
  if (failed(checkElementType(loc, relayName, "dtype", elementType)))
    return failure();
  return Type(RankedTensorType::get(SmallVector<int64_t>(*rank, kDynamic),
                                    elementType));
}

/// Checks that `value`, the operand `name`, has the shape `shape`.
static LogicalResult checkShape(std::optional<Location> loc,
                                StringRef relayName, StringRef name,
                                Value value, ArrayRef<int64_t> shape) {
  Type type = value.getType();
  return inferOperand(loc, relayName, name,
                      RankedTensorType::get(shape, getElementTypeOrSelf(type)),
                      type);
}

FailureOr<Type> DynBroadcastToOp::inferResultType(std::optional<Location> loc,
                                                  Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<Type> type =
      inferDynamic(loc, getRelayName(), "target", adaptor.getTarget(),
                   data.getElementType());
  if (failed(type))
    return failure();
  int64_t rank = cast<RankedTensorType>(*type).getRank();
  if (rank < data.getRank())
    return emitOptionalError(loc, getRelayName(),
                             ": expected target of at "
                             "least ",
                             data.getRank(),
                             " sizes, the rank of data, but got ", rank);
  return type;
}

FailureOr<Type> DynExpandDimsOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  int64_t count = adaptor.getNumNewaxis();
  if (failed(checkNumbers(loc, getRelayName(), "num_newaxis", count, {1}, 0)) ||
      failed(checkShape(loc, getRelayName(), "axis", adaptor.getAxis(), {})))
    return failure();
  return Type(
      data.clone(SmallVector<int64_t>(data.getRank() + count, kDynamic)));
}

FailureOr<Type> DynFullOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  Type dtype = adaptor.getDtype().value_or(
      getElementTypeOrSelf(adaptor.getFillValue().getType()));
  if (failed(checkShape(loc, getRelayName(), "fill_value",
                        adaptor.getFillValue(), {})))
    return failure();
  return inferDynamic(loc, getRelayName(), "target", adaptor.getTarget(),
                      dtype);
}

FailureOr<Type> DynOnesOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  return inferDynamic(loc, getRelayName(), "target", adaptor.getTarget(),
                      adaptor.getDtype());
}

FailureOr<Type> DynZerosOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  return inferDynamic(loc, getRelayName(), "target", adaptor.getTarget(),
                      adaptor.getDtype());
}

FailureOr<Type> DynReshapeOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  return inferDynamic(loc, getRelayName(), "target", adaptor.getTarget(),
                      getElementTypeOrSelf(adaptor.getData().getType()));
}

FailureOr<Type> DynSqueezeOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<int64_t> count =
      inferVectorLength(loc, getRelayName(), "axes", adaptor.getAxes());
  if (failed(count))
    return failure();
  if (*count > data.getRank())
    return emitOptionalError(loc, getRelayName(), ": expected at most ",
                             data.getRank(), " axes, but got ", *count);
  return Type(
      data.clone(SmallVector<int64_t>(data.getRank() - *count, kDynamic)));
}

FailureOr<Type> DynTileOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto repetitions = cast<RankedTensorType>(adaptor.getRepetitions().getType());
  // As in TVM, repetitions may be floats; fractions are cut off.
  bool areFloats = isa<FloatType>(repetitions.getElementType()) &&
                   repetitions.getRank() == 1 && repetitions.hasStaticShape() &&
                   repetitions.getDimSize(0) <= 512;
  FailureOr<int64_t> count =
      areFloats ? repetitions.getDimSize(0)
                : inferVectorLength(loc, getRelayName(), "repetitions",
                                    adaptor.getRepetitions());
  if (failed(count))
    return failure();
  return Type(data.clone(
      SmallVector<int64_t>(std::max(*count, data.getRank()), kDynamic)));
}

FailureOr<Type> DynStridedSliceOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  std::pair<StringRef, Value> lists[] = {{"first", adaptor.getFirst()},
                                         {"last", adaptor.getLast()},
                                         {"steps", adaptor.getSteps()}};
  SmallVector<int64_t> shape(data.getShape());
  for (auto [name, list] : lists) {
    FailureOr<int64_t> count =
        inferVectorLength(loc, getRelayName(), name, list);
    if (failed(count))
      return failure();
    if (*count > data.getRank())
      return emitOptionalError(loc, getRelayName(), ": expected at most ",
                               formatCount(data.getRank(), "element"), " in ",
                               name, ", but got ", *count);
    // As in TVM, the first list determines the sliced dimensions.
    if (name == "first")
      std::fill_n(shape.begin(), *count, kDynamic);
  }
  return Type(data.clone(shape));
}

FailureOr<Type> DynNNPadOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (failed(checkPadModeName(loc, getRelayName(), adaptor.getPadMode())) ||
      failed(checkShape(loc, getRelayName(), "widths", adaptor.getWidths(),
                        {data.getRank(), 2})) ||
      failed(checkShape(loc, getRelayName(), "pad_value", adaptor.getPadValue(),
                        {})))
    return failure();
  return Type(data.clone(SmallVector<int64_t>(data.getRank(), kDynamic)));
}

FailureOr<Type> DynImageResize2dOp::inferResultType(std::optional<Location> loc,
                                                    Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<ImageLayout> layout = inferImageLayout(
      loc, getRelayName(), adaptor.getLayout(), data.getRank());
  Type elementType = adaptor.getOutDtype().value_or(data.getElementType());
  if (failed(layout) ||
      failed(checkResize(loc, getRelayName(), adaptor.getMethod(),
                         adaptor.getCoordinateTransformationMode(),
                         adaptor.getRoundingMethod())) ||
      failed(checkShape(loc, getRelayName(), "target_size",
                        adaptor.getTargetSize(), {2})) ||
      failed(checkShape(loc, getRelayName(), "target_roi",
                        adaptor.getTargetRoi(), {4})) ||
      failed(checkElementType(loc, getRelayName(), "out_dtype", elementType)))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  shape[layout->height] = shape[layout->width] = kDynamic;
  return Type(data.clone(shape, elementType));
}

FailureOr<Type> DynOneHotOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  if (failed(
          checkShape(loc, getRelayName(), "length", adaptor.getLength(), {})))
    return failure();
  return inferOneHot(loc, getRelayName(), adaptor.getIndices().getType(),
                     adaptor.getOnValue().getType(),
                     adaptor.getOffValue().getType(), kDynamic,
                     adaptor.getAxis(), adaptor.getDtype());
}

FailureOr<Type> DynTopkOp::inferResultType(std::optional<Location> loc,
                                           Adaptor adaptor) {
  auto count = cast<RankedTensorType>(adaptor.getCount().getType());
  if (count.getRank() != 0 &&
      failed(checkShape(loc, getRelayName(), "count", adaptor.getCount(), {1})))
    return failure();
  return inferTopk(loc, getRelayName(), adaptor.getData().getType(), kDynamic,
                   adaptor.getAxis(), adaptor.getRetType(), adaptor.getDtype());
}

FailureOr<Type> DynNNUpsamplingOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<ImageLayout> layout = inferImageLayout(
      loc, getRelayName(), adaptor.getLayout(), data.getRank());
  if (failed(layout) ||
      failed(checkUpsampling(loc, getRelayName(), adaptor.getMethod())) ||
      failed(checkShape(loc, getRelayName(), "factor_h", adaptor.getFactorH(),
                        {})) ||
      failed(checkShape(loc, getRelayName(), "factor_w", adaptor.getFactorW(),
                        {})))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  shape[layout->height] = shape[layout->width] = kDynamic;
  return Type(data.clone(shape));
}

FailureOr<Type>
DynNNUpsampling3dOp::inferResultType(std::optional<Location> loc,
                                     Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<SmallVector<int64_t>> dims = inferSpatialDims(
      loc, getRelayName(), adaptor.getLayout(), "DHW", data.getRank());
  std::pair<StringRef, Value> factors[] = {{"factor_d", adaptor.getFactorD()},
                                           {"factor_h", adaptor.getFactorH()},
                                           {"factor_w", adaptor.getFactorW()}};
  for (auto [name, factor] : factors)
    if (failed(checkShape(loc, getRelayName(), name, factor, {})))
      return failure();
  if (failed(dims) ||
      failed(checkUpsampling3d(loc, getRelayName(), adaptor.getMethod(),
                               adaptor.getCoordinateTransformationMode())))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (int64_t dim : *dims)
    shape[dim] = kDynamic;
  return Type(data.clone(shape));
}

FailureOr<Type> DynSparseToDenseOp::inferResultType(std::optional<Location> loc,
                                                    Adaptor adaptor) {
  FailureOr<int64_t> rank =
      inferVectorLength(loc, getRelayName(), "target", adaptor.getTarget());
  if (failed(rank))
    return failure();
  return inferSparseToDense(
      loc, getRelayName(), adaptor.getSparseIndices().getType(),
      adaptor.getSparseValues().getType(), adaptor.getDefaultValue().getType(),
      SmallVector<int64_t>(*rank, kDynamic));
}
