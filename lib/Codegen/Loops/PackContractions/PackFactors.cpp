//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packing of the factors of a contraction into panels.
//
//===----------------------------------------------------------------------===//

#include "PackFactors.h"
#include "../VectorElements.h"
#include "PackConstants.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Panels
//===----------------------------------------------------------------------===//

Panels::Panels(LoopEmitter &b, const Factor &factor, ArrayRef<Value> sizes,
               const PanelShape &shape)
    : convert(factor.convert), loops(factor.loops),
      depthLoops(factor.depthLoops), buffer(b, factor.access),
      laneLine(b, buffer, loops, sizes, shape.pitch),
      depthLine(b, buffer, depthLoops, sizes, shape.maxDepth), shape(shape) {
  const Access &access = factor.access;
  totalLanes = b.index(1);
  for (unsigned loop : loops)
    totalLanes = b.mul(totalLanes, sizes[loop]);
  bool isVector = convert.isVectorizable() &&
                  getVectorElementSize(access.getType().getElementType()) != 0;
  std::optional<int64_t> stride =
      loops.empty() ? std::nullopt : access.getStaticStride(loops.back());
  alongLanes =
      isVector && (stride == 1 || (stride == 2 && access.paddedDims.empty()));
  if (alongLanes)
    laneStride = *stride;
  alongDepth = isVector && !alongLanes && !depthLoops.empty() &&
               access.isContiguous(depthLoops.back()) &&
               access.paddedDims.empty();
}

void Panels::allocate(LoopEmitter &b, int64_t maxLanes, int64_t numBehind) {
  int64_t numPanels = llvm::divideCeil(maxLanes, shape.lanes);
  // The last chunk goes beyond the last panel.
  if (hasChunks())
    numBehind += shape.vectorLanes;
  panels = b.allocate(numPanels * shape.pitch * shape.maxDepth + numBehind,
                      shape.packedType);
  if (!hasChunks())
    return;
  // One more for lanes that begin no chunk.
  chunkLanes = b.allocate(shape.pitch + 1, b.getI64Type());
  chunkOffsets = b.allocate(shape.pitch + 1, b.getI64Type());
}

/// The loops of the batch of `contraction` that address `access`.
static SmallVector<unsigned> getBatch(const Contraction &contraction,
                                      const Access &access) {
  SmallVector<unsigned> batch;
  for (unsigned loop : contraction.batch)
    if (access.map.isFunctionOfDim(loop))
      batch.push_back(loop);
  return batch;
}

bool Panels::findConstant(LoopEmitter &b, ConstantPacker &constants,
                          const Contraction &contraction) {
  if (!convert.operations.empty() ||
      buffer.access.getType().getElementType() != shape.packedType)
    return false;
  SmallVector<unsigned> batch = getBatch(contraction, buffer.access);
  Value packed =
      constants.pack(b, buffer.access,
                     {batch, loops, depthLoops, contraction.staticSizes,
                      shape.lanes, shape.maxDepth});
  if (!packed)
    return false;
  panels = packed;
  shape.pitch = shape.lanes;
  constantSteps.emplace();
  int64_t size = llvm::alignTo(*contraction.getStaticSize(loops), shape.lanes) *
                 *contraction.getStaticSize(depthLoops);
  for (unsigned loop : llvm::reverse(batch)) {
    constantSteps->insert({loop, size});
    size *= contraction.staticSizes[loop];
  }
  return true;
}

void Panels::setBatch(LoopEmitter &b, ArrayRef<unsigned> loops,
                      ArrayRef<Value> steps) {
  if (isConstant()) {
    constantOrigin = b.index(0);
    for (auto [loop, step] : llvm::zip_equal(loops, steps))
      constantOrigin =
          b.add(constantOrigin, b.mul(step, constantSteps->lookup(loop)));
    return;
  }
  batchOrigin = buffer.origin;
  for (auto [loop, step] : llvm::zip_equal(loops, steps))
    batchOrigin = b.add(batchOrigin, b.mul(step, buffer.getStride(b, loop)));
  batchPositions.clear();
  for (unsigned dim : buffer.access.paddedDims) {
    Value position = b.index(buffer.access.shifts[dim]);
    for (auto [loop, step] : llvm::zip_equal(loops, steps))
      position = b.add(position, b.mul(step, buffer.access.getStep(dim, loop)));
    batchPositions.push_back(position);
  }
}

