//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-reduce: mlir-reduce with everything of RelayLite registered.
//
//===----------------------------------------------------------------------===//

#include "ReductionPatterns.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

using namespace mlir;

/// Runs the driver. The reductions try invalid modules, and verifying those
/// reports errors, which matter only if the driver fails.
static LogicalResult reduce(int argc, char **argv, MLIRContext &context) {
  context.printOpOnDiagnostic(false);
  std::string errors;
  llvm::raw_string_ostream os(errors);
  bool isRejected = false;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    // One of MLIR's passes warns of an "uninterested module", and the other
    // reports that "the original input is not interested".
    isRejected |= StringRef(diagnostic.str()).contains("interested");
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      os << diagnostic.getLocation() << ": error: " << diagnostic << "\n";
  });
  if (succeeded(mlirReduceMain(argc, argv, context)))
    return success();
  if (isRejected)
    return relay::reportError("the test does not find the input interesting: "
                              "expected it to exit with another status than 0");
  llvm::errs() << errors;
  return failure();
}

int relay::RelayReduceMain(int argc, char **argv, DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  relay::registerAllDialects(registry);
  relay::registerAllPasses();
  relay::registerReductionPatterns(registry);
  MLIRContext context(registry);
  return failed(relay::runDriver(argc, argv, [&](int argc, char **argv) {
    return reduce(argc, argv, context);
  }));
}
