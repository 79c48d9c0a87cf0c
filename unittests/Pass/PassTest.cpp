//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Single passes: hooks, vetoes, failures, analyses, diagnostics, trace, and
// the immutable module.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"
#include <thread>

namespace mlir::relay::pass {
namespace {

std::string print(const Pass &pass) {
  std::string text;
  llvm::raw_string_ostream os(text);
  pass.print(os);
  return text;
}

std::string print(const PassInfo &info) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << info;
  return text;
}

TEST_F(PassTest, PrintsAsTVM) {
  Pass a = makePass("A", 1), b = makePass("B", 3, {"InferType", "C"});
  Pass function = createFunctionPass(
      [](func::FuncOp, PassRun &) { return success(); }, PassInfo(2, "F"));
  EXPECT_EQ(print(a), "Run Module pass: A at the optimization level 1");
  EXPECT_EQ(print(function),
            "Run Function pass: F at the optimization level 2");
  EXPECT_EQ(print(Sequential({a, b})),
            "Run Sequential pass: sequential at the optimization level 0. The "
            "passes will be executed are: [A B ]");
  EXPECT_EQ(print(a.getInfo()), "The meta data of the pass - pass name: A, "
                                "opt_level: 1, required passes: []\n");
  EXPECT_EQ(print(b.getInfo()),
            "The meta data of the pass - pass name: B, opt_level: 3, required "
            "passes: [\nInferType, C, ]\n");
}

TEST_F(PassTest, OrderOfHooks) {
  auto scope =
      llvm::cantFail(PassContextScope::enter(makeContext({}, {"A", "B"})));
  takeLog();
  EXPECT_TRUE(succeeded(makePass("P")(*module)));
  EXPECT_EQ(takeLog(), (Log{"should A P", "should B P", "before A P",
                            "before B P", "run P", "after A P", "after B P"}));
}

TEST_F(PassTest, AVetoLeavesOutEverythingButTheOtherQuestions) {
  auto scope =
      llvm::cantFail(PassContextScope::enter(makeContext({}, {"A", "B", "C"})));
  recorders[1]->veto("P");
  takeLog();
  EXPECT_TRUE(succeeded(makePass("P")(*module)));
  EXPECT_EQ(takeLog(), (Log{"should A P", "should B P", "should C P"}));
}

TEST_F(PassTest, RequiredPassesAreNotAskedAbout) {
  PassContextOptions options;
  options.requiredPasses = {"P"};
  auto scope =
      llvm::cantFail(PassContextScope::enter(makeContext(options, {"A"})));
  recorders[0]->veto("P");
  takeLog();
  EXPECT_TRUE(succeeded(makePass("P")(*module)));
  EXPECT_EQ(takeLog(), (Log{"before A P", "run P", "after A P"}));
}

TEST_F(PassTest, DirectCallsAskForNoLevel) {
  PassContextOptions options;
  options.optLevel = 0;
  options.disabledPasses = {"P"};
  auto scope = llvm::cantFail(PassContextScope::enter(makeContext(options)));
  EXPECT_TRUE(succeeded(makePass("P", 5, {"Unknown"})(*module)));
  EXPECT_EQ(takeLog(), Log{"run P"});
}

TEST_F(PassTest, AGivenContext) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  EXPECT_TRUE(succeeded(makePass("P")(*module, *made)));
  EXPECT_EQ(takeLog(), (Log{"should A P", "before A P", "run P", "after A P"}));
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

TEST_F(PassTest, APassThrows) {
  auto scope =
      llvm::cantFail(PassContextScope::enter(makeContext({}, {"A", "B"})));
  takeLog();
  Pass pass = createModulePass(
      [](ModuleOp, PassRun &) -> LogicalResult {
        throw std::invalid_argument("thrown");
      },
      PassInfo(0, "P"));
  // The same exception comes out, of the same type.
  try {
    (void)pass(*module);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::invalid_argument &exception) {
    EXPECT_STREQ(exception.what(), "thrown");
  }
  EXPECT_EQ(takeLog(), (Log{"should A P", "should B P", "before A P",
                            "before B P", "failed A P", "failed B P"}));
  EXPECT_TRUE(succeeded(makePass("Q")(*module)));
}

TEST_F(PassTest, APassFails) {
  ErrorCollector errors(&context);
  auto scope = llvm::cantFail(PassContextScope::enter(makeContext({}, {"A"})));
  takeLog();
  Pass pass = createModulePass(
      [](ModuleOp op, PassRun &) -> LogicalResult {
        return op.emitError("wrong");
      },
      PassInfo(0, "P"));
  EXPECT_TRUE(failed(pass(*module)));
  EXPECT_EQ(errors.messages, Log{"wrong"});
  EXPECT_EQ(takeLog(), (Log{"should A P", "before A P", "failed A P"}));
}

TEST_F(PassTest, APassLeavesInvalidIR) {
  ErrorCollector errors(&context);
  Pass pass = createModulePass(
      [](ModuleOp op, PassRun &) {
        // The body no longer returns what the type says.
        auto function = *op.getOps<func::FuncOp>().begin();
        function.setFunctionType(FunctionType::get(
            op.getContext(), function.getFunctionType().getInputs(), {}));
        return success();
      },
      PassInfo(0, "P"));
  EXPECT_TRUE(failed(pass(*module)));
  EXPECT_EQ(errors.messages.size(), 1u);
}

TEST_F(PassTest, NoPassAndNoCallback) {
  ErrorCollector errors(&context);
  EXPECT_TRUE(failed(Pass()(*module)));
  EXPECT_TRUE(failed(createModulePass(nullptr, PassInfo(0, "P"))(*module)));
  EXPECT_TRUE(failed(createFunctionPass(nullptr, PassInfo(0, "P"))(*module)));
  EXPECT_TRUE(
      failed(createPass(PassKind::Module, nullptr, PassInfo(0, "P"))(*module)));
  EXPECT_EQ(errors.messages,
            (Log{"found undefined pass for optimization",
                 "cannot make the pass 'P': expected a callback, but got an "
                 "empty function",
                 "cannot make the pass 'P': expected a callback, but got an "
                 "empty function",
                 "cannot make the pass 'P': its factory made no pass"}));
}

/// Cannot be initialized, or throws.
struct BrokenPass : PassWrapper<BrokenPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BrokenPass)
  explicit BrokenPass(bool throws) : throws(throws) {}
  LogicalResult initialize(MLIRContext *) override { return success(throws); }
  void runOnOperation() override {
    getOperation()->emitWarning("about to throw");
    throw std::runtime_error("thrown");
  }
  bool throws;
};

