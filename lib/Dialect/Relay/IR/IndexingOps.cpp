//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that read or write at indices, slices among them: type inference,
// folders, and the indices that must be in range.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "RelayLite/Support/Counts.h"
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

/// Checks that `type`, of the operand `name`, has signed integers.
static LogicalResult checkSignedIndices(std::optional<Location> loc,
                                        StringRef relayName, StringRef name,
                                        RankedTensorType type) {
  Type elementType = type.getElementType();
  if (elementType.isSignlessInteger() && !elementType.isInteger(1))
    return success();
  return emitOptionalError(loc, relayName, ": expected signed integers in ",
                           name, ", but got ", type);
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

SmallVector<OperandIndices>
TakeOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  if (getMode() != "fast")
    return {};
  RankedTensorType data = operands[0];
  // Attributes are read as unsigned.
  int64_t extent =
      getAxis() ? data.getDimSize(wrapAxis(static_cast<int64_t>(*getAxis()),
                                           data.getRank()))
                : data.getNumElements();
  return {OperandIndices{1, {extent}}};
}

SmallVector<OperandIndices>
GatherNDOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  return {OperandIndices{1, llvm::to_vector(operands[0].getShape().slice(
                                getBatchDims(), operands[1].getDimSize(0)))}};
}

//===----------------------------------------------------------------------===//
// AdvIndexOp
//===----------------------------------------------------------------------===//

FailureOr<Type> AdvIndexOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  SmallVector<RankedTensorType> fields;
  for (auto [i, field] : llvm::enumerate(
           cast<TupleType>(adaptor.getInputs().getType()).getTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(field);
    if (!tensor)
      return emitOptionalError(loc, getRelayName(), ": expected field ", i,
                               " of inputs to be a tensor, but got ", field);
    fields.push_back(tensor);
  }
  if (fields.size() < 2)
    return emitOptionalError(loc, getRelayName(),
                             ": expected data and at least one index, but got ",
                             formatCount(fields.size(), "field"));
  RankedTensorType data = fields[0];
  ArrayRef<RankedTensorType> indices = ArrayRef(fields).drop_front();
  int64_t numIndices = indices.size();
  if (numIndices > data.getRank())
    return emitOptionalError(loc, getRelayName(), ": expected at most ",
                             data.getRank(), " indices for ", data,
                             ", but got ", numIndices);
  SmallVector<int64_t> shape;
  for (RankedTensorType type : indices) {
    if (failed(checkIndices(loc, getRelayName(), type)))
      return failure();
    FailureOr<SmallVector<int64_t>> common =
        inferBroadcastShape(loc, getRelayName(), shape, type.getShape());
    if (failed(common))
      return failure();
    shape = *common;
  }
  llvm::append_range(shape, data.getShape().drop_front(numIndices));
  return Type(data.clone(shape));
}

SmallVector<OperandIndices>
AdvIndexOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  SmallVector<OperandIndices> result;
  for (size_t i = 1; i < operands.size(); ++i)
    result.push_back({i, {operands[0].getDimSize(i - 1)}});
  return result;
}

//===----------------------------------------------------------------------===//
// GatherOp
//===----------------------------------------------------------------------===//

FailureOr<Type> GatherOp::inferResultType(std::optional<Location> loc,
                                          Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  if (!adaptor.getAxis())
    return emitOptionalError(loc, getRelayName(),
                             ": expected axis to be given, but got None");
  if (failed(checkSignedIndices(loc, getRelayName(), "indices", indices)))
    return failure();
  if (data.getRank() != indices.getRank())
    return emitOptionalError(loc, getRelayName(), ": expected indices of rank ",
                             data.getRank(), ", but got ", indices);
  FailureOr<int64_t> axis =
      normalizeAxis(loc, getRelayName(), "axis", adaptor.getAxisAttr().getInt(),
                    data.getRank());
  if (failed(axis))
    return failure();
  for (int64_t dim = 0; dim < data.getRank(); ++dim)
    if (dim != *axis &&
        failed(checkBatch(loc, getRelayName(), data, dim, indices, dim)))
      return failure();
  if (indices.getDimSize(*axis) == 0)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected at least one index along the axis, but "
        "got ",
        indices);
  return Type(indices.clone(data.getElementType()));
}

SmallVector<OperandIndices>
GatherOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  RankedTensorType data = operands[0];
  int64_t axis = wrapAxis(getAxisAttr().getInt(), data.getRank());
  return {OperandIndices{1, {data.getDimSize(axis)}}};
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

/// Checks that `updates` has the element type of `data`.
static LogicalResult checkUpdates(std::optional<Location> loc,
                                  StringRef relayName, RankedTensorType data,
                                  RankedTensorType updates) {
  if (data.getElementType() == updates.getElementType())
    return success();
  return emitOptionalError(loc, relayName,
                           ": expected updates of element type ",
                           data.getElementType(), ", but got ", updates);
}

