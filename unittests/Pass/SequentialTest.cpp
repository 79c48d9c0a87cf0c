//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequential: levels, required passes, nesting, vetoes, and Resolve::Graph.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include "RelayLite/Support/Cancellation.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relay::pass {
namespace {

class SequentialTest : public PassTest {
protected:
  /// The passes that ran, by the hooks before them.
  Log run(const Pass &pass, PassContextOptions options = {}) {
    std::shared_ptr<PassContext> made = makeContext(std::move(options), {"A"});
    takeLog();
    EXPECT_TRUE(succeeded(pass(*module, *made)));
    Log before;
    for (StringRef entry : takeLog())
      if (entry.consume_front("before A "))
        before.push_back(entry.str());
    return before;
  }

  /// Registers a pass that does nothing, so that others can require it.
  static void registerTestPass(
      std::string name, int level, std::vector<std::string> required = {},
      std::optional<std::vector<std::string>> invalidated = std::nullopt) {
    PassInfo info(level, name, std::move(required));
    info.invalidated = std::move(invalidated);
    PassEntry entry{info, PassKind::Module, "", ""};
    entry.construct = [info] {
      return createModulePass(
          [](ModuleOp, PassRun &run) {
            run.markAllAnalysesPreserved();
            return success();
          },
          info);
    };
    llvm::cantFail(registerPass(std::move(entry)));
  }
};

TEST_F(SequentialTest, TVMsWorkedExample) {
  // There, the last one is DeadCodeElimination.
  PassContextOptions options;
  options.optLevel = 3;
  Sequential sequential({llvm::cantFail(getPass("InferType")),
                         llvm::cantFail(getPass("FoldConstant")),
                         makePass("DeadCodeElimination", 1, {"InferType"})});
  EXPECT_EQ(run(sequential, options),
            (Log{"sequential", "InferType", "FoldConstant", "InferType",
                 "InferType", "DeadCodeElimination"}));
}

TEST_F(SequentialTest, Enablement) {
  Sequential sequential(
      {makePass("P1", 1), makePass("P2", 2), makePass("P3", 3)});
  EXPECT_EQ(run(sequential), (Log{"sequential", "P1", "P2"}));
  PassContextOptions options;
  options.optLevel = 0;
  options.requiredPasses = {"P2", "P3"};
  options.disabledPasses = {"P2"};
  EXPECT_EQ(run(sequential, options), (Log{"sequential", "P3"}));
  // Names are compared exactly.
  options = {};
  options.disabledPasses = {"p1"};
  EXPECT_EQ(run(sequential, options), (Log{"sequential", "P1", "P2"}));
}

TEST_F(SequentialTest, ItsOwnLevelAndRequiredCountWhenNested) {
  Sequential inner({makePass("P")}, 3, "inner", {"InferType"});
  EXPECT_EQ(run(inner), (Log{"inner", "P"}));
  EXPECT_EQ(run(Sequential(std::vector<Pass>{inner})), Log{"sequential"});
  PassContextOptions options;
  options.optLevel = 3;
  EXPECT_EQ(run(Sequential(std::vector<Pass>{inner}), options),
            (Log{"sequential", "InferType", "inner", "P"}));
}

TEST_F(SequentialTest, RequiredPasses) {
  registerTestPass("Level9", 9);
  registerTestPass("NeedsLevel9", 0, {"Level9"});
  PassContextOptions options;
  options.disabledPasses = {"Level9"};
  // Run every time, whatever their level, and even if disabled; what they
  // require themselves is not looked at.
  Sequential sequential({makePass("P", 0, {"Level9", "Level9"}),
                         makePass("Q", 0, {"NeedsLevel9"})});
  EXPECT_EQ(run(sequential, options),
            (Log{"sequential", "Level9", "Level9", "P", "NeedsLevel9", "Q"}));
  // An element that is not enabled does not count.
  options.disabledPasses = {"P", "Q"};
  EXPECT_EQ(run(sequential, options), Log{"sequential"});
}

TEST_F(SequentialTest, RequiredPassesRunBeforeTheElementIsVetoed) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  recorders[0]->veto("P");
  EXPECT_TRUE(
      succeeded(Sequential({makePass("P", 0, {"InferType"})})(*module, *made)));
  EXPECT_EQ(takeLog(),
            (Log{"should A sequential", "before A sequential",
                 "should A InferType", "before A InferType",
                 "after A InferType", "should A P", "after A sequential"}));
}

