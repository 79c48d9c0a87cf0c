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
#include "RelayLite/Tools/MainFunctions.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/Error.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  extra::registerExtraDialect(registry);
  extra::registerExtraPasses();
  llvm::ExitOnError("error: ")(extra::registerNamedPasses());
  return mlir::relay::RelayOptMain(argc, argv, registry);
}
