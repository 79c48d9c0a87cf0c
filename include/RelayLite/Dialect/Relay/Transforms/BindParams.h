//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// BindParams as a function.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_BINDPARAMS_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_BINDPARAMS_H

#include "RelayLite/Support/Params.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Replaces the arguments of function `name` that have the name of a parameter
/// by constants, and erases them. Returns their number, or reports an error;
/// then nothing has changed.
FailureOr<size_t> bindParams(ModuleOp module, StringRef name,
                             const Params &params);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_BINDPARAMS_H
