//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The built-in instruments, their hooks called as the pass runner calls them.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pass/Instruments.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"
#include <thread>

namespace mlir::relay::pass {
namespace {

/// A module with two constants and an addition.
class InstrumentsTest : public testing::Test {
protected:
  InstrumentsTest() {
    context.disableMultithreading();
    context.loadDialect<RelayDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(R"mlir(
      func.func @f() -> tensor<2xi32> {
        %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
        %1 = relay.constant dense<[3, 4]> : tensor<2xi32>
        %2 = relay.add %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
        return %2 : tensor<2xi32>
      })mlir",
                                         &context);
  }

  /// Runs `body` between the hooks of `instrument`, as a pass called `name`.
  LogicalResult run(
      PassInstrument &instrument, StringRef name,
      function_ref<void()> body = [] {}) {
    PassInfo info(1, name.str());
    if (failed(instrument.runBeforePass(*module, info)))
      return failure();
    body();
    return instrument.runAfterPass(*module, info);
  }

  void runFailing(
      PassInstrument &instrument, StringRef name,
      function_ref<void()> body = [] {}) {
    PassInfo info(1, name.str());
    ASSERT_TRUE(succeeded(instrument.runBeforePass(*module, info)));
    body();
    instrument.runAfterPassFailed(*module, info);
  }

  /// The first operation of that name.
  Operation *find(StringRef name) {
    Operation *result = nullptr;
    module->walk([&](Operation *op) {
      if (!result && op->getName().getStringRef() == name)
        result = op;
    });
    return result;
  }

