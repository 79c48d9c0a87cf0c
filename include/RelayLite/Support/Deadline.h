//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points in time in the future.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_DEADLINE_H
#define RELAYLITE_SUPPORT_DEADLINE_H

#include <chrono>

namespace mlir::relay {

/// The time when `delay` has passed. The longest delays mean never.
inline std::chrono::steady_clock::time_point
getDeadline(std::chrono::milliseconds delay) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point now = Clock::now(), never = Clock::time_point::max();
  bool isFinite = delay < std::chrono::duration_cast<std::chrono::milliseconds>(
                              never - now);
  return isFinite ? now + delay : never;
}

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_DEADLINE_H
