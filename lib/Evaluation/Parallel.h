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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <atomic>
#include <vector>

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

/// Into how many parts to divide the work of `numThreads` threads where parts
/// cost nothing: others go on where one comes late.
inline int64_t getNumParts(int64_t numThreads) {
  return numThreads == 1 ? 1 : 8 * numThreads;
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
/// anyway, is one of them. Each thread has parts next to each other, since
/// threads that first touch the same huge page all clear one, and takes those
/// of others when its own are done.
inline void runParts(MLIRContext *context, int64_t numThreads, int64_t numParts,
                     llvm::function_ref<void(int64_t, int64_t)> run) {
  numThreads = std::min(numThreads, numParts);
  if (numThreads < 2) {
    for (int64_t part = 0; part < numParts; ++part)
      run(part, 0);
    return;
  }
  std::vector<std::atomic<int64_t>> next(numThreads);
  auto getFirst = [&](int64_t thread) {
    return numParts * thread / numThreads;
  };
  for (auto [thread, first] : llvm::enumerate(next))
    first = getFirst(thread);
  auto work = [&](int64_t thread) {
    for (int64_t i = 0; i < numThreads; ++i) {
      int64_t owner = (thread + i) % numThreads, end = getFirst(owner + 1);
      for (int64_t part = next[owner]++; part < end; part = next[owner]++)
        run(part, thread);
    }
  };
  llvm::ThreadPoolTaskGroup others(context->getThreadPool());
  for (int64_t thread = 1; thread < numThreads; ++thread)
    others.async([&, thread] { work(thread); });
  work(0);
  others.wait();
}

} // namespace mlir::relay

#endif // LIB_EVALUATION_PARALLEL_H
