//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of constant expressions: in which order, and for how long.
//
//===----------------------------------------------------------------------===//

#include "FoldEvaluation.h"
#include "FoldPolicy.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Support/EvaluationError.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

bool FoldEvaluation::isEnded() const {
  const FoldConstantStatistics &statistics = report.getStatistics();
  return statistics.isOutOfMemory || statistics.isInterrupted;
}

std::string FoldEvaluation::takeReason(Operation *op, llvm::Error error) {
  FoldConstantStatistics &statistics = report.getStatistics();
  using Kind = EvaluationError::Kind;
  bool isOutOfMemory = false, isCancelled = false;
  error = llvm::handleErrors(
      std::move(error), [&](std::unique_ptr<EvaluationError> error) {
        isOutOfMemory = error->getKind() == Kind::OutOfMemory;
        isCancelled = error->getKind() == Kind::Cancelled;
        return llvm::Error(std::move(error));
      });
  std::string reason = llvm::toString(std::move(error));
  statistics.isOutOfMemory |= isOutOfMemory;
  statistics.isInterrupted |= isCancelled;
  if (isOutOfMemory || (isCancelled && cancellation->claimReport()))
    report.error(op, reason);
  return reason;
}

bool FoldEvaluation::checkMemory(Operation *op, StringRef what) {
  // To ask costs as much as to evaluate some small operators.
  constexpr size_t stepsPerCheck = 256;
  if (++numMemoryChecks % stepsPerCheck != 0 || isMemoryLeft())
    return true;
  (void)takeReason(op, makeMemoryError(what));
  return false;
}

void FoldEvaluation::leave(Index index, std::string reason) {
  drop(index);
  graph[index].state = ConstantGraph::State::NoValue;
  report.explain(graph[index].op, std::move(reason));
  for (Index operand : graph.getOperands(index))
    want(operand);
}

//===----------------------------------------------------------------------===//
// Values and their release
//===----------------------------------------------------------------------===//

void FoldEvaluation::setValue(Index index, EvalValue value) {
  SmallVector<Tensor> tensors;
  (void)value.flatten(tensors);
  uint64_t numBytes = 0;
  for (const Tensor &tensor : tensors)
    numBytes += tensor.getBytes().size();
  slots[index].value = std::move(value);
  resize(index, numBytes);
  uint64_t &peakBytes = report.getStatistics().peakBytes;
  peakBytes = std::max(peakBytes, budget.getHeldBytes());
}

bool FoldEvaluation::isForLater(Index index) const {
  Operation *op = graph[index].op;
  if (!isCollecting || graph[index].kind == ConstantGraph::Kind::Leaf)
    return false;
  // A binding is one use, but it may have many.
  return !op->hasOneUse() || isa<LetOp, OnDeviceOp>(*op->user_begin());
}

void FoldEvaluation::drop(Index index) {
  slots[index].value = EvalValue();
  resize(index, 0);
  if (std::exchange(slots[index].sharesOperands, false))
    release(graph.getOperands(index));
}

void FoldEvaluation::release(ArrayRef<Index> indices) {
  SmallVector<Index> worklist(indices);
  while (!worklist.empty()) {
    Index index = worklist.pop_back_val();
    if (--slots[index].numUses != 0 || graph[index].isWanted())
      continue;
    if (isForLater(index)) {
      kept.push_back(index);
      continue;
    }
    // A worklist instead of recursion, because views may be of views.
    if (std::exchange(slots[index].sharesOperands, false))
      llvm::append_range(worklist, graph.getOperands(index));
    drop(index);
  }
}

void FoldEvaluation::want(Index index) {
  slots.resize(graph.size());
  SmallVector<Index> worklist = {index};
  while (!worklist.empty()) {
    Index next = worklist.pop_back_val();
    ConstantGraph::Node &node = graph[next];
    // Constants that are wanted need not be read.
    if (node.state != ConstantGraph::State::Inner || isConstantTensor(node.op))
      continue;
    node.state = ConstantGraph::State::Wanted;
    budget.makePermanent(slots[next].numBytes);
    if (node.kind == ConstantGraph::Kind::Structure)
      llvm::append_range(worklist, graph.getOperands(next));
  }
}

