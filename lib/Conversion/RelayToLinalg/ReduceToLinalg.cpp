//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions: lowering. The order in which floats are combined is part of what
// an operator means (docs/Semantics.md, "Reductions"): RunBuilder emits it for
// the axes that end the shape, buildRowReduction for those before.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include "Patterns.h"
#include "Reduction.h"
#include "RelayLite/Conversion/RelayToLinalg/ReductionOrder.h"
#include "ScalarBuilder.h"
#include "TensorBuilders.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
enum class Reduction { Sum, Prod, Max, Min };

/// What a reduction of elements of one type does. Accumulators are f32 for f16
/// and bf16 elements.
struct Reducer {
  /// `type` is a Relay element type.
  Reducer(Reduction kind, Type type) : kind(kind), type(type) {}

  Type getAccumulatorType(OpBuilder &b, Location loc) const {
    return ScalarBuilder(b, loc, type).getAccumulatorType();
  }
  /// The Relay type of accumulators.
  Type getRelayAccumulatorType(OpBuilder &b, Location loc) const {
    return isa<FloatType>(type) ? getAccumulatorType(b, loc) : type;
  }

  /// What a reduction of nothing gives, an element of Relay type `of`.
  Value getIdentity(OpBuilder &b, Location loc, Type of) const {
    ScalarBuilder s(b, loc, of);
    switch (kind) {
    case Reduction::Sum:
      return s.zero();
    case Reduction::Prod:
      return s.one();
    case Reduction::Max:
      return s.lowest();
    case Reduction::Min:
      return s.highest();
    }
    return {};
  }

  /// Combines two accumulators, or two vectors of floating-point ones.
  Value combine(OpBuilder &b, Location loc, Value x, Value y) const {
    ScalarBuilder s(b, loc, getRelayAccumulatorType(b, loc));
    switch (kind) {
    case Reduction::Sum:
      // As TVM: whether any is true.
      if (type.isInteger(1))
        return s.max(x, y);
      return s.add(x, y);
    case Reduction::Prod:
      return s.mul(x, y);
    case Reduction::Max:
      return s.max(x, y);
    case Reduction::Min:
      return s.min(x, y);
    }
    return {};
  }

  /// An element, or a vector of them, as accumulator.
  Value extend(OpBuilder &b, Location loc, Value x) const {
    Type accumulator = getAccumulatorType(b, loc);
    if (getElementTypeOrSelf(x.getType()) == accumulator)
      return x;
    if (auto vector = dyn_cast<VectorType>(x.getType()))
      accumulator = vector.clone(accumulator);
    return arith::ExtFOp::create(b, loc, accumulator, x);
  }

  Reduction kind;
  Type type;
};

/// Emits the reduction of one run, the elements `data[prefix..., 0 .. length)`
/// of floating-point type:
///
/// * Up to 2^16 elements: lane l of 64 takes elements l, l + 64, ... in this
///   order, starting from the identity. Lanes are combined by halving: lane l
///   with lane l + 32, then l + 16, ..., l + 1.
/// * More: each block of 2^16 elements is reduced so, and the results of the
///   blocks go into 64 lanes in the same way.
///
/// Lanes that no element goes to hold the identity, so that a short run of
/// known length needs no more of them than the next power of two.
class RunBuilder {
public:
  RunBuilder(OpBuilder &b, Location loc, const Reducer &reducer, Value data,
             ValueRange prefix)
      : b(b), loc(loc), reducer(reducer), data(data), prefix(prefix) {
    int64_t length = getStaticLength();
    lanes = ShapedType::isDynamic(length)
                ? reductionLanes
                : std::min<int64_t>(
                      reductionLanes,
                      llvm::PowerOf2Ceil(std::max<int64_t>(length, 1)));
  }

