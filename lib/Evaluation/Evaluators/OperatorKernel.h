//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of single operators.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_OPERATORKERNEL_H
#define LIB_EVALUATION_EVALUATORS_OPERATORKERNEL_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"

namespace mlir::relay {

/// The kernel of `op`, which is not pointwise, on operands of the given static
/// types. It lives in `memo` until that gets another one. Fails with a reason.
llvm::Expected<const KernelCall *>
getOperatorKernel(Operation *op, ArrayRef<Type> operandTypes, Type resultType,
                  KernelMemo &memo);

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_OPERATORKERNEL_H
