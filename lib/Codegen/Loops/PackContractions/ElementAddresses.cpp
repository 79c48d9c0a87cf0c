//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions of the elements of a contraction in memory.
//
//===----------------------------------------------------------------------===//

#include "PackFactors.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// FlatBuffer
//===----------------------------------------------------------------------===//

FlatBuffer::FlatBuffer(LoopEmitter &i, const Access &access) : access(access) {
  MemRefType type = access.getType();
  auto metadata = memref::ExtractStridedMetadataOp::create(i, access.buffer);
  extent = i.index(1);
  origin = i.index(0);
  auto [staticStrides, staticOffset] = type.getStridesAndOffset();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value stride = ShapedType::isDynamic(staticStrides[dim])
                       ? metadata.getStrides()[dim]
                       : i.index(staticStrides[dim]);
    if (llvm::is_contained(access.repeatedDims, dim))
      stride = arith::SelectOp::create(
          i, i.isEqual(metadata.getSizes()[dim], i.index(1)), i.index(0),
          stride);
    strides.push_back(stride);
    Value last = i.sub(metadata.getSizes()[dim], i.index(1));
    extent = i.add(extent, i.mul(last, stride));
    origin = i.add(origin, i.mul(stride, access.shifts[dim]));
  }
  OpFoldResult offset = ShapedType::isDynamic(staticOffset)
                            ? OpFoldResult(metadata.getOffset())
                            : i.getIndexAttr(staticOffset);
  auto flat = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), staticOffset, {1}),
      type.getMemorySpace());
  elements = memref::ReinterpretCastOp::create(
      i, flat, metadata.getBaseBuffer(), offset, ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{i.getIndexAttr(1)});
}

Value FlatBuffer::getStride(LoopEmitter &i, unsigned loop) const {
  Value stride = i.index(0);
  for (auto [dim, dimStride] : llvm::enumerate(strides))
    stride = i.add(stride, i.mul(dimStride, access.getStep(dim, loop)));
  return stride;
}

//===----------------------------------------------------------------------===//
// Line
//===----------------------------------------------------------------------===//

Line::Line(LoopEmitter &i, const FlatBuffer &buffer, ArrayRef<unsigned> loops,
           ArrayRef<Value> allSizes, int64_t capacity) {
  for (unsigned loop : loops) {
    sizes.push_back(allSizes[loop]);
    strides.push_back(buffer.getStride(i, loop));
  }
  for (unsigned dim : buffer.access.paddedDims) {
    SmallVector<int64_t> &perLoop = steps.emplace_back();
    for (unsigned loop : loops)
      perLoop.push_back(buffer.access.getStep(dim, loop));
  }
  if (steps.empty())
    coalesce(i);
  if (isLinear())
    return;
  for (size_t n = 0; n < 1 + steps.size(); ++n)
    tables.push_back(i.allocate(capacity, i.getI64Type()));
}

/// Makes one loop of two if a step of the outer one goes where the inner one
/// would go next.
void Line::coalesce(LoopEmitter &i) {
  for (size_t n = sizes.size(); n-- > 1;) {
    std::optional<int64_t> size = getConstantIntValue(sizes[n]);
    std::optional<int64_t> stride = getConstantIntValue(strides[n]);
    if (!size || !stride ||
        getConstantIntValue(strides[n - 1]) != *stride * *size)
      continue;
    sizes[n - 1] = i.mul(sizes[n - 1], sizes[n]);
    strides[n - 1] = strides[n];
    sizes.erase(sizes.begin() + n);
    strides.erase(strides.begin() + n);
  }
}

void Line::set(LoopEmitter &i, Value first, Value count, bool range) {
  this->first = first;
  contiguous = {};
  if (!isLinear())
    return fill(i, first, count, range);
  if (!range)
    return;
  least.clear();
  most.clear();
  Value last = i.sub(count, 1);
  for (size_t n = 0; n < steps.size(); ++n) {
    Value begin = getPosition(i, n, i.index(0));
    Value end = getPosition(i, n, last);
    least.push_back(i.min(begin, end));
    most.push_back(i.max(begin, end));
  }
}