  Value build() {
    int64_t length = getStaticLength();
    Value zero = index(0);
    if (!ShapedType::isDynamic(length) && length <= reductionBlock)
      return buildBlock(zero, index(length));
    return buildBlocks(tensor::DimOp::create(b, loc, data, prefix.size()));
  }

private:
  int64_t getStaticLength() const {
    return cast<RankedTensorType>(data.getType()).getShape().back();
  }
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  VectorType getLanesType() {
    return VectorType::get(lanes, reducer.getAccumulatorType(b, loc));
  }
  Value getIdentityLanes() {
    Value identity =
        reducer.getIdentity(b, loc, reducer.getRelayAccumulatorType(b, loc));
    return vector::BroadcastOp::create(b, loc, getLanesType(), identity);
  }

  /// Combines the elements at `offset` and after it with the lanes; only as
  /// many as `mask` tells, if given.
  Value accumulate(OpBuilder &b, Value accumulator, Value offset, Value mask) {
    Type elementType = getElementTypeOrSelf(data.getType());
    SmallVector<Value> indices(prefix);
    indices.push_back(offset);
    AffineMap map =
        AffineMap::getMinorIdentityMap(indices.size(), 1, b.getContext());
    Value elements = vector::TransferReadOp::create(
        b, loc, VectorType::get(lanes, elementType), data, indices,
        AffineMapAttr::get(map), reducer.getIdentity(b, loc, reducer.type),
        mask, b.getBoolArrayAttr(true));
    return reducer.combine(b, loc, accumulator,
                           reducer.extend(b, loc, elements));
  }

  /// Combines the `count` elements at `offset` and after it with the first
  /// lanes, one by one.
  Value accumulateTail(Value accumulator, Value offset, Value count) {
    auto loop = scf::ForOp::create(
        b, loc, index(0), count, index(1), accumulator,
        [&](OpBuilder &nested, Location loc, Value lane, ValueRange state) {
          SmallVector<Value> indices(prefix);
          indices.push_back(arith::AddIOp::create(nested, loc, offset, lane));
          Value element = reducer.extend(
              nested, loc,
              tensor::ExtractOp::create(nested, loc, data, indices));
          Value old = vector::ExtractOp::create(nested, loc, state[0],
                                                OpFoldResult(lane));
          Value sum = reducer.combine(nested, loc, old, element);
          scf::YieldOp::create(nested, loc,
                               vector::InsertOp::create(nested, loc, sum,
                                                        state[0],
                                                        OpFoldResult(lane))
                                   .getResult());
        });
    return loop.getResult(0);
  }

  /// Combines the lanes with each other.
  Value combineLanes(Value accumulator) {
    for (int64_t half = lanes / 2; half >= 1; half /= 2) {
      Value low = vector::ExtractStridedSliceOp::create(
          b, loc, accumulator, ArrayRef<int64_t>{0}, ArrayRef<int64_t>{half},
          ArrayRef<int64_t>{1});
      Value high = vector::ExtractStridedSliceOp::create(
          b, loc, accumulator, ArrayRef<int64_t>{half}, ArrayRef<int64_t>{half},
          ArrayRef<int64_t>{1});
      accumulator = reducer.combine(b, loc, low, high);
    }
    return vector::ExtractOp::create(b, loc, accumulator, ArrayRef<int64_t>{0});
  }

  /// Reduces the `size` elements from `start` on.
  Value buildBlock(Value start, Value size) {
    std::optional<int64_t> known = getConstantIntValue(size);
    Value accumulator = getIdentityLanes();
    Value step = index(lanes);
    Value tail = b.createOrFold<arith::RemUIOp>(loc, size, step);
    Value full = b.createOrFold<arith::SubIOp>(loc, size, tail);
    if (!known || *known >= lanes) {
      auto loop = scf::ForOp::create(
          b, loc, index(0), full, step, accumulator,
          [&](OpBuilder &nested, Location loc, Value offset, ValueRange state) {
            Value position = arith::AddIOp::create(nested, loc, start, offset);
            scf::YieldOp::create(nested, loc,
                                 accumulate(nested, state[0], position, {}));
          });
      accumulator = loop.getResult(0);
    }
    Value rest = b.createOrFold<arith::AddIOp>(loc, start, full);
    // LLVM takes a load of bf16 with a run-time mask apart into scalars, whose
    // conversions need a run-time library.
    if (!known && getElementTypeOrSelf(data.getType()).isBF16()) {
      accumulator = accumulateTail(accumulator, rest, tail);
    } else if (!known || *known % lanes != 0) {
      Value mask = vector::CreateMaskOp::create(
          b, loc, VectorType::get(lanes, b.getI1Type()), tail);
      accumulator = accumulate(b, accumulator, rest, mask);
    }
    return combineLanes(accumulator);
  }

