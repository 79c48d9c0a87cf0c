//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of convolutions whose channels are in blocks of a vector, and of
// products of few rows with a constant matrix, whose columns are channels.
//
// The result is computed in tiles: some pixels of some neighbouring rows, in
// some vectors of channels. Its sums stay in registers for all of K. A step of
// K reads a vector of weights for each vector of the tile, and multiplies them
// with an element of the image for each pixel, where that is: images are not
// packed. A depthwise convolution reads a vector of the image instead.
//
// A tile is a function of buffers, places, strides and sizes, which all
// contractions of a module with tiles of this form call.
//
//===----------------------------------------------------------------------===//

#include "../SharedFunctions.h"
#include "../VectorElements.h"
#include "LoopEmitter.h"
#include "PackConstants.h"
#include "PackedContraction.h"
#include "Pieces.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

// Fewer lanes are not worth it.
static constexpr int64_t minLanes = 4;

// So many sums hide how long each of them takes.
static constexpr int64_t minSums = 8;

// Taller and wider tiles have too little of one factor to use the other.
static constexpr int64_t maxPixels = 14, maxVectors = 4;

// A pixel alone has one sum for each vector.
static constexpr int64_t maxVectorsOfOne = 8;

// The rows of a matrix that are not worth packing.
static constexpr int64_t maxFewRows = 4;

// Bytes that stay in the cache of a core while the loops around them go on.
static constexpr int64_t cacheBytes = int64_t(1) << 20;

// Steps of K that are unrolled where a step has one vector of the filter alone.
static constexpr int64_t maxUnrolled = 25;

namespace {
/// Loops that are one: as many steps, and the stride in each buffer.
struct MergedLoop {
  int64_t size;
  /// In elements: of the image, the result, and the operands of the epilogue.
  SmallVector<int64_t> strides;
};

/// The size of a tile.
struct TileShape {
  int64_t rows = 1, pixels = 1, vectors = 1;
  double cost = std::numeric_limits<double>::infinity();
};

/// The loops of a contraction, from the outermost one.
struct DirectForm {
  int64_t lanes;
  /// Groups of channels, and the blocks of channels of a group.
  MergedLoop groups;
  MergedLoop blocks;
  /// The loops of rows; the last one is that along the pixels of a row.
  SmallVector<MergedLoop> rows;
  SmallVector<MergedLoop> depth;
  /// The loops of channels, and whether the image has them, too.
  ArrayRef<unsigned> laneLoops;
  bool isPerChannel;
  /// For each operand of the epilogue, whether it has one element for all
  /// channels of a block.
  SmallVector<bool> isSplat;
};
} // namespace

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// Merges neighbouring loops whose steps are the same distance apart in all
/// buffers. A loop of one step stands for none.
static FailureOr<SmallVector<MergedLoop>>
mergeLoops(const Contraction &c, ArrayRef<unsigned> loops,
           ArrayRef<const Access *> accesses) {
  SmallVector<MergedLoop> merged;
  for (unsigned loop : loops) {
    MergedLoop next{c.staticSizes[loop], {}};
    for (const Access *access : accesses) {
      std::optional<int64_t> stride = access->getStaticStride(loop);
      if (!stride)
        return failure();
      next.strides.push_back(*stride);
    }
    auto isNext = [&](auto pair) {
      return std::get<0>(pair) == std::get<1>(pair) * next.size;
    };
    if (!merged.empty() &&
        llvm::all_of(llvm::zip_equal(merged.back().strides, next.strides),
                     isNext)) {
      merged.back().size *= next.size;
      merged.back().strides = next.strides;
      continue;
    }
    merged.push_back(std::move(next));
  }
  if (merged.empty())
    merged.push_back({1, SmallVector<int64_t>(accesses.size(), 0)});
  return merged;
}

/// The buffers that are read and written where they are.
static SmallVector<const Access *> getAccesses(const Contraction &c) {
  SmallVector<const Access *> accesses{&c.lhs, &c.result};
  for (const Access &operand : c.epilogueOperands)
    accesses.push_back(&operand);
  return accesses;
}

