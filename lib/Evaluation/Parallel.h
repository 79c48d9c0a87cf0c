//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division of the work of one evaluation over the threads of a context.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_PARALLEL_H
#define LIB_EVALUATION_PARALLEL_H

#include "RelayLite/Evaluation/BufferPool.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <atomic>

namespace mlir::relay {

/// Below so many elementary operations for each, threads do not pay.
inline constexpr int64_t minWorkPerThread = int64_t(1) << 19;

/// How many threads of `context` to give `work`, in any unit, so that each has
/// at least `minWork` of it.
inline int64_t getNumThreads(MLIRContext *context, int64_t work,
                             int64_t minWork) {
  if (work / minWork < 2 || !context->isMultithreadingEnabled())
    return 1;
  // Threads that cannot be started end the process.
  int64_t numThreads =
      std::min<int64_t>(work / minWork, context->getNumThreads());
  return isMemoryLeft(numThreads) ? numThreads : 1;
}

/// Into how many parts to divide the work of `numThreads` threads that write
/// `numBytes` where parts cost nothing: others go on where one comes late.
/// Threads that first touch the same huge page all clear one, and all but one
/// in vain.
inline int64_t getNumParts(int64_t numThreads, int64_t numBytes) {
  if (numThreads == 1)
    return 1;
  return std::clamp<int64_t>(numBytes / hugePageSize, numThreads,
                             8 * numThreads);
}

/// Starts the threads of `context` that `numThreads` threads need besides the
/// calling one. The pool starts threads with their first tasks, which takes as
/// long as many kernels do: it can go on beside other work.
inline void startThreads(MLIRContext *context, int64_t numThreads) {
  for (int64_t thread = 1; thread < numThreads; ++thread)
    context->getThreadPool().async([] {});
}

/// Calls `run` for each of `numParts` parts, on `numThreads` threads, with the
/// part and the number of the thread. The calling one, which has to wait
/// anyway, is one of them.
inline void runParts(MLIRContext *context, int64_t numThreads, int64_t numParts,
                     llvm::function_ref<void(int64_t, int64_t)> run) {
  std::atomic<int64_t> next = 0;
  auto work = [&](int64_t thread) {
    for (int64_t part = next++; part < numParts; part = next++)
      run(part, thread);
  };
  numThreads = std::min(numThreads, numParts);
  if (numThreads < 2)
    return work(0);
  llvm::ThreadPoolTaskGroup others(context->getThreadPool());
  for (int64_t thread = 1; thread < numThreads; ++thread)
    others.async([&, thread] { work(thread); });
  work(0);
  others.wait();
}

} // namespace mlir::relay

#endif // LIB_EVALUATION_PARALLEL_H
