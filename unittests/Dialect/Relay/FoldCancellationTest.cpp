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
#include "RelayLite/Pass/Pass.h"
#include "RelayLite/Pass/PassContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"
#include <cfenv>

using namespace mlir;
using namespace mlir::relay;

namespace {

constexpr std::chrono::milliseconds atOnce{0};

class FoldCancellationTest : public FoldConstantsTest {
protected:
  FoldCancellationTest()
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
  /// Folds `module` until `cancellation` ends it.
  FoldConstantStatistics fold(Cancellation &cancellation) {
    FoldConstantConfig config;
    config.maxGrowth = 0;
    config.cancellation = &cancellation;
    return foldConstants(*module, config);
  }
  LogicalResult run(pass::PassFactory factory, Cancellation &cancellation) {
    pass::Pass pass = pass::createPass(pass::PassKind::Module,
                                       std::move(factory), {0, "the pass"});
    return pass(*module, *pass::PassContext::current(), &cancellation);
  }
  /// Expects one error, and forgets it.
  void expectError(StringRef error) {
    EXPECT_EQ(std::exchange(errors, {}), std::vector<std::string>{error.str()});
  }

  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

TEST_F(FoldCancellationTest, WhatIsDoneStays) {
  parseLiveOperators();
  unsigned numAsked = 0;
  Cancellation cancellation([&] { return ++numAsked == 3; }, atOnce);
  FoldConstantStatistics statistics = fold(cancellation);
  EXPECT_TRUE(statistics.isInterrupted);
  EXPECT_TRUE(statistics.hasFailed());
  EXPECT_FALSE(statistics.isOutOfMemory);
  EXPECT_TRUE(statistics.hasChanged);
  EXPECT_EQ(statistics.numEvaluated, 2u);
  // It is not asked again.
  EXPECT_EQ(numAsked, 3u);
  EXPECT_TRUE(cancellation.isCancelled());
  expectError("cannot fold: it was interrupted");
  EXPECT_EQ(count<ConstantOp>(*module), 3u);
  EXPECT_EQ(count<ExpOp>(*module), 1u);
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_FALSE(foldConstants(*module).hasFailed());
  EXPECT_EQ(count<ExpOp>(*module), 0u);
}

TEST_F(FoldCancellationTest, AllFormsFail) {
  std::optional<Cancellation> cancellation;
  FoldConstantConfig config;
  auto cancel = [&] {
    cancellation.emplace([] { return true; }, atOnce);
    config.cancellation = &*cancellation;
  };
  std::string reason = "cannot fold: it was interrupted";
  parseLiveOperators();
  std::string before = print();
  auto runPass = [&] {
    return run([] { return createFoldConstantPass(); }, *cancellation);
  };
  cancel();
  EXPECT_TRUE(failed(runPass()));
  expectError(reason);
  cancel();
  EXPECT_TRUE(failed(foldConstants(getResult(), config)));
  expectError(reason);
  cancel();
  EXPECT_TRUE(failed(evaluateConstant(getResult(), config)));
  expectError(reason);
  EXPECT_EQ(print(), before);
  RewritePatternSet patterns(&context);
  cancel();
  populateFoldConstantPatterns(patterns, config);
  EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  // The error is not reported once for each operator.
  expectError(reason);
  EXPECT_EQ(count<NegativeOp>(*module), 1u);
  // Nor for each run.
  EXPECT_TRUE(failed(runPass()));
  bool hasError = false;
  EXPECT_TRUE(failed(evaluateConstant(getResult(), config, &hasError)));
  EXPECT_TRUE(hasError);
  EXPECT_TRUE(errors.empty());
}

TEST_F(FoldCancellationTest, PassesThatFoldFail) {
  parseLiveOperators();
  Cancellation cancellation([] { return true; }, atOnce);
  EXPECT_TRUE(
      failed(run([] { return createDynamicToStaticPass(); }, cancellation)));
  expectError("cannot fold: it was interrupted");
  EXPECT_EQ(count<ConstantOp>(*module), 1u);
}

TEST_F(FoldCancellationTest, OperatorsThatAreEvaluatedTogether) {
  constexpr int64_t size = int64_t(1) << 20;
  std::string text = llvm::formatv(R"mlir(
    func.func @f() -> tensor<{0}xf32> {{
      %0 = relay.constant dense<1.0> : tensor<f32>
      %1 = relay.broadcast_to %0 {{shape = array<i64: {0}>}
          : (tensor<f32>) -> tensor<{0}xf32>
      %2 = relay.nn.softmax %1 : (tensor<{0}xf32>) -> tensor<{0}xf32>
      %3 = relay.exp %2 : (tensor<{0}xf32>) -> tensor<{0}xf32>
      %4 = relay.negative %3 : (tensor<{0}xf32>) -> tensor<{0}xf32>
      return %4 : tensor<{0}xf32>
    })mlir",
                                   size);
  auto cancelAt = [&](unsigned last) {
    parse(text);
    unsigned numAsked = 0;
    Cancellation cancellation([&] { return ++numAsked == last; }, atOnce);
    EXPECT_TRUE(fold(cancellation).isInterrupted);
    EXPECT_EQ(numAsked, last);
    expectError("cannot fold: it was interrupted");
    EXPECT_EQ(count<NegativeOp>(*module), 1u);
  };
  // Before the broadcast, the softmax, its part, and a piece of the others.
  for (bool isThreaded : {true, false}) {
    context.enableMultithreading(isThreaded);
    for (unsigned last : {1, 2, 3, 4})
      cancelAt(last);
  }
  std::string after = print();
  // Among the pieces.
  cancelAt(8);
  // Their operands were evaluated for them alone.
  EXPECT_EQ(print(), after);
  EXPECT_EQ(count<NNSoftmaxOp>(*module), 1u);
}

TEST_F(FoldCancellationTest, IsAskedInTheEnvironmentOfTheThread) {
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
    Cancellation cancellation(ask, atOnce);
    EXPECT_FALSE(fold(cancellation).hasFailed());
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
    FoldConstantConfig config;
    config.cancellation = &cancellation;
    populateFoldConstantPatterns(patterns, config);
    EXPECT_TRUE(succeeded(applyPatternsGreedily(*module, std::move(patterns))));
  }
  std::fesetround(before);
  EXPECT_GT(numAsked, 0u);
  EXPECT_EQ(numRoundedUp, numAsked);
}

TEST_F(FoldCancellationTest, KernelsThatAreMade) {
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
  Cancellation cancellation([] { return true; }, atOnce);
  FoldConstantStatistics statistics = fold(cancellation);
  EXPECT_TRUE(statistics.isInterrupted);
  // Other threads may have begun some.
  EXPECT_LT(statistics.numCompiled + statistics.numCached, numKernels);
  expectError("cannot fold: it was interrupted");
}

TEST_F(FoldCancellationTest, Calls) {
  parse(R"mlir(
    func.func @f(%arg0: tensor<i32>) -> tensor<i32> {
      %0 = relay.call @f(%arg0) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    })mlir");
  Evaluator evaluator(*module);
  auto type = RankedTensorType::get({}, IntegerType::get(&context, 32));
  Tensor argument = Tensor::allocate(type);
  unsigned numAsked = 0;
  Cancellation cancellation([&] { return ++numAsked == 100; }, atOnce);
  EXPECT_TRUE(failed(
      evaluator.call(getFunction("f"), EvalValue(argument), &cancellation)));
  expectError("cannot evaluate: it was interrupted");
  EXPECT_EQ(numAsked, 100u);
}

} // namespace