void Panels::setDepth(LoopEmitter &b, Value first, Value count) {
  depth = count;
  if (!isConstant())
    return depthLine.set(b, first, count);
  Value before = b.mul(
      first, llvm::alignTo(*getConstantIntValue(totalLanes), shape.lanes));
  constantBlock = b.add(constantOrigin, before);
}

Value Panels::getStart(LoopEmitter &b, Value panel) const {
  if (isConstant())
    return b.add(constantBlock,
                 b.mul(b.mul(b.add(constantPanel, panel), shape.pitch), depth));
  return b.mul(b.mul(panel, shape.pitch), depth);
}

void Panels::pack(LoopEmitter &b, Value first, Value count) {
  if (isConstant()) {
    constantPanel = b.divUnsigned(first, b.index(shape.lanes));
    return;
  }
  b.loop(b.ceilDiv(count, shape.lanes), [&](Value panel) {
    Value lane = b.mul(panel, shape.lanes);
    packPanel(b, getStart(b, panel), b.add(first, lane),
              b.min(b.sub(count, lane), b.index(shape.lanes)));
  });
}

void Panels::packPanel(LoopEmitter &b, Value start, Value first, Value count) {
  auto packAll = [&] {
    b.loop(depth, [&](Value step) { packElements(b, start, step, count); });
  };
  b.branch(b.isLess(count, b.index(shape.lanes)), [&] { clear(b, start); });
  if (alongLanes && laneStride != 1) {
    laneLine.set(b, first, count);
    return packChunks(b, start, count);
  }
  if (alongLanes) {
    // Vectors may go beyond the lanes of the panel, not beyond all lanes.
    Value rest = b.min(b.sub(totalLanes, first), b.index(shape.pitch));
    laneLine.set(b, first, rest, /*range=*/true);
    Value isVector = b.isGreaterOrEqual(rest, b.index(shape.pitch));
    if (Value contiguous = laneLine.isContiguous())
      isVector = b.both(isVector, contiguous);
    b.branch(
        isVector, [&] { packLanes(b, start, count); },
        [&] { hasChunks() ? packChunks(b, start, count) : packAll(); });
    return;
  }
  laneLine.set(b, first, count);
  alongDepth ? packTransposed(b, start, first, count) : packAll();
}

Value Panels::emitElement(LoopEmitter &b, Value lane, Value step) const {
  Type type = buffer.access.getType().getElementType();
  auto load = [&]() -> Value {
    Value offset = b.add(b.add(batchOrigin, laneLine.getOffset(b, lane)),
                         depthLine.getOffset(b, step));
    return memref::LoadOp::create(b, buffer.elements, offset);
  };
  Value isInside;
  for (auto [n, dim] : llvm::enumerate(buffer.access.paddedDims)) {
    Value position =
        b.add(b.add(batchPositions[n], laneLine.getPosition(b, n, lane)),
              depthLine.getPosition(b, n, step));
    Value size = memref::DimOp::create(b, buffer.access.buffer, dim);
    // Negative positions are large ones.
    Value isInDim = b.isInside(position, size);
    isInside = isInside ? b.both(isInside, isInDim) : isInDim;
  }
  if (!isInside)
    return convert.emit(b, load());
  Value element = b.choose(isInside, load, [&]() -> Value {
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  });
  return convert.emit(b, element);
}

void Panels::store(LoopEmitter &b, Value value, Value place) const {
  auto vectorType = dyn_cast<VectorType>(value.getType());
  Type type =
      vectorType ? vectorType.clone(shape.packedType) : shape.packedType;
  if (value.getType() != type)
    value = arith::SIToFPOp::create(b, type, value);
  if (vectorType)
    vector::StoreOp::create(b, value, panels, place);
  else
    memref::StoreOp::create(b, value, panels, place);
}

