//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ExtraPlugin.so: the dialect for the tools of RelayLite
// (--load-dialect-plugin).
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Extra", "0.1",
          [](mlir::DialectRegistry *registry) {
            extra::registerExtraDialect(*registry);
          }};
}
