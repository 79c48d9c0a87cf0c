//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bias, normalisations and softmax as compositions of simpler operators. The
// operators and their order are TVM's, so that results are structurally equal.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Utils/Decompositions.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Support/Rounding.h"

using namespace mlir;
using namespace mlir::relay;

/// A scalar constant of element type `type`. As in TVM the value goes through
/// f32.
static Value buildScalar(OpBuilder &b, Location loc, Type type,
                         const APFloat &value) {
  return ConstantOp::create(
      b, loc,
      makeScalarConstant(type, roundToNearest(value, APFloat::IEEEsingle())));
}

/// A vector along dimension `axis` of `rank` with the dimensions after it, of
/// size 1, that let it broadcast.
static Value buildExpanded(OpBuilder &b, Location loc, Value vector,
                           int64_t axis, int64_t rank) {
  int64_t count = rank - axis - 1;
  return count == 0 ? vector
                    : ExpandDimsOp::create(b, loc, vector, /*axis=*/1, count)
                          .getResult();
}

/// Gives `value`, just built, the type `type`, which may be less refined than
/// its own.
static Value withType(Value value, Type type) {
  value.setType(type);
  return value;
}

/// Whether the types of `op` are known and its vectors have the size of
/// dimension `axis` of the data, its first operand: each vector of a verified
/// operator fits the data, but they may differ where its size is dynamic.
static bool hasFittingChannels(Operation *op, int64_t axis) {
  if (!hasKnownTypes(op))
    return false;
  auto data = cast<RankedTensorType>(op->getOperand(0).getType());
  int64_t size = data.getDimSize(wrapAxis(axis, data.getRank()));
  for (Type type : llvm::drop_begin(op->getOperandTypes())) {
    int64_t channels = cast<RankedTensorType>(type).getDimSize(0);
    if (ShapedType::isDynamic(channels))
      continue;
    if (ShapedType::isStatic(size) && channels != size)
      return false;
    size = channels;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Bias
//===----------------------------------------------------------------------===//

FailureOr<Value> relay::decomposeBiasAdd(OpBuilder &b, NNBiasAddOp op) {
  if (!hasKnownTypes(op))
    return failure();
  Location loc = op.getLoc();
  int64_t rank = cast<RankedTensorType>(op.getData().getType()).getRank();
  Value bias =
      buildExpanded(b, loc, op.getBias(), wrapAxis(op.getAxis(), rank), rank);
  Value result = AddOp::create(b, loc, op.getData(), bias);
  return withType(result, op.getType());
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

FailureOr<Value> relay::decomposeBatchNorm(OpBuilder &b, NNBatchNormOp op) {
  if (!hasFittingChannels(op, op.getAxis()))
    return failure();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getData().getType());
  Type elementType = type.getElementType();
  Value epsilon = buildScalar(b, loc, elementType, op.getEpsilon());
  Value variance = AddOp::create(b, loc, op.getMovingVar(), epsilon);
  Value deviation = SqrtOp::create(b, loc, variance);
  Value one = buildScalar(b, loc, elementType, APFloat(1.0));
  Value scale = DivideOp::create(b, loc, one, deviation);
  if (op.getScale())
    scale = MultiplyOp::create(b, loc, scale, op.getGamma());
  Value negatedMean = NegativeOp::create(b, loc, op.getMovingMean());
  Value shift = MultiplyOp::create(b, loc, negatedMean, scale);
  if (op.getCenter())
    shift = AddOp::create(b, loc, shift, op.getBeta());
  int64_t rank = type.getRank(), axis = wrapAxis(op.getAxis(), rank);
  scale = buildExpanded(b, loc, scale, axis, rank);
  Value scaled = MultiplyOp::create(b, loc, op.getData(), scale);
  shift = buildExpanded(b, loc, shift, axis, rank);
  Value result = AddOp::create(b, loc, scaled, shift);
  return withType(result, type);
}

/// (data - mean) / sqrt(variance + epsilon), the statistics over `axes`.
static Value buildNormalized(OpBuilder &b, Location loc, Value data,
                             ArrayRef<int64_t> axes, const APFloat &epsilon) {
  auto axesAttr = b.getDenseI64ArrayAttr(axes);
  Type elementType = getElementTypeOrSelf(data.getType());
  Value mean = MeanOp::create(b, loc, data, axesAttr, /*keepdims=*/true);
  Value variance =
      VarianceOp::create(b, loc, data, mean, axesAttr, /*keepdims=*/true);
  Value shifted = AddOp::create(b, loc, variance,
                                buildScalar(b, loc, elementType, epsilon));
  Value deviation = SqrtOp::create(b, loc, shifted);
  Value centered = SubtractOp::create(b, loc, data, mean);
  return DivideOp::create(b, loc, centered, deviation);
}

/// x * gamma + beta along the axis of `op`, each unless `op` says otherwise.
template <typename OpTy>
static Value buildScaled(OpBuilder &b, OpTy op, Value x) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getData().getType());
  int64_t rank = type.getRank(), axis = wrapAxis(op.getAxis(), rank);
  if (op.getScale())
    x = MultiplyOp::create(b, loc, x,
                           buildExpanded(b, loc, op.getGamma(), axis, rank));
  if (op.getCenter())
    x = AddOp::create(b, loc, x,
                      buildExpanded(b, loc, op.getBeta(), axis, rank));
  // Without both this is the quotient or the reshape before.
  return withType(x, op.getType());
}

