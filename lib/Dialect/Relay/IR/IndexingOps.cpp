//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// strided_slice, take and gather_nd: type inference, folders, and the indices
// that must be in range.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// StridedSliceOp
//===----------------------------------------------------------------------===//

std::optional<std::pair<int64_t, int64_t>>
relay::resolveSlice(const SliceDim &dim, int64_t extent) {
  bool isDownwards = dim.stride < 0;
  int64_t lowest = isDownwards ? -1 : 0;
  int64_t highest = isDownwards ? extent - 1 : extent;
  auto limit = [&](int64_t position) {
    return std::clamp(position < 0 ? position + extent : position, lowest,
                      highest);
  };
  int64_t begin = limit(dim.begin), end = limit(dim.end);
  int64_t distance = isDownwards ? begin - end : end - begin;
  if (distance < 0)
    return std::nullopt;
  uint64_t step = isDownwards ? -static_cast<uint64_t>(dim.stride)
                              : static_cast<uint64_t>(dim.stride);
  return std::pair(begin, static_cast<int64_t>(llvm::divideCeil(
                              static_cast<uint64_t>(distance), step)));
}

FailureOr<SmallVector<SliceDim>>
StridedSliceOp::resolve(std::optional<Location> loc, Adaptor adaptor,
                        int64_t rank) {
  constexpr int64_t toTheEnd = std::numeric_limits<int64_t>::max();
  ArrayRef<int64_t> begin = adaptor.getBegin(), end = adaptor.getEnd(),
                    strides = adaptor.getStrides();
  std::optional<ArrayRef<int64_t>> axes = adaptor.getAxes();
  StringRef mode = adaptor.getSliceMode();
  if (mode != "end" && mode != "size")
    return emitOptionalError(
        loc, getRelayName(),
        ": expected slice_mode to be end or size, but got ", mode);
  bool isSize = mode == "size";

  size_t count = 0;
  std::pair<StringRef, size_t> lists[] = {{"begin", begin.size()},
                                          {"end", end.size()},
                                          {"strides", strides.size()}};
  for (auto [name, size] : lists) {
    if (axes && size != axes->size())
      return emitOptionalError(loc, getRelayName(), ": expected ", name,
                               " to have ", axes->size(),
                               " entries as axes has, but got ", size);
    if (static_cast<int64_t>(size) > rank)
      return emitOptionalError(loc, getRelayName(), ": expected at most ", rank,
                               " entries in ", name, ", but got ", size);
    count = std::max(count, size);
  }

  SmallVector<SliceDim> dims(rank);
  for (size_t i = 0; i < count; ++i) {
    int64_t position = i;
    if (axes) {
      FailureOr<int64_t> axis =
          normalizeAxis(loc, getRelayName(), "axes", (*axes)[i], rank);
      if (failed(axis))
        return failure();
      position = *axis;
    }
    SliceDim &dim = dims[position];
    if (dim.isSliced)
      return emitOptionalError(loc, getRelayName(), ": axis ", position,
                               " occurs twice in axes");
    dim.isSliced = true;
    if (i < strides.size()) {
      if (strides[i] == 0)
        return emitOptionalError(
            loc, getRelayName(),
            ": expected strides other than 0, but got 0 at position ", i);
      if (!isSize)
        dim.stride = strides[i];
    }
    dim.begin = i < begin.size() ? begin[i] : dim.stride < 0 ? toTheEnd : 0;
    if (!isSize) {
      dim.end = i < end.size() ? end[i] : dim.stride < 0 ? 0 : toTheEnd;
      continue;
    }
    // If the begin counts from the end, the size may reach the end.
    std::optional<int64_t> sum;
    if (i < end.size() && end[i] >= 0)
      sum = llvm::checkedAdd(dim.begin, end[i]);
    dim.end = sum && (dim.begin >= 0 || *sum < 0) ? *sum : toTheEnd;
  }
  return dims;
}

FailureOr<Type> StridedSliceOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getData().getType());
  FailureOr<SmallVector<SliceDim>> dims = resolve(loc, adaptor, type.getRank());
  if (failed(dims))
    return failure();
  SmallVector<int64_t> result(type.getShape());
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    if (!dim.isSliced || ShapedType::isDynamic(result[i]))
      continue;
    auto range = resolveSlice(dim, result[i]);
    if (!range)
      return emitOptionalError(loc, getRelayName(), ": the range of dimension ",
                               i, " from ", dim.begin, " to ", dim.end,
                               " with stride ", dim.stride, " is reversed");
    result[i] = range->second;
  }
  return RankedTensorType::get(result, type.getElementType());
}

// strided_slice(x) that takes all of a static shape -> x
OpFoldResult StridedSliceOp::fold(FoldAdaptor) {
  auto type = dyn_cast<RankedTensorType>(getType());
  if (!type || !type.hasStaticShape() || getData().getType() != type)
    return {};
  auto dims =
      resolve(std::nullopt, Adaptor(getOperation()->getOperands(), *this),
              type.getRank());
  if (failed(dims))
    return {};
  for (auto [dim, extent] : llvm::zip_equal(*dims, type.getShape())) {
    auto range = resolveSlice(dim, extent);
    if (dim.stride != 1 || !range || range->first != 0)
      return {};
  }
  return getData();
}

