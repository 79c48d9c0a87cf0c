//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which constants are in use, so that the memory of others can be freed.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PYTHON_LIVEMODULES_H
#define RELAYLITE_PYTHON_LIVEMODULES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relay::python {

/// A module in MLIR that lives longer than the call that has made it: its
/// constants are in use.
class LiveModule {
public:
  LiveModule();
  ~LiveModule();
  LiveModule(const LiveModule &) = delete;
  LiveModule &operator=(const LiveModule &) = delete;
  LiveModule &operator=(OwningOpRef<ModuleOp> module) {
    op = std::move(module);
    return *this;
  }

  explicit operator bool() const { return bool(op); }
  ModuleOp operator*() const { return op.get(); }

private:
  OwningOpRef<ModuleOp> op;
};

/// Keeps constants from being freed while Python runs in the midst of work on
/// modules that may not be live.
class ScopedUse {
public:
  ScopedUse();
  ~ScopedUse();
  ScopedUse(const ScopedUse &) = delete;
  ScopedUse &operator=(const ScopedUse &) = delete;
};

/// Frees the memory of constants that no live module has, once much has been
/// made since it was done last. With the interpreter's lock, where no other
/// module is in use by the calling thread.
void releaseUnusedConstants();

} // namespace mlir::relay::python

#endif // RELAYLITE_PYTHON_LIVEMODULES_H
