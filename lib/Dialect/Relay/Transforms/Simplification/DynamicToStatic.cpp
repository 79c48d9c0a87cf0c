//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DynamicToStatic: operators that take their shapes from constant operands as
// those that take them from attributes.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/StaticForm.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/PassCancellation.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DYNAMICTOSTATICPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Makes the result of `function`, which nothing in the module mentions, as
/// sharp as what it returns.
static bool sharpenResult(func::FuncOp function) {
  Operation *end = function.getBody().front().getTerminator();
  bool changed = false;
  for (OpOperand &operand : end->getOpOperands())
    while (auto cast = operand.get().getDefiningOp<TypeCastOp>()) {
      if (!isStatic(cast.getValue().getType()))
        break;
      operand.set(cast.getValue());
      if (cast->use_empty())
        cast.erase();
      changed = true;
    }
  if (changed)
    function.setFunctionType(FunctionType::get(function.getContext(),
                                               function.getArgumentTypes(),
                                               end->getOperandTypes()));
  return changed;
}

namespace {
// dyn.op(x, c) -> op(x) with c as attribute
struct MakeStatic : public OpInterfaceRewritePattern<StaticFormInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(StaticFormInterface op,
                                PatternRewriter &rewriter) const override {
    std::string reason;
    FailureOr<StaticOperator> result = createStaticForm(rewriter, op, reason);
    if (failed(result))
      return rewriter.notifyMatchFailure(op, reason);
    // InferType sharpens the type.
    rewriter.replaceOp(op, result->op);
    return success();
  }
};

struct DynamicToStaticPass
    : public relay::impl::DynamicToStaticPassBase<DynamicToStaticPass> {
  using DynamicToStaticPassBase::DynamicToStaticPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateDynamicToStaticPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkTypesKnown(module)))
      return signalPassFailure();
    // Dynamic operators on constants become static ones, not constants.
    FoldConstantConfig config;
    config.cancellation = getCancellation(getAnalysisManager(), module);
    module.walk([&](StaticFormInterface op) {
      config.noFoldOps.insert(op->getName());
    });
    // Each round makes shapes known, and thereby constants of what is computed
    // from them.
    bool changed = false, isNew = true;
    while (isNew) {
      if (failed(inferTypes(module, &isNew)))
        return signalPassFailure();
      changed |= isNew;
      FoldConstantStatistics statistics = foldConstants(module, config);
      if (statistics.hasFailed())
        return signalPassFailure();
      changed |= statistics.hasChanged;
      isNew = false;
      for (auto function : module.getOps<func::FuncOp>()) {
        if (isSkippedByFunctionPasses(function))
          continue;
        FailureOr<bool> result =
            applyPatternsToRoots(function, llvm::IsaPred<StaticFormInterface>,
                                 patterns, getArgumentName().data());
        if (failed(result))
          return signalPassFailure();
        isNew |= *result;
      }
      changed |= isNew;
    }
    if (std::optional<SymbolTable::UseRange> uses =
            SymbolTable::getSymbolUses(&module.getBodyRegion())) {
      llvm::DenseSet<StringAttr> mentioned;
      for (const SymbolTable::SymbolUse &use : *uses)
        mentioned.insert(use.getSymbolRef().getRootReference());
      for (auto function : module.getOps<func::FuncOp>())
        if (function.getBody().hasOneBlock() &&
            !isSkippedByFunctionPasses(function) &&
            !mentioned.contains(function.getSymNameAttr()))
          changed |= sharpenResult(function);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace

void relay::populateDynamicToStaticPatterns(RewritePatternSet &patterns) {
  patterns.add<MakeStatic>(patterns.getContext());
}
