//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that constant folding may fold, and the reasons for others.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDPOLICY_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDPOLICY_H

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"

namespace mlir::relay {

/// Whether `op` is marked to be left in place.
bool hasNoFoldMark(Operation *op);

/// Whether `op` is a constant tensor, of whatever dialect.
bool isConstantTensor(Operation *op);

/// Return whether `op` is an operation on constants that stays, whose operands
/// are written back, and through which values are seen. A `let` is erased if
/// its value is written back. As in TVM, tuples stay bound.
bool isStructure(Operation *op);

/// Why nothing in `function`, or in the module that it is, is folded; empty if
/// it may be.
StringRef getReasonToSkip(Operation *function);
/// The same for what is around `op`.
StringRef getReasonToSkipAround(Operation *op);

/// Why `op` is never folded, whatever its operands are; empty if it may be.
StringRef getReasonNotToFold(Operation *op, const FoldConstantConfig &config);

/// The value of `op` if that is the same whatever its operands are: of a
/// constant, or of an operator whose types tell. Null if it is not known.
ElementsAttr getFixedValue(Operation *op, const FoldConstantConfig &config);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDPOLICY_H
