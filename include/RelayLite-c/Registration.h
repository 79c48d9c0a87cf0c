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

#ifndef RELAYLITE_C_REGISTRATION_H
#define RELAYLITE_C_REGISTRATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Inserts the relay dialect, all of upstream's dialects and their extensions
/// into `registry`. Does nothing with a null handle.
MLIR_CAPI_EXPORTED void
relayLiteRegisterAllDialects(MlirDialectRegistry registry);

/// Registers all passes and pipelines of RelayLite for mlirParsePassPipeline.
MLIR_CAPI_EXPORTED void relayLiteRegisterAllPasses(void);

/// Registers the translations of RelayLite for programs that run upstream's
/// driver of mlir-translate.
MLIR_CAPI_EXPORTED void relayLiteRegisterAllTranslations(void);

#ifdef __cplusplus
}
#endif

#endif // RELAYLITE_C_REGISTRATION_H
