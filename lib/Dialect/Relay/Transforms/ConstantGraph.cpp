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
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/BufferPool.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

bool relay::isStructure(Operation *op) {
  return isa<TupleOp, TypeCastOp, OnDeviceOp>(op);
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
      operands.push_back(indices.lookup(operand));
  }
  if (attribute) {
    node.isSplat = attribute.isSplat();
  } else if (auto relayOperator = dyn_cast<OperatorInterface>(op);
             relayOperator && kind != Node::Structure) {
    node.isOperator = true;
    node.isView = relayOperator.isReshapeOnly() || isa<CopyOp>(op) ||
                  op->hasTrait<Identity>();
    node.isSplat =
        (op->hasTrait<Pointwise>() || relayOperator.isReshapeOnly()) &&
        llvm::all_of(getOperands(node),
                     [&](Index operand) { return nodes[operand].isSplat; });
  } else {
    node.isView = true;
  }
  Index index = nodes.size();
  nodes.push_back(std::move(node));
  indices.try_emplace(op->getResult(0), index);
  return index;
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
  SmallVector<Attribute> none(op->getNumOperands());
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(none, folded)) || folded.size() != 1)
    return false;
  auto attribute =
      dyn_cast_if_present<ElementsAttr>(dyn_cast<Attribute>(folded.front()));
  if (!attribute)
    return false;
  append(op, Node::Leaf, attribute);
  return true;
}

