//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operation that this thread checks, for errors in Relay's terms.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CHECKEDOPERATION_H
#define RELAYLITE_DIALECT_RELAY_IR_CHECKEDOPERATION_H

#include "mlir/IR/Operation.h"

namespace mlir::relay {

/// While it lives, this thread checks an operation or infers its type. A
/// diagnostic has only a location and does not name the operation.
class CheckedOperation {
public:
  explicit CheckedOperation(Operation *op);
  ~CheckedOperation();
  CheckedOperation(const CheckedOperation &) = delete;
  CheckedOperation &operator=(const CheckedOperation &) = delete;

  /// The innermost; null if there is none.
  static Operation *getCurrent();

private:
  Operation *outer;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_IR_CHECKEDOPERATION_H
