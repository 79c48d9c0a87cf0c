//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's LDBG, and the reasons for which patterns do not match. Builds follow
// the packaged LLVM and define NDEBUG, with which LLVM leaves LDBG empty. LLVM
// has the functions below it in any build, so that LDBG works here in all.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_DEBUGLOG_H
#define RELAYLITE_SUPPORT_DEBUGLOG_H

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/Debug.h"

#ifdef NDEBUG
#undef NDEBUG
#undef isCurrentDebugType
#undef setCurrentDebugTypes
namespace llvm {
bool isCurrentDebugType(const char *type, int level = 0);
void setCurrentDebugTypes(const char **types, unsigned count);
} // namespace llvm
#include "llvm/Support/DebugLog.h"
#define NDEBUG 1
#else
#include "llvm/Support/DebugLog.h"
#endif

namespace mlir::relay {

/// Logs under a debug type why patterns do not match, as a listener of
/// rewriters.
class MatchFailureLog : public RewriterBase::Listener {
public:
  explicit MatchFailureLog(const char *debugType) : debugType(debugType) {}

  /// This, or null if nothing is logged.
  MatchFailureLog *getIfEnabled() { return llvm::DebugFlag ? this : nullptr; }

  void notifyMatchFailure(Location loc,
                          function_ref<void(Diagnostic &)> explain) override {
    Diagnostic reason(loc, DiagnosticSeverity::Remark);
    explain(reason);
    LDBG(debugType, 1) << loc << ": " << reason.str();
  }

private:
  const char *debugType;
};

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_DEBUGLOG_H
