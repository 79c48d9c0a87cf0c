//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reports of constant folding: remarks, errors, statistics and progress.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDREPORT_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDREPORT_H

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Evaluation/KernelCompiler.h"
#include "RelayLite/Evaluation/ProgressLine.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace mlir::relay {

/// Collects the reports of one run from its parts. It reads the clock and makes
/// remarks only if they are asked for.
class FoldReport {
public:
  explicit FoldReport(const FoldConstantConfig &config);

  FoldConstantStatistics &getStatistics() { return statistics; }
  /// Fills in what is known at the end, while the operations that were
  /// evaluated are still there.
  void finish();

  /// Whether anybody reads remarks about `op`.
  static bool areRemarksWanted(Operation *op);
  /// Remarks what became of `op`: it is `Folded` into a constant, `Evaluated`
  /// for what uses it, `Erased` without evaluation or, which counts elsewhere,
  /// `NotFolded`.
  void addRemark(Operation *op, StringRef name, const Twine &text);
  /// Counts and remarks that `op` is not folded.
  void addNotFolded(Operation *op, StringRef reason) {
    ++statistics.numNotFolded;
    addRemark(op, "NotFolded", reason);
  }
  /// Keeps why `op` stays, and finds it again.
  void explain(Operation *op, std::string reason) {
    reasons[op] = std::move(reason);
  }
  std::string getReason(Operation *op) const { return reasons.lookup(op); }
  /// Reports that `op` could not be evaluated.
  void error(Operation *op, StringRef reason);

  /// Expects `count` more evaluations.
  void expect(size_t count) { numExpected += count; }
  /// Return a callback that shows how many of how many kernels are compiled;
  /// empty if progress is not shown.
  std::function<void(size_t, size_t)> getCompilationHook();
  /// `ops` are evaluated together.
  void startEvaluation(ArrayRef<Operation *> ops);
  /// `op` has been evaluated, for the first time if `isNew`, to a value of so
  /// many bytes of its own, as one of `numTogether`.
  void finishEvaluation(Operation *op, bool isNew, uint64_t numBytes,
                        size_t numTogether = 1);

private:
  using Clock = std::chrono::steady_clock;

  void showProgress(size_t number, size_t total, StringRef things);

  FoldConstantStatistics statistics;
  DenseMap<Operation *, std::string> reasons;
  bool collectTimes;
  ProgressLine progress;
  size_t numExpected = 0, numDone = 0;
  Clock::time_point start, evaluationStart;
  double cpuStart = 0;
  struct Evaluation {
    Clock::duration time;
    Operation *op;
    uint64_t numBytes;
  };
  std::vector<Evaluation> evaluations;
  /// The compiler's statistics at the beginning.
  KernelCompiler::Statistics kernels;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDREPORT_H
