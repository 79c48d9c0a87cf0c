//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-tile-elementwise: tiles for transpositions, vectors for what
// runs along rows.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "VectorElements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "relay-tile-elementwise"

namespace mlir::relay {
#define GEN_PASS_DEF_TILEELEMENTWISEPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct TileElementwisePass
    : relay::impl::TileElementwisePassBase<TileElementwisePass> {
  using TileElementwisePassBase::TileElementwisePassBase;

  void runOnOperation() override;

private:
  LogicalResult checkOptions();
  void tileTransposition(RewriterBase &rewriter, linalg::GenericOp op,
                         unsigned otherLoop);
  /// Returns whether there are vectors now.
  bool vectorizeRows(RewriterBase &rewriter, linalg::GenericOp op);
};

/// How an operand is read or written by the innermost loop.
enum class Access { Row, Broadcast, Transposed, Other };
} // namespace

/// Whether `op` computes each element of its results by operations that exist
/// on vectors.
static bool isVectorizable(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumLoops() == 0 ||
      op.getNumLoops() != op.getNumParallelLoops())
    return false;
  auto hasVectors = [](Operation &inner) {
    return isa<linalg::YieldOp>(inner) ||
           (OpTrait::hasElementwiseMappableTraits(&inner) &&
            llvm::all_of(inner.getOperandTypes(),
                         [](Type type) { return type.isIntOrFloat(); }) &&
            llvm::all_of(inner.getResultTypes(),
                         [](Type type) { return type.isIntOrFloat(); }));
  };
  return llvm::all_of(op.getRegion().front(), hasVectors);
}

/// How `operand` is accessed; of a transposed one, `otherLoop` is the loop that
/// runs along its rows.
static Access getAccess(linalg::GenericOp op, OpOperand &operand,
                        unsigned &otherLoop) {
  AffineMap map = op.getMatchingIndexingMap(&operand);
  unsigned inner = op.getNumLoops() - 1;
  auto type = cast<MemRefType>(operand.get().getType());
  if (!map.isFunctionOfDim(inner))
    return Access::Broadcast;
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
      !type.isLastDimUnitStride())
    return Access::Other;
  auto last = dyn_cast<AffineDimExpr>(map.getResults().back());
  if (!last)
    return Access::Other;
  if (last.getPosition() == inner)
    return Access::Row;
  otherLoop = last.getPosition();
  return Access::Transposed;
}

LogicalResult TileElementwisePass::checkOptions() {
  std::pair<StringRef, int64_t> options[] = {{"tile-size", tileSize},
                                             {"vector-bytes", vectorBytes}};
  for (auto [name, value] : options)
    if (value < 0 || value > 4096)
      return getOperation().emitError("expected ")
             << name << " from 0 to 4096, but got " << value;
  return success();
}

// copy of a transposed matrix -> loops over tiles, copy of a transposed tile
void TileElementwisePass::tileTransposition(RewriterBase &rewriter,
                                            linalg::GenericOp op,
                                            unsigned otherLoop) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  unsigned inner = op.getNumLoops() - 1;
  // Smaller ones are in the cache as a whole.
  for (unsigned loop : {inner, otherLoop})
    if (!ShapedType::isDynamic(extents[loop]) && extents[loop] < 2 * tileSize)
      return;
  SmallVector<int64_t> sizes(op.getNumLoops(), 0);
  sizes[inner] = sizes[otherLoop] = tileSize;
  rewriter.setInsertionPoint(op);
  linalg::LinalgTilingOptions options;
  options.setTileSizes(sizes);
  if (failed(linalg::tileLinalgOp(rewriter, op, options)))
    return;
  rewriter.eraseOp(op);
  ++numTiled;
}

// op on rows -> loop over vectors, op on the rest of the row
bool TileElementwisePass::vectorizeRows(RewriterBase &rewriter,
                                        linalg::GenericOp op) {
  int64_t elementSize = 0;
  for (Value operand : op->getOperands()) {
    int64_t size = relay::getVectorElementSize(
        cast<MemRefType>(operand.getType()).getElementType());
    if (!size)
      return false;
    elementSize = std::max(elementSize, size);
  }
  unsigned inner = op.getNumLoops() - 1;
  int64_t width = vectorBytes / elementSize;
  int64_t extent = op.getStaticLoopRanges()[inner];
  if (width < 2 || ShapedType::isDynamic(extent) || extent < width)
    return false;
  rewriter.setInsertionPoint(op);
  if (extent % width != 0) {
    auto [rows, rest] =
        linalg::splitOp(rewriter, cast<TilingInterface>(op.getOperation()),
                        inner, rewriter.getIndexAttr(extent / width * width));
    if (!rows || !rest)
      return false;
    op = cast<linalg::GenericOp>(rows.getOperation());
    rewriter.setInsertionPoint(op);
  }
  SmallVector<int64_t> sizes(op.getNumLoops(), 1);
  sizes[inner] = width;
  linalg::LinalgTilingOptions options;
  options.setTileSizes(sizes);
  FailureOr<linalg::TiledLinalgOp> tiled =
      linalg::tileLinalgOp(rewriter, op, options);
  if (failed(tiled))
    return false;
  rewriter.eraseOp(op);
  rewriter.setInsertionPoint(tiled->op);
  if (failed(linalg::vectorize(rewriter, tiled->op)))
    return false;
  rewriter.eraseOp(tiled->op);
  ++numVectorized;
  return true;
}

void TileElementwisePass::runOnOperation() {
  if (failed(checkOptions()))
    return signalPassFailure();
  SmallVector<linalg::GenericOp> ops;
  getOperation().walk([&](linalg::GenericOp op) {
    if (isVectorizable(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  bool hasVectors = false;
  for (linalg::GenericOp op : ops) {
    std::optional<unsigned> transposed;
    bool isAlongRows = true;
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned otherLoop = 0;
      Access access = getAccess(op, operand, otherLoop);
      if (access == Access::Transposed)
        transposed = otherLoop;
      isAlongRows &= access == Access::Row ||
                     (access == Access::Broadcast && op.isDpsInput(&operand));
    }
    LDBG() << "at " << op.getLoc() << ": "
           << (isAlongRows  ? "along rows"
               : transposed ? "a transposition"
                            : "neither along rows nor a transposition");
    if (isAlongRows)
      hasVectors |= vectorizeRows(rewriter, op);
    else if (transposed && tileSize > 0)
      tileTransposition(rewriter, op, *transposed);
  }
  if (!hasVectors)
    return;
  // vector<1x1x16xf32> -> vector<16xf32>
  RewritePatternSet patterns(&getContext());
  vector::populateVectorTransferPermutationMapLoweringPatterns(patterns);
  vector::populateCastAwayVectorLeadingOneDimPatterns(patterns);
  vector::TransferReadOp::getCanonicalizationPatterns(patterns, &getContext());
  vector::TransferWriteOp::getCanonicalizationPatterns(patterns, &getContext());
  (void)applyPatternsGreedily(getOperation(), std::move(patterns));
}
