//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The built-in instruments in contexts, around passes that run, are vetoed,
// fail and throw.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include "RelayLite/Pass/Instruments.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

namespace mlir::relay::pass {
namespace {

class InstrumentContextTest : public PassTest {
protected:
  std::shared_ptr<PassContext>
  makeContextWith(std::shared_ptr<PassInstrument> instrument,
                  std::vector<std::string> required = {}) {
    PassContextOptions options;
    options.instruments.push_back(std::move(instrument));
    options.requiredPasses = std::move(required);
    return makeContext(std::move(options));
  }

  Pass makeThrowingPass() {
    return createModulePass(
        [](ModuleOp, PassRun &) -> LogicalResult {
          throw std::runtime_error("thrown");
        },
        PassInfo(0, "Throws"));
  }

  /// A pass that moves the first relay.add before its operands and claims to
  /// have changed nothing.
  Pass makeLyingPass() {
    return createModulePass(
        [](ModuleOp module, PassRun &run) {
          AddOp add;
          module.walk([&](AddOp op) { add = add ? add : op; });
          add->moveBefore(&add->getBlock()->front());
          run.markAllAnalysesPreserved();
          return success();
        },
        PassInfo(0, "Lies"));
  }
};

TEST_F(InstrumentContextTest, TimingOutlivesAThrowingPass) {
  auto timing = std::make_shared<TimingInstrument>();
  std::shared_ptr<PassContext> made = makeContextWith(timing);
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  Sequential list({makePass("A"), makeThrowingPass(), makePass("B")});
  EXPECT_THROW((void)list(*module), std::runtime_error);
  EXPECT_TRUE(succeeded(makePass("C")(*module)));
  std::string text = llvm::cantFail(timing->render());
  EXPECT_TRUE(llvm::Regex("^sequential: [^\n]*\n\tA: [^\n]*\n\tThrows: "
                          "[^\n]*\nC: [^\n]*\n$")
                  .match(text))
      << text;
  EXPECT_EQ(toString(scope.exit()), "");
}

TEST_F(InstrumentContextTest, TimingOutlivesAFailingHookOfAnother) {
  auto timing = std::make_shared<TimingInstrument>();
  PassContextOptions options;
  options.instruments = {timing};
  std::shared_ptr<PassContext> made = makeContext(std::move(options), {"R"});
  recorders[0]->failIn("after", Recorder::Failure::Throw, "B");
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  Sequential list({makePass("A"), makePass("B")});
  EXPECT_THROW((void)list(*module), std::runtime_error);
  std::string text = llvm::cantFail(timing->render());
  EXPECT_TRUE(llvm::Regex("^sequential: [^\n]*\n\tA: [^\n]*\n\tB: [^\n]*\n$")
                  .match(text))
      << text;
  EXPECT_EQ(toString(scope.exit()), "");
}

TEST_F(InstrumentContextTest, BisectKeepsRequiredPasses) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::shared_ptr<PassContext> made =
      makeContextWith(std::make_shared<BisectInstrument>(1, &os), {"C"});
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  Sequential inner({makePass("B"), makePass("C")}, 0, "inner");
  Sequential list({makePass("A", 0, {"InferType"}), inner});
  EXPECT_TRUE(succeeded(list(*module)));
  EXPECT_EQ(takeLog(), (Log{"run A", "run C"}));
  EXPECT_EQ(toString(scope.exit()), "");
  EXPECT_EQ(text, "BISECT: running pass (1) A\n"
                  "BISECT: NOT running pass (2) B\n"
                  "BISECT: 1 of 2 passes ran, the last was (1) A\n");
}

TEST_F(InstrumentContextTest, BisectStopsARealPipelineAnywhere) {
  std::string last;
  for (int64_t limit = 0; limit != 4; ++limit) {
    std::string text;
    llvm::raw_string_ostream os(text);
    std::shared_ptr<PassContext> made =
        makeContextWith(std::make_shared<BisectInstrument>(limit, &os));
    OwningOpRef<ModuleOp> clone(module->clone());
    auto scope = llvm::cantFail(PassContextScope::enter(made));
    std::vector<Pass> passes =
        llvm::cantFail(parsePassList("SimplifyInference,FoldConstant,cse"));
    EXPECT_TRUE(succeeded(Sequential(passes)(*clone)));
    EXPECT_TRUE(succeeded(verify(*clone)));
    EXPECT_EQ(toString(scope.exit()), "");
    EXPECT_EQ(StringRef(text).count("NOT running"), 3u - limit) << text;
    bool isFolded = true;
    clone->walk(
        [&](AddOp op) { isFolded &= isa<BlockArgument>(op->getOperand(0)); });
    EXPECT_EQ(isFolded, limit >= 2);
  }
}

TEST_F(InstrumentContextTest, VerifierNamesThePass) {
  std::shared_ptr<PassContext> made =
      makeContextWith(std::make_shared<VerifierInstrument>());
  ErrorCollector errors(&context);
  EXPECT_TRUE(failed(makeLyingPass()(*module, *made)));
  EXPECT_EQ(errors.messages,
            Log{"the pass 'Lies' has left invalid IR: operand #0 does not "
                "dominate this use"});
}

TEST_F(InstrumentContextTest, OpCountSeesFolding) {
  auto counts = std::make_shared<OpCountInstrument>();
  std::shared_ptr<PassContext> made = makeContextWith(counts);
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  EXPECT_TRUE(succeeded(llvm::cantFail(getPass("FoldConstant"))(*module)));
  EXPECT_EQ(llvm::cantFail(counts->render()),
            "Pass           Operations   Bytes of constants\n"
            "FoldConstant           -1                    0\n"
            ". relay.add            -1\n");
  EXPECT_EQ(toString(scope.exit()), "");
}

} // namespace
} // namespace mlir::relay::pass
