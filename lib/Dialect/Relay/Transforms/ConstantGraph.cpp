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
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/DenseSet.h"
#include <limits>

using namespace mlir;
using namespace mlir::relay;

StringRef relay::getReasonNotToFold(Operation *op,
                                    const FoldConstantConfig &config) {
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  if (!relayOperator)
    return "it is not an operator";
  // Filling memory is better done where the values are used.
  if (op->getNumOperands() == 0)
    return "it has no operands";
  if (!isMemoryEffectFree(op))
    return "it has effects";
  if (relayOperator.isNonComputational() && !config.foldQnn)
    return "it is not computational";
  return "";
}

static remark::RemarkOpts getRemarkOpts(StringRef name) {
  return remark::RemarkOpts::name(name).category("FoldConstant");
}

static std::string getRemarkText(Operation *op, const Twine &text) {
  return (op->getName().getStringRef() + ": " + text).str();
}

static void remarkNotFolded(Operation *op, const Twine &reason) {
  remark::missed(op->getLoc(), getRemarkOpts("NotFolded"))
      << getRemarkText(op, reason);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

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
  if (attribute)
    node.isSplat = attribute.isSplat();
  else if (auto relayOperator = dyn_cast<OperatorInterface>(op))
    node.isSplat =
        (op->hasTrait<Pointwise>() || relayOperator.isReshapeOnly()) &&
        llvm::all_of(getOperands(node),
                     [&](Index operand) { return nodes[operand].isSplat; });
  Index index = nodes.size();
  nodes.push_back(std::move(node));
  indices.try_emplace(op->getResult(0), index);
  return index;
}

void ConstantGraph::add(Operation *op) {
  if (op->getNumResults() != 1)
    return;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    append(op, Node::Leaf, constant.getValue());
    return;
  }
  bool isExpression = llvm::all_of(op->getOperands(), [&](Value operand) {
    auto it = indices.find(operand);
    return it != indices.end() && !nodes[it->second].isBlocked;
  });
  if (isa<TupleOp, TypeCastOp>(op)) {
    if (isExpression)
      append(op, Node::Structure);
    return;
  }
  if (isExpression && isa<TupleGetOp>(op)) {
    append(op, Node::Expression);
    return;
  }
  if (!isa<OperatorInterface>(op))
    return;
  if (isExpression) {
    if (StringRef reason = getReasonNotToFold(op, config); reason.empty())
      append(op, Node::Expression);
    else
      remarkNotFolded(op, reason);
    return;
  }
  // The result may be known from the types of the operands alone.
  if (!isMemoryEffectFree(op))
    return;
  SmallVector<Attribute> none(op->getNumOperands());
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(none, folded)) || folded.size() != 1)
    return;
  if (auto attribute = dyn_cast_if_present<ElementsAttr>(
          dyn_cast<Attribute>(folded.front())))
    append(op, Node::Leaf, attribute);
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
      node.isRoot = true;
      continue;
    }
    // Fields may have been released when the tuple was made.
    for (auto [i, operand] : llvm::enumerate(getOperands(node))) {
      if (node.value && !nodes[operand].value) {
        const EvalTuple *tuple = node.value.getTuple();
        nodes[operand].value = isa<TupleOp>(node.op) ? (*tuple)[i] : node.value;
      }
      worklist.push_back(operand);
    }
  }
}

void ConstantGraph::block(Index index, const Twine &reason) {
  Node &node = nodes[index];
  remarkNotFolded(node.op, reason);
  node.isBlocked = true;
  node.isRoot = false;
  for (Index operand : getOperands(node))
    markRoot(operand);
}

