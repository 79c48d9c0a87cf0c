//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces operators with shapes as operands by those with attributes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_STATICFORM_H
#define RELAYLITE_DIALECT_RELAY_IR_STATICFORM_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"

namespace mlir::relay {

class StridedSliceOp;

/// An operator that takes its shapes from attributes.
struct StaticOperator {
  /// The operator. Its result has the type of the dynamic operator's result.
  Operation *op;
  /// The type that the result could have.
  Type type;
};

/// Makes the operator that does what `op` does, with shapes from attributes:
///   dyn.op(x, c) -> op(x) with c as attribute
/// Fails with a reason, and without a diagnostic, if an operand for a shape is
/// not constant, or is not a shape.
FailureOr<StaticOperator> createStaticForm(OpBuilder &builder,
                                           StaticFormInterface op,
                                           std::string &reason);

/// Makes the ranges of `op` that are reversed empty, where the sizes of the
/// operand are known. Types refuse such a range; when a program runs, it is
/// empty. Returns whether there were any.
bool emptyReversedRanges(StridedSliceOp op);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_STATICFORM_H
