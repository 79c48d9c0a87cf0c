//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of a library of another version that a plugin asks.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>

/// llvm::StringRef in memory.
struct StringRef {
  const char *data;
  size_t length;
};

/// mlir::relay::getVersion(), by its name in objects.
struct StringRef _ZN4mlir5relay10getVersionEv(void);

struct StringRef _ZN4mlir5relay10getVersionEv(void) {
  struct StringRef version = {"9.8.7", 5};
  return version;
}