  /// Replaces the sum by its first operand, and erases what is unused then.
  void removeAdd() {
    Operation *add = find("relay.add");
    Operation *unused = add->getOperand(1).getDefiningOp();
    add->replaceAllUsesWith(ValueRange(add->getOperand(0)));
    add->erase();
    unused->erase();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// The value of `expected`, which must have one.
template <typename T>
T get(llvm::Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  ADD_FAILURE() << llvm::toString(expected.takeError());
  return T();
}

template <typename T>
std::string getError(llvm::Expected<T> expected) {
  return expected ? "" : llvm::toString(expected.takeError());
}

testing::AssertionResult startsWith(StringRef text, StringRef prefix) {
  if (text.starts_with(prefix))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << text.str();
}

testing::AssertionResult contains(StringRef text, StringRef part) {
  if (text.contains(part))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << text.str();
}

bool matches(StringRef text, StringRef regex) {
  return llvm::Regex(regex).match(text);
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

TEST_F(InstrumentsTest, TimingRendersTheTreeAsTVMDoes) {
  TimingInstrument timing;
  auto sleep = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  ASSERT_TRUE(succeeded(run(timing, "sequential", [&] {
    (void)run(timing, "InferType", sleep);
    (void)run(timing, "FoldConstant", [&] {
      sleep();
      (void)run(timing, "InferType", sleep);
    });
  })));
  ASSERT_TRUE(succeeded(run(timing, "FuseOps")));
  std::string text = get(timing.render());
  const char *line = "[0-9]+us \\[[0-9]+us\\] \\([0-9]+\\.[0-9][0-9]%; "
                     "[0-9]+\\.[0-9][0-9]%\\)\n";
  EXPECT_TRUE(matches(text, llvm::formatv("^sequential: {0}\tInferType: {0}"
                                          "\tFoldConstant: {0}\t\tInferType: "
                                          "{0}FuseOps: {0}$",
                                          line)
                                .str()))
      << text;

  // The meaning of the numbers.
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', -1, false);
  ASSERT_EQ(lines.size(), 5u);
  std::vector<std::array<double, 4>> numbers;
  for (StringRef line : lines) {
    std::array<double, 4> row;
    ASSERT_EQ(std::sscanf(line.split(": ").second.str().c_str(),
                          "%lfus [%lfus] (%lf%%; %lf%%)", &row[0], &row[1],
                          &row[2], &row[3]),
              4);
    numbers.push_back(row);
  }
  double all = numbers[0][0] + numbers[4][0];
  EXPECT_GE(numbers[0][0], 6000);
  EXPECT_NEAR(numbers[0][1], numbers[0][0] - numbers[1][0] - numbers[2][0], 2);
  EXPECT_NEAR(numbers[2][1], numbers[2][0] - numbers[3][0], 2);
  EXPECT_NEAR(numbers[0][2] + numbers[4][2], 100, 0.02);
  EXPECT_EQ(numbers[0][2], numbers[0][3]);
  EXPECT_NEAR(numbers[3][2], 100 * numbers[3][0] / all, 0.1);
  EXPECT_NEAR(numbers[3][3], 100 * numbers[3][0] / numbers[2][0], 0.1);
}

TEST_F(InstrumentsTest, TimingWarnsWhenThereIsNothing) {
  TimingInstrument timing;
  testing::internal::CaptureStderr();
  EXPECT_EQ(get(timing.render()), "");
  EXPECT_TRUE(startsWith(testing::internal::GetCapturedStderr(),
                         "warning: no pass has been timed"));
}

TEST_F(InstrumentsTest, TimingDoesNotRenderWhileAPassRuns) {
  TimingInstrument timing;
  (void)run(timing, "FuseOps", [&] {
    EXPECT_EQ(getError(timing.render()),
              "cannot render while the pass 'FuseOps' is running");
    EXPECT_EQ(getError(timing.renderJSON()),
              "cannot render while the pass 'FuseOps' is running");
  });
  EXPECT_TRUE(startsWith(get(timing.render()), "FuseOps: "));
}

TEST_F(InstrumentsTest, TimingSurvivesPassesThatFail) {
  TimingInstrument timing;
  runFailing(timing, "sequential", [&] { runFailing(timing, "FuseOps"); });
  (void)run(timing, "InferType");
  std::string text = get(timing.render());
  EXPECT_TRUE(
      matches(text, "^sequential: [^\n]*\n\tFuseOps: [^\n]*\nInferType: "))
      << text;
  // The hook of another instrument has failed after the one of this.
  (void)run(timing, "outer", [&] {
    PassInfo info(0, "inner");
    (void)timing.runBeforePass(*module, info);
    (void)timing.runAfterPass(*module, info);
    timing.runAfterPassFailed(*module, info);
    EXPECT_EQ(getError(timing.render()),
              "cannot render while the pass 'outer' is running");
  });
  EXPECT_TRUE(matches(get(timing.render()), "\nouter: [^\n]*\n\tinner: "));
}

TEST_F(InstrumentsTest, TimingIsClearedWhenTheContextIsLeft) {
  std::string text;
  llvm::raw_string_ostream os(text);
  TimingOptions options;
  options.output = &os;
  TimingInstrument timing(options);
  (void)timing.enterPassContext();
  (void)run(timing, "InferType");
  EXPECT_EQ(text, "");
  (void)timing.exitPassContext();
  EXPECT_TRUE(startsWith(text, "InferType: "));
  testing::internal::CaptureStderr();
  EXPECT_EQ(get(timing.render()), "");
  testing::internal::GetCapturedStderr();

  // A context that is left inside a pass: the pass is still recorded, and the
  // tree ends with it.
  text.clear();
  (void)timing.enterPassContext();
  (void)run(timing, "outer", [&] {
    (void)timing.exitPassContext();
    EXPECT_EQ(text, "");
  });
  EXPECT_TRUE(startsWith(text, "outer: "));
  (void)timing.exitPassContext();
  EXPECT_EQ(llvm::count(text, '\n'), 1);
}

TEST_F(InstrumentsTest, TimingKeepsThreadsApart) {
  std::string text;
  llvm::raw_string_ostream os(text);
  TimingOptions options;
  options.output = &os;
  TimingInstrument timing(options);
  (void)timing.enterPassContext();
  (void)run(timing, "first", [&] {
    std::thread([&] {
      EXPECT_TRUE(succeeded(run(timing, "second")));
      EXPECT_TRUE(startsWith(get(timing.render()), "second: "));
    }).join();
  });
  EXPECT_TRUE(startsWith(get(timing.render()), "first: "));
  auto json = llvm::json::parse(get(timing.renderJSON()));
  ASSERT_TRUE(bool(json));
  EXPECT_EQ(json->getAsObject()->getArray("passes")->size(), 2u);
  (void)timing.exitPassContext();
  EXPECT_TRUE(matches(text, "^thread 0:\nfirst: .*\nthread 1:\nsecond: "))
      << text;

  std::vector<std::thread> threads;
  for (unsigned i = 0; i != 8; ++i)
    threads.emplace_back([&] {
      for (unsigned j = 0; j != 100; ++j) {
        (void)run(timing, "outer", [&] { (void)run(timing, "inner"); });
        EXPECT_EQ(StringRef(get(timing.render())).count('\n'), 2 * (j + 1));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(InstrumentsTest, TimingWritesJSON) {
  TimingOptions options;
  options.memory = true;
  TimingInstrument timing(options);
  EXPECT_EQ(get(timing.renderJSON()), "{\n  \"passes\": []\n}\n");
  std::vector<char> memory;
  (void)run(timing, "sequential", [&] {
    runFailing(timing, "Fails");
    // More than all that has been freed before.
    (void)run(timing, "Allocates", [&] { memory.assign(200 << 20, 1); });
  });
  auto json = llvm::json::parse(get(timing.renderJSON()));
  ASSERT_TRUE(bool(json));
  const llvm::json::Array *passes = json->getAsObject()->getArray("passes");
  ASSERT_EQ(passes->size(), 1u);
  const llvm::json::Object &outer = *(*passes)[0].getAsObject();
  EXPECT_EQ(outer.getString("name"), "sequential");
  EXPECT_EQ(outer.getInteger("thread"), 0);
  EXPECT_FALSE(outer.getBoolean("failed"));
  ASSERT_EQ(outer.getArray("children")->size(), 2u);
  const llvm::json::Object &fails =
      *(*outer.getArray("children"))[0].getAsObject();
  EXPECT_EQ(fails.getString("name"), "Fails");
  EXPECT_EQ(fails.getBoolean("failed"), true);
  EXPECT_FALSE(fails.getInteger("thread"));
  const llvm::json::Object &allocates =
      *(*outer.getArray("children"))[1].getAsObject();
  EXPECT_GT(*allocates.getInteger("peak_growth_bytes"), 100 << 20);
  EXPECT_GE(*outer.getInteger("peak_growth_bytes"),
            *allocates.getInteger("peak_growth_bytes"));
  EXPECT_EQ(*outer.getInteger("self_ns"),
            *outer.getInteger("total_ns") - *fails.getInteger("total_ns") -
                *allocates.getInteger("total_ns"));
  EXPECT_TRUE(
      matches(get(timing.render()), "\tAllocates: [^\n]* \\+[0-9]+KiB\n"));
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

TEST_F(InstrumentsTest, PrintIRHasBothHeadersOfTVM) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string ir;
  llvm::raw_string_ostream(ir) << *module << "\n";
  PrintIROptions options;
  options.output = &os;
  options.before.names = {"FuseOps"};
  options.after.names = {"FuseOps", "InferType"};
  {
    PrintIRInstrument print(options);
    (void)run(print, "FoldConstant");
    EXPECT_EQ(text, "");
    (void)run(print, "FuseOps");
    EXPECT_EQ(text, "Print IR before: FuseOps\n" + ir +
                        "\n\nPrint IR after: FuseOps\n" + ir + "\n\n");
    text.clear();
    (void)run(print, "InferType");
    EXPECT_TRUE(startsWith(text, "Print IR after: InferType\n"));
    text.clear();
    runFailing(print, "InferType");
    EXPECT_EQ(text, "");
  }
  options.header = IRHeader::Info;
  options.before.all = true;
  options.after = PassFilter();
  PrintIRInstrument print(options);
  (void)run(print, "FoldConstant");
  EXPECT_EQ(text, "Before Running Pass: The meta data of the pass - pass name: "
                  "FoldConstant, opt_level: 1, required passes: []\n\n" +
                      ir + "\n");
  text.clear();
  options.before.all = false;
  options.after.all = true;
  PrintIRInstrument after(options);
  (void)run(after, "FoldConstant");
  EXPECT_TRUE(startsWith(text, "After Running Pass: The meta data"));
}

TEST_F(InstrumentsTest, PrintIRElidesConstants) {
  auto type = RankedTensorType::get({32}, IntegerType::get(&context, 32));
  SmallVector<int32_t> values(32, 7);
  values[1] = 8;
  find("relay.constant")
      ->setAttr("value", DenseElementsAttr::get(type, ArrayRef(values)));
  std::string text;
  llvm::raw_string_ostream os(text);
  PrintIROptions options;
  options.output = &os;
  options.after.all = true;
  PrintIRInstrument elided(options);
  (void)run(elided, "FuseOps");
  EXPECT_TRUE(contains(text, "__elided__"));
  text.clear();
  options.elideConstants = false;
  PrintIRInstrument whole(options);
  (void)run(whole, "FuseOps");
  EXPECT_TRUE(contains(text, "[7, 8, 7, 7,"));
}

TEST_F(InstrumentsTest, PrintIROnlyIfChanged) {
  std::string text;
  llvm::raw_string_ostream os(text);
  PrintIROptions options;
  options.output = &os;
  options.after.all = true;
  options.onlyIfChanged = true;
  PrintIRInstrument print(options);
  (void)run(print, "outer", [&] {
    (void)run(print, "unchanged");
    runFailing(print, "failing", [&] {
      find("relay.add")->setAttr("a", UnitAttr::get(&context));
    });
    EXPECT_EQ(text, "");
    (void)run(print, "changing", [&] { removeAdd(); });
    EXPECT_TRUE(startsWith(text, "Print IR after: changing\n"));
    text.clear();
  });
  EXPECT_TRUE(startsWith(text, "Print IR after: outer\n"));
  text.clear();

  PassInfo sequential(0, "list");
  sequential.isSequential = true;
  (void)print.runBeforePass(*module, sequential);
  find("relay.constant")->setAttr("a", UnitAttr::get(&context));
  (void)print.runAfterPass(*module, sequential);
  EXPECT_EQ(text, "");
}

TEST_F(InstrumentsTest, PrintIRShowsDifferences) {
  if (!llvm::sys::findProgramByName("diff"))
    GTEST_SKIP() << "there is no program 'diff'";
  std::string text;
  llvm::raw_string_ostream os(text);
  PrintIROptions options;
  options.output = &os;
  options.after.all = true;
  options.diff = true;
  PrintIRInstrument print(options);
  (void)run(print, "unchanged");
  EXPECT_EQ(text, "");
  (void)run(print, "changing", [&] { removeAdd(); });
  EXPECT_EQ(text, R"(Print IR after: changing
 module {
   func.func @f() -> tensor<2xi32> {
     %0 = relay.constant dense<[1, 2]> : tensor<2xi32>
-    %1 = relay.constant dense<[3, 4]> : tensor<2xi32>
-    %2 = relay.add %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
-    return %2 : tensor<2xi32>
+    return %0 : tensor<2xi32>
   }
 }


)");
}

TEST_F(InstrumentsTest, PrintIRWithoutDiffPrintsModules) {
  std::string text;
  llvm::raw_string_ostream os(text);
  PrintIROptions options;
  options.output = &os;
  options.after.all = true;
  options.diff = true;
  PrintIRInstrument print(options);
  std::string path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  testing::internal::CaptureStderr();
  (void)run(print, "changing", [&] { removeAdd(); });
  (void)run(print, "again", [&] {
    find("relay.constant")->setAttr("a", UnitAttr::get(&context));
  });
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warning: printing modules instead of differences, because there "
            "is no program 'diff'\n");
  EXPECT_TRUE(startsWith(text, "Print IR after: changing\nmodule {\n"));
  EXPECT_TRUE(contains(text, "Print IR after: again\nmodule {\n"));
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// The diagnostics of a run of `instrument` after the pass `name`, with notes.
std::vector<std::string> getDiagnostics(PassInstrument &instrument,
                                        ModuleOp module, StringRef name,
                                        bool expected) {
  std::vector<std::string> result;
  ScopedDiagnosticHandler handler(module.getContext(), [&](Diagnostic &diag) {
    result.push_back(diag.str());
    for (Diagnostic &note : diag.getNotes())
      result.push_back("note: " + note.str());
  });
  EXPECT_EQ(succeeded(instrument.runAfterPass(module, PassInfo(0, name.str()))),
            expected);
  return result;
}

TEST_F(InstrumentsTest, VerifierNamesThePass) {
  VerifierInstrument verifier;
  EXPECT_TRUE(getDiagnostics(verifier, *module, "FuseOps", true).empty());
  find("relay.add")->moveBefore(find("relay.constant"));
  std::vector<std::string> diags =
      getDiagnostics(verifier, *module, "FuseOps", false);
  ASSERT_EQ(diags.size(), 3u) << llvm::join(diags, "\n");
  EXPECT_EQ(diags[0], "the pass 'FuseOps' has left invalid IR: operand #0 does "
                      "not dominate this use");
  EXPECT_TRUE(startsWith(diags[1], "note: see current operation: "));
  EXPECT_EQ(diags[2], "note: operand defined here (op in the same block)");
}

TEST_F(InstrumentsTest, VerifierWantsTypesAfterInferType) {
  VerifierInstrument verifier;
  module = parseSourceString<ModuleOp>(R"mlir(
    func.func @f(%x: !relay.unknown) {
      return
    })mlir",
                                       &context);
  ASSERT_TRUE(module);
  EXPECT_TRUE(getDiagnostics(verifier, *module, "FuseOps", true).empty());
  std::vector<std::string> diags =
      getDiagnostics(verifier, *module, "InferType", false);
  ASSERT_EQ(diags.size(), 1u);
  EXPECT_EQ(diags[0], "the pass 'InferType' has left invalid IR: could not "
                      "infer the type of argument 0 of '@f': '!relay.unknown'");
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

TEST_F(InstrumentsTest, OpCountShowsWhatPassesChange) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpCountInstrument counts(&os);
  (void)counts.enterPassContext();
  (void)run(counts, "sequential", [&] {
    (void)run(counts, "unchanged");
    (void)run(counts, "FoldConstant", [&] { removeAdd(); });
    EXPECT_EQ(getError(counts.render()),
              "cannot render while the pass 'sequential' is running");
  });
  runFailing(counts, "Fails", [&] {
    auto type = RankedTensorType::get({4}, IntegerType::get(&context, 32));
    find("relay.constant")->setAttr("value", DenseElementsAttr::get(type, 7));
  });
  std::string expected =
      R"(Pass                 Operations   Bytes of constants
sequential                   -2                   -8
. relay.add                  -1
. relay.constant             -1
  FoldConstant               -2                   -8
  . relay.add                -1
  . relay.constant           -1
Fails (failed)                0                   -4
)";
  EXPECT_EQ(get(counts.render()), expected);
  EXPECT_EQ(text, "");
  (void)counts.exitPassContext();
  EXPECT_EQ(text, expected);
  EXPECT_EQ(get(counts.render()), "");
}

TEST_F(InstrumentsTest, OpCountSeparatesThreads) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpCountInstrument counts(&os);
  (void)counts.enterPassContext();
  (void)run(counts, "First", [&] { removeAdd(); });
  std::thread([&] {
    (void)run(counts, "Second", [&] { find("func.func")->erase(); });
  }).join();
  (void)counts.exitPassContext();
  EXPECT_TRUE(matches(text, "^thread 0:\nPass .*\nFirst .*\nthread 1:\nPass "
                            ".*\nSecond "))
      << text;
}

//===----------------------------------------------------------------------===//
// Bisection
//===----------------------------------------------------------------------===//

TEST_F(InstrumentsTest, BisectLetsTheFirstPassesRun) {
  std::string text;
  llvm::raw_string_ostream os(text);
  BisectInstrument bisect(2, &os);
  auto ask = [&](const char *name, bool isSequential = false) {
    PassInfo info(0, name);
    info.isSequential = isSequential;
    FailureOr<bool> answer = bisect.shouldRun(*module, info);
    EXPECT_TRUE(succeeded(answer));
    return *answer;
  };
  EXPECT_TRUE(ask("sequential", true));
  EXPECT_TRUE(ask("InferType"));
  EXPECT_TRUE(ask("FoldConstant"));
  EXPECT_TRUE(ask("FuseOps"));
  EXPECT_FALSE(ask("DeadCodeElimination"));
  EXPECT_TRUE(ask("InferType"));
  EXPECT_TRUE(ask("inner", true));
  EXPECT_FALSE(ask("FoldConstant"));
  (void)bisect.exitPassContext();
  EXPECT_EQ(text, R"(BISECT: running pass (1) FoldConstant
BISECT: running pass (2) FuseOps
BISECT: NOT running pass (3) DeadCodeElimination
BISECT: NOT running pass (4) FoldConstant
BISECT: 2 of 4 passes ran, the last was (2) FuseOps
)");
}

TEST_F(InstrumentsTest, BisectLimits) {
  std::string text;
  llvm::raw_string_ostream os(text);
  PassInfo info(0, "FuseOps");
  BisectInstrument none(0, &os);
  EXPECT_FALSE(*none.shouldRun(*module, info));
  (void)none.exitPassContext();
  BisectInstrument all(-1, &os);
  EXPECT_TRUE(*all.shouldRun(*module, info));
  EXPECT_EQ(text, "BISECT: NOT running pass (1) FuseOps\n"
                  "BISECT: 0 of 1 passes ran\n"
                  "BISECT: running pass (1) FuseOps\n");
}

//===----------------------------------------------------------------------===//
// By name
//===----------------------------------------------------------------------===//

TEST_F(InstrumentsTest, FactoryMakesEachForm) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto runWith = [&](StringRef spec) {
    text.clear();
    std::shared_ptr<PassInstrument> instrument =
        get(createInstrument(spec, os));
    if (!instrument)
      return std::string();
    PassInfo info(0, "FoldConstant");
    (void)instrument->enterPassContext();
    EXPECT_TRUE(*instrument->shouldRun(*module, info));
    EXPECT_TRUE(succeeded(run(*instrument, "FoldConstant", [&] {
      find("func.func")->setAttr("spec", StringAttr::get(&context, spec));
    })));
    (void)instrument->exitPassContext();
    return text;
  };
  EXPECT_TRUE(startsWith(runWith("timing"), "FoldConstant: "));
  EXPECT_TRUE(bool(llvm::json::parse(runWith("timing=json"))));
  EXPECT_TRUE(startsWith(runWith("print-before"), "Print IR before: "));
  EXPECT_TRUE(startsWith(runWith("print-before=InferType, FoldConstant"),
                         "Print IR before: FoldConstant"));
  EXPECT_EQ(runWith("print-before=InferType,sequential"), "");
  EXPECT_TRUE(startsWith(runWith("print-after"), "Print IR after: "));
  EXPECT_TRUE(startsWith(runWith("print-after=relay-fold-constant"),
                         "Print IR after: FoldConstant\n"));
  EXPECT_TRUE(startsWith(runWith("print-changed"),
                         "Print IR after: FoldConstant\nmodule"));
  EXPECT_TRUE(
      startsWith(runWith("print-diff"), "Print IR after: FoldConstant\n"));
  EXPECT_EQ(runWith("verify"), "");
  EXPECT_EQ(runWith("op-count"), "");
  EXPECT_EQ(runWith("bisect=1"),
            "BISECT: running pass (1) FoldConstant\n"
            "BISECT: 1 of 1 passes ran, the last was (1) FoldConstant\n");
  EXPECT_EQ(getInstrumentNames().size(), 9u);
}

TEST_F(InstrumentsTest, FactoryRefusesWhatItDoesNotKnow) {
  auto error = [](StringRef spec) {
    return getError(createInstrument(spec, llvm::nulls()));
  };
  EXPECT_EQ(error("tming"),
            "unknown instrument 'tming'; there are timing, timing=json, "
            "print-before[=<name>,...], print-after[=<name>,...], "
            "print-changed, print-diff, verify, op-count, bisect=<limit>; did "
            "you mean 'timing'?");
  EXPECT_TRUE(startsWith(error(""), "unknown instrument ''"));
  EXPECT_EQ(error("timing=xml"), "expected 'json' or nothing as the argument "
                                 "of the instrument 'timing', but got 'xml'");
  EXPECT_EQ(error("verify="), "expected nothing as the argument of the "
                              "instrument 'verify', but got ''");
  EXPECT_EQ(error("print-after="), "expected names of passes as the argument "
                                   "of the instrument 'print-after', but got "
                                   "''");
  EXPECT_TRUE(contains(error("print-after=FoldConstnt"), "FoldConstnt"));
  for (StringRef spec : {"bisect", "bisect=", "bisect=two", "bisect=-2"})
    EXPECT_TRUE(startsWith(error(spec),
                           "expected a number of passes (-1: no limit) as the "
                           "argument of the instrument 'bisect', but got "));
}

} // namespace
} // namespace mlir::relay::pass
