//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyInference: drops dropout and writes normalisations as simpler
// operators.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Dialect/Relay/Utils/Decompositions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {
#define GEN_PASS_DEF_SIMPLIFYINFERENCEPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
// batch_norm(x, gamma, beta, mean, var).0
//   -> x * s + (-mean * s + beta), s = 1 / sqrt(var + epsilon) * gamma
struct TupleGetOfBatchNorm : public OpRewritePattern<TupleGetOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TupleGetOp op,
                                PatternRewriter &rewriter) const override {
    auto norm = op.getTuple().getDefiningOp<NNBatchNormOp>();
    if (!norm || op.getIndex() != 0)
      return rewriter.notifyMatchFailure(op, "not the data of a batch_norm");
    if (containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    FailureOr<Value> data = decomposeBatchNorm(rewriter, norm);
    if (failed(data))
      return rewriter.notifyMatchFailure(op, "types are unknown or differ");
    data->setType(op.getType());
    rewriter.replaceOp(op, *data);
    return success();
  }
};

// dropout(x).0 -> x
struct TupleGetOfDropout : public OpRewritePattern<TupleGetOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TupleGetOp op,
                                PatternRewriter &rewriter) const override {
    auto dropout = op.getTuple().getDefiningOp<NNDropoutOp>();
    if (!dropout || op.getIndex() != 0)
      return rewriter.notifyMatchFailure(op, "not the data of a dropout");
    if (dropout.getData().getType() != op.getType())
      return rewriter.notifyMatchFailure(op, "the types differ");
    rewriter.replaceOp(op, dropout.getData());
    // It draws random numbers, so that nobody else removes it.
    if (dropout->use_empty())
      rewriter.eraseOp(dropout);
    return success();
  }
};

struct SimplifyInferencePass
    : public PatternPass<
          relay::impl::SimplifyInferencePassBase<SimplifyInferencePass>,
          relay::populateSimplifyInferencePatterns, NNBatchNormOp, NNDropoutOp,
          NNGroupNormOp, NNInstanceNormOp, NNL2NormalizeOp, NNLayerNormOp,
          TupleGetOp> {
  using PatternPass::PatternPass;
};
} // namespace

void relay::populateSimplifyInferencePatterns(RewritePatternSet &patterns) {
  // group_norm(x, gamma, beta) -> normalised(reshape(x)) * gamma + beta
  // instance_norm(x, gamma, beta) -> normalised(x) * gamma + beta
  // layer_norm(x, gamma, beta) -> normalised(x) * gamma + beta
  // l2_normalize(x) -> x / sqrt(max(sum(x * x), eps))
  patterns.add<TupleGetOfBatchNorm, TupleGetOfDropout,
               Decompose<NNGroupNormOp, decomposeGroupNorm>,
               Decompose<NNInstanceNormOp, decomposeInstanceNorm>,
               Decompose<NNLayerNormOp, decomposeLayerNorm>,
               Decompose<NNL2NormalizeOp, decomposeL2Normalize>>(
      patterns.getContext());
}
