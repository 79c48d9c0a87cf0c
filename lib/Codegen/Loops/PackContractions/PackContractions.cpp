//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-pack-contractions.
//
//===----------------------------------------------------------------------===//

#include "../SharedFunctions.h"
#include "LoopEmitter.h"
#include "PackConstants.h"
#include "PackedContraction.h"
#include "Pieces.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "relay-pack-contractions"

namespace mlir::relay {
#define GEN_PASS_DEF_PACKCONTRACTIONSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
/// Which form of a contraction is the faster one.
enum class Choice { Loops, Packed, AtRunTime };

/// The symbols that the pass adds to a module; null if it runs on a function.
struct ModuleParts {
  ConstantPacker *constants = nullptr;
  SharedFunctions *functions = nullptr;
};

struct PackContractionsPass
    : relay::impl::PackContractionsPassBase<PackContractionsPass> {
  using PackContractionsPassBase::PackContractionsPassBase;

  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  LogicalResult checkShare(func::FuncOp function);
  Choice choose(const Contraction &contraction) const;
  void pack(const Contraction &contraction, const TileSizes &sizes,
            Choice choice, ModuleParts parts);
  /// Calls a function for `contraction`, of static sizes: for each of the
  /// pieces that threads share, if there is work enough.
  void packShared(const Contraction &contraction, const TileSizes &sizes,
                  ModuleParts parts);
  /// Replaces `contraction` by loops that pack no image, if it has vectors of
  /// channels. Returns false if it has not.
  bool packDirectly(const Contraction &contraction, ModuleParts parts);
  void packAll(func::FuncOp function, ModuleParts parts);
};
} // namespace

LogicalResult PackContractionsPass::checkOptions() {
  std::pair<StringRef, int64_t> options[] = {
      {"vector-bytes", vectorBytes},
      {"tile-rows", tileRows},
      {"tile-vectors", tileVectors},
      {"block-rows", blockRows},
      {"block-result-rows", blockResultRows},
      {"block-columns", blockColumns},
      {"block-depth", blockDepth},
      {"threads", threads}};
  for (auto [name, value] : options)
    if (value < 1 || value > 65536)
      return getOperation()->emitError("expected ")
             << name << " from 1 to 65536, but got " << value;
  if (numRegisters != 0 && (numRegisters < 4 || numRegisters > 1024))
    return getOperation()->emitError("expected num-registers to be 0, or from "
                                     "4 to 1024, but got ")
           << numRegisters.getValue();
  if (minProducts < 0)
    return getOperation()->emitError("expected min-products to be at least 0, "
                                     "but got ")
           << minProducts.getValue();
  if (!llvm::isPowerOf2_64(vectorBytes))
    return getOperation()->emitError("expected a power of two as vector-bytes, "
                                     "but got ")
           << vectorBytes.getValue();
  return success();
}

LogicalResult PackContractionsPass::checkShare(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    auto expected = MemRefType::get(2, IntegerType::get(&getContext(), 64));
    if (function.getArgAttr(argument.getArgNumber(), shareAttrName) &&
        argument.getType() != expected)
      return function.emitError("expected ")
             << expected << " as the type of the argument with '"
             << shareAttrName << "', but got " << argument.getType();
  }
  return success();
}

/// The loops are as fast as memory where the innermost one runs along vectors
/// and there are few rows.
static bool areLoopsVectors(const Contraction &contraction) {
  linalg::GenericOp op = contraction.op;
  return op.getIteratorTypesArray().back() == utils::IteratorType::parallel;
}

/// Whether one of the buffers made for the loops has a dynamic size.
static bool hasDynamicBuffer(const Contraction &contraction) {
  return llvm::any_of(contraction.op->getOperands(), [](Value buffer) {
    auto alloc = buffer.getDefiningOp<memref::AllocOp>();
    return alloc && !alloc.getType().hasStaticShape();
  });
}

Choice PackContractionsPass::choose(const Contraction &contraction) const {
  // Loops need the buffers that the packed form does without.
  if (contraction.isFused() && hasDynamicBuffer(contraction))
    return Choice::Packed;
  // Narrow accumulators are rare, and would make large tiles.
  unsigned width = contraction.accumulator.getIntOrFloatBitWidth();
  if (width != 32 && width != 64)
    return Choice::Loops;
  std::optional<int64_t> rows = contraction.getStaticSize(contraction.rows);
  std::optional<int64_t> columns =
      contraction.getStaticSize(contraction.columns);
  std::optional<int64_t> depth = contraction.getStaticSize(contraction.depth);
  if (areLoopsVectors(contraction) && rows && *rows < 3 && minProducts > 0)
    return Choice::Loops;
  if (!rows || !columns || !depth)
    return contraction.isFused() || minProducts == 0 ? Choice::Packed
                                                     : Choice::AtRunTime;
  return llvm::SaturatingMultiply<uint64_t>(
             llvm::SaturatingMultiply<uint64_t>(*rows, *columns), *depth) <
                 static_cast<uint64_t>(minProducts)
             ? Choice::Loops
             : Choice::Packed;
}

