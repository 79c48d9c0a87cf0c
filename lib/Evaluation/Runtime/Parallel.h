//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Division of the work of one evaluation over the threads of a context. The
// runtime of compiled modules divides loops over threads of its own: modules
// call libc alone, and have neither a context nor the library of C++.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_RUNTIME_PARALLEL_H
#define LIB_EVALUATION_RUNTIME_PARALLEL_H

#include "RelayLite/Support/Cancellation.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <memory>

namespace mlir::relay {

/// Below so many elementary operations for each, threads do not pay.
inline constexpr int64_t minWorkPerThread = int64_t(1) << 19;

/// How many threads of `context` to give `work`, in any unit, so that each has
/// at least `minWork` of it.
int64_t getNumThreads(MLIRContext *context, int64_t work, int64_t minWork);

/// Into how many parts to divide the work of `numThreads` threads where parts
/// cost nothing: others go on where one comes late.
inline int64_t getNumParts(int64_t numThreads) {
  return numThreads == 1 ? 1 : 16 * numThreads;
}

/// Starts the threads of `context` that `numThreads` threads need besides the
/// calling one. The pool starts threads with their first tasks, which takes as
/// long as many kernels do: it can go on beside other work. They look for work
/// for a while before they sleep.
void startThreads(MLIRContext *context, int64_t numThreads);

/// Calls `run` for each of `numParts` parts, on up to `numThreads` threads,
/// with the part and the number of the thread. The calling one, which has to
/// wait anyway, is one of them, and it does not wait for others that have not
/// begun when no part is left. Each thread has parts next to each other, since
/// threads that first touch the same huge page all clear one, and takes those
/// of others when its own are done. The calling one polls `cancellation`, if
/// there is one, before each of its parts. Returns whether all parts have been
/// run.
bool runParts(MLIRContext *context, int64_t numThreads, int64_t numParts,
              llvm::function_ref<void(int64_t, int64_t)> run,
              Cancellation *cancellation = nullptr);

/// Parts of work that other threads run while the calling one does something
/// else.
class AsyncParts {
public:
  /// As for runParts, on up to `numThreads` threads with the calling one, of
  /// which there are at least 2.
  AsyncParts(MLIRContext *context, int64_t numThreads, int64_t numParts,
             std::function<void(int64_t, int64_t)> run);
  ~AsyncParts();
  AsyncParts(const AsyncParts &) = delete;
  AsyncParts &operator=(const AsyncParts &) = delete;

  /// Runs the parts that no thread has begun, and waits for the others.
  void finish();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_RUNTIME_PARALLEL_H
