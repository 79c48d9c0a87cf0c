//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// extra-count-calls: runs a Sequential under a pass context with an instrument
// of its own.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "ExtraDialect.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Pass/PassRegistry.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
// mlir has classes called Pass, PassInfo and PassInstrumentation too.
namespace pass = mlir::relay::pass;
namespace cl = llvm::cl;

static cl::opt<std::string> inputFile(cl::Positional, cl::Required,
                                      cl::desc("<file with a module>"));
static cl::opt<int> optLevel("opt-level", cl::desc("Level of the context"),
                             cl::init(2));
static cl::list<std::string> disabled("disable", cl::CommaSeparated,
                                      cl::desc("Passes that do not run"));
static cl::opt<std::string> vetoed("veto",
                                   cl::desc("Pass that the instrument vetoes"));

namespace {
/// Prints which passes run, and inside which others.
class Tracer : public pass::PassInstrument {
public:
  explicit Tracer(std::string vetoed)
      : pass::PassInstrument("Tracer"), vetoed(std::move(vetoed)) {}

  FailureOr<bool> shouldRun(ModuleOp, const pass::PassInfo &info) override {
    return info.name != vetoed;
  }
  LogicalResult runBeforePass(ModuleOp, const pass::PassInfo &info) override {
    llvm::outs().indent(2 * depth++) << info.name << "\n";
    return success();
  }
  LogicalResult runAfterPass(ModuleOp, const pass::PassInfo &) override {
    --depth;
    return success();
  }
  void runAfterPassFailed(ModuleOp, const pass::PassInfo &info) override {
    llvm::outs().indent(2 * --depth) << info.name << " failed\n";
  }

private:
  std::string vetoed;
  unsigned depth = 0;
};
} // namespace

/// A pass from a callback: prints the number of calls, and fails for a module
/// that has none.
static pass::Pass makeCountCalls() {
  auto count = [](ModuleOp module, pass::PassRun &run) -> LogicalResult {
    AnalysisManager analyses = run.getAnalysisManager();
    bool isKept = analyses.getCachedAnalysis<extra::Calls>().has_value();
    size_t number = analyses.getAnalysis<extra::Calls>().getSites().size();
    llvm::outs() << "calls: " << number << (isKept ? " (kept)\n" : "\n");
    run.markAllAnalysesPreserved();
    if (number == 0)
      return module.emitError("expected calls, but got none");
    return success();
  };
  return pass::createModulePass(count,
                                pass::PassInfo(/*optLevel=*/0, "CountCalls"));
}

/// Counts calls before and after branches are taken.
static llvm::Error run(ModuleOp module) {
  pass::PassContextOptions options;
  options.optLevel = optLevel;
  options.disabledPasses = disabled;
  options.instruments = {std::make_shared<Tracer>(vetoed)};
  llvm::Expected<std::shared_ptr<pass::PassContext>> context =
      pass::PassContext::create(std::move(options));
  if (!context)
    return context.takeError();
  llvm::Expected<pass::PassContextScope> scope =
      pass::PassContextScope::enter(*context);
  if (!scope)
    return scope.takeError();

  llvm::Expected<pass::Pass> takeTrueBranch = pass::getPass("TakeTrueBranch");
  if (!takeTrueBranch)
    return takeTrueBranch.takeError();
  pass::Pass countCalls = makeCountCalls();
  pass::Sequential sequential({countCalls, *takeTrueBranch, countCalls},
                              /*optLevel=*/0, "TakeAndCount");
  // Under the context that has been entered.
  if (failed(sequential(module)))
    return llvm::createStringError("the passes failed");
  return scope->exit();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // Errors come behind what has been printed before.
  llvm::errs().tie(&llvm::outs());
  cl::ParseCommandLineOptions(argc, argv, "Counts the calls in a module\n");
  DialectRegistry registry;
  relay::registerAllDialects(registry);
  registry.insert<extra::ExtraDialect>();
  extra::registerExtraPasses();
  llvm::ExitOnError exitOnError("error: ");
  exitOnError(extra::registerNamedPasses());

  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(inputFile, &context);
  if (!module)
    return 1;
  exitOnError(run(*module));
  module->print(llvm::outs());
  return 0;
}
