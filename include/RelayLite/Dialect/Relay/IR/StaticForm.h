//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators whose shapes are operands, as those whose shapes are attributes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_STATICFORM_H
#define RELAYLITE_DIALECT_RELAY_IR_STATICFORM_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"

namespace mlir::relay {

/// An operator that takes its shapes from attributes.
struct StaticOperator {
  /// Its result has the type of that of the dynamic operator.
  Operation *op;
  /// The type that its result may have.
  Type type;
};

/// Makes, where `builder` stands, the operator that does what `op` does with
/// its shapes from attributes:
///   dyn.op(x, c) -> op(x) with c as attribute
/// Fails, with a reason and without a diagnostic, if an operand that holds
/// shapes is not constant, or no shape.
FailureOr<StaticOperator>
createStaticForm(OpBuilder &builder, StaticFormInterface op, StringRef &reason);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_STATICFORM_H
