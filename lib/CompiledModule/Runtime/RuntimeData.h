//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime of compiled modules, as data.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_RUNTIME_RUNTIMEDATA_H
#define RELAYLITE_COMPILEDMODULE_RUNTIME_RUNTIMEDATA_H

#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::relay {

/// The runtime as LLVM bitcode; empty for an architecture without one.
llvm::StringRef getRuntimeBitcode(llvm::Triple::ArchType arch);

/// The text of RelayLite-c/Compiled.h.
llvm::StringRef getCompiledHeader();

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_RUNTIME_RUNTIMEDATA_H
