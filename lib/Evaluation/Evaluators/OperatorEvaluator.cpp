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

#include "../Kernels/KernelKey.h"
#include "../Runtime/FloatEnvironment.h"
#include "../Runtime/Traps.h"
#include "OperatorEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Dialect/Relay/IR/StaticForm.h"
#include "RelayLite/Support/ThreadDiagnostics.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

EvaluationPlan relay::getEvaluationPlan(Operation *op) {
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  if (!relayOperator)
    return EvaluationPlan::Folder;
  if (op->hasTrait<Identity>())
    return EvaluationPlan::Identity;
  if (isa<StaticFormInterface>(op))
    return EvaluationPlan::StaticForm;
  if (isa<CanonicalFormInterface>(op))
    return EvaluationPlan::CanonicalForm;
  if (op->hasTrait<Pointwise>())
    return EvaluationPlan::Pointwise;
  if (relayOperator.isReshapeOnly())
    return EvaluationPlan::View;
  return isa<MovementInterface>(op) ? EvaluationPlan::Move
                                    : EvaluationPlan::Kernel;
}

bool relay::expandsSplats(Operation *op) {
  EvaluationPlan plan = getEvaluationPlan(op);
  return plan == EvaluationPlan::Kernel || plan == EvaluationPlan::StaticForm ||
         plan == EvaluationPlan::CanonicalForm;
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

// Operands up to this size are given to inference as constants when the shape
// of the result depends on their values.
static constexpr size_t maxShapeOperandBytes = 4096;

/// Makes the error that `op` has no result on operands of the given types, with
/// what the verifier or type inference says.
static llvm::Error makeTypeError(Operation *op, TypeRange operandTypes) {
  MLIRContext *context = op->getContext();
  std::string reason = "the operands do not fit the operator";
  FailureOr<KernelSource> source =
      makeKernelSource(op, operandTypes, UnknownType::get(context));
  if (failed(source))
    return createStringError(reason);
  ThreadDiagnostics diagnostics(context);
  auto inference = dyn_cast<InferTypeOpInterface>(source->op);
  SmallVector<Type> inferred;
  if (inference && succeeded(op->getName().verifyInvariants(source->op)))
    (void)inference.inferReturnTypes(
        context, op->getLoc(), source->op->getOperands(),
        source->op->getDiscardableAttrDictionary(),
        source->op->getPropertiesStorage(), {}, inferred);
  if (!diagnostics.getText().empty())
    reason = diagnostics.getText();
  return createStringError(reason);
}

/// A copy of `op` on `operands`, the small ones of which are constants.
static FailureOr<KernelSource>
makeConstantSource(Operation *op, ArrayRef<EvalValue> operands) {
  FailureOr<KernelSource> source = makeKernelSource(
      op,
      llvm::map_to_vector(operands,
                          [&](const EvalValue &value) {
                            return value.getType(op->getContext());
                          }),
      op->getResult(0).getType());
  if (failed(source))
    return failure();
  OpBuilder b(source->op);
  for (auto [i, value] : llvm::enumerate(operands)) {
    const Tensor *tensor = value.getTensor();
    if (!tensor || tensor->getBytes().size() > maxShapeOperandBytes)
      continue;
    Value constant = ConstantOp::create(
        b, source->op->getLoc(),
        makeConstant(tensor->getType(), tensor->getBytes(), tensor->isSplat()));
    source->op->setOperand(i, constant);
  }
  return source;
}

/// The type of the result of `op` where it depends on the values of operands;
/// `tensors` are their tensors.
static Type inferFromValues(Operation *op, ArrayRef<EvalValue> operands,
                            ArrayRef<Tensor> tensors) {
  if (auto shaped = dyn_cast<DataShapeInterface>(op))
    return shaped.getTypeForData(
        llvm::map_to_vector(tensors, [](const Tensor &tensor) {
          return OperandData{tensor.getType(), tensor.getBytes(),
                             tensor.isSplat()};
        }));
  FloatEnvironment environment;
  FailureOr<KernelSource> source = makeConstantSource(op, operands);
  if (failed(source))
    return {};
  auto inference = dyn_cast<InferTypeOpInterface>(source->op);
  SmallVector<Type> inferred;
  if (!inference ||
      failed(inference.inferReturnTypes(
          op->getContext(), std::nullopt, source->op->getOperands(),
          source->op->getDiscardableAttrDictionary(),
          source->op->getPropertiesStorage(), {}, inferred)))
    return {};
  return inferred.front();
}

/// The result of `op`, which takes shapes from operands, as that of the
/// operator which takes them from attributes.
static Expected<EvalValue>
evaluateStaticForm(Operation *op, ArrayRef<EvalValue> operands,
                   KernelMemo &memo, const EvaluationOptions &options,
                   function_ref<llvm::Error(Type)> checkType) {
  std::string reason = "the operands do not fit the operator";
  FailureOr<KernelSource> source = makeConstantSource(op, operands);
  if (failed(source))
    return createStringError(reason);
  OpBuilder b(source->op);
  FailureOr<StaticOperator> form = [&] {
    FloatEnvironment environment;
    return createStaticForm(b, cast<StaticFormInterface>(source->op), reason);
  }();
  if (failed(form))
    return createStringError(reason);
  if (!isStatic(form->type))
    return createStringError(
        "the shape of the result is not known from the operands");
  form->op->getResult(0).setType(form->type);
  SmallVector<EvalValue> used;
  for (Value operand : form->op->getOperands())
    used.push_back(operands[llvm::find(source->op->getOperands(), operand) -
                            source->op->getOperands().begin()]);
  return evaluateOperator(form->op, used, memo, options, checkType);
}

/// A copy of `op` whose reversed ranges are empty. Fails if it has none.
static FailureOr<KernelSource> makeEmptySlice(StridedSliceOp op,
                                              TypeRange operandTypes) {
  FailureOr<KernelSource> source =
      makeKernelSource(op, operandTypes, op.getType());
  if (failed(source) || !emptyReversedRanges(cast<StridedSliceOp>(source->op)))
    return failure();
  return source;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Return whether operators take `value`: a tensor or a tuple of tensors.
/// Tuples of tuples are not searched, because those that share fields would
/// take time exponential in their depth.
static bool isOperand(const EvalValue &value) {
  const EvalTuple *tuple = value.getTuple();
  return value.getTensor() ||
         (tuple && llvm::all_of(*tuple, [](const EvalValue &field) {
            return field.getTensor() != nullptr;
          }));
}

Expected<EvalValue>
relay::evaluateOperator(Operation *op, ArrayRef<EvalValue> operands,
                        KernelMemo &memo, const EvaluationOptions &options,
                        function_ref<llvm::Error(Type)> checkType) {
  if (llvm::Error error = Cancellation::check(options.cancellation))
    return std::move(error);
  EvaluationPlan plan = getEvaluationPlan(op);
  if (plan == EvaluationPlan::Folder)
    return evaluateByFolder(op, operands);
  if (plan == EvaluationPlan::Identity)
    return operands.front();
  SmallVector<Type> operandTypes;
  SmallVector<Tensor> tensors;
  for (const EvalValue &operand : operands) {
    if (!isOperand(operand) || failed(operand.flatten(tensors)))
      return createStringError("expected tensors as operands of an operator");
    operandTypes.push_back(operand.getType(op->getContext()));
  }
  Type resultType = op->getResult(0).getType();
  bool isTyped =
      TypeRange(operandTypes) == op->getOperandTypes() && isStatic(resultType);
  if (!isTyped) {
    // Types refuse reversed ranges, so there is none where they are known.
    if (auto slice = dyn_cast<StridedSliceOp>(op))
      if (auto source = makeEmptySlice(slice, operandTypes); succeeded(source))
        return evaluateOperator(source->op, operands, memo, options, checkType);
    FloatEnvironment environment;
    FailureOr<KernelSource> source = makeKernelSource(op, operandTypes);
    if (failed(source))
      return makeTypeError(op, operandTypes);
    resultType = source->op->getResult(0).getType();
  }
  if (plan == EvaluationPlan::StaticForm)
    return evaluateStaticForm(op, operands, memo, options, checkType);
  if (!isStatic(resultType)) {
    resultType = inferFromValues(op, operands, tensors);
    if (!resultType || !isStatic(resultType))
      return createStringError(
          "the shape of the result is not known from the operands");
  }

  if (options.trapMode == TrapMode::Fail)
    if (std::string trap = findTrap(op, tensors, resultType); !trap.empty())
      return llvm::make_error<EvaluationError>(EvaluationError::Kind::NoValue,
                                               trap);
  if (checkType)
    if (llvm::Error error = checkType(resultType))
      return std::move(error);

  switch (plan) {
  case EvaluationPlan::CanonicalForm:
    return evaluateCanonicalForm(op, operands, resultType, memo, options);
  case EvaluationPlan::View:
    return EvalValue(
        tensors.front().reshape(cast<RankedTensorType>(resultType)));
  case EvaluationPlan::Pointwise:
    return evaluatePointwise(op, tensors, cast<RankedTensorType>(resultType),
                             memo, options.cancellation);
  case EvaluationPlan::Move:
    if (auto result =
            evaluateMovement(cast<MovementInterface>(op), tensors, resultType))
      return std::move(*result);
    break;
  default:
    break;
  }
  if (auto result =
          reduceByBlocks(op, tensors, resultType, memo, options.cancellation))
    return std::move(*result);
  return runKernel(op, operandTypes, tensors, resultType, memo,
                   options.cancellation);
}
