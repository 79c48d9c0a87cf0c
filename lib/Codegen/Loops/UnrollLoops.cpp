//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolling of loops by the rules of TVM's UnrollLoop
// (src/tir/transforms/unroll_loop.cc).
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "relay-unroll-loops"

namespace mlir::relay {
#define GEN_PASS_DEF_UNROLLLOOPSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
/// The contents of a loop's body.
struct LoopBody {
  /// Writes to memory, those in unrolled loops as often as they are made.
  uint64_t numSteps = 0;
  /// Unrolled loops around each other.
  int64_t depth = 0;
  /// Whether a loop inside stays.
  bool hasLoop = false;
};

struct UnrollLoopsPass
    : public relay::impl::UnrollLoopsPassBase<UnrollLoopsPass> {
  using UnrollLoopsPassBase::UnrollLoopsPassBase;

  void runOnOperation() override;

private:
  /// Whether the loop is to be unrolled.
  bool isUnrolled(scf::ForOp loop, const LoopBody &body,
                  std::optional<int64_t> extent) const;
  void unroll(scf::ForOp loop);
};
} // namespace

/// The trip count of a loop with constant bounds.
static std::optional<int64_t> getExtent(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  if (!count || count->getActiveBits() > 62)
    return std::nullopt;
  return count->getSExtValue();
}

bool UnrollLoopsPass::isUnrolled(scf::ForOp loop, const LoopBody &body,
                                 std::optional<int64_t> extent) const {
  if (!extent || body.hasLoop || body.depth > autoMaxDepth)
    return false;
  uint64_t steps = llvm::SaturatingMultiply<uint64_t>(*extent, body.numSteps);
  return steps <= uint64_t(std::max<int64_t>(autoMaxStep, 0)) ||
         *extent <= autoMaxExtent;
}

void UnrollLoopsPass::unroll(scf::ForOp loop) {
  ++numUnrolled;
  if (explicitUnroll) {
    (void)loopUnrollFull(loop);
    return;
  }
  MLIRContext *context = &getContext();
  auto yes = BoolAttr::get(context, true);
  auto no = BoolAttr::get(context, false);
  auto unrolling =
      LLVM::LoopUnrollAttr::get(context, /*disable=*/no,
                                /*count=*/{}, {}, /*full=*/yes, {}, {}, {});
  auto annotation =
      LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unrolling, {}, {}, {},
                                    {}, {}, {}, {}, {}, {}, {}, {});
  loop->setDiscardableAttr("llvm.loop_annotation", annotation);
}

void UnrollLoopsPass::runOnOperation() {
  if (autoMaxStep <= 0 && autoMaxExtent <= 0)
    return markAllAnalysesPreserved();
  // Inner loops come first; what is known of them goes to the loop around.
  DenseMap<Operation *, LoopBody> bodies;
  SmallVector<scf::ForOp> unrolled;
  getOperation().walk([&](Operation *op) {
    Operation *parent = op->getParentOp();
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop) {
      LoopBody body = bodies.lookup(op);
      LoopBody &outer = bodies[parent];
      bool writes =
          op->getNumRegions() == 0 && hasEffect<MemoryEffects::Write>(op);
      outer.numSteps += writes + body.numSteps;
      outer.depth = std::max(outer.depth, body.depth);
      outer.hasLoop |= body.hasLoop || isa<LoopLikeOpInterface>(op);
      return;
    }
    LoopBody body = bodies.lookup(op);
    std::optional<int64_t> extent = getExtent(loop);
    LoopBody &outer = bodies[parent];
    bool fits = isUnrolled(loop, body, extent);
    LDBG() << "the loop at " << loop.getLoc() << ", " << extent.value_or(-1)
           << " times " << body.numSteps << " steps, "
           << (fits ? "is unrolled" : "stays");
    if (!fits) {
      outer.numSteps += body.numSteps;
      outer.hasLoop = true;
      return;
    }
    unrolled.push_back(loop);
    outer.numSteps = llvm::SaturatingMultiplyAdd<uint64_t>(
        *extent, body.numSteps, outer.numSteps);
    outer.depth = std::max(outer.depth, body.depth + 1);
  });
  if (unrolled.empty())
    return markAllAnalysesPreserved();
  for (scf::ForOp loop : unrolled)
    unroll(loop);
}