TEST_F(PassTest, PassesOfMLIRThatBreak) {
  for (PassKind kind : {PassKind::Module, PassKind::Function}) {
    auto make = [&](bool throws) {
      return createPass(
          kind, [throws] { return std::make_unique<BrokenPass>(throws); },
          PassInfo(0, "P"));
    };
    EXPECT_TRUE(failed(make(/*throws=*/false)(*module)));
    PassContextOptions options;
    options.diagnostics = [&](ArrayRef<Diagnostic> diagnostics) {
      log.push_back(diagnostics.front().str());
    };
    EXPECT_THROW((void)make(/*throws=*/true)(*module, *makeContext(options)),
                 std::runtime_error);
    EXPECT_EQ(takeLog(), Log{"about to throw"});
    EXPECT_TRUE(succeeded(makePass("Q")(*module)));
    EXPECT_EQ(takeLog(), Log{"run Q"});
  }
}

TEST_F(PassTest, NestedCalls) {
  // A pass may call passes on its module; they see the current context.
  auto scope = llvm::cantFail(PassContextScope::enter(makeContext({}, {"A"})));
  takeLog();
  Pass inner = makePass("Inner");
  Pass outer = createModulePass(
      [&](ModuleOp op, PassRun &) { return inner(op); }, PassInfo(0, "Outer"));
  EXPECT_TRUE(succeeded(outer(*module)));
  EXPECT_EQ(takeLog(), (Log{"should A Outer", "before A Outer",
                            "should A Inner", "before A Inner", "run Inner",
                            "after A Inner", "after A Outer"}));
}

//===----------------------------------------------------------------------===//
// Analyses
//===----------------------------------------------------------------------===//

/// Counts how often it is computed.
struct CountingAnalysis {
  explicit CountingAnalysis(Operation *) { ++count; }
  static unsigned count;
};
unsigned CountingAnalysis::count = 0;

TEST_F(PassTest, VetoedAndUnchangingPassesKeepAnalyses) {
  CountingAnalysis::count = 0;
  Pass use = createModulePass(
      [](ModuleOp, PassRun &run) {
        run.getAnalysisManager().getAnalysis<CountingAnalysis>();
        run.markAllAnalysesPreserved();
        return success();
      },
      PassInfo(0, "Use"));
  Pass change = createModulePass([](ModuleOp, PassRun &) { return success(); },
                                 PassInfo(0, "Change"));
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  recorders[0]->veto("Change");
  Sequential sequential({use, makePass("Nothing"), change, use});
  EXPECT_TRUE(succeeded(sequential(*module, *made)));
  EXPECT_EQ(CountingAnalysis::count, 1u);
  // Without the veto it is computed again.
  EXPECT_TRUE(succeeded(sequential(*module, *PassContext::current())));
  EXPECT_EQ(CountingAnalysis::count, 3u);
}

