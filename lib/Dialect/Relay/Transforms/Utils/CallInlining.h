//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bodies of functions in the place of calls.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_UTILS_CALLINLINING_H
#define LIB_DIALECT_RELAY_TRANSFORMS_UTILS_CALLINLINING_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay {

/// Reports it if branches and literals would nest too deeply with the contents
/// of `body` in the place of `call`.
LogicalResult checkInlinedNesting(Operation *call, Region &body);

/// Replaces `call`, with `arguments`, by a copy of `body`, that of a function
/// with the result type `type`, or by the operations themselves if
/// `isLastCall`. Nothing may use the terminator's operand then any more.
void inlineBody(Operation *call, ValueRange arguments, Block &body, Type type,
                bool isLastCall);

/// Return the function literal that `apply` calls on the spot, or null.
/// Recursive and polymorphic ones do not count.
Operation *getCalledLiteral(ApplyOp apply);

/// Replaces `apply` by the body of `literal`, the literal that it calls. Erases
/// the literal if nothing else uses it.
void inlineCalledLiteral(ApplyOp apply, Operation *literal);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_UTILS_CALLINLINING_H
