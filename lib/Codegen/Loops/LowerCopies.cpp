//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-lower-copies.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::relay {
#define GEN_PASS_DEF_LOWERCOPIESPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Whether a buffer of this type is known to have no gaps.
static bool isContiguous(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && (memref.getLayout().isIdentity() ||
                    (memref.hasStaticShape() && memref.getNumElements() > 0 &&
                     memref::isStaticShapeAndContiguousRowMajor(memref)));
}

static bool isBlockCopy(memref::CopyOp op) {
  return isContiguous(op.getSource().getType()) &&
         isContiguous(op.getTarget().getType());
}

namespace {
// memref.copy(x, y), either with gaps -> linalg.copy(x, y)
struct StridedCopyConversion : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    if (isBlockCopy(op))
      return rewriter.notifyMatchFailure(op, "a copy of one block");
    if (!isa<MemRefType>(op.getSource().getType()) ||
        !isa<MemRefType>(op.getTarget().getType()))
      return rewriter.notifyMatchFailure(op, "the rank is unknown");
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(op, op.getSource(),
                                                op.getTarget());
    return success();
  }
};

struct LowerCopiesPass : relay::impl::LowerCopiesPassBase<LowerCopiesPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    owned.add<StridedCopyConversion>(context);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    relay::MatchFailureLog log(getArgumentName().data());
    walkAndApplyPatterns(getOperation(), patterns, log.getIfEnabled());
    // Any other copy would become a call of the C runner library.
    getOperation()->walk([&](memref::CopyOp op) {
      if (isBlockCopy(op))
        return;
      op.emitOpError("expected buffers of known rank, but got ")
          << op.getSource().getType() << " and " << op.getTarget().getType();
      signalPassFailure();
    });
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
