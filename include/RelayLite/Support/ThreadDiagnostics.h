//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler for the diagnostics of one thread.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_THREADDIAGNOSTICS_H
#define RELAYLITE_SUPPORT_THREADDIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Threading.h"
#include <string>

namespace mlir::relay {

/// Takes the diagnostics that this thread emits while the object lives, instead
/// of the other handlers. Those of other threads that share the context are
/// left to the other handlers.
class ThreadDiagnostics {
public:
  explicit ThreadDiagnostics(MLIRContext *context)
      : handler(context,
                [this, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
                  if (llvm::get_threadid() != thread)
                    return failure();
                  text = diagnostic.str();
                  return success();
                }) {}

  /// The text of the last diagnostic; empty if there was none.
  StringRef getText() const { return text; }

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_THREADDIAGNOSTICS_H
