//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions: lowering. The order in which floats are combined is left to
// relay-lower-reductions, or to another compiler.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/Reduction.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "../Patterns.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
enum class Reduction { Sum, Prod, Max, Min };

/// A reduction of elements of one type. Accumulators are f32 for f16 and bf16
/// elements.
struct Reducer {
  /// `type` is a Relay element type.
  Reducer(Reduction kind, Type type) : kind(kind), type(type) {}

  Type getAccumulatorType(Emitter &b) const {
    return ScalarBuilder(b, type).getAccumulatorType();
  }
  /// The Relay type of accumulators.
  Type getRelayAccumulatorType(Emitter &b) const {
    return isa<FloatType>(type) ? getAccumulatorType(b) : type;
  }

  /// Return the result of an empty reduction, an element of Relay type `of`.
  Value getIdentity(Emitter &b, Type of) const {
    ScalarBuilder s(b, of);
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

  /// Combines two accumulators.
  Value combine(Emitter &b, Value x, Value y) const {
    ScalarBuilder s(b, getRelayAccumulatorType(b));
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

  /// An element as accumulator.
  Value extend(Emitter &b, Value x) const {
    Type accumulator = getAccumulatorType(b);
    if (x.getType() == accumulator)
      return x;
    return arith::ExtFOp::create(b, accumulator, x);
  }

  Reduction kind;
  Type type;
};

} // namespace

/// Makes the element of the result from an accumulator.
using FinishFn = function_ref<Value(Value)>;

static SmallVector<OpFoldResult> getSizes(Emitter &b, Value tensor,
                                          ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(
      dims, [&](int64_t dim) { return b.getSize(tensor, dim); });
}

/// Puts the reduced dimensions back with size 1 when `type` has them.
static Value buildResultShape(Emitter &b, Value result, ArrayRef<int64_t> axes,
                              RankedTensorType type) {
  auto resultType = cast<RankedTensorType>(result.getType());
  if (resultType.getRank() != type.getRank()) {
    SmallVector<ReassociationIndices> groups(resultType.getRank());
    SmallVector<OpFoldResult> sizes;
    int64_t kept = 0;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      bool isReduced = llvm::is_contained(axes, dim);
      sizes.push_back(isReduced ? OpFoldResult(b.getIndexAttr(1))
                                : b.getSize(result, kept));
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
        b, RankedTensorType::get(shape, resultType.getElementType()), result,
        groups, sizes);
  }
  return castTensor(b, result, type);
}

/// Elements of type `elementType` from `accumulators`, in whose place they come
/// if they have the same type.
static Value buildFinish(Emitter &b, Value accumulators, Type elementType,
                         FinishFn finish) {
  auto type = cast<RankedTensorType>(accumulators.getType());
  if (type.getElementType() != elementType)
    return buildElementwise(b, accumulators, type.clone(elementType),
                            /*equalDynamicDims=*/true,
                            [&](ValueRange x) { return finish(x[0]); });
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, type, ValueRange(), accumulators,
                                   b.getMultiDimIdentityMap(type.getRank()),
                                   iterators,
                                   [&](OpBuilder &, Location, ValueRange x) {
                                     linalg::YieldOp::create(b, finish(x[0]));
                                   })
      .getResult(0);
}

/// Reduces `axes`, which are ascending and not empty, of `data`. `finish` makes
/// each element of the result from an accumulator, if given.
static Value buildReduction(Emitter &b, const Reducer &reducer, Value data,
                            ArrayRef<int64_t> axes, RankedTensorType type,
                            FinishFn finish) {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim < cast<RankedTensorType>(data.getType()).getRank();
       ++dim)
    if (!llvm::is_contained(axes, dim))
      kept.push_back(dim);
  Value empty = tensor::EmptyOp::create(b, getSizes(b, data, kept),
                                        reducer.getAccumulatorType(b));
  Value identity = reducer.getIdentity(b, reducer.getRelayAccumulatorType(b));
  Value init = linalg::FillOp::create(b, identity, empty).getResult(0);
  Value result =
      linalg::ReduceOp::create(b, data, init, axes,
                               [&](OpBuilder &, Location, ValueRange x) {
                                 Value element = reducer.extend(b, x[0]);
                                 linalg::YieldOp::create(
                                     b, reducer.combine(b, x[1], element));
                               })
          .getResult(0);
  if (finish)
    result = buildFinish(b, result, b.scalar(reducer.type).getType(), finish);
  return buildResultShape(b, result, axes, type);
}

