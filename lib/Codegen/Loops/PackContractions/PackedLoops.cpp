//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of packed contractions.
//
// For each block of columns, for each block of rows of the result, for each
// block of the depth in ascending order, the columns are packed; then, for each
// block of rows, those are packed, and every tile of accumulators takes its
// products in registers. A constant factor has been packed before. Tiles stay
// in scratch memory between blocks of the depth; those of the last block are
// converted and written to the result. Sums take their products in the order of
// the depth, whatever the blocks are.
//
// Tiles follow the packed columns without a gap, whatever their number is: so a
// small contraction writes to the first part of its scratch memory alone, which
// is often fresh, and takes longer to be cleared than to be used.
//
// Products of integers of 8 bits are summed up as f32 within a block: these are
// exact, and vectors of them are multiplied and added in one instruction.
//
// A single row reads the columns where they are. Threads that share the columns
// of a contraction each go through theirs, with scratch memory of their own.
//
//===----------------------------------------------------------------------===//

#include "PackFactors.h"
#include "ResultWriter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

// How far ahead to ask for memory: processors foresee less where several rows
// are read in turns.
static constexpr int64_t prefetchBytes = 2048;

// How many lines of the cache a row has to have for its first and last steps,
// which are outside of whole lines, not to matter.
static constexpr int64_t minLines = 16;

// To pack more rows another time takes longer than the first use of a megabyte
// of fresh memory.
static constexpr int64_t maxElementsPackedTwice = int64_t(1) << 18;

namespace {
/// Packed rows and columns, and their products within a block of the depth.
struct Block {
  /// Those of the matrices, from `row` and `column` on.
  Value row, numRows, column, numColumns;
  /// The panels of the accumulators that come before theirs.
  Value numRowPanels, numColumnPanels;
  /// The steps of the depth, and whether others come before and after them.
  Value depth, isFirst, isLast;
};

class PackedLoops {
public:
  PackedLoops(LoopEmitter &b, const Contraction &c, const TileSizes &limits,
              ConstantPacker *constants);
  void emit();

private:
  /// Finds out which columns are computed.
  void emitShare();
  void emitBatch(unsigned position, SmallVectorImpl<Value> &steps);
  void emitMatrix();
  void emitRow();
  void emitRowTiles(int64_t numVectors, int64_t stepsAtOnce);
  /// Adds the steps from `first` to `end` to sums of the columns that are
  /// `lanes` from each of `columns` on.
  SmallVector<Value> emitRowSteps(ArrayRef<Value> columns,
                                  ArrayRef<Value> lanes, Value first, Value end,
                                  ValueRange sums);
  /// An element of the only row, in all lanes of a vector.
  Value getRowSplat(Value step) const;
  void emitDepthBlock(Value row, Value numRows, Value column, Value numColumns,
                      Value step);
  /// Computes the tiles of a block, of `rows` rows each.
  void emitTiles(const Block &block, int64_t rows);
  /// Adds the products of `rows` rows of a panel to the sums at `tile`, which
  /// start at zero if `isFirst`, or if it is null.
  SmallVector<Value> emitTile(Value lhsStart, Value rhsStart, Value tile,
                              int64_t rows, Value depth, Value isFirst);
  /// Return `count` vectors of +0, with which sums start.
  SmallVector<Value> makeZeros(int64_t count, VectorType type);
  /// Return the first `count` sums at `tile`, or zeros if `isFirst`.
  SmallVector<Value> loadSums(Value tile, int64_t count, Value isFirst);
  /// Return `sums` of `rows` rows plus the products of one step of K.
  SmallVector<Value> addProducts(Value lhsPlace, Value rhsPlace, int64_t rows,
                                 ValueRange sums);
  /// Asks for the columns that are used some steps after those at `place`.
  void prefetchColumns(Value place) const;
  /// Sums that are kept among the packed columns have their bits.
  Value loadSum(Value place) const;
  void storeSums(ValueRange sums, Value tile);

