//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relay text and TVM's JSON as programs of the relay dialect, and back.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_TRANSLATION_RELAYTEXT_H
#define RELAYLITE_TRANSLATION_RELAYTEXT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::relay {

struct ImportOptions {
  /// Whether types are inferred. Otherwise types without annotation stay
  /// `!relay.unknown`.
  bool inferTypes = true;
};

/// Reads the text of a module. Errors are emitted at their position in
/// `fileName`, and the result is then null.
OwningOpRef<ModuleOp> importRelayText(MLIRContext *context, StringRef text,
                                      StringRef fileName,
                                      const ImportOptions &options = {});

/// Writes a module as text. An operation without counterpart in Relay is an
/// error.
LogicalResult exportRelayText(ModuleOp module, raw_ostream &os);

/// The same for TVM's JSON (RelayLite/Frontend/Json.h). A function at its root
/// becomes `main` of a module.
OwningOpRef<ModuleOp> importRelayJson(MLIRContext *context, StringRef text,
                                      StringRef fileName,
                                      const ImportOptions &options = {});
LogicalResult exportRelayJson(ModuleOp module, raw_ostream &os);

/// Reads the main file of `sources`: MLIR's text or bytecode, or Relay text,
/// which it is by its name, *.relay, or by its beginning.
OwningOpRef<ModuleOp> importModule(MLIRContext *context,
                                   llvm::SourceMgr &sources);

} // namespace mlir::relay

#endif // RELAYLITE_TRANSLATION_RELAYTEXT_H
