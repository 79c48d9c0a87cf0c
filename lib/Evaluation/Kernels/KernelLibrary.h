//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels that were compiled when RelayLite was built. relay-lite-kernelgen
// compiles those of Kernels.list, for each level of the CPU, and puts them into
// tables.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_KERNELS_KERNELLIBRARY_H
#define LIB_EVALUATION_KERNELS_KERNELLIBRARY_H

#include "RelayLite/Evaluation/KernelCompiler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::relay {

/// A kernel in a table. kernelgen emits this layout.
struct BuiltKernel {
  /// The hash of the key (KernelCompiler::compile).
  uint64_t hash[2];
  KernelFunction function;
  uint64_t scratchSize;
};

/// Kernels in the order of their hashes.
struct BuiltKernelTable {
  /// The level of the CPU that they need, as a name that LLVM knows, and that
  /// KernelLibrary.cpp can test for.
  const char *cpu;
  const BuiltKernel *kernels;
  const uint64_t *size;
};

/// The tables of the library; generated when it is built.
extern const llvm::ArrayRef<BuiltKernelTable> builtKernelTables;

/// The hash of a key in tables.
std::pair<uint64_t, uint64_t> hashKernelKey(llvm::StringRef key);

/// The kernel of `key` for the CPU of this process, if it was built.
std::optional<Kernel> lookupBuiltKernel(llvm::StringRef key);

} // namespace mlir::relay

#endif // LIB_EVALUATION_KERNELS_KERNELLIBRARY_H
