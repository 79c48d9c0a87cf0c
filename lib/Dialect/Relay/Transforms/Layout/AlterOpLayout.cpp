//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The replacement of operators by what the rules of a target say.
//
//===----------------------------------------------------------------------===//

#include "LayoutRewriter.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ALTEROPLAYOUTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct AlterOpLayoutPass
    : public relay::impl::AlterOpLayoutPassBase<AlterOpLayoutPass> {
  using AlterOpLayoutPassBase::AlterOpLayoutPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    AlterOpLayoutPassBase::getDependentDialects(registry);
    registerLayoutModels(registry);
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    const OperatorRules *rules = OperatorRules::find(&getContext());
    if (!rules || !rules->hasRules(OperatorRules::alterOpLayout))
      return markAllAnalysesPreserved();
    auto getRule = [&](Operation *op) {
      return rules->lookup(OperatorRules::alterOpLayout, op);
    };
    if (!function
             .walk([&](Operation *op) {
               return getRule(op) ? WalkResult::interrupt()
                                  : WalkResult::advance();
             })
             .wasInterrupted())
      return markAllAnalysesPreserved();
    FailureOr<bool> changed =
        rewriteLayouts(function, "AlterOpLayout", getRule);
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
