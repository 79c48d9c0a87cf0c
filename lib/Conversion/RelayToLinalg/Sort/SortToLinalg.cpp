//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// topk, sort, argsort, searchsorted and unique: lowering.
//
//===----------------------------------------------------------------------===//

#include "../Builders/Broadcast.h"
#include "../Builders/ExtentBuilder.h"
#include "../Patterns.h"
#include "LineSorter.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

/// The tensors `results` with the first `numTaken` elements of each sorted line
/// of `data`, or, where `positionTypes` has a Relay type, with their positions.
static SmallVector<Value>
writeLines(ConversionPatternRewriter &rewriter, Location loc, Value data,
           LineSorter &sorter, int64_t axis, OpFoldResult numTaken,
           ArrayRef<Type> positionTypes, ValueRange results) {
  auto writeLine = [&](OpBuilder &b, ValueRange line, ValueRange results) {
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    SmallVector<OpFoldResult> offsets = getAsOpFoldResult(line);
    SmallVector<OpFoldResult> sizes(line.size(), one), strides = sizes;
    offsets[axis] = zero;
    sizes[axis] = numTaken;
    SmallVector<int64_t> shape = decomposeMixedValues({numTaken}).first;
    Value sorted = tensor::ExtractSliceOp::create(b, loc, sorter.sort(line),
                                                  zero, numTaken, one);
    SmallVector<Value> slices;
    for (Value result : results)
      slices.push_back(tensor::ExtractSliceOp::create(
          b, loc,
          RankedTensorType::get(shape, getElementTypeOrSelf(result.getType())),
          result, offsets, sizes, strides));
    auto build = [&](OpBuilder &b, Location loc, ValueRange elements) {
      SmallVector<Value> taken;
      for (Type type : positionTypes)
        taken.push_back(
            type ? ScalarBuilder(b, loc, b.getI64Type()).cast(elements[0], type)
                 : sorter.getElement(b, line, elements[0]));
      linalg::YieldOp::create(b, loc, taken);
    };
    SmallVector<AffineMap> maps(1 + slices.size(), b.getMultiDimIdentityMap(1));
    auto lines = linalg::GenericOp::create(
        b, loc, ValueRange(slices).getTypes(), sorted, slices, maps,
        utils::IteratorType::parallel, build);
    SmallVector<Value> next;
    for (auto [part, result] : llvm::zip_equal(lines.getResults(), results))
      next.push_back(tensor::InsertSliceOp::create(b, loc, part, result,
                                                   offsets, sizes, strides));
    return next;
  };
  // Once for each line: the loop along the axis has one turn.
  SmallVector<Value> ends = llvm::map_to_vector(
      tensor::getMixedSizes(rewriter, loc, data),
      [&](OpFoldResult size) { return getIndexValue(rewriter, loc, size); });
  Value zero = createIndex(rewriter, loc, 0);
  Value one = createIndex(rewriter, loc, 1);
  ends[axis] = one;
  SmallVector<Value> begins(ends.size(), zero), steps(ends.size(), one);
  OpBuilder::InsertionGuard guard(rewriter);
  scf::LoopNest nest = scf::buildLoopNest(
      rewriter, loc, begins, ends, steps, results,
      [&](OpBuilder &b, Location loc, ValueRange line, ValueRange state) {
        // The sorter uses the rewriter.
        OpBuilder::InsertionGuard guard(rewriter);
        rewriter.restoreInsertionPoint(b.saveInsertionPoint());
        SmallVector<Value> next = writeLine(rewriter, line, state);
        b.restoreInsertionPoint(rewriter.saveInsertionPoint());
        return next;
      });
  return llvm::to_vector(ValueRange(nest.results));
}

