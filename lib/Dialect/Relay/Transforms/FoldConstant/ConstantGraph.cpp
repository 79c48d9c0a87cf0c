//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constant expressions of a function or module.
//
//===----------------------------------------------------------------------===//

#include "ConstantGraph.h"
#include "FoldRemarks.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

bool relay::isStructure(Operation *op) {
  auto let = dyn_cast<LetOp>(op);
  return isa<TupleOp, TypeCastOp, OnDeviceOp>(op) ||
         (let && isa<RankedTensorType>(let.getValue().getType()));
}

/// Whether each result of `op` is a part of one operand.
static bool movesParts(MovementInterface op) {
  SmallVector<RankedTensorType> operands, results;
  auto addTypes = [](TypeRange types, SmallVectorImpl<RankedTensorType> &to) {
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type);
          tensor && tensor.hasStaticShape())
        to.push_back(tensor);
    return to.size() == types.size();
  };
  if (!addTypes(op->getOperandTypes(), operands) ||
      !addTypes(op->getResultTypes(), results))
    return false;
  FailureOr<SmallVector<ElementMove>> moves = op.getMoves(operands, results);
  return succeeded(moves) && moves->size() == results.size();
}

bool relay::keepsSplats(OperatorInterface op) {
  if (op->hasTrait<Pointwise>() || op->hasTrait<Identity>() ||
      op.isReshapeOnly())
    return true;
  auto movement = dyn_cast<MovementInterface>(*op);
  return movement && movesParts(movement);
}

ConstantGraph::Index ConstantGraph::getBound(Index index) const {
  const Node &node = nodes[index];
  if (node.kind != Node::Structure || !isa<LetOp, OnDeviceOp>(node.op))
    return index;
  Index operand = getOperands(node).front();
  return nodes[operand].op->getResult(0).getType() ==
                 node.op->getResult(0).getType()
             ? operand
             : index;
}

ConstantGraph::Index ConstantGraph::append(Operation *op, Node::Kind kind,
                                           ElementsAttr attribute) {
  Node node;
  node.op = op;
  node.attribute = attribute;
  node.kind = kind;
  node.firstOperand = operands.size();
  node.numOperands = 0;
  if (kind != Node::Leaf) {
    node.numOperands = op->getNumOperands();
    for (Value operand : op->getOperands())
      operands.push_back(getBound(indices.lookup(operand)));
  }
  auto tensor = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (attribute) {
    node.isSplat = isCountedAsSplat(attribute);
  } else if (auto relayOperator = dyn_cast<OperatorInterface>(op);
             relayOperator && kind != Node::Structure) {
    node.isOperator = true;
    node.isView = relayOperator.isReshapeOnly() || op->hasTrait<Identity>();
    node.takesSplats =
        tensor &&
        llvm::all_of(getOperands(node),
                     [&](Index operand) { return nodes[operand].isSplat; }) &&
        keepsSplats(relayOperator);
    node.isSplat = node.takesSplats || (tensor && hasOneElement(tensor));
  } else {
    node.isView = true;
    node.isSplat =
        isa<OnDeviceOp, LetOp>(op) && nodes[getOperands(node).front()].isSplat;
  }
  boundReadBytes(node);
  Index index = nodes.size();
  nodes.push_back(std::move(node));
  indices.try_emplace(op->getResult(0), index);
  return index;
}

/// Folds `op`, of whose operands only the types are known.
static LogicalResult foldByTypes(Operation *op,
                                 SmallVectorImpl<OpFoldResult> &folded) {
  SmallVector<Attribute> none(op->getNumOperands());
  if (isa<RelayDialect>(op->getDialect()))
    return op->fold(none, folded);
  // A folder may change its operation instead, which is not to be.
  Operation *copy = op->clone();
  LogicalResult result = copy->fold(none, folded);
  copy->destroy();
  return result;
}

bool ConstantGraph::addLeaf(Operation *op) {
  if (op->getNumResults() != 1)
    return false;
  if (hasNoFoldMark(op))
    return false;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    append(op, Node::Leaf, constant.getValue());
    return true;
  }
  // The result may be known from the types of the operands alone.
  if (!isa<OperatorInterface>(op) || !isMemoryEffectFree(op) ||
      config.noFoldOps.contains(op->getName()))
    return false;
  SmallVector<OpFoldResult> folded;
  if (failed(foldByTypes(op, folded)) || folded.size() != 1)
    return false;
  auto attribute =
      dyn_cast_if_present<ElementsAttr>(dyn_cast<Attribute>(folded.front()));
  if (!attribute)
    return false;
  append(op, Node::Leaf, attribute);
  return true;
}