void Panels::packElements(LoopEmitter &b, Value start, Value step,
                          Value count) {
  Value row = b.add(start, b.mul(step, shape.pitch));
  b.loop(count, [&](Value lane) {
    store(b, emitElement(b, lane, step), b.add(row, lane));
  });
}

/// Lanes without rows or columns give what nobody reads, but take time if
/// they are NaN or subnormal numbers.
void Panels::clear(LoopEmitter &b, Value start) {
  auto vectorType = VectorType::get({shape.vectorLanes}, shape.packedType);
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(vectorType));
  b.loop(b.mul(depth, shape.pitch), b.index(shape.vectorLanes),
         [&](Value place) {
           vector::StoreOp::create(b, zero, panels, b.add(start, place));
         });
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value Panels::convertVector(LoopEmitter &b, Value vector) const {
  return convert.emit(b, vector);
}

void Panels::packLanes(LoopEmitter &b, Value start, Value count) {
  Type type = buffer.access.getType().getElementType();
  auto vectorType = VectorType::get({shape.vectorLanes}, type);
  Value zeroStep = b.index(0);
  Value origin = b.add(batchOrigin, laneLine.getOffset(b, zeroStep));
  b.loop(depth, [&](Value step) {
    auto copy = [&] {
      Value from = b.add(origin, depthLine.getOffset(b, step));
      Value to = b.add(start, b.mul(step, shape.pitch));
      for (int64_t lane = 0; lane < shape.pitch; lane += shape.vectorLanes) {
        Value shift = b.index(lane);
        Value loaded = vector::LoadOp::create(b, vectorType, buffer.elements,
                                              b.add(from, shift));
        store(b, convertVector(b, loaded), b.add(to, shift));
      }
    };
    Value isInside;
    for (auto [n, dim] : llvm::enumerate(buffer.access.paddedDims)) {
      Value position =
          b.add(batchPositions[n], depthLine.getPosition(b, n, step));
      Value size = memref::DimOp::create(b, buffer.access.buffer, dim);
      Value isInDim = b.both(
          b.isGreaterOrEqual(b.add(position, laneLine.getLeast(n)), b.index(0)),
          b.isLess(b.add(position, laneLine.getMost(n)), size));
      isInside = isInside ? b.both(isInside, isInDim) : isInDim;
    }
    b.branch(isInside, copy, [&] { packElements(b, start, step, count); });
  });
}

/// Lanes are neighbours in memory, or every other one is, up to where a loop
/// ends. The vector that begins there goes on behind it; what it reads too
/// much, the next chunk or the next step overwrites.
void Panels::packChunks(LoopEmitter &b, Value start, Value count) {
  Value zero = b.index(0), one = b.index(1);
  Value size = b.index(shape.vectorLanes);
  // The number of chunks, the first lane of the last one, the offset of the
  // lane before, and the largest offset.
  SmallVector<Value> found = b.loop(
      count, {zero, zero, zero, zero}, [&](Value lane, ValueRange state) {
        Value offset = laneLine.getOffset(b, lane);
        Value isNext = b.isEqual(offset, b.add(state[2], laneStride));
        Value isInside = b.isLess(b.sub(lane, state[1]), size);
        Value isFirst = b.isEqual(lane, zero);
        Value goesOn = arith::SelectOp::create(b, isFirst, b.isFalse(),
                                               b.both(isNext, isInside));
        auto choose = [&](Value yes, Value no) -> Value {
          return arith::SelectOp::create(b, goesOn, yes, no);
        };
        Value place = choose(b.index(shape.pitch), state[0]);
        b.storeIndex(lane, chunkLanes, place);
        b.storeIndex(offset, chunkOffsets, place);
        return SmallVector<Value>{choose(state[0], b.add(state[0], one)),
                                  choose(state[1], lane), offset,
                                  b.max(state[3], offset)};
      });
  Value numChunks = found[0];
  // The end of the last vector.
  Value end = b.add(b.add(batchOrigin, found[3]),
                    b.index((shape.vectorLanes - 1) * laneStride + 1));
  auto vectorType = VectorType::get({shape.vectorLanes},
                                    buffer.access.getType().getElementType());
  b.loop(depth, [&](Value step) {
    Value shift = depthLine.getOffset(b, step);
    auto copy = [&] {
      Value from = b.add(batchOrigin, shift);
      Value to = b.add(start, b.mul(step, shape.pitch));
      b.loop(numChunks, [&](Value chunk) {
        Value loaded = b.loadVector(
            vectorType, buffer.elements,
            b.add(from, b.loadIndex(chunkOffsets, chunk)), laneStride);
        store(b, convertVector(b, loaded),
              b.add(to, b.loadIndex(chunkLanes, chunk)));
      });
    };
    b.branch(b.isLessOrEqual(b.add(end, shift), buffer.extent), copy,
             [&] { packElements(b, start, step, count); });
  });
}

