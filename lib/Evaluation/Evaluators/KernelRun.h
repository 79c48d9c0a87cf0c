//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of kernels by threads.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_KERNELRUN_H
#define LIB_EVALUATION_EVALUATORS_KERNELRUN_H

#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace mlir::relay {

/// A call of a kernel, divided among threads.
class KernelRun {
public:
  /// A call on `buffers`, those of the operands before those of the results, by
  /// up to `maxThreads` threads. Refers to both arguments.
  KernelRun(const KernelCall &call, ArrayRef<void *> buffers,
            int64_t maxThreads);

  /// Takes the scratch memory that the kernel of `op` needs; fails if there is
  /// not enough.
  llvm::Error allocateScratch(Operation *op);

  /// Uses scratch memory of the last thread for the first time.
  void prefaultScratch() const;

  /// Runs the kernel on threads of `context`, the calling one among them. Fails
  /// if `cancellation`, which may be null, is cancelled.
  llvm::Error run(MLIRContext *context, Cancellation *cancellation) const;

private:
  void runPart(int64_t part, int64_t thread) const;

  const KernelCall &call;
  ArrayRef<void *> buffers;
  int64_t extent;
  bool isIndependent;
  int64_t numThreads, numParts;
  Scratch scratch;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_KERNELRUN_H