TEST_F(PassTest, PassesThatRunPipelinesCountAsChanging) {
  CountingAnalysis::count = 0;
  Pass use = createModulePass(
      [](ModuleOp, PassRun &run) {
        run.getAnalysisManager().getAnalysis<CountingAnalysis>();
        run.markAllAnalysesPreserved();
        return success();
      },
      PassInfo(0, "Use"));
  Pass nested =
      llvm::cantFail(getPass("relay-sequential", "passes=SimplifyInference"));
  EXPECT_TRUE(succeeded(Sequential({use, nested, use})(*module)));
  EXPECT_EQ(CountingAnalysis::count, 2u);
}

TEST_F(PassTest, FunctionPassesThatChangeNothingKeepAnalyses) {
  CountingAnalysis::count = 0;
  Pass use = createModulePass(
      [](ModuleOp, PassRun &run) {
        run.getAnalysisManager().getAnalysis<CountingAnalysis>();
        run.markAllAnalysesPreserved();
        return success();
      },
      PassInfo(0, "Use"));
  Pass infer = llvm::cantFail(getPass("InferType"));
  Pass nothing = llvm::cantFail(getPass("SimplifyInference"));
  // Types are inferred first, so that there is nothing to do at the end of the
  // function pass.
  EXPECT_TRUE(succeeded(Sequential({infer, use, nothing, use})(*module)));
  EXPECT_EQ(CountingAnalysis::count, 1u);
  // The types are known now: inferring them changes nothing.
  EXPECT_TRUE(succeeded(Sequential({use, infer, use})(*module)));
  EXPECT_EQ(CountingAnalysis::count, 2u);
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

TEST_F(PassTest, DiagnosticsAreRenderedAtTheEndOfEachPass) {
  PassContextOptions options;
  options.diagnostics = [&](ArrayRef<Diagnostic> diagnostics) {
    for (const Diagnostic &diag : diagnostics)
      log.push_back("render " + diag.str());
  };
  auto makeTalker = [&](std::string name) {
    return createModulePass(
        [this, name](ModuleOp op, PassRun &) {
          op.emitRemark("remark of " + name);
          log.push_back("run " + name);
          op.emitWarning("warning of " + name);
          return success();
        },
        PassInfo(0, name));
  };
  EXPECT_TRUE(succeeded(Sequential({makeTalker("A"), makeTalker("B")})(
      *module, *makeContext(options))));
  EXPECT_EQ(takeLog(),
            (Log{"run A", "render remark of A", "render warning of A", "run B",
                 "render remark of B", "render warning of B"}));
}

TEST_F(PassTest, DiagnosticsOfAPassThatFails) {
  PassContextOptions options;
  options.diagnostics = [&](ArrayRef<Diagnostic> diagnostics) {
    for (const Diagnostic &diag : diagnostics)
      log.push_back(diag.str());
  };
  Pass pass = createModulePass(
      [](ModuleOp op, PassRun &) -> LogicalResult {
        (void)op.emitError("before it threw");
        throw std::runtime_error("thrown");
      },
      PassInfo(0, "P"));
  EXPECT_THROW((void)pass(*module, *makeContext(options)), std::runtime_error);
  EXPECT_EQ(takeLog(), Log{"before it threw"});
}

TEST_F(PassTest, DiagnosticsOfAFunctionPassComeBeforeInferType) {
  PassContextOptions options;
  options.diagnostics = [&](ArrayRef<Diagnostic> diagnostics) {
    for (const Diagnostic &diag : diagnostics)
      log.push_back("render " + diag.str());
  };
  Pass pass = createFunctionPass(
      [](func::FuncOp function, PassRun &) {
        function.emitWarning("warning of " + function.getName());
        return success();
      },
      PassInfo(0, "F"));
  EXPECT_TRUE(succeeded(pass(*module, *makeContext(options, {"A"}))));
  EXPECT_EQ(takeLog(),
            (Log{"should A F", "before A F", "render warning of f",
                 "render warning of g", "should A InferType",
                 "before A InferType", "after A InferType", "after A F"}));
}

TEST_F(PassTest, ARenderedErrorIsAFailure) {
  Pass pass = createModulePass(
      [](ModuleOp op, PassRun &) {
        (void)op.emitError("reported");
        return success();
      },
      PassInfo(0, "P"));
  PassContextOptions options;
  unsigned numRendered = 0;
  options.diagnostics = [&](ArrayRef<Diagnostic> diagnostics) {
    numRendered += diagnostics.size();
  };
  EXPECT_TRUE(failed(pass(*module, *makeContext(options))));
  EXPECT_EQ(numRendered, 1u);
}

TEST_F(PassTest, APassNamedInferTypeIsLikeOthers) {
  EXPECT_TRUE(succeeded(
      Sequential({makePass("InferType"), makePass("InferType")})(*module)));
  EXPECT_EQ(takeLog(), (Log{"run InferType", "run InferType"}));
}

TEST_F(PassTest, DiagnosticsWithSourceLines) {
  SmallString<128> path;
  int file;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("source", "relay", file, path));
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(file, /*shouldClose=*/true)
      << "def @main(%x: Tensor[(2), float32]) {\n  nn.relu(%x)\n}\n";
  std::string text;
  llvm::raw_string_ostream os(text);
  PassContextOptions options;
  options.diagnostics = createSourceRenderer(os);
  Pass pass = createModulePass(
      [&](ModuleOp, PassRun &) {
        InFlightDiagnostic diag =
            emitWarning(FileLineColLoc::get(&context, path, 2, 3), "careful");
        diag.attachNote(FileLineColLoc::get(&context, "nowhere", 1, 1))
            << "because";
        return success();
      },
      PassInfo(0, "P"));
  EXPECT_TRUE(succeeded(pass(*module, *makeContext(options))));
  EXPECT_EQ(text, (path + ":2:3: warning: careful\n"
                          "  nn.relu(%x)\n"
                          "  ^\n"
                          "nowhere:1:1: note: because\n")
                      .str());
}