//===----------------------------------------------------------------------===//
// SliceLikeOp
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<bool>>
SliceLikeOp::resolve(std::optional<Location> loc,
                     std::optional<ArrayRef<int64_t>> axes, int64_t dataRank,
                     int64_t likeRank) {
  SmallVector<bool> isSliced(dataRank);
  if (!axes || axes->empty()) {
    std::fill_n(isSliced.begin(), std::min(dataRank, likeRank), true);
    return isSliced;
  }
  for (int64_t given : *axes) {
    FailureOr<int64_t> axis =
        normalizeAxis(loc, getRelayName(), "axes", given, dataRank);
    if (failed(axis))
      return failure();
    if (*axis >= likeRank)
      return emitOptionalError(loc, getRelayName(),
                               ": expected axes below the rank of shape_like, "
                               "which is ",
                               likeRank, ", but got ", *axis);
    isSliced[*axis] = true;
  }
  return isSliced;
}

FailureOr<Type> SliceLikeOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto like = cast<RankedTensorType>(adaptor.getShapeLike().getType());
  FailureOr<SmallVector<bool>> isSliced =
      resolve(loc, adaptor.getAxes(), data.getRank(), like.getRank());
  if (failed(isSliced))
    return failure();
  SmallVector<int64_t> shape(data.getShape());
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!(*isSliced)[dim])
      continue;
    int64_t size = like.getDimSize(dim);
    if (ShapedType::isStatic(extent) && ShapedType::isStatic(size) &&
        size > extent)
      return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                               dim, " of shape_like to be at most ", extent,
                               ", but got ", size);
    extent = size;
  }
  return Type(data.clone(shape));
}

//===----------------------------------------------------------------------===//
// TakeOp and GatherNDOp
//===----------------------------------------------------------------------===//

/// Checks that the indices of an operator are integers.
static LogicalResult checkIndices(std::optional<Location> loc,
                                  StringRef relayName, RankedTensorType type) {
  if (type.getElementType().isInteger())
    return success();
  return emitOptionalError(loc, relayName,
                           ": expected integer indices, but got ", type);
}

/// Checks that dimension `dataDim` of `data` is compatible with dimension
/// `indicesDim` of `indices`. Both are batch dimensions.
static LogicalResult checkBatch(std::optional<Location> loc,
                                StringRef relayName, RankedTensorType data,
                                int64_t dataDim, RankedTensorType indices,
                                int64_t indicesDim) {
  int64_t a = data.getDimSize(dataDim), b = indices.getDimSize(indicesDim);
  if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b)
    return success();
  return emitOptionalError(loc, relayName, ": expected dimension ", dataDim,
                           " of data and dimension ", indicesDim,
                           " of indices to be equal, but got ", a, " and ", b);
}

FailureOr<Type> TakeOp::inferResultType(std::optional<Location> loc,
                                        Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  StringRef mode = adaptor.getMode();
  if (mode != "clip" && mode != "wrap" && mode != "fast")
    return emitOptionalError(loc, getRelayName(),
                             ": expected mode to be clip, wrap or fast, but "
                             "got ",
                             mode);
  if (failed(checkIndices(loc, getRelayName(), indices)))
    return failure();
  if (!adaptor.getAxis())
    return indices.clone(data.getElementType());

  FailureOr<int64_t> axis = normalizeAxis(loc, getRelayName(), "axis",
                                          *adaptor.getAxis(), data.getRank());
  if (failed(axis))
    return failure();
  int64_t batchDims = adaptor.getBatchDims();
  int64_t maxBatchDims = std::min(*axis, indices.getRank());
  if (batchDims < 0 || batchDims > maxBatchDims)
    return emitOptionalError(loc, getRelayName(),
                             ": expected batch_dims between 0 and ",
                             maxBatchDims, ", but got ", batchDims);
  for (int64_t i = 0; i < batchDims; ++i)
    if (failed(checkBatch(loc, getRelayName(), data, i, indices, i)))
      return failure();
  SmallVector<int64_t> result(data.getShape().take_front(*axis));
  llvm::append_range(result, indices.getShape().drop_front(batchDims));
  llvm::append_range(result, data.getShape().drop_front(*axis + 1));
  return RankedTensorType::get(result, data.getElementType());
}

FailureOr<Type> GatherNDOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  if (failed(checkIndices(loc, getRelayName(), indices)))
    return failure();
  if (indices.getRank() == 0 || indices.isDynamicDim(0))
    return emitOptionalError(loc, getRelayName(),
                             ": expected indices with a static first dimension,"
                             " but got ",
                             indices);
  int64_t batchDims = adaptor.getBatchDims();
  if (batchDims < 0 || batchDims >= indices.getRank())
    return emitOptionalError(loc, getRelayName(),
                             ": expected batch_dims between 0 and ",
                             indices.getRank() - 1, ", but got ", batchDims);
  int64_t numCoordinates = indices.getDimSize(0);
  if (numCoordinates > data.getRank() - batchDims)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected the first dimension of indices to be at most ",
        data.getRank() - batchDims, ", but got ", numCoordinates);
  for (int64_t i = 0; i < batchDims; ++i)
    if (failed(checkBatch(loc, getRelayName(), data, i, indices, i + 1)))
      return failure();
  SmallVector<int64_t> result(indices.getShape().drop_front());
  llvm::append_range(result,
                     data.getShape().drop_front(batchDims + numCoordinates));
  return RankedTensorType::get(result, data.getElementType());
}

std::optional<OperandIndices>
TakeOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  if (getMode() != "fast")
    return std::nullopt;
  RankedTensorType data = operands[0];
  // Attributes are read as unsigned.
  int64_t extent =
      getAxis() ? data.getDimSize(wrapAxis(static_cast<int64_t>(*getAxis()),
                                           data.getRank()))
                : data.getNumElements();
  return OperandIndices{1, {extent}};
}

std::optional<OperandIndices>
GatherNDOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  return OperandIndices{1, llvm::to_vector(operands[0].getShape().slice(
                               getBatchDims(), operands[1].getDimSize(0)))};
}
