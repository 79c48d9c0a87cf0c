//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of the function passes grows with the program, not with its square.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "gtest/gtest.h"
#include <ctime>

using namespace mlir;

/// `n` functions that each call the one before.
static std::string makeCallers(unsigned n) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (unsigned i = 0; i < n; ++i)
    os << "func.func @f" << i
       << "(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
          "  %0 = relay.call @f"
       << (i + n - 1) % n
       << "(%x) : (tensor<4xf32>) -> tensor<4xf32>\n"
          "  return %0 : tensor<4xf32>\n}\n";
  return text;
}

/// A tensor that is split into `n` parts, with an operator behind each.
static std::string makeBranches(unsigned n) {
  std::string text, types, fields;
  for (unsigned i = 0; i < n; ++i) {
    StringRef separator = i == 0 ? "" : ", ";
    types += (separator + "tensor<4xf32>").str();
    fields += (separator + "%a" + Twine(i)).str();
  }
  std::string whole = "tensor<" + std::to_string(4 * n) + "xf32>";
  llvm::raw_string_ostream os(text);
  os << "!t = tuple<" << types << ">\n"
     << "func.func @main(%x: " << whole << ") -> !t {\n"
     << "  %s = relay.split %x {indices_or_sections = " << n
     << " : i64, axis = 0 : i64} : (" << whole << ") -> !t\n";
  for (unsigned i = 0; i < n; ++i)
    os << "  %g" << i << " = relay.tuple_get %s[" << i
       << "] : (!t) -> tensor<4xf32>\n  %a" << i << " = relay.exp %g" << i
       << " : (tensor<4xf32>) -> tensor<4xf32>\n";
  os << "  %t = relay.tuple " << fields << " : (" << types
     << ") -> !t\n  return %t : !t\n}\n";
  return text;
}

namespace {
class ScalingTest : public ::testing::TestWithParam<const char *> {
protected:
  ScalingTest() : context(MLIRContext::Threading::DISABLED) {
    DialectRegistry registry;
    relay::registerAllDialects(registry);
    relay::registerAllPasses();
    context.appendDialectRegistry(registry);
    context.loadDialect<relay::RelayDialect, func::FuncDialect>();
  }

  /// Sets `seconds` to the time of CPU that the pass takes for the program
  /// `text`.
  void measure(const std::string &text, double &seconds) {
    seconds = HUGE_VAL;
    for (int run = 0; run < 2; ++run) {
      OwningOpRef<ModuleOp> module =
          parseSourceString<ModuleOp>(text, &context);
      ASSERT_TRUE(module);
      auto pm = PassManager::on<ModuleOp>(&context);
      std::string pipeline = "func.func(" + std::string(GetParam()) + ")";
      ASSERT_TRUE(succeeded(parsePassPipeline(pipeline, pm)));
      std::clock_t start = std::clock();
      ASSERT_TRUE(succeeded(pm.run(*module)));
      seconds =
          std::min(seconds, double(std::clock() - start) / CLOCKS_PER_SEC);
    }
  }

  /// 32 times the program takes 32 times as long, or more than 1000 times if
  /// the time is quadratic: far enough apart for busy machines.
  void expectLinear(function_ref<std::string(unsigned)> make) {
    double small, large;
    ASSERT_NO_FATAL_FAILURE(measure(make(500), small));
    ASSERT_NO_FATAL_FAILURE(measure(make(16000), large));
    EXPECT_LT(large, 150 * small + 0.05);
  }

  MLIRContext context;
};
} // namespace

TEST_P(ScalingTest, Callers) { expectLinear(makeCallers); }

TEST_P(ScalingTest, Branches) { expectLinear(makeBranches); }

INSTANTIATE_TEST_SUITE_P(
    FunctionPasses, ScalingTest,
    ::testing::Values(
        "relay-alter-op-layout", "relay-backward-fold-scale-axis",
        "relay-canonicalize-cast", "relay-canonicalize-ops",
        "relay-combine-parallel-batch-matmul", "relay-combine-parallel-conv2d",
        "relay-combine-parallel-dense", "relay-convert-layout",
        "relay-defuse-ops", "relay-div-to-mul",
        "relay-eliminate-common-subexpr", "relay-fast-math",
        "relay-flatten-atrous-conv", "relay-fold-explicit-padding",
        "relay-forward-fold-scale-axis", "relay-fuse-ops", "relay-label-ops",
        "relay-legalize", "relay-simplify-expr",
        "relay-simplify-expr-post-alter-op", "relay-simplify-inference",
        "relay-split-args", "relay-to-graph-normal-form"));
