//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion of operators to desired layouts.
//
//===----------------------------------------------------------------------===//

#include "LayoutRewriter.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CONVERTLAYOUTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The names of operators with their layouts. Fails after an error.
static FailureOr<llvm::StringMap<SmallVector<StringRef>>>
parseDesiredLayouts(MLIRContext *context, ArrayRef<std::string> entries) {
  llvm::StringMap<SmallVector<StringRef>> layouts;
  auto fail = [&](const Twine &message) {
    return emitError(UnknownLoc::get(context)) << message;
  };
  for (StringRef entry : entries) {
    SmallVector<StringRef> parts;
    entry.split(parts, ':');
    if (parts.size() < 2 || parts.front().empty())
      return fail("expected a desired layout of the form "
                  "operator:layout[:layout]..., but got \"" +
                  entry + "\"");
    for (StringRef layout : ArrayRef(parts).drop_front())
      if (layout != "default" &&
          failed(Layout::parse(layout, [&](const Twine &message) {
            fail("desired layouts of " + parts.front() + ": " + message);
          })))
        return failure();
    if (!layouts.try_emplace(parts.front(), ArrayRef(parts).drop_front())
             .second)
      return fail("expected desired layouts of " + parts.front() +
                  " once, but got them twice");
  }
  return layouts;
}

namespace {
struct ConvertLayoutPass
    : public relay::impl::ConvertLayoutPassBase<ConvertLayoutPass> {
  using ConvertLayoutPassBase::ConvertLayoutPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertLayoutPassBase::getDependentDialects(registry);
    registerLayoutModels(registry);
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    FailureOr<llvm::StringMap<SmallVector<StringRef>>> layouts =
        parseDesiredLayouts(&getContext(), *desiredLayouts);
    if (failed(layouts))
      return signalPassFailure();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();

    // The operators that have to change.
    DenseMap<Operation *, ArrayRef<StringRef>> desired;
    unsigned layer = 0;
    const OperatorRules *rules = OperatorRules::find(&getContext());
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto it = layouts->find(getOperatorName(op));
      if (it != layouts->end() &&
          (isa<LayoutConversionInterface>(op) ||
           (rules && rules->lookupConversion(op))) &&
          !llvm::is_contained(skipLayers, layer++))
        desired[op] = it->second;
    });
    if (desired.empty())
      return markAllAnalysesPreserved();

    auto getRule = [&](Operation *op) -> OperatorRule {
      auto it = desired.find(op);
      if (it == desired.end())
        return {};
      return [layouts = it->second,
              rule = rules ? rules->lookupConversion(op) : LayoutRule()](
                 OpBuilder &builder, Operation *op,
                 ValueRange operands) -> FailureOr<Value> {
        if (rule)
          return rule(builder, op, operands, layouts);
        if (!isa<LayoutConversionInterface>(op))
          return Value();
        return cast<LayoutConversionInterface>(op).convertLayout(
            builder, operands, layouts);
      };
    };
    FailureOr<bool> changed =
        rewriteLayouts(function, "ConvertLayout", getRule);
    if (failed(changed))
      return signalPassFailure();
    if (!*changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
