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

Panels::Panels(LoopEmitter &i, const Factor &factor, ArrayRef<Value> sizes,
               const PanelShape &shape)
    : convert(factor.convert), loops(factor.loops),
      depthLoops(factor.depthLoops), buffer(i, factor.access),
      laneLine(i, buffer, loops, sizes, shape.pitch),
      depthLine(i, buffer, depthLoops, sizes, shape.maxDepth), shape(shape) {
  const Access &access = factor.access;
  totalLanes = i.index(1);
  for (unsigned loop : loops)
    totalLanes = i.mul(totalLanes, sizes[loop]);
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

void Panels::allocate(LoopEmitter &i, int64_t maxLanes, int64_t numBehind) {
  int64_t numPanels = llvm::divideCeil(maxLanes, shape.lanes);
  // The last chunk goes beyond the last panel.
  if (hasChunks())
    numBehind += shape.vectorLanes;
  panels = i.allocate(numPanels * shape.pitch * shape.maxDepth + numBehind,
                      shape.packedType);
  if (!hasChunks())
    return;
  // One more for lanes that begin no chunk.
  chunkLanes = i.allocate(shape.pitch + 1, i.getI64Type());
  chunkOffsets = i.allocate(shape.pitch + 1, i.getI64Type());
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

bool Panels::findConstant(LoopEmitter &i, ConstantPacker &constants,
                          const Contraction &contraction) {
  if (!convert.operations.empty() ||
      buffer.access.getType().getElementType() != shape.packedType)
    return false;
  SmallVector<unsigned> batch = getBatch(contraction, buffer.access);
  Value packed =
      constants.pack(i, buffer.access,
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

void Panels::setBatch(LoopEmitter &i, ArrayRef<unsigned> loops,
                      ArrayRef<Value> steps) {
  if (isConstant()) {
    constantOrigin = i.index(0);
    for (auto [loop, step] : llvm::zip_equal(loops, steps))
      constantOrigin =
          i.add(constantOrigin, i.mul(step, constantSteps->lookup(loop)));
    return;
  }
  batchOrigin = buffer.origin;
  for (auto [loop, step] : llvm::zip_equal(loops, steps))
    batchOrigin = i.add(batchOrigin, i.mul(step, buffer.getStride(i, loop)));
  batchPositions.clear();
  for (unsigned dim : buffer.access.paddedDims) {
    Value position = i.index(buffer.access.shifts[dim]);
    for (auto [loop, step] : llvm::zip_equal(loops, steps))
      position = i.add(position, i.mul(step, buffer.access.getStep(dim, loop)));
    batchPositions.push_back(position);
  }
}

void Panels::setDepth(LoopEmitter &i, Value first, Value count) {
  depth = count;
  if (!isConstant())
    return depthLine.set(i, first, count);
  Value before = i.mul(
      first, llvm::alignTo(*getConstantIntValue(totalLanes), shape.lanes));
  constantBlock = i.add(constantOrigin, before);
}

Value Panels::getStart(LoopEmitter &i, Value panel) const {
  if (isConstant())
    return i.add(constantBlock,
                 i.mul(i.mul(i.add(constantPanel, panel), shape.pitch), depth));
  return i.mul(i.mul(panel, shape.pitch), depth);
}

void Panels::pack(LoopEmitter &i, Value first, Value count) {
  if (isConstant()) {
    constantPanel = i.divUnsigned(first, i.index(shape.lanes));
    return;
  }
  i.loop(i.ceilDiv(count, shape.lanes), [&](Value panel) {
    Value lane = i.mul(panel, shape.lanes);
    packPanel(i, getStart(i, panel), i.add(first, lane),
              i.min(i.sub(count, lane), i.index(shape.lanes)));
  });
}

void Panels::packPanel(LoopEmitter &i, Value start, Value first, Value count) {
  auto packAll = [&] {
    i.loop(depth, [&](Value step) { packElements(i, start, step, count); });
  };
  i.branch(i.isLess(count, i.index(shape.lanes)), [&] { clear(i, start); });
  if (alongLanes && laneStride != 1) {
    laneLine.set(i, first, count);
    return packChunks(i, start, count);
  }
  if (alongLanes) {
    // Vectors may go beyond the lanes of the panel, not beyond all lanes.
    Value rest = i.min(i.sub(totalLanes, first), i.index(shape.pitch));
    laneLine.set(i, first, rest, /*range=*/true);
    Value isVector = i.isGreaterOrEqual(rest, i.index(shape.pitch));
    if (Value contiguous = laneLine.isContiguous())
      isVector = i.both(isVector, contiguous);
    i.branch(
        isVector, [&] { packLanes(i, start, count); },
        [&] { hasChunks() ? packChunks(i, start, count) : packAll(); });
    return;
  }
  laneLine.set(i, first, count);
  alongDepth ? packTransposed(i, start, first, count) : packAll();
}

Value Panels::emitElement(LoopEmitter &i, Value lane, Value step) const {
  Type type = buffer.access.getType().getElementType();
  auto load = [&]() -> Value {
    Value offset = i.add(i.add(batchOrigin, laneLine.getOffset(i, lane)),
                         depthLine.getOffset(i, step));
    return memref::LoadOp::create(i, buffer.elements, offset);
  };
  Value isInside;
  for (auto [n, dim] : llvm::enumerate(buffer.access.paddedDims)) {
    Value position =
        i.add(i.add(batchPositions[n], laneLine.getPosition(i, n, lane)),
              depthLine.getPosition(i, n, step));
    Value size = memref::DimOp::create(i, buffer.access.buffer, dim);
    // Negative positions are large ones.
    Value isInDim = i.isInside(position, size);
    isInside = isInside ? i.both(isInside, isInDim) : isInDim;
  }
  if (!isInside)
    return convert.emit(i, load());
  Value element = i.choose(isInside, load, [&]() -> Value {
    return arith::ConstantOp::create(i, i.getZeroAttr(type));
  });
  return convert.emit(i, element);
}

void Panels::store(LoopEmitter &i, Value value, Value place) const {
  auto vectorType = dyn_cast<VectorType>(value.getType());
  Type type =
      vectorType ? vectorType.clone(shape.packedType) : shape.packedType;
  if (value.getType() != type)
    value = arith::SIToFPOp::create(i, type, value);
  if (vectorType)
    vector::StoreOp::create(i, value, panels, place);
  else
    memref::StoreOp::create(i, value, panels, place);
}

void Panels::packElements(LoopEmitter &i, Value start, Value step,
                          Value count) {
  Value row = i.add(start, i.mul(step, shape.pitch));
  i.loop(count, [&](Value lane) {
    store(i, emitElement(i, lane, step), i.add(row, lane));
  });
}

/// Lanes without rows or columns give what nobody reads, but take time if
/// they are NaN or subnormal numbers.
void Panels::clear(LoopEmitter &i, Value start) {
  auto vectorType = VectorType::get({shape.vectorLanes}, shape.packedType);
  Value zero = arith::ConstantOp::create(i, i.getZeroAttr(vectorType));
  i.loop(i.mul(depth, shape.pitch), i.index(shape.vectorLanes),
         [&](Value place) {
           vector::StoreOp::create(i, zero, panels, i.add(start, place));
         });
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value Panels::convertVector(LoopEmitter &i, Value vector) const {
  return convert.emit(i, vector);
}

void Panels::packLanes(LoopEmitter &i, Value start, Value count) {
  Type type = buffer.access.getType().getElementType();
  auto vectorType = VectorType::get({shape.vectorLanes}, type);
  Value zeroStep = i.index(0);
  Value origin = i.add(batchOrigin, laneLine.getOffset(i, zeroStep));
  i.loop(depth, [&](Value step) {
    auto copy = [&] {
      Value from = i.add(origin, depthLine.getOffset(i, step));
      Value to = i.add(start, i.mul(step, shape.pitch));
      for (int64_t lane = 0; lane < shape.pitch; lane += shape.vectorLanes) {
        Value shift = i.index(lane);
        Value loaded = vector::LoadOp::create(i, vectorType, buffer.elements,
                                              i.add(from, shift));
        store(i, convertVector(i, loaded), i.add(to, shift));
      }
    };
    Value isInside;
    for (auto [n, dim] : llvm::enumerate(buffer.access.paddedDims)) {
      Value position =
          i.add(batchPositions[n], depthLine.getPosition(i, n, step));
      Value size = memref::DimOp::create(i, buffer.access.buffer, dim);
      Value isInDim = i.both(
          i.isGreaterOrEqual(i.add(position, laneLine.getLeast(n)), i.index(0)),
          i.isLess(i.add(position, laneLine.getMost(n)), size));
      isInside = isInside ? i.both(isInside, isInDim) : isInDim;
    }
    i.branch(isInside, copy, [&] { packElements(i, start, step, count); });
  });
}

/// Lanes are neighbours in memory, or every other one is, up to where a loop
/// ends. The vector that begins there goes on behind it; what it reads too
/// much, the next chunk or the next step overwrites.
void Panels::packChunks(LoopEmitter &i, Value start, Value count) {
  Value zero = i.index(0), one = i.index(1);
  Value size = i.index(shape.vectorLanes);
  // The number of chunks, the first lane of the last one, the offset of the
  // lane before, and the largest offset.
  SmallVector<Value> found = i.loop(
      count, {zero, zero, zero, zero}, [&](Value lane, ValueRange state) {
        Value offset = laneLine.getOffset(i, lane);
        Value isNext = i.isEqual(offset, i.add(state[2], laneStride));
        Value isInside = i.isLess(i.sub(lane, state[1]), size);
        Value isFirst = i.isEqual(lane, zero);
        Value goesOn = arith::SelectOp::create(i, isFirst, i.isFalse(),
                                               i.both(isNext, isInside));
        auto choose = [&](Value yes, Value no) -> Value {
          return arith::SelectOp::create(i, goesOn, yes, no);
        };
        Value place = choose(i.index(shape.pitch), state[0]);
        i.storeIndex(lane, chunkLanes, place);
        i.storeIndex(offset, chunkOffsets, place);
        return SmallVector<Value>{choose(state[0], i.add(state[0], one)),
                                  choose(state[1], lane), offset,
                                  i.max(state[3], offset)};
      });
  Value numChunks = found[0];
  // The end of the last vector.
  Value end = i.add(i.add(batchOrigin, found[3]),
                    i.index((shape.vectorLanes - 1) * laneStride + 1));
  auto vectorType = VectorType::get({shape.vectorLanes},
                                    buffer.access.getType().getElementType());
  i.loop(depth, [&](Value step) {
    Value shift = depthLine.getOffset(i, step);
    auto copy = [&] {
      Value from = i.add(batchOrigin, shift);
      Value to = i.add(start, i.mul(step, shape.pitch));
      i.loop(numChunks, [&](Value chunk) {
        Value loaded = i.loadVector(
            vectorType, buffer.elements,
            i.add(from, i.loadIndex(chunkOffsets, chunk)), laneStride);
        store(i, convertVector(i, loaded),
              i.add(to, i.loadIndex(chunkLanes, chunk)));
      });
    };
    i.branch(i.isLessOrEqual(i.add(end, shift), buffer.extent), copy,
             [&] { packElements(i, start, step, count); });
  });
}

/// For each pair of rows whose numbers differ in the bit `distance`, exchanges
/// the second of each two blocks of the first row with the first of those of
/// the second row.
static void exchangeBlocks(LoopEmitter &i, MutableArrayRef<Value> rows,
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
    rows[row] = vector::ShuffleOp::create(i, first, second, low);
    rows[row + distance] = vector::ShuffleOp::create(i, first, second, high);
  }
}

/// Transposes a square of elements, given by its rows. Vector units are cut
/// into segments of 16 bytes, within which shuffles are cheapest: squares of
/// one segment are transposed by interleaving rows, then segments change
/// places.
static void transposeSquare(LoopEmitter &i, SmallVectorImpl<Value> &rows) {
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
              i, rows[row], rows[row + segment / 2], mask));
    rows = std::move(next);
  }
  for (int64_t distance = segment; distance < size; distance *= 2)
    exchangeBlocks(i, rows, distance, distance);
}

void Panels::prefetch(LoopEmitter &i, ArrayRef<Value> origins,
                      Value offset) const {
  for (Value origin : origins)
    memref::PrefetchOp::create(i, buffer.elements, i.add(origin, offset),
                               /*isWrite=*/false,
                               /*localityHint=*/2, /*isDataCache=*/true);
}

SmallVector<Value> Panels::loadTransposed(LoopEmitter &i,
                                          ArrayRef<Value> origins, Value offset,
                                          int64_t count) const {
  Type type = buffer.access.getType().getElementType();
  auto vectorType = VectorType::get({shape.vectorLanes}, type);
  SmallVector<SmallVector<Value>> squares(count / shape.vectorLanes);
  for (Value origin : origins) {
    Value place = i.add(origin, offset);
    for (auto [n, rows] : llvm::enumerate(squares))
      rows.push_back(convertVector(
          i, vector::LoadOp::create(i, vectorType, buffer.elements,
                                    i.add(place, n * shape.vectorLanes))));
  }
  SmallVector<Value> steps;
  for (SmallVector<Value> &rows : squares) {
    transposeSquare(i, rows);
    llvm::append_range(steps, rows);
  }
  return steps;
}

Value Panels::getStepsToLine(LoopEmitter &i, Value origin,
                             int64_t lineBytes) const {
  int64_t bytes =
      getVectorElementSize(buffer.access.getType().getElementType());
  Value start =
      memref::ExtractStridedMetadataOp::create(i, buffer.elements).getOffset();
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(i, buffer.elements);
  address = i.add(address, i.mul(i.add(start, origin), bytes));
  Value rest =
      arith::RemUIOp::create(i, i.sub(i.index(0), address), i.index(lineBytes));
  return arith::DivUIOp::create(i, rest, i.index(bytes));
}

void Panels::packTransposed(LoopEmitter &i, Value start, Value first,
                            Value count) {
  Value whole =
      i.mul(arith::DivUIOp::create(i, depth, i.index(shape.vectorLanes)),
            shape.vectorLanes);
  auto packSquare = [&](Value step, Value from, Value lane,
                        ArrayRef<Value> origins, ArrayRef<Value> nextOrigins) {
    prefetch(i, nextOrigins, from);
    SmallVector<Value> rows =
        loadTransposed(i, origins, from, shape.vectorLanes);
    for (auto [n, row] : llvm::enumerate(rows)) {
      Value to = i.add(start, i.mul(i.add(step, n), shape.pitch));
      store(i, row, i.add(to, lane));
    }
  };
  Value lastLane = i.sub(i.sub(totalLanes, first), i.index(1));
  // More lanes at a time would take each other's place in the cache when they
  // are a power of two apart.
  i.loop(i.index(shape.pitch), i.index(shape.vectorLanes), [&](Value lane) {
    SmallVector<Value> origins;
    for (int64_t n = 0; n < shape.vectorLanes; ++n) {
      // Nobody reads what is behind the lanes.
      Value source = i.min(i.add(lane, n), i.sub(count, 1));
      origins.push_back(getOrigin(i, source));
    }
    // Blocks of the depth are too short for the processor to see what comes
    // next: the same steps of the next lanes.
    SmallVector<Value> nextOrigins;
    for (int64_t n = 0; laneLine.isLinear() && n < shape.vectorLanes; ++n) {
      Value source = i.min(i.add(lane, shape.vectorLanes + n), lastLane);
      nextOrigins.push_back(getOrigin(i, source));
    }
    i.loop(whole, i.index(shape.vectorLanes), [&](Value step) {
      // Neighbours along the depth may still be apart where a loop ends.
      Value from = depthLine.getOffset(i, step), isVector;
      if (!depthLine.isLinear())
        for (int64_t n = 1; n < shape.vectorLanes; ++n) {
          Value isNext =
              i.isEqual(depthLine.getOffset(i, i.add(step, n)), i.add(from, n));
          isVector = isVector ? i.both(isVector, isNext) : isNext;
        }
      i.branch(
          isVector, [&] { packSquare(step, from, lane, origins, nextOrigins); },
          [&] {
            i.loop(i.index(shape.vectorLanes), [&](Value n) {
              packElements(i, start, i.add(step, n), count);
            });
          });
    });
  });
  i.loop(i.sub(depth, whole),
         [&](Value n) { packElements(i, start, i.add(whole, n), count); });
}
