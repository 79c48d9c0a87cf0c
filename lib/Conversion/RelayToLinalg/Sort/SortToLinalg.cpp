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
#include "../Builders/SizeBuilder.h"
#include "../Patterns.h"
#include "LineSorter.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"

using namespace mlir;
using namespace mlir::relay;

/// The tensors `results` with the first `numTaken` elements of each sorted line
/// of `sorter`, or, where `positionTypes` has a Relay type, with their
/// positions.
static SmallVector<Value> writeLines(Emitter &b, LineSorter &sorter,
                                     OpFoldResult numTaken,
                                     ArrayRef<Type> positionTypes,
                                     ValueRange results) {
  int64_t axis = sorter.getAxis();
  auto writeLine = [&](ValueRange line, ValueRange results) {
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    SmallVector<OpFoldResult> offsets = getAsOpFoldResult(line);
    SmallVector<OpFoldResult> sizes(line.size(), one), strides = sizes;
    offsets[axis] = zero;
    sizes[axis] = numTaken;
    SmallVector<int64_t> shape = decomposeMixedValues({numTaken}).first;
    Value sorted = tensor::ExtractSliceOp::create(b, sorter.sort(line), zero,
                                                  numTaken, one);
    SmallVector<Value> slices;
    for (Value result : results)
      slices.push_back(tensor::ExtractSliceOp::create(
          b,
          RankedTensorType::get(shape, getElementTypeOrSelf(result.getType())),
          result, offsets, sizes, strides));
    auto build = [&](OpBuilder &, Location, ValueRange elements) {
      SmallVector<Value> taken;
      for (Type type : positionTypes)
        taken.push_back(type ? b.scalar(b.getI64Type()).cast(elements[0], type)
                             : sorter.getElement(b, line, elements[0]));
      linalg::YieldOp::create(b, taken);
    };
    SmallVector<AffineMap> maps(1 + slices.size(), b.getMultiDimIdentityMap(1));
    auto lines = linalg::GenericOp::create(
        b, ValueRange(slices).getTypes(), sorted, slices, maps,
        utils::IteratorType::parallel, build);
    SmallVector<Value> next;
    for (auto [part, result] : llvm::zip_equal(lines.getResults(), results))
      next.push_back(tensor::InsertSliceOp::create(b, part, result, offsets,
                                                   sizes, strides));
    return next;
  };
  // Once for each line: the loop along the axis has one turn.
  SmallVector<Value> ends = b.getDims(sorter.getData());
  Value zero = b.index(0);
  Value one = b.index(1);
  ends[axis] = one;
  SmallVector<Value> begins(ends.size(), zero), steps(ends.size(), one);
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), begins, ends, steps, results,
      [&](OpBuilder &, Location, ValueRange line, ValueRange state) {
        return writeLine(line, state);
      });
  return llvm::to_vector(ValueRange(nest.results));
}

namespace {
// topk(x) -> the first k elements, or positions, of each line of x, sorted
// dyn.topk(x, k) -> the same
template <typename OpT>
struct TopkOpConversion : public TensorsOpConversion<OpT> {
  using TensorsOpConversion<OpT>::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(OpT op, typename OpT::Adaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t axis = wrapAxis(op.getAxis(), dataType.getRank());
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    LineSorter sorter(b, data, elementType, axis, op.getIsAscend(),
                      LineSorter::NaN::First);
    Value count = sorter.getCount();
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    // A line may turn out to be shorter than k.
    bool mayBeShorter = false;
    if constexpr (std::is_same_v<OpT, DynTopkOp>) {
      sizes[axis] = buildCount(op, adaptor, count, b);
    } else if (int64_t k = op.getK(); k > 0) {
      sizes[axis] = b.getIndexAttr(k);
      mayBeShorter = dataType.isDynamicDim(axis);
    }
    Value numWanted = b.index(sizes[axis]);
    OpFoldResult numTaken =
        getAsOpFoldResult(b.createOrFold<arith::MinUIOp>(numWanted, count));

    SmallVector<Value> results;
    for (RankedTensorType type : types) {
      Type element = type.getElementType();
      Value result = tensor::EmptyOp::create(b, sizes, element);
      if (mayBeShorter)
        result = linalg::FillOp::create(b, b.scalar(element).zero(), result)
                     .getResult(0);
      results.push_back(result);
    }
    if (isEmpty(sizes))
      return results;
    SmallVector<Type> positionTypes(types.size(), op.getDtype());
    if (op.getRetType() != "indices")
      positionTypes.front() = Type();
    return writeLines(b, sorter, numTaken, positionTypes, results);
  }

private:
  /// How many elements of a line of `count` elements are taken.
  static OpFoldResult buildCount(DynTopkOp op, DynTopkOp::Adaptor adaptor,
                                 Value count, Emitter &b) {
    SizeBuilder e(b, op);
    Value k = e.readOne(adaptor.getCount(), op.getCount().getType());
    e.require(b.isLessOrEqual(k, count), "k of at most the size");
    return getAsOpFoldResult(b.select(b.isLess(k, b.index(1)), count, k));
  }
};

// sort(x) -> the elements of each line of x, sorted
// argsort(x) -> their positions
template <typename OpT>
struct SortOpConversion : public TensorOpConversion<OpT> {
  using TensorOpConversion<OpT>::TensorOpConversion;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value data = adaptor.getData();
    int64_t axis = wrapAxis(op.getAxis(), type.getRank());
    SmallVector<OpFoldResult> sizes = b.getSizes(data);
    Value result = tensor::EmptyOp::create(b, sizes, type.getElementType());
    if (isEmpty(sizes))
      return result;
    LineSorter sorter(b, data, getElementTypeOrSelf(op.getData().getType()),
                      axis, op.getIsAscend(), LineSorter::NaN::Last);
    Type positionType;
    if constexpr (std::is_same_v<OpT, ArgsortOp>)
      positionType = op.getDtype();
    return writeLines(b, sorter, sizes[axis], positionType, result).front();
  }
};

