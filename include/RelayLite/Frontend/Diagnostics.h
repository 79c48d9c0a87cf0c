//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diagnostics in Relay's terms, for users who have written Relay and not MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_DIAGNOSTICS_H
#define RELAYLITE_FRONTEND_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/StringSaver.h"
#include <string>

namespace mlir::relay {

/// The message in Relay's terms. Types have the form of Relay text, `Tensor[(2,
/// 3), float32]`. The call that is checked (CheckedOperation), `add(%x, 1f)`,
/// replaces the name of its operation.
std::string describeInRelay(const Diagnostic &diagnostic);

/// While an object of this class lives, the earlier handlers get messages in
/// Relay's terms.
class RelayDiagnostics {
public:
  explicit RelayDiagnostics(MLIRContext *context);

private:
  void rewrite(Diagnostic &diagnostic);

  // The arguments of diagnostics refer to their texts.
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver strings{allocator};
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_DIAGNOSTICS_H