EvalValue FoldEvaluation::takeValue(Index index) {
  EvalValue value = slots[index].value;
  drop(index);
  return value;
}

//===----------------------------------------------------------------------===//
// One node
//===----------------------------------------------------------------------===//

llvm::Error FoldEvaluation::admit(Index index) {
  Operation *op = graph[index].op;
  // Bytes of all elements of splats that the operator reads.
  uint64_t numExpanded = 0;
  auto addSplat = [&](const EvalValue &value) {
    const Tensor *tensor = value.getTensor();
    if (tensor && tensor->isSplat() && !hasOneElement(tensor->getType()))
      numExpanded =
          llvm::SaturatingAdd(numExpanded, getByteSize(tensor->getType()));
  };
  for (Index operand : graph.getOperands(index)) {
    addSplat(slots[operand].value);
    if (const EvalTuple *tuple = slots[operand].value.getTuple())
      llvm::for_each(*tuple, addSplat);
  }
  if (numExpanded && !expandsSplats(op))
    numExpanded = 0;
  return budget.admit(index, numExpanded);
}

llvm::Expected<EvalValue>
FoldEvaluation::computeOperator(Index index, ArrayRef<EvalValue> operands) {
  const ConstantGraph::Node &node = graph[index];
  // Small values come from where LLVM's own memory comes from.
  if (!checkMemory(node.op, "a result"))
    return llvm::createStringError("there is not enough memory");
  if (llvm::Error error = admit(index))
    return error;
  report.startEvaluation(node.op);
  llvm::Expected<EvalValue> value = evaluateOperator(
      node.op, operands, memo, {TrapMode::Fail, cancellation}, [&](Type type) {
        return node.getBytes() ? llvm::Error::success()
                               : budget.checkTemporary(getByteSize(type));
      });
  if (!value)
    budget.refund(index);
  return value;
}

llvm::Expected<EvalValue> FoldEvaluation::compute(Index index) {
  const ConstantGraph::Node &node = graph[index];
  if (isEnded())
    return llvm::createStringError(report.getStatistics().isOutOfMemory
                                       ? "there is not enough memory"
                                       : "folding was interrupted");
  if (node.kind == ConstantGraph::Kind::Leaf)
    return makeTensor(node.attribute);
  SmallVector<EvalValue> operands;
  for (Index operand : graph.getOperands(index)) {
    if (graph[operand].state == ConstantGraph::State::NoValue)
      return llvm::createStringError("an operand is not folded");
    operands.push_back(slots[operand].value);
  }
  if (node.kind == ConstantGraph::Kind::Operator)
    return computeOperator(index, operands);
  if (isa<TupleOp>(node.op)) {
    auto value =
        EvalValue::makeTuple(EvalTuple(operands.begin(), operands.end()));
    if (value.getTypeExtent().isTooLarge())
      return llvm::createStringError("it nests " + describeTooLarge());
    return value;
  }
  auto get = dyn_cast<TupleGetOp>(node.op);
  if (!get)
    return operands.front();
  // Types may be unknown, or claimed by a type_cast.
  const EvalTuple *tuple = operands.front().getTuple();
  if (!tuple || get.getIndex() >= tuple->size())
    return llvm::createStringError("its operand is no tuple with this field");
  return (*tuple)[get.getIndex()];
}

