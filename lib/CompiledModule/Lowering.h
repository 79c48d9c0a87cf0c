//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of whole modules to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_LOWERING_H
#define RELAYLITE_COMPILEDMODULE_LOWERING_H

#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir {
class TimingScope;
} // namespace mlir

namespace mlir::relay {

/// Puts `prefix` before the names of the functions that `module` defines, and
/// asks for C functions of the public ones.
LogicalResult nameFunctions(ModuleOp module, StringRef prefix);

/// The memory and threads that functions get from their callers: see
/// RelayLowerToLLVMOptions.
struct CallerOptions {
  bool planMemory = false, externalizeWeights = false;
  int64_t threads = 1;
  /// See CompileOptions.
  bool requireExternals = false;
  TimingScope *timing = nullptr;
};

/// Lowers `module` to the LLVM dialect for `machine`.
LogicalResult lowerToLLVMDialect(ModuleOp module,
                                 const llvm::TargetMachine &machine,
                                 CallerOptions caller = {});

/// Removes the dialect's attributes, of which translation would warn, and hides
/// private functions.
LogicalResult finishLLVMDialect(ModuleOp module);

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_LOWERING_H
