//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts in messages.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_SUPPORT_COUNTS_H
#define RELAYLITE_SUPPORT_COUNTS_H

#include "llvm/ADT/Twine.h"
#include <string>

namespace mlir::relay {

/// "1 argument", "2 arguments": `count` and `noun`, whose plural has an s.
inline std::string formatCount(int64_t count, llvm::StringRef noun) {
  return (llvm::Twine(count) + " " + noun + (count == 1 ? "" : "s")).str();
}

} // namespace mlir::relay

#endif // RELAYLITE_SUPPORT_COUNTS_H
