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

#ifndef RELAYLITE_EVALUATION_INTERRUPTION_H
#define RELAYLITE_EVALUATION_INTERRUPTION_H

#include "llvm/Support/Error.h"
#include <chrono>
#include <functional>

namespace mlir::relay {

/// While one lives, `check` may end what this thread evaluates or folds. It is
/// asked before operators and calls, between kernels that are made, between
/// pieces of operators that are evaluated together, and after passes of a
/// Sequential and their hooks, each time that `interval` has passed (the
/// longest ones never do), until it returns true. From then on they fail. Of
/// several on a thread, the innermost is asked.
class ScopedInterruption {
public:
  explicit ScopedInterruption(
      std::function<bool()> check,
      std::chrono::milliseconds interval = std::chrono::milliseconds(100));
  ~ScopedInterruption();
  ScopedInterruption(const ScopedInterruption &) = delete;
  ScopedInterruption &operator=(const ScopedInterruption &) = delete;

private:
  friend bool isInterrupted();
  friend bool isInterruptionDue();
  friend bool claimInterruptionReport();

  using Clock = std::chrono::steady_clock;

  const std::function<bool()> check;
  const std::chrono::milliseconds interval;
  Clock::time_point due;
  bool isEnded = false, isReported = false;
  ScopedInterruption *const outer;
};

/// Whether what this thread does is to end.
bool isInterrupted();

/// Whether isInterrupted would ask now. Who has other threads at work lets them
/// come to rest before: what is asked may fork the process, say.
bool isInterruptionDue();

/// Whether it is for the caller to report that what this thread does has ended:
/// true once for each scope. Where one operator after the other is tried, each
/// of them would report it.
bool claimInterruptionReport();

/// Fails, with std::errc::operation_canceled, if what this thread does is to
/// end.
llvm::Error checkInterruption();

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_INTERRUPTION_H