TEST_F(SequentialTest, CanBeVetoedAsAWhole) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  recorders[0]->veto("sequential");
  EXPECT_TRUE(succeeded(Sequential({makePass("P")})(*module, *made)));
  EXPECT_EQ(takeLog(), Log{"should A sequential"});
}

TEST_F(SequentialTest, ElementsOfAllKinds) {
  std::vector<Pass> passes = llvm::cantFail(
      parsePassList("FoldConstant,func.func(cse,canonicalize),symbol-dce"));
  passes.push_back(createPass(
      PassKind::Module, [] { return createCanonicalizerPass(); },
      PassInfo(0, "own canonicalizer")));
  passes.push_back(makePass("callback"));
  passes.push_back(Sequential({makePass("nested")}, 0, "inner"));
  EXPECT_EQ(
      run(Sequential(passes)),
      (Log{"sequential", "FoldConstant", "InferType", "cse", "canonicalize",
           "symbol-dce", "own canonicalizer", "callback", "inner", "nested"}));
}

TEST_F(SequentialTest, Errors) {
  ErrorCollector errors(&context);
  EXPECT_TRUE(failed(Sequential({makePass("P"), Pass()})(*module)));
  EXPECT_TRUE(failed(Sequential({makePass("P", 0, {"FoldConst"})})(*module)));
  // Nothing has run.
  EXPECT_EQ(takeLog(), Log{});
  EXPECT_EQ(errors.messages,
            (Log{"found undefined pass for optimization",
                 "unknown pass 'FoldConst'; did you mean 'FoldConstant'? "
                 "(required by 'P')"}));
}

TEST_F(SequentialTest, ASequentialThatRequiresItself) {
  PassEntry entry{PassInfo(0, "Circle"), PassKind::Sequential, "", ""};
  entry.construct = [] {
    return Sequential(
        {createModulePass([](ModuleOp, PassRun &) { return success(); },
                          PassInfo(0, "P", {"Circle"}))},
        0, "Circle");
  };
  llvm::cantFail(registerPass(std::move(entry)));
  ErrorCollector errors(&context);
  EXPECT_TRUE(failed(Sequential({makePass("Q", 0, {"Circle"})})(*module)));
  EXPECT_EQ(errors.messages,
            Log{"the required passes form a cycle: Circle -> Circle"});
}

TEST_F(SequentialTest, AThousandPasses) {
  std::vector<Pass> passes;
  for (unsigned i = 0; i != 1000; ++i)
    passes.push_back(makePass("P" + std::to_string(i)));
  EXPECT_EQ(run(Sequential(passes)).size(), 1001u);
}

//===----------------------------------------------------------------------===//
// Resolve::Graph
//===----------------------------------------------------------------------===//

class GraphTest : public SequentialTest {
protected:
  static void SetUpTestSuite() {
    registerTestPass("Base", 0, {}, std::vector<std::string>{});
    registerTestPass("Middle", 0, {"Base"}, std::vector<std::string>{});
    registerTestPass("Top", 0, {"Middle", "Base"}, std::vector<std::string>{});
    registerTestPass("Undoes", 0, {"Base"}, std::vector<std::string>{"Middle"});
    registerTestPass("UndoesAll", 0, {}, std::nullopt);
    registerTestPass("Egg", 0, {"Hen"}, std::vector<std::string>{});
    registerTestPass("Hen", 0, {"Cock", "Egg"}, std::vector<std::string>{});
    registerTestPass("Cock", 0, {}, std::vector<std::string>{});
  }

  Log runGraph(StringRef list, PassContextOptions options = {}) {
    Log log = run(Sequential(llvm::cantFail(parsePassList(list)), 0, "s", {},
                             false, Resolve::Graph),
                  std::move(options));
    log.erase(log.begin());
    return log;
  }
};

TEST_F(GraphTest, RequiredPassesOfRequiredPasses) {
  EXPECT_EQ(runGraph("Top"), (Log{"Base", "Middle", "Top"}));
}