/// Whether `access` reads or writes vectors of elements in memory.
static bool hasVectors(const Access &access) {
  return getVectorElementSize(access.getType().getElementType()) != 0 &&
         access.paddedDims.empty() && access.repeatedDims.empty();
}

/// Whether the operands of `c` are such that vectors of `lane` can be read and
/// written; sets `form.isSplat`.
static bool hasLanes(const Contraction &c, unsigned lane, DirectForm &form) {
  if (!hasVectors(c.lhs) || !hasVectors(c.result) ||
      !c.result.isContiguous(lane) || !c.epilogue.isVectorizable())
    return false;
  for (const Access &operand : c.epilogueOperands) {
    std::optional<int64_t> stride = operand.getStaticStride(lane);
    if (!hasVectors(operand) || !stride || (*stride != 0 && *stride != 1))
      return false;
    form.isSplat.push_back(*stride == 0);
  }
  return true;
}

/// Splits the only loop of columns, if it is longer than a vector, into blocks
/// of `lanes`, if there are few rows.
static std::optional<MergedLoop> splitColumns(const Contraction &c,
                                              int64_t lanes) {
  std::optional<int64_t> rows = c.getStaticSize(c.rows);
  if (c.columns.size() != 1 || !rows || *rows > maxFewRows)
    return std::nullopt;
  unsigned loop = c.columns.front();
  int64_t size = c.staticSizes[loop];
  if (size <= lanes || size % lanes != 0)
    return std::nullopt;
  MergedLoop blocks{size / lanes, {}};
  for (const Access *access : getAccesses(c)) {
    std::optional<int64_t> stride = access->getStaticStride(loop);
    if (!stride)
      return std::nullopt;
    blocks.strides.push_back(*stride * lanes);
  }
  return blocks;
}

static std::optional<DirectForm> matchForm(const Contraction &c,
                                           int64_t vectorBytes) {
  DirectForm form;
  form.isPerChannel = c.columns.empty();
  form.laneLoops = form.isPerChannel ? c.batch : c.columns;
  if (!c.isStatic() || !isa<FloatType>(c.accumulator) || c.depth.empty() ||
      !c.convertLhs.operations.empty() || !c.convertRhs.operations.empty() ||
      form.laneLoops.empty() || form.laneLoops.size() > 2)
    return std::nullopt;
  unsigned lane = form.laneLoops.back();
  form.lanes = c.staticSizes[lane];
  int64_t maxLanes = vectorBytes / getVectorElementSize(c.accumulator);
  std::optional<MergedLoop> split = splitColumns(c, maxLanes);
  if (split)
    form.lanes = maxLanes;
  if (form.lanes < minLanes || !llvm::isPowerOf2_64(form.lanes) ||
      form.lanes > maxLanes || !hasLanes(c, lane, form) ||
      c.lhs.getStaticStride(lane) != int64_t(form.isPerChannel))
    return std::nullopt;
  SmallVector<const Access *> accesses = getAccesses(c);
  ArrayRef<unsigned> groupLoops;
  if (!form.isPerChannel)
    groupLoops = c.batch;
  auto groups = mergeLoops(c, groupLoops, accesses);
  auto blocks = mergeLoops(c, form.laneLoops.drop_back(), accesses);
  auto rows = mergeLoops(c, c.rows, accesses);
  auto depth = mergeLoops(c, c.depth, &c.lhs);
  if (failed(groups) || groups->size() > 1 || failed(blocks) || failed(rows) ||
      failed(depth))
    return std::nullopt;
  form.groups = std::move(groups->front());
  form.blocks = split ? *split : blocks->front();
  form.rows = std::move(*rows);
  form.depth = std::move(*depth);
  return form;
}

