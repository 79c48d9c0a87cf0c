//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of operators of quantized tensors by their canonical forms.
//
//===----------------------------------------------------------------------===//

#include "../Kernels/KernelKey.h"
#include "OperatorEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Support/ThreadDiagnostics.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::createStringError;
using llvm::Expected;

/// A constant of the value of `tensor`.
static Value makeConstantOf(OpBuilder &b, Location loc, const Tensor &tensor) {
  return ConstantOp::create(
      b, loc,
      makeConstant(tensor.getType(), tensor.getBytes(), tensor.isSplat()));
}

/// The same for a tensor or a tuple of tensors.
static Value makeConstantOf(OpBuilder &b, Location loc,
                            const EvalValue &value) {
  if (const Tensor *tensor = value.getTensor())
    return makeConstantOf(b, loc, *tensor);
  SmallVector<Value> fields;
  for (const EvalValue &field : *value.getTuple())
    fields.push_back(makeConstantOf(b, loc, *field.getTensor()));
  return TupleOp::create(b, loc, ValueRange(fields));
}

/// Replaces the copy of `op` in `source` by its canonical form, for the values
/// that scales and zero points have.
static Expected<Value> createForm(Operation *op, ArrayRef<EvalValue> operands,
                                  KernelSource &source) {
  OpBuilder b(source.op);
  auto form = cast<CanonicalFormInterface>(source.op);
  for (size_t i = form.getNumDataOperands(); i < operands.size(); ++i)
    source.op->setOperand(i,
                          makeConstantOf(b, source.op->getLoc(), operands[i]));
  ThreadDiagnostics diagnostics(op->getContext());
  FailureOr<Value> value =
      form.createCanonicalForm(b, source.op->getOperands(), {});
  if (failed(value))
    return createStringError(diagnostics.getText());
  source.op->erase();
  return *value;
}

namespace {
/// The values of the operations of a form. Those that no later one needs are
/// dropped.
class FormRun {
public:
  FormRun(KernelMemo &memo, const EvaluationOptions &options)
      : memo(memo), options(options) {}

  void set(Value value, EvalValue result) {
    numUses[value] = llvm::range_size(value.getUses());
    values[value] = std::move(result);
  }
  EvalValue get(Value value) const { return values.at(value); }
  Expected<EvalValue> evaluate(Operation *op);
  void release(Operation *op) {
    for (Value operand : op->getOperands())
      if (--numUses[operand] == 0)
        values.erase(operand);
  }

private:
  KernelMemo &memo;
  const EvaluationOptions &options;
  DenseMap<Value, EvalValue> values;
  DenseMap<Value, size_t> numUses;
};
} // namespace

Expected<EvalValue> FormRun::evaluate(Operation *op) {
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    Expected<Tensor> tensor = makeTensor(constant.getValue());
    if (!tensor)
      return tensor.takeError();
    return EvalValue(*tensor);
  }
  auto operands = llvm::map_to_vector(
      op->getOperands(), [&](Value operand) { return get(operand); });
  if (isa<TupleOp>(op))
    return EvalValue::makeTuple(EvalTuple(operands.begin(), operands.end()));
  if (auto field = dyn_cast<TupleGetOp>(op))
    return (*operands.front().getTuple())[field.getIndex()];
  return evaluateOperator(op, operands, memo, options);
}

Expected<EvalValue>
relay::evaluateCanonicalForm(Operation *op, ArrayRef<EvalValue> operands,
                             Type resultType, KernelMemo &memo,
                             const EvaluationOptions &options) {
  FailureOr<KernelSource> source = makeKernelSource(
      op,
      llvm::map_to_vector(operands,
                          [&](const EvalValue &value) {
                            return value.getType(op->getContext());
                          }),
      resultType);
  if (failed(source))
    return createStringError("the operands do not fit the operator");
  Block *block = source->op->getBlock();
  Expected<Value> result = createForm(op, operands, *source);
  if (!result)
    return result.takeError();
  FormRun run(memo, options);
  for (auto [argument, operand] :
       llvm::zip_equal(block->getArguments(), operands))
    run.set(argument, operand);
  for (Operation &step : *block) {
    Expected<EvalValue> value = run.evaluate(&step);
    if (!value)
      return value.takeError();
    run.release(&step);
    run.set(step.getResult(0), std::move(*value));
  }
  return run.get(*result);
}