  /// `x * y + sum`, rounded once.
  Value multiplyAdd(Value x, Value y, Value sum) const;
  Value getCount(ArrayRef<unsigned> loops) const;
  /// How many columns are packed at a time for `numRows` rows. Columns that few
  /// rows use once are packed where they stay in the cache next to the
  /// processor. Then there is one block of rows, packed but once.
  Value getGroupSize(Value numRows) const;
  /// Whether the depth may be more than one block.
  bool keepsTiles() const;
  /// Return the place of the tile of these panels of rows and columns; null if
  /// it is not kept.
  Value getTile(Value rowPanel, Value columnPanel) const;
  /// The number of elements of a block: `limit`, or `total` if that is known
  /// to be less, rounded up to a multiple of `unit`.
  static int64_t getBlockSize(int64_t limit, std::optional<int64_t> total,
                              int64_t unit);

  LoopEmitter &b;
  const Contraction &c;
  ConstantPacker *constants;
  /// Vectors of accumulators, and of what they take from a block of the depth.
  VectorType vectorType, blockVectorType;
  int64_t tileRows, tileVectors, tileColumns;
  int64_t blockRows, blockResultRows, blockColumns, blockDepth;
  SmallVector<Value> sizes;
  Value numAllRows, numAllColumns, depth;
  /// The columns that are computed.
  Value firstColumn, numColumns;
  std::optional<Panels> lhs, rhs;
  std::optional<ResultWriter> result;
  /// The buffer that keeps tiles between blocks of K.
  Value tiles;
  /// The first tile of a block, behind its columns, and the number of tiles for
  /// each panel of rows. Null if K is known to be one block.
  Value firstTile, numTilesOfRow;
};
} // namespace

int64_t PackedLoops::getBlockSize(int64_t limit, std::optional<int64_t> total,
                                  int64_t unit) {
  int64_t size = total ? std::min(limit, std::max<int64_t>(*total, 1)) : limit;
  return llvm::alignTo(size, unit);
}

Value PackedLoops::multiplyAdd(Value x, Value y, Value sum) const {
  if (isa<FloatType>(getElementTypeOrSelf(x.getType())))
    return math::FmaOp::create(b, x, y, sum);
  return arith::AddIOp::create(b, sum, arith::MulIOp::create(b, x, y));
}

Value PackedLoops::getCount(ArrayRef<unsigned> loops) const {
  Value count = b.index(1);
  for (unsigned loop : loops)
    count = b.mul(count, sizes[loop]);
  return count;
}

/// The largest magnitude of what `convert` makes, if it only extends an integer
/// of 8 bits.
static std::optional<int64_t> getLargestExtended(const ScalarCode &convert) {
  if (convert.operations.size() != 1 ||
      !convert.arguments.front().getType().isInteger(8))
    return std::nullopt;
  if (isa<arith::ExtSIOp>(convert.operations.front()))
    return 128;
  if (isa<arith::ExtUIOp>(convert.operations.front()))
    return 255;
  return std::nullopt;
}

/// The type in which `depth` products are summed up: f32 instead of i32 if all
/// sums are exact.
static Type getBlockType(const Contraction &c, int64_t depth) {
  std::optional<int64_t> lhs = getLargestExtended(c.convertLhs);
  std::optional<int64_t> rhs = getLargestExtended(c.convertRhs);
  constexpr int64_t largestExact = int64_t(1) << 24;
  return c.accumulator.isInteger(32) && lhs && rhs &&
                 depth * *lhs * *rhs <= largestExact
             ? Float32Type::get(c.accumulator.getContext())
             : c.accumulator;
}