void ConstantGraph::add(Operation *op) {
  if (op->getNumResults() != 1)
    return;
  bool isExpression =
      !isa<ConstantOp>(op) &&
      llvm::all_of(op->getOperands(), [&](Value operand) {
        auto it = indices.find(operand);
        return it != indices.end() && !nodes[it->second].isBlocked;
      });
  if (!isExpression) {
    (void)addLeaf(op);
    return;
  }
  if (isStructure(op)) {
    append(op, Node::Structure);
    return;
  }
  if (isa<TupleGetOp>(op) && !hasNoFoldMark(op)) {
    append(op, Node::Expression);
    return;
  }
  StringRef reason = getReasonNotToFold(op, config);
  if (reason.empty()) {
    append(op, Node::Expression);
  } else if (op->getNumRegions() == 0 && !isa<LetOp>(op)) {
    remarkNotFolded(op, reason);
    ++statistics.numNotFolded;
  }
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void ConstantGraph::markRoot(Index index) {
  SmallVector<Index> worklist = {index};
  while (!worklist.empty()) {
    Node &node = nodes[worklist.pop_back_val()];
    if (node.isBlocked)
      continue;
    if (node.kind != Node::Structure) {
      if (!std::exchange(node.isRoot, true)) {
        temporaryBytes -= node.numHeldBytes;
        rootBytes += node.numHeldBytes;
      }
      continue;
    }
    // Fields may have been released when the tuple was made.
    for (auto [i, operand] : llvm::enumerate(getOperands(node))) {
      if (node.value && !nodes[operand].value) {
        const EvalTuple *tuple = node.value.getTuple();
        setValue(nodes[operand],
                 isa<TupleOp>(node.op) ? (*tuple)[i] : node.value);
      }
      worklist.push_back(operand);
    }
  }
}

void ConstantGraph::block(Index index, const Twine &reason) {
  Node &node = nodes[index];
  remarkNotFolded(node.op, reason);
  dropValue(node);
  node.isBlocked = true;
  node.isRoot = false;
  ++statistics.numNotFolded;
  for (Index operand : getOperands(node))
    markRoot(operand);
}

uint64_t relay::getByteSize(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    uint64_t sum = 0;
    for (Type field : tuple.getTypes())
      sum += getByteSize(field);
    return sum;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  return Tensor::computeByteSize(tensor).value_or(
      std::numeric_limits<int64_t>::max());
}

uint64_t ConstantGraph::computeByteSize(const Node &node) {
  Type type = node.op->getResult(0).getType();
  return node.isSplat ? Tensor::getElementSize(
                            cast<RankedTensorType>(type).getElementType())
                      : getByteSize(type);
}

int64_t ConstantGraph::computeGrowth(Index index) const {
  int64_t growth = computeByteSize(nodes[index]);
  SmallVector<Index> worklist = {index};
  llvm::DenseSet<Index> visited;
  // How much smaller it is does not matter: small values of large expressions
  // need not be walked to the end.
  while (!worklist.empty() && growth > 0) {
    Index next = worklist.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    const Node &node = nodes[next];
    if (node.kind == Node::Leaf)
      growth -= computeByteSize(node);
    llvm::append_range(worklist, getOperands(node));
  }
  return growth;
}

std::string ConstantGraph::checkGrowth(Index index) {
  if (!config.maxTotalGrowth &&
      (!config.maxGrowth || computeByteSize(nodes[index]) <= config.maxGrowth))
    return "";
  int64_t growth = computeGrowth(index);
  if (growth <= 0)
    return "";
  uint64_t bytes = growth;
  if (config.maxGrowth && bytes > config.maxGrowth)
    return ("it is " + Twine(bytes) +
            " bytes larger than its constants, the limit is " +
            Twine(config.maxGrowth))
        .str();
  if (config.maxTotalGrowth && (bytes > config.maxTotalGrowth ||
                                totalGrowth > config.maxTotalGrowth - bytes))
    return ("with " + Twine(bytes) + " bytes the total growth of " +
            Twine(totalGrowth) + " would exceed its limit of " +
            Twine(config.maxTotalGrowth))
        .str();
  totalGrowth += bytes;
  return "";
}

void ConstantGraph::blockLargeRoots() {
  if (!config.maxGrowth && !config.maxTotalGrowth)
    return;
  // From the last on: the operands of what is blocked come later.
  for (Index i = nodes.size(); i-- > 0;) {
    Node &node = nodes[i];
    if (!node.isRoot || node.isAdmitted || node.kind == Node::Leaf)
      continue;
    std::string reason = checkGrowth(i);
    if (reason.empty())
      node.isAdmitted = true;
    else
      block(i, reason);
  }
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

void ConstantGraph::setValue(Node &node, EvalValue value) {
  node.value = std::move(value);
  // The data of constants belongs to them.
  if (node.kind == Node::Leaf || node.isView)
    return;
  SmallVector<Tensor> tensors;
  (void)node.value.flatten(tensors);
  for (const Tensor &tensor : tensors)
    node.numHeldBytes += tensor.getBytes().size();
  (node.isRoot ? rootBytes : temporaryBytes) += node.numHeldBytes;
  statistics.peakBytes =
      std::max(statistics.peakBytes, rootBytes + temporaryBytes);
}

void ConstantGraph::dropValue(Node &node) {
  node.value = EvalValue();
  (node.isRoot ? rootBytes : temporaryBytes) -= node.numHeldBytes;
  node.numHeldBytes = 0;
}

bool ConstantGraph::admit(Index index) {
  Node &node = nodes[index];
  uint64_t work = 0;
  if (config.maxCost || config.collectTimes)
    work = node.isSplat ? 1 : estimateWork(node.op);
  if (config.maxCost &&
      (work > config.maxCost || statistics.work > config.maxCost - work)) {
    block(index, "with a cost of " + Twine(work) + " the total of " +
                     Twine(statistics.work) + " would exceed its limit of " +
                     Twine(config.maxCost));
    return false;
  }
  uint64_t bytes = node.isRoot || node.isView ? 0 : computeByteSize(node);
  if (config.maxTemporary && (bytes > config.maxTemporary ||
                              temporaryBytes > config.maxTemporary - bytes)) {
    block(index, "with " + Twine(bytes) + " bytes the temporary memory of " +
                     Twine(temporaryBytes) + " would exceed its limit of " +
                     Twine(config.maxTemporary));
    return false;
  }
  statistics.work = llvm::SaturatingAdd(statistics.work, work);
  return true;
}

void ConstantGraph::evaluateNode(Index index) {
  Node &node = nodes[index];
  if (node.kind == Node::Leaf) {
    Tensor tensor =
        makeTensor(node.attribute, [&] { return node.op->emitError(); });
    if (!tensor)
      return block(index, "its data cannot be read");
    statistics.numBytesRead += tensor.getBytes().size();
    return setValue(node, tensor);
  }
  SmallVector<EvalValue> values;
  for (Index operand : getOperands(node)) {
    if (nodes[operand].isBlocked)
      return block(index, "an operand is not folded");
    values.push_back(nodes[operand].value);
  }
  if (isa<TupleOp>(node.op))
    return setValue(
        node, EvalValue::makeTuple(EvalTuple(values.begin(), values.end())));
  if (auto field = dyn_cast<TupleGetOp>(node.op)) {
    // Types may be unknown, or claimed by a type_cast.
    const EvalTuple *tuple = values.front().getTuple();
    if (!tuple || field.getIndex() >= tuple->size())
      return block(index, "its operand is no tuple with this field");
    return setValue(node, (*tuple)[field.getIndex()]);
  }
  if (node.kind == Node::Structure)
    return setValue(node, values.front());
  if (statistics.isOutOfMemory)
    return block(index, "there is not enough memory");
  // Small values come from where LLVM's own memory comes from.
  if (!isMemoryLeftNow())
    return block(index, takeReason(node.op, makeMemoryError("a result")));
  if (!admit(index))
    return;
  recorder.startEvaluation();
  llvm::Expected<EvalValue> result =
      evaluateOperator(node.op, values, TrapMode::Fail, memo);
  if (!result)
    return block(index, takeReason(node.op, result.takeError()));
  setValue(node, std::move(*result));
  finishNode(node, 1);
}

// To ask costs as much as to evaluate some small operators.
static constexpr size_t stepsPerMemoryCheck = 256;

bool ConstantGraph::isMemoryLeftNow() {
  return ++numSteps % stepsPerMemoryCheck != 0 || isMemoryLeft();
}

std::string ConstantGraph::takeReason(Operation *op, llvm::Error error) {
  std::string reason;
  llvm::handleAllErrors(
      std::move(error), [&](const llvm::ErrorInfoBase &error) {
        reason = error.message();
        // What is folded must not depend on the machine.
        if (error.convertToErrorCode() == std::errc::not_enough_memory) {
          op->emitError("cannot fold: ") << reason;
          statistics.isOutOfMemory = true;
        }
      });
  return reason;
}

void ConstantGraph::finishNode(const Node &node, size_t numTogether) {
  recorder.finishEvaluation(node.op, node.numHeldBytes, numTogether);
  if (!node.isRoot)
    remarkEvaluated(node.op);
  ++statistics.numEvaluated;
}

void ConstantGraph::release(Index index) {
  Node &user = nodes[index];
  for (Index operand : getOperands(user)) {
    Node &node = nodes[operand];
    if (--node.numUses != 0 || node.isRoot)
      continue;
    uint64_t numBytes = node.numHeldBytes;
    dropValue(node);
    // The data lives on in what shares it.
    if (user.value && user.isView) {
      user.numHeldBytes += numBytes;
      (user.isRoot ? rootBytes : temporaryBytes) += numBytes;
    }
  }
}

void ConstantGraph::evaluateNeeded() {
  SmallVector<Index> worklist, needed;
  for (auto [i, node] : llvm::enumerate(nodes))
    if (node.isRoot && !node.value)
      worklist.push_back(i);
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

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

// Smaller tensors stay in the cache between operators.
static constexpr int64_t minGroupElements = int64_t(1) << 15;

/// Whether `op` is a pointwise operator on large tensors that has a value
/// whatever they hold.
static bool isSuitedForGroups(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!op->hasTrait<Pointwise>() || !type || !type.hasStaticShape() ||
      type.getNumElements() < minGroupElements)
    return false;
  return !op->hasTrait<DivisionLike>() || isa<FloatType>(type.getElementType());
}

bool ConstantGraph::addToGroup(Index index) {
  Node &node = nodes[index];
  if (node.kind != Node::Expression || node.isSplat ||
      statistics.isOutOfMemory || !isSuitedForGroups(node.op))
    return false;
  auto hasOperands = [&] {
    return llvm::all_of(
        llvm::zip_equal(getOperands(node), node.op->getOperandTypes()),
        [&](auto pair) {
          auto [operand, type] = pair;
          const Node &other = nodes[operand];
          const Tensor *tensor = other.value.getTensor();
          bool isResult = group && other.groupIndex && !other.value;
          return !other.isBlocked &&
                 (isResult || (tensor && *tensor && tensor->getType() == type));
        });
  };
  if (!hasOperands())
    return false;
  auto type = cast<RankedTensorType>(node.op->getResult(0).getType());
  if (group && group->getShape() != type.getShape()) {
    evaluateGroup();
    if (!hasOperands())
      return false;
  }
  if (!group)
    group.emplace(type.getShape());
  SmallVector<PointwiseGroup::Index> indices;
  for (Index operand : getOperands(node)) {
    Node &other = nodes[operand];
    if (!other.groupIndex) {
      other.groupIndex = group->addInput(*other.value.getTensor());
      groupInputs.push_back(operand);
    }
    indices.push_back(*other.groupIndex);
  }
  node.groupIndex = group->addOperation(node.op, indices, type);
  if (!node.groupIndex)
    return false;
  if (admit(index)) {
    groupMembers.push_back(index);
  } else {
    node.groupIndex.reset();
    release(index);
  }
  return true;
}

bool ConstantGraph::isReadFromGroup(Index index) const {
  return group && llvm::any_of(getOperands(nodes[index]), [&](Index operand) {
           return nodes[operand].groupIndex && !nodes[operand].value;
         });
}

void ConstantGraph::evaluateGroup() {
  if (!group)
    return;
  PointwiseGroup current = std::move(*group);
  group.reset();
  SmallVector<Index> members = std::exchange(groupMembers, {});
  SmallVector<Index> inputs = std::exchange(groupInputs, {});
  // Results are what is read by others than the group.
  llvm::DenseMap<Index, uint32_t> numOwnUses;
  for (Index member : members)
    for (Index operand : getOperands(nodes[member]))
      ++numOwnUses[operand];
  SmallVector<PointwiseGroup::Index> indices;
  SmallVector<Index> results;
  for (Index member : members) {
    Node &node = nodes[member];
    if (!node.isRoot && node.numUses == numOwnUses.lookup(member))
      continue;
    results.push_back(member);
    indices.push_back(*node.groupIndex);
  }
  for (Index index : llvm::concat<Index>(members, inputs))
    nodes[index].groupIndex.reset();
  if (members.empty())
    return;
  recorder.startEvaluation();
  if (llvm::Error error = current.prepare(indices, memo)) {
    // One has no kernel: it is found by evaluating each.
    llvm::consumeError(std::move(error));
    for (Index member : members) {
      evaluateNode(member);
      release(member);
    }
    return;
  }
  // Memory of operands that nobody else needs may take the results.
  for (Index member : members)
    release(member);
  llvm::Expected<SmallVector<Tensor>> tensors = current.run();
  if (!tensors) {
    std::string reason =
        takeReason(nodes[members.front()].op, tensors.takeError());
    for (Index result : results)
      block(result, reason);
    return;
  }
  for (auto [result, tensor] : llvm::zip_equal(results, *tensors))
    setValue(nodes[result], tensor);
  for (Index member : members)
    finishNode(nodes[member], members.size());
}

std::optional<EvalValue> ConstantGraph::evaluate(Value value) {
  Index index = indices.lookup(value);
  Node &node = nodes[index];
  if (node.isBlocked)
    return std::nullopt;
  bool wasRoot = std::exchange(node.isRoot, true);
  evaluateNeeded();
  if (node.isBlocked)
    return std::nullopt;
  EvalValue result = node.value;
  if (!wasRoot) {
    dropValue(node);
    node.isRoot = false;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Writing back
//===----------------------------------------------------------------------===//

Value relay::materializeValue(OpBuilder &b, Location loc,
                              const EvalValue &value) {
  if (const Tensor *tensor = value.getTensor())
    return ConstantOp::create(
        b, loc,
        makeConstant(tensor->getType(), tensor->getBytes(), tensor->isSplat(),
                     tensor->getOwner()));
  SmallVector<Value> fields;
  for (const EvalValue &field : *value.getTuple())
    fields.push_back(materializeValue(b, loc, field));
  auto type = TupleType::get(b.getContext(), ValueRange(fields).getTypes());
  return TupleOp::create(b, loc, type, fields);
}

FoldConstantStatistics ConstantGraph::writeBack() {
  for (auto [i, node] : llvm::enumerate(nodes)) {
    bool isLive = llvm::any_of(node.op->getUsers(), [&](Operation *user) {
      if (user->getNumResults() != 1)
        return true;
      auto it = indices.find(user->getResult(0));
      return it == indices.end() || nodes[it->second].isBlocked;
    });
    if (isLive)
      markRoot(i);
  }
  evaluateRoots();
  (void)replaceRoots();
  statistics.numKernels = memo.size();
  recorder.finish(statistics);
  eraseDead();
  return std::move(statistics);
}

FailureOr<Value> ConstantGraph::writeBack(Value value) {
  Index index = indices.lookup(value);
  if (nodes[index].isBlocked)
    return failure();
  markRoot(index);
  evaluateRoots();
  // All that is in the way of one value is in its own expression.
  if (llvm::any_of(nodes, [](const Node &node) { return node.isBlocked; }))
    return failure();
  Value replacement = replaceRoots(index);
  eraseDead();
  if (statistics.isOutOfMemory)
    return failure();
  return replacement ? replacement : value;
}

void ConstantGraph::evaluateRoots() {
  // What cannot be evaluated makes roots of its operands, which limits apply
  // to as well, and whose values may have been freed.
  auto isMissing = [](const Node &node) { return node.isRoot && !node.value; };
  do {
    blockLargeRoots();
    // Constants that are live need not be read.
    for (Node &node : nodes)
      if (isa<ConstantOp>(node.op))
        node.isRoot = false;
    evaluateNeeded();
  } while (llvm::any_of(nodes, isMissing));
}

Value ConstantGraph::replaceRoots(Index wanted) {
  Value replacement;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (!node.isRoot || isa<ConstantOp>(node.op))
      continue;
    if (!isMemoryLeftNow()) {
      (void)takeReason(node.op, makeMemoryError("a constant"));
      break;
    }
    OpBuilder b(node.op);
    SmallVector<Tensor> tensors;
    (void)node.value.flatten(tensors);
    uint64_t bytes = 0;
    for (const Tensor &tensor : tensors)
      bytes += tensor.getBytes().size();
    statistics.numConstants += tensors.size();
    statistics.numBytes += bytes;
    statistics.hasChanged = true;
    Location loc = node.op->getLoc();
    Value constant = materializeValue(b, loc, node.value);
    remarkFolded(node.op, bytes);
    Value result = node.op->getResult(0);
    if (constant.getType() != result.getType())
      constant = TypeCastOp::create(b, loc, result.getType(), constant);
    result.replaceAllUsesWith(constant);
    dropValue(node);
    if (i == wanted)
      replacement = constant;
  }
  return replacement;
}

void ConstantGraph::eraseDead() {
  for (Node &node : llvm::reverse(nodes)) {
    if (!node.op->use_empty())
      continue;
    node.op->erase();
    statistics.hasChanged = true;
  }
}
