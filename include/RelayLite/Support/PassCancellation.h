//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a Cancellation reaches passes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_PASSCANCELLATION_H
#define RELAYLITE_SUPPORT_PASSCANCELLATION_H

#include "RelayLite/Support/Cancellation.h"
#include "mlir/Pass/AnalysisManager.h"

namespace mlir::relay {

/// The Cancellation of the passes on an operation and on what is in it. Options
/// of passes are text, so that it is handed down as an analysis.
struct PassCancellation {
  explicit PassCancellation(Operation *) {}
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

  Cancellation *cancellation = nullptr;
};

/// Return the Cancellation in `analyses`, those of a pass on `op`; null if
/// there is none.
inline Cancellation *getCancellation(const AnalysisManager &analyses,
                                     Operation *op) {
  auto found = analyses.getCachedAnalysis<PassCancellation>();
  while (!found && (op = op->getParentOp()))
    found = analyses.getCachedParentAnalysis<PassCancellation>(op);
  return found ? found->get().cancellation : nullptr;
}

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_PASSCANCELLATION_H
