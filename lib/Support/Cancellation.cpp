//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ending work before it is done.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Support/Cancellation.h"
#include "RelayLite/Support/Deadline.h"
#include "RelayLite/Support/EvaluationError.h"

using namespace mlir::relay;

Cancellation::Cancellation(std::function<bool()> check,
                           std::chrono::milliseconds interval)
    : isToEnd(std::move(check)), interval(interval),
      nextCheck(getDeadline(interval)) {}

Cancellation::Cancellation(Clock::time_point deadline)
    : isToEnd([] { return true; }), interval(0), nextCheck(deadline) {}

bool Cancellation::isCancelled() {
  // The callback may itself do work that polls.
  if (cancelled || Clock::now() < nextCheck.load() || isChecking.exchange(true))
    return cancelled;
  cancelled = isToEnd();
  nextCheck = getDeadline(interval);
  isChecking = false;
  return cancelled;
}

llvm::Error Cancellation::check(Cancellation *cancellation) {
  if (!cancellation || !cancellation->isCancelled())
    return llvm::Error::success();
  return llvm::make_error<EvaluationError>(EvaluationError::Kind::Cancelled,
                                           "it was interrupted");
}
