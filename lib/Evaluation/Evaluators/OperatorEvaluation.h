//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ways in which operators are evaluated (EvaluationPlan).
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EVALUATION_EVALUATORS_OPERATOREVALUATION_H
#define LIB_EVALUATION_EVALUATORS_OPERATOREVALUATION_H

#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"

namespace mlir::relay {

/// The types of the tensors in `type`, a static tensor or a tuple of such.
SmallVector<RankedTensorType> flattenType(Type type);

/// The value of `op` that its fold() gives for `operands`.
llvm::Expected<EvalValue> evaluateByFolder(Operation *op,
                                           ArrayRef<EvalValue> operands);

/// The value of `op` by copying elements, or by sharing the memory of operands;
/// none where types do not tell how.
std::optional<llvm::Expected<EvalValue>>
evaluateMovement(MovementInterface op, ArrayRef<Tensor> operands,
                 Type resultType);

/// The value of `op` (CanonicalFormInterface), of the static type `resultType`,
/// as that of its canonical form.
llvm::Expected<EvalValue>
evaluateCanonicalForm(Operation *op, ArrayRef<EvalValue> operands,
                      Type resultType, KernelMemo &memo,
                      const EvaluationOptions &options);

/// Evaluates the pointwise operator `op` on `operands`, which broadcast to
/// `resultType`, a static type.
llvm::Expected<Tensor> evaluatePointwise(Operation *op,
                                         ArrayRef<Tensor> operands,
                                         RankedTensorType resultType,
                                         KernelMemo &memo,
                                         Cancellation *cancellation);

/// The value of `op` on `operands` where it reduces runs of elements that are
/// long enough to share each of them between threads: block by block, as
/// docs/Semantics.md says (7.2), so that the kernel for whole tensors gives the
/// same. None where that is better.
std::optional<llvm::Expected<EvalValue>>
reduceByBlocks(Operation *op, ArrayRef<Tensor> operands, Type resultType,
               KernelMemo &memo, Cancellation *cancellation);

/// The kernel of `op`, which is not pointwise, on operands of the given static
/// types. It lives in `memo` until that gets another one. Fails with a reason.
llvm::Expected<const KernelCall *>
getOperatorKernel(Operation *op, ArrayRef<Type> operandTypes, Type resultType,
                  KernelMemo &memo);

/// The value of `op` by its kernel. `operands` are the tensors of the operands,
/// whose types may be tuples.
llvm::Expected<EvalValue> runKernel(Operation *op, ArrayRef<Type> operandTypes,
                                    ArrayRef<Tensor> operands, Type resultType,
                                    KernelMemo &memo,
                                    Cancellation *cancellation);

} // namespace mlir::relay

#endif // LIB_EVALUATION_EVALUATORS_OPERATOREVALUATION_H