  /// Reduces `length` elements by blocks.
  Value buildBlocks(Value length) {
    Value identity = getIdentityLanes();
    Value block = index(reductionBlock);
    auto loop = scf::ForOp::create(
        b, loc, index(0), length, block, identity,
        [&](OpBuilder &nested, Location loc, Value start, ValueRange state) {
          RunBuilder inner(nested, loc, reducer, data, prefix);
          Value rest = arith::SubIOp::create(nested, loc, length, start);
          Value size = arith::MinUIOp::create(nested, loc, rest, block);
          Value result = inner.buildBlock(start, size);
          Value number = arith::DivUIOp::create(nested, loc, start, block);
          Value lane = arith::RemUIOp::create(nested, loc, number,
                                              inner.index(reductionLanes));
          Value old = vector::ExtractOp::create(nested, loc, state[0],
                                                OpFoldResult(lane));
          Value sum = reducer.combine(nested, loc, old, result);
          scf::YieldOp::create(nested, loc,
                               vector::InsertOp::create(nested, loc, sum,
                                                        state[0],
                                                        OpFoldResult(lane))
                                   .getResult());
        });
    return combineLanes(loop.getResult(0));
  }

  OpBuilder &b;
  Location loc;
  const Reducer &reducer;
  Value data;
  SmallVector<Value> prefix;
  int64_t lanes;
};
} // namespace

/// Makes the element of the result from an accumulator.
using FinishFn = function_ref<Value(OpBuilder &, Location, Value)>;

static SmallVector<OpFoldResult>
getSizes(OpBuilder &b, Location loc, Value tensor, ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [&](int64_t dim) {
    return tensor::getMixedSize(b, loc, tensor, dim);
  });
}

/// Reduces the dimensions of `data` from `first` on, which are one contiguous
/// run for each index before it. The result holds accumulators, or elements if
/// `finish` is given.
static Value buildRunReduction(OpBuilder &b, Location loc,
                               const Reducer &reducer, Value data,
                               int64_t first, FinishFn finish) {
  auto type = cast<RankedTensorType>(data.getType());
  auto outer = llvm::to_vector<2>(llvm::seq<int64_t>(0, first));
  SmallVector<OpFoldResult> sizes = getSizes(b, loc, data, outer);

  // All outer dimensions as one, all inner ones as one.
  SmallVector<ReassociationIndices> groups;
  if (first > 0)
    groups.push_back(outer);
  groups.push_back(
      llvm::to_vector<2>(llvm::seq<int64_t>(first, type.getRank())));
  if (static_cast<int64_t>(groups.size()) != type.getRank())
    data = tensor::CollapseShapeOp::create(b, loc, data, groups);

  auto buildRun = [&](OpBuilder &b, ValueRange prefix) {
    Value result = RunBuilder(b, loc, reducer, data, prefix).build();
    return finish ? finish(b, loc, result) : result;
  };
  Type elementType = finish ? ScalarBuilder(b, loc, reducer.type).getType()
                            : reducer.getAccumulatorType(b, loc);
  if (first == 0) {
    Value empty =
        tensor::EmptyOp::create(b, loc, ArrayRef<OpFoldResult>(), elementType);
    return tensor::InsertOp::create(b, loc, buildRun(b, {}), empty,
                                    ValueRange());
  }
  Value rows = tensor::DimOp::create(b, loc, data, 0);
  Value empty = tensor::EmptyOp::create(
      b, loc, tensor::getMixedSize(b, loc, data, 0), elementType);
  auto loop = scf::ForOp::create(
      b, loc, arith::ConstantIndexOp::create(b, loc, 0), rows,
      arith::ConstantIndexOp::create(b, loc, 1), empty,
      [&](OpBuilder &nested, Location loc, Value row, ValueRange state) {
        Value result = buildRun(nested, row);
        Value inserted =
            tensor::InsertOp::create(nested, loc, result, state[0], row);
        scf::YieldOp::create(nested, loc, inserted);
      });
  if (first == 1)
    return loop.getResult(0);
  auto resultType =
      RankedTensorType::get(type.getShape().take_front(first), elementType);
  if (resultType.getNumDynamicDims() <= 1)
    return tensor::ExpandShapeOp::create(b, loc, resultType, loop.getResult(0),
                                         ArrayRef<ReassociationIndices>{outer},
                                         sizes);
  // expand-strided-metadata takes one dynamic size only.
  Value shape = tensor::FromElementsOp::create(
      b, loc, getValueOrCreateConstantIndexOp(b, loc, sizes));
  return tensor::ReshapeOp::create(b, loc, resultType, loop.getResult(0),
                                   shape);
}

