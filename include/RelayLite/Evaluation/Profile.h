//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of an evaluation by operators.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_PROFILE_H
#define RELAYLITE_EVALUATION_PROFILE_H

#include "RelayLite/Evaluation/EvalValue.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir::relay {

/// The times of operators, in the order in which they were evaluated, with the
/// numbers of their arithmetic operations and bytes. Not thread-safe.
class Profile {
public:
  using Clock = std::chrono::steady_clock;

  Profile() : start(Clock::now()) {}

  /// Forgets what there is; times count from now on.
  void clear() { *this = Profile(); }

  /// Adds that `op` was evaluated on `operands` from `begin` to `end`.
  void add(Operation *op, ArrayRef<EvalValue> operands, const EvalValue &result,
           Clock::time_point begin, Clock::time_point end);

  /// Writes a line for each operator, the one that takes most first: calls,
  /// milliseconds, share, GFLOP/s and GB/s. A multiplication with an addition
  /// is two operations. Bytes are those of operands and results.
  void printTable(raw_ostream &os) const;

  /// Writes all events as chrome://tracing and Perfetto read them (Trace Event
  /// Format).
  void writeTrace(raw_ostream &os) const;

  /// Draws the table as bars, in SVG.
  void writeChart(raw_ostream &os) const;

  /// The times of an operator.
  struct Total {
    std::string name;
    size_t numCalls = 0;
    double seconds = 0, numOperations = 0, numBytes = 0;
  };

private:
  struct Event {
    std::string name, type, location;
    /// From the start on.
    Clock::duration begin, duration;
    uint64_t numOperations, numBytes;
  };
  /// By operator, the one that takes most first.
  std::vector<Total> getTotals() const;

  Clock::time_point start;
  std::vector<Event> events;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_PROFILE_H
