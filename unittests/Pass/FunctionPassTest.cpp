//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Function passes: which functions they visit, what they see of the module,
// what they must not do, and threads.
//
//===----------------------------------------------------------------------===//

#include "PassTesting.h"
#include <atomic>

namespace mlir::relay::pass {
namespace {

class FunctionPassTest : public PassTest {
protected:
  /// A function pass that writes down the functions that it visits.
  FunctionCallback visit() {
    return [this](func::FuncOp function, PassRun &) {
      log.push_back("visit " + function.getName().str());
      return success();
    };
  }
};

const char *const manyKinds = R"mlir(
  func.func @relay(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
  func.func @compiler(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "dsp"} { return %x : tensor<2xf32> }
  func.func @extern(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Extern = 1} { return %x : tensor<2xf32> }
  func.func @extern0(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Extern = 0} { return %x : tensor<2xf32> }
  func.func @skip(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1} { return %x : tensor<2xf32> }
  func.func @lowered(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.lowered} { return %x : tensor<2xf32> }
  func.func private @declared(tensor<2xf32>) -> tensor<2xf32>
  func.func @last(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }
)mlir";

TEST_F(FunctionPassTest, FunctionsThatAreVisited) {
  module = parse(manyKinds);
  EXPECT_TRUE(
      succeeded(createFunctionPass(visit(), PassInfo(0, "F"))(*module)));
  EXPECT_EQ(takeLog(), (Log{"visit relay", "visit extern0", "visit last"}));
  EXPECT_TRUE(
      succeeded(createPrimFuncPass(visit(), PassInfo(0, "F"))(*module)));
  EXPECT_EQ(takeLog(), Log{"visit lowered"});
}

/// Marks the functions that it runs on.
struct MarkPass : PassWrapper<MarkPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MarkPass)
  void runOnOperation() override {
    getOperation()->setAttr("marked", UnitAttr::get(&getContext()));
  }
};

std::string getMarked(ModuleOp module) {
  std::string names;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr("marked"))
      names += function.getName().str() + " ";
  return names;
}

TEST_F(FunctionPassTest, PassesOfMLIRVisitTheSameFunctions) {
  auto factory = [] { return std::make_unique<MarkPass>(); };
  module = parse(manyKinds);
  EXPECT_TRUE(succeeded(
      createPass(PassKind::Function, factory, PassInfo(0, "F"))(*module)));
  EXPECT_EQ(getMarked(*module), "relay extern0 last ");
  module = parse(manyKinds);
  EXPECT_TRUE(succeeded(createPass(PassKind::LoweredFunction, factory,
                                   PassInfo(0, "F"))(*module)));
  EXPECT_EQ(getMarked(*module), "lowered ");

  ErrorCollector errors(&context);
  EXPECT_TRUE(
      failed(createPass(PassKind::Module, factory, PassInfo(0, "F"))(*module)));
  EXPECT_EQ(errors.messages,
            Log{"cannot make the pass 'F': expected an MLIR pass on "
                "'builtin.module', but got one on 'func.func'"});
}

TEST_F(FunctionPassTest, EndsWithInferType) {
  std::shared_ptr<PassContext> made = makeContext({}, {"A"});
  EXPECT_TRUE(
      succeeded(createFunctionPass(visit(), PassInfo(0, "F"))(*module, *made)));
  EXPECT_EQ(takeLog(), (Log{"should A F", "before A F", "visit f", "visit g",
                            "should A InferType", "before A InferType",
                            "after A InferType", "after A F"}));
  // Which can be vetoed, and does not follow passes on lowered functions.
  recorders[0]->veto("InferType");
  EXPECT_TRUE(
      succeeded(createFunctionPass(visit(), PassInfo(0, "F"))(*module, *made)));
  EXPECT_EQ(takeLog(), (Log{"should A F", "before A F", "visit f", "visit g",
                            "should A InferType", "after A F"}));
  EXPECT_TRUE(
      succeeded(createPrimFuncPass(visit(), PassInfo(0, "F"))(*module, *made)));
  EXPECT_EQ(takeLog(), (Log{"should A F", "before A F", "after A F"}));
}

TEST_F(FunctionPassTest, SeesTheModuleAsItWas) {
  Pass pass = createFunctionPass(
      [this](func::FuncOp function, PassRun &run) {
        std::string marks;
        for (auto each : run.getModuleBefore().getOps<func::FuncOp>())
          marks += each->hasAttr("marked") ? "x" : ".";
        log.push_back(function.getName().str() + " " + marks);
        function->setAttr("marked", UnitAttr::get(&context));
        return success();
      },
      PassInfo(0, "F"));
  EXPECT_TRUE(succeeded(pass(*module)));
  EXPECT_EQ(takeLog(), (Log{"f ..", "g .."}));
  EXPECT_EQ(getMarked(*module), "f g ");
}

TEST_F(FunctionPassTest, WithoutASnapshot) {
  Pass pass = createFunctionPass(
      [this](func::FuncOp function, PassRun &run) {
        log.push_back(run.getModuleBefore() ? "copy" : "none");
        return success();
      },
      PassInfo(0, "F"), Snapshot::None);
  EXPECT_TRUE(succeeded(pass(*module)));
  EXPECT_EQ(takeLog(), (Log{"none", "none"}));
}

TEST_F(FunctionPassTest, FailureGivesTheModuleBack) {
  for (bool throws : {false, true}) {
    Pass pass = createFunctionPass(
        [&](func::FuncOp function, PassRun &) -> LogicalResult {
          if (function.getName() == "g") {
            if (throws)
              throw std::runtime_error("thrown");
            return function.emitError("wrong");
          }
          function->setAttr("marked", UnitAttr::get(&context));
          return success();
        },
        PassInfo(0, "F"));
    ErrorCollector errors(&context);
    if (throws) {
      EXPECT_THROW((void)pass(*module), std::runtime_error);
    } else {
      EXPECT_TRUE(failed(pass(*module)));
    }
    EXPECT_EQ(errors.messages, throws ? Log{} : Log{"wrong"});
    EXPECT_EQ(getMarked(*module), "");
    EXPECT_TRUE(succeeded(verify(*module)));
  }
}