/// Reduces `axes` of `data` in one loop nest: for each element of the result,
/// in row-major order of what is reduced, starting from the identity. The
/// elements are converted to accumulators.
static Value buildRowReduction(OpBuilder &b, Location loc,
                               const Reducer &reducer, Value data,
                               ArrayRef<int64_t> axes) {
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  SmallVector<int64_t> kept;
  SmallVector<AffineExpr> keptDims;
  SmallVector<utils::IteratorType> iterators;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isReduced = llvm::is_contained(axes, dim);
    iterators.push_back(isReduced ? utils::IteratorType::reduction
                                  : utils::IteratorType::parallel);
    if (isReduced)
      continue;
    kept.push_back(dim);
    keptDims.push_back(b.getAffineDimExpr(dim));
  }
  Type accumulator = reducer.getAccumulatorType(b, loc);
  Value empty = tensor::EmptyOp::create(b, loc, getSizes(b, loc, data, kept),
                                        accumulator);
  Value identity =
      reducer.getIdentity(b, loc, reducer.getRelayAccumulatorType(b, loc));
  Value init = linalg::FillOp::create(b, loc, identity, empty).getResult(0);
  return linalg::GenericOp::create(
             b, loc, init.getType(), data, init,
             {b.getMultiDimIdentityMap(rank),
              AffineMap::get(rank, 0, keptDims, b.getContext())},
             iterators,
             [&](OpBuilder &nested, Location loc, ValueRange elements) {
               Value element = reducer.extend(nested, loc, elements[0]);
               linalg::YieldOp::create(
                   nested, loc,
                   reducer.combine(nested, loc, elements[1], element));
             })
      .getResult(0);
}

/// Puts the reduced dimensions back with size 1 when `type` has them.
static Value buildResultShape(OpBuilder &b, Location loc, Value result,
                              ArrayRef<int64_t> axes, RankedTensorType type) {
  auto resultType = cast<RankedTensorType>(result.getType());
  if (resultType.getRank() != type.getRank()) {
    SmallVector<ReassociationIndices> groups(resultType.getRank());
    SmallVector<OpFoldResult> sizes;
    int64_t kept = 0;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      bool isReduced = llvm::is_contained(axes, dim);
      sizes.push_back(isReduced ? OpFoldResult(b.getIndexAttr(1))
                                : tensor::getMixedSize(b, loc, result, kept));
      // Dimensions before the first kept one and after the last one join them.
      if (!groups.empty())
        groups[std::min(isReduced ? std::max<int64_t>(kept - 1, 0) : kept,
                        resultType.getRank() - 1)]
            .push_back(dim);
      if (!isReduced)
        ++kept;
    }
    SmallVector<int64_t> shape;
    for (OpFoldResult size : sizes)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
    result = tensor::ExpandShapeOp::create(
        b, loc, RankedTensorType::get(shape, resultType.getElementType()),
        result, groups, sizes);
  }
  return castTensor(b, loc, result, type);
}

