//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translations between Relay text and the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_TRANSLATION_TRANSLATION_H
#define RELAYLITE_TRANSLATION_TRANSLATION_H

namespace mlir::relay {

/// Registers `import-relay`, `export-relay`, `import-relay-json`,
/// `export-relay-json` and `format-relay` for tools in the manner of
/// mlir-translate.
void registerRelayTranslations();

} // namespace mlir::relay

#endif // RELAYLITE_TRANSLATION_TRANSLATION_H
