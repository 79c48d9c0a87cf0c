//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// extra-fold: folds the constants of a module, but leaves every softmax, and
// tells what was done.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::opt<std::string> inputFile(cl::Positional, cl::Required,
                                      cl::desc("<file with a module>"));
static cl::opt<uint64_t>
    maxGrowth("max-growth", cl::init(1 << 20),
              cl::desc("Bytes that a value may be larger than its constants"));

/// Folds `module`; fails where that does, which is reported.
static LogicalResult fold(ModuleOp module) {
  relay::FoldConstantConfig config;
  config.maxGrowth = maxGrowth;
  // Nobody is to be shown how far it is.
  config.progressDelay = std::chrono::milliseconds::max();
  std::string kept[] = {"nn.softmax"};
  if (failed(relay::findOperators(module.getContext(), kept, config.noFoldOps,
                                  [&] { return module.emitError(); })))
    return failure();
  relay::FoldConstantStatistics statistics =
      relay::foldConstants(module, config);
  llvm::outs() << "evaluated: " << statistics.numEvaluated
               << ", left: " << statistics.numNotFolded
               << ", bytes written: " << statistics.numBytes << "\n";
  return failure(statistics.hasFailed());
}

/// Prints the first element of each value of floats that is returned and turns
/// out to be constant. Fails where that cannot be told, which is reported.
static LogicalResult showResults(ModuleOp module) {
  bool hasFailed = false;
  module.walk([&](func::ReturnOp op) {
    for (Value value : op.getOperands()) {
      bool hasError;
      FailureOr<ElementsAttr> elements =
          relay::evaluateConstant(value, {}, &hasError);
      hasFailed |= hasError;
      if (succeeded(elements) && !elements->empty() &&
          isa<FloatType>(elements->getElementType()))
        llvm::outs() << "returned: " << *elements->value_begin<APFloat>()
                     << ", ...\n";
    }
  });
  return failure(hasFailed);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  // Errors come behind what has been printed before.
  llvm::errs().tie(&llvm::outs());
  cl::ParseCommandLineOptions(argc, argv, "Folds the constants of a module\n");
  DialectRegistry registry;
  relay::registerAllDialects(registry);
  extra::registerExtraDialect(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(inputFile, &context);
  if (!module || failed(fold(*module)) || failed(showResults(*module)))
    return EXIT_FAILURE;
  llvm::outs() << *module << "\n";
  return EXIT_SUCCESS;
}
