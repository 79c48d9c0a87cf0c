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

#include "RelayLite-c/Registration.h"
#include "RelayLite/InitAll.h"
#include "RelayLite/Translation/Translation.h"
#include "mlir/CAPI/IR.h"

using namespace mlir;

void relayLiteRegisterAllDialects(MlirDialectRegistry registry) {
  if (!mlirDialectRegistryIsNull(registry))
    relay::registerAllDialects(*unwrap(registry));
}

void relayLiteRegisterAllPasses() { relay::registerAllPasses(); }

void relayLiteRegisterAllTranslations() { relay::registerRelayTranslations(); }
