//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions of long runs by several threads.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_BLOCKREDUCTION_H
#define LIB_EVALUATION_EVALUATORS_BLOCKREDUCTION_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"

namespace mlir::relay {

/// The value of `op` on `operands` where it reduces runs of elements that are
/// long enough to share each of them between threads: block by block, as
/// docs/Semantics.md says (7.2), so that the kernel for whole tensors gives the
/// same. None where that is better.
std::optional<llvm::Expected<EvalValue>>
reduceByBlocks(Operation *op, ArrayRef<Tensor> operands, Type resultType,
               KernelMemo &memo, Cancellation *cancellation);

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_BLOCKREDUCTION_H