FailureOr<Type> ScatterElementsOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  auto updates = cast<RankedTensorType>(adaptor.getUpdates().getType());
  StringRef reduction = adaptor.getReduction();
  if (!llvm::is_contained({"update", "add", "mul", "mean", "min", "max"},
                          reduction))
    return emitOptionalError(loc, getRelayName(),
                             ": expected reduction to be update, add, mul, "
                             "mean, min or max, but got ",
                             reduction);
  if (failed(checkIndices(loc, getRelayName(), indices)) ||
      failed(checkUpdates(loc, getRelayName(), data, updates)))
    return failure();
  FailureOr<int64_t> axis = normalizeAxis(loc, getRelayName(), "axis",
                                          adaptor.getAxis(), data.getRank());
  if (failed(axis))
    return failure();
  // As in TVM, updates behind the last indices are not used.
  std::pair<StringRef, RankedTensorType> others[] = {{"data", data},
                                                     {"updates", updates}};
  for (auto [name, other] : others) {
    if (indices.getRank() != other.getRank())
      return emitOptionalError(loc, getRelayName(),
                               ": expected indices of rank ", other.getRank(),
                               " as ", name, " has, but got ", indices);
    for (int64_t dim = 0; dim < other.getRank(); ++dim) {
      int64_t extent = other.getDimSize(dim), size = indices.getDimSize(dim);
      if ((name == "updates" || dim != *axis) && ShapedType::isStatic(extent) &&
          ShapedType::isStatic(size) && size > extent)
        return emitOptionalError(loc, getRelayName(), ": expected dimension ",
                                 dim, " of indices to be at most ", extent,
                                 " as in ", name, ", but got ", size);
    }
  }
  return Type(data);
}

SmallVector<OperandIndices>
ScatterElementsOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  RankedTensorType data = operands[0];
  int64_t axis = wrapAxis(getAxis(), data.getRank());
  return {OperandIndices{1, {data.getDimSize(axis)}, /*countsFromEnd=*/true}};
}

FailureOr<Type> ScatterNDOp::inferResultType(std::optional<Location> loc,
                                             Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  auto updates = cast<RankedTensorType>(adaptor.getUpdates().getType());
  StringRef mode = adaptor.getMode();
  if (!llvm::is_contained({"update", "add", "mul", "min", "max"}, mode))
    return emitOptionalError(loc, getRelayName(),
                             ": expected mode to be update, add, mul, min or "
                             "max, but got ",
                             mode);
  if (failed(checkIndices(loc, getRelayName(), indices)) ||
      failed(checkUpdates(loc, getRelayName(), data, updates)))
    return failure();
  if (indices.getRank() == 0 || indices.isDynamicDim(0))
    return emitOptionalError(loc, getRelayName(),
                             ": expected indices with a static first dimension,"
                             " but got ",
                             indices);
  int64_t numCoordinates = indices.getDimSize(0);
  if (numCoordinates > data.getRank())
    return emitOptionalError(
        loc, getRelayName(),
        ": expected the first dimension of indices to be at most ",
        data.getRank(), ", but got ", numCoordinates);
  SmallVector<int64_t> shape(indices.getShape().drop_front());
  llvm::append_range(shape, data.getShape().drop_front(numCoordinates));
  Type updatesType = updates;
  if (failed(inferOperand(loc, getRelayName(), "updates", data.clone(shape),
                          updatesType)))
    return failure();
  return Type(data);
}

SmallVector<OperandIndices>
ScatterNDOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  return {OperandIndices{1, llvm::to_vector(operands[0].getShape().take_front(
                                operands[1].getDimSize(0)))}};
}

FailureOr<Type>
InvertPermutationOp::inferResultType(std::optional<Location> loc,
                                     Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  if (data.getRank() != 1)
    return emitOptionalError(loc, getRelayName(),
                             ": expected a vector as data, but got ", data);
  return Type(data);
}

