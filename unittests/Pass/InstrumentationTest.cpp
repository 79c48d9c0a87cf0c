//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequentials inside stock pass managers, and instruments around stock passes.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include "RelayLite/Pass/Instruments.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relay::pass {
namespace {

class InstrumentationTest : public PassTest {
protected:
  InstrumentationTest() : pm(&context, ModuleOp::getOperationName()) {}

  /// Adds the instruments of a context with recorders.
  void instrument(ArrayRef<std::string> names) {
    made = makeContext({}, names);
    pm.addInstrumentation(createInstrumentation(made));
  }

  PassManager pm;
  std::shared_ptr<PassContext> made;
};

TEST_F(InstrumentationTest, AdaptorPassInAPipeline) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(llvm::cantFail(createAdaptorPass(
      Sequential({makePass("P"), makePass("Q", 3)}), makeContext({}, {"A"}))));
  EXPECT_TRUE(succeeded(pm.run(*module)));
  EXPECT_TRUE(succeeded(pm.run(*module)));
  Log once = {"should A sequential",
              "before A sequential",
              "should A P",
              "before A P",
              "run P",
              "after A P",
              "after A sequential"};
  Log twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  EXPECT_EQ(takeLog(), twice);
}

TEST_F(InstrumentationTest, WhatIsThrownInAPipelineBecomesADiagnostic) {
  ErrorCollector errors(&context);
  auto run = [&](ModuleCallback callback) {
    PassManager own(&context, ModuleOp::getOperationName());
    own.addPass(llvm::cantFail(createAdaptorPass(
        createModulePass(std::move(callback), PassInfo(0, "P")))));
    return own.run(*module);
  };
  EXPECT_TRUE(failed(run([](ModuleOp, PassRun &) -> LogicalResult {
    throw std::runtime_error("thrown");
  })));
  EXPECT_TRUE(
      failed(run([](ModuleOp, PassRun &) -> LogicalResult { throw 1; })));
  EXPECT_EQ(errors.messages, (Log{"a pass or an instrument threw: thrown",
                                  "a pass or an instrument threw"}));
  EXPECT_EQ(toString(createAdaptorPass(Pass()).takeError()),
            "found undefined pass for optimization");
  EXPECT_EQ(toString(createAdaptorPass(makePass("P"), nullptr).takeError()),
            "expected a pass context, but got a null pointer");
}

TEST_F(InstrumentationTest, StockPasses) {
  context.disableMultithreading();
  instrument({"A"});
  pm.addPass(createSymbolDCEPass());
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  EXPECT_TRUE(succeeded(pm.run(*module)));
  // Once for each function, under the argument of the pass.
  EXPECT_EQ(takeLog(), (Log{"should A symbol-dce", "before A symbol-dce",
                            "after A symbol-dce", "should A cse",
                            "before A cse", "after A cse", "should A cse",
                            "before A cse", "after A cse"}));
}

TEST_F(InstrumentationTest, OurPassesHaveTheirNames) {
  instrument({"A"});
  ASSERT_TRUE(succeeded(parsePassPipeline("relay-fold-constant", pm)));
  EXPECT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(takeLog(), (Log{"should A FoldConstant", "before A FoldConstant",
                            "after A FoldConstant"}));
}

TEST_F(InstrumentationTest, PassesOfASequentialAreSeenOnce) {
  instrument({"A"});
  pm.addPass(llvm::cantFail(
      createAdaptorPass(llvm::cantFail(getPass("FoldConstant")), made)));
  EXPECT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(takeLog(), (Log{"should A FoldConstant", "before A FoldConstant",
                            "should A InferType", "before A InferType",
                            "after A InferType", "after A FoldConstant"}));
}

TEST_F(InstrumentationTest, AVetoIsAWarning) {
  context.disableMultithreading();
  ErrorCollector messages(&context);
  instrument({"A"});
  recorders[0]->veto("cse");
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  EXPECT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(messages.messages,
            Log{"the instrument 'A' cannot veto the pass 'cse', which runs "
                "outside relay-sequential"});
  EXPECT_TRUE(llvm::is_contained(log, "after A cse"));
}

TEST_F(InstrumentationTest, FailingHooksFailThePass) {
  context.disableMultithreading();
  for (StringRef hook : {"should", "before", "after"}) {
    for (auto how : {Recorder::Failure::Fail, Recorder::Failure::Throw}) {
      PassManager own(&context, ModuleOp::getOperationName());
      made = makeContext({}, {"A", "B"});
      recorders[0]->failIn(hook.str(), how);
      own.addInstrumentation(createInstrumentation(made));
      own.addPass(createSymbolDCEPass());
      ErrorCollector errors(&context);
      LogicalResult result = own.run(*module);
      EXPECT_TRUE(failed(result));
      std::string expected =
          "the instrument 'A' failed around the pass 'symbol-dce'";
      if (how == Recorder::Failure::Throw)
        expected += ": " + hook.str() + " of A";
      EXPECT_EQ(errors.messages, Log{expected});
      EXPECT_FALSE(llvm::is_contained(takeLog(), hook.str() + " B symbol-dce"));
    }
  }
}

TEST_F(InstrumentationTest, HooksOnThreadsOfThePool) {
  std::string source;
  for (unsigned i = 0; i != 64; ++i)
    source += "func.func @f" + std::to_string(i) + "() { return }\n";
  module = parse(source);
  instrument({"A"});
  pm.addNestedPass<func::FuncOp>(createCSEPass());
  EXPECT_TRUE(succeeded(pm.run(*module)));
  EXPECT_EQ(llvm::count(takeLog(), "after A cse"), 64);
  // One that throws there is an error like any other.
  ErrorCollector errors(&context);
  recorders[0]->failIn("before", Recorder::Failure::Throw);
  EXPECT_TRUE(failed(pm.run(*module)));
  EXPECT_FALSE(errors.messages.empty());
  for (const std::string &message : errors.messages)
    EXPECT_EQ(message, "the instrument 'A' failed around the pass 'cse': "
                       "before of A");
  recorders[0]->failIn("", Recorder::Failure::None);
  EXPECT_TRUE(succeeded(pm.run(*module)));
}

} // namespace
} // namespace mlir::relay::pass
