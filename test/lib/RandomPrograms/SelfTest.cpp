//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that the checks see what they are for: passes that do wrong.
//
//===----------------------------------------------------------------------===//

#include "SelfTest.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;

namespace {
/// A pass on functions from a callback, which says whether analyses are kept.
struct CallbackPass : PassWrapper<CallbackPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallbackPass)
  using Callback = std::function<FailureOr<bool>(func::FuncOp)>;
  explicit CallbackPass(Callback callback) : callback(std::move(callback)) {}
  void runOnOperation() override {
    FailureOr<bool> keeps = callback(getOperation());
    if (failed(keeps))
      return signalPassFailure();
    if (*keeps)
      markAllAnalysesPreserved();
  }
  Callback callback;
};
} // namespace

static bool swapSubtractions(func::FuncOp function) {
  bool changed = false;
  function.walk([&](SubtractOp op) {
    Value lhs = op.getLhs(), rhs = op.getRhs();
    if (lhs == rhs || op->hasAttr("swapped"))
      return;
    op->setOperands({rhs, lhs});
    op->setAttr("swapped", UnitAttr::get(op.getContext()));
    changed = true;
  });
  return changed;
}

static bool hasStaticResults(func::FuncOp function) {
  return !function
              .walk([](AbsOp op) {
                return cast<RankedTensorType>(op.getType()).hasStaticShape()
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

static bool mark(func::FuncOp function, StringRef name) {
  bool changed = !function->hasAttr(name);
  function->setAttr(name, UnitAttr::get(function.getContext()));
  return changed;
}

/// Functions that subtract, and one that passes skip.
static constexpr StringLiteral kModule = R"mlir(
func.func @any_0(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {relay.pure} {
  %0 = relay.subtract %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = relay.add %0, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @integer_1(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> attributes {relay.pure} {
  %0 = relay.subtract %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @any_2(%x: tensor<4xf32>) -> tensor<4xf32> attributes {relay.SkipOptimization = 1 : i64, relay.pure} {
  return %x : tensor<4xf32>
}
)mlir";

static constexpr StringLiteral kUninferredModule = R"mlir(
func.func @any_0(%x: tensor<4xf32>) -> tensor<?xf32> attributes {relay.pure} {
  %0 = relay.abs %x : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
)mlir";

StringRef test::getSelfTestModule() { return kModule; }

StringRef test::getUninferredModule() { return kUninferredModule; }

std::vector<std::pair<TestedPass, std::optional<PassFailure::Kind>>>
test::getSelfTestPasses() {
  std::vector<std::pair<TestedPass, std::optional<PassFailure::Kind>>> result;
  auto add = [&](StringRef name, std::optional<PassFailure::Kind> expected,
                 CallbackPass::Callback callback,
                 PassProperties properties = {}) {
    auto guarded = [callback](func::FuncOp function) -> FailureOr<bool> {
      if (isSkippedByFunctionPasses(function))
        return true;
      return callback(function);
    };
    TestedPass pass;
    pass.name = name.str();
    pass.isOnFunctions = pass.isFunctionPass = true;
    pass.properties = properties;
    pass.add = [guarded](OpPassManager &manager) {
      manager.addPass(std::make_unique<CallbackPass>(guarded));
    };
    result.emplace_back(std::move(pass), expected);
  };
  add("does nothing", std::nullopt, [](func::FuncOp) { return true; });
  add("changes no value", std::nullopt,
      [](func::FuncOp function) { return !mark(function, "relay.seen"); });
  add("swaps operands", PassFailure::ChangesValues,
      [](func::FuncOp function) { return !swapSubtractions(function); });
  PassProperties bounded;
  bounded.tolerance = 1e-3;
  add(
      "swaps operands of integers", PassFailure::ChangesValues,
      [](func::FuncOp function) { return !swapSubtractions(function); },
      bounded);
  add("says nothing of doing nothing", PassFailure::DropsAnalyses,
      [](func::FuncOp) { return false; });
  add("hides a change", PassFailure::KeepsAnalyses, [](func::FuncOp function) {
    mark(function, "relay.seen");
    return true;
  });
  add("looks at inferred types", std::nullopt, [](func::FuncOp function) {
    return !hasStaticResults(function) || !mark(function, "relay.seen");
  });
  add("changes more each time", PassFailure::NotIdempotent,
      [](func::FuncOp function) {
        auto times = function->getAttrOfType<IntegerAttr>("relay.times");
        function->setAttr(
            "relay.times",
            Builder(function.getContext())
                .getI64IntegerAttr(times ? times.getInt() + 1 : 1));
        return false;
      });
  add("fails", PassFailure::Fails,
      [](func::FuncOp) -> FailureOr<bool> { return failure(); });
  TestedPass skipping;
  skipping.name = "changes what it must skip";
  skipping.isOnFunctions = skipping.isFunctionPass = true;
  skipping.add = [](OpPassManager &manager) {
    manager.addPass(std::make_unique<CallbackPass>([](func::FuncOp function) {
      return FailureOr<bool>(!mark(function, "relay.seen"));
    }));
  };
  result.emplace_back(std::move(skipping), PassFailure::ChangesSkipped);
  return result;
}
