//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ending what is evaluated or folded before it is done.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Evaluation/Interruption.h"
#include "RelayLite/Support/Deadline.h"
#include <utility>

using namespace mlir;
using namespace mlir::relay;

static thread_local ScopedInterruption *innermost = nullptr;

ScopedInterruption::ScopedInterruption(std::function<bool()> check,
                                       std::chrono::milliseconds interval)
    : check(std::move(check)), interval(interval), due(getDeadline(interval)),
      outer(std::exchange(innermost, this)) {}

ScopedInterruption::~ScopedInterruption() { innermost = outer; }

bool relay::isInterruptionDue() {
  return innermost && !innermost->isEnded &&
         ScopedInterruption::Clock::now() >= innermost->due;
}

bool relay::isInterrupted() {
  ScopedInterruption *scope = innermost;
  if (!isInterruptionDue())
    return scope && scope->isEnded;
  // What it does may take longer than the interval, and may fold, too.
  scope->due = ScopedInterruption::Clock::time_point::max();
  scope->isEnded = scope->check();
  scope->due = getDeadline(scope->interval);
  return scope->isEnded;
}

bool relay::claimInterruptionReport() {
  return !innermost || !std::exchange(innermost->isReported, true);
}

llvm::Error relay::checkInterruption() {
  if (!isInterrupted())
    return llvm::Error::success();
  return llvm::createStringError(
      std::make_error_code(std::errc::operation_canceled),
      "it was interrupted");
}