/// Bytes of the values of type `type`; dynamic shapes count nothing.
static uint64_t getByteSize(Type type) {
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

void ConstantGraph::blockLargeRoots() {
  if (!config.maxGrowth && !config.maxTotalGrowth)
    return;
  uint64_t total = 0;
  // From the last on: the operands of what is blocked come later.
  for (Index i = nodes.size(); i-- > 0;) {
    Node &node = nodes[i];
    if (!node.isRoot || node.isBlocked || node.kind == Node::Leaf)
      continue;
    if (!config.maxTotalGrowth && computeByteSize(node) <= config.maxGrowth)
      continue;
    int64_t growth = computeGrowth(i);
    if (growth <= 0)
      continue;
    uint64_t bytes = growth;
    if (config.maxGrowth && bytes > config.maxGrowth)
      block(i, "it is " + Twine(bytes) +
                   " bytes larger than its constants, the limit is " +
                   Twine(config.maxGrowth));
    else if (config.maxTotalGrowth && total + bytes > config.maxTotalGrowth)
      block(i, "with " + Twine(bytes) + " bytes the total growth of " +
                   Twine(total) + " would exceed its limit of " +
                   Twine(config.maxTotalGrowth));
    else
      total += bytes;
  }
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

void ConstantGraph::evaluateNode(Index index) {
  Node &node = nodes[index];
  if (node.kind == Node::Leaf) {
    Tensor tensor =
        makeTensor(node.attribute, [&] { return node.op->emitError(); });
    if (!tensor)
      return block(index, "its data cannot be read");
    node.value = tensor;
    return;
  }
  SmallVector<EvalValue> values;
  for (Index operand : getOperands(node)) {
    if (nodes[operand].isBlocked)
      return block(index, "an operand is not folded");
    values.push_back(nodes[operand].value);
  }
  if (isa<TupleOp>(node.op)) {
    node.value = EvalValue::makeTuple(EvalTuple(values.begin(), values.end()));
    return;
  }
  if (auto field = dyn_cast<TupleGetOp>(node.op)) {
    node.value = (*values.front().getTuple())[field.getIndex()];
    return;
  }
  if (isa<TypeCastOp>(node.op)) {
    node.value = values.front();
    return;
  }
  llvm::Expected<EvalValue> result =
      evaluateOperator(node.op, values, TrapMode::Fail, memo);
  if (!result)
    return block(index, llvm::toString(result.takeError()));
  node.value = std::move(*result);
  ++numEvaluated;
}

void ConstantGraph::release(Index index) {
  for (Index operand : getOperands(nodes[index])) {
    Node &node = nodes[operand];
    if (--node.numUses == 0 && !node.isRoot)
      node.value = EvalValue();
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
  for (Index index : needed) {
    evaluateNode(index);
    release(index);
    nodes[index].isNeeded = false;
  }
}

std::optional<EvalValue> ConstantGraph::evaluate(Value value) {
  Index index = indices.lookup(value);
  bool wasRoot = std::exchange(nodes[index].isRoot, true);
  evaluateNeeded();
  if (nodes[index].isBlocked)
    return std::nullopt;
  EvalValue result = nodes[index].value;
  nodes[index].isRoot = wasRoot;
  if (!wasRoot)
    nodes[index].value = EvalValue();
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
  blockLargeRoots();
  // Constants that are live are what they should be.
  for (Node &node : nodes)
    if (isa<ConstantOp>(node.op))
      node.isRoot = false;
  evaluateNeeded();

  FoldConstantStatistics statistics;
  statistics.numEvaluated = numEvaluated;
  for (Node &node : nodes) {
    if (!node.isRoot || isa<ConstantOp>(node.op))
      continue;
    OpBuilder b(node.op);
    SmallVector<Tensor> tensors;
    (void)node.value.flatten(tensors);
    uint64_t bytes = 0;
    for (const Tensor &tensor : tensors)
      bytes += tensor.getBytes().size();
    statistics.numConstants += tensors.size();
    statistics.numBytes += bytes;
    Location loc = node.op->getLoc();
    Value constant = materializeValue(b, loc, node.value);
    remark::passed(loc, getRemarkOpts("Folded"))
        << getRemarkText(node.op, Twine(bytes) + " bytes");
    Value result = node.op->getResult(0);
    if (constant.getType() != result.getType())
      constant = TypeCastOp::create(b, loc, result.getType(), constant);
    result.replaceAllUsesWith(constant);
    node.value = EvalValue();
  }
  for (Node &node : llvm::reverse(nodes))
    if (node.op->use_empty())
      node.op->erase();
  return statistics;
}
