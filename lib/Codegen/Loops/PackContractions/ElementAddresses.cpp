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

FlatBuffer::FlatBuffer(LoopEmitter &b, const Access &access) : access(access) {
  MemRefType type = access.getType();
  auto metadata = memref::ExtractStridedMetadataOp::create(b, access.buffer);
  extent = b.index(1);
  origin = b.index(0);
  auto [staticStrides, staticOffset] = type.getStridesAndOffset();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value stride = ShapedType::isDynamic(staticStrides[dim])
                       ? metadata.getStrides()[dim]
                       : b.index(staticStrides[dim]);
    if (llvm::is_contained(access.repeatedDims, dim))
      stride = arith::SelectOp::create(
          b, b.isEqual(metadata.getSizes()[dim], b.index(1)), b.index(0),
          stride);
    strides.push_back(stride);
    Value last = b.sub(metadata.getSizes()[dim], b.index(1));
    extent = b.add(extent, b.mul(last, stride));
    origin = b.add(origin, b.mul(stride, access.shifts[dim]));
  }
  OpFoldResult offset = ShapedType::isDynamic(staticOffset)
                            ? OpFoldResult(metadata.getOffset())
                            : b.getIndexAttr(staticOffset);
  auto flat = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), staticOffset, {1}),
      type.getMemorySpace());
  elements = memref::ReinterpretCastOp::create(
      b, flat, metadata.getBaseBuffer(), offset, ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

Value FlatBuffer::getStride(LoopEmitter &b, unsigned loop) const {
  Value stride = b.index(0);
  for (auto [dim, dimStride] : llvm::enumerate(strides))
    stride = b.add(stride, b.mul(dimStride, access.getStep(dim, loop)));
  return stride;
}

//===----------------------------------------------------------------------===//
// Line
//===----------------------------------------------------------------------===//

Line::Line(LoopEmitter &b, const FlatBuffer &buffer, ArrayRef<unsigned> loops,
           ArrayRef<Value> allSizes, int64_t capacity) {
  for (unsigned loop : loops) {
    sizes.push_back(allSizes[loop]);
    strides.push_back(buffer.getStride(b, loop));
  }
  for (unsigned dim : buffer.access.paddedDims) {
    SmallVector<int64_t> &perLoop = steps.emplace_back();
    for (unsigned loop : loops)
      perLoop.push_back(buffer.access.getStep(dim, loop));
  }
  if (steps.empty())
    coalesce(b);
  if (isLinear())
    return;
  for (size_t n = 0; n < 1 + steps.size(); ++n)
    tables.push_back(b.allocate(capacity, b.getI64Type()));
}

/// Makes one loop of two if a step of the outer one goes where the inner one
/// would go next.
void Line::coalesce(LoopEmitter &b) {
  for (size_t n = sizes.size(); n-- > 1;) {
    std::optional<int64_t> size = getConstantIntValue(sizes[n]);
    std::optional<int64_t> stride = getConstantIntValue(strides[n]);
    if (!size || !stride ||
        getConstantIntValue(strides[n - 1]) != *stride * *size)
      continue;
    sizes[n - 1] = b.mul(sizes[n - 1], sizes[n]);
    strides[n - 1] = strides[n];
    sizes.erase(sizes.begin() + n);
    strides.erase(strides.begin() + n);
  }
}

void Line::set(LoopEmitter &b, Value first, Value count, bool range) {
  this->first = first;
  contiguous = {};
  if (!isLinear())
    return fill(b, first, count, range);
  if (!range)
    return;
  least.clear();
  most.clear();
  Value last = b.sub(count, 1);
  for (size_t n = 0; n < steps.size(); ++n) {
    Value begin = getPosition(b, n, b.index(0));
    Value end = getPosition(b, n, last);
    least.push_back(b.min(begin, end));
    most.push_back(b.max(begin, end));
  }
}

Value Line::getOffset(LoopEmitter &b, Value step) const {
  if (sizes.empty())
    return b.index(0);
  if (isLinear())
    return b.mul(b.add(first, step), strides.front());
  return b.loadIndex(tables.front(), step);
}

Value Line::getPosition(LoopEmitter &b, unsigned padded, Value step) const {
  if (sizes.empty())
    return b.index(0);
  if (isLinear())
    return b.mul(b.add(first, step), steps[padded].front());
  return b.loadIndex(tables[1 + padded], step);
}

/// Fills the tables. Loop counters are passed on from step to step; only the
/// first ones are divided out of `first`.
SmallVector<Value> Line::getCounters(LoopEmitter &b, Value step) const {
  SmallVector<Value> counters(sizes.size());
  for (size_t n = sizes.size(); n-- > 1;) {
    // An empty depth has one block, without steps.
    Value size = b.max(sizes[n], b.index(1));
    counters[n] = b.remUnsigned(step, size);
    step = b.divUnsigned(step, size);
  }
  counters[0] = step;
  return counters;
}

void Line::advance(LoopEmitter &b, Value zero, Value one,
                   MutableArrayRef<Value> counters) const {
  Value carry = one;
  for (size_t n = sizes.size(); n-- > 1;) {
    Value counter = b.add(counters[n], carry);
    Value ends = b.isEqual(counter, sizes[n]);
    counters[n] = arith::SelectOp::create(b, ends, zero, counter);
    carry = arith::SelectOp::create(b, ends, one, zero);
  }
  counters[0] = b.add(counters[0], carry);
}

void Line::fill(LoopEmitter &b, Value first, Value count, bool range) {
  size_t rank = sizes.size(), numPadded = steps.size();
  SmallVector<Value> state = getCounters(b, first);
  if (range) {
    state.push_back(b.isTrue());
    state.push_back(b.index(0));
    for (size_t n = 0; n < numPadded; ++n) {
      state.push_back(b.index(std::numeric_limits<int64_t>::max()));
      state.push_back(b.index(std::numeric_limits<int64_t>::min()));
    }
  }
  Value zero = b.index(0), one = b.index(1);
  auto results = b.loop(count, state, [&](Value step, ValueRange args) {
    SmallVector<Value> next(args);
    auto sumUp = [&](auto distances) {
      Value sum = zero;
      for (size_t n = 0; n < rank; ++n)
        sum = b.add(sum, b.mul(args[n], distances[n]));
      return sum;
    };
    Value offset = sumUp(ArrayRef(strides));
    b.storeIndex(offset, tables.front(), step);
    if (range) {
      Value isFirst = b.isEqual(step, zero);
      Value isNext = b.isEqual(offset, b.add(args[rank + 1], one));
      next[rank] = b.both(args[rank], arith::OrIOp::create(b, isFirst, isNext));
      next[rank + 1] = offset;
    }
    for (size_t padded = 0; padded < numPadded; ++padded) {
      Value position = sumUp(ArrayRef(steps[padded]));
      b.storeIndex(position, tables[1 + padded], step);
      if (!range)
        continue;
      Value &low = next[rank + 2 + 2 * padded];
      Value &high = next[rank + 3 + 2 * padded];
      low = b.min(low, position);
      high = b.max(high, position);
    }
    advance(b, zero, one, MutableArrayRef(next).take_front(rank));
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