PackedLoops::PackedLoops(LoopEmitter &b, const Contraction &c,
                         const TileSizes &limits, ConstantPacker *constants)
    : b(b), c(c), constants(constants), tileRows(limits.tileRows),
      tileVectors(limits.tileVectors) {
  int64_t bytes = c.accumulator.getIntOrFloatBitWidth() / 8;
  int64_t vectorLanes = std::max<int64_t>(limits.vectorBytes / bytes, 1);
  vectorType = VectorType::get({vectorLanes}, c.accumulator);
  tileColumns = vectorLanes * tileVectors;
  blockResultRows =
      getBlockSize(limits.resultRows, c.getStaticSize(c.rows), tileRows);
  blockRows = getBlockSize(limits.rows, blockResultRows, tileRows);
  blockColumns =
      getBlockSize(limits.columns, c.getStaticSize(c.columns), tileColumns);
  blockDepth = getBlockSize(limits.depth, c.getStaticSize(c.depth), 1);
  blockVectorType = vectorType.clone(getBlockType(c, blockDepth));
}

bool PackedLoops::keepsTiles() const {
  std::optional<int64_t> staticDepth = c.getStaticSize(c.depth);
  return !staticDepth || *staticDepth > blockDepth;
}

Value PackedLoops::getTile(Value rowPanel, Value columnPanel) const {
  if (!firstTile)
    return {};
  Value number = b.add(b.mul(rowPanel, numTilesOfRow), columnPanel);
  return b.add(firstTile, b.mul(number, tileRows * tileColumns));
}

void PackedLoops::emit() {
  for (auto [loop, source] : llvm::enumerate(c.loopSizes))
    sizes.push_back(
        ShapedType::isDynamic(c.staticSizes[loop])
            ? memref::DimOp::create(b, source.first, source.second).getResult()
            : b.index(c.staticSizes[loop]));
  numAllRows = getCount(c.rows);
  numAllColumns = getCount(c.columns);
  depth = getCount(c.depth);
  emitShare();
  int64_t vectorLanes = vectorType.getNumElements();
  Type packedType = blockVectorType.getElementType();
  PanelShape shape{tileRows, int64_t(llvm::alignTo(tileRows, vectorLanes)),
                   vectorLanes, blockDepth, packedType};
  lhs.emplace(b, Factor{c.lhs, c.convertLhs, c.rows, c.depth}, sizes, shape);
  bool isStatic = llvm::none_of(c.staticSizes, ShapedType::isDynamic);
  auto isConstant = [&](Panels &panels) {
    return constants && isStatic && panels.findConstant(b, *constants, c);
  };
  // A single row takes longer to be found than to be packed.
  bool isRow = c.getStaticSize(c.rows) == 1;
  if (isRow || !isConstant(*lhs))
    lhs->allocate(b, blockRows, /*numBehind=*/0);
  shape.lanes = shape.pitch = tileColumns;
  rhs.emplace(b, Factor{c.rhs, c.convertRhs, c.columns, c.depth}, sizes, shape);
  int64_t numTileElements = keepsTiles() ? blockResultRows * blockColumns : 0;
  if ((isRow && rhs->canStream()) || !isConstant(*rhs)) {
    rhs->allocate(b, blockColumns, numTileElements);
    tiles = rhs->getBuffer();
  } else if (keepsTiles()) {
    tiles = b.allocate(numTileElements, packedType);
  }
  result.emplace(b, c, sizes, vectorType, tileRows, tileVectors);
  SmallVector<Value> steps;
  emitBatch(0, steps);
  b.freeBuffers();
}

void PackedLoops::emitShare() {
  firstColumn = b.index(0);
  numColumns = numAllColumns;
  if (!c.share)
    return;
  // Panels stay whole.
  Value numPanels = b.ceilDiv(numAllColumns, tileColumns);
  auto getBorder = [&](Value share) {
    Value panel =
        arith::DivUIOp::create(b, b.mul(numPanels, share), c.numShares);
    return b.min(b.mul(panel, tileColumns), numAllColumns);
  };
  firstColumn = getBorder(c.share);
  numColumns = b.sub(getBorder(b.add(c.share, 1)), firstColumn);
}

