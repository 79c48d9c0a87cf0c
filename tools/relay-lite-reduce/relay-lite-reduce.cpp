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

#include "RelayLite/InitAll.h"
#include "RelayLite/Support/Tool.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::relay::registerAllDialects(registry);
  mlir::relay::registerAllPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(
      mlir::relay::runDriver(argc, argv, [&](int argc, char **argv) {
        return mlir::mlirReduceMain(argc, argv, context);
      }));
}
