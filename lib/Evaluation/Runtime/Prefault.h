//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First use of fresh memory, beside other work.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_RUNTIME_PREFAULT_H
#define LIB_EVALUATION_RUNTIME_PREFAULT_H

#include "Parallel.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::relay {

/// Lets other threads touch the huge pages of results, which the system then
/// clears, while the calling thread looks for a kernel. Threads that touch the
/// same page at the same time each clear one, and all but one are given back.
/// If there are more pages than threads, nothing is done: threads do better
/// with the pages that they have just cleared in their caches.
class Prefault {
public:
  /// Calls others of the `numThreads` threads of `context` to `results`, which
  /// hold nothing yet.
  Prefault(MLIRContext *context, int64_t numThreads, ArrayRef<Tensor> results);
  Prefault(const Prefault &) = delete;
  Prefault &operator=(const Prefault &) = delete;

  /// Whether other threads have been called.
  explicit operator bool() const { return parts.has_value(); }
  /// Returns when all of the pages are there. The destructor does the same.
  void finish();

private:
  SmallVector<char *> pages;
  std::optional<AsyncParts> parts;
};

} // namespace mlir::relay

#endif // LIB_EVALUATION_RUNTIME_PREFAULT_H
