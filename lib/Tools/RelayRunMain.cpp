//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-run: evaluates a function of a module on arrays from files.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Inputs.h"
#include "ModuleTool.h"
#include "RelayLite/CompiledModule/ExternalEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/KernelCache.h"
#include "RelayLite/Evaluation/Profile.h"
#include "RelayLite/Support/Counts.h"
#include "RelayLite/Support/Npy.h"
#include "RelayLite/Support/OutputFile.h"
#include "RelayLite/Support/Params.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::relay;
namespace cl = llvm::cl;

static const char examples[] =
    R"(  Run a network of Relay text on the arrays of a .npz file:

    relay-lite-run net.relay --params net.params --inputs in.npz --output out.npz

  Run function @f of a module on random inputs and print what comes out:

    relay-lite-run net.mlirbc --function f --random-inputs --seed 7

  Show where the time goes, the first run (with compilation) and nine others:

    relay-lite-run net.mlir --random-inputs --repeat 10 --mlir-timing

  Show which operators take the time, once kernels are compiled:

    relay-lite-run net.mlir --random-inputs --repeat 2 --profile
    relay-lite-run net.mlir --random-inputs --repeat 2 --profile=trace.json

  Run tests written in MLIR (functions with the attribute relay.check):

    relay-lite-run --check test.mlir

ENVIRONMENT: Compiled kernels are kept in $RELAYLITE_CACHE_DIR, else
$XDG_CACHE_HOME/relay-lite, else ~/.cache/relay-lite, up to
$RELAYLITE_CACHE_SIZE bytes (default 256M); not if $RELAYLITE_CACHE is off.
Those built in are for $RELAYLITE_KERNELS (x86-64-v3, x86-64-v4 or off) at most.

EXIT STATUS: 0, or 1 after an error.
)";

namespace {
/// The options of relay-lite-run.
struct RunFlags : ModuleToolFlags {
  RunFlags() : ModuleToolFlags("relay-lite-run") {}

