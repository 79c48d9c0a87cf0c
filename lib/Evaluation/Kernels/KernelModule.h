//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building of the module of one kernel.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_KERNELS_KERNELMODULE_H
#define LIB_EVALUATION_KERNELS_KERNELMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::relay {

/// The name of the entry of a kernel's module.
inline constexpr StringLiteral kernelEntryName = "relay_kernel";

/// A module with the kernel of an operation, in the LLVM dialect.
struct KernelModule {
  OwningOpRef<ModuleOp> module;
  size_t scratchSize;
};

/// A context in which kernels can be built, of operators in `dialects` as well
/// if given.
std::unique_ptr<MLIRContext>
createKernelContext(const DialectRegistry *dialects = nullptr);

/// Parses `key` (see KernelCompiler::compile) and lowers it to a module with
/// the function `relay_kernel` of the kernels' interface, whose vectors are of
/// the size that `machine` has. Diagnostics go to the context's handler.
FailureOr<KernelModule> buildKernelModule(MLIRContext *context, StringRef key,
                                          const llvm::TargetMachine &machine);

} // namespace mlir::relay

#endif // LIB_EVALUATION_KERNELS_KERNELMODULE_H
