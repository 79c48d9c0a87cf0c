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

#ifndef RELAYLITE_SUPPORT_CANCELLATION_H
#define RELAYLITE_SUPPORT_CANCELLATION_H

#include "llvm/Support/Error.h"
#include <atomic>
#include <chrono>
#include <functional>

namespace mlir::relay {

/// Tells work when to end before it is done. The work polls it between
/// operators, calls, passes and hooks, and between parts of an operator that
/// takes long. Thread-safe; once cancelled, it stays so.
class Cancellation {
public:
  using Clock = std::chrono::steady_clock;

  /// Cancelled when `check` returns true. A poll calls it if `interval` has
  /// passed since the last call, on whichever thread polls, but never from two
  /// at a time. `check` must not throw.
  explicit Cancellation(
      std::function<bool()> check,
      std::chrono::milliseconds interval = std::chrono::milliseconds(100));
  /// Cancelled from `deadline` on.
  explicit Cancellation(Clock::time_point deadline);

  bool isCancelled();

  /// Fails, with EvaluationError::Kind::Cancelled, if there is a `cancellation`
  /// and it is cancelled.
  static llvm::Error check(Cancellation *cancellation);

  /// Whether the caller should report that the work was cancelled. True once:
  /// where one operator after the other is tried, each of them fails.
  bool claimReport() { return !isReported.exchange(true); }

private:
  const std::function<bool()> isToEnd;
  const std::chrono::milliseconds interval;
  std::atomic<Clock::time_point> nextCheck;
  std::atomic<bool> isChecking = false, cancelled = false, isReported = false;
};

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_CANCELLATION_H
