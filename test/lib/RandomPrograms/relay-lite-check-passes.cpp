//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs every pass on random modules and checks what it does (PassCheck.h).
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"
#include "Generator.h"
#include "PassCheck.h"
#include "RelayLite/InitAll.h"
#include "RoundTrips.h"
#include "SelfTest.h"
#include "TestRules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::test;
namespace cl = llvm::cl;

static cl::opt<std::string> file(cl::Positional,
                                 cl::desc("[a module instead of random ones]"));
static cl::opt<uint64_t> firstSeed("seed", cl::init(1),
                                   cl::desc("Number of the first module"));
static cl::opt<unsigned> numModules("count", cl::init(8),
                                    cl::desc("How many modules to make"));
static cl::opt<unsigned>
    numFunctions("functions", cl::init(16),
                 cl::desc("How many functions of a module are evaluated"));
static cl::opt<std::string>
    passFilter("passes", cl::desc("Regular expression of the passes to check"));
static cl::opt<bool> printOnly("print", cl::desc("Print the modules instead"));
static cl::opt<bool> reduce("reduce", cl::init(true),
                            cl::desc("Make modules that fail small"));
static cl::opt<unsigned>
    maxFailures("max-failures", cl::init(3),
                cl::desc("How many failures of each pass to show"));
static cl::opt<bool>
    requireCoverage("require-coverage",
                    cl::desc("Fail if a part of the language was not there or "
                             "a pass changed nothing or left nothing alone"));
static cl::opt<bool> selfTest("self-test",
                              cl::desc("Check the checks instead"));

static void report(StringRef what, const TestedPass &pass, ModuleOp module,
                   const PassFailure &failure) {
  llvm::outs() << "FAILED " << what << ": " << pass.name;
  if (!failure.function.empty())
    llvm::outs() << " on @" << failure.function;
  llvm::outs() << ": " << failure.text << "\n";
  if (reduce) {
    OwningOpRef<ModuleOp> smaller = reduceFailure(module, pass, failure);
    if (std::optional<PassFailure> again =
            checkPass(*smaller, pass, Expectation(*smaller)))
      llvm::outs() << "reduced: " << again->text << "\n";
    smaller->print(llvm::outs());
    llvm::outs() << "\n";
  }
  llvm::outs().flush();
}

namespace {
/// Counts of one run.
struct Totals {
  size_t functions = 0, withoutValue = 0, checks = 0, failures = 0;
  /// By pass.
  llvm::StringMap<unsigned> failuresOf;
  Coverage coverage;
};
} // namespace

static void addFailure(StringRef name, const TestedPass &pass, ModuleOp module,
                       const PassFailure &failure, Totals &totals) {
  ++totals.failures;
  if (++totals.failuresOf[pass.name] <= maxFailures)
    report(name, pass, module, failure);
}

static void checkModule(StringRef name, ModuleOp module,
                        ArrayRef<TestedPass> passes, Totals &totals) {
  Expectation expectation(module);
  totals.functions += expectation.size();
  totals.coverage.addModule(module);
  for (const TestedPass &pass : passes) {
    llvm::PrettyStackTraceFormat where("%s, pass %s", name.str().c_str(),
                                       pass.name.c_str());
    ++totals.checks;
    PassEffect effect;
    std::optional<PassFailure> failure =
        checkPass(module, pass, expectation, &effect);
    totals.coverage.addCheck(pass, effect);
    if (failure)
      addFailure(name, pass, module, *failure, totals);
  }
}

/// Modules that have nothing for any pass to do: an empty one, one with a
/// prototype only, and two with functions that do nothing.
static constexpr StringLiteral kUntouched[] = {
    "", "func.func private @f(tensor<4xf32>) -> tensor<4xf32>",
    "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> "
    "attributes {relay.pure} {\n"
    "  return %x : tensor<4xf32>\n"
    "}\n",
    "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> "
    "attributes {relay.pure} {\n"
    "  return %x : tensor<4xf32>\n"
    "}\n"
    "func.func @g(%x: tensor<?xi1>) -> tensor<?xi1> attributes "
    "{relay.Compiler = \"external\", relay.pure} {\n"
    "  return %x : tensor<?xi1>\n"
    "}\n"};

