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

#include "RelayLite-c/Translation.h"
#include "ErrorReport.h"
#include "RelayLite/Support/OutputFile.h"
#include "RelayLite/Translation/RelayText.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::relay;
using capi::ErrorReport;

static LogicalResult checkFormat(RelayLiteFormat format, ErrorReport &errors) {
  if (format == RelayLiteFormatText || format == RelayLiteFormatJson)
    return success();
  return errors.fail("no format has the number " + Twine(int(format)));
}

static MlirModule importModule(MlirContext context, RelayLiteFormat format,
                               MlirStringRef text, MlirStringRef fileName,
                               bool inferTypes, ErrorReport &errors) {
  MlirModule null = {nullptr};
  if (failed(errors.require(context)) || failed(checkFormat(format, errors)) ||
      failed(errors.requireText(text, "the text of a module")) ||
      failed(errors.requireText(fileName, "the name of a file")))
    return null;
  ImportOptions options;
  options.inferTypes = inferTypes;
  auto import =
      format == RelayLiteFormatText ? importRelayText : importRelayJson;
  OwningOpRef<ModuleOp> module =
      import(unwrap(context), unwrap(text), unwrap(fileName), options);
  return module ? wrap(module.release()) : null;
}

MlirModule relayLiteModuleImport(MlirContext context, RelayLiteFormat format,
                                 MlirStringRef text, MlirStringRef fileName,
                                 bool inferTypes, MlirStringCallback onError,
                                 void *userData) {
  ErrorReport errors(onError, userData);
  return importModule(context, format, text, fileName, inferTypes, errors);
}

MlirModule relayLiteModuleImportFile(MlirContext context,
                                     RelayLiteFormat format, MlirStringRef path,
                                     bool inferTypes,
                                     MlirStringCallback onError,
                                     void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.requirePath(path)))
    return {nullptr};
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(unwrap(path), &message);
  if (!buffer) {
    (void)errors.fail(message);
    return {nullptr};
  }
  return importModule(context, format, wrap(buffer->getBuffer()), path,
                      inferTypes, errors);
}

static LogicalResult exportModule(MlirModule module, RelayLiteFormat format,
                                  raw_ostream &os, ErrorReport &errors) {
  if (failed(errors.require(module)) || failed(checkFormat(format, errors)))
    return failure();
  auto write =
      format == RelayLiteFormatText ? exportRelayText : exportRelayJson;
  return write(unwrap(module), os);
}

MlirLogicalResult
relayLiteModuleExport(MlirModule module, RelayLiteFormat format,
                      MlirStringCallback onText, void *textUserData,
                      MlirStringCallback onError, void *userData) {
  ErrorReport errors(onError, userData);
  if (!onText)
    return wrap(errors.fail(
        "expected a callback for the text, but got a null pointer"));
  std::string text;
  llvm::raw_string_ostream os(text);
  if (failed(exportModule(module, format, os, errors)))
    return wrap(failure());
  onText(wrap(StringRef(text)), textUserData);
  return wrap(success());
}

MlirLogicalResult relayLiteModuleExportFile(MlirModule module,
                                            RelayLiteFormat format,
                                            MlirStringRef path,
                                            MlirStringCallback onError,
                                            void *userData) {
  ErrorReport errors(onError, userData);
  if (failed(errors.requirePath(path)))
    return wrap(failure());
  llvm::Expected<std::unique_ptr<OutputFile>> file =
      OutputFile::open(unwrap(path));
  if (!file)
    return wrap(errors.fail(file.takeError()));
  if (failed(exportModule(module, format, (*file)->os(), errors)))
    return wrap(failure());
  llvm::Error error = (*file)->keep();
  return wrap(error ? errors.fail(std::move(error)) : success());
}
