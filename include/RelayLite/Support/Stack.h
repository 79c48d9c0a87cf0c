//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How deep recursion may go. Regions, types and text are walked by recursion,
// here and in MLIR, and a thread that has no stack left ends the process.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_STACK_H
#define RELAYLITE_SUPPORT_STACK_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relay {

/// How deep something may nest.
struct NestingLimit {
  unsigned depth;
  /// What follows the number in errors if it is lower than elsewhere.
  llvm::StringRef reason;
};

/// `depth`, or what the stack that is left to the current thread allows if that
/// is less. A MiB and a bit allows 512, as all that walks them takes less than
/// 2 KiB a level.
NestingLimit getNestingLimit(unsigned depth);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_STACK_H