TEST_F(GraphTest, WhatHoldsDoesNotRunAgain) {
  EXPECT_EQ(runGraph("Middle,Top"), (Log{"Base", "Middle", "Top"}));
  // An element that has run because another requires it.
  EXPECT_EQ(runGraph("Top,Middle,Base"), (Log{"Base", "Middle", "Top"}));
  // One that is listed twice runs twice.
  EXPECT_EQ(runGraph("Base,Base"), (Log{"Base", "Base"}));
}

TEST_F(GraphTest, WhatIsUndoneRunsAgain) {
  EXPECT_EQ(runGraph("Top,Undoes,Top"),
            (Log{"Base", "Middle", "Top", "Undoes", "Middle", "Top"}));
  EXPECT_EQ(
      runGraph("Top,UndoesAll,Top"),
      (Log{"Base", "Middle", "Top", "UndoesAll", "Base", "Middle", "Top"}));
}

TEST_F(GraphTest, RequirementsThatUndoOthers) {
  registerTestPass("UndoesBase", 0, {}, std::vector<std::string>{"Base"});
  registerTestPass("NeedsBoth", 0, {"Base", "UndoesBase"},
                   std::vector<std::string>{});
  EXPECT_EQ(runGraph("NeedsBoth"),
            (Log{"Base", "UndoesBase", "Base", "NeedsBoth"}));
  registerTestPass("Left", 0, {}, std::vector<std::string>{"Right"});
  registerTestPass("Right", 0, {}, std::vector<std::string>{"Left"});
  registerTestPass("NeedsLeftAndRight", 0, {"Left", "Right"},
                   std::vector<std::string>{});
  ErrorCollector errors(&context);
  Sequential sequential(llvm::cantFail(parsePassList("NeedsLeftAndRight")), 0,
                        "s", {}, false, Resolve::Graph);
  EXPECT_TRUE(failed(sequential(*module)));
  EXPECT_EQ(errors.messages, Log{"the passes that 'NeedsLeftAndRight' requires "
                                 "undo each other: Left, Right"});
}

TEST_F(GraphTest, DisabledElements) {
  PassContextOptions options;
  options.disabledPasses = {"Top", "Base"};
  EXPECT_EQ(runGraph("Top,Middle", options), (Log{"Base", "Middle"}));
}

TEST_F(GraphTest, RealPasses) {
  // The InferType at the end of a function pass counts.
  EXPECT_EQ(runGraph("SimplifyInference,FoldConstant,SimplifyInference"),
            (Log{"InferType", "SimplifyInference", "InferType", "FoldConstant",
                 "InferType", "SimplifyInference", "InferType"}));
}

TEST_F(GraphTest, Cycles) {
  ErrorCollector errors(&context);
  Sequential sequential(llvm::cantFail(parsePassList("Cock,Egg")), 0, "s", {},
                        false, Resolve::Graph);
  EXPECT_TRUE(failed(sequential(*module)));
  EXPECT_EQ(errors.messages,
            Log{"the required passes form a cycle: Egg -> Hen -> Egg"});
}

TEST_F(SequentialTest, EndsOnCancellation) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A", "B"});
  Sequential sequential({makePass("P"), makePass("Q")});
  auto scope = llvm::cantFail(PassContextScope::enter(made));
  for (std::string last : {"should A P", "before A P", "run P", "after A P"}) {
    ErrorCollector errors(&context);
    takeLog();
    Cancellation cancellation(
        [&] { return !log.empty() && log.back() == last; },
        std::chrono::milliseconds(0));
    EXPECT_TRUE(failed(sequential(*module, *made, &cancellation)));
    EXPECT_EQ(errors.messages, Log{"interrupted at the pass 'P'"});
    Log entries = takeLog();
    llvm::erase_if(
        entries, [](StringRef entry) { return entry.starts_with("failed "); });
    EXPECT_EQ(entries.back(), last);
  }
  takeLog();
  EXPECT_TRUE(succeeded(sequential(*module)));
  EXPECT_EQ(toString(scope.exit()), "");
}

} // namespace
} // namespace mlir::relay::pass