namespace {
// topk(x) -> the first k elements, or positions, of each line of x, sorted
// dyn.topk(x, k) -> the same
template <typename OpT>
struct TopkOpConversion : public TensorsOpConversion<OpT> {
  using TensorsOpConversion<OpT>::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(OpT op, typename OpT::Adaptor adaptor, ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t axis = wrapAxis(op.getAxis(), dataType.getRank());
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    LineSorter sorter(rewriter, loc, data, elementType, axis, op.getIsAscend(),
                      LineSorter::NaN::First);
    Value count = sorter.getCount();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    // A line may turn out to be shorter than k.
    bool mayBeShorter = false;
    if constexpr (std::is_same_v<OpT, DynTopkOp>) {
      sizes[axis] = buildCount(op, adaptor, count, rewriter);
    } else if (int64_t k = op.getK(); k > 0) {
      sizes[axis] = rewriter.getIndexAttr(k);
      mayBeShorter = dataType.isDynamicDim(axis);
    }
    Value numWanted = getIndexValue(rewriter, loc, sizes[axis]);
    OpFoldResult numTaken = getAsOpFoldResult(
        rewriter.createOrFold<arith::MinUIOp>(loc, numWanted, count));

    SmallVector<Value> results;
    for (RankedTensorType type : types) {
      Type element = type.getElementType();
      Value result = tensor::EmptyOp::create(rewriter, loc, sizes, element);
      if (mayBeShorter)
        result = linalg::FillOp::create(
                     rewriter, loc,
                     ScalarBuilder(rewriter, loc, element).zero(), result)
                     .getResult(0);
      results.push_back(result);
    }
    if (isEmpty(sizes))
      return results;
    SmallVector<Type> positionTypes(types.size(), op.getDtype());
    if (op.getRetType() != "indices")
      positionTypes.front() = Type();
    return writeLines(rewriter, loc, data, sorter, axis, numTaken,
                      positionTypes, results);
  }

private:
  /// How many elements of a line of `count` elements are taken.
  static OpFoldResult buildCount(DynTopkOp op, DynTopkOp::Adaptor adaptor,
                                 Value count, OpBuilder &b) {
    ExtentBuilder e(b, op);
    Value k = e.readOne(adaptor.getCount(), op.getCount().getType());
    e.require(e.isLessOrEqual(k, count), "k of at most the size");
    return getAsOpFoldResult(e.select(e.isLess(k, e.constant(1)), count, k));
  }
};

// sort(x) -> the elements of each line of x, sorted
// argsort(x) -> their positions
template <typename OpT>
struct SortOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    Value result =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    if (isEmpty(sizes))
      return result;
    LineSorter sorter(rewriter, loc, data,
                      getElementTypeOrSelf(op.getData().getType()), axis,
                      op.getIsAscend(), LineSorter::NaN::Last);
    Type positionType;
    if constexpr (std::is_same_v<OpT, ArgsortOp>)
      positionType = op.getDtype();
    return writeLines(rewriter, loc, data, sorter, axis, sizes[axis],
                      positionType, result)
        .front();
  }
};

// searchsorted(s, v) -> linalg.generic that bisects s for each element of v
struct SearchsortedOpConversion : public TensorOpConversion<SearchsortedOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SearchsortedOp op, OpAdaptor adaptor,
                         RankedTensorType type,
                         ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value sequence = adaptor.getSortedSequence();
    int64_t rank = cast<RankedTensorType>(sequence.getType()).getRank();
    Value length =
        rewriter.createOrFold<tensor::DimOp>(loc, sequence, rank - 1);
    Value numSteps = buildNumSteps(rewriter, loc, length);
    Type resultType = getElementTypeOrSelf(op.getType());
    return buildIndexed(
        rewriter, loc,
        tensor::getMixedSizes(rewriter, loc, adaptor.getValues()),
        type.getElementType(), adaptor.getValues(),
        rewriter.getMultiDimIdentityMap(type.getRank()),
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange x) {
          SmallVector<Value> line(at.take_front(rank - 1));
          Value zero = createIndex(b, loc, 0), one = createIndex(b, loc, 1);
          auto loop = scf::ForOp::create(
              b, loc, zero, numSteps, one, ValueRange{zero, length},
              [&](OpBuilder &b, Location loc, Value, ValueRange state) {
                SmallVector<Value> next =
                    bisect(b, loc, op, sequence, line, x[0], state, length);
                scf::YieldOp::create(b, loc, next);
              });
          Value place = arith::IndexCastOp::create(b, loc, b.getI64Type(),
                                                   loop.getResult(0));
          return ScalarBuilder(b, loc, b.getI64Type()).cast(place, resultType);
        });
  }

