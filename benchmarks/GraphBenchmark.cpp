//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures the cost of an operator: reads a Relay text of N operators, then
// writes it, compares it, and runs single passes on it, without those that they
// require. Prints a JSON object with microseconds per operator, the least of
// several rounds, and the bytes on the heap that an operator takes in a module.
//
//   relay-lite-graph-benchmark FILE N
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <malloc.h>

using namespace mlir;
using namespace mlir::relay;

static constexpr int kNumRounds = 5;

static constexpr std::pair<StringLiteral, StringLiteral> kPasses[] = {
    {"InferType", "relay-infer-type"},
    {"DeadCodeElimination", "relay-dead-code-elimination"},
    {"ToANormalForm", "relay-to-a-normal-form"},
    {"FoldConstant", "relay-fold-constant"},
    {"EliminateCommonSubexpr", "func.func(relay-eliminate-common-subexpr)"},
    {"SimplifyExpr", "func.func(relay-simplify-expr)"},
    {"FuseOps", "func.func(relay-fuse-ops)"}};

static double getSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

static size_t getHeap() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

int main(int argc, char **argv) {
  unsigned numOperators = 0;
  if (argc != 3 || StringRef(argv[2]).getAsInteger(10, numOperators) ||
      numOperators == 0) {
    llvm::errs() << "usage: " << argv[0] << " FILE N\n";
    return EXIT_FAILURE;
  }
  auto file = llvm::MemoryBuffer::getFile(argv[1]);
  if (!file) {
    llvm::errs() << argv[1] << ": " << file.getError().message() << "\n";
    return EXIT_FAILURE;
  }
  StringRef text = (*file)->getBuffer();
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();

  llvm::json::Object report;
  auto measure = [&](StringRef what, auto &&prepare, auto &&run) {
    double best = 0;
    for (int i = 0; i < kNumRounds; ++i) {
      prepare();
      double start = getSeconds();
      if (!run())
        return false;
      double seconds = getSeconds() - start;
      best = i == 0 ? seconds : std::min(best, seconds);
    }
    report[what] = best / numOperators * 1e6;
    return true;
  };

  std::optional<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  size_t heap = 0;
  auto clear = [&] {
    module = {};
    context.emplace(registry, MLIRContext::Threading::DISABLED);
    // As --mlir-disable-threading does; the above leaves the uniquers locked.
    context->disableMultithreading();
    context->loadAllAvailableDialects();
    heap = getHeap();
  };
  bool isDone = measure("import", clear, [&] {
    module = importRelayText(&*context, text, argv[1]);
    return bool(module);
  });
  report["bytes"] = double(getHeap() - heap) / numOperators;

  std::string written;
  auto nothing = [] {};
  isDone &= isDone && measure(
                          "export", [&] { written.clear(); },
                          [&] {
                            llvm::raw_string_ostream os(written);
                            return succeeded(exportRelayText(*module, os));
                          });

  auto parse = [&] {
    return ast::parseModule(text, argv[1], [](ast::Span, const Twine &) {});
  };
  std::optional<ast::Module> lhs = parse(), rhs = parse();
  isDone &= isDone && lhs && rhs && measure("equality", nothing, [&] {
              return ast::areEqual(*lhs, *rhs);
            });

  for (const auto &entry : kPasses) {
    OwningOpRef<ModuleOp> copy;
    isDone &= isDone && measure(
                            entry.first, [&] { copy = module->clone(); },
                            [&] {
                              PassManager manager(&*context);
                              manager.enableVerifier(false);
                              return succeeded(parsePassPipeline(entry.second,
                                                                 manager)) &&
                                     succeeded(manager.run(*copy));
                            });
  }
  if (!isDone)
    return EXIT_FAILURE;
  llvm::outs() << llvm::json::Value(std::move(report)) << "\n";
  return EXIT_SUCCESS;
}