/// Elements of type `elementType` from `accumulators`, in whose place they come
/// if they have the same type.
static Value buildFinish(OpBuilder &b, Location loc, Value accumulators,
                         Type elementType, FinishFn finish) {
  auto type = cast<RankedTensorType>(accumulators.getType());
  if (type.getElementType() != elementType)
    return buildElementwise(b, loc, accumulators, type.clone(elementType),
                            /*equalDynamicDims=*/true,
                            [&](OpBuilder &nested, Location loc, ValueRange x) {
                              return finish(nested, loc, x[0]);
                            });
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, loc, type, ValueRange(), accumulators,
             b.getMultiDimIdentityMap(type.getRank()), iterators,
             [&](OpBuilder &nested, Location loc, ValueRange x) {
               linalg::YieldOp::create(nested, loc, finish(nested, loc, x[0]));
             })
      .getResult(0);
}

/// Reduces `axes`, which are ascending and not empty, of `data`. `finish` makes
/// each element of the result from an accumulator, if given.
static Value buildReduction(OpBuilder &b, Location loc, const Reducer &reducer,
                            Value data, ArrayRef<int64_t> axes,
                            RankedTensorType type, FinishFn finish) {
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  // The first dimension of the contiguous run; integers and booleans combine to
  // the same in any order.
  int64_t first = rank;
  ArrayRef<int64_t> rows = axes;
  if (isa<FloatType>(reducer.type))
    while (!rows.empty() && rows.back() == first - 1) {
      rows = rows.drop_back();
      --first;
    }

  Value result = data;
  if (first < rank)
    result = buildRunReduction(b, loc, reducer, result, first,
                               rows.empty() ? finish : FinishFn());
  if (!rows.empty()) {
    Reducer outer(reducer.kind, first < rank
                                    ? reducer.getRelayAccumulatorType(b, loc)
                                    : reducer.type);
    result = buildRowReduction(b, loc, outer, result, rows);
    if (finish)
      result =
          buildFinish(b, loc, result,
                      ScalarBuilder(b, loc, reducer.type).getType(), finish);
  }
  return buildResultShape(b, loc, result, axes, type);
}

/// The number of elements that are reduced into one, minus `bias`, as a value
/// of type `type`; integers wrap.
static Value buildCount(OpBuilder &b, Location loc, Value data,
                        ArrayRef<int64_t> axes, int64_t bias, Type type) {
  Value count = arith::ConstantIndexOp::create(b, loc, 1);
  for (int64_t axis : axes)
    count = b.createOrFold<arith::MulIOp>(
        loc, count, b.createOrFold<tensor::DimOp>(loc, data, axis));
  if (bias)
    count = b.createOrFold<arith::SubIOp>(
        loc, count, arith::ConstantIndexOp::create(b, loc, bias));
  if (!isa<FloatType>(type))
    return arith::IndexCastOp::create(b, loc, type, count);
  count = arith::IndexCastOp::create(b, loc, b.getI64Type(), count);
  return arith::SIToFPOp::create(b, loc, type, count);
}

/// Rounds an accumulator to the element type of Relay type `type`.
static Value roundAccumulator(OpBuilder &b, Location loc, Type type,
                              Value accumulator) {
  if (!isa<FloatType>(type) || accumulator.getType() == type)
    return accumulator;
  return arith::TruncFOp::create(b, loc, type, accumulator);
}

