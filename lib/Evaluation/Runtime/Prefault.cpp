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

#include "Prefault.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::relay;

Prefault::Prefault(MLIRContext *context, int64_t numThreads,
                   ArrayRef<Tensor> results) {
  if (numThreads < 2)
    return;
  for (const Tensor &result : results)
    llvm::append_range(
        pages, getHugePages(result.getData(), result.getBytes().size()));
  if (!pages.empty() && static_cast<int64_t>(pages.size()) <= numThreads)
    parts.emplace(context, numThreads, pages.size(),
                  [this](int64_t page, int64_t) {
                    // The last pages stay in the cache of the called thread,
                    // which computes the later parts.
                    *static_cast<volatile char *>(pages[page]) = 0;
                  });
}

void Prefault::finish() {
  if (parts)
    parts->finish();
}
