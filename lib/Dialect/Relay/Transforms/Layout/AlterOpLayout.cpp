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

#include "ChannelBlocks.h"
#include "LayoutRewriter.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"

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
    if (channelBlock != 0 && (channelBlock < 2 || channelBlock > 64 ||
                              !llvm::isPowerOf2_64(channelBlock))) {
      emitError(UnknownLoc::get(&getContext()))
          << "expected a channel-block of 0 or a power of two from 2 to 64, "
             "but got "
          << channelBlock.getValue();
      return signalPassFailure();
    }
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    auto getRule = [&](Operation *op) { return this->getRule(op); };
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

private:
  OperatorRule getRule(Operation *op);
};
} // namespace

/// The rule for `op`: that of a user, then, if it leaves `op` alone,
/// RelayLite's own.
OperatorRule AlterOpLayoutPass::getRule(Operation *op) {
  const OperatorRules *rules = OperatorRules::find(&getContext());
  OperatorRule rule =
      rules ? rules->lookup(OperatorRules::alterOpLayout, op) : OperatorRule();
  if (channelBlock == 0 || !isa<NNConv2dOp>(op))
    return rule;
  return [rule, size = int64_t(channelBlock)](
             OpBuilder &builder, Operation *op,
             ValueRange operands) -> FailureOr<Value> {
    if (rule) {
      FailureOr<Value> result = rule(builder, op, operands);
      if (failed(result) || *result)
        return result;
    }
    return blockChannels(builder, op, operands, size);
  };
}