/// The sum over `axes` divided by the number of elements minus `bias`.
static Value buildMean(OpBuilder &b, Location loc, Type elementType, Value data,
                       ArrayRef<int64_t> axes, int64_t bias,
                       RankedTensorType type) {
  Reducer reducer(Reduction::Sum, elementType);
  Type accumulator = reducer.getRelayAccumulatorType(b, loc);
  Value count =
      buildCount(b, loc, data, axes, bias, reducer.getAccumulatorType(b, loc));
  return buildReduction(
      b, loc, reducer, data, axes, type,
      [&](OpBuilder &nested, Location loc, Value sum) {
        Value mean = ScalarBuilder(nested, loc, accumulator).div(sum, count);
        return roundAccumulator(nested, loc, elementType, mean);
      });
}

/// A reduction whose result is the accumulator, rounded to the element type.
static Value buildSimpleReduction(OpBuilder &b, Location loc,
                                  const Reducer &reducer, Value data,
                                  ArrayRef<int64_t> axes,
                                  RankedTensorType type) {
  FinishFn noFinish;
  auto round = [&](OpBuilder &nested, Location loc, Value accumulator) {
    return roundAccumulator(nested, loc, reducer.type, accumulator);
  };
  bool needsRounding = reducer.getRelayAccumulatorType(b, loc) != reducer.type;
  return buildReduction(b, loc, reducer, data, axes, type,
                        needsRounding ? FinishFn(round) : noFinish);
}

Value relay::buildMeanReduction(OpBuilder &b, Location loc, Type elementType,
                                Value data, ArrayRef<int64_t> axes,
                                RankedTensorType type) {
  return buildMean(b, loc, elementType, data, axes, /*bias=*/0, type);
}

Value relay::buildMaxReduction(OpBuilder &b, Location loc, Type elementType,
                               Value data, ArrayRef<int64_t> axes,
                               RankedTensorType type) {
  return buildSimpleReduction(b, loc, Reducer(Reduction::Max, elementType),
                              data, axes, type);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The reduced axes of `op`, a reduction of a tensor of rank `rank`.
template <typename OpT>
static SmallVector<int64_t> getReducedAxes(OpT op, int64_t rank) {
  // The verifier has inferred the type from them.
  return inferReducedAxes(std::nullopt, op.getRelayName(), rank, op.getAxis(),
                          op.getExclude())
      .value_or(SmallVector<int64_t>());
}

namespace {
/// Common to all reductions: `reduce` gets the operands' Relay element type,
/// the data and the reduced axes.
// reduction(x) -> reduce(x)
template <typename OpT>
struct ReductionConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  using Adaptor = typename OpT::Adaptor;

  virtual Value reduce(OpT op, Adaptor adaptor, OpBuilder &b, Type elementType,
                       ArrayRef<int64_t> axes, RankedTensorType type) const = 0;

  FailureOr<Value> lower(OpT op, Adaptor adaptor, RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const final {
    auto data = cast<RankedTensorType>(adaptor.getData().getType());
    return reduce(op, adaptor, rewriter,
                  getElementTypeOrSelf(op.getData().getType()),
                  getReducedAxes(op, data.getRank()), type);
  }
};

// sum(x), prod(x), max(x), min(x), all(x), any(x) -> runs of the last axes,
// then rows
template <typename OpT, Reduction kind>
struct SimpleReductionConversion : public ReductionConversion<OpT> {
  using ReductionConversion<OpT>::ReductionConversion;
  Value reduce(OpT op, typename OpT::Adaptor adaptor, OpBuilder &b,
               Type elementType, ArrayRef<int64_t> axes,
               RankedTensorType type) const override {
    // Nothing to reduce: the element itself.
    if (axes.empty())
      return buildResultShape(b, op.getLoc(), adaptor.getData(), axes, type);
    return buildSimpleReduction(b, op.getLoc(), Reducer(kind, elementType),
                                adaptor.getData(), axes, type);
  }
};

// collapse_sum_like(x, y), collapse_sum_to(x, shape) -> reshape(sum(x))
template <typename OpT>
struct CollapseConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    auto data = cast<RankedTensorType>(adaptor.getData().getType());
    int64_t offset = data.getRank() - type.getRank();
    SmallVector<int64_t> axes, kept;
    for (auto [dim, extent] : llvm::enumerate(data.getShape())) {
      int64_t index = static_cast<int64_t>(dim) - offset;
      int64_t target = index < 0 ? 1 : type.getDimSize(index);
      if (index >= 0 && ShapedType::isDynamic(target) && extent != 1)
        return rewriter.notifyMatchFailure(
            op, "which dimensions are summed is not known");
      if (target != 1 || (index >= 0 && extent == 1))
        kept.push_back(extent);
      else
        axes.push_back(dim);
    }
    Location loc = op.getLoc();
    Value result = adaptor.getData();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, result);
    for (int64_t axis : axes)
      sizes[axis] = rewriter.getIndexAttr(1);
    if (!axes.empty())
      result = buildSimpleReduction(
          rewriter, loc,
          Reducer(Reduction::Sum, getElementTypeOrSelf(op.getData().getType())),
          result, axes, data.clone(kept));
    return buildReshape(rewriter, loc, result,
                        ArrayRef(sizes).drop_front(offset));
  }
};

