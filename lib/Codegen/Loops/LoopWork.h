//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much work loops have, to decide whether threads share them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_LOOPWORK_H
#define LIB_CODEGEN_LOOPS_LOOPWORK_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {

/// Whether loops of `sizes`, which are static, have fewer steps than `steps`.
inline bool hasFewerSteps(ArrayRef<int64_t> sizes, int64_t steps) {
  uint64_t count = 1;
  for (int64_t size : sizes)
    count = llvm::SaturatingMultiply<uint64_t>(count, size);
  return count < static_cast<uint64_t>(steps);
}

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_LOOPWORK_H
