//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ending constant folding and evaluation before they are done.
//
//===----------------------------------------------------------------------===//

#include "FoldConstantTest.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/Interruption.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"
#include <cfenv>

using namespace mlir;
using namespace mlir::relay;

namespace {

constexpr std::chrono::milliseconds atOnce{0};

class FoldInterruptionTest : public FoldConstantsTest {
protected:
  FoldInterruptionTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
        }) {}

  /// Three operators whose results are live.
  void parseLiveOperators() {
    parse(R"mlir(
      func.func @f() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
        %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
        %2 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
        %3 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
        return %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
      })mlir");
  }
  /// Expects one error, and forgets it.
  void expectError(StringRef error) {
    EXPECT_EQ(std::exchange(errors, {}), std::vector<std::string>{error.str()});
  }

  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

TEST_F(FoldInterruptionTest, WhatIsDoneStays) {
  parseLiveOperators();
  unsigned numAsked = 0;
  {
    ScopedInterruption scope([&] { return ++numAsked == 3; }, atOnce);
    FoldConstantStatistics statistics = foldConstants(*module);
    EXPECT_TRUE(statistics.isInterrupted);
    EXPECT_TRUE(statistics.hasFailed());
    EXPECT_FALSE(statistics.isOutOfMemory);
    EXPECT_TRUE(statistics.hasChanged);
    EXPECT_EQ(statistics.numEvaluated, 2u);
    // It is not asked again.
    EXPECT_EQ(numAsked, 3u);
    EXPECT_TRUE(isInterrupted());
  }
  expectError("cannot fold: it was interrupted");
  EXPECT_EQ(count<ConstantOp>(*module), 3u);
  EXPECT_EQ(count<ExpOp>(*module), 1u);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_FALSE(isInterrupted());
  EXPECT_FALSE(foldConstants(*module).hasFailed());
  EXPECT_EQ(count<ExpOp>(*module), 0u);
}

TEST_F(FoldInterruptionTest, AllFormsFail) {
  std::optional<ScopedInterruption> scope;
  auto interrupt = [&] {
    scope.reset();
    scope.emplace([] { return true; }, atOnce);
  };
  std::string reason = "cannot fold: it was interrupted";
  parseLiveOperators();
  std::string before = print();
  PassManager manager(&context);
  manager.addPass(createFoldConstantPass());
  interrupt();
  EXPECT_TRUE(failed(manager.run(*module)));
  expectError(reason);
  interrupt();
  EXPECT_TRUE(failed(foldConstants(getResult())));
  expectError(reason);
  interrupt();
  EXPECT_TRUE(failed(evaluateConstant(getResult())));
  expectError(reason);
  EXPECT_EQ(print(), before);
  RewritePatternSet patterns(&context);
  populateFoldConstantPatterns(patterns);
  interrupt();
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  // Not once for each operator.
  expectError(reason);
  EXPECT_EQ(count<NegativeOp>(*module), 1u);
  // Nor for each run.
  EXPECT_TRUE(failed(manager.run(*module)));
  bool hasError = false;
  EXPECT_TRUE(failed(evaluateConstant(getResult(), {}, &hasError)));
  EXPECT_TRUE(hasError);
  EXPECT_TRUE(errors.empty());
}

TEST_F(FoldInterruptionTest, PassesThatFoldFail) {
  auto fails = [&](std::unique_ptr<Pass> pass) {
    ScopedInterruption scope([] { return true; }, atOnce);
    PassManager manager(&context, ModuleOp::getOperationName(),
                        PassManager::Nesting::Implicit);
    manager.addPass(std::move(pass));
    EXPECT_TRUE(failed(manager.run(*module)));
  };
  parseLiveOperators();
  fails(createDynamicToStaticPass());
  expectError("cannot fold: it was interrupted");
  EXPECT_EQ(count<ConstantOp>(*module), 1u);
  parse(R"mlir(
    func.func @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = relay.add %arg0, %0
          : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %2 = relay.add %1, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %2 : tensor<2xf32>
    })mlir");
  fails(createSimplifyExprPass());
  expectError("cannot fold: it was interrupted");
  EXPECT_EQ(count<AddOp>(*module), 2u);
}

