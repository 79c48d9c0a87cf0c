//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// topk: lowering. Each line of elements is sorted by a stable merge sort of
// their positions, from runs of one element up, in loops; `n` elements take
// n log(n) comparisons.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Emits the loops that sort a line.
class LineSorter {
public:
  /// Lines run along dimension `axis` of `data`, of Relay type `elementType`.
  LineSorter(OpBuilder &b, Location loc, Value data, Type elementType,
             int64_t axis, bool isAscending)
      : b(b), loc(loc), data(data), elementType(elementType), axis(axis),
        isAscending(isAscending),
        count(b.createOrFold<tensor::DimOp>(loc, data, axis)) {}

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value getCount() const { return count; }
  /// Two rows with room for the positions of a line, which are i64 in memory:
  /// runs of one are merged into the other.
  Value makePositions() {
    return tensor::EmptyOp::create(
        b, loc, {b.getIndexAttr(2), getAsOpFoldResult(count)}, b.getI64Type());
  }
  Value readPosition(Value positions, Value row, Value place) {
    Value position =
        tensor::ExtractOp::create(b, loc, positions, ValueRange{row, place});
    return arith::IndexCastOp::create(b, loc, b.getIndexType(), position);
  }
  Value writePosition(Value position, Value positions, Value row, Value place) {
    position = arith::IndexCastOp::create(b, loc, b.getI64Type(), position);
    return tensor::InsertOp::create(b, loc, position, positions,
                                    ValueRange{row, place});
  }
  /// The element at `position` of the line at `line`, whose index along the
  /// axis does not count.
  Value getElement(ValueRange line, Value position) {
    SmallVector<Value> where(line);
    where[axis] = position;
    return tensor::ExtractOp::create(b, loc, data, where);
  }
  /// `state` after `body` for each index below `end`.
  SmallVector<Value>
  loop(Value end, ValueRange state,
       function_ref<SmallVector<Value>(Value, ValueRange)> body) {
    auto op = scf::ForOp::create(b, loc, index(0), end, index(1), state);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(op.getBody());
    scf::YieldOp::create(b, loc,
                         body(op.getInductionVar(), op.getRegionIterArgs()));
    return llvm::to_vector(ValueRange(op.getResults()));
  }
  /// Writes the positions of the line at `line` in the order of their elements
  /// to a row of `positions`. Returns the tensor and the row.
  std::pair<Value, Value> sort(ValueRange line, Value positions);

private:
  Value isBefore(Value x, Value y);
  Value getNumPasses();
  Value mergeRuns(ValueRange line, Value length, Value positions, Value source,
                  Value target);

  OpBuilder &b;
  Location loc;
  Value data;
  Type elementType;
  int64_t axis;
  bool isAscending;
  Value count;
};
} // namespace

/// Whether `x` comes before `y` wherever it is: NaN does before numbers.
Value LineSorter::isBefore(Value x, Value y) {
  ScalarBuilder s(b, loc, elementType);
  Value result = isAscending ? s.lt(x, y) : s.gt(x, y);
  if (!s.isFloat())
    return result;
  Value isNumber = s.eq(y, y);
  Value isOnlyNaN = arith::AndIOp::create(b, loc, s.isNaN(x), isNumber);
  return arith::OrIOp::create(b, loc, result, isOnlyNaN);
}

/// How often runs of one element are merged until one run is left.
Value LineSorter::getNumPasses() {
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return index(*known < 2 ? 0 : llvm::Log2_64_Ceil(*known));
  Type i64 = b.getI64Type();
  Value last = arith::SubIOp::create(b, loc, count, index(1));
  Value zeros = math::CountLeadingZerosOp::create(
      b, loc, arith::IndexCastOp::create(b, loc, i64, last));
  return arith::SubIOp::create(
      b, loc, index(64),
      arith::IndexCastOp::create(b, loc, b.getIndexType(), zeros));
}

/// Merges pairs of adjacent sorted runs of `length` positions in row `source`
/// of `positions` into row `target`.
Value LineSorter::mergeRuns(ValueRange line, Value length, Value positions,
                            Value source, Value target) {
  Value last = arith::SubIOp::create(b, loc, count, index(1));
  Value both = arith::AddIOp::create(b, loc, length, length);
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(b, loc, x, y);
  };
  auto min = [&](Value x, Value y) -> Value {
    return arith::MinUIOp::create(b, loc, x, y);
  };
  auto isBelow = [&](Value x, Value y) -> Value {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, x, y);
  };
  auto select = [&](Value condition, Value x, Value y) -> Value {
    return arith::SelectOp::create(b, loc, condition, x, y);
  };
  SmallVector<Value> state =
      loop(count, {index(0), index(0), positions},
           [&](Value place, ValueRange state) -> SmallVector<Value> {
             Value offset = arith::RemUIOp::create(b, loc, place, both);
             Value start = arith::SubIOp::create(b, loc, place, offset);
             Value middle = min(add(start, length), count);
             Value end = min(add(start, both), count);
             Value isStart = arith::CmpIOp::create(
                 b, loc, arith::CmpIPredicate::eq, offset, index(0));
             Value left = select(isStart, start, state[0]);
             Value right = select(isStart, middle, state[1]);
             // A run that has come to its end is still read, but not taken.
             auto read = [&](Value from) -> Value {
               return readPosition(state[2], source, min(from, last));
             };
             Value ofLeft = read(left), ofRight = read(right);
             Value isRightFirst =
                 isBefore(getElement(line, ofRight), getElement(line, ofLeft));
             Value takesRight = arith::AndIOp::create(
                 b, loc, isBelow(right, end),
                 select(isBelow(left, middle), isRightFirst,
                        arith::ConstantIntOp::create(b, loc, 1, 1)));
             Value next = writePosition(select(takesRight, ofRight, ofLeft),
                                        state[2], target, place);
             return {select(takesRight, left, add(left, index(1))),
                     select(takesRight, add(right, index(1)), right), next};
           });
  return state[2];
}