FailureOr<Value> relay::decomposeLayerNorm(OpBuilder &b, NNLayerNormOp op) {
  if (!hasFittingChannels(op, op.getAxis()))
    return failure();
  // TVM keeps a negative axis here.
  int64_t axis = op.getAxis();
  return buildScaled(
      b, op,
      buildNormalized(b, op.getLoc(), op.getData(), axis, op.getEpsilon()));
}

FailureOr<Value> relay::decomposeInstanceNorm(OpBuilder &b,
                                              NNInstanceNormOp op) {
  if (!hasFittingChannels(op, op.getAxis()))
    return failure();
  int64_t rank = cast<RankedTensorType>(op.getData().getType()).getRank();
  int64_t axis = wrapAxis(op.getAxis(), rank);
  SmallVector<int64_t> axes;
  for (int64_t dim = 1; dim < rank; ++dim)
    if (dim != axis)
      axes.push_back(dim);
  return buildScaled(
      b, op,
      buildNormalized(b, op.getLoc(), op.getData(), axes, op.getEpsilon()));
}

FailureOr<Value> relay::decomposeGroupNorm(OpBuilder &b, NNGroupNormOp op) {
  if (!hasFittingChannels(op, op.getAxis()))
    return failure();
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getData().getType());
  // `reshape` does not take such sizes.
  if (countElements(type) > uint64_t(std::numeric_limits<int64_t>::max()))
    return failure();
  int64_t rank = type.getRank(), axis = wrapAxis(op.getAxis(), rank);
  int64_t groups = op.getNumGroups();
  // Sizes are spelled out as TVM does. If one is dynamic, or 0, which would be
  // a code, the codes of `reshape` take their place: 0 copies a dimension, -4
  // splits one, -3 merges two, -1 stands for the remaining elements.
  constexpr int64_t kCopy = 0, kInfer = -1, kMerge = -3, kSplit = -4;
  bool isPlain = llvm::all_of(type.getShape(), [](int64_t size) {
    return ShapedType::isStatic(size) && size != 0;
  });
  SmallVector<int64_t> split, merged, axes;
  for (auto [index, size] : llvm::enumerate(type.getShape())) {
    int64_t dim = index;
    if (dim >= axis)
      axes.push_back(dim + 1);
    if (dim != axis) {
      split.push_back(isPlain ? size : kCopy);
      merged.push_back(isPlain ? size : kCopy);
    } else if (isPlain) {
      split.append({groups, size / groups});
      merged.push_back(size);
    } else {
      split.append({kSplit, groups, kInfer});
      merged.push_back(kMerge);
    }
  }
  Value grouped = ReshapeOp::create(b, loc, op.getData(), split);
  Value normalized = buildNormalized(b, loc, grouped, axes, op.getEpsilon());
  return buildScaled(b, op, ReshapeOp::create(b, loc, normalized, merged));
}

FailureOr<Value> relay::decomposeL2Normalize(OpBuilder &b, NNL2NormalizeOp op) {
  if (!hasKnownTypes(op))
    return failure();
  Location loc = op.getLoc();
  Value data = op.getData();
  Type elementType = getElementTypeOrSelf(data.getType());
  Value squares = MultiplyOp::create(b, loc, data, data);
  Value sum = SumOp::create(b, loc, squares, op.getAxisAttr(),
                            /*keepdims=*/true);
  Value eps = buildScalar(b, loc, elementType, op.getEps());
  Value atLeast = MaximumOp::create(b, loc, sum, eps);
  Value norm = SqrtOp::create(b, loc, atLeast);
  Value result = DivideOp::create(b, loc, data, norm);
  return withType(result, op.getType());
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// data - max(data) over `axis`, of f16 and bf16 elements in f32.
static Value buildShifted(OpBuilder &b, Location loc, Value data,
                          DenseI64ArrayAttr axis) {
  Type elementType = getElementTypeOrSelf(data.getType());
  if (elementType.isF16() || elementType.isBF16())
    data = CastOp::create(b, loc, data, b.getF32Type());
  Value max = MaxOp::create(b, loc, data, axis, /*keepdims=*/true);
  return SubtractOp::create(b, loc, data, max);
}

/// `value` with the element type of `type`, rounded if that is another one.
static Value buildRounded(OpBuilder &b, Location loc, Value value, Type type) {
  Type elementType = getElementTypeOrSelf(type);
  if (getElementTypeOrSelf(value.getType()) != elementType)
    value = CastOp::create(b, loc, value, elementType);
  return withType(value, type);
}

FailureOr<Value> relay::decomposeSoftmax(OpBuilder &b, NNSoftmaxOp op) {
  if (!hasKnownTypes(op))
    return failure();
  Location loc = op.getLoc();
  auto axis = b.getDenseI64ArrayAttr(op.getAxis());
  Value exp = ExpOp::create(b, loc, buildShifted(b, loc, op.getData(), axis));
  Value sum = SumOp::create(b, loc, exp, axis, /*keepdims=*/true);
  Value result = DivideOp::create(b, loc, exp, sum);
  return buildRounded(b, loc, result, op.getType());
}

FailureOr<Value> relay::decomposeLogSoftmax(OpBuilder &b, NNLogSoftmaxOp op) {
  if (!hasKnownTypes(op))
    return failure();
  Location loc = op.getLoc();
  auto axis = b.getDenseI64ArrayAttr(op.getAxis());
  Value shifted = buildShifted(b, loc, op.getData(), axis);
  Value exp = ExpOp::create(b, loc, shifted);
  Value sum = SumOp::create(b, loc, exp, axis, /*keepdims=*/true);
  Value log = LogOp::create(b, loc, sum);
  Value result = SubtractOp::create(b, loc, shifted, log);
  return buildRounded(b, loc, result, op.getType());
}