/// The best tile for `form`: it takes few steps in all, and its sums and a step
/// of weights fit into `numRegisters` registers. If `numThreads` share tiles,
/// those of the thread that has most of them count.
static TileShape chooseTile(const DirectForm &form, int64_t numRegisters,
                            int64_t numThreads) {
  int64_t width = form.rows.back().size;
  int64_t height =
      form.rows.size() > 1 ? form.rows[form.rows.size() - 2].size : 1;
  // Processors load as many elements and vectors at a time as they multiply.
  auto getSteps = [](int64_t rows, int64_t pixels, int64_t vectors) {
    int64_t sums = rows * pixels * vectors;
    int64_t loads = rows * pixels + 2 * vectors;
    return sums == 0 ? 0.0 : double(std::max({sums, loads, minSums})) + 2;
  };
  int64_t numOuter = form.groups.size;
  for (const MergedLoop &loop : ArrayRef(form.rows).drop_back())
    numOuter *= loop.size;
  numOuter /= height;
  auto getCost = [&](const TileShape &tile) {
    double cost = 0;
    int64_t count = numOuter * llvm::divideCeil(height, tile.rows) *
                    llvm::divideCeil(width, tile.pixels) *
                    llvm::divideCeil(form.blocks.size, tile.vectors);
    auto split = [](int64_t size, int64_t tile) {
      return std::array<std::pair<int64_t, int64_t>, 2>{
          {{size / tile, tile}, {size % tile ? 1 : 0, size % tile}}};
    };
    for (auto [numRows, rows] : split(height, tile.rows))
      for (auto [numPixels, pixels] : split(width, tile.pixels))
        for (auto [numVectors, vectors] : split(form.blocks.size, tile.vectors))
          cost += double(numRows * numPixels * numVectors) *
                  getSteps(rows, pixels, vectors);
    return cost * double(llvm::divideCeil(count, numThreads)) / double(count);
  };
  TileShape best;
  int64_t mostVectors =
      form.isPerChannel ? 1 : std::min(maxVectorsOfOne, form.blocks.size);
  for (int64_t vectors = 1; vectors <= mostVectors; ++vectors)
    for (int64_t pixels = 1; pixels <= std::min(width, maxPixels); ++pixels)
      for (int64_t rows = 1; rows <= height; ++rows) {
        // One register is for an element of the image.
        if ((rows * pixels + 1) * vectors + 1 > numRegisters ||
            rows * pixels > maxPixels || (rows > 1 && pixels < width) ||
            (rows * pixels > 1 && vectors > maxVectors))
          break;
        TileShape tile{rows, pixels, vectors};
        tile.cost = getCost(tile);
        if (tile.cost < best.cost)
          best = tile;
      }
  return best;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

namespace {
/// A buffer as the function of a tile gets it: its elements, and where the
/// first one of the tile is.
struct TileBuffer {
  Value elements, place;
  /// The distance of the vectors and of the rows of a tile. Null for one.
  Value vectorStride, rowStride;
  /// The distance of pixels.
  int64_t pixelStride = 0;
};

/// The arguments of the function of a tile.
struct TileArguments {
  Value panel, panelPlace;
  /// How many elements of weights a step of K has.
  Value pitch;
  /// The image, the result, and the operands of the epilogue.
  SmallVector<TileBuffer> buffers;
  SmallVector<Value> depthSizes, depthStrides;

  /// Calls `visit` for each value that is there, always in the same order.
  void walk(function_ref<void(Value &)> visit);
};

/// Emits the body of the function of a tile.
class TileEmitter {
public:
  TileEmitter(LoopEmitter &b, const Contraction &c, const DirectForm &form,
              const TileShape &tile, const TileArguments &arguments)
      : b(b), c(c), form(form), tile(tile), arguments(arguments),
        type(VectorType::get({form.lanes}, c.accumulator)) {}
  void emit();

private:
  /// The place in a row, pixel and vector of a tile.
  Value getPlace(const TileBuffer &buffer, Value first, int64_t row,
                 int64_t pixel, int64_t vector);
  /// Adds the products of all steps of the loops from `level` on. `state` is
  /// the place of the weights, followed by the sums.
  SmallVector<Value> emitLoops(size_t level, Value imagePlace,
                               SmallVector<Value> state);
  SmallVector<Value> emitStep(Value imagePlace, SmallVector<Value> state);
  void emitResults(ValueRange sums);
  Value loadOperand(size_t operand, int64_t row, int64_t pixel, int64_t vector);

  LoopEmitter &b;
  const Contraction &c;
  const DirectForm &form;
  const TileShape &tile;
  const TileArguments &arguments;
  VectorType type;
};
} // namespace

void TileArguments::walk(function_ref<void(Value &)> visit) {
  auto visitIfAny = [&](Value &value) {
    if (value)
      visit(value);
  };
  visit(panel);
  visit(panelPlace);
  visit(pitch);
  for (TileBuffer &buffer : buffers)
    for (Value *value : {&buffer.elements, &buffer.place, &buffer.vectorStride,
                         &buffer.rowStride})
      visitIfAny(*value);
  for (Value &size : depthSizes)
    visit(size);
  for (Value &stride : depthStrides)
    visit(stride);
}

Value TileEmitter::getPlace(const TileBuffer &buffer, Value first, int64_t row,
                            int64_t pixel, int64_t vector) {
  if (row > 0)
    first = b.add(first, b.mul(buffer.rowStride, row));
  if (vector > 0)
    first = b.add(first, b.mul(buffer.vectorStride, vector));
  return b.add(first, pixel * buffer.pixelStride);
}

SmallVector<Value> TileEmitter::emitStep(Value imagePlace,
                                         SmallVector<Value> state) {
  const TileBuffer &image = arguments.buffers.front();
  int64_t elementBytes = getVectorElementSize(c.accumulator);
  Value place = state.front();
  SmallVector<Value> weights, next{b.add(place, arguments.pitch)};
  for (int64_t vector = 0; vector < tile.vectors; ++vector) {
    Value from = b.add(place, vector * form.lanes);
    weights.push_back(vector::LoadOp::create(b, type, arguments.panel, from));
    // Once for each line of the cache. A pixel alone waits for nothing but
    // weights, which the processor asks for itself.
    bool isLine = vector * form.lanes % (lineBytes / elementBytes) == 0;
    if (!form.isPerChannel && isLine && tile.rows * tile.pixels > 1)
      memref::PrefetchOp::create(
          b, arguments.panel, b.add(from, prefetchColumnBytes / elementBytes),
          /*isWrite=*/false, /*localityHint=*/3,
          /*isDataCache=*/true);
  }
  for (int64_t row = 0; row < tile.rows; ++row)
    for (int64_t pixel = 0; pixel < tile.pixels; ++pixel) {
      Value from = getPlace(image, imagePlace, row, pixel, /*vector=*/0);
      Value element =
          form.isPerChannel
              ? vector::LoadOp::create(b, type, image.elements, from)
                    .getResult()
              : vector::BroadcastOp::create(
                    b, type, memref::LoadOp::create(b, image.elements, from))
                    .getResult();
      for (Value weight : weights)
        next.push_back(
            math::FmaOp::create(b, element, weight, state[next.size()]));
    }
  return next;
}

SmallVector<Value> TileEmitter::emitLoops(size_t level, Value imagePlace,
                                          SmallVector<Value> state) {
  if (level == form.depth.size())
    return emitStep(imagePlace, std::move(state));
  Value stride = arguments.depthStrides[level];
  // The loops of a convolution per channel are unrolled.
  if (arguments.depthSizes.empty()) {
    for (int64_t step = 0; step < form.depth[level].size; ++step)
      state = emitLoops(level + 1, b.add(imagePlace, b.mul(stride, step)),
                        std::move(state));
    return state;
  }
  state.push_back(imagePlace);
  state =
      b.loop(arguments.depthSizes[level], state, [&](Value, ValueRange before) {
        SmallVector<Value> inner(before.drop_back());
        inner = emitLoops(level + 1, before.back(), std::move(inner));
        inner.push_back(b.add(before.back(), stride));
        return inner;
      });
  state.pop_back();
  return state;
}

Value TileEmitter::loadOperand(size_t operand, int64_t row, int64_t pixel,
                               int64_t vector) {
  const TileBuffer &buffer = arguments.buffers[2 + operand];
  Value place = getPlace(buffer, buffer.place, row, pixel, vector);
  Type element = getElementTypeOrSelf(buffer.elements.getType());
  auto loaded = cast<VectorType>(type.clone(element));
  if (!form.isSplat[operand])
    return vector::LoadOp::create(b, loaded, buffer.elements, place);
  return vector::BroadcastOp::create(
      b, loaded, memref::LoadOp::create(b, buffer.elements, place));
}

void TileEmitter::emitResults(ValueRange sums) {
  const TileBuffer &result = arguments.buffers[1];
  size_t next = 0;
  for (int64_t row = 0; row < tile.rows; ++row)
    for (int64_t pixel = 0; pixel < tile.pixels; ++pixel)
      for (int64_t vector = 0; vector < tile.vectors; ++vector) {
        Value value = sums[next++];
        if (!c.epilogue.arguments.empty()) {
          SmallVector<Value> values{value};
          for (size_t n = 0; n < c.epilogueOperands.size(); ++n)
            values.push_back(loadOperand(n, row, pixel, vector));
          value = c.epilogue.emit(b, values);
        }
        vector::StoreOp::create(
            b, value, result.elements,
            getPlace(result, result.place, row, pixel, vector));
      }
}

void TileEmitter::emit() {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  SmallVector<Value> state(1 + tile.rows * tile.pixels * tile.vectors, zero);
  state.front() = arguments.panelPlace;
  state = emitLoops(0, arguments.buffers.front().place, std::move(state));
  emitResults(ArrayRef(state).drop_front());
}

//===----------------------------------------------------------------------===//
// Loops over tiles
//===----------------------------------------------------------------------===//

namespace {
class DirectLoops {
public:
  DirectLoops(LoopEmitter &b, const Contraction &c, const DirectForm &form,
              const TileShape &tile, SharedFunctions &functions,
              int64_t numThreads)
      : b(b), c(c), form(form), tile(tile), functions(functions),
        numThreads(numThreads) {}
  /// Fails if the weights are not constant.
  LogicalResult emit(ConstantPacker &constants);

private:
  /// A loop over tiles: along the groups or blocks of channels, or along a loop
  /// of rows.
  struct TileLoop {
    const MergedLoop *loop;
    /// How many steps of `loop` a tile has.
    int64_t step;
    int64_t size() const { return llvm::divideCeil(loop->size, step); }
  };
  /// A buffer as one line of elements, from the first one of all.
  struct Buffer {
    Value elements, place;
  };

  Buffer flatten(const Access &access);
  void orderLoops();
  bool areBlocksFirst(int64_t numRowTiles) const;
  void emitLoops(size_t level);
  /// Emit one loop over the tiles of a piece, as many as of any other piece.
  void emitPiece(Value piece);
  /// Calls the tile at the current counters.
  void emitTile();
  void emitCall(const TileShape &shape);
  TileBuffer getBuffer(size_t number, const TileShape &shape);

  LoopEmitter &b;
  const Contraction &c;
  const DirectForm &form;
  const TileShape &tile;
  SharedFunctions &functions;
  Value panels;
  SmallVector<Buffer> buffers;
  SmallVector<TileLoop> loops;
  /// The number of the first step of each loop that a tile has.
  DenseMap<const MergedLoop *, Value> counters;
  int64_t numThreads;
};
} // namespace

DirectLoops::Buffer DirectLoops::flatten(const Access &access) {
  MemRefType type = access.getType();
  auto metadata = memref::ExtractStridedMetadataOp::create(b, access.buffer);
  auto [strides, offset] = type.getStridesAndOffset();
  Value place = ShapedType::isDynamic(offset) ? Value(metadata.getOffset())
                                              : b.index(offset);
  Value extent = b.add(place, 1);
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape()))
    extent = b.add(extent, stride * (size - 1));
  for (auto [stride, shift] : llvm::zip_equal(strides, access.shifts))
    place = b.add(place, stride * shift);
  // Functions take buffers of all sizes.
  auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  Value elements = memref::ReinterpretCastOp::create(
      b, flat, metadata.getBaseBuffer(), b.getIndexAttr(0),
      ArrayRef<OpFoldResult>{extent},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  return {elements, place};
}