static void checkUntouched(MLIRContext &context, ArrayRef<TestedPass> passes,
                           Totals &totals) {
  for (auto [i, text] : llvm::enumerate(kUntouched)) {
    auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
    std::string name = "untouched module " + std::to_string(i);
    for (const TestedPass &pass : passes) {
      bool hasFunctions = text.contains('{');
      if ((pass.properties.needsMain && !module->lookupSymbol("main")) ||
          (pass.properties.marksFunctions && hasFunctions))
        continue;
      ++totals.checks;
      PassEffect effect;
      if (std::optional<PassFailure> failure =
              checkUntouched(*module, pass, &effect))
        addFailure(name, pass, *module, *failure, totals);
      totals.coverage.addCheck(pass, effect);
    }
  }
}

/// Runs up to two passes on the module `name`, so that the others see normal
/// forms, fused functions and the like. Adds what has been done to the name.
static void prepare(std::string &name, ModuleOp module,
                    ArrayRef<TestedPass> passes, Random &random,
                    Totals &totals) {
  for (int64_t i = random.range(0, 2); i > 0; --i) {
    TestedPass pass = random.pick(passes);
    if (pass.properties.removesFunctions)
      continue;
    llvm::PrettyStackTraceFormat where("%s, pass %s", name.c_str(),
                                       pass.name.c_str());
    OwningOpRef<ModuleOp> before = module.clone();
    if (std::optional<PassFailure> failure = runPass(module, pass))
      addFailure(name, pass, *before, *failure, totals);
    name += " after " + pass.name;
  }
}

static OwningOpRef<ModuleOp> parse(MLIRContext &context, StringRef path) {
  ParserConfig config(&context);
  return parseSourceFile<ModuleOp>(path, config);
}

