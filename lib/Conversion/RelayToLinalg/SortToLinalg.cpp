//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// topk: lowering. Each line of elements is sorted by a stable merge sort of
// their positions, from runs of one element up; `n` elements take n log(n)
// comparisons. One pass over the runs is a linalg.generic that carries where
// it is, so that compilers which distribute linalg only need no more.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Emits the operations that sort a line.
class LineSorter {
public:
  /// Lines run along dimension `axis` of `data`, of Relay type `elementType`.
  LineSorter(OpBuilder &b, Location loc, Value data, Type elementType,
             int64_t axis, bool isAscending)
      : b(b), loc(loc), data(data), elementType(elementType), axis(axis),
        isAscending(isAscending),
        count(b.createOrFold<tensor::DimOp>(loc, data, axis)) {}

  Value getCount() const { return count; }
  /// The element at `position`, an i64, of the line at `line`, whose index
  /// along the axis does not count.
  Value getElement(OpBuilder &b, ValueRange line, Value position) {
    SmallVector<Value> where(line);
    where[axis] =
        arith::IndexCastOp::create(b, loc, b.getIndexType(), position);
    return tensor::ExtractOp::create(b, loc, data, where);
  }
  /// The positions of the line at `line` in the order of their elements.
  Value sort(ValueRange line);

private:
  Value index(int64_t value) { return createIndex(b, loc, value); }
  Value isBefore(OpBuilder &b, Value x, Value y);
  Value getNumPasses();
  Value mergeRuns(ValueRange line, Value length, Value source, Value target);

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
Value LineSorter::isBefore(OpBuilder &b, Value x, Value y) {
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

/// Merges pairs of adjacent sorted runs of `length` positions in `source` into
/// `target`.
Value LineSorter::mergeRuns(ValueRange line, Value length, Value source,
                            Value target) {
  Type i64 = b.getI64Type(), indexType = b.getIndexType();
  Value one = index(1), zero = index(0);
  Value last = arith::SubIOp::create(b, loc, count, one);
  Value both = arith::AddIOp::create(b, loc, length, length);
  auto build = [&](OpBuilder &b, Location loc, ValueRange state) {
    auto add = [&](Value x, Value y) -> Value {
      return arith::AddIOp::create(b, loc, x, y);
    };
    auto subtract = [&](Value x, Value y) -> Value {
      return arith::SubIOp::create(b, loc, x, y);
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
    Value place = linalg::IndexOp::create(b, loc, 0);
    Value offset = arith::RemUIOp::create(b, loc, place, both);
    Value start = subtract(place, offset);
    Value middle = min(add(start, length), count);
    Value end = min(add(start, both), count);
    Value isStart =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, offset, zero);
    // How many of the left run are taken; the others are of the right one.
    Value taken = select(
        isStart, zero,
        arith::IndexCastOp::create(b, loc, indexType, state[1]).getResult());
    Value left = add(start, taken);
    Value right = add(middle, subtract(offset, taken));
    // A run that has come to its end is still read, but not taken.
    auto read = [&](Value from) -> Value {
      return tensor::ExtractOp::create(b, loc, source, min(from, last));
    };
    Value ofLeft = read(left), ofRight = read(right);
    Value isRightFirst =
        isBefore(b, getElement(b, line, ofRight), getElement(b, line, ofLeft));
    Value takesRight = arith::AndIOp::create(
        b, loc, isBelow(right, end),
        select(isBelow(left, middle), isRightFirst,
               arith::ConstantIntOp::create(b, loc, 1, 1)));
    taken = select(takesRight, taken, add(taken, one));
    linalg::YieldOp::create(
        b, loc,
        {select(takesRight, ofRight, ofLeft),
         arith::IndexCastOp::create(b, loc, i64, taken).getResult()});
  };
  Value taken = tensor::EmptyOp::create(b, loc, ArrayRef<int64_t>(), i64);
  taken =
      linalg::FillOp::create(b, loc, ScalarBuilder(b, loc, i64).zero(), taken)
          .getResult(0);
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(1),
                                 AffineMap::get(1, 0, b.getContext())};
  // Places come one after the other.
  return linalg::GenericOp::create(
             b, loc, TypeRange{target.getType(), taken.getType()}, ValueRange(),
             {target, taken}, maps, utils::IteratorType::reduction, build)
      .getResult(0);
}

Value LineSorter::sort(ValueRange line) {
  Value one = index(1), two = index(2);
  Value start = buildIndexed(
      b, loc, getAsOpFoldResult(count), b.getI64Type(), {}, {},
      [](OpBuilder &b, Location loc, ValueRange indices, ValueRange) -> Value {
        return arith::IndexCastOp::create(b, loc, b.getI64Type(), indices[0]);
      });
  // Two passes at a time, there and back; one too many copies the line. Both
  // tensors have contents, as bufferization may let those without share memory.
  auto loop = scf::ForOp::create(b, loc, index(0), getNumPasses(), two,
                                 ValueRange{start, start});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value length = arith::ShLIOp::create(b, loc, one, loop.getInductionVar());
  Value there = mergeRuns(line, length, loop.getRegionIterArg(0),
                          loop.getRegionIterArg(1));
  Value twice = arith::AddIOp::create(b, loc, length, length);
  Value back = mergeRuns(line, twice, there, loop.getRegionIterArg(0));
  scf::YieldOp::create(b, loc, {back, there});
  return loop.getResult(0);
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
    OpFoldResult numTaken = getAsOpFoldResult(
        rewriter.createOrFold<arith::MinUIOp>(loc, numWanted, count));

    SmallVector<Value> results;
    for (RankedTensorType type : types) {
      Type element = type.getElementType();
      Value result = tensor::EmptyOp::create(rewriter, loc, sizes, element);
      // A line may turn out to be shorter than k.
      if (k > 0 && dataType.isDynamicDim(axis))
        result = linalg::FillOp::create(
                     rewriter, loc,
                     ScalarBuilder(rewriter, loc, element).zero(), result)
                     .getResult(0);
      results.push_back(result);
    }
    if (isEmpty(sizes))
      return results;

    // Once for each line: the loop along the axis has one turn.
    SmallVector<Value> ends = llvm::map_to_vector(
        tensor::getMixedSizes(rewriter, loc, data),
        [&](OpFoldResult size) { return getIndexValue(rewriter, loc, size); });
    Value zero = createIndex(rewriter, loc, 0);
    Value one = createIndex(rewriter, loc, 1);
    ends[axis] = one;
    SmallVector<Value> begins(rank, zero), steps(rank, one);
    OpBuilder::InsertionGuard guard(rewriter);
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, begins, ends, steps, results,
        [&](OpBuilder &b, Location loc, ValueRange line, ValueRange state) {
          // The sorter uses the rewriter.
          OpBuilder::InsertionGuard guard(rewriter);
          rewriter.restoreInsertionPoint(b.saveInsertionPoint());
          SmallVector<Value> next =
              writeLine(op, rewriter, sorter, line, numTaken, state);
          b.restoreInsertionPoint(rewriter.saveInsertionPoint());
          return next;
        });
    return SmallVector<Value>(nest.results);
  }

