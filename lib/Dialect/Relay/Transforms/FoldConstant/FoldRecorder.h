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

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDRECORDER_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDRECORDER_H

#include "ProgressLine.h"
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

  /// Removes the line of progress, for something else to be printed.
  void hideProgress() { progress.remove(); }

  /// Expects `count` more evaluations.
  void expect(size_t count) { numExpected += count; }
  /// What shows how many kernels, of how many, are compiled; empty where nobody
  /// would see it.
  std::function<void(size_t, size_t)> getCompilationHook();
  /// `ops` are evaluated together.
  void startEvaluation(ArrayRef<Operation *> ops);
  /// `op` has been evaluated to so many bytes; it lives until `finish`.
  void finishEvaluation(Operation *op, uint64_t numBytes,
                        size_t numTogether = 1);

  /// Fills in what it knows.
  void finish(FoldConstantStatistics &statistics);

private:
  using Clock = std::chrono::steady_clock;

  struct Total {
    size_t count = 0;
    uint64_t numBytes = 0;
    Clock::duration time{};
  };
  bool collectTimes;
  ProgressLine progress;
  Clock::time_point start, evaluationStart;
  double cpuStart = 0;
  size_t numExpected = 0, numDone = 0;
  DenseMap<OperationName, Total> totals;
  /// A heap: of the most expensive evaluations, the cheapest comes first.
  std::vector<std::pair<Clock::duration, Operation *>> mostExpensive;
  /// The compiler at the beginning, and what it had made. A child of the
  /// process has another one.
  const KernelCompiler *compiler;
  KernelCompiler::Statistics kernels;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDRECORDER_H
