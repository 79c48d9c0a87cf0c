//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tools that read one module, as text of Relay or of MLIR or as bytecode.
//
//===----------------------------------------------------------------------===//

#include "ModuleTool.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Support/Excerpt.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::relay;
namespace cl = llvm::cl;

ModuleToolFlags::ModuleToolFlags(StringRef name)
    : title((name + " options").str()), category(title),
      inputFile(cl::Positional, cl::desc("<.relay, .mlir or .mlirbc file>"),
                cl::init("-"), cl::cat(category)),
      dialectPlugins(
          "load-dialect-plugin",
          cl::desc("a plugin, as of mlir-opt, with a dialect that the module "
                   "uses, or with an external compiler"),
          cl::value_desc("library"), cl::cat(category)),
      requireExternals(
          "require-external-compilers",
          cl::desc("fail where the compiler of a function with relay.Compiler "
                   "is not registered, instead of a warning"),
          cl::cat(category)) {}

void relay::parseModuleToolOptions(int argc, char **argv,
                                   const ModuleToolFlags &flags,
                                   const char *overview, const char *examples) {
  initTool(examples, &flags.category);
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerDefaultTimingManagerCLOptions();
  cl::ParseCommandLineOptions(argc, argv, overview);
}

static LogicalResult
run(StringRef inputFile, const DialectRegistry &registry,
    function_ref<LogicalResult(ModuleOp, TimingScope &)> process) {
  DefaultTimingManager timingManager;
  applyDefaultTimingManagerCLOptions(timingManager);
  TimingScope timing = timingManager.getRootScope();

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openModuleFile(inputFile, &message);
  if (!buffer)
    return reportError(message);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  printExcerpts(sources, llvm::errs());
  SourceMgrDiagnosticHandler handler(sources, &context);
  TimingScope parseTiming = timing.nest("Read module");
  OwningOpRef<ModuleOp> module = importModule(&context, sources);
  if (!module)
    return failure();
  parseTiming.stop();
  return process(*module, timing);
}

int relay::processModule(
    const ModuleToolFlags &flags, DialectRegistry &registry,
    function_ref<LogicalResult(ModuleOp, TimingScope &)> process) {
  registerAllDialects(registry);
  if (failed(loadDialectPlugins(flags.dialectPlugins, registry)) ||
      failed(run(flags.inputFile, registry, process)))
    return EXIT_FAILURE;
  return EXIT_SUCCESS;
}