static int runSelfTest(MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(getSelfTestModule(), ParserConfig(&context));
  if (!module)
    return EXIT_FAILURE;
  int numWrong = 0;
  Expectation expectation(*module);
  auto expect = [&](StringRef what, bool holds) {
    if (holds)
      return;
    ++numWrong;
    llvm::outs() << "FAILED self-test: " << what << "\n";
  };
  for (auto &[pass, expected] : getSelfTestPasses()) {
    std::optional<PassFailure> failure = checkPass(*module, pass, expectation);
    expect(pass.name, failure.has_value() == expected.has_value() &&
                          (!failure || failure->kind == *expected));
    if (!failure)
      continue;
    OwningOpRef<ModuleOp> smaller = reduceFailure(*module, pass, *failure);
    auto functions = smaller->getOps<func::FuncOp>();
    expect(pass.name + ", reduced",
           std::distance(functions.begin(), functions.end()) <= 1);
  }
  OwningOpRef<ModuleOp> uninferred = parseSourceString<ModuleOp>(
      getUninferredModule(), ParserConfig(&context));
  if (!uninferred)
    return EXIT_FAILURE;
  for (auto &[pass, expected] : getSelfTestPasses())
    if (expected == PassFailure::NotIdempotent || !expected) {
      std::optional<PassFailure> failure =
          checkPass(*uninferred, pass, Expectation(*uninferred));
      expect(pass.name + ", where types are not inferred",
             failure.has_value() == expected.has_value() &&
                 (!failure || failure->kind == *expected));
    }
  for (const char *name : {"does nothing", "changes no value"}) {
    auto passes = getSelfTestPasses();
    const TestedPass &pass = llvm::find_if(passes, [&](auto &entry) {
                               return entry.first.name == name;
                             })->first;
    bool does = pass.name != "does nothing";
    expect(pass.name + ", where nothing is to be done",
           checkUntouched(*module, pass).has_value() == does);
    Coverage coverage;
    PassEffect effect;
    (void)checkPass(*module, pass, expectation, &effect);
    coverage.addCheck(pass, effect);
    std::string said;
    llvm::raw_string_ostream os(said);
    expect("coverage of one module", !coverage.check(os, pass));
    StringRef complaint(said);
    expect(pass.name + ", as coverage",
           complaint.contains("has changed nothing") != does);
    expect("coverage of branches",
           complaint.contains("no function with branches"));
  }
  // Equal seeds make equal modules, whatever was made before.
  Generator first(&context), second(&context);
  auto text = [](OwningOpRef<ModuleOp> module) {
    std::string result;
    llvm::raw_string_ostream(result) << *module;
    return result;
  };
  expect("one seed, one module",
         text(first.generate(7, 4)) == text(second.generate(7, 4)));
  expect("seeds make a difference",
         text(first.generate(7, 4)) != text(first.generate(8, 4)));
  return numWrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "Check passes on random modules of Relay\n");
  DialectRegistry registry;
  relay::registerAllDialects(registry);
  relay::registerAllPasses();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  addOperatorRules(context);
  if (selfTest)
    return runSelfTest(context);

  std::vector<TestedPass> passes = getTestedPasses();
  std::vector<TestedPass> preparations = passes;
  llvm::Regex filter(passFilter);
  auto isFiltered = [&](const TestedPass &pass) {
    return !passFilter.empty() && !filter.match(pass.name);
  };
  std::vector<TestedPass> passesOnAll = passes;
  llvm::append_range(passes, getRoundTrips());
  llvm::erase_if(passes, isFiltered);
  llvm::erase_if(passesOnAll, isFiltered);
  if (passes.empty()) {
    llvm::errs() << "no pass matches " << passFilter << "\n";
    return EXIT_FAILURE;
  }
  Totals totals;
  Generator generator(&context);
  if (!file.empty()) {
    OwningOpRef<ModuleOp> module = parse(context, file);
    if (!module)
      return EXIT_FAILURE;
    checkModule(file, *module, passes, totals);
  } else {
    // Round trips name parameters, also where there is nothing to do.
    checkUntouched(context, passesOnAll, totals);
    for (uint64_t seed = firstSeed; seed < firstSeed + numModules; ++seed) {
      std::string name = "seed " + std::to_string(seed);
      llvm::PrettyStackTraceFormat where("generating %s", name.c_str());
      OwningOpRef<ModuleOp> module = generator.generate(seed, numFunctions);
      // Their errors would be found by passes that find shapes.
      Expectation generated(*module);
      for (func::FuncOp function : generated.getWithoutValue()) {
        function.erase();
        ++totals.withoutValue;
      }
      addEntry(*module);
      if (printOnly) {
        module->print(llvm::outs());
        llvm::outs() << "\n";
        continue;
      }
      if (failed(verify(*module))) {
        llvm::errs() << name << ": the generator makes invalid modules\n";
        return EXIT_FAILURE;
      }
      Random random(seed);
      prepare(name, *module, preparations, random, totals);
      checkModule(name, *module, passes, totals);
    }
    if (printOnly)
      return EXIT_SUCCESS;
  }
  // A run that evaluates little says little.
  bool isWorthless = totals.functions < totals.withoutValue;
  if (isWorthless)
    llvm::outs() << "FAILED: most functions have no value\n";
  totals.coverage.print(llvm::outs(), passes);
  bool isIncomplete =
      requireCoverage && !totals.coverage.check(llvm::outs(), passes);
  if (requireCoverage && file.empty() &&
      numModules >= generator.getNumModulesForExamples())
    isIncomplete |= !checkOperators(llvm::outs(), generator.getExamples(),
                                    generator.getUsedOperators());
  for (auto &entry : totals.failuresOf)
    llvm::outs() << entry.getKey() << ": " << entry.getValue() << " failures\n";
  llvm::outs() << totals.functions << " functions, " << totals.withoutValue
               << " without a value, " << generator.getUsedOperators().size()
               << " operators, " << totals.checks << " checks, "
               << totals.failures << " failed\n";
  return totals.failures || isWorthless || isIncomplete ? EXIT_FAILURE
                                                        : EXIT_SUCCESS;
}