/// For each pair of rows whose numbers differ in the bit `distance`, exchanges
/// the second of each two blocks of the first row with the first of those of
/// the second row.
static void exchangeBlocks(LoopEmitter &b, MutableArrayRef<Value> rows,
                           int64_t distance, int64_t block) {
  int64_t size = cast<VectorType>(rows.front().getType()).getNumElements();
  SmallVector<int64_t> low, high;
  for (int64_t lane = 0; lane < size; ++lane) {
    bool isSecond = lane & block;
    low.push_back(isSecond ? lane - block + size : lane);
    high.push_back(isSecond ? lane + size : lane + block);
  }
  for (int64_t row = 0; row < static_cast<int64_t>(rows.size()); ++row) {
    if (row & distance)
      continue;
    Value first = rows[row], second = rows[row + distance];
    rows[row] = vector::ShuffleOp::create(b, first, second, low);
    rows[row + distance] = vector::ShuffleOp::create(b, first, second, high);
  }
}

/// Transposes a square of elements, given by its rows. Vector units are cut
/// into segments of 16 bytes, within which shuffles are cheapest: squares of
/// one segment are transposed by interleaving rows, then segments change
/// places.
static void transposeSquare(LoopEmitter &b, SmallVectorImpl<Value> &rows) {
  auto type = cast<VectorType>(rows.front().getType());
  int64_t size = rows.size();
  int64_t segment =
      std::clamp<int64_t>(128 / type.getElementTypeBitWidth(), 1, size);
  SmallVector<int64_t> low, high;
  for (int64_t lane = 0; lane < size; ++lane) {
    int64_t base = lane / segment * segment, place = lane % segment;
    int64_t source = base + place / 2 + place % 2 * size;
    low.push_back(source);
    high.push_back(source + segment / 2);
  }
  for (int64_t done = 1; done < segment; done *= 2) {
    SmallVector<Value> next;
    for (int64_t first = 0; first < size; first += segment)
      for (int64_t row = first; row < first + segment / 2; ++row)
        for (ArrayRef<int64_t> mask : {ArrayRef(low), ArrayRef(high)})
          next.push_back(vector::ShuffleOp::create(
              b, rows[row], rows[row + segment / 2], mask));
    rows = std::move(next);
  }
  for (int64_t distance = segment; distance < size; distance *= 2)
    exchangeBlocks(b, rows, distance, distance);
}

void Panels::prefetch(LoopEmitter &b, ArrayRef<Value> origins,
                      Value offset) const {
  for (Value origin : origins)
    memref::PrefetchOp::create(b, buffer.elements, b.add(origin, offset),
                               /*isWrite=*/false,
                               /*localityHint=*/2, /*isDataCache=*/true);
}