Value Line::getOffset(LoopEmitter &i, Value step) const {
  if (sizes.empty())
    return i.index(0);
  if (isLinear())
    return i.mul(i.add(first, step), strides.front());
  return i.loadIndex(tables.front(), step);
}

Value Line::getPosition(LoopEmitter &i, unsigned padded, Value step) const {
  if (sizes.empty())
    return i.index(0);
  if (isLinear())
    return i.mul(i.add(first, step), steps[padded].front());
  return i.loadIndex(tables[1 + padded], step);
}

/// Fills the tables. Loop counters are passed on from step to step; only the
/// first ones are divided out of `first`.
SmallVector<Value> Line::getCounters(LoopEmitter &i, Value step) const {
  SmallVector<Value> counters(sizes.size());
  for (size_t n = sizes.size(); n-- > 1;) {
    // An empty depth has one block, without steps.
    Value size = i.max(sizes[n], i.index(1));
    counters[n] = i.remUnsigned(step, size);
    step = i.divUnsigned(step, size);
  }
  counters[0] = step;
  return counters;
}

void Line::advance(LoopEmitter &i, Value zero, Value one,
                   MutableArrayRef<Value> counters) const {
  Value carry = one;
  for (size_t n = sizes.size(); n-- > 1;) {
    Value counter = i.add(counters[n], carry);
    Value ends = i.isEqual(counter, sizes[n]);
    counters[n] = arith::SelectOp::create(i, ends, zero, counter);
    carry = arith::SelectOp::create(i, ends, one, zero);
  }
  counters[0] = i.add(counters[0], carry);
}

void Line::fill(LoopEmitter &i, Value first, Value count, bool range) {
  size_t rank = sizes.size(), numPadded = steps.size();
  SmallVector<Value> state = getCounters(i, first);
  if (range) {
    state.push_back(i.isTrue());
    state.push_back(i.index(0));
    for (size_t n = 0; n < numPadded; ++n) {
      state.push_back(i.index(std::numeric_limits<int64_t>::max()));
      state.push_back(i.index(std::numeric_limits<int64_t>::min()));
    }
  }
  Value zero = i.index(0), one = i.index(1);
  auto results = i.loop(count, state, [&](Value step, ValueRange args) {
    SmallVector<Value> next(args);
    auto sumUp = [&](auto distances) {
      Value sum = zero;
      for (size_t n = 0; n < rank; ++n)
        sum = i.add(sum, i.mul(args[n], distances[n]));
      return sum;
    };
    Value offset = sumUp(ArrayRef(strides));
    i.storeIndex(offset, tables.front(), step);
    if (range) {
      Value isFirst = i.isEqual(step, zero);
      Value isNext = i.isEqual(offset, i.add(args[rank + 1], one));
      next[rank] = i.both(args[rank], arith::OrIOp::create(i, isFirst, isNext));
      next[rank + 1] = offset;
    }
    for (size_t padded = 0; padded < numPadded; ++padded) {
      Value position = sumUp(ArrayRef(steps[padded]));
      i.storeIndex(position, tables[1 + padded], step);
      if (!range)
        continue;
      Value &low = next[rank + 2 + 2 * padded];
      Value &high = next[rank + 3 + 2 * padded];
      low = i.min(low, position);
      high = i.max(high, position);
    }
    advance(i, zero, one, MutableArrayRef(next).take_front(rank));
    return next;
  });
  if (!range)
    return;
  contiguous = results[rank];
  least.clear();
  most.clear();
  for (size_t n = 0; n < numPadded; ++n) {
    least.push_back(results[rank + 2 + 2 * n]);
    most.push_back(results[rank + 3 + 2 * n]);
  }
}