void PackedLoops::emitBatch(unsigned position, SmallVectorImpl<Value> &steps) {
  if (position < c.batch.size()) {
    b.loop(sizes[c.batch[position]], [&](Value step) {
      steps.push_back(step);
      emitBatch(position + 1, steps);
      steps.pop_back();
    });
    return;
  }
  lhs->setBatch(b, c.batch, steps);
  rhs->setBatch(b, c.batch, steps);
  result->setBatch(steps);
  // Columns that one row uses once need not be packed.
  std::optional<int64_t> staticRows = c.getStaticSize(c.rows);
  if (!rhs->canStream() || (staticRows && *staticRows != 1))
    return emitMatrix();
  Value isRow = staticRows ? Value() : b.isEqual(numAllRows, b.index(1));
  b.branch(isRow, [&] { emitRow(); }, [&] { emitMatrix(); });
}

/// Multiplies the only row with the columns where they are. One vector of them
/// at a time leaves the processor waiting for sums of floats, but the lines of
/// more columns than it has ways take each other's place in the cache before
/// they are used up, if columns are a power of two apart. Several vectors
/// therefore read whole lines, where all columns have theirs at the same steps.
void PackedLoops::emitRow() {
  Value zero = b.index(0);
  lhs->setDepth(b, zero, depth);
  rhs->setDepth(b, zero, depth);
  lhs->setLanes(b, zero, b.index(1));
  rhs->setLanes(b, zero, numAllColumns);
  int64_t vectorLanes = vectorType.getNumElements();
  int64_t lineSteps = lineBytes * 8 / c.rhs.getType().getElementTypeBitWidth();
  if (!isa<FloatType>(c.accumulator) || lineSteps % vectorLanes != 0)
    return emitRowTiles(1, vectorLanes);
  Value pitch = rhs->getLaneOffset(b, b.index(1));
  Value isAligned =
      b.isEqual(arith::RemUIOp::create(b, pitch, b.index(lineSteps)), zero);
  // The steps before the first line are read one by one.
  Value isLong = b.isGreaterOrEqual(depth, b.index(minLines * lineSteps));
  Value isWide = b.isGreaterOrEqual(numColumns, b.index(tileColumns));
  b.branch(
      b.both(b.both(isAligned, isLong), isWide),
      [&] { emitRowTiles(tileVectors, lineSteps); },
      [&] { emitRowTiles(1, vectorLanes); });
}

Value PackedLoops::getRowSplat(Value step) const {
  return vector::BroadcastOp::create(b, vectorType,
                                     lhs->emitElement(b, b.index(0), step));
}

SmallVector<Value> PackedLoops::emitRowSteps(ArrayRef<Value> columns,
                                             ArrayRef<Value> lanes, Value first,
                                             Value end, ValueRange sums) {
  return b.loop(b.sub(end, first), sums, [&](Value n, ValueRange state) {
    Value step = b.add(first, n), splat = getRowSplat(step);
    SmallVector<Value> next;
    for (auto [column, sum] : llvm::zip_equal(columns, state)) {
      SmallVector<Value> elements;
      for (Value lane : lanes)
        elements.push_back(rhs->emitElement(b, b.add(column, lane), step));
      Value values = vector::FromElementsOp::create(b, vectorType, elements);
      next.push_back(multiplyAdd(splat, values, sum));
    }
    return next;
  });
}

