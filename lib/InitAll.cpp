//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of everything of RelayLite.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/InitAll.h"
#include "RelayLite/Codegen/Pipelines.h"
#include "RelayLite/Config.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Pass/Passes.h"
#include "mlir/IR/DialectRegistry.h"

const int mlir::relay::RELAYLITE_PASS_STATISTICS = 0;

llvm::StringRef mlir::relay::getVersion() { return RELAYLITE_VERSION_STRING; }

void mlir::relay::registerAllDialects(DialectRegistry &registry) {
  registerLoweringDialects(registry);
  registry.insert<RelayDialect>();
}

void mlir::relay::registerAllPasses() { registerRelayLitePasses(); }