void FoldEvaluation::evaluateNode(Index index) {
  using Kind = ConstantGraph::Kind;
  const ConstantGraph::Node &node = graph[index];
  Slot &slot = slots[index];
  llvm::Expected<EvalValue> value = compute(index);
  if (!value) {
    std::string reason = takeReason(node.op, value.takeError());
    if (node.kind == Kind::Leaf && !isEnded()) {
      report.getStatistics().hasUnreadableData = true;
      report.error(node.op, reason);
    }
    return leave(index, reason);
  }
  // A type_cast may claim any type of a value whose type is unknown.
  Type type = value->getType(node.op->getContext());
  Type expected = node.op->getResult(0).getType();
  if (node.kind != Kind::Structure && type != expected &&
      !areTypesCompatible(type, expected))
    return leave(index, llvm::formatv("its value has type {0}, not {1}", type,
                                      expected));
  slot.sharesOperands = node.isView() && !node.isWanted();
  // The data of constants belongs to them.
  if (slot.sharesOperands || node.kind == Kind::Leaf)
    slot.value = std::move(*value);
  else
    setValue(index, std::move(*value));
  if (node.kind != Kind::Leaf && node.kind != Kind::Operator)
    return;
  bool isNew = !std::exchange(slot.wasEvaluated, true);
  if (node.kind == Kind::Operator)
    report.finishEvaluation(node.op, isNew, node.isView() ? 0 : slot.numBytes);
  else if (isNew && isConstantTensor(node.op))
    report.getStatistics().numBytesRead +=
        slot.value.getTensor()->getBytes().size();
}

//===----------------------------------------------------------------------===//
// Nodes that are evaluated together
//===----------------------------------------------------------------------===//

bool FoldEvaluation::addToBatch(Index index) {
  const ConstantGraph::Node &node = graph[index];
  if (node.kind != ConstantGraph::Kind::Operator || node.isSplat || isEnded() ||
      !PointwiseBatch::isSuited(node.op))
    return false;
  if (!batch.takes(
          cast<RankedTensorType>(node.op->getResult(0).getType()).getShape()))
    evaluateBatch();
  SmallVector<PointwiseBatch::Operand> operands;
  for (auto [operand, type] :
       llvm::zip_equal(graph.getOperands(index), node.op->getOperandTypes())) {
    const Tensor *tensor = slots[operand].value.getTensor();
    bool hasValue = tensor && *tensor && tensor->getType() == type;
    if (!hasValue && !batch.isPending(operand))
      return false;
    operands.emplace_back(operand, hasValue ? *tensor : Tensor());
  }
  if (!batch.add(index, node.op, operands))
    return false;
  // Values that only the batch reads take no memory.
  for (Index operand : graph.getOperands(index))
    if (batch.isPending(operand) &&
        batch.countReads(operand) == slots[operand].numUses)
      resize(operand, 0);
  if (llvm::Error error = admit(index)) {
    batch.removeLast();
    leave(index, llvm::toString(std::move(error)));
    release(graph.getOperands(index));
    return true;
  }
  resize(index, budget.getTemporaryBytes(index));
  return true;
}

void FoldEvaluation::evaluateBatch() {
  PointwiseBatch current = std::exchange(batch, {});
  ArrayRef<Index> members = current.getPending();
  if (members.empty())
    return;
  SmallVector<Index> results;
  SmallVector<Operation *> operators;
  for (Index member : members) {
    resize(member, 0);
    operators.push_back(graph[member].op);
    if (graph[member].isWanted() || isForLater(member) ||
        slots[member].numUses != current.countReads(member))
      results.push_back(member);
  }
  report.startEvaluation(operators);
  if (llvm::Error error = current.prepare(results, memo)) {
    // One has no kernel: it is found by evaluating each.
    llvm::consumeError(std::move(error));
    for (Index member : members)
      budget.refund(member);
    for (Index member : members) {
      evaluateNode(member);
      if (!slots[member].sharesOperands)
        release(graph.getOperands(member));
    }
    return;
  }
  // Memory of operands that nobody else needs may take the results.
  for (Index member : members)
    release(graph.getOperands(member));
  llvm::Expected<SmallVector<Tensor>> tensors = current.run(cancellation);
  if (!tensors) {
    std::string reason = takeReason(operators.front(), tensors.takeError());
    for (Index result : results)
      leave(result, reason);
    return;
  }
  for (auto [result, tensor] : llvm::zip_equal(results, *tensors))
    setValue(result, tensor);
  for (Index member : members)
    report.finishEvaluation(graph[member].op,
                            !std::exchange(slots[member].wasEvaluated, true),
                            slots[member].numBytes, members.size());
}