/// Reads `stepsAtOnce` steps of a vector of columns at a time, from
/// `numVectors` vectors in turns. The depth is not cut into blocks.
void PackedLoops::emitRowTiles(int64_t numVectors, int64_t stepsAtOnce) {
  Value zero = b.index(0), one = b.index(1);
  int64_t vectorLanes = vectorType.getNumElements();
  Value ahead =
      b.index(prefetchBytes * 8 / c.rhs.getType().getElementTypeBitWidth());
  // If there are too few columns, the last one is computed again.
  SmallVector<Value> lanes, laneOffsets;
  for (int64_t n = 0; n < vectorLanes; ++n) {
    lanes.push_back(b.min(b.index(n), b.sub(numColumns, one)));
    laneOffsets.push_back(rhs->getLaneOffset(b, lanes.back()));
  }
  Value size = b.index(numVectors * vectorLanes);
  Value count = b.min(numColumns, size);
  SmallVector<Value> start(
      numVectors, arith::ConstantOp::create(b, b.getZeroAttr(vectorType)));
  b.loop(numColumns, size, [&](Value place) {
    // The last columns may be among those before them, too.
    Value column = b.add(firstColumn, b.min(place, b.sub(numColumns, count)));
    SmallVector<Value> columns, origins;
    for (int64_t n = 0; n < numVectors; ++n) {
      columns.push_back(b.add(column, n * vectorLanes));
      origins.push_back(rhs->getOrigin(b, columns.back()));
    }
    Value head = zero;
    SmallVector<Value> state = start;
    if (numVectors > 1) {
      head = b.min(rhs->getStepsToLine(b, origins.front(), lineBytes), depth);
      state = emitRowSteps(columns, lanes, zero, head, start);
    }
    Value numRounds =
        arith::DivUIOp::create(b, b.sub(depth, head), b.index(stepsAtOnce));
    llvm::append_range(state, origins);
    SmallVector<Value> results = b.loop(
        b.mul(numRounds, numVectors), state, [&](Value turn, ValueRange state) {
          Value round = b.divUnsigned(turn, b.index(numVectors));
          Value step = b.add(head, b.mul(round, stepsAtOnce));
          Value sum = state.front(), origin = state[numVectors];
          Value from = b.add(origin, rhs->getDepthOffset(b, step));
          rhs->prefetch(b, laneOffsets, b.add(from, ahead));
          for (auto [n, values] : llvm::enumerate(
                   rhs->loadTransposed(b, laneOffsets, from, stepsAtOnce)))
            sum = multiplyAdd(getRowSplat(b.add(step, n)), values, sum);
          // The next turn is another vector's.
          SmallVector<Value> next(state);
          next.front() = sum;
          std::rotate(next.begin(), next.begin() + 1,
                      next.begin() + numVectors);
          std::rotate(next.begin() + numVectors, next.begin() + numVectors + 1,
                      next.end());
          return next;
        });
    Value done = b.add(head, b.mul(numRounds, stepsAtOnce));
    result->setColumns(column, count);
    result->setRows(zero, one);
    result->writeElements(
        emitRowSteps(columns, lanes, done, depth,
                     ArrayRef(results).take_front(numVectors)),
        one, count);
  });
}

void PackedLoops::emitMatrix() {
  // Half the columns take half the memory, but rows are packed twice.
  Value groupSize = getGroupSize(numAllRows);
  Value isSmall =
      b.both(b.both(b.isGreaterOrEqual(groupSize, b.index(blockColumns)),
                    b.isLessOrEqual(numColumns, b.index(blockColumns))),
             b.isLessOrEqual(b.mul(numAllRows, depth),
                             b.index(maxElementsPackedTwice)));
  int64_t half = llvm::alignTo(llvm::divideCeil(blockColumns, 2), tileColumns);
  Value size =
      arith::SelectOp::create(b, isSmall, b.index(half), b.index(blockColumns));
  b.loop(numColumns, size, [&](Value place) {
    Value column = b.add(firstColumn, place);
    Value blockCount = b.min(b.sub(numColumns, place), size);
    if (keepsTiles()) {
      numTilesOfRow = b.ceilDiv(blockCount, tileColumns);
      Value numPanels = b.ceilDiv(b.min(blockCount, groupSize), tileColumns);
      firstTile = rhs->isConstant() ? b.index(0)
                                    : b.mul(b.mul(numPanels, tileColumns),
                                            b.min(depth, b.index(blockDepth)));
      if (rhs->hasChunks())
        firstTile = b.add(firstTile, b.index(vectorType.getNumElements()));
    }
    b.loop(numAllRows, b.index(blockResultRows), [&](Value row) {
      Value numRows = b.min(b.sub(numAllRows, row), b.index(blockResultRows));
      // Without depth, one block without steps makes zeros.
      Value end = b.max(depth, b.index(1));
      b.loop(end, b.index(blockDepth), [&](Value step) {
        Value count = b.min(b.sub(depth, step), b.index(blockDepth));
        lhs->setDepth(b, step, count);
        rhs->setDepth(b, step, count);
        emitDepthBlock(row, numRows, column, blockCount, step);
      });
    });
  });
}