private:
  /// How often a range of `length` elements is halved until none is left.
  static Value buildNumSteps(OpBuilder &b, Location loc, Value length) {
    if (std::optional<int64_t> known = getConstantIntValue(length))
      return createIndex(b, loc, *known == 0 ? 0 : llvm::Log2_64(*known) + 1);
    Value wide = arith::IndexCastOp::create(b, loc, b.getI64Type(), length);
    Value zeros = math::CountLeadingZerosOp::create(b, loc, wide);
    return arith::SubIOp::create(
        b, loc, createIndex(b, loc, 64),
        arith::IndexCastOp::create(b, loc, b.getIndexType(), zeros));
  }

  /// Halves the range `state` of the line at `line`, which may be empty.
  static SmallVector<Value> bisect(OpBuilder &b, Location loc,
                                   SearchsortedOp op, Value sequence,
                                   ValueRange line, Value value,
                                   ValueRange state, Value length) {
    Value begin = state[0], end = state[1], one = createIndex(b, loc, 1);
    Value sum = arith::AddIOp::create(b, loc, begin, end);
    Value middle = arith::ShRUIOp::create(b, loc, sum, one);
    // An empty range may be at the end.
    SmallVector<Value> position(line);
    Value last = arith::SubIOp::create(b, loc, length, one);
    position.push_back(arith::MinUIOp::create(b, loc, middle, last));
    Value element = tensor::ExtractOp::create(b, loc, sequence, position);
    ScalarBuilder s(b, loc, getElementTypeOrSelf(op.getValues().getType()));
    Value isBelow = op.getRight() ? s.le(element, value) : s.lt(element, value);
    Value isLeft = arith::AndIOp::create(
        b, loc, isBelow,
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, begin, end));
    Value next = arith::AddIOp::create(b, loc, middle, one);
    return {arith::SelectOp::create(b, loc, isLeft, next, begin),
            arith::SelectOp::create(b, loc, isLeft, end, middle)};
  }
};

// unique(x) -> loops over the sorted elements of x
struct UniqueOpConversion : public TensorsOpConversion<UniqueOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(UniqueOp op, OpAdaptor adaptor, ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    OpFoldResult size = tensor::getMixedSize(rewriter, loc, data, 0);
    Table table = buildEmpty(rewriter, loc, data, size);
    if (!isConstantIntValue(size, 0)) {
      LineSorter sorter(rewriter, loc, data, elementType, /*axis=*/0,
                        /*isAscending=*/true, LineSorter::NaN::Last);
      Value order = sorter.sort(createIndex(rewriter, loc, 0));
      table = group(rewriter, loc, data, elementType, size, order, table);
      if (!op.getSorted())
        table = reorder(rewriter, loc, data, size, table);
    }
    Value number = tensor::FromElementsOp::create(
        rewriter, loc,
        arith::IndexCastOp::create(rewriter, loc, rewriter.getI32Type(),
                                   table.number)
            .getResult());
    SmallVector<Value> results = {table.elements, table.first, table.inverse,
                                  number};
    if (op.getReturnCounts())
      results.push_back(table.counts);
    return results;
  }

