//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operation this thread checks, for errors that show it as Relay does.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_CHECKEDOPERATION_H
#define RELAYLITE_DIALECT_RELAY_IR_CHECKEDOPERATION_H

#include "mlir/IR/Operation.h"

namespace mlir::relay {

/// Notes that this thread checks an operation or infers its type while it
/// lives. Diagnostics do not tell where they come from, only a location.
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