Value PackedLoops::getGroupSize(Value numRows) const {
  Value isFew =
      b.isLessOrEqual(numRows, b.index(std::min(tileRows, blockRows)));
  return arith::SelectOp::create(
      b, isFew, b.index(std::min(rhs->getGroupSize(), blockColumns)),
      b.index(blockColumns));
}

void PackedLoops::emitDepthBlock(Value row, Value numRows, Value column,
                                 Value numColumns, Value step) {
  Value count = b.min(b.sub(depth, step), b.index(blockDepth));
  Value isFirst = b.isEqual(step, b.index(0));
  Value isLast = b.isGreaterOrEqual(b.add(step, count), depth);
  Value groupSize = getGroupSize(numRows);
  b.loop(numColumns, groupSize, [&](Value group) {
    Value columnCount = b.min(b.sub(numColumns, group), groupSize);
    Value columnStart = b.add(column, group);
    rhs->pack(b, columnStart, columnCount);
    Value isFirstGroup = b.isEqual(group, b.index(0));
    Value numColumnPanels =
        arith::DivUIOp::create(b, group, b.index(tileColumns));
    b.loop(numRows, b.index(blockRows), [&](Value rowOffset) {
      Value rowCount = b.min(b.sub(numRows, rowOffset), b.index(blockRows));
      auto packRows = [&] { lhs->pack(b, b.add(row, rowOffset), rowCount); };
      lhs->isConstant() ? packRows() : b.branch(isFirstGroup, packRows);
      Value numRowPanels =
          arith::DivUIOp::create(b, rowOffset, b.index(tileRows));
      Block block{b.add(row, rowOffset),
                  rowCount,
                  columnStart,
                  columnCount,
                  numRowPanels,
                  numColumnPanels,
                  count,
                  isFirst,
                  isLast};
      // A vector has no use for the other rows of a tile.
      std::optional<int64_t> staticRows = c.getStaticSize(c.rows);
      if (staticRows && *staticRows != 1)
        return emitTiles(block, tileRows);
      Value isRow = b.isEqual(rowCount, b.index(1));
      b.branch(
          isRow, [&] { emitTiles(block, 1); },
          [&] { emitTiles(block, tileRows); });
    });
  });
}

void PackedLoops::emitTiles(const Block &block, int64_t rows) {
  b.loop(b.ceilDiv(block.numColumns, tileColumns), [&](Value columnPanel) {
    Value rhsStart = rhs->getStart(b, columnPanel);
    Value place = b.mul(columnPanel, tileColumns);
    Value numColumns =
        b.min(b.sub(block.numColumns, place), b.index(tileColumns));
    // Only the last block of the depth needs to know where they are.
    result->setColumns(
        b.add(block.column, place),
        arith::SelectOp::create(b, block.isLast, numColumns, b.index(0)));
    b.loop(b.ceilDiv(block.numRows, tileRows), [&](Value rowPanel) {
      Value tile = getTile(b.add(block.numRowPanels, rowPanel),
                           b.add(block.numColumnPanels, columnPanel));
      SmallVector<Value> sums =
          emitTile(lhs->getStart(b, rowPanel), rhsStart, tile, rows,
                   block.depth, block.isFirst);
      auto finish = [&] {
        Value place = b.mul(rowPanel, tileRows);
        Value numRows = b.min(b.sub(block.numRows, place), b.index(tileRows));
        result->setRows(b.add(block.row, place), numRows);
        result->write(sums, numRows, numColumns);
      };
      if (!tile)
        return finish();
      b.branch(block.isLast, finish, [&] { storeSums(sums, tile); });
    });
  });
}

