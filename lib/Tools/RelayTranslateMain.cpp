//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// relay-lite-translate: translations between Relay text, TVM's JSON and the
// relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Tool.h"
#include "RelayLite/Tools/MainFunctions.h"
#include "RelayLite/Translation/Translation.h"
#include "mlir/Support/LLVM.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

static const char examples[] =
    R"(  Read Relay text and infer its types:

    relay-lite-translate --import-relay net.relay -o net.mlir

  Write a module as Relay text:

    relay-lite-translate --export-relay net.mlir -o net.relay

  Read what tvm.ir.save_json wrote, and write what tvm.ir.load_json reads:

    relay-lite-translate --import-relay-json net.json -o net.mlir
    relay-lite-translate --export-relay-json net.mlir -o net.json

  Check the syntax of Relay text and print it as TVM would:

    relay-lite-translate --format-relay net.relay
)";

int mlir::relay::RelayTranslateMain(int argc, char **argv) {
  mlir::relay::initTool(examples);
  mlir::relay::registerRelayTranslations();
  return failed(mlir::relay::runDriver(argc, argv, [](int argc, char **argv) {
    return mlir::mlirTranslateMain(argc, argv,
                                   "RelayLite translation driver\n");
  }));
}
