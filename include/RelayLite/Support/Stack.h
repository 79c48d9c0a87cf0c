//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Limits of recursion. RelayLite and MLIR walk regions, types and text by
// recursion, and a thread that has no stack left ends the process.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_STACK_H
#define RELAYLITE_SUPPORT_STACK_H

#include "llvm/ADT/StringRef.h"

namespace mlir::relay {

/// The number of levels that may nest.
struct NestingLimit {
  unsigned depth;
  /// Follows the number in errors if the limit is lower than elsewhere.
  llvm::StringRef reason;
};

/// Returns `depth`, or a smaller number if the current thread has too little
/// stack left. All walks take less than 2 KiB per level, so a bit more than one
/// MiB allows 512 levels.
NestingLimit getNestingLimit(unsigned depth);

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_STACK_H