SmallVector<OperandIndices>
InvertPermutationOp::getIndicesInRange(ArrayRef<RankedTensorType> operands) {
  return {OperandIndices{0, {operands[0].getDimSize(0)}}};
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

/// Checks that `lengths`, the operand `name`, is a vector with an element for
/// each position along dimension `batchAxis` of `data`.
static LogicalResult checkLengths(std::optional<Location> loc,
                                  StringRef relayName, StringRef name,
                                  RankedTensorType data, int64_t batchAxis,
                                  RankedTensorType lengths) {
  Type type = lengths;
  return inferOperand(loc, relayName, name,
                      RankedTensorType::get(data.getDimSize(batchAxis),
                                            lengths.getElementType()),
                      type);
}

FailureOr<Type> ReverseSequenceOp::inferResultType(std::optional<Location> loc,
                                                   Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto lengths = cast<RankedTensorType>(adaptor.getSeqLengths().getType());
  FailureOr<int64_t> batchAxis =
      normalizeAxis(loc, getRelayName(), "batch_axis", adaptor.getBatchAxis(),
                    data.getRank());
  if (failed(batchAxis) ||
      failed(normalizeAxis(loc, getRelayName(), "seq_axis",
                           adaptor.getSeqAxis(), data.getRank())) ||
      failed(checkSignedIndices(loc, getRelayName(), "seq_lengths", lengths)) ||
      failed(checkLengths(loc, getRelayName(), "seq_lengths", data, *batchAxis,
                          lengths)))
    return failure();
  return Type(data);
}

FailureOr<Type> SequenceMaskOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto lengths = cast<RankedTensorType>(adaptor.getValidLength().getType());
  int64_t axis = adaptor.getAxis();
  if (axis != 0 && axis != 1)
    return emitOptionalError(loc, getRelayName(),
                             ": expected axis to be 0 or 1, but got ", axis);
  if (data.getRank() < 2)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected data of at least 2 dimensions, but got ", data);
  if (failed(checkLengths(loc, getRelayName(), "valid_length", data, 1 - axis,
                          lengths)))
    return failure();
  return Type(data);
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

FailureOr<Type> SlidingWindowOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  int64_t axis = adaptor.getAxis(), rank = data.getRank();
  if (axis < 0 || axis > rank)
    return emitOptionalError(loc, getRelayName(), ": expected axis in [0, ",
                             rank, "], but got ", axis);
  ArrayRef<int64_t> window = adaptor.getWindowShape();
  ArrayRef<int64_t> strides = adaptor.getStrides();
  size_t count = rank - axis;
  if (failed(checkNumbers(loc, getRelayName(), "window_shape", window, {count},
                          1)) ||
      failed(checkNumbers(loc, getRelayName(), "strides", strides, {count}, 1)))
    return failure();
  SmallVector<int64_t> shape(data.getShape().take_front(axis));
  for (auto [i, size, stride] : llvm::enumerate(window, strides)) {
    int64_t extent = data.getDimSize(axis + i);
    if (ShapedType::isStatic(extent)) {
      if (extent < size)
        return emitOptionalError(
            loc, getRelayName(), ": expected a window of at most ", extent,
            " along dimension ", axis + i, ", but got ", size);
      extent = (extent - size) / stride + 1;
    }
    shape.push_back(extent);
  }
  llvm::append_range(shape, window);
  return Type(data.clone(shape));
}

