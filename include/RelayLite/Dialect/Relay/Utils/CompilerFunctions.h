//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for other compilers in the place of function literals.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_UTILS_COMPILERFUNCTIONS_H
#define RELAYLITE_DIALECT_RELAY_UTILS_COMPILERFUNCTIONS_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Replaces the calls of function literals with relay.Compiler, on the spot or
/// through a let, by calls of private functions of `module` whose names are the
/// relay.global_symbol of the literals. Adds these functions, unless the module
/// has an equal one. Literals that are left without uses are erased. Those for
/// which `isWanted` is false are left alone. Returns the number of replaced
/// calls. Fails, with an error at the literal, if it has no name, captures more
/// than constants and globals, or has the name of something else.
FailureOr<unsigned>
outlineCompilerFunctions(ModuleOp module,
                         function_ref<bool(Operation *literal)> isWanted = {});

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_UTILS_COMPILERFUNCTIONS_H
