//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-expand-math.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Tensors/ExpandMath.h"
#include "Approximations.h"
#include "RelayLite/Codegen/Passes.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::relay {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
// op(x, ...) -> Expand(x, ...), if x is of f32 or f64
template <typename Op, auto Expand>
struct Expansion : OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (!element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "neither f32 nor f64");
    if (isa<TensorType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "a tensor");
    if constexpr (Op::template hasTrait<OpTrait::OneOperand>())
      rewriter.replaceOp(op, Expand(rewriter, op.getLoc(), op.getOperand()));
    else
      rewriter.replaceOp(
          op, Expand(rewriter, op.getLoc(), op.getLhs(), op.getRhs()));
    return success();
  }
};

struct ExpandMathPass : relay::impl::ExpandMathPassBase<ExpandMathPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet owned(context);
    populateExpandMathPatterns(owned);
    arith::populateExpandBFloat16Patterns(owned);
    patterns = std::move(owned);
    return success();
  }

  void runOnOperation() override {
    MatchFailureLog log(getArgumentName().data());
    walkAndApplyPatterns(getOperation(), patterns, log.getIfEnabled());
    // Any other function would become a call of the C library.
    getOperation()->walk([&](Operation *op) {
      if (!isa<math::AcosOp, math::AcoshOp, math::AsinOp, math::AsinhOp,
               math::AtanOp, math::AtanhOp, math::CosOp, math::CoshOp,
               math::ErfOp, math::ExpOp, math::Log10Op, math::Log2Op,
               math::LogOp, math::PowFOp, math::RoundOp, math::RsqrtOp,
               math::SinOp, math::SinhOp, math::TanOp, math::TanhOp>(op))
        return;
      op->emitOpError("expected scalars or vectors of f32 or f64, but got ")
          << op->getResult(0).getType();
      signalPassFailure();
    });
  }

  FrozenRewritePatternSet patterns;
};
} // namespace

void relay::populateExpandMathPatterns(RewritePatternSet &patterns) {
  patterns.add<
      Expansion<math::AcosOp, expandAcos>,
      Expansion<math::AcoshOp, expandAcosh>,
      Expansion<math::AsinOp, expandAsin>,
      Expansion<math::AsinhOp, expandAsinh>,
      Expansion<math::AtanOp, expandAtan>,
      Expansion<math::AtanhOp, expandAtanh>, Expansion<math::CosOp, expandCos>,
      Expansion<math::CoshOp, expandCosh>, Expansion<math::ErfOp, expandErf>,
      Expansion<math::ExpOp, expandExp>, Expansion<math::Log10Op, expandLog10>,
      Expansion<math::Log2Op, expandLog2>, Expansion<math::LogOp, expandLog>,
      Expansion<math::PowFOp, expandPow>, Expansion<math::RoundOp, expandRound>,
      Expansion<math::RsqrtOp, expandRsqrt>, Expansion<math::SinOp, expandSin>,
      Expansion<math::SinhOp, expandSinh>, Expansion<math::TanOp, expandTan>,
      Expansion<math::TanhOp, expandTanh>>(patterns.getContext());
}