/// The size of a group of loops of `contraction`.
static Value getCount(OpBuilder &b, const Contraction &contraction,
                      ArrayRef<unsigned> loops) {
  Location loc = contraction.op->getLoc();
  Value count = arith::ConstantIndexOp::create(b, loc, 1);
  for (unsigned loop : loops) {
    auto [buffer, dim] = contraction.loopSizes[loop];
    Value size = memref::DimOp::create(b, loc, buffer, dim);
    count = arith::MulIOp::create(b, loc, count, size);
  }
  return count;
}

/// Emits `x < y`.
static Value isLess(OpBuilder &b, Location loc, Value x, int64_t y) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, x,
                               arith::ConstantIndexOp::create(b, loc, y));
}

/// Lets both sides of `branch` use the same buffers.
static void shareBuffers(scf::IfOp branch) {
  OpBuilder b(branch->getContext());
  b.setInsertionPointAfter(branch);
  auto thenAllocs =
      llvm::to_vector(branch.thenBlock()->getOps<memref::AllocOp>());
  auto elseAllocs =
      llvm::to_vector(branch.elseBlock()->getOps<memref::AllocOp>());
  for (auto [first, second] : llvm::zip(thenAllocs, elseAllocs)) {
    if (first.getType() != second.getType())
      continue;
    second.replaceAllUsesWith(first.getResult());
    second.erase();
    first->moveBefore(branch);
    for (Operation *user : llvm::make_early_inc_range(first->getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    memref::DeallocOp::create(b, first.getLoc(), first);
  }
}

namespace {
/// A form of tiles, and what it costs.
struct TileChoice {
  bool isTransposed = false;
  int64_t rows = 0, vectors = 0;
  double cost = std::numeric_limits<double>::infinity();
};
} // namespace

/// About how many cycles the packed form of `contraction`, of static sizes,
/// takes with tiles of `choice`, if the processor multiplies and adds a vector
/// in each cycle. Tiles at the borders take as long as others.
static double estimateCost(const Contraction &contraction,
                           const TileSizes &sizes, const TileChoice &choice) {
  // So many sums hide how long each of them takes.
  constexpr int64_t minSums = 8;
  int64_t lanes = std::max<int64_t>(
      sizes.vectorBytes * 8 / contraction.accumulator.getIntOrFloatBitWidth(),
      1);
  int64_t depth = *contraction.getStaticSize(contraction.depth);
  int64_t sums = choice.rows * choice.vectors;
  double numTiles =
      double(llvm::divideCeil(*contraction.getStaticSize(contraction.rows),
                              choice.rows)) *
      double(llvm::divideCeil(*contraction.getStaticSize(contraction.columns),
                              choice.vectors * lanes));
  // A step also loads the elements of its rows and columns, beside the
  // products; a block of the depth loads and stores sums.
  double steps = double(depth) * (double(std::max(sums, minSums)) + 1);
  double blocks = double(llvm::divideCeil(depth, sizes.depth) * sums * 2);
  bool isVector = !contraction.columns.empty() &&
                  contraction.result.isContiguous(contraction.columns.back());
  double elements = isVector ? 0 : double(sums * lanes * 2);
  return numTiles * (steps + blocks + elements);
}

/// The best tiles that fit into `numRegisters` vector registers.
static TileChoice chooseTile(const Contraction &contraction,
                             const Contraction &transposed,
                             const TileSizes &sizes, int64_t numRegisters) {
  // Taller ones load an element for almost every product.
  constexpr int64_t maxRows = 14, maxVectors = 4;
  TileChoice best;
  for (bool isTransposed : {false, true})
    for (int64_t vectors = 1; vectors <= maxVectors; ++vectors)
      for (int64_t rows = 1; rows <= maxRows; ++rows) {
        // One register is for an element of a row.
        if (rows * vectors + vectors + 1 > numRegisters)
          break;
        TileChoice choice{isTransposed, rows, vectors};
        choice.cost = estimateCost(isTransposed ? transposed : contraction,
                                   sizes, choice);
        if (choice.cost < best.cost)
          best = choice;
      }
  return best;
}

/// Whether a product with so many rows and columns is transposed: tiles are
/// wider than high.
static constexpr int64_t fewColumns = 4;

/// Calls rows columns where that makes the better tiles, whose sizes go to
/// `sizes`, if the number of columns is known.
static void orient(Contraction &contraction, TileSizes &sizes,
                   int64_t numRegisters) {
  std::optional<int64_t> rows = contraction.getStaticSize(contraction.rows);
  std::optional<int64_t> columns =
      contraction.getStaticSize(contraction.columns);
  if (!columns)
    return;
  bool isTransposed = *columns <= fewColumns && (!rows || *rows > *columns);
  if (numRegisters && rows && *rows > fewColumns && *columns > fewColumns &&
      contraction.getStaticSize(contraction.depth)) {
    Contraction transposed = contraction;
    transposed.transpose();
    TileChoice choice =
        chooseTile(contraction, transposed, sizes, numRegisters);
    isTransposed = choice.isTransposed;
    sizes.tileRows = choice.rows;
    sizes.tileVectors = choice.vectors;
  }
  if (isTransposed)
    contraction.transpose();
}

/// Emits the packed form. If the number of columns is not known, whether it is
/// transposed is found out at run time.
static void emitPacked(OpBuilder &b, const Contraction &contraction,
                       const TileSizes &sizes, ConstantPacker *constants) {
  // Groups of more loops are those of images, which are not so narrow.
  if (contraction.getStaticSize(contraction.columns) ||
      contraction.rows.size() != 1 || contraction.columns.size() != 1)
    return emitPackedLoops(b, contraction, sizes, constants);
  Contraction transposed = contraction;
  transposed.transpose();
  Location loc = contraction.op->getLoc();
  Value numColumns = getCount(b, contraction, contraction.columns);
  Value numRows = getCount(b, contraction, contraction.rows);
  Value isNarrow = isLess(b, loc, numColumns, fewColumns + 1);
  Value isHigh = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                       numColumns, numRows);
  Value isTransposed = arith::AndIOp::create(b, loc, isNarrow, isHigh);
  auto branch =
      scf::IfOp::create(b, loc, isTransposed, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  emitPackedLoops(b, transposed, sizes, constants);
  b.setInsertionPointToStart(branch.elseBlock());
  emitPackedLoops(b, contraction, sizes, constants);
  shareBuffers(branch);
}

void PackContractionsPass::packShared(const Contraction &contraction,
                                      const TileSizes &sizes,
                                      ModuleParts parts) {
  OpBuilder b(contraction.replaced.back());
  Location loc = contraction.op->getLoc();
  Contraction piece = contraction;
  scf::ParallelOp pieces;
  if (threads > 1 && !hasFewerSteps(contraction.staticSizes, minPieceWork)) {
    pieces = createPieces(b, loc, threads);
    b.setInsertionPointToStart(pieces.getBody());
    piece.share = pieces.getInductionVars().front();
    piece.numShares = arith::ConstantIndexOp::create(b, loc, threads);
  }
  auto code = scf::ExecuteRegionOp::create(b, loc, TypeRange());
  b.setInsertionPointToStart(&code.getRegion().emplaceBlock());
  b.setInsertionPoint(scf::YieldOp::create(b, loc));
  emitPacked(b, piece, sizes, parts.constants);
  parts.functions->outline(code);
  if (pieces)
    separateBuffers(pieces, threads);
}

void PackContractionsPass::pack(const Contraction &contraction,
                                const TileSizes &sizes, Choice choice,
                                ModuleParts parts) {
  Operation *last = contraction.replaced.back();
  OpBuilder b(last);
  if (choice == Choice::Packed) {
    if (parts.functions && contraction.isStatic())
      packShared(contraction, sizes, parts);
    else
      emitPacked(b, contraction, sizes, parts.constants);
    for (Operation *op : llvm::reverse(contraction.replaced))
      op->erase();
    return;
  }
  Location loc = contraction.op->getLoc();
  Value rows = getCount(b, contraction, contraction.rows);
  Value products = arith::MulIOp::create(
      b, loc,
      arith::MulIOp::create(b, loc, rows,
                            getCount(b, contraction, contraction.columns)),
      getCount(b, contraction, contraction.depth));
  Value isSmall = isLess(b, loc, products, minProducts);
  if (areLoopsVectors(contraction))
    isSmall = arith::OrIOp::create(b, loc, isSmall, isLess(b, loc, rows, 3));
  auto branch = scf::IfOp::create(b, loc, isSmall, /*withElseRegion=*/true);
  for (Operation *op : contraction.replaced)
    op->moveBefore(branch.thenBlock()->getTerminator());
  b.setInsertionPointToStart(branch.elseBlock());
  emitPacked(b, contraction, sizes, parts.constants);
}

/// Whether it makes no difference if several threads execute `op`, or none.
static bool hasNoWork(Operation &op) {
  // Bufferization leaves behind copies of a buffer onto itself.
  auto copy = dyn_cast<memref::CopyOp>(op);
  return isMemoryEffectFree(&op) ||
         isa<memref::AllocOp, memref::DeallocOp>(op) ||
         (copy && copy.getSource() == copy.getTarget());
}

/// The argument of `function` that tells the share to compute; null if there is
/// none, or if `contraction` is not all that `function` does: what follows it
/// may need all columns.
static Value getShare(func::FuncOp function, const Contraction &contraction) {
  for (BlockArgument argument : function.getArguments()) {
    if (!function.getArgAttr(argument.getArgNumber(), shareAttrName))
      continue;
    bool isAll =
        llvm::all_of(function.front().without_terminator(), [&](Operation &op) {
          return hasNoWork(op) || llvm::is_contained(contraction.replaced, &op);
        });
    return isAll ? argument : Value();
  }
  return {};
}

/// Loads the number of the share and of all shares from `argument`, if there is
/// one.
static void loadShare(Value argument, Contraction &contraction) {
  if (!argument)
    return;
  LoopEmitter b(OpBuilder(contraction.replaced.back()),
                contraction.op->getLoc());
  contraction.share = b.loadIndex(argument, b.index(0));
  contraction.numShares = b.loadIndex(argument, b.index(1));
}

bool PackContractionsPass::packDirectly(const Contraction &contraction,
                                        ModuleParts parts) {
  if (!parts.functions || hasFewerSteps(contraction.staticSizes, minProducts))
    return false;
  DirectOptions options{vectorBytes, numRegisters == 0 ? 16 : numRegisters,
                        threads, *parts.constants, *parts.functions};
  Contraction fused = contraction;
  fuseEpilogue(fused, /*allowsGaps=*/true);
  const Contraction *emitted = &fused;
  if (!emitDirectLoops(fused, options)) {
    emitted = &contraction;
    if (fused.replaced.size() == contraction.replaced.size() ||
        !emitDirectLoops(contraction, options))
      return false;
  }
  LDBG() << "direct loops at " << contraction.op->getLoc();
  for (Operation *op : llvm::reverse(emitted->replaced))
    op->erase();
  return true;
}

void PackContractionsPass::packAll(func::FuncOp function, ModuleParts parts) {
  SmallVector<linalg::GenericOp> candidates;
  // Packing replaces none of them but the one in hand.
  function.walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() > 0)
      candidates.push_back(op);
  });
  for (linalg::GenericOp op : candidates) {
    // Kernels have no memory planned for padded images.
    FailureOr<Contraction> contraction =
        matchContraction(op, /*keepsPadding=*/parts.functions != nullptr);
    if (failed(contraction))
      continue;
    // For dynamic sizes, it counts whether there are buffers to save.
    bool isStatic = contraction->isStatic();
    if (!isStatic)
      fuseEpilogue(*contraction);
    Choice choice = choose(*contraction);
    if (isStatic && packDirectly(*contraction, parts)) {
      ++numPacked;
      continue;
    }
    TileSizes sizes{vectorBytes,     tileRows,     tileVectors, blockRows,
                    blockResultRows, blockColumns, blockDepth};
    if (choice != Choice::Loops)
      orient(*contraction, sizes, numRegisters);
    if (isStatic && choice == Choice::Packed)
      fuseEpilogue(*contraction);
    LDBG() << (choice == Choice::Packed  ? "packed"
               : choice == Choice::Loops ? "not packed, too small or narrow"
                                         : "packed if large enough")
           << " at " << op.getLoc();
    if (choice == Choice::Loops) {
      emitWindowLoops(op, vectorBytes, threads);
      continue;
    }
    if (choice == Choice::Packed)
      loadShare(getShare(function, *contraction), *contraction);
    pack(*contraction, sizes, choice, parts);
    ++numPacked;
  }
}

void PackContractionsPass::runOnOperation() {
  if (failed(checkOptions()))
    return signalPassFailure();
  // Only the pass on a module may add to it.
  std::optional<ConstantPacker> constants;
  std::optional<SharedFunctions> functions;
  ModuleParts parts;
  if (auto module = dyn_cast<ModuleOp>(getOperation()))
    parts = {&constants.emplace(module),
             &functions.emplace(module, "relay.contraction")};
  WalkResult result =
      getOperation()->walk<WalkOrder::PreOrder>([&](func::FuncOp function) {
        if (failed(checkShare(function)))
          return WalkResult::interrupt();
        packAll(function, parts);
        return WalkResult::skip();
      });
  if (result.wasInterrupted())
    signalPassFailure();
}