/// The number of elements that are reduced into one, minus `bias`, as a value
/// of type `type`; integers wrap.
static Value buildCount(Emitter &b, Value data, ArrayRef<int64_t> axes,
                        int64_t bias, Type type) {
  Value count = b.index(1);
  for (int64_t axis : axes)
    count = b.createOrFold<arith::MulIOp>(count, b.getDim(data, axis));
  if (bias)
    count = b.createOrFold<arith::SubIOp>(count, b.index(bias));
  if (!isa<FloatType>(type))
    return arith::IndexCastOp::create(b, type, count);
  count = arith::IndexCastOp::create(b, b.getI64Type(), count);
  return arith::SIToFPOp::create(b, type, count);
}

/// Rounds an accumulator to the element type of Relay type `type`.
static Value roundAccumulator(Emitter &b, Type type, Value accumulator) {
  if (!isa<FloatType>(type) || accumulator.getType() == type)
    return accumulator;
  return arith::TruncFOp::create(b, type, accumulator);
}

/// The sum over `axes` divided by the number of elements minus `bias`.
static Value buildMean(Emitter &b, Type elementType, Value data,
                       ArrayRef<int64_t> axes, int64_t bias,
                       RankedTensorType type) {
  Reducer reducer(Reduction::Sum, elementType);
  Type accumulator = reducer.getRelayAccumulatorType(b);
  Value count = buildCount(b, data, axes, bias, reducer.getAccumulatorType(b));
  return buildReduction(b, reducer, data, axes, type, [&](Value sum) {
    Value mean = b.scalar(accumulator).div(sum, count);
    return roundAccumulator(b, elementType, mean);
  });
}

/// A reduction whose result is the accumulator, rounded to the element type.
static Value buildSimpleReduction(Emitter &b, const Reducer &reducer,
                                  Value data, ArrayRef<int64_t> axes,
                                  RankedTensorType type) {
  FinishFn noFinish;
  auto round = [&](Value accumulator) {
    return roundAccumulator(b, reducer.type, accumulator);
  };
  bool needsRounding = reducer.getRelayAccumulatorType(b) != reducer.type;
  return buildReduction(b, reducer, data, axes, type,
                        needsRounding ? FinishFn(round) : noFinish);
}

Value relay::buildMeanReduction(Emitter &b, Type elementType, Value data,
                                ArrayRef<int64_t> axes, RankedTensorType type) {
  return buildMean(b, elementType, data, axes, /*bias=*/0, type);
}

Value relay::buildMaxReduction(Emitter &b, Type elementType, Value data,
                               ArrayRef<int64_t> axes, RankedTensorType type) {
  return buildSimpleReduction(b, Reducer(Reduction::Max, elementType), data,
                              axes, type);
}

/// The accumulator of the current range with its current element. The loops are
/// those of the result and then those of ranges.
static Value buildRangeStep(Emitter &b, const RangeReduction &reduction,
                            Value accumulator) {
  int64_t rank = reduction.sizes.size();
  SmallVector<Value> position;
  for (int64_t dim = 0; dim < rank; ++dim)
    position.push_back(linalg::IndexOp::create(b, dim));
  Value isInside;
  Value one = b.index(1);
  for (auto [i, dim] : llvm::enumerate(reduction.dims)) {
    auto [begin, end] = reduction.getRange(i);
    Value index =
        arith::AddIOp::create(b, begin, linalg::IndexOp::create(b, rank + i));
    position[dim] =
        arith::MinSIOp::create(b, index, arith::SubIOp::create(b, end, one));
    Value isBefore =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index, end);
    isInside = isInside
                   ? arith::AndIOp::create(b, isInside, isBefore).getResult()
                   : isBefore;
  }
  Value x = b.extract(reduction.data, position);
  Value combined = reduction.combine(accumulator, x);
  return reduction.isIdempotent
             ? combined
             : arith::SelectOp::create(b, isInside, combined, accumulator)
                   .getResult();
}

