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

#include "mlir/IR/MLIRContext.h"
#include <algorithm>

namespace mlir::relay {

/// Below so many elementary operations for each, threads do not pay.
inline constexpr int64_t minWorkPerThread = int64_t(1) << 19;

/// Into how many parts to divide `work`, in any unit, so that each has at least
/// `minWork` of it and a thread of `context` of its own.
inline int64_t getNumParts(MLIRContext *context, int64_t work,
                           int64_t minWork) {
  if (!context->isMultithreadingEnabled())
    return 1;
  return std::clamp<int64_t>(work / minWork, 1, context->getNumThreads());
}

} // namespace mlir::relay

#endif // LIB_EVALUATION_PARALLEL_H
