//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RelayLitePlugin.so: the dialect and passes of RelayLite for a stock mlir-opt
// (--load-dialect-plugin or --load-pass-plugin; either alone suffices to use
// the passes, the first also brings the dialect).
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Config.h"
#include "RelayLite/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

// Two libraries of different versions in one process would mix their functions.
static void checkVersion() {
  if (mlir::relay::getVersion() != RELAYLITE_VERSION_STRING)
    llvm::reportFatalUsageError(
        llvm::Twine("the plugin of RelayLite " RELAYLITE_VERSION_STRING
                    " cannot be loaded beside RelayLite ") +
        mlir::relay::getVersion());
}

// The loader may call both hooks; passes are registered once.
static void registerPassesOnce() {
  static bool registered = (mlir::relay::registerAllPasses(), true);
  (void)registered;
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "RelayLite", RELAYLITE_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            checkVersion();
            mlir::relay::registerAllDialects(*registry);
            registerPassesOnce();
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "RelayLite", RELAYLITE_VERSION_STRING, [] {
            checkVersion();
            registerPassesOnce();
          }};
}