SmallVector<Value> Panels::loadTransposed(LoopEmitter &b,
                                          ArrayRef<Value> origins, Value offset,
                                          int64_t count) const {
  Type type = buffer.access.getType().getElementType();
  auto vectorType = VectorType::get({shape.vectorLanes}, type);
  SmallVector<SmallVector<Value>> squares(count / shape.vectorLanes);
  for (Value origin : origins) {
    Value place = b.add(origin, offset);
    for (auto [n, rows] : llvm::enumerate(squares))
      rows.push_back(convertVector(
          b, vector::LoadOp::create(b, vectorType, buffer.elements,
                                    b.add(place, n * shape.vectorLanes))));
  }
  SmallVector<Value> steps;
  for (SmallVector<Value> &rows : squares) {
    transposeSquare(b, rows);
    llvm::append_range(steps, rows);
  }
  return steps;
}

Value Panels::getStepsToLine(LoopEmitter &b, Value origin,
                             int64_t lineBytes) const {
  int64_t bytes =
      getVectorElementSize(buffer.access.getType().getElementType());
  Value start =
      memref::ExtractStridedMetadataOp::create(b, buffer.elements).getOffset();
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(b, buffer.elements);
  address = b.add(address, b.mul(b.add(start, origin), bytes));
  Value rest =
      arith::RemUIOp::create(b, b.sub(b.index(0), address), b.index(lineBytes));
  return arith::DivUIOp::create(b, rest, b.index(bytes));
}

void Panels::packTransposed(LoopEmitter &b, Value start, Value first,
                            Value count) {
  Value whole =
      b.mul(arith::DivUIOp::create(b, depth, b.index(shape.vectorLanes)),
            shape.vectorLanes);
  auto packSquare = [&](Value step, Value from, Value lane,
                        ArrayRef<Value> origins, ArrayRef<Value> nextOrigins) {
    prefetch(b, nextOrigins, from);
    SmallVector<Value> rows =
        loadTransposed(b, origins, from, shape.vectorLanes);
    for (auto [n, row] : llvm::enumerate(rows)) {
      Value to = b.add(start, b.mul(b.add(step, n), shape.pitch));
      store(b, row, b.add(to, lane));
    }
  };
  Value lastLane = b.sub(b.sub(totalLanes, first), b.index(1));
  // More lanes at a time would take each other's place in the cache when they
  // are a power of two apart.
  b.loop(b.index(shape.pitch), b.index(shape.vectorLanes), [&](Value lane) {
    SmallVector<Value> origins;
    for (int64_t n = 0; n < shape.vectorLanes; ++n) {
      // Nobody reads what is behind the lanes.
      Value source = b.min(b.add(lane, n), b.sub(count, 1));
      origins.push_back(getOrigin(b, source));
    }
    // Blocks of the depth are too short for the processor to see what comes
    // next: the same steps of the next lanes.
    SmallVector<Value> nextOrigins;
    for (int64_t n = 0; laneLine.isLinear() && n < shape.vectorLanes; ++n) {
      Value source = b.min(b.add(lane, shape.vectorLanes + n), lastLane);
      nextOrigins.push_back(getOrigin(b, source));
    }
    b.loop(whole, b.index(shape.vectorLanes), [&](Value step) {
      // Neighbours along the depth may still be apart where a loop ends.
      Value from = depthLine.getOffset(b, step), isVector;
      if (!depthLine.isLinear())
        for (int64_t n = 1; n < shape.vectorLanes; ++n) {
          Value isNext =
              b.isEqual(depthLine.getOffset(b, b.add(step, n)), b.add(from, n));
          isVector = isVector ? b.both(isVector, isNext) : isNext;
        }
      b.branch(
          isVector, [&] { packSquare(step, from, lane, origins, nextOrigins); },
          [&] {
            b.loop(b.index(shape.vectorLanes), [&](Value n) {
              packElements(b, start, b.add(step, n), count);
            });
          });
    });
  });
  b.loop(b.sub(depth, whole),
         [&](Value n) { packElements(b, start, b.add(whole, n), count); });
}
