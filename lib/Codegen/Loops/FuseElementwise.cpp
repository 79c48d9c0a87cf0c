//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-fuse-elementwise: upstream's fusion, but into elementwise
// operations only.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "relay-fuse-elementwise"

namespace mlir::relay {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

static bool isElementwise(linalg::GenericOp op) {
  return op.getNumLoops() == op.getNumParallelLoops();
}

namespace {
struct FuseElementwisePass
    : relay::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using FuseElementwisePassBase::FuseElementwisePassBase;

  void runOnOperation() override;
};
} // namespace

/// Whether the result of `producer` is worth computing where `operand` reads
/// it.
static bool isFused(linalg::GenericOp producer, OpOperand &operand) {
  auto consumer = cast<linalg::GenericOp>(operand.getOwner());
  // Operations that are packed or vectorized must keep their form. No value may
  // be computed twice, nor a broadcast value once for each of its uses. Long
  // bodies are copied no further: fusion stays linear.
  constexpr size_t maxOperations = 256;
  return producer->hasOneUse() && isElementwise(producer) &&
         isElementwise(consumer) &&
         consumer.getMatchingIndexingMap(&operand).isPermutation() &&
         producer.getBody()->getOperations().size() +
                 consumer.getBody()->getOperations().size() <=
             maxOperations;
}

/// Replaces `tensor.dim` of intermediate values by the sizes that they are made
/// from: a `tensor.dim` would count as a second use and prevent fusion.
static void resolveSizes(Operation *root) {
  // dim(linalg.generic outs(empty(n))) -> n
  RewritePatternSet set(root->getContext());
  tensor::DimOp::getCanonicalizationPatterns(set, root->getContext());
  tensor::EmptyOp::getCanonicalizationPatterns(set, root->getContext());
  SmallVector<Operation *> ops;
  root->walk([&](tensor::DimOp op) { ops.push_back(op); });
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(ops, std::move(set), config);
}

void FuseElementwisePass::runOnOperation() {
  resolveSizes(getOperation());
  // consumer(producer(x...), y...) -> fused(x..., y...)
  auto control = [](OpOperand *operand) {
    auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
    bool fuses = producer && isFused(producer, *operand);
    if (producer)
      LDBG() << (fuses ? "fused" : "not fused") << " at " << producer.getLoc();
    return fuses;
  };
  RewritePatternSet set(&getContext());
  linalg::populateElementwiseOpsFusionPatterns(set, control);
  FrozenRewritePatternSet patterns(std::move(set));
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  // A producer has a second user, which is dead, when its consumer has just
  // been fused with another operation: each run halves a chain.
  for (bool changed = true; changed;) {
    SmallVector<Operation *> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (isElementwise(op))
        ops.push_back(op);
    });
    changed = false;
    (void)applyOpPatternsGreedily(ops, patterns, config, &changed);
  }
}