private:
  /// `results` with the first `numTaken` elements, or positions, of the sorted
  /// line at `line`.
  static SmallVector<Value> writeLine(TopkOp op, OpBuilder &b,
                                      LineSorter &sorter, ValueRange line,
                                      OpFoldResult numTaken,
                                      ValueRange results) {
    Location loc = op.getLoc();
    int64_t rank = line.size(), axis = wrapAxis(op.getAxis(), rank);
    OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
    SmallVector<OpFoldResult> offsets = getAsOpFoldResult(line);
    SmallVector<OpFoldResult> sizes(rank, one), strides = sizes;
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
    bool hasValues = op.getRetType() != "indices";
    auto build = [&](OpBuilder &b, Location loc, ValueRange elements) {
      SmallVector<Value> taken;
      for (size_t i = 0; i < results.size(); ++i)
        taken.push_back(hasValues && i == 0
                            ? sorter.getElement(b, line, elements[0])
                            : ScalarBuilder(b, loc, b.getI64Type())
                                  .cast(elements[0], op.getDtype()));
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
  }
};
} // namespace

void relay::populateSortToLinalgPatterns(const TypeConverter &converter,
                                         RewritePatternSet &patterns) {
  patterns.add<TopkOpConversion>(converter, patterns.getContext());
}