std::pair<Value, Value> LineSorter::sort(ValueRange line, Value positions) {
  Value one = index(1);
  auto start = [&](Value place, ValueRange state) -> SmallVector<Value> {
    return {writePosition(place, state[0], index(0), place)};
  };
  auto merge = [&](Value pass, ValueRange state) -> SmallVector<Value> {
    Value length = arith::ShLIOp::create(b, loc, one, pass);
    Value source = arith::AndIOp::create(b, loc, pass, one);
    Value target = arith::XOrIOp::create(b, loc, source, one);
    return {mergeRuns(line, length, state[0], source, target)};
  };
  Value numPasses = getNumPasses();
  positions = loop(count, positions, start).front();
  positions = loop(numPasses, positions, merge).front();
  return {positions, arith::AndIOp::create(b, loc, numPasses, one)};
}

namespace {
// topk(x) -> the first k elements, or positions, of each line of x, sorted
struct TopkOpConversion : public TensorsOpConversion<TopkOp> {
  using TensorsOpConversion::TensorsOpConversion;
  FailureOr<SmallVector<Value>>
  lower(TopkOp op, OpAdaptor adaptor, ArrayRef<RankedTensorType> types,
        ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value data = adaptor.getData();
    auto dataType = cast<RankedTensorType>(data.getType());
    int64_t rank = dataType.getRank(), axis = wrapAxis(op.getAxis(), rank);
    Type elementType = getElementTypeOrSelf(op.getData().getType());
    LineSorter sorter(rewriter, loc, data, elementType, axis, op.getIsAscend());
    Value count = sorter.getCount();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, data);
    int64_t k = op.getK();
    if (k > 0)
      sizes[axis] = rewriter.getIndexAttr(k);
    Value numWanted = getIndexValue(rewriter, loc, sizes[axis]);
    Value numTaken =
        rewriter.createOrFold<arith::MinUIOp>(loc, numWanted, count);

    bool hasValues = op.getRetType() != "indices";
    SmallVector<Value> state;
    for (RankedTensorType type : types) {
      Type element = type.getElementType();
      Value result = tensor::EmptyOp::create(rewriter, loc, sizes, element);
      // A line may turn out to be shorter than k.
      if (k > 0 && dataType.isDynamicDim(axis))
        result = linalg::FillOp::create(
                     rewriter, loc,
                     ScalarBuilder(rewriter, loc, element).zero(), result)
                     .getResult(0);
      state.push_back(result);
    }
    state.push_back(sorter.makePositions());

    // Once for each line: the loop along the axis has one turn.
    SmallVector<Value> ends = llvm::map_to_vector(
        tensor::getMixedSizes(rewriter, loc, data),
        [&](OpFoldResult size) { return getIndexValue(rewriter, loc, size); });
    ends[axis] = sorter.index(1);
    SmallVector<Value> begins(rank, sorter.index(0)),
        steps(rank, sorter.index(1));
    OpBuilder::InsertionGuard guard(rewriter);
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, begins, ends, steps, state,
        [&](OpBuilder &b, Location loc, ValueRange line, ValueRange state) {
          // The sorter uses the rewriter.
          OpBuilder::InsertionGuard guard(rewriter);
          rewriter.restoreInsertionPoint(b.saveInsertionPoint());
          std::pair<Value, Value> sorted = sorter.sort(line, state.back());
          SmallVector<Value> results = sorter.loop(
              numTaken, state.take_front(types.size()),
              [&](Value place, ValueRange results) {
                SmallVector<Value> where(line);
                where[axis] = place;
                Value position =
                    sorter.readPosition(sorted.first, sorted.second, place);
                SmallVector<Value> next;
                for (auto [i, result] : llvm::enumerate(results)) {
                  Value element = hasValues && i == 0
                                      ? sorter.getElement(line, position)
                                      : convertPosition(rewriter, loc, position,
                                                        op.getDtype());
                  next.push_back(tensor::InsertOp::create(
                      rewriter, loc, element, result, where));
                }
                return next;
              });
          results.push_back(sorted.first);
          b.restoreInsertionPoint(rewriter.saveInsertionPoint());
          return results;
        });
    nest.results.pop_back();
    return SmallVector<Value>(nest.results);
  }

private:
  static Value convertPosition(OpBuilder &b, Location loc, Value position,
                               Type dtype) {
    Type i64 = b.getI64Type();
    return ScalarBuilder(b, loc, i64)
        .cast(arith::IndexCastOp::create(b, loc, i64, position), dtype);
  }
};
} // namespace

void relay::populateSortToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<TopkOpConversion>(converter, patterns.getContext());
}
