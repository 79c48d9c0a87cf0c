//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short lines are sorted by merging runs of positions, from one element up: `n`
// elements take n log(n) comparisons. One pass over the runs is a
// linalg.generic that carries where it is, so that compilers which distribute
// linalg only need no more.
//
// Longer ones are distributed by one byte of their keys after the other, the
// lowest first (LSD radix sort: D. Knuth, The Art of Computer Programming, vol.
// 3, 5.2.5). Keys are unsigned integers in the order of the elements.
//
//===----------------------------------------------------------------------===//

#include "LineSorter.h"
#include "../Builders/ScalarBuilder.h"
#include "../Builders/TensorBuilders.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::relay;

// Lines that are known to be shorter are merged: to count the digits of a key
// takes longer.
static constexpr int64_t minRadixElements = 256;

// Keys are distributed by so many bits at a time.
static constexpr int64_t digitBits = 8, numDigits = 1 << digitBits;

LineSorter::LineSorter(Emitter &b, Value data, Type elementType, int64_t axis,
                       bool isAscending, NaN nan)
    : b(b), data(data), elementType(elementType), axis(axis),
      isAscending(isAscending), nan(nan), count(b.getDim(data, axis)) {}

Value LineSorter::index(int64_t value) { return b.index(value); }

Value LineSorter::getElement(Emitter &b, ValueRange line, Value position) {
  SmallVector<Value> where(line);
  where[axis] = arith::IndexCastOp::create(b, b.getIndexType(), position);
  return b.extract(data, where);
}

Value LineSorter::buildPositions() {
  return buildIndexed(b, getAsOpFoldResult(count), b.getI64Type(), {}, {},
                      [&](ValueRange indices, ValueRange) -> Value {
                        return arith::IndexCastOp::create(b, b.getI64Type(),
                                                          indices[0]);
                      });
}

Value LineSorter::sort(ValueRange line) {
  std::optional<int64_t> known = getConstantIntValue(count);
  return known && *known < minRadixElements ? mergeSort(line) : radixSort(line);
}

//===----------------------------------------------------------------------===//
// Merge sort
//===----------------------------------------------------------------------===//

/// Whether `x` comes before `y` wherever it is.
Value LineSorter::isBefore(Emitter &b, Value x, Value y) {
  ScalarBuilder s(b, elementType);
  Value result = isAscending ? s.lt(x, y) : s.gt(x, y);
  if (!s.isFloat())
    return result;
  // Numbers and NaN.
  if (nan == NaN::Last)
    std::swap(x, y);
  Value isNumber = s.eq(y, y);
  Value isOnlyNaN = arith::AndIOp::create(b, s.isNaN(x), isNumber);
  return arith::OrIOp::create(b, result, isOnlyNaN);
}

/// How often runs of one element are merged until one run is left.
Value LineSorter::getNumPasses() {
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return index(*known < 2 ? 0 : llvm::Log2_64_Ceil(*known));
  Type i64 = b.getI64Type();
  Value last = arith::SubIOp::create(b, count, index(1));
  Value zeros = math::CountLeadingZerosOp::create(
      b, arith::IndexCastOp::create(b, i64, last));
  return arith::SubIOp::create(
      b, index(64), arith::IndexCastOp::create(b, b.getIndexType(), zeros));
}

