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
#include <utility>

using namespace mlir;
using namespace mlir::relay;

static thread_local ScopedInterruption *innermost = nullptr;

ScopedInterruption::ScopedInterruption(std::function<bool()> check,
                                       std::chrono::milliseconds interval)
    : check(std::move(check)), interval(interval),
      outer(std::exchange(innermost, this)) {}

ScopedInterruption::~ScopedInterruption() { innermost = outer; }

bool relay::isInterrupted() {
  ScopedInterruption *scope = innermost;
  if (!scope || scope->isEnded)
    return scope;
  auto now = ScopedInterruption::Clock::now();
  if (now - scope->lastCheck < scope->interval)
    return false;
  // What it does may take longer than the interval.
  scope->isEnded = scope->check();
  scope->lastCheck = ScopedInterruption::Clock::now();
  return scope->isEnded;
}

llvm::Error relay::checkInterruption() {
  if (!isInterrupted())
    return llvm::Error::success();
  return llvm::createStringError(
      std::make_error_code(std::errc::operation_canceled),
      "it was interrupted");
}
