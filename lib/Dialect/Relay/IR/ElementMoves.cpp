//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The moves of elements that operators make (MovementInterface).
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/TypeInference.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::relay;

using Moves = SmallVector<ElementMove>;
using Types = ArrayRef<RankedTensorType>;

/// Strides of a row-major tensor.
static SmallVector<int64_t, 4> getStrides(RankedTensorType type) {
  return llvm::to_vector<4>(computeStrides(type.getShape()));
}

/// All of `source` to all of `target`, in shapes with the same sizes.
static ElementMove makeMove(RankedTensorType source, RankedTensorType target) {
  ElementMove move;
  move.sizes.assign(target.getShape().begin(), target.getShape().end());
  move.source.strides = getStrides(source);
  move.target.strides = getStrides(target);
  return move;
}

FailureOr<Moves> TransposeOp::getMoves(Types operands, Types results) {
  auto permutation =
      getPermutation(std::nullopt, getAxes(), results.front().getRank());
  if (failed(permutation))
    return failure();
  ElementMove move = makeMove(operands.front(), results.front());
  move.source.strides =
      llvm::to_vector<4>(applyPermutation(move.source.strides, *permutation));
  return Moves{move};
}

/// Repeats `source` along new leading dimensions and along those of size 1.
static ElementMove makeBroadcast(RankedTensorType source,
                                 RankedTensorType target) {
  ElementMove move = makeMove(source, target);
  for (auto [stride, size] : llvm::zip(move.source.strides, source.getShape()))
    if (size == 1)
      stride = 0;
  move.source.strides.insert(move.source.strides.begin(),
                             target.getRank() - source.getRank(), 0);
  return move;
}

FailureOr<Moves> BroadcastToOp::getMoves(Types operands, Types results) {
  return Moves{makeBroadcast(operands.front(), results.front())};
}

/// Fills `target` with the element of tensor `index` of `operands`. Fails if
/// the element must be converted.
static FailureOr<Moves> getFillMoves(Types operands, unsigned index,
                                     RankedTensorType target) {
  if (operands[index].getElementType() != target.getElementType())
    return failure();
  ElementMove move = makeBroadcast(operands[index], target);
  move.source.tensor = index;
  return Moves{move};
}

FailureOr<Moves> FullOp::getMoves(Types operands, Types results) {
  return getFillMoves(operands, 0, results.front());
}

FailureOr<Moves> FullLikeOp::getMoves(Types operands, Types results) {
  return getFillMoves(operands, 1, results.front());
}

/// Repeats dimension i of `source` as a whole `counts[i]` times, or each of its
/// elements with `isInner`.
static ElementMove makeRepetition(RankedTensorType source,
                                  ArrayRef<int64_t> counts, bool isInner,
                                  RankedTensorType target) {
  ElementMove move;
  auto addDim = [&](int64_t size, int64_t sourceStride, int64_t targetStride) {
    move.sizes.push_back(size);
    move.source.strides.push_back(sourceStride);
    move.target.strides.push_back(targetStride);
  };
  SmallVector<int64_t, 4> from = getStrides(source), to = getStrides(target);
  int64_t numNew = target.getRank() - source.getRank();
  for (auto [dim, count] : llvm::enumerate(counts)) {
    int64_t i = dim - numNew;
    int64_t size = i < 0 ? 1 : source.getDimSize(i);
    int64_t stride = i < 0 ? 0 : from[i];
    addDim(count, 0, isInner ? to[dim] : to[dim] * size);
    addDim(size, stride, isInner ? to[dim] * count : to[dim]);
  }
  return move;
}

FailureOr<Moves> TileOp::getMoves(Types operands, Types results) {
  SmallVector<int64_t> counts(getReps());
  counts.insert(counts.begin(), results.front().getRank() - counts.size(), 1);
  return Moves{makeRepetition(operands.front(), counts, /*isInner=*/false,
                              results.front())};
}

FailureOr<Moves> RepeatOp::getMoves(Types operands, Types results) {
  if (!getAxis())
    return failure();
  int64_t rank = results.front().getRank();
  SmallVector<int64_t> counts(rank, 1);
  counts[wrapAxis(*getAxis(), rank)] = getRepeats();
  return Moves{makeRepetition(operands.front(), counts, /*isInner=*/true,
                              results.front())};
}

FailureOr<Moves> ConcatenateOp::getMoves(Types operands, Types results) {
  RankedTensorType target = results.front();
  int64_t axis = wrapAxis(getAxis(), target.getRank());
  int64_t offset = 0, stride = getStrides(target)[axis];
  Moves moves;
  for (auto [i, source] : llvm::enumerate(operands)) {
    ElementMove &move = moves.emplace_back(makeMove(source, target));
    move.sizes[axis] = source.getDimSize(axis);
    move.source.tensor = i;
    move.target.offset = offset;
    offset += source.getDimSize(axis) * stride;
  }
  return moves;
}

FailureOr<Moves> StackOp::getMoves(Types operands, Types results) {
  RankedTensorType target = results.front();
  int64_t axis = wrapAxis(getAxis(), target.getRank());
  SmallVector<int64_t, 4> strides = getStrides(target);
  Moves moves;
  for (auto [i, source] : llvm::enumerate(operands)) {
    ElementMove &move = moves.emplace_back();
    move.sizes.assign(source.getShape().begin(), source.getShape().end());
    move.source = {i, 0, getStrides(source)};
    move.target = {0, static_cast<int64_t>(i) * strides[axis], strides};
    move.target.strides.erase(move.target.strides.begin() + axis);
  }
  return moves;
}

FailureOr<Moves> SplitOp::getMoves(Types operands, Types results) {
  RankedTensorType source = operands.front();
  int64_t axis = wrapAxis(getAxis(), source.getRank());
  int64_t offset = 0, stride = getStrides(source)[axis];
  Moves moves;
  for (auto [i, target] : llvm::enumerate(results)) {
    ElementMove &move = moves.emplace_back(makeMove(source, target));
    move.source.offset = offset;
    move.target.tensor = i;
    offset += target.getDimSize(axis) * stride;
  }
  return moves;
}

FailureOr<Moves> StridedSliceOp::getMoves(Types operands, Types results) {
  RankedTensorType source = operands.front();
  FailureOr<SmallVector<SliceDim>> dims =
      resolve(std::nullopt, Adaptor(getOperation()->getOperands(), *this),
              source.getRank());
  if (failed(dims))
    return failure();
  ElementMove move = makeMove(source, results.front());
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    if (!dim.isSliced)
      continue;
    auto range = resolveSlice(dim, source.getDimSize(i));
    if (!range)
      return failure();
    move.source.offset += range->first * move.source.strides[i];
    move.source.strides[i] *= dim.stride;
  }
  return Moves{move};
}
