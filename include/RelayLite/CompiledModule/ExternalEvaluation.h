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

/// Return external functions for an Evaluator. Each function of a registered
/// compiler (RelayLite/Conversion/ExternalCompiler.h) is compiled by
/// relay-lower-to-llvm when it is first called, and runs in this process. If a
/// compiler is not registered, there is a warning, and the evaluator evaluates
/// the bodies of its functions; with `require`, it is an error. The dialects
/// of registerLoweringDialects are added to the context. The functions are not
/// thread-safe.
std::unique_ptr<ExternalFunctions>
createCompiledExternalFunctions(bool require = false);

} // namespace mlir::relay

#endif // RELAYLITE_COMPILEDMODULE_EXTERNALEVALUATION_H