Value relay::buildRangeReduction(Emitter &b, const RangeReduction &reduction) {
  int64_t rank = reduction.sizes.size();
  int64_t numDims = reduction.dims.size();
  Type type = reduction.identity.getType();
  // No element of it is read: it gives the loops over ranges their bounds.
  Value range = tensor::EmptyOp::create(b, reduction.counts, type);
  Value empty = tensor::EmptyOp::create(b, reduction.sizes, type);
  Value init =
      linalg::FillOp::create(b, reduction.identity, empty).getResult(0);
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.append(numDims, utils::IteratorType::reduction);
  AffineMap all = b.getMultiDimIdentityMap(rank + numDims);
  return linalg::GenericOp::create(
             b, init.getType(), range, init,
             {all.getMinorSubMap(numDims), all.getMajorSubMap(rank)}, iterators,
             [&](OpBuilder &, Location, ValueRange x) {
               linalg::YieldOp::create(b, buildRangeStep(b, reduction, x[1]));
             })
      .getResult(0);
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

  virtual Value reduce(OpT op, Adaptor adaptor, Emitter &b, Type elementType,
                       ArrayRef<int64_t> axes, RankedTensorType type) const = 0;

  FailureOr<Value> lower(OpT op, Adaptor adaptor, RankedTensorType type,
                         Emitter &b) const final {
    auto data = cast<RankedTensorType>(adaptor.getData().getType());
    return reduce(op, adaptor, b, getElementTypeOrSelf(op.getData().getType()),
                  getReducedAxes(op, data.getRank()), type);
  }
};

// sum(x), prod(x), max(x), min(x), all(x), any(x) -> linalg.reduce(x)
template <typename OpT, Reduction kind>
struct SimpleReductionConversion : public ReductionConversion<OpT> {
  using ReductionConversion<OpT>::ReductionConversion;
  Value reduce(OpT op, typename OpT::Adaptor adaptor, Emitter &b,
               Type elementType, ArrayRef<int64_t> axes,
               RankedTensorType type) const override {
    // Nothing to reduce: the element itself.
    if (axes.empty())
      return buildResultShape(b, adaptor.getData(), axes, type);
    return buildSimpleReduction(b, Reducer(kind, elementType),
                                adaptor.getData(), axes, type);
  }
};

// collapse_sum_like(x, y), collapse_sum_to(x, shape) -> reshape(sum(x))
template <typename OpT>
struct CollapseConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    auto data = cast<RankedTensorType>(adaptor.getData().getType());
    int64_t offset = data.getRank() - type.getRank();
    SmallVector<int64_t> axes, kept;
    for (auto [dim, extent] : llvm::enumerate(data.getShape())) {
      int64_t index = static_cast<int64_t>(dim) - offset;
      int64_t target = index < 0 ? 1 : type.getDimSize(index);
      if (index >= 0 && ShapedType::isDynamic(target) && extent != 1)
        return b.notifyMatchFailure("which dimensions are summed is not known");
      if (target != 1 || (index >= 0 && extent == 1))
        kept.push_back(extent);
      else
        axes.push_back(dim);
    }
    Value result = adaptor.getData();
    SmallVector<OpFoldResult> sizes = b.getSizes(result);
    for (int64_t axis : axes)
      sizes[axis] = b.getIndexAttr(1);
    if (!axes.empty())
      result = buildSimpleReduction(
          b,
          Reducer(Reduction::Sum, getElementTypeOrSelf(op.getData().getType())),
          result, axes, data.clone(kept));
    return buildReshape(b, result, ArrayRef(sizes).drop_front(offset));
  }
};

// mean(x) -> sum(x) / count
struct MeanOpConversion : public ReductionConversion<MeanOp> {
  using ReductionConversion::ReductionConversion;
  Value reduce(MeanOp op, OpAdaptor adaptor, Emitter &b, Type elementType,
               ArrayRef<int64_t> axes, RankedTensorType type) const override {
    if (axes.empty())
      return buildResultShape(b, adaptor.getData(), axes, type);
    return buildMean(b, elementType, adaptor.getData(), axes,
                     /*bias=*/0, type);
  }
};

