//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check of symbolic dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_DIMCHECK_H
#define RELAYLITE_FRONTEND_DIMCHECK_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Fails, with an error at the operator, if operands of a module whose types
/// are known broadcast a named dimension against one that is not equal to it. A
/// module whose functions have no parameters with names passes.
LogicalResult checkDims(ModuleOp module);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_DIMCHECK_H
