//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Import and export of Relay text and TVM's JSON.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_C_TRANSLATION_H
#define RELAYLITE_C_TRANSLATION_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RelayLiteFormat {
  RelayLiteFormatText = 0,
  RelayLiteFormatJson = 1
} RelayLiteFormat;

/// Makes a module of the relay dialect, which the caller owns. `fileName` is
/// for errors. Without `inferTypes`, types that are not written stay
/// `!relay.unknown`. Loads the dialects into the context.
MLIR_CAPI_EXPORTED MlirModule relayLiteModuleImport(
    MlirContext context, RelayLiteFormat format, MlirStringRef text,
    MlirStringRef fileName, bool inferTypes, MlirStringCallback onError,
    void *userData);
MLIR_CAPI_EXPORTED MlirModule relayLiteModuleImportFile(
    MlirContext context, RelayLiteFormat format, MlirStringRef path,
    bool inferTypes, MlirStringCallback onError, void *userData);

/// Gives the text of a module to `onText`, once, or writes it to a file.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteModuleExport(
    MlirModule module, RelayLiteFormat format, MlirStringCallback onText,
    void *textUserData, MlirStringCallback onError, void *userData);
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteModuleExportFile(
    MlirModule module, RelayLiteFormat format, MlirStringRef path,
    MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // RELAYLITE_C_TRANSLATION_H
