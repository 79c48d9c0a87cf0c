//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of the functions of external compilers, as machine code.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_COMPILEDMODULE_EXTERNALEVALUATION_H
#define RELAYLITE_COMPILEDMODULE_EXTERNALEVALUATION_H

#include "RelayLite/Evaluation/ExternalFunctions.h"
#include <memory>

namespace mlir::relay {

/// For an Evaluator: compiles each function of a registered compiler
/// (RelayLite/Conversion/ExternalCompiler.h) when it is first called, with
/// relay-lower-to-llvm, and runs it in this process. It warns of a compiler
/// that is not registered; the evaluator then evaluates the bodies of its
/// functions. With `require`, that is an error. It adds what
/// registerLoweringDialects registers to the context. Not thread-safe.
std::unique_ptr<ExternalFunctions>
createCompiledExternalFunctions(bool require = false);

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_EXTERNALEVALUATION_H
