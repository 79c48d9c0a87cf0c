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

#include "RelayLite/InitAll.h"
#include "RelayLite/Support/Tool.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

static const char examples[] =
    R"(  Fold the constants of a module and write it as bytecode:

    relay-lite-opt in.mlir --relay-fold-constant --emit-bytecode -o out.mlirbc

  Bind parameters, simplify for inference, then fold:

    relay-lite-opt in.mlir --pass-pipeline='builtin.module(
        relay-bind-params{file=in.params},
        func.func(relay-simplify-inference),relay-fold-constant)'

  Show what linalg makes of an operator:

    relay-lite-opt in.mlir --convert-relay-to-linalg
)";

int main(int argc, char **argv) {
  mlir::relay::initTool(examples);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::relay::registerAllDialects(registry);
  mlir::relay::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "RelayLite modular optimizer driver\n", registry));
}
