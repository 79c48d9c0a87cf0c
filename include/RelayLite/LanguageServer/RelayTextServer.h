//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The language server of Relay text.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_LANGUAGESERVER_RELAYTEXTSERVER_H
#define RELAYLITE_LANGUAGESERVER_RELAYTEXTSERVER_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relay {

/// Speak the language server protocol on standard input and output until the
/// client ends it, as mlir::MlirLspServerMain does for MLIR. The operators of
/// the dialects of `registry` are known. Fails if the client has not asked for
/// the end.
LogicalResult runRelayTextServer(int argc, char **argv,
                                 const DialectRegistry &registry);

} // namespace mlir::relay

#endif // RELAYLITE_LANGUAGESERVER_RELAYTEXTSERVER_H
