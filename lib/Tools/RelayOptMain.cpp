//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-opt: mlir-opt with everything of RelayLite registered.
//
//===----------------------------------------------------------------------===//

#include "PassContextFlags.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Pass/Instruments.h"
#include "RelayLite/Support/OutputFile.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::relay::pass;

static const char examples[] =
    R"(  Fold the constants of a module and write it as bytecode:

    relay-lite-opt in.mlir --relay-fold-constant --emit-bytecode -o out.mlirbc

  Bind parameters, simplify for inference, then fold:

    relay-lite-opt in.mlir --pass-pipeline='builtin.module(
        relay-bind-params{file=in.params},
        func.func(relay-simplify-inference),relay-fold-constant)'

  Run TVM's passes as TVM does, by name, each with what it requires:

    relay-lite-opt in.mlir --relay-opt-level=3 --relay-instrument=timing
        --pass-pipeline='builtin.module(
            relay-sequential{passes=SimplifyInference,FoldConstant})'

  Show what linalg makes of an operator:

    relay-lite-opt in.mlir --convert-relay-to-linalg
)";

/// The output of a successful run, which `keep` puts in its place.
using Output = FailureOr<std::unique_ptr<relay::OutputFile>>;

static LogicalResult keep(Output output) {
  if (failed(output))
    return failure();
  llvm::Error error = (*output)->keep();
  return error ? relay::reportError(llvm::toString(std::move(error)))
               : success();
}

/// Reads, optimizes and writes as MlirOptMain does with `config`.
static Output processFile(StringRef inputFile, StringRef outputFile,
                          DialectRegistry &registry,
                          const MlirOptMainConfig &config) {
  if (inputFile == "-" && llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(reading standard input, Ctrl-D ends it)\n";
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      relay::openModuleFile(inputFile, &message);
  if (!input)
    return relay::reportError(message);
  llvm::Expected<std::unique_ptr<relay::OutputFile>> output =
      relay::OutputFile::open(outputFile);
  if (!output)
    return relay::reportError(llvm::toString(output.takeError()));
  if (failed(MlirOptMain((*output)->os(), std::move(input), registry, config)))
    return failure();
  return std::move(*output);
}

/// The same, with the config and the instruments of `context` for all passes.
static Output runUnderContext(StringRef inputFile, StringRef outputFile,
                              DialectRegistry &registry,
                              std::shared_ptr<PassContext> context) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig stock = config;
  config.setPassPipelineSetupFn([&](PassManager &pm) {
    // Hooks see a module that nobody else is changing.
    if (!context->getInstruments()->empty()) {
      pm.getContext()->disableMultithreading();
      pm.addInstrumentation(createInstrumentation(context));
    }
    if (failed(stock.setupPassPipeline(pm)))
      return failure();
    return applyPassContextFlags(pm, *context, llvm::errs());
  });
  return processFile(inputFile, outputFile, registry, config);
}

/// Runs under the context that the flags describe.
static LogicalResult run(int argc, char **argv, StringRef inputFile,
                         StringRef outputFile, DialectRegistry &registry) {
  llvm::Expected<std::shared_ptr<PassContext>> context =
      createPassContextFromFlags(llvm::errs());
  if (!context)
    return relay::reportError(llvm::toString(context.takeError()));
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, inputFile, outputFile, registry);
  if (!*context)
    return keep(processFile(inputFile, outputFile, registry, config));
  llvm::Expected<PassContextScope> scope = PassContextScope::enter(*context);
  if (!scope)
    return relay::reportError(llvm::toString(scope.takeError()));
  Output output = runUnderContext(inputFile, outputFile, registry, *context);
  if (llvm::Error error = scope->exit())
    return relay::reportError(llvm::toString(std::move(error)));
  return keep(std::move(output));
}

int relay::RelayOptMain(int argc, char **argv, DialectRegistry &registry) {
  initTool(examples);
  mlir::registerAllPasses();
  relay::registerAllDialects(registry);
  relay::registerAllPasses();
  registerPassContextFlags();
  auto [inputFile, outputFile] = registerAndParseCLIOptions(
      argc, argv, "RelayLite modular optimizer driver\n", registry);
  if (printPassLists(llvm::outs()))
    return EXIT_SUCCESS;
  return asMainReturnCode(run(argc, argv, inputFile, outputFile, registry));
}