FailureOr<Type> StridedSetOp::inferResultType(std::optional<Location> loc,
                                              Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto v = cast<RankedTensorType>(adaptor.getV().getType());
  if (v.getRank() != data.getRank() ||
      v.getElementType() != data.getElementType())
    return emitOptionalError(loc, getRelayName(), ": expected v of rank ",
                             data.getRank(), " and element type ",
                             data.getElementType(), ", but got ", v);
  std::pair<StringRef, Value> lists[] = {{"begin", adaptor.getBegin()},
                                         {"end", adaptor.getEnd()},
                                         {"strides", adaptor.getStrides()}};
  for (auto [name, list] : lists)
    if (failed(inferVectorLength(loc, getRelayName(), name, list)))
      return failure();
  return Type(data);
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

FailureOr<Type> MatrixSetDiagOp::inferResultType(std::optional<Location> loc,
                                                 Adaptor adaptor) {
  auto input = cast<RankedTensorType>(adaptor.getInput().getType());
  auto diagonal = cast<RankedTensorType>(adaptor.getDiagonal().getType());
  int64_t k1 = adaptor.getK1(), k2 = adaptor.getK2(), rank = input.getRank();
  if (rank < 2)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected input of at least 2 dimensions, but got ", input);
  if (failed(checkNumbers(loc, getRelayName(), "k1 and k2", {k1, k2}, {2},
                          -INT32_MAX)))
    return failure();
  if (k1 > k2)
    return emitOptionalError(loc, getRelayName(),
                             ": expected k1 of at most k2, but got ", k1,
                             " and ", k2);
  int64_t rows = input.getDimSize(rank - 2),
          columns = input.getDimSize(rank - 1);
  if ((ShapedType::isStatic(rows) && k1 <= -rows) ||
      (ShapedType::isStatic(columns) && k2 >= columns))
    return emitOptionalError(loc, getRelayName(),
                             ": expected diagonals inside of ", input,
                             ", but got ", k1, " to ", k2);
  SmallVector<int64_t> shape(input.getShape().drop_back(2));
  if (k1 != k2)
    shape.push_back(k2 - k1 + 1);
  // The longest diagonal.
  bool isStatic = ShapedType::isStatic(rows) && ShapedType::isStatic(columns);
  shape.push_back(isStatic ? std::min(rows + std::min<int64_t>(k2, 0),
                                      columns - std::max<int64_t>(k1, 0))
                           : ShapedType::kDynamic);
  Type diagonalType = diagonal;
  if (failed(inferOperand(loc, getRelayName(), "diagonal", input.clone(shape),
                          diagonalType)))
    return failure();
  return Type(input);
}

FailureOr<Type> TriluOp::inferResultType(std::optional<Location> loc,
                                         Adaptor adaptor) {
  auto data = cast<RankedTensorType>(adaptor.getData().getType());
  auto k = cast<RankedTensorType>(adaptor.getK().getType());
  if (k.getRank() != 0 || !k.getElementType().isInteger())
    return emitOptionalError(loc, getRelayName(),
                             ": expected an integer scalar as k, but got ", k);
  if (data.getRank() < 2)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected data of at least 2 dimensions, but got ", data);
  return Type(data);
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

FailureOr<Type> ArgwhereOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  auto type = cast<RankedTensorType>(adaptor.getCondition().getType());
  return Type(RankedTensorType::get({ShapedType::kDynamic, type.getRank()},
                                    IntegerType::get(type.getContext(), 32)));
}

/// Whether the element of type `type` in `bytes` is not zero.
static bool isNonZero(ArrayRef<char> bytes, Type type) {
  // The sign of a zero does not count.
  bool hasSign = isa<FloatType>(type);
  char last = hasSign ? bytes.back() & 0x7f : bytes.back();
  return last != 0 ||
         llvm::any_of(bytes.drop_back(), [](char byte) { return byte != 0; });
}

Type ArgwhereOp::getTypeForData(ArrayRef<OperandData> operands) {
  const OperandData &condition = operands.front();
  Type elementType = condition.type.getElementType();
  int64_t numElements = condition.type.getNumElements(), count = 0;
  size_t size = llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8u);
  if (numElements != 0 && condition.isSplat)
    count = isNonZero(condition.bytes.take_front(size), elementType)
                ? numElements
                : 0;
  else
    for (int64_t i = 0; i < numElements; ++i)
      count += isNonZero(condition.bytes.slice(i * size, size), elementType);
  return RankedTensorType::get({count, condition.type.getRank()},
                               IntegerType::get(getContext(), 32));
}

FailureOr<Type> UnravelIndexOp::inferResultType(std::optional<Location> loc,
                                                Adaptor adaptor) {
  auto indices = cast<RankedTensorType>(adaptor.getIndices().getType());
  auto shape = cast<RankedTensorType>(adaptor.getShape().getType());
  if (failed(checkIndices(loc, getRelayName(), indices)))
    return failure();
  if (indices.getRank() > 1)
    return emitOptionalError(
        loc, getRelayName(),
        ": expected a scalar or vector as indices, but got "
        "",
        indices);
  if (shape.getRank() != 1 || !shape.getElementType().isInteger())
    return emitOptionalError(
        loc, getRelayName(),
        ": expected a vector of integers as shape, but got "
        "",
        shape);
  SmallVector<int64_t> result = {shape.getDimSize(0)};
  llvm::append_range(result, indices.getShape());
  return Type(indices.clone(result));
}

FailureOr<Type> MeshgridOp::inferResultType(std::optional<Location> loc,
                                            Adaptor adaptor) {
  StringRef indexing = adaptor.getIndexing();
  if (indexing != "ij" && indexing != "xy")
    return emitOptionalError(loc, getRelayName(),
                             ": expected indexing to be ij or xy, but got ",
                             indexing);
  auto tuple = cast<TupleType>(adaptor.getData().getType());
  SmallVector<int64_t> shape;
  Type elementType;
  for (auto [i, field] : llvm::enumerate(tuple.getTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(field);
    if (!tensor || tensor.getRank() > 1)
      return emitOptionalError(loc, getRelayName(), ": expected field ", i,
                               " of data to be a vector or a scalar, but got ",
                               field);
    if (elementType && tensor.getElementType() != elementType)
      return emitOptionalError(loc, getRelayName(), ": expected field ", i,
                               " of data to have element type ", elementType,
                               ", but got ", tensor.getElementType());
    elementType = tensor.getElementType();
    shape.push_back(tensor.getRank() == 0 ? 1 : tensor.getDimSize(0));
  }
  if (shape.empty())
    return emitOptionalError(
        loc, getRelayName(),
        ": expected at least one field in data, but got 0");
  if (indexing == "xy" && shape.size() >= 2)
    std::swap(shape[0], shape[1]);
  SmallVector<Type> grids(shape.size(),
                          RankedTensorType::get(shape, elementType));
  return Type(TupleType::get(tuple.getContext(), grids));
}