// searchsorted(s, v) -> linalg.generic that bisects s for each element of v
struct SearchsortedOpConversion : public TensorOpConversion<SearchsortedOp> {
  using TensorOpConversion::TensorOpConversion;
  FailureOr<Value> lower(SearchsortedOp op, OpAdaptor adaptor,
                         RankedTensorType type, Emitter &b) const override {
    Value sequence = adaptor.getSortedSequence();
    int64_t rank = cast<RankedTensorType>(sequence.getType()).getRank();
    Value length = b.getDim(sequence, rank - 1);
    Value numSteps = buildNumSteps(b, length);
    Type resultType = getElementTypeOrSelf(op.getType());
    return buildIndexed(
        b, b.getSizes(adaptor.getValues()), type.getElementType(),
        adaptor.getValues(), b.getMultiDimIdentityMap(type.getRank()),
        [&](ValueRange at, ValueRange x) {
          SmallVector<Value> line(at.take_front(rank - 1));
          SortedLine sorted{sequence, line, length};
          Value zero = b.index(0), one = b.index(1);
          auto loop = scf::ForOp::create(
              b, zero, numSteps, one, ValueRange{zero, length},
              [&](OpBuilder &, Location, Value, ValueRange state) {
                SmallVector<Value> next = bisect(b, op, sorted, x[0], state);
                scf::YieldOp::create(b, next);
              });
          Value place =
              arith::IndexCastOp::create(b, b.getI64Type(), loop.getResult(0));
          return ScalarBuilder(b, b.getI64Type()).cast(place, resultType);
        });
  }

private:
  /// How often a range of `length` elements is halved until none is left.
  static Value buildNumSteps(Emitter &b, Value length) {
    if (std::optional<int64_t> known = getConstantIntValue(length))
      return b.index(*known == 0 ? 0 : llvm::Log2_64(*known) + 1);
    Value wide = arith::IndexCastOp::create(b, b.getI64Type(), length);
    Value zeros = math::CountLeadingZerosOp::create(b, wide);
    return arith::SubIOp::create(
        b, b.index(64), arith::IndexCastOp::create(b, b.getIndexType(), zeros));
  }

  /// The line of `sequence` at `position`, of `length` elements.
  struct SortedLine {
    Value sequence;
    ValueRange position;
    Value length;
  };

  /// Halves the range `state` of `line`, which may be empty.
  static SmallVector<Value> bisect(Emitter &b, SearchsortedOp op,
                                   const SortedLine &line, Value value,
                                   ValueRange state) {
    Value begin = state[0], end = state[1], one = b.index(1);
    Value sum = arith::AddIOp::create(b, begin, end);
    Value middle = arith::ShRUIOp::create(b, sum, one);
    // An empty range may be at the end.
    SmallVector<Value> position(line.position);
    Value last = arith::SubIOp::create(b, line.length, one);
    position.push_back(arith::MinUIOp::create(b, middle, last));
    Value element = b.extract(line.sequence, position);
    ScalarBuilder s(b, getElementTypeOrSelf(op.getValues().getType()));
    Value isBelow = op.getRight() ? s.le(element, value) : s.lt(element, value);
    Value isLeft = arith::AndIOp::create(
        b, isBelow,
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, begin, end));
    Value next = arith::AddIOp::create(b, middle, one);
    return {arith::SelectOp::create(b, isLeft, next, begin),
            arith::SelectOp::create(b, isLeft, end, middle)};
  }
};