void ConstantGraph::add(Operation *op) {
  if (op->getNumResults() != 1 || isEnded())
    return;
  // Many take as much as what is known to be left.
  constexpr size_t nodesPerMemoryCheck = 4096;
  if (nodes.size() % nodesPerMemoryCheck == nodesPerMemoryCheck - 1 &&
      !isMemoryLeft()) {
    (void)takeReason(op, makeMemoryError("the graph of constants"));
    return;
  }
  bool isExpression =
      !isa<ConstantOp>(op) &&
      llvm::all_of(op->getOperands(), [&](Value operand) {
        auto it = indices.find(operand);
        return it != indices.end() && !nodes[getBound(it->second)].isBlocked;
      });
  // What the types of operands tell needs none of their values. They do not
  // tell what a pointwise operator computes.
  bool mayBeLeaf = !isExpression || !op->hasTrait<Pointwise>();
  if ((mayBeLeaf && addLeaf(op)) || (!isExpression && !isa<ConstantOp>(op)))
    return;
  if (!hasNoFoldMark(op) && !config.noFoldOps.contains(op->getName()) &&
      (isStructure(op) || isa<TupleGetOp>(op))) {
    append(op, isStructure(op) ? Node::Structure : Node::Expression);
    return;
  }
  StringRef reason = getReasonNotToFold(op, config);
  if (reason.empty()) {
    append(op, Node::Expression);
  } else if (isa<ConstantOp>(op)) {
    // What is computed from it is no candidate.
    remarkNotFolded(op, [&] { return reason.str(); });
  } else if (op->getNumRegions() == 0 && !isa<LetOp>(op) &&
             (op->getNumOperands() != 0 || isa<OperatorInterface>(op))) {
    remarkNotFolded(op, [&] { return reason.str(); });
    ++statistics.numNotFolded;
  }
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

void ConstantGraph::hold(Node &node, uint64_t numBytes) {
  uint64_t &total = node.isRoot ? rootBytes : temporaryBytes;
  total += numBytes - node.numHeldBytes;
  node.numHeldBytes = numBytes;
}

void ConstantGraph::setValue(Node &node, EvalValue value) {
  node.value = std::move(value);
  // The data of constants belongs to them.
  if (node.kind == Node::Leaf || node.isView)
    return;
  SmallVector<Tensor> tensors;
  (void)node.value.flatten(tensors);
  uint64_t numBytes = 0;
  for (const Tensor &tensor : tensors)
    numBytes += tensor.getBytes().size();
  hold(node, numBytes);
  statistics.peakBytes =
      std::max(statistics.peakBytes, rootBytes + temporaryBytes);
}

void ConstantGraph::setResult(Index index, EvalValue value) {
  Node &node = nodes[index];
  // A type_cast may claim any type of a value whose type is unknown.
  Type type = value.getType(node.op->getContext());
  Type expected = node.op->getResult(0).getType();
  if (type != expected && !areTypesCompatible(type, expected))
    return block(index, [&] {
      return llvm::formatv("its value has type {0}, not {1}", type, expected)
          .str();
    });
  if (!isStatic(expected))
    setSize(node, type);
  setValue(node, std::move(value));
}

void ConstantGraph::setSize(Node &node, Type type) {
  node.dynamicBytes = getByteSize(type);
  node.isSized = true;
}

void ConstantGraph::dropValue(Node &node) {
  node.value = EvalValue();
  hold(node, 0);
}

void ConstantGraph::evaluateNode(Index index, bool isWorkCounted) {
  Node &node = nodes[index];
  if (node.kind == Node::Leaf) {
    if (isEnded())
      return block(index, getReasonOfEnd());
    llvm::Expected<Tensor> tensor = makeTensor(node.attribute);
    if (!tensor) {
      std::string reason = takeReason(node.op, tensor.takeError());
      if (!isEnded()) {
        statistics.hasUnreadableData = true;
        tellFailure(node.op, reason);
      }
      return block(index, reason);
    }
    if (!std::exchange(node.isEvaluated, true) && isa<ConstantOp>(node.op))
      statistics.numBytesRead += tensor->getBytes().size();
    return setValue(node, *tensor);
  }
  SmallVector<EvalValue> values;
  for (Index operand : getOperands(node)) {
    if (nodes[operand].isBlocked)
      return block(index, "an operand is not folded");
    values.push_back(nodes[operand].value);
  }
  if (isa<TupleOp>(node.op)) {
    auto value = EvalValue::makeTuple(EvalTuple(values.begin(), values.end()));
    if (value.getTypeExtent().isTooLarge())
      return block(index, [] { return "it nests " + describeTooLarge(); });
    return setValue(node, std::move(value));
  }
  if (auto field = dyn_cast<TupleGetOp>(node.op)) {
    // Types may be unknown, or claimed by a type_cast.
    const EvalTuple *tuple = values.front().getTuple();
    if (!tuple || field.getIndex() >= tuple->size())
      return block(index, "its operand is no tuple with this field");
    return setResult(index, (*tuple)[field.getIndex()]);
  }
  if (node.kind == Node::Structure)
    return setValue(node, values.front());
  if (isEnded())
    return block(index, getReasonOfEnd());
  // Small values come from where LLVM's own memory comes from.
  if (!isMemoryLeftNow())
    return block(index, takeReason(node.op, makeMemoryError("a result")));
  uint64_t workBefore = statistics.work;
  if (!admit(index, isWorkCounted))
    return;
  recorder.startEvaluation(node.op);
  bool isRefused = false;
  llvm::Expected<EvalValue> result =
      evaluateOperator(node.op, values, TrapMode::Fail, memo, [&](Type type) {
        return checkType(index, type, isRefused);
      });
  if (!result && isRefused) {
    statistics.work = workBefore;
    return llvm::consumeError(result.takeError());
  }
  if (!result) {
    statistics.work = isWorkCounted ? workBefore - getWork(node) : workBefore;
    return block(index, takeReason(node.op, result.takeError()));
  }
  setResult(index, std::move(*result));
  if (!node.isBlocked)
    finishNode(node, 1);
}

// To ask costs as much as to evaluate some small operators.
static constexpr size_t stepsPerMemoryCheck = 256;

bool ConstantGraph::isMemoryLeftNow() {
  return ++numSteps % stepsPerMemoryCheck != 0 || isMemoryLeft();
}

bool ConstantGraph::isEnded() const {
  return statistics.isOutOfMemory || statistics.isInterrupted;
}

StringRef ConstantGraph::getReasonOfEnd() const {
  return statistics.isOutOfMemory ? "there is not enough memory"
                                  : "folding was interrupted";
}

std::string ConstantGraph::takeReason(Operation *op, llvm::Error error) {
  EvaluationFailure failure = takeFailure(std::move(error));
  if (failure.isToBeReported)
    tellFailure(op, failure.reason);
  statistics.isOutOfMemory |= failure.isOutOfMemory;
  statistics.isInterrupted |= failure.isInterrupted;
  return failure.reason;
}

void ConstantGraph::tellFailure(Operation *op, StringRef reason) {
  recorder.hideProgress();
  reportFailure(op, reason);
}

void ConstantGraph::finishNode(Node &node, size_t numTogether) {
  recorder.finishEvaluation(node.op, node.numHeldBytes, numTogether);
  statistics.numEvaluated += !node.isEvaluated;
  node.isEvaluated = true;
}

void ConstantGraph::release(Index index) {
  Node &user = nodes[index];
  for (Index operand : getOperands(user)) {
    Node &node = nodes[operand];
    if (--node.numUses != 0 || node.isRoot)
      continue;
    if (isWantedLater(node)) {
      kept.insert(operand);
      continue;
    }
    uint64_t numBytes = node.numHeldBytes;
    dropValue(node);
    // The data lives on in what shares it.
    if (user.value && user.isView)
      hold(user, user.numHeldBytes + numBytes);
  }
}

bool ConstantGraph::isWantedLater(const Node &node) const {
  if (!isCollecting || node.kind != Node::Expression)
    return false;
  // To look at all of many users each time would take quadratic time; to keep
  // a value for nothing takes memory only until that is needed.
  constexpr unsigned maxUsers = 32;
  unsigned numUsers = 0;
  return llvm::any_of(node.op->getUsers(), [&](Operation *user) {
    if (++numUsers > maxUsers || user->getNumResults() != 1)
      return true;
    auto it = indices.find(user->getResult(0));
    return it == indices.end() || !nodes[it->second].isEvaluated;
  });
}

void ConstantGraph::dropKept() {
  for (Index index : kept)
    if (nodes[index].numUses == 0 && !nodes[index].isRoot)
      dropValue(nodes[index]);
  kept.clear();
}

void ConstantGraph::evaluateNeeded(ArrayRef<Index> wanted) {
  SmallVector<Index> worklist(wanted), needed;
  while (!worklist.empty()) {
    Index index = worklist.pop_back_val();
    Node &node = nodes[index];
    if (node.isNeeded)
      continue;
    node.isNeeded = true;
    needed.push_back(index);
    for (Index operand : getOperands(node)) {
      ++nodes[operand].numUses;
      if (!nodes[operand].value && !nodes[operand].isBlocked)
        worklist.push_back(operand);
    }
  }
  if (!isCollecting)
    dropKept();
  llvm::sort(needed);
  SmallVector<Operation *> operators;
  for (Index index : needed)
    if (nodes[index].isOperator)
      operators.push_back(nodes[index].op);
  recorder.expect(operators.size());
  if (!operators.empty() &&
      operators.front()->getContext()->isMultithreadingEnabled())
    prepareKernels(operators, memo, recorder.getCompilationHook());
  BufferReuse reuse;
  for (Index index : needed) {
    nodes[index].isNeeded = false;
    if (addToGroup(index))
      continue;
    if (isReadFromGroup(index))
      evaluateGroup();
    evaluateNode(index);
    release(index);
  }
  evaluateGroup();
}

std::optional<EvalValue> ConstantGraph::evaluate(Value value) {
  Index index = indices.lookup(value);
  Node &node = nodes[index];
  if (node.isBlocked)
    return std::nullopt;
  if (!node.value) {
    bool wasRoot = std::exchange(node.isRoot, true);
    evaluateNeeded(index);
    // It is kept: what is evaluated next may need it.
    setRoot(node, wasRoot && !node.isBlocked);
  }
  if (node.isBlocked)
    return std::nullopt;
  return node.value;
}
