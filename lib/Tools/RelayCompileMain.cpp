//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-compile: native libraries from modules.
//
//===----------------------------------------------------------------------===//

#include "ModuleTool.h"
#include "RelayLite/CompiledModule/CompiledModule.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Pass/Passes.h"
#include "RelayLite/Support/OutputFile.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::relay;
namespace cl = llvm::cl;

static const char examples[] =
    R"(  Compile a network with its parameters to a shared library, and write what
  a C program includes:

    relay-lite-compile net.relay --params net.params -o net.so --header net.h

  Compile an object file for another machine:

    relay-lite-compile net.mlir --emit=object --target-triple=aarch64-linux-gnu
        --name=net -o net.o --header net.h --description net.json

EXIT STATUS: 0, or 1 after an error. Files are written only if all is well.
)";

namespace {
enum class OutputKind { Library, Object, Assembly, LLVMIR };

/// The options of relay-lite-compile.
struct CompileFlags : ModuleToolFlags {
  CompileFlags() : ModuleToolFlags("relay-lite-compile") {}

  cl::opt<std::string> outputFile{"o", cl::desc("where to write the code"),
                                  cl::value_desc("file"), cl::Required,
                                  cl::cat(category)};
  cl::opt<OutputKind> outputKind{
      "emit", cl::desc("what to write (a shared library)"),
      cl::values(clEnumValN(OutputKind::Library, "library", "a shared library"),
                 clEnumValN(OutputKind::Object, "object", "an object file"),
                 clEnumValN(OutputKind::Assembly, "asm", "assembly"),
                 clEnumValN(OutputKind::LLVMIR, "llvm", "the text of LLVM IR")),
      cl::init(OutputKind::Library), cl::cat(category)};
  cl::opt<std::string> headerFile{"header",
                                  cl::desc("where to write the C header"),
                                  cl::value_desc(".h file"), cl::cat(category)};
  cl::opt<std::string> descriptionFile{
      "description", cl::desc("where to write the description of functions"),
      cl::value_desc(".json file"), cl::cat(category)};
  cl::opt<std::string> weightsFile{
      "weights",
      cl::desc("where to write large constants, which the library "
               "holds otherwise; a program maps the file"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> paramFile{
      "params", cl::desc("parameters of @main, by their names"),
      cl::value_desc(".params file"), cl::cat(category)};
  cl::opt<std::string> moduleName{
      "name",
      cl::desc("what stands before the names of functions (the name "
               "of the output file)"),
      cl::value_desc("C identifier"), cl::cat(category)};
  cl::opt<unsigned> optLevel{
      "opt-level",
      cl::desc("the level of relay-optimize, which runs first (3)"),
      cl::value_desc("number"), cl::init(3), cl::cat(category)};
  cl::list<std::string> disabled{
      "disabled", cl::CommaSeparated,
      cl::desc("passes of relay-optimize that do not run"),
      cl::value_desc("names"), cl::cat(category)};
  cl::opt<bool> optimize{
      "optimize",
      cl::desc("whether relay-optimize runs; it needs a function @main (true)"),
      cl::init(true), cl::cat(category)};
  cl::opt<unsigned> maxThreads{
      "max-threads",
      cl::desc("the most threads that share the work of a call, from 1 "
               "to 1024 (1); each adds to the workspace"),
      cl::value_desc("number"), cl::init(1), cl::cat(category)};
  cl::opt<std::string> triple{"target-triple",
                              cl::desc("the machine to compile for (this one)"),
                              cl::value_desc("triple"), cl::cat(category)};
  cl::opt<std::string> cpu{"cpu",
                           cl::desc("its CPU (this one, or a generic one)"),
                           cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> features{"features",
                                cl::desc("features of the CPU, as +avx2,-fma"),
                                cl::value_desc("list"), cl::cat(category)};
  cl::opt<std::string> linker{
      "linker",
      cl::desc("the C compiler or linker that links shared libraries (the "
               "first of cc, gcc, ld.lld and clang in PATH, or "
               "<architecture>-linux-gnu-gcc for another machine)"),
      cl::value_desc("program"), cl::cat(category)};
};
} // namespace

/// The name of the output file, as C has names.
static std::string getModuleName(const CompileFlags &flags) {
  if (!flags.moduleName.empty())
    return flags.moduleName;
  std::string name = llvm::sys::path::stem(flags.outputFile).str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  if (name.empty() || llvm::isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

static LogicalResult writeText(StringRef path, StringRef text) {
  if (path.empty())
    return success();
  llvm::Error error = writeFile(path, text);
  return error ? reportError(llvm::toString(std::move(error))) : success();
}

/// The file of weights as text.
static StringRef getWeights(const CompiledModule &compiled) {
  return {compiled.getWeights().data(), compiled.getWeights().size()};
}

static LogicalResult writeCode(const CompileFlags &flags,
                               CompiledModule &compiled, TimingScope &timing) {
  if (flags.outputKind == OutputKind::Library) {
    llvm::Error error = writeSharedLibrary(compiled, flags.outputFile,
                                           flags.linker, {}, &timing);
    return error ? reportError(llvm::toString(std::move(error))) : success();
  }
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> code = compiled.emit(
      flags.outputKind == OutputKind::Object ? CompiledModule::Form::Object
      : flags.outputKind == OutputKind::Assembly
          ? CompiledModule::Form::Assembly
          : CompiledModule::Form::LLVMIR,
      &timing);
  return code ? writeText(flags.outputFile, (*code)->getBuffer())
              : reportError(llvm::toString(code.takeError()));
}

/// Checks the paths before anything is computed.
static LogicalResult checkPaths(const CompileFlags &flags) {
  if (flags.outputKind == OutputKind::Library && flags.outputFile == "-")
    return reportError("a shared library needs a file to be written to");
  for (StringRef output :
       {StringRef(flags.outputFile), StringRef(flags.headerFile),
        StringRef(flags.descriptionFile), StringRef(flags.weightsFile)})
    for (StringRef input :
         {StringRef(flags.inputFile), StringRef(flags.paramFile)})
      if (!output.empty() && !input.empty() && isSameFile(input, output))
        return reportError("the output would overwrite the input '" + input +
                           "'");
  return success();
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

/// Binds the parameters and optimizes.
static LogicalResult prepare(const CompileFlags &flags, ModuleOp module,
                             TimingScope &timing) {
  PassManager manager(module.getContext());
  manager.enableTiming(timing);
  if (!flags.paramFile.empty()) {
    BindParamsPassOptions options;
    options.file = flags.paramFile;
    manager.addPass(createBindParamsPass(options));
  }
  if (flags.optimize) {
    SequentialPipelineOptions options;
    options.optLevel = std::to_string(flags.optLevel);
    options.disabled = llvm::to_vector(flags.disabled);
    llvm::Expected<int64_t> block =
        getChannelBlock({flags.triple, flags.cpu, flags.features});
    if (!block)
      return emitError(module.getLoc(), llvm::toString(block.takeError()));
    // Weights should not be computed in each call.
    options.config = {"relay.AlterOpLayout.channel_block=" +
                          std::to_string(*block),
                      "relay.FoldScaleAxis.constant_factors=true"};
    populateRelayOptimizePipeline(manager, options);
  }
  return manager.run(module);
}

static LogicalResult compile(const CompileFlags &flags, ModuleOp module,
                             TimingScope &timing) {
  TimingScope optimizeTiming = timing.nest("Optimize");
  if (failed(prepare(flags, module, optimizeTiming)))
    return failure();
  // Constants that were folded would take memory until the end.
  releaseUnusedResources(module.getContext(), {module});
  optimizeTiming.stop();
  TimingScope compileTiming = timing.nest("Lower");
  CompileOptions options;
  options.target = {flags.triple, flags.cpu, flags.features};
  options.name = getModuleName(flags);
  options.weightsInFile = !flags.weightsFile.empty();
  options.threads = flags.maxThreads;
  options.requireExternals = flags.requireExternals;
  options.timing = &compileTiming;
  FailureOr<std::unique_ptr<CompiledModule>> compiled =
      compileModule(module, options);
  if (failed(compiled))
    return failure();
  // The module is done, but for the constants of the code.
  releaseUnusedResources(module.getContext(), {module});
  compileTiming.stop();
  TimingScope codeTiming = timing.nest("Generate code");
  return success(
      succeeded(writeCode(flags, **compiled, codeTiming)) &&
      succeeded(writeText(flags.weightsFile, getWeights(**compiled))) &&
      succeeded(writeText(flags.headerFile, (*compiled)->getHeader())) &&
      succeeded(
          writeText(flags.descriptionFile, (*compiled)->getDescription())));
}

int mlir::relay::RelayCompileMain(int argc, char **argv,
                                  DialectRegistry &registry) {
  llvm::InitLLVM init(argc, argv);
  static CompileFlags flags;
  parseModuleToolOptions(argc, argv, flags, "RelayLite compiler\n", examples);
  if (failed(checkPaths(flags)))
    return EXIT_FAILURE;
  return processModule(flags, registry,
                       [](ModuleOp module, TimingScope &timing) {
                         return compile(flags, module, timing);
                       });
}
