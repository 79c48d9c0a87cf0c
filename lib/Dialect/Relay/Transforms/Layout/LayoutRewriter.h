//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewriter of ConvertLayout and AlterOpLayout: rules give operators other
// layouts, and those around them follow.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTREWRITER_H
#define LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTREWRITER_H

#include "RelayLite/Dialect/Relay/Transforms/LayoutInference.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {

/// Walks over `function` once, in the order of the program. For each operator,
/// `getRule` returns a rule or an empty function; what the rule builds (see
/// OperatorRules::alterOpLayout) takes its place. Operators that implement
/// LayoutInferenceInterface are changed to take operands in the layouts in
/// which they come then, or operands are brought to the layouts that they take,
/// by `expand_dims` and `layout_transform`; everything else sees the layouts of
/// the original program. An operator stays, with a remark, where the layouts of
/// its rule do not suit the shapes of its tensors. `passName` is for messages.
///
/// Fails after an error of a rule, and with an error when a replacement does
/// not have as many tensors as operands or another result; the function is
/// still valid then. Returns whether it has changed.
FailureOr<bool> rewriteLayouts(func::FuncOp function, StringRef passName,
                               function_ref<OperatorRule(Operation *)> getRule);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_LAYOUTREWRITER_H
