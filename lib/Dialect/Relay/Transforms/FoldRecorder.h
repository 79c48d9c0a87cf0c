//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How far constant folding is, and what took how long.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDRECORDER_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDRECORDER_H

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace mlir::relay {

/// Collects the statistics of one run that are about time, and shows its
/// progress. Does not look at the clock unless somebody wants to know.
class FoldRecorder {
public:
  explicit FoldRecorder(const FoldConstantConfig &config);
  ~FoldRecorder() { hideProgress(); }

  /// Removes the line of progress, for something else to be printed.
  void hideProgress();

  /// Expects `count` more evaluations.
  void expect(size_t count) { numExpected += count; }
  /// What shows how many kernels, of how many, are compiled; empty where nobody
  /// would see it.
  std::function<void(size_t, size_t)> getCompilationHook();
  void startEvaluation();
  /// `op` has been evaluated to so many bytes; it lives until `finish`.
  void finishEvaluation(Operation *op, uint64_t numBytes,
                        size_t numTogether = 1);

  /// Fills in what it knows.
  void finish(FoldConstantStatistics &statistics);

private:
  using Clock = std::chrono::steady_clock;

  void showProgress(Clock::time_point now, const Twine &text);

  struct Total {
    size_t count = 0;
    uint64_t numBytes = 0;
    Clock::duration time{};
  };
  bool collectTimes, isTerminal;
  std::chrono::milliseconds progressDelay;
  Clock::time_point start, evaluationStart, lastShown;
  double cpuStart = 0;
  bool isShown = false;
  size_t numExpected = 0, numDone = 0;
  DenseMap<OperationName, Total> totals;
  /// A heap: of the most expensive evaluations, the cheapest comes first.
  std::vector<std::pair<Clock::duration, Operation *>> mostExpensive;
  KernelCompiler::Statistics kernels;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDRECORDER_H