private:
  /// The results, with the number as an index.
  struct Table {
    explicit Table(ValueRange state)
        : elements(state[0]), first(state[1]), inverse(state[2]),
          counts(state[3]), number(state[4]) {}
    SmallVector<Value> getState() const {
      return {elements, first, inverse, counts, number};
    }
    Value elements, first, inverse, counts, number;
  };

  static Table buildEmpty(OpBuilder &b, Location loc, Value data,
                          OpFoldResult size) {
    auto type = cast<RankedTensorType>(data.getType());
    Type i32 = b.getI32Type();
    auto fill = [&](Value element) {
      return buildFillLike(b, loc, data, element,
                           type.clone(element.getType()));
    };
    Value zero = ScalarBuilder(b, loc, i32).zero();
    Value end =
        arith::IndexCastOp::create(b, loc, i32, getIndexValue(b, loc, size));
    Value none = ScalarBuilder(b, loc, type.getElementType()).zero();
    // All of these are replaced. Equal tensors would be one, and copied.
    Value unset = ScalarBuilder(b, loc, i32).constant(-1);
    return Table({fill(none), fill(end), fill(unset), fill(zero),
                  createIndex(b, loc, 0)});
  }

  static Value read(OpBuilder &b, Location loc, Value vector, Value at) {
    return tensor::ExtractOp::create(b, loc, vector, at);
  }
  static Value write(OpBuilder &b, Location loc, Value vector, Value at,
                     Value element) {
    return tensor::InsertOp::create(b, loc, element, vector, at);
  }
  static Value toIndex(OpBuilder &b, Location loc, Value x) {
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), x);
  }
  static Value toI32(OpBuilder &b, Location loc, Value x) {
    return arith::IndexCastOp::create(b, loc, b.getI32Type(), x);
  }

  /// The table of elements in ascending order; `order` has their positions.
  static Table group(OpBuilder &b, Location loc, Value data, Type elementType,
                     OpFoldResult size, Value order, const Table &empty) {
    return Table(buildSteps(
        b, loc, size, size, empty.getState(),
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange state) {
          Table table(state);
          Value one = createIndex(b, loc, 1), zero = createIndex(b, loc, 0);
          Value position = toIndex(b, loc, read(b, loc, order, at[0]));
          Value element = read(b, loc, data, position);
          // The first one is compared with itself.
          Value isFirst = arith::CmpIOp::create(
              b, loc, arith::CmpIPredicate::eq, at[0], zero);
          Value before = arith::SelectOp::create(
              b, loc, isFirst, zero, arith::SubIOp::create(b, loc, at[0], one));
          Value other =
              read(b, loc, data, toIndex(b, loc, read(b, loc, order, before)));
          Value isNew = arith::OrIOp::create(
              b, loc, isFirst,
              ScalarBuilder(b, loc, elementType).ne(element, other));
          Value last = arith::SelectOp::create(
              b, loc, isNew, table.number,
              arith::SubIOp::create(b, loc, table.number, one));
          auto ifNew = [&](Value vector, Value next) {
            Value old = read(b, loc, vector, last);
            return write(b, loc, vector, last,
                         arith::SelectOp::create(b, loc, isNew, next, old));
          };
          table.elements = ifNew(table.elements, element);
          table.first = ifNew(table.first, toI32(b, loc, position));
          table.inverse =
              write(b, loc, table.inverse, position, toI32(b, loc, last));
          Value count = arith::AddIOp::create(
              b, loc, read(b, loc, table.counts, last), toI32(b, loc, one));
          table.counts = write(b, loc, table.counts, last, count);
          table.number = arith::AddIOp::create(b, loc, last, one);
          return table.getState();
        }));
  }

  /// The table of elements in the order in which they occur first.
  static Table reorder(OpBuilder &b, Location loc, Value data,
                       OpFoldResult size, const Table &sorted) {
    SmallVector<Value> state = buildEmpty(b, loc, data, size).getState();
    // The position of each sorted element.
    state.push_back(sorted.inverse);
    state = buildSteps(
        b, loc, size, size, state,
        [&](OpBuilder &b, Location loc, ValueRange at, ValueRange state) {
          Table table(state);
          Value places = state[5];
          Value old = toIndex(b, loc, read(b, loc, sorted.inverse, at[0]));
          Value first = toIndex(b, loc, read(b, loc, sorted.first, old));
          Value isNew = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                              first, at[0]);
          Value place = arith::SelectOp::create(b, loc, isNew,
                                                toI32(b, loc, table.number),
                                                read(b, loc, places, old));
          places = write(b, loc, places, old, place);
          Value where = toIndex(b, loc, place);
          table.elements =
              write(b, loc, table.elements, where, read(b, loc, data, first));
          table.first = write(b, loc, table.first, where, toI32(b, loc, first));
          table.inverse = write(b, loc, table.inverse, at[0], place);
          table.counts = write(b, loc, table.counts, where,
                               read(b, loc, sorted.counts, old));
          Value one = createIndex(b, loc, 1);
          table.number = arith::SelectOp::create(
              b, loc, isNew, arith::AddIOp::create(b, loc, table.number, one),
              table.number);
          SmallVector<Value> next = table.getState();
          next.push_back(places);
          return next;
        });
    return Table(state);
  }
};
} // namespace

void relay::populateSortToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<SearchsortedOpConversion, SortOpConversion<ArgsortOp>,
               SortOpConversion<SortOp>, TopkOpConversion<DynTopkOp>,
               TopkOpConversion<TopkOp>, UniqueOpConversion>(
      converter, patterns.getContext());
}