/// Merges pairs of adjacent sorted runs of `length` positions in `source` into
/// `target`.
Value LineSorter::mergeRuns(ValueRange line, Value length, Value source,
                            Value target) {
  Type i64 = b.getI64Type(), indexType = b.getIndexType();
  Value one = index(1), zero = index(0);
  Value last = arith::SubIOp::create(b, count, one);
  Value both = arith::AddIOp::create(b, length, length);
  auto build = [&](OpBuilder &, Location, ValueRange state) {
    auto add = [&](Value x, Value y) -> Value {
      return arith::AddIOp::create(b, x, y);
    };
    auto subtract = [&](Value x, Value y) -> Value {
      return arith::SubIOp::create(b, x, y);
    };
    auto min = [&](Value x, Value y) -> Value {
      return arith::MinUIOp::create(b, x, y);
    };
    auto isBelow = [&](Value x, Value y) -> Value {
      return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, y);
    };
    auto select = [&](Value condition, Value x, Value y) -> Value {
      return arith::SelectOp::create(b, condition, x, y);
    };
    Value place = linalg::IndexOp::create(b, 0);
    Value offset = arith::RemUIOp::create(b, place, both);
    Value start = subtract(place, offset);
    Value middle = min(add(start, length), count);
    Value end = min(add(start, both), count);
    Value isStart =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, offset, zero);
    // How many of the left run are taken; the others are of the right one.
    Value taken =
        select(isStart, zero,
               arith::IndexCastOp::create(b, indexType, state[1]).getResult());
    Value left = add(start, taken);
    Value right = add(middle, subtract(offset, taken));
    // A run that has come to its end is still read, but not taken.
    auto read = [&](Value from) -> Value {
      return b.extract(source, min(from, last));
    };
    Value ofLeft = read(left), ofRight = read(right);
    Value isRightFirst =
        isBefore(b, getElement(b, line, ofRight), getElement(b, line, ofLeft));
    Value takesRight = arith::AndIOp::create(
        b, isBelow(right, end),
        select(isBelow(left, middle), isRightFirst, b.isTrue()));
    taken = select(takesRight, taken, add(taken, one));
    linalg::YieldOp::create(
        b, {select(takesRight, ofRight, ofLeft),
            arith::IndexCastOp::create(b, i64, taken).getResult()});
  };
  Value taken = tensor::EmptyOp::create(b, ArrayRef<int64_t>(), i64);
  taken = linalg::FillOp::create(b, b.scalar(i64).zero(), taken).getResult(0);
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(1),
                                 AffineMap::get(1, 0, b.getContext())};
  // Places come one after the other.
  return linalg::GenericOp::create(
             b, TypeRange{target.getType(), taken.getType()}, ValueRange(),
             {target, taken}, maps, utils::IteratorType::reduction, build)
      .getResult(0);
}

Value LineSorter::mergeSort(ValueRange line) {
  Value one = index(1), two = index(2);
  Value start = buildPositions();
  // Two passes at a time, there and back; one too many copies the line. Both
  // tensors have contents, as bufferization may let those without share memory.
  auto loop = scf::ForOp::create(b, index(0), getNumPasses(), two,
                                 ValueRange{start, start});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value length = arith::ShLIOp::create(b, one, loop.getInductionVar());
  Value there = mergeRuns(line, length, loop.getRegionIterArg(0),
                          loop.getRegionIterArg(1));
  Value twice = arith::AddIOp::create(b, length, length);
  Value back = mergeRuns(line, twice, there, loop.getRegionIterArg(0));
  scf::YieldOp::create(b, {back, there});
  return loop.getResult(0);
}

//===----------------------------------------------------------------------===//
// Radix sort
//===----------------------------------------------------------------------===//

/// An unsigned integer, of an even number of digits, that is less the earlier
/// `element` comes. Zeros have one key, and NaN has the least or the largest.
Value LineSorter::buildKey(Emitter &b, Value element) {
  ScalarBuilder s(b, elementType);
  unsigned width = element.getType().getIntOrFloatBitWidth();
  Type bits = b.getIntegerType(width);
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(bits, value));
  };
  Value sign = constant(APInt::getSignMask(width));
  Value key = element;
  if (s.isFloat()) {
    // Bits of negative numbers are in descending order.
    Value number =
        arith::SelectOp::create(b, s.eq(element, s.zero()), s.zero(), element);
    Value raw = arith::BitcastOp::create(b, bits, number);
    Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, raw,
                                             constant(APInt::getZero(width)));
    key = arith::XOrIOp::create(
        b, raw,
        arith::SelectOp::create(b, isNegative,
                                constant(APInt::getAllOnes(width)), sign));
  } else if (!s.isUnsigned()) {
    key = arith::XOrIOp::create(b, key, sign);
  }
  if (!isAscending)
    key = arith::XOrIOp::create(b, key, constant(APInt::getAllOnes(width)));
  if (s.isFloat())
    key = arith::SelectOp::create(b, s.isNaN(element),
                                  constant(nan == NaN::First
                                               ? APInt::getZero(width)
                                               : APInt::getAllOnes(width)),
                                  key);
  return width < 2 * digitBits
             ? arith::ExtUIOp::create(b, b.getIntegerType(2 * digitBits), key)
                   .getResult()
             : key;
}