void PackedLoops::prefetchColumns(Value place) const {
  int64_t bytes = blockVectorType.getElementTypeBitWidth() / 8;
  for (int64_t n = 0; n < tileVectors; ++n)
    memref::PrefetchOp::create(
        b, rhs->getBuffer(),
        b.add(place, b.index(n * vectorType.getNumElements() +
                             prefetchColumnBytes / bytes)),
        /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
}

SmallVector<Value> PackedLoops::makeZeros(int64_t count, VectorType type) {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return SmallVector<Value>(count, zero);
}

SmallVector<Value> PackedLoops::loadSums(Value tile, int64_t count,
                                         Value isFirst) {
  auto yieldZeros = [&](OpBuilder &, Location) {
    scf::YieldOp::create(b, makeZeros(count, vectorType));
  };
  auto yieldSums = [&](OpBuilder &, Location) {
    SmallVector<Value> loaded;
    for (int64_t n = 0; n < count; ++n)
      loaded.push_back(loadSum(b.add(tile, n * vectorType.getNumElements())));
    scf::YieldOp::create(b, loaded);
  };
  return llvm::to_vector_of<Value>(
      scf::IfOp::create(b, isFirst, yieldZeros, yieldSums).getResults());
}

SmallVector<Value> PackedLoops::addProducts(Value lhsPlace, Value rhsPlace,
                                            int64_t rows, ValueRange sums) {
  SmallVector<Value> columns, next;
  for (int64_t n = 0; n < tileVectors; ++n)
    columns.push_back(vector::LoadOp::create(
        b, blockVectorType, rhs->getBuffer(),
        b.add(rhsPlace, n * vectorType.getNumElements())));
  if (rhs->isConstant())
    prefetchColumns(rhsPlace);
  for (int64_t row = 0; row < rows; ++row) {
    Value element =
        memref::LoadOp::create(b, lhs->getBuffer(), b.add(lhsPlace, row));
    Value splat = vector::BroadcastOp::create(b, blockVectorType, element);
    for (Value column : columns)
      next.push_back(multiplyAdd(splat, column, sums[next.size()]));
  }
  return next;
}

SmallVector<Value> PackedLoops::emitTile(Value lhsStart, Value rhsStart,
                                         Value tile, int64_t rows, Value count,
                                         Value isFirst) {
  int64_t numVectors = rows * tileVectors;
  SmallVector<Value> start;
  if (tile)
    start = loadSums(tile, numVectors, isFirst);
  // Sums of the block alone where they are of another type.
  bool isOfBlock = vectorType != blockVectorType;
  SmallVector<Value> first = start;
  if (first.empty() || isOfBlock)
    first = makeZeros(numVectors, blockVectorType);
  SmallVector<Value> sums =
      b.loop(count, first, [&](Value step, ValueRange state) {
        Value lhsPlace = b.add(lhsStart, b.mul(step, lhs->getPitch()));
        Value rhsPlace = b.add(rhsStart, b.mul(step, rhs->getPitch()));
        return addProducts(lhsPlace, rhsPlace, rows, state);
      });
  if (!isOfBlock)
    return sums;
  for (auto [n, sum] : llvm::enumerate(sums)) {
    sum = arith::FPToSIOp::create(b, vectorType, sum);
    if (!start.empty())
      sum = arith::AddIOp::create(b, start[n], sum);
  }
  return sums;
}

Value PackedLoops::loadSum(Value place) const {
  Value sum = vector::LoadOp::create(b, blockVectorType, tiles, place);
  return vectorType == blockVectorType
             ? sum
             : vector::BitCastOp::create(b, vectorType, sum);
}

void PackedLoops::storeSums(ValueRange sums, Value tile) {
  for (auto [n, sum] : llvm::enumerate(sums)) {
    Value stored = vectorType == blockVectorType
                       ? sum
                       : vector::BitCastOp::create(b, blockVectorType, sum);
    vector::StoreOp::create(
        b, stored, tiles,
        b.add(tile, b.index(n * vectorType.getNumElements())));
  }
}

void relay::emitPackedLoops(OpBuilder &b, const Contraction &contraction,
                            const TileSizes &sizes, ConstantPacker *constants) {
  LoopEmitter emitter(b, contraction.op->getLoc());
  PackedLoops(emitter, contraction, sizes, constants).emit();
}
