//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a compiled module: what RelayLite-c/Compiled.h says, as
// data, code, a C header and JSON.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_MODULEINTERFACE_H
#define RELAYLITE_COMPILEDMODULE_MODULEINTERFACE_H

#include "RelayLite/Support/NDArray.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::relay {

struct TensorSignature {
  std::string name;
  DType dtype;
  /// ShapedType::kDynamic for sizes that are not known.
  SmallVector<int64_t> shape;
};

/// A public function. Tuples are flattened.
struct FunctionSignature {
  std::string name;
  /// The name of the C function.
  std::string symbol;
  std::vector<TensorSignature> inputs, outputs;
  /// See RelayLiteFunctionInfo.
  bool allocatesOutputs = false;
  /// The bytes of the workspace, and the most that are in use at a time.
  int64_t workspaceBytes = 0, liveBytes = 0;
};

struct ModuleInterface {
  std::string name;
  std::vector<FunctionSignature> functions;
  /// The head of the file of weights; empty if they are in the library.
  ArrayRef<char> weightsHeader;
  uint64_t weightsBytes = 0;
  int64_t maxThreads = 1;
};

/// Return the signature that `function`, in the relay dialect, has in C.
/// `moduleName` is the prefix of its symbol. Emit an error if its type has
/// something else than tensors.
FailureOr<FunctionSignature> describeFunction(func::FuncOp function,
                                              StringRef moduleName);

/// Return the C interface of `module`, in the relay dialect. Emit an error at a
/// function with other arguments and results than tensors, or whose symbol
/// another one has.
FailureOr<ModuleInterface> describeInterface(ModuleOp module, StringRef name);

std::string getJson(const ModuleInterface &interface,
                    const llvm::TargetMachine &machine);
std::string getHeaderText(const ModuleInterface &interface);

/// Adds the functions of the interface, and `description`, to `code`, in which
/// the function f of the module has the symbol `codePrefix`f.
void addInterface(const ModuleInterface &interface, StringRef description,
                  StringRef codePrefix, llvm::Module &code);

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_MODULEINTERFACE_H
