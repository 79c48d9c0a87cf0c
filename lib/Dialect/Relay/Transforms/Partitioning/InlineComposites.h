//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of composite literals.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_INLINECOMPOSITES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_INLINECOMPOSITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {

/// Replaces the calls of composite literals in `function` by their bodies.
/// Returns how many there were, or fails with an error where the result would
/// be nested too deeply.
FailureOr<unsigned> inlineComposites(func::FuncOp function);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_INLINECOMPOSITES_H