// mean(x) -> sum(x) / count
struct MeanOpConversion : public ReductionConversion<MeanOp> {
  using ReductionConversion::ReductionConversion;
  Value reduce(MeanOp op, OpAdaptor adaptor, OpBuilder &b, Type elementType,
               ArrayRef<int64_t> axes, RankedTensorType type) const override {
    if (axes.empty())
      return buildResultShape(b, op.getLoc(), adaptor.getData(), axes, type);
    return buildMean(b, op.getLoc(), elementType, adaptor.getData(), axes,
                     /*bias=*/0, type);
  }
};

// variance(x, mean) -> sum((x - mean) * (x - mean)) / (count - bias)
struct VarianceOpConversion : public ReductionConversion<VarianceOp> {
  using ReductionConversion::ReductionConversion;
  Value reduce(VarianceOp op, OpAdaptor adaptor, OpBuilder &b, Type elementType,
               ArrayRef<int64_t> axes, RankedTensorType type) const override {
    auto dataType = cast<RankedTensorType>(adaptor.getData().getType());
    Value squares = buildElementwise(
        b, op.getLoc(), {adaptor.getData(), adaptor.getMean()}, dataType,
        /*equalDynamicDims=*/false,
        [&](OpBuilder &nested, Location loc, ValueRange x) {
          ScalarBuilder s(nested, loc, elementType);
          Value difference = s.sub(x[0], x[1]);
          Value square = s.mul(difference, difference);
          bool isDivided = axes.empty() && op.getUnbiased();
          return isDivided ? s.div(square, s.zero()) : square;
        });
    if (axes.empty())
      return buildResultShape(b, op.getLoc(), squares, axes, type);
    return buildMean(b, op.getLoc(), elementType, squares, axes,
                     /*bias=*/op.getUnbiased() ? 1 : 0, type);
  }
};

// argmax(x), argmin(x) -> a search in row-major order of the reduced axes
template <typename OpT>
struct ArgReductionConversion : public ReductionConversion<OpT> {
  using ReductionConversion<OpT>::ReductionConversion;
  static constexpr bool isMax = std::is_same_v<OpT, ArgmaxOp>;

