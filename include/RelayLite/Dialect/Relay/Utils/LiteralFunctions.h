//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global functions in the place of function literals.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_UTILS_LITERALFUNCTIONS_H
#define RELAYLITE_DIALECT_RELAY_UTILS_LITERALFUNCTIONS_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relay {

/// Return the values that the body of `literal` captures, in the order of their
/// first uses, without those that moveConstantsIn copies.
llvm::SetVector<Value> getCaptured(Operation *literal);

/// Copies the constants and globals that `literal` uses into it.
void moveConstantsIn(Operation *literal);

/// A private function called `name` with the body and the attributes of
/// `literal`, which captures nothing and has no body afterwards. It is in no
/// module yet.
func::FuncOp makeFunctionOfLiteral(Operation *literal, StringRef name);

/// A call of the function `name` in the place of `apply`, which is erased.
void replaceByCall(ApplyOp apply, StringRef name);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_UTILS_LITERALFUNCTIONS_H
