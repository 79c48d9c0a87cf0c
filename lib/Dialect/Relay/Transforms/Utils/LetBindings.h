//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of passes on bindings and calls: they know variables, give values
// types of another precision, remove bindings, and erase unused operations.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_UTILS_LETBINDINGS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_UTILS_LETBINDINGS_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay {

/// `value` under the compatible type `type`: itself, or a relay.type_cast at
/// the insertion point.
Value castTo(OpBuilder &builder, Location loc, Value value, Type type);

/// Whether `value` is a variable in Relay: a parameter, or bound by a let.
bool isVariable(Value value);

/// Replaces `let` by what it binds and erases it.
void removeLet(LetOp let);

/// Whether `op` can go when nothing uses its results: it has no effects. To
/// make a reference is none, but to read one is, as in TVM. The answer for
/// calls and branches looks at what they may run.
bool isErasableWhenUnused(Operation *op);

/// Erases the operations inside `region`, nested ones included, that nothing
/// uses and `isErasable` lets go, and what only they used. Visits each
/// operation once, and once more where a branch or literal has lost an effect.
/// Returns their number, without those nested in others.
unsigned eraseUnusedOps(Region &region,
                        function_ref<bool(Operation *)> isErasable);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_UTILS_LETBINDINGS_H