  Value reduce(OpT op, typename OpT::Adaptor adaptor, OpBuilder &b,
               Type elementType, ArrayRef<int64_t> axes,
               RankedTensorType type) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t rank = dataType.getRank();
    SmallVector<int64_t> kept;
    SmallVector<AffineExpr> keptDims;
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::reduction);
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (llvm::is_contained(axes, dim))
        continue;
      kept.push_back(dim);
      keptDims.push_back(b.getAffineDimExpr(dim));
      iterators[dim] = utils::IteratorType::parallel;
    }
    SmallVector<OpFoldResult> sizes = getSizes(b, loc, data, kept);
    auto fill = [&](Value element) {
      Value empty = tensor::EmptyOp::create(b, loc, sizes, element.getType());
      return linalg::FillOp::create(b, loc, element, empty).getResult(0);
    };
    Value noIndex = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(-1));
    ScalarBuilder s(b, loc, elementType);
    SmallVector<Value> inits{fill(s.zero()), fill(noIndex)};
    AffineMap keptMap = AffineMap::get(rank, 0, keptDims, b.getContext());
    SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(rank), keptMap,
                                keptMap};
    auto generic = linalg::GenericOp::create(
        b, loc, TypeRange(inits), data, inits, maps, iterators,
        [&](OpBuilder &nested, Location loc, ValueRange x) {
          Value index = buildReducedIndex(nested, loc, data, axes);
          Value isBetter =
              buildIsBetter(op, nested, loc, elementType, x[0], x[1], x[2]);
          linalg::YieldOp::create(
              nested, loc,
              ValueRange{
                  arith::SelectOp::create(nested, loc, isBetter, x[0], x[1]),
                  arith::SelectOp::create(nested, loc, isBetter, index, x[2])});
        });
    return buildResultShape(b, loc, generic.getResult(1), axes, type);
  }

private:
  /// The row-major index within the reduced dimensions, as i32.
  static Value buildReducedIndex(OpBuilder &b, Location loc, Value data,
                                 ArrayRef<int64_t> axes) {
    Value index = arith::ConstantIndexOp::create(b, loc, 0);
    for (int64_t axis : axes) {
      Value size = b.createOrFold<tensor::DimOp>(loc, data, axis);
      index = b.createOrFold<arith::MulIOp>(loc, index, size);
      index = b.createOrFold<arith::AddIOp>(
          loc, index, linalg::IndexOp::create(b, loc, axis));
    }
    return arith::IndexCastOp::create(b, loc, b.getI32Type(), index);
  }

  /// Whether `element` takes the place of `best`, found at `bestIndex` (-1 if
  /// nothing was). NaN is better than any number.
  static Value buildIsBetter(OpT op, OpBuilder &b, Location loc,
                             Type elementType, Value element, Value best,
                             Value bestIndex) {
    ScalarBuilder s(b, loc, elementType);
    bool last = op.getSelectLastIndex();
    Value isBetter = isMax ? (last ? s.ge(element, best) : s.gt(element, best))
                           : (last ? s.le(element, best) : s.lt(element, best));
    if (s.isFloat()) {
      Value elementNaN = s.isNaN(element), bestNaN = s.isNaN(best);
      Value truth = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
      // A comparison with NaN is false: only a NaN replaces a NaN.
      Value replaces = last ? elementNaN
                            : arith::AndIOp::create(
                                  b, loc, elementNaN,
                                  arith::XOrIOp::create(b, loc, bestNaN, truth))
                                  .getResult();
      isBetter = arith::OrIOp::create(b, loc, isBetter, replaces);
    }
    Value isFirst = arith::CmpIOp::create(
        b, loc, arith::CmpIPredicate::slt, bestIndex,
        arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(0)));
    return arith::OrIOp::create(b, loc, isBetter, isFirst);
  }
};
} // namespace

void relay::populateReduceToLinalgPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns) {
  patterns
      .add<SimpleReductionConversion<AllOp, Reduction::Min>,
           SimpleReductionConversion<AnyOp, Reduction::Max>,
           CollapseConversion<CollapseSumLikeOp>,
           CollapseConversion<CollapseSumToOp>,
           ArgReductionConversion<ArgmaxOp>, ArgReductionConversion<ArgminOp>,
           SimpleReductionConversion<MaxOp, Reduction::Max>, MeanOpConversion,
           SimpleReductionConversion<MinOp, Reduction::Min>,
           SimpleReductionConversion<ProdOp, Reduction::Prod>,
           SimpleReductionConversion<SumOp, Reduction::Sum>,
           VarianceOpConversion>(converter, patterns.getContext());
}
