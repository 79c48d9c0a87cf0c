//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// extra-opt: runs passes over modules of the relay and extra dialects.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "RelayLite/InitAll.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllPasses();
  mlir::relay::registerAllDialects(registry);
  mlir::relay::registerAllPasses();
  extra::registerExtraDialect(registry);
  extra::registerExtraPasses();
  llvm::ExitOnError("error: ")(extra::registerNamedPasses());
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Extra modular optimizer driver\n", registry));
}
