//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CanonicalizeOps: writes special operators as basic ones.
//
//===----------------------------------------------------------------------===//

#include "PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/Decompositions.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CANONICALIZEOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
// bias_add(x, b) -> x + expand_dims(b)
struct BiasAddToAdd : public OpRewritePattern<NNBiasAddOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(NNBiasAddOp op,
                                PatternRewriter &rewriter) const override {
    FailureOr<Value> sum = decomposeBiasAdd(rewriter, op);
    if (failed(sum))
      return rewriter.notifyMatchFailure(op, "types are unknown");
    rewriter.replaceOp(op, *sum);
    return success();
  }
};

struct CanonicalizeOpsPass
    : public relay::impl::CanonicalizeOpsPassBase<CanonicalizeOpsPass> {
  using CanonicalizeOpsPassBase::CanonicalizeOpsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateCanonicalizeOpsPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    auto isRoot = [](Operation *op) { return isa<NNBiasAddOp>(op); };
    if (!applyPatternsToRoots(function, isRoot, patterns))
      markAllAnalysesPreserved();
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

void relay::populateCanonicalizeOpsPatterns(RewritePatternSet &patterns) {
  patterns.add<BiasAddToAdd>(patterns.getContext());
}