/// The target, which has keys and then positions, after those of the source, in
/// the order of the digit that is `shift` bits up.
SmallVector<Value> LineSorter::distribute(Value shift, Value sourceKeys,
                                          Value sourcePositions,
                                          Value targetKeys,
                                          Value targetPositions) {
  auto getDigit = [&](Value key) -> Value {
    Value digit = arith::ShRUIOp::create(b, key, shift);
    digit = arith::AndIOp::create(
        b, digit,
        arith::ConstantIntOp::create(b, key.getType(), numDigits - 1));
    return arith::IndexCastUIOp::create(b, b.getIndexType(), digit);
  };
  auto read = [&](Value vector, Value at) -> Value {
    return b.extract(vector, at);
  };
  auto write = [&](Value vector, Value at, Value element) -> Value {
    return tensor::InsertOp::create(b, element, vector, at);
  };
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddIOp::create(b, x, y);
  };
  Type i64 = b.getI64Type();
  Value zero = b.scalar(i64).zero();
  Value one = b.scalar(i64).one();
  OpFoldResult size = getAsOpFoldResult(count);
  Value counts = tensor::EmptyOp::create(b, {numDigits}, i64);
  counts = linalg::FillOp::create(b, zero, counts).getResult(0);
  counts =
      buildSteps(b, size, size, counts,
                 [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                   Value key = read(sourceKeys, at[0]);
                   Value digit = getDigit(key);
                   Value next = add(read(state[0], digit), one);
                   return {write(state[0], digit, next)};
                 })
          .front();
  // How many have a lower digit: where the first key of each digit comes.
  OpFoldResult digits = b.getIndexAttr(numDigits);
  Value places =
      buildSteps(b, digits, digits, {counts, zero},
                 [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
                   Value own = read(state[0], at[0]);
                   return {write(state[0], at[0], state[1]),
                           add(state[1], own)};
                 })
          .front();
  return buildSteps(
      b, size, size, {targetKeys, targetPositions, places},
      [&](ValueRange at, ValueRange state) -> SmallVector<Value> {
        Value key = read(sourceKeys, at[0]);
        Value position = read(sourcePositions, at[0]);
        Value digit = getDigit(key);
        Value place = read(state[2], digit);
        Value where = arith::IndexCastOp::create(b, b.getIndexType(), place);
        return {write(state[0], where, key), write(state[1], where, position),
                write(state[2], digit, add(place, one))};
      });
}

Value LineSorter::radixSort(ValueRange line) {
  Value positions = buildPositions();
  int64_t width = std::max<int64_t>(
      cast<RankedTensorType>(data.getType()).getElementTypeBitWidth(),
      2 * digitBits);
  Type keyType = b.getIntegerType(width);
  Value keys = buildIndexed(b, getAsOpFoldResult(count), keyType, {}, {},
                            [&](ValueRange indices, ValueRange) -> Value {
                              SmallVector<Value> where(line);
                              where[axis] = indices[0];
                              return buildKey(b, b.extract(data, where));
                            });
  // Two passes at a time, there and back. All tensors have contents, as
  // bufferization may let those without share memory.
  auto loop =
      scf::ForOp::create(b, index(0), index(width), index(2 * digitBits),
                         ValueRange{keys, positions, keys, positions});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  Value shift =
      arith::IndexCastUIOp::create(b, keyType, loop.getInductionVar());
  ValueRange state = loop.getRegionIterArgs();
  SmallVector<Value> there =
      distribute(shift, state[0], state[1], state[2], state[3]);
  Value next = arith::AddIOp::create(
      b, shift, arith::ConstantIntOp::create(b, keyType, digitBits));
  SmallVector<Value> back =
      distribute(next, there[0], there[1], state[0], state[1]);
  scf::YieldOp::create(b, {back[0], back[1], there[0], there[1]});
  return loop.getResult(1);
}
