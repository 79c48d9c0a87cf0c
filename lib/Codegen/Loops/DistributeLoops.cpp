//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-distribute-loops.
//
//===----------------------------------------------------------------------===//

#include "LoopWork.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DISTRIBUTELOOPSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct DistributeLoopsPass
    : relay::impl::DistributeLoopsPassBase<DistributeLoopsPass> {
  using DistributeLoopsPassBase::DistributeLoopsPassBase;

  void runOnOperation() override;

private:
  bool isWorthIt(linalg::LinalgOp op) const;
  void distribute(RewriterBase &rewriter, linalg::LinalgOp op);
  bool isWorthIt(memref::CopyOp op) const;
  void distribute(RewriterBase &rewriter, memref::CopyOp op);
};

/// A loop, and the steps of each of its pieces.
struct Division {
  unsigned loop;
  int64_t size;
};
} // namespace

/// The division of a parallel loop of `op` whose pieces, at most `threads`,
/// have the smallest part of the work; of equal ones, that of the outermost
/// loop.
static std::optional<Division> findDivision(linalg::LinalgOp op,
                                            int64_t threads) {
  SmallVector<unsigned> loops;
  op.getParallelDims(loops);
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  std::optional<Division> best;
  double smallest = 1;
  for (unsigned loop : loops) {
    int64_t extent = extents[loop];
    int64_t size = llvm::divideCeil(extent, threads);
    // The innermost loop is for vectors, which need static sizes.
    if (loop + 1 == op.getNumLoops() && extent % size != 0)
      continue;
    double part = double(size) / double(extent);
    if (part < smallest) {
      best = Division{loop, size};
      smallest = part;
    }
  }
  return best;
}

/// Whether `op` is on buffers of static sizes, has work enough, and is not part
/// of another loop that threads share.
bool DistributeLoopsPass::isWorthIt(linalg::LinalgOp op) const {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (!op.hasPureBufferSemantics() || op->getParentOfType<scf::ParallelOp>() ||
      llvm::any_of(extents, ShapedType::isDynamic))
    return false;
  return !hasFewerSteps(extents, minSteps);
}

// op -> parallel loop over pieces, op on a piece
void DistributeLoopsPass::distribute(RewriterBase &rewriter,
                                     linalg::LinalgOp op) {
  std::optional<Division> division = findDivision(op, threads);
  if (!division)
    return;
  SmallVector<int64_t> sizes(op.getNumLoops(), 0);
  sizes[division->loop] = division->size;
  linalg::LinalgTilingOptions options;
  options.setTileSizes(sizes);
  options.setLoopType(linalg::LinalgTilingLoopType::ParallelLoops);
  rewriter.setInsertionPoint(op);
  if (failed(linalg::tileLinalgOp(rewriter, op, options)))
    return;
  rewriter.eraseOp(op);
  ++numDistributed;
}

/// Return whether `op` copies one block of memory, large enough, whose elements
/// the threads divide.
bool DistributeLoopsPass::isWorthIt(memref::CopyOp op) const {
  auto isBlock = [](Value buffer) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    return type && type.hasStaticShape() && type.getNumElements() > 0 &&
           memref::isStaticShapeAndContiguousRowMajor(type);
  };
  if (threads == 1 || !isBlock(op.getSource()) || !isBlock(op.getTarget()) ||
      op->getParentOfType<scf::ParallelOp>())
    return false;
  auto type = cast<MemRefType>(op.getSource().getType());
  return type.getNumElements() % threads == 0 &&
         !hasFewerSteps(type.getShape(), minSteps);
}

/// Return the `size` elements of the block `buffer` from `first` on.
static Value getPart(ImplicitLocOpBuilder &b, Value buffer, Value first,
                     int64_t size) {
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  if (rank > 1) {
    SmallVector<ReassociationIndices> all{
        llvm::to_vector(llvm::seq<int64_t>(0, rank))};
    buffer = memref::CollapseShapeOp::create(b, buffer, all);
  }
  return memref::SubViewOp::create(b, buffer, ArrayRef<OpFoldResult>{first},
                                   ArrayRef<OpFoldResult>{b.getIndexAttr(size)},
                                   ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
}

// memref.copy(x, y) -> parallel loop over pieces of x and y, copy of a piece
void DistributeLoopsPass::distribute(RewriterBase &rewriter,
                                     memref::CopyOp op) {
  int64_t count = cast<MemRefType>(op.getSource().getType()).getNumElements();
  int64_t size = count / threads;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value end = arith::ConstantIndexOp::create(b, count);
  Value step = arith::ConstantIndexOp::create(b, size);
  auto pieces = scf::ParallelOp::create(b, zero, end, step);
  b.setInsertionPointToStart(pieces.getBody());
  Value first = pieces.getInductionVars().front();
  memref::CopyOp::create(b, getPart(b, op.getSource(), first, size),
                         getPart(b, op.getTarget(), first, size));
  rewriter.eraseOp(op);
  ++numDistributed;
}

void DistributeLoopsPass::runOnOperation() {
  if (threads < 1 || threads > 1024) {
    getOperation().emitError("expected threads from 1 to 1024, but got ")
        << threads.getValue();
    return signalPassFailure();
  }
  if (minSteps < 1) {
    getOperation().emitError("expected min-steps to be at least 1, but got ")
        << minSteps.getValue();
    return signalPassFailure();
  }
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) {
    if (isWorthIt(op))
      ops.push_back(op);
  });
  SmallVector<memref::CopyOp> copies;
  getOperation().walk([&](memref::CopyOp op) {
    if (isWorthIt(op))
      copies.push_back(op);
  });
  IRRewriter rewriter(&getContext());
  for (linalg::LinalgOp op : ops)
    distribute(rewriter, op);
  for (memref::CopyOp op : copies)
    distribute(rewriter, op);
}
