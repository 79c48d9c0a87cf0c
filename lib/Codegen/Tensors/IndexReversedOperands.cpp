//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IndexReversedOperands: reads operands backwards by their indices.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::relay {
#define GEN_PASS_DEF_INDEXREVERSEDOPERANDSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Whether `expr` multiplies by a negative number.
static bool isReversed(AffineExpr expr) {
  return expr
      .walk([](AffineExpr part) {
        auto product = dyn_cast<AffineBinaryOpExpr>(part);
        if (!product || product.getKind() != AffineExprKind::Mul)
          return WalkResult::advance();
        auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
        return factor && factor.getValue() < 0 ? WalkResult::interrupt()
                                               : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
// generic(x at map) -> generic(x[map(indices)]), for a map that goes backwards
struct IndexReversedOperand : public OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "the operands are buffers");
    // Outputs keep their maps.
    SmallVector<AffineMap> maps;
    SmallVector<Value> inputs;
    SmallVector<OpOperand *> reversed;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      if (op.isDpsInput(&operand)) {
        if (llvm::any_of(map.getResults(), isReversed)) {
          reversed.push_back(&operand);
          continue;
        }
        inputs.push_back(operand.get());
      }
      maps.push_back(map);
    }
    if (reversed.empty())
      return rewriter.notifyMatchFailure(op, "no operand is read backwards");

    auto result = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(),
        maps, op.getIteratorTypesArray());
    rewriter.inlineRegionBefore(op.getRegion(), result.getRegion(),
                                result.getRegion().begin());
    Block *body = result.getBody();
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(body);
    SmallVector<Value> indices;
    for (unsigned i = 0; i < op.getNumLoops(); ++i)
      indices.push_back(linalg::IndexOp::create(rewriter, op.getLoc(), i));
    // From the last one, so that the numbers of the others hold.
    for (OpOperand *operand : llvm::reverse(reversed)) {
      AffineMap map = op.getMatchingIndexingMap(operand);
      SmallVector<Value> at;
      for (AffineExpr expr : map.getResults())
        at.push_back(
            affine::expandAffineExpr(rewriter, op.getLoc(), expr, indices, {}));
      unsigned number = operand->getOperandNumber();
      Value element =
          tensor::ExtractOp::create(rewriter, op.getLoc(), operand->get(), at);
      rewriter.replaceAllUsesWith(body->getArgument(number), element);
      body->eraseArgument(number);
    }
    rewriter.replaceOp(op, result.getResults());
    return success();
  }
};

struct IndexReversedOperandsPass
    : public relay::impl::IndexReversedOperandsPassBase<
          IndexReversedOperandsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<IndexReversedOperand>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