/// Return whether a thread reads less from beyond its cache if the blocks of
/// channels are the outer loop: then it reads its weights once, and otherwise
/// its pixels. The other operand is read again in each outer step, unless it
/// stays in the cache.
bool DirectLoops::areBlocksFirst(int64_t numRowTiles) const {
  // The image of a block is that of no other one.
  if (form.isPerChannel)
    return true;
  int64_t elementBytes = getVectorElementSize(c.accumulator);
  double weights = double(form.blocks.size * form.lanes * elementBytes) *
                   double(*c.getStaticSize(c.depth));
  double image = double(c.lhs.getType().getNumElements() * elementBytes) /
                 double(form.groups.size);
  // Threads share groups first.
  double sharers = std::max(1.0, double(numThreads) / double(form.groups.size));
  auto getBytes = [&](double outer, double inner, int64_t steps) {
    double passes = std::max(1.0, double(steps) / sharers);
    return outer / sharers +
           inner * (inner <= double(cacheBytes) ? 1.0 : passes);
  };
  int64_t numBlocks = llvm::divideCeil(form.blocks.size, tile.vectors);
  return getBytes(weights, image, numBlocks) <=
         getBytes(image, weights, numRowTiles);
}

void DirectLoops::orderLoops() {
  size_t numRows = form.rows.size();
  int64_t numRowTiles = 1;
  for (auto [number, loop] : llvm::enumerate(form.rows)) {
    loops.push_back({&loop, number + 1 == numRows   ? tile.pixels
                            : number + 2 == numRows ? tile.rows
                                                    : 1});
    numRowTiles *= loops.back().size();
  }
  loops.insert(areBlocksFirst(numRowTiles) ? loops.begin() : loops.end(),
               TileLoop{&form.blocks, tile.vectors});
  loops.insert(loops.begin(), TileLoop{&form.groups, 1});
}

