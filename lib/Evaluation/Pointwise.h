//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running of pointwise operators: kernels with run-time sizes on the two
// innermost dimensions, loops over the others.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_POINTWISE_H
#define LIB_EVALUATION_POINTWISE_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/Error.h"

namespace mlir::relay {

/// Evaluates the pointwise operator `op` on `operands`, which broadcast to
/// `resultType`, a static type.
llvm::Expected<Tensor> evaluatePointwise(Operation *op,
                                         ArrayRef<Tensor> operands,
                                         RankedTensorType resultType,
                                         KernelMemo &memo);

} // namespace mlir::relay

#endif // LIB_EVALUATION_POINTWISE_H
