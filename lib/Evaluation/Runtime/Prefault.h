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

/// Has other threads use the huge pages of results first, for which the system
/// has to clear them, while the calling one looks for a kernel. Threads that
/// use the same page first all clear one, of which all but one are given back.
/// Where there are more pages than threads, these do better with what they have
/// just cleared in their caches.
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