LogicalResult DirectLoops::emit(ConstantPacker &constants) {
  orderLoops();
  panels =
      constants.pack(b, c.rhs,
                     {form.isPerChannel ? ArrayRef<unsigned>() : c.batch,
                      form.laneLoops, c.depth, c.staticSizes,
                      form.lanes * tile.vectors, *c.getStaticSize(c.depth)});
  if (!panels)
    return failure();
  panels = memref::CastOp::create(
      b, MemRefType::get({ShapedType::kDynamic}, c.accumulator), panels);
  buffers.push_back(flatten(c.lhs));
  buffers.push_back(flatten(c.result));
  for (const Access &operand : c.epilogueOperands)
    buffers.push_back(flatten(operand));
  if (numThreads == 1) {
    emitLoops(0);
    return success();
  }
  scf::ParallelOp pieces = createPieces(b, b.getLoc(), numThreads);
  b.setInsertionPointToStart(pieces.getBody());
  emitPiece(pieces.getInductionVars().front());
  return success();
}

void DirectLoops::emitLoops(size_t level) {
  if (level == loops.size())
    return emitTile();
  const TileLoop &loop = loops[level];
  b.loop(b.index(loop.size()), [&](Value step) {
    counters[loop.loop] = b.mul(step, loop.step);
    emitLoops(level + 1);
  });
}

