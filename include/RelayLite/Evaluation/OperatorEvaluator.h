//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of one Relay operator on tensors.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_OPERATOREVALUATOR_H
#define RELAYLITE_EVALUATION_OPERATOREVALUATOR_H

#include "RelayLite/Evaluation/EvalValue.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

namespace mlir::relay {

/// What to do with an operation that has no value on its operands: an integer
/// division by zero, or of the smallest integer by -1.
enum class TrapMode {
  /// Give the result that docs/Semantics.md says.
  Define,
  /// Fail: constant folding leaves the operation in place.
  Fail
};

/// Evaluates the operator `op` (it implements OperatorInterface) on `operands`,
/// whose types are compatible with those of the operation; the result has the
/// type that the operator infers from them. Views move no data, pointwise
/// operators run shared kernels with run-time sizes and keep splats, others a
/// kernel of their shapes. Fails with a reason, without a location.
llvm::Expected<EvalValue> evaluateOperator(Operation *op,
                                           ArrayRef<EvalValue> operands,
                                           TrapMode trapMode);

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_OPERATOREVALUATOR_H