// unique(x) -> loops over the sorted elements of x
struct UniqueOpConversion : public TensorsOpConversion<UniqueOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>> lower(UniqueOp op, OpAdaptor adaptor,
                                      ArrayRef<RankedTensorType> types,
                                      Emitter &b) const override {
    Value data = adaptor.getData();
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    OpFoldResult size = b.getSize(data, 0);
    Table table = buildEmpty(b, data, size);
    if (!isConstantIntValue(size, 0)) {
      LineSorter sorter(b, data, elementType, /*axis=*/0,
                        /*isAscending=*/true, LineSorter::NaN::Last);
      Value order = sorter.sort(b.index(0));
      table = group(b, data, elementType, size, order, table);
      if (!op.getSorted())
        table = reorder(b, data, size, table);
    }
    Value number = tensor::FromElementsOp::create(
        b, arith::IndexCastOp::create(b, b.getI32Type(), table.number)
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

  static Table buildEmpty(Emitter &b, Value data, OpFoldResult size) {
    auto type = cast<RankedTensorType>(data.getType());
    Type i32 = b.getI32Type();
    auto fill = [&](Value element) {
      return buildFillLike(b, data, element, type.clone(element.getType()));
    };
    Value zero = b.scalar(i32).zero();
    Value end = arith::IndexCastOp::create(b, i32, b.index(size));
    Value none = b.scalar(type.getElementType()).zero();
    // All of these are replaced. Equal tensors would be one, and copied.
    Value unset = b.scalar(i32).constant(-1);
    return Table(
        ValueRange{fill(none), fill(end), fill(unset), fill(zero), b.index(0)});
  }

  static Value read(Emitter &b, Value vector, Value at) {
    return b.extract(vector, at);
  }
  static Value write(Emitter &b, Value vector, Value at, Value element) {
    return tensor::InsertOp::create(b, element, vector, at);
  }
  static Value toIndex(Emitter &b, Value x) {
    return arith::IndexCastOp::create(b, b.getIndexType(), x);
  }
  static Value toI32(Emitter &b, Value x) {
    return arith::IndexCastOp::create(b, b.getI32Type(), x);
  }

  /// The table of elements in ascending order; `order` has their positions.
  static Table group(Emitter &b, Value data, Type elementType,
                     OpFoldResult size, Value order, const Table &empty) {
    return Table(buildSteps(
        b, size, size, empty.getState(), [&](ValueRange at, ValueRange state) {
          Table table(state);
          Value one = b.index(1), zero = b.index(0);
          Value position = toIndex(b, read(b, order, at[0]));
          Value element = read(b, data, position);
          // The first one is compared with itself.
          Value isFirst =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, at[0], zero);
          Value before = arith::SelectOp::create(
              b, isFirst, zero, arith::SubIOp::create(b, at[0], one));
          Value other = read(b, data, toIndex(b, read(b, order, before)));
          Value isNew = arith::OrIOp::create(
              b, isFirst, b.scalar(elementType).ne(element, other));
          Value last = arith::SelectOp::create(
              b, isNew, table.number,
              arith::SubIOp::create(b, table.number, one));
          auto ifNew = [&](Value vector, Value next) {
            Value old = read(b, vector, last);
            return write(b, vector, last,
                         arith::SelectOp::create(b, isNew, next, old));
          };
          table.elements = ifNew(table.elements, element);
          table.first = ifNew(table.first, toI32(b, position));
          table.inverse = write(b, table.inverse, position, toI32(b, last));
          Value count = arith::AddIOp::create(b, read(b, table.counts, last),
                                              toI32(b, one));
          table.counts = write(b, table.counts, last, count);
          table.number = arith::AddIOp::create(b, last, one);
          return table.getState();
        }));
  }

  /// The table of elements in the order in which they occur first.
  static Table reorder(Emitter &b, Value data, OpFoldResult size,
                       const Table &sorted) {
    SmallVector<Value> state = buildEmpty(b, data, size).getState();
    // The position of each sorted element.
    state.push_back(sorted.inverse);
    state =
        buildSteps(b, size, size, state, [&](ValueRange at, ValueRange state) {
          Table table(state);
          Value places = state[5];
          Value old = toIndex(b, read(b, sorted.inverse, at[0]));
          Value first = toIndex(b, read(b, sorted.first, old));
          Value isNew =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, first, at[0]);
          Value place = arith::SelectOp::create(
              b, isNew, toI32(b, table.number), read(b, places, old));
          places = write(b, places, old, place);
          Value where = toIndex(b, place);
          table.elements =
              write(b, table.elements, where, read(b, data, first));
          table.first = write(b, table.first, where, toI32(b, first));
          table.inverse = write(b, table.inverse, at[0], place);
          table.counts =
              write(b, table.counts, where, read(b, sorted.counts, old));
          Value one = b.index(1);
          table.number = arith::SelectOp::create(
              b, isNew, arith::AddIOp::create(b, table.number, one),
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