void DirectLoops::emitPiece(Value piece) {
  int64_t count = 1;
  for (const TileLoop &loop : loops)
    count *= loop.size();
  auto getBorder = [&](Value number) {
    return b.divUnsigned(b.mul(number, count), b.index(numThreads));
  };
  Value first = getBorder(piece);
  Value end = getBorder(b.add(piece, 1));
  b.loop(b.sub(end, first), [&](Value step) {
    Value number = b.add(first, step);
    for (const TileLoop &loop : llvm::reverse(loops)) {
      Value size = b.index(loop.size());
      counters[loop.loop] = b.mul(b.remUnsigned(number, size), loop.step);
      number = b.divUnsigned(number, size);
    }
    emitTile();
  });
}

void DirectLoops::emitTile() {
  // The last tiles may be smaller.
  SmallVector<std::pair<Value, int64_t>> rests;
  auto choose = [&](auto &&choose, size_t level, TileShape shape) -> void {
    if (level == loops.size())
      return emitCall(shape);
    const TileLoop &loop = loops[level];
    int64_t rest = loop.loop->size % loop.step;
    if (rest == 0)
      return choose(choose, level + 1, shape);
    TileShape smaller = shape;
    (loop.loop == &form.blocks        ? smaller.vectors
     : loop.loop == &form.rows.back() ? smaller.pixels
                                      : smaller.rows) = rest;
    Value isWhole = b.isLessOrEqual(counters[loop.loop],
                                    b.index(loop.loop->size - loop.step));
    b.branch(
        isWhole, [&] { choose(choose, level + 1, shape); },
        [&] { choose(choose, level + 1, smaller); });
  };
  choose(choose, 0, tile);
}