TEST_F(FunctionPassTest, SymbolsMustStay) {
  std::vector<std::function<void(func::FuncOp)>> changes = {
      // Adds one.
      [](func::FuncOp function) {
        OpBuilder builder(function);
        builder.clone(*function.getOperation());
      },
      // Removes the next.
      [](func::FuncOp function) {
        if (Operation *next = function->getNextNode())
          next->erase();
      },
      // Removes the function itself.
      [](func::FuncOp function) { function.erase(); },
      // Renames it.
      [](func::FuncOp function) { function.setName("other"); },
  };
  for (const auto &change : changes) {
    ErrorCollector errors(&context);
    Pass pass = createFunctionPass(
        [&](func::FuncOp function, PassRun &) {
          change(function);
          return success();
        },
        PassInfo(0, "F"));
    EXPECT_TRUE(failed(pass(*module)));
    EXPECT_EQ(errors.messages,
              Log{"the function pass 'F' added, removed or renamed symbols of "
                  "the module in @f, which only module passes may do"});
    // The module is as it was.
    EXPECT_EQ(llvm::range_size(module->getOps<func::FuncOp>()), 2);
    EXPECT_TRUE(module->lookupSymbol("f") && module->lookupSymbol("g"));
    EXPECT_TRUE(succeeded(verify(*module)));
  }
}

//===----------------------------------------------------------------------===//
// Many functions
//===----------------------------------------------------------------------===//

/// A module that is large enough for the threads of the pool.
std::string makeLargeModule(unsigned numFunctions) {
  std::string source;
  for (unsigned i = 0; i != numFunctions; ++i) {
    source += "func.func @f" + std::to_string(i) +
              "(%x: tensor<2xf32>) -> tensor<2xf32>" +
              (i % 16 == 15 ? " attributes {relay.SkipOptimization = 1}" : "") +
              " {\n  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>\n";
    for (unsigned k = 0; k != 100; ++k)
      source += "  %" + std::to_string(k + 1) + " = relay.add %" +
                std::to_string(k) + ", %" + std::to_string(k) +
                " : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>\n";
    source += "  return %100 : tensor<2xf32>\n}\n";
  }
  return source;
}

/// Runs on the threads of the pool, and throws where it is told to.
struct ThreadedPass : PassWrapper<ThreadedPass, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ThreadedPass)
  ThreadedPass(std::atomic<unsigned> &count, bool changes, bool throws)
      : count(count), changes(changes), throws(throws) {}
  ThreadedPass(const ThreadedPass &) = default;
  void runOnOperation() override {
    ++count;
    if (throws && getOperation().getName() == "f7")
      throw std::runtime_error("thrown in f7");
    if (changes)
      getOperation()->setAttr("marked", UnitAttr::get(&getContext()));
    else
      markAllAnalysesPreserved();
  }
  std::atomic<unsigned> &count;
  bool changes, throws;
};

TEST_F(FunctionPassTest, ManyFunctionsInParallel) {
  module = parse(makeLargeModule(64));
  std::atomic<unsigned> count{0};
  auto makeThreaded = [&](bool changes, bool throws) {
    return createPass(
        PassKind::Function,
        [&count, changes, throws] {
          return std::make_unique<ThreadedPass>(count, changes, throws);
        },
        PassInfo(0, "F"));
  };
  EXPECT_TRUE(succeeded(makeThreaded(true, false)(*module)));
  EXPECT_EQ(count, 60u);
  unsigned numMarked = 0;
  for (auto function : module->getOps<func::FuncOp>())
    numMarked += function->hasAttr("marked");
  EXPECT_EQ(numMarked, 60u);

  // The call throws an exception of a thread of the pool.
  try {
    (void)makeThreaded(true, true)(*module);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error &exception) {
    EXPECT_STREQ(exception.what(), "thrown in f7");
  }
  // Everything stays usable.
  EXPECT_TRUE(succeeded(makeThreaded(false, false)(*module)));
  EXPECT_TRUE(succeeded(llvm::cantFail(getPass("FoldConstant"))(*module)));
  for (auto function : module->getOps<func::FuncOp>())
    EXPECT_EQ(function.getBody().front().getOperations().size(),
              function->hasAttr("relay.SkipOptimization") ? 102u : 2u);
}

TEST_F(FunctionPassTest, AnalysesStayWhereNothingChangesInParallel) {
  module = parse(makeLargeModule(64));
  std::atomic<unsigned> count{0};
  Pass pass = createPass(
      PassKind::Function,
      [&] { return std::make_unique<ThreadedPass>(count, false, false); },
      PassInfo(0, "F"));
  unsigned numInferred = 0;
  struct Counter : PassInstrument {
    explicit Counter(unsigned &count)
        : PassInstrument("Counter"), count(count) {}
    LogicalResult runAfterPass(ModuleOp, const PassInfo &info) override {
      count += info.name == "InferType";
      return success();
    }
    unsigned &count;
  };
  PassContextOptions options;
  options.instruments = {std::make_shared<Counter>(numInferred)};
  EXPECT_TRUE(succeeded(
      Sequential({pass, pass, pass})(*module, *makeContext(options))));
  EXPECT_EQ(count, 180u);
  EXPECT_EQ(numInferred, 3u);
}

} // namespace
} // namespace mlir::relay::pass
