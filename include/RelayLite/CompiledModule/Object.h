//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Machine code in memory, from the LLVM dialect or the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_OBJECT_H
#define RELAYLITE_COMPILEDMODULE_OBJECT_H

#include "RelayLite/Codegen/LLVM/CodeGeneration.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace mlir {

namespace relay {

/// The LLVM IR of `module`, which is in the LLVM dialect, for `machine`. The
/// elements of large constants are taken as bytes. The context of `module` has
/// what registerLoweringDialects registers. Emits an error and returns
/// null if something is not of the LLVM dialect.
std::unique_ptr<llvm::Module>
translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context,
                  const llvm::TargetMachine &machine);

struct ObjectOptions {
  CodeTarget target;
  /// Stands, with an underscore, before the names of the functions.
  std::string prefix = "relay";
};

/// Lowers `module`, in the relay dialect or any later form of
/// relay-lower-to-llvm, and compiles it to an object file. The module is
/// in the LLVM dialect afterwards.
///
/// A public function @f has the symbols `relay_f`, which takes descriptors
/// apart as the LLVM dialect does, and `_mlir_ciface_relay_f`, a C function:
/// it takes a pointer to a descriptor of each result (in one structure if there
/// are several), then one to that of each argument. Tuples are flattened.
/// Arguments are only read. Each result has memory of its own from malloc; the
/// caller frees the `allocated` pointer. Other symbols are local.
/// The object needs memcpy, memset, malloc, free, and for CPUs without a fused
/// multiply-add, or where floats are divided with remainder, fma and fmod of
/// the C library.
///
/// Emits an error at the operation that has no lowering, or at the module for
/// the reason that createTargetMachine gives.
FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
compileToObject(ModuleOp module, const ObjectOptions &options = {});

} // namespace relay
} // namespace mlir

#endif // RELAYLITE_COMPILEDMODULE_OBJECT_H