// variance(x, mean) -> sum((x - mean) * (x - mean)) / (count - bias)
struct VarianceOpConversion : public ReductionConversion<VarianceOp> {
  using ReductionConversion::ReductionConversion;
  Value reduce(VarianceOp op, OpAdaptor adaptor, Emitter &b, Type elementType,
               ArrayRef<int64_t> axes, RankedTensorType type) const override {
    auto dataType = cast<RankedTensorType>(adaptor.getData().getType());
    Value squares = buildElementwise(
        b, {adaptor.getData(), adaptor.getMean()}, dataType,
        op->hasAttr(equalDynamicDimsAttrName), [&](ValueRange x) {
          ScalarBuilder s(b, elementType);
          Value difference = s.sub(x[0], x[1]);
          Value square = s.mul(difference, difference);
          bool isDivided = axes.empty() && op.getUnbiased();
          return isDivided ? s.div(square, s.zero()) : square;
        });
    if (axes.empty())
      return buildResultShape(b, squares, axes, type);
    return buildMean(b, elementType, squares, axes,
                     /*bias=*/op.getUnbiased() ? 1 : 0, type);
  }
};

// argmax(x), argmin(x) -> a search in row-major order of the reduced axes
template <typename OpT>
struct ArgReductionConversion : public ReductionConversion<OpT> {
  using ReductionConversion<OpT>::ReductionConversion;
  static constexpr bool isMax = std::is_same_v<OpT, ArgmaxOp>;

  Value reduce(OpT op, typename OpT::Adaptor adaptor, Emitter &b,
               Type elementType, ArrayRef<int64_t> axes,
               RankedTensorType type) const override {
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
    SmallVector<OpFoldResult> sizes = getSizes(b, data, kept);
    auto fill = [&](Value element) {
      Value empty = tensor::EmptyOp::create(b, sizes, element.getType());
      return linalg::FillOp::create(b, element, empty).getResult(0);
    };
    Value noIndex = arith::ConstantOp::create(b, b.getI32IntegerAttr(-1));
    ScalarBuilder s(b, elementType);
    SmallVector<Value> inits{fill(s.zero()), fill(noIndex)};
    AffineMap keptMap = AffineMap::get(rank, 0, keptDims, b.getContext());
    SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(rank), keptMap,
                                keptMap};
    auto generic = linalg::GenericOp::create(
        b, TypeRange(inits), data, inits, maps, iterators,
        [&](OpBuilder &, Location, ValueRange x) {
          Value index = buildReducedIndex(b, data, axes);
          Value isBetter = buildIsBetter(op, b, elementType, x[0], x[1], x[2]);
          linalg::YieldOp::create(
              b, ValueRange{arith::SelectOp::create(b, isBetter, x[0], x[1]),
                            arith::SelectOp::create(b, isBetter, index, x[2])});
        });
    return buildResultShape(b, generic.getResult(1), axes, type);
  }

private:
  /// The row-major index within the reduced dimensions, as i32.
  static Value buildReducedIndex(Emitter &b, Value data,
                                 ArrayRef<int64_t> axes) {
    Value index = b.index(0);
    for (int64_t axis : axes) {
      Value size = b.getDim(data, axis);
      index = b.createOrFold<arith::MulIOp>(index, size);
      index = b.createOrFold<arith::AddIOp>(index,
                                            linalg::IndexOp::create(b, axis));
    }
    return arith::IndexCastOp::create(b, b.getI32Type(), index);
  }

  /// Whether `element` takes the place of `best`, found at `bestIndex` (-1 if
  /// nothing was). NaN is better than any number.
  static Value buildIsBetter(OpT op, Emitter &b, Type elementType,
                             Value element, Value best, Value bestIndex) {
    ScalarBuilder s(b, elementType);
    bool last = op.getSelectLastIndex();
    Value isBetter = isMax ? (last ? s.ge(element, best) : s.gt(element, best))
                           : (last ? s.le(element, best) : s.lt(element, best));
    if (s.isFloat()) {
      Value elementNaN = s.isNaN(element), bestNaN = s.isNaN(best);
      Value truth = arith::ConstantOp::create(b, b.getBoolAttr(true));
      // A comparison with NaN is false: only a NaN replaces a NaN.
      Value replaces =
          last ? elementNaN
               : arith::AndIOp::create(b, elementNaN,
                                       arith::XOrIOp::create(b, bestNaN, truth))
                     .getResult();
      isBetter = arith::OrIOp::create(b, isBetter, replaces);
    }
    Value isFirst = arith::CmpIOp::create(
        b, arith::CmpIPredicate::slt, bestIndex,
        arith::ConstantOp::create(b, b.getI32IntegerAttr(0)));
    return arith::OrIOp::create(b, isBetter, isFirst);
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
