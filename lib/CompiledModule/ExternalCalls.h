//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of external compilers that are C functions of other libraries.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_EXTERNALCALLS_H
#define RELAYLITE_COMPILEDMODULE_EXTERNALCALLS_H

#include "ModuleInterface.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::relay {

/// Replaces the bodies of the functions with relay.Compiler whose
/// relay.global_symbol is in `symbols` by calls of these C functions, which are
/// RelayLiteFunctionPointers. Returns what addExternalCalls needs. Fails, with
/// an error at the function, if there is something else than tensors in its
/// type, or a result without static shape.
FailureOr<std::vector<FunctionSignature>>
callExternalSymbols(ModuleOp module,
                    const llvm::StringMap<std::string> &symbols);

/// Defines what the functions call: it makes tensors of DLPack of descriptors.
void addExternalCalls(ArrayRef<FunctionSignature> functions,
                      llvm::Module &code);

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_EXTERNALCALLS_H
