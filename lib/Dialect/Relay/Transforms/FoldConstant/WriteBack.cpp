//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How constants take the place of what is folded.
//
//===----------------------------------------------------------------------===//

#include "WriteBack.h"
#include "FoldPolicy.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

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

bool WriteBack::usesWritten(Operation *user) const {
  std::optional<Index> index = graph.find(user);
  return !index || isUser[*index];
}

bool WriteBack::hasUsersOfWritten(Value result) const {
  return result == value ||
         llvm::any_of(result.getUsers(),
                      [&](Operation *user) { return usesWritten(user); });
}

void WriteBack::findWhatStays() {
  isKept.resize(graph.size());
  isUser.resize(graph.size());
  // Users come after what they use.
  for (Index index = graph.size(); index-- > 0;) {
    const Node &node = graph[index];
    if (node.state == ConstantGraph::State::TooLarge)
      isKept.set(index);
    // Keep the operands of the operation, not those that evaluation reads:
    // bindings stay as well.
    if (isKept[index] && node.kind != ConstantGraph::Kind::Leaf)
      for (Value operand : node.op->getOperands())
        isKept.set(*graph.find(operand));
    isUser[index] =
        !isKept[index] &&
        (node.isLeft() || (node.kind == ConstantGraph::Kind::Structure &&
                           hasUsersOfWritten(node.op->getResult(0))));
  }
}

void WriteBack::replaceUses(Operation *op, Value replacement) {
  Value result = op->getResult(0);
  if (replacement.getType() != result.getType()) {
    OpBuilder b(op);
    replacement =
        TypeCastOp::create(b, op->getLoc(), result.getType(), replacement);
    constants.insert(replacement);
  }
  result.replaceUsesWithIf(
      replacement, [&](OpOperand &use) { return usesWritten(use.getOwner()); });
  if (result == value)
    value = replacement;
  report.getStatistics().hasChanged = true;
}

void WriteBack::replaceNode(Index index) {
  Operation *op = graph[index].op;
  EvalValue nodeValue = evaluation.takeValue(index);
  SmallVector<Tensor> tensors;
  (void)nodeValue.flatten(tensors);
  uint64_t numBytes = 0;
  for (const Tensor &tensor : tensors)
    numBytes += tensor.getBytes().size();
  report.getStatistics().numConstants += tensors.size();
  report.getStatistics().numBytes += numBytes;
  report.addRemark(op, "Folded", Twine(numBytes) + " bytes");
  OpBuilder b(op);
  Value constant = materializeValue(b, op->getLoc(), nodeValue);
  if (nodeValue.getTensor())
    constants.insert(constant);
  replaceUses(op, constant);
}

void WriteBack::replace() {
  findWhatStays();
  for (Index index = 0; index < graph.size(); ++index) {
    const Node &node = graph[index];
    Value result = node.op->getResult(0);
    // A binding follows what it binds, and goes if that is a constant now.
    if (isConstantTensor(node.op)) {
      constants.insert(result);
    } else if (node.kind == ConstantGraph::Kind::Structure &&
               !isa<TupleOp>(node.op) &&
               constants.contains(node.op->getOperand(0))) {
      constants.insert(result);
      if (isa<LetOp>(node.op) && isUser[index])
        replaceUses(node.op, node.op->getOperand(0));
    }
    if (node.isLeft()) {
      if (!isa<LetOp>(node.op))
        report.addNotFolded(node.op, report.getReason(node.op));
    } else if (isConstantTensor(node.op)) {
      continue;
    } else if (node.isWanted() && node.kind != ConstantGraph::Kind::Structure &&
               hasUsersOfWritten(result)) {
      if (!evaluation.checkMemory(node.op, "a constant"))
        return;
      replaceNode(index);
    } else if (isKept[index] && node.kind == ConstantGraph::Kind::Operator) {
      report.addNotFolded(node.op, "it is part of a value that is too large");
    } else if (evaluation.wasEvaluated(index)) {
      report.addRemark(node.op, "Evaluated", "for what uses it");
    }
  }
}

void WriteBack::eraseDead() {
  for (Index index = graph.size(); index-- > 0;) {
    const Node &node = graph[index];
    // It need not have uses.
    if (!node.op->use_empty() || (value && node.op == value.getDefiningOp()))
      continue;
    if (!node.isWanted() && !node.isLeft() && !evaluation.wasEvaluated(index) &&
        node.kind != ConstantGraph::Kind::Structure &&
        isa<OperatorInterface>(node.op))
      report.addRemark(node.op, "Erased", "nothing uses it");
    node.op->erase();
    report.getStatistics().hasChanged = true;
  }
}