//===----------------------------------------------------------------------===//
// Many nodes
//===----------------------------------------------------------------------===//

void FoldEvaluation::evaluateAll(ArrayRef<Index> wanted) {
  slots.resize(graph.size());
  SmallVector<Index> worklist(wanted), needed;
  while (!worklist.empty()) {
    Index index = worklist.pop_back_val();
    if (std::exchange(slots[index].isNeeded, true))
      continue;
    needed.push_back(index);
    for (Index operand : graph.getOperands(index)) {
      ++slots[operand].numUses;
      if (!slots[operand].value &&
          graph[operand].state != ConstantGraph::State::NoValue)
        worklist.push_back(operand);
    }
  }
  if (!isCollecting)
    for (Index index : std::exchange(kept, {}))
      if (slots[index].numUses == 0 && !graph[index].isWanted())
        drop(index);
  llvm::sort(needed);
  SmallVector<Operation *> operators;
  for (Index index : needed)
    if (graph[index].kind == ConstantGraph::Kind::Operator)
      operators.push_back(graph[index].op);
  report.expect(operators.size());
  // One operator makes its kernel itself.
  if (operators.size() > 1 &&
      operators.front()->getContext()->isMultithreadingEnabled())
    prepareKernels(operators, memo, report.getCompilationHook(), cancellation);
  BufferReuse reuse;
  for (Index index : needed) {
    slots[index].isNeeded = false;
    if (addToBatch(index))
      continue;
    if (llvm::any_of(graph.getOperands(index),
                     [&](Index operand) { return batch.isPending(operand); }))
      evaluateBatch();
    evaluateNode(index);
    if (!slots[index].sharesOperands)
      release(graph.getOperands(index));
  }
  evaluateBatch();
}

EvalValue FoldEvaluation::evaluate(Index index) {
  slots.resize(graph.size());
  if (!slots[index].value &&
      graph[index].state != ConstantGraph::State::NoValue) {
    ++slots[index].numUses;
    evaluateAll(index);
    --slots[index].numUses;
    kept.push_back(index);
  }
  return slots[index].value;
}

void FoldEvaluation::checkGrowth(Index index) {
  ConstantGraph::Node &node = graph[index];
  if (node.state != ConstantGraph::State::Wanted)
    return;
  std::optional<uint64_t> numBytes = node.getBytes();
  if (!numBytes && slots[index].value)
    numBytes = getByteSize(slots[index].value.getType(node.op->getContext()));
  if (!numBytes)
    return;
  llvm::Error error = budget.checkGrowth(index, *numBytes);
  if (!error) {
    node.state = ConstantGraph::State::Admitted;
    return;
  }
  drop(index);
  node.state = ConstantGraph::State::TooLarge;
  report.explain(node.op, llvm::toString(std::move(error)));
}

void FoldEvaluation::evaluateWanted() {
  slots.resize(graph.size());
  isCollecting = false;
  // If an operation cannot be evaluated, its operands become wanted. Limits
  // apply to these as well, and their values may have been freed. The sizes of
  // some values are known only then.
  while (true) {
    SmallVector<Index> missing;
    for (Index index = 0; index < graph.size(); ++index) {
      if (graph[index].kind == ConstantGraph::Kind::Structure)
        continue;
      checkGrowth(index);
      if (graph[index].isWanted() && !slots[index].value)
        missing.push_back(index);
    }
    if (missing.empty())
      break;
    evaluateAll(missing);
  }
  FoldConstantStatistics &statistics = report.getStatistics();
  statistics.work = budget.getWork();
  statistics.numKernels = memo.countKernels();
}