//===----------------------------------------------------------------------===//
// Trace
//===----------------------------------------------------------------------===//

TEST_F(PassTest, TraceFiresForListedModuleAndFunctionPasses) {
  PassContextOptions options;
  options.optLevel = 3;
  options.trace = [&](ModuleOp, const PassInfo &info, bool isBefore) {
    log.push_back((isBefore ? "trace before " : "trace after ") + info.name);
  };
  std::shared_ptr<PassContext> made = makeContext(options, {"A"});
  Pass function =
      createFunctionPass([](func::FuncOp, PassRun &) { return success(); },
                         PassInfo(0, "F", {"InferType"}));
  EXPECT_TRUE(succeeded(Sequential({makePass("M"), function})(*module, *made)));
  Log traced;
  for (const std::string &entry : takeLog())
    if (StringRef(entry).starts_with("trace"))
      traced.push_back(entry);
  // The Sequential, the required and the implicit InferType do not count.
  EXPECT_EQ(traced, (Log{"trace before M", "trace after M", "trace before F",
                         "trace after F"}));
}

TEST_F(PassTest, AVetoedPassIsNotTraced) {
  PassContextOptions options;
  options.trace = [&](ModuleOp, const PassInfo &info, bool) {
    log.push_back("trace " + info.name);
  };
  std::shared_ptr<PassContext> made = makeContext(options, {"A"});
  recorders[0]->veto("P");
  EXPECT_TRUE(succeeded(makePass("P")(*module, *made)));
  EXPECT_EQ(takeLog(), Log{"should A P"});
}

//===----------------------------------------------------------------------===//
// Immutable modules
//===----------------------------------------------------------------------===//

TEST_F(PassTest, ImmutableModule) {
  PassContextOptions options;
  options.config = {{"testing.immutable_module", true}};
  std::shared_ptr<PassContext> made = makeContext(options);
  auto change = [](ModuleOp op) {
    op->setAttr("test.changed", UnitAttr::get(op.getContext()));
    return success();
  };
  auto run = [&](bool admits) {
    return createModulePass(
        [&, admits](ModuleOp op, PassRun &run) {
          if (!admits)
            run.markAllAnalysesPreserved();
          return change(op);
        },
        PassInfo(0, "P"))(*module, *made);
  };
  ErrorCollector errors(&context);
  EXPECT_TRUE(succeeded(run(/*admits=*/true)));
  (*module)->removeAttr("test.changed");
  EXPECT_TRUE(failed(run(/*admits=*/false)));
  EXPECT_EQ(errors.messages,
            Log{"immutable module has been modified in pass: P"});

  (*module)->removeAttr("test.changed");
  Pass meddle = createFunctionPass(
      [&](func::FuncOp, PassRun &run) { return change(run.getModuleBefore()); },
      PassInfo(0, "F"));
  EXPECT_TRUE(failed(meddle(*module, *made)));
  EXPECT_EQ(errors.messages.back(),
            "immutable module has been modified in pass: F");
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

TEST_F(PassTest, OnePassOnSeveralThreads) {
  Pass pass = llvm::cantFail(getPass("FoldConstant"));
  std::vector<std::thread> threads;
  std::atomic<unsigned> numFolded{0};
  for (unsigned i = 0; i != 4; ++i)
    threads.emplace_back([&] {
      MLIRContext own;
      own.loadDialect<RelayDialect, func::FuncDialect>();
      auto copy = parseSourceString<ModuleOp>(text, &own);
      for (unsigned k = 0; k != 5; ++k)
        if (failed(pass(*copy)))
          return;
      unsigned numAdds = 0;
      copy->walk([&](AddOp) { ++numAdds; });
      numFolded += numAdds == 1;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(numFolded, 4u);
}

} // namespace
} // namespace mlir::relay::pass
