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
    FailureOr<std::optional<TargetDescription>> parsed =
        parseTargetOption(function, target);
    if (failed(parsed) || failed(checkTypesKnown(function)))
      return signalPassFailure();
    const TargetDescription *description = *parsed ? &**parsed : nullptr;
    FailureOr<bool> changed =
        applyRules([&](Operation *op) { return getUserRule(op, description); });
    if (failed(changed))
      return signalPassFailure();
    if (channelBlock != 0) {
      FailureOr<bool> isBlocked = applyRules([&](Operation *op) {
        return mayBlockChannels(op) ? makeBlockRule() : OperatorRule();
      });
      if (failed(isBlocked))
        return signalPassFailure();
      *changed |= *isBlocked;
    }
    if (!*changed)
      markAllAnalysesPreserved();
  }

private:
  /// The rule that a user has registered for `op`.
  OperatorRule getUserRule(Operation *op, const TargetDescription *target) {
    const OperatorRules *rules = OperatorRules::find(&getContext());
    return rules ? rules->lookup(OperatorRules::alterOpLayout, op, target)
                 : OperatorRule();
  }
  /// RelayLite's own rule, for what users' rules leave.
  OperatorRule makeBlockRule() {
    return [size = int64_t(channelBlock)](
               OpBuilder &builder, Operation *op,
               ValueRange operands) -> FailureOr<Value> {
      return blockChannels(builder, op, operands, size);
    };
  }
  /// Rewrites the function if there is a rule for one of its operators. Returns
  /// whether it has changed.
  FailureOr<bool> applyRules(function_ref<OperatorRule(Operation *)> getRule) {
    WalkResult result = getOperation().walk([&](Operation *op) {
      return getRule(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!result.wasInterrupted())
      return false;
    return rewriteLayouts(getOperation(), "AlterOpLayout", getRule);
  }
};
} // namespace