TEST_F(FoldInterruptionTest, OperatorsThatAreEvaluatedTogether) {
  constexpr int64_t size = int64_t(1) << 20;
  parse(llvm::formatv(R"mlir(
    func.func @f() -> tensor<{0}xf32> {{
      %0 = relay.constant dense<1.0> : tensor<f32>
      %1 = relay.broadcast_to %0 {{shape = array<i64: {0}>}
          : (tensor<f32>) -> tensor<{0}xf32>
      %2 = relay.nn.softmax %1 : (tensor<{0}xf32>) -> tensor<{0}xf32>
      %3 = relay.exp %2 : (tensor<{0}xf32>) -> tensor<{0}xf32>
      %4 = relay.negative %3 : (tensor<{0}xf32>) -> tensor<{0}xf32>
      return %4 : tensor<{0}xf32>
    })mlir",
                      size)
            .str());
  std::string before = print();
  unsigned numAsked = 0;
  ScopedInterruption scope([&] { return ++numAsked == 3; }, atOnce);
  EXPECT_TRUE(foldConstants(*module).isInterrupted);
  EXPECT_EQ(numAsked, 3u);
  expectError("cannot fold: it was interrupted");
  // Their operands were evaluated for them alone.
  EXPECT_EQ(print(), before);
  for (bool isThreaded : {false, true}) {
    context.enableMultithreading(isThreaded);
    numAsked = 0;
    // Among the pieces of their values.
    ScopedInterruption scope([&] { return ++numAsked == 4; }, atOnce);
    EXPECT_TRUE(foldConstants(*module).isInterrupted);
    EXPECT_EQ(numAsked, 4u);
    expectError("cannot fold: it was interrupted");
    EXPECT_EQ(count<NegativeOp>(*module), 1u);
  }
}

TEST_F(FoldInterruptionTest, IsAskedInTheEnvironmentOfTheThread) {
  parse(R"mlir(
    func.func @f() -> (tensor<f32>, tensor<4x1048576xf32>) {
      %0 = relay.constant dense<[[1.0], [2.0], [3.0], [4.0]]> : tensor<4x1xf32>
      %1 = relay.constant dense<[4, 1048576]> : tensor<2xi64>
      %2 = relay.dyn.broadcast_to %0, %1
          : (tensor<4x1xf32>, tensor<2xi64>) -> tensor<4x1048576xf32>
      %3 = relay.mean %2 : (tensor<4x1048576xf32>) -> tensor<f32>
      %4 = relay.exp %2 : (tensor<4x1048576xf32>) -> tensor<4x1048576xf32>
      %5 = relay.negative %4 : (tensor<4x1048576xf32>) -> tensor<4x1048576xf32>
      return %3, %5 : tensor<f32>, tensor<4x1048576xf32>
    })mlir");
  unsigned numAsked = 0, numRoundedUp = 0;
  auto ask = [&] {
    volatile float one = 1, little = 0x1p-40f;
    ++numAsked;
    numRoundedUp += one + little > one;
    return false;
  };
  int before = std::fegetround();
  std::fesetround(FE_UPWARD);
  {
    ScopedInterruption scope(ask, atOnce);
    FoldConstantConfig config;
    config.maxGrowth = 0;
    EXPECT_FALSE(foldConstants(*module, config).hasFailed());
    // Alone, too, an operator may be evaluated in pieces.
    parse(R"mlir(
      func.func @f() -> tensor<1048576xf32> {
        %0 = relay.constant dense<1.0> : tensor<f32>
        %1 = relay.broadcast_to %0 {shape = array<i64: 1048576>}
            : (tensor<f32>) -> tensor<1048576xf32>
        %2 = relay.nn.softmax %1 : (tensor<1048576xf32>) -> tensor<1048576xf32>
        %3 = relay.exp %2 : (tensor<1048576xf32>) -> tensor<1048576xf32>
        return %3 : tensor<1048576xf32>
      })mlir");
    RewritePatternSet patterns(&context);
    populateFoldConstantPatterns(patterns);
    EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  }
  std::fesetround(before);
  EXPECT_GT(numAsked, 0u);
  EXPECT_EQ(numRoundedUp, numAsked);
}

TEST_F(FoldInterruptionTest, KernelsThatAreMade) {
  // Each operator needs one of its own, which no other test needs.
  unsigned numKernels = 4 * context.getNumThreads();
  std::string body, values, types;
  for (unsigned i = 0; i < numKernels; ++i) {
    std::string type = llvm::formatv("tensor<1x1x{0}x17xf32>", 31 + i);
    body += llvm::formatv(
        "%{0} = relay.image.resize2d %c {{size = array<i64: {1}, 17>, "
        "roi = array<f64: 0.0, 0.0, 0.0, 0.0>, method = \"nearest_neighbor\", "
        "coordinate_transformation_mode = \"half_pixel\"} : "
        "(tensor<1x1x2x3xf32>) -> {2}\n",
        i, 31 + i, type);
    values += llvm::formatv("{0}%{1}", i == 0 ? "" : ", ", i);
    types += (i == 0 ? "" : ", ") + type;
  }
  parse(llvm::formatv(R"mlir(
    func.func @f() -> ({0}) {{
      %c = relay.constant dense<[[[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]]]>
          : tensor<1x1x2x3xf32>
      {1}
      return {2} : {0}
    })mlir",
                      types, body, values)
            .str());
  ScopedInterruption scope([] { return true; }, atOnce);
  FoldConstantStatistics statistics = foldConstants(*module);
  EXPECT_TRUE(statistics.isInterrupted);
  // Other threads may have begun some.
  EXPECT_LT(statistics.numCompiled + statistics.numCached, numKernels);
  expectError("cannot fold: it was interrupted");
}

TEST_F(FoldInterruptionTest, Calls) {
  parse(R"mlir(
    func.func @f(%arg0: tensor<i32>) -> tensor<i32> {
      %0 = relay.call @f(%arg0) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    })mlir");
  Evaluator evaluator(*module);
  auto type = RankedTensorType::get({}, IntegerType::get(&context, 32));
  Tensor argument = Tensor::allocate(type);
  unsigned numAsked = 0;
  ScopedInterruption scope([&] { return ++numAsked == 100; }, atOnce);
  EXPECT_TRUE(failed(evaluator.call(getFunction("f"), EvalValue(argument))));
  expectError("cannot evaluate: it was interrupted");
  EXPECT_EQ(numAsked, 100u);
}

TEST(InterruptionTest, IsNotAskedWhileItIsAsked) {
  unsigned numAsked = 0;
  auto ask = [&] {
    if (++numAsked == 1) {
      EXPECT_FALSE(isInterrupted());
    }
    return false;
  };
  ScopedInterruption scope(ask, atOnce);
  EXPECT_FALSE(isInterrupted());
  EXPECT_EQ(numAsked, 1u);
  EXPECT_FALSE(isInterrupted());
  EXPECT_EQ(numAsked, 2u);
}

TEST(InterruptionTest, IsAskedOnceInAWhile) {
  EXPECT_FALSE(isInterrupted());
  unsigned numAsked = 0;
  auto ask = [&] {
    ++numAsked;
    return true;
  };
  {
    ScopedInterruption scope(ask, std::chrono::hours(1));
    EXPECT_FALSE(isInterrupted());
    {
      ScopedInterruption never(ask, std::chrono::milliseconds::max());
      EXPECT_FALSE(isInterrupted());
    }
    EXPECT_EQ(numAsked, 0u);
    {
      ScopedInterruption inner(ask, atOnce);
      EXPECT_TRUE(isInterrupted());
      EXPECT_TRUE(isInterrupted());
      EXPECT_EQ(numAsked, 1u);
      EXPECT_EQ(llvm::errorToErrorCode(checkInterruption()),
                std::errc::operation_canceled);
    }
    EXPECT_FALSE(isInterrupted());
    llvm::Error error = checkInterruption();
    EXPECT_FALSE(bool(error));
  }
  EXPECT_FALSE(isInterrupted());
  EXPECT_EQ(numAsked, 1u);
}

} // namespace