TileBuffer DirectLoops::getBuffer(size_t number, const TileShape &shape) {
  TileBuffer buffer;
  buffer.elements = buffers[number].elements;
  buffer.place = buffers[number].place;
  for (const TileLoop &loop : loops)
    buffer.place = b.add(
        buffer.place, b.mul(counters[loop.loop], loop.loop->strides[number]));
  buffer.pixelStride = form.rows.back().strides[number];
  // The image has one vector of channels, or none.
  if (shape.vectors > 1 && number > 0)
    buffer.vectorStride = b.index(form.blocks.strides[number]);
  if (shape.rows > 1)
    buffer.rowStride = b.index(form.rows[form.rows.size() - 2].strides[number]);
  return buffer;
}

void DirectLoops::emitCall(const TileShape &shape) {
  TileArguments arguments;
  int64_t depth = *c.getStaticSize(c.depth);
  arguments.panel = panels;
  arguments.panelPlace = b.mul(counters[&form.blocks], depth * form.lanes);
  int64_t groupBlocks = llvm::alignTo(form.blocks.size, tile.vectors);
  arguments.panelPlace =
      b.add(arguments.panelPlace,
            b.mul(counters[&form.groups], groupBlocks * depth * form.lanes));
  arguments.pitch = b.index(tile.vectors * form.lanes);
  for (size_t number = 0; number < buffers.size(); ++number)
    arguments.buffers.push_back(getBuffer(number, shape));
  bool isUnrolled = form.isPerChannel && depth <= maxUnrolled;
  for (const MergedLoop &loop : form.depth) {
    if (!isUnrolled)
      arguments.depthSizes.push_back(b.index(loop.size));
    arguments.depthStrides.push_back(b.index(loop.strides.front()));
  }
  SmallVector<Value> operands;
  arguments.walk([&](Value &value) { operands.push_back(value); });
  functions.call(b, operands, [&](OpBuilder &inner, ValueRange values) {
    size_t next = 0;
    TileArguments parameters = arguments;
    parameters.walk([&](Value &value) { value = values[next++]; });
    LoopEmitter emitter(inner, b.getLoc());
    TileEmitter(emitter, c, form, shape, parameters).emit();
  });
}

bool relay::emitDirectLoops(const Contraction &contraction,
                            const DirectOptions &options) {
  std::optional<DirectForm> form = matchForm(contraction, options.vectorBytes);
  if (!form)
    return false;
  int64_t numThreads = hasFewerSteps(contraction.staticSizes, minPieceWork)
                           ? 1
                           : options.threads;
  TileShape tile = chooseTile(*form, options.numRegisters, numThreads);
  LoopEmitter b(OpBuilder(contraction.replaced.back()),
                contraction.op->getLoc());
  return succeeded(
      DirectLoops(b, contraction, *form, tile, options.functions, numThreads)
          .emit(options.constants));
}