  cl::opt<std::string> functionName{"function", cl::desc("the function to run"),
                                    cl::value_desc("name"), cl::init("main"),
                                    cl::cat(category)};
  cl::list<std::string> paramFiles{
      "params", cl::desc("parameters for arguments, by their names"),
      cl::value_desc(".params file"), cl::cat(category)};
  cl::list<std::string> inputFiles{
      "inputs", cl::desc("arrays for arguments, by their names"),
      cl::value_desc(".npz file"), cl::cat(category)};
  cl::list<std::string> singleInputs{
      "input", cl::desc("the array for one argument"),
      cl::value_desc("name=.npy file"), cl::cat(category)};
  cl::opt<std::string> outputFile{
      "output",
      cl::desc("where to write the results, as output0, output1, ... "
               "(tuples flattened); without it they are printed"),
      cl::value_desc(".npz file"), cl::cat(category)};
  cl::opt<bool> randomInputs{
      "random-inputs",
      cl::desc(
          "make arguments that are not given at random: floats in [-1, 1), "
          "integers in [-8, 8), unsigned ones in [0, 16)"),
      cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("the seed of random inputs"),
                         cl::value_desc("number"), cl::init(0),
                         cl::cat(category)};
  cl::opt<unsigned> repeat{
      "repeat", cl::desc("how often to run the function (default 1)"),
      cl::value_desc("times"), cl::init(1), cl::cat(category)};
  cl::opt<std::string> profileFile{
      "profile",
      cl::desc(
          "print the time of each operator in the last run, or write it: "
          "to a .json file as chrome://tracing reads it, or to a .svg file "
          "as a chart"),
      cl::ValueOptional, cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> check{
      "check",
      cl::desc("run the functions with the attribute relay.check: a unit for "
               "equal bits, {ulp = N}, or {atol = X, rtol = Y}"),
      cl::cat(category)};

  cl::opt<bool> cacheInfo{
      "cache-info",
      cl::desc("show where compiled kernels are kept and how much that "
               "is, and do nothing else"),
      cl::cat(category)};
  cl::opt<bool> cacheClear{
      "cache-clear",
      cl::desc("remove all kernels that are kept, and do nothing else"),
      cl::cat(category)};
};
} // namespace

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

static llvm::Error readInputs(const RunFlags &flags, Inputs &inputs) {
  for (const std::string &path : flags.paramFiles) {
    llvm::Expected<Params> params = readParamsFile(path);
    if (!params)
      return params.takeError();
    for (auto &[name, array] : *params)
      if (llvm::Error error =
              inputs.add(name, array, path, /*isParameter=*/true))
        return error;
  }
  for (const std::string &path : flags.inputFiles) {
    llvm::Expected<std::vector<NamedNDArray>> arrays = readNpz(path);
    if (!arrays)
      return arrays.takeError();
    for (auto &[name, array] : *arrays)
      if (llvm::Error error = inputs.add(name, array, path))
        return error;
  }
  for (StringRef option : flags.singleInputs) {
    auto [name, path] = option.split('=');
    if (name.empty() || path.empty())
      return llvm::createStringError(
          "expected --input <name>=<file>, but got '" + option + "'");
    llvm::Expected<NDArray> array = readNpy(path);
    if (!array)
      return array.takeError();
    if (llvm::Error error = inputs.add(name, *array, path))
      return error;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// The tensors in `results`, named in order.
static FailureOr<std::vector<NamedNDArray>>
nameResults(func::FuncOp function, ArrayRef<EvalValue> results) {
  SmallVector<Tensor> tensors;
  for (const EvalValue &result : results)
    if (failed(result.flatten(tensors)))
      return function.emitError("the result holds a function or a reference, "
                                "which cannot be written");
  std::vector<NamedNDArray> arrays;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    std::optional<NDArray> array = tensor.toNDArray();
    if (!array)
      return function.emitError("not enough memory for a result of type ")
             << tensor.getType();
    arrays.emplace_back("output" + std::to_string(i), std::move(*array));
  }
  return arrays;
}

/// Prints the results as attributes, long ones elided.
static LogicalResult printResults(Location loc, ArrayRef<NamedNDArray> arrays) {
  constexpr int64_t maxElements = 64;
  for (const auto &[name, array] : arrays) {
    // Always dense, so that it is the elements that are printed.
    FailureOr<RankedTensorType> type = getTensorType(loc, array);
    if (failed(type))
      return failure();
    llvm::outs() << name << " = ";
    if (array.getNumElements() > maxElements)
      llvm::outs() << *type << "\n";
    else
      llvm::outs() << makeConstant(*type, array.getBytes()) << "\n";
  }
  return success();
}

/// Writes the file at `path` by `write`, or reports an error.
static LogicalResult writeFile(StringRef path,
                               llvm::function_ref<void(raw_ostream &)> write) {
  llvm::Expected<std::unique_ptr<OutputFile>> file = OutputFile::open(path);
  if (!file)
    return reportError(llvm::toString(file.takeError()));
  write((*file)->os());
  llvm::Error error = (*file)->keep();
  return error ? reportError(llvm::toString(std::move(error))) : success();
}

static LogicalResult writeResults(const RunFlags &flags,
                                  ArrayRef<NamedNDArray> arrays) {
  // Arrays are read in place.
  SmallVector<StringRef> inputs = {flags.inputFile};
  llvm::append_range(inputs, flags.inputFiles);
  for (StringRef option : flags.singleInputs)
    inputs.push_back(option.split('=').second);
  for (StringRef input : inputs)
    if (isSameFile(input, flags.outputFile))
      return reportError("the output would overwrite the input '" + input +
                         "'");
  return writeFile(flags.outputFile,
                   [&](raw_ostream &os) { writeNpz(arrays, os); });
}

/// Prints or writes the profile as --profile says.
static LogicalResult writeProfile(const RunFlags &flags,
                                  const Profile &profile) {
  StringRef path = flags.profileFile;
  if (path.empty()) {
    profile.printTable(llvm::errs());
    return success();
  }
  return writeFile(path, [&](raw_ostream &os) {
    path.ends_with(".svg") ? profile.writeChart(os) : profile.writeTrace(os);
  });
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static LogicalResult runFunction(const RunFlags &flags, ModuleOp module,
                                 TimingScope &timing) {
  StringRef extension = llvm::sys::path::extension(flags.profileFile);
  if (!flags.profileFile.empty() && extension != ".json" && extension != ".svg")
    return reportError("expected a file .json or .svg for the profile, but "
                       "got '" +
                       flags.profileFile + "'");
  auto function = module.lookupSymbol<func::FuncOp>(flags.functionName);
  if (!function)
    return module.emitError("no function '") << flags.functionName << "'";
  if (function.isDeclaration())
    return function.emitError("expected a function with a body to run");
  Location loc = UnknownLoc::get(module.getContext());
  TimingScope inputTiming = timing.nest("Read inputs");
  Inputs inputs;
  if (llvm::Error error = readInputs(flags, inputs))
    return reportError(llvm::toString(std::move(error)));
  FailureOr<SmallVector<EvalValue>> arguments = inputs.bind(
      function,
      flags.randomInputs ? std::optional<uint64_t>(flags.seed) : std::nullopt);
  if (failed(arguments))
    return failure();
  inputTiming.stop();

  Profile profile;
  bool isProfiled = flags.profileFile.getNumOccurrences() > 0;
  EvaluatorOptions options;
  options.profile = isProfiled ? &profile : nullptr;
  std::unique_ptr<ExternalFunctions> externals =
      createCompiledExternalFunctions(flags.requireExternals);
  options.externals = externals.get();
  Evaluator evaluator(module, options);
  FailureOr<SmallVector<EvalValue>> results;
  for (unsigned i = 0; i < std::max(flags.repeat.getValue(), 1u); ++i) {
    TimingScope runTiming = timing.nest(i == 0 ? "First run" : "Other runs");
    profile.clear();
    results = evaluator.call(function, *arguments);
    if (failed(results))
      return failure();
  }
  if (isProfiled && failed(writeProfile(flags, profile)))
    return failure();
  TimingScope outputTiming = timing.nest("Write results");
  FailureOr<std::vector<NamedNDArray>> arrays = nameResults(function, *results);
  if (failed(arrays))
    return failure();
  return flags.outputFile.empty() ? printResults(loc, *arrays)
                                  : writeResults(flags, *arrays);
}

/// Shows or clears the cache of kernels.
static LogicalResult manageCache(const RunFlags &flags) {
  KernelCache cache(KernelCacheSettings::fromEnvironment());
  if (flags.cacheClear) {
    llvm::Expected<size_t> count = cache.clear();
    if (!count)
      return reportError("cannot clear the cache: " +
                         llvm::toString(count.takeError()));
    llvm::outs() << "removed " << formatCount(*count, "kernel") << "\n";
  }
  if (!flags.cacheInfo)
    return success();
  llvm::outs() << "built kernels: " << describeBuiltKernels() << "\n";
  llvm::Expected<KernelCache::Usage> usage = cache.getUsage();
  if (!usage) {
    llvm::outs() << "not used: " << llvm::toString(usage.takeError()) << "\n";
    return success();
  }
  if (getBuildIds().empty())
    llvm::outs() << "not used: the libraries have no build ids\n";
  if (!usage->problem.empty())
    llvm::outs() << "not written: " << usage->problem << "\n";
  llvm::outs() << "directory: " << cache.getSettings().directory << "\n"
               << "kernels: " << usage->numEntries << "\n"
               << "bytes: " << usage->numBytes << " of at most "
               << cache.getSettings().maxBytes << "\n";
  return success();
}

int mlir::relay::RelayRunMain(int argc, char **argv,
                              DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  static RunFlags flags;
  parseModuleToolOptions(argc, argv, flags,
                         "RelayLite evaluation of functions\n", examples);
  if (flags.cacheInfo || flags.cacheClear)
    return succeeded(manageCache(flags)) ? EXIT_SUCCESS : EXIT_FAILURE;
  return processModule(
      flags, registry, [](ModuleOp module, TimingScope &timing) {
        return flags.check ? runChecks(module)
                           : runFunction(flags, module, timing);
      });
}
