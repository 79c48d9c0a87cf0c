//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constant expressions of a function or module, as data.
//
//===----------------------------------------------------------------------===//

#include "ConstantGraph.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "RelayLite/Evaluation/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

uint64_t relay::getByteSize(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    uint64_t sum = 0;
    for (Type field : tuple.getTypes())
      sum = llvm::SaturatingAdd(sum, getByteSize(field));
    return sum;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  return Tensor::computeByteSize(tensor).value_or(
      std::numeric_limits<int64_t>::max());
}

bool ConstantGraph::Node::isView() const {
  if (kind == Kind::Operator) {
    auto relayOperator = dyn_cast<OperatorInterface>(op);
    return relayOperator &&
           (relayOperator.isReshapeOnly() || op->hasTrait<Identity>());
  }
  return kind != Kind::Leaf;
}

std::optional<uint64_t> ConstantGraph::Node::getBytes() const {
  Type type = op->getResult(0).getType();
  if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && isSplat)
    return Tensor::getElementSize(tensor.getElementType());
  if (!isStatic(type))
    return std::nullopt;
  return getByteSize(type);
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

bool ConstantGraph::isOnSplats(Index index) const {
  const Node &node = nodes[index];
  if (node.kind != Kind::Operator || !node.isSplat ||
      !llvm::all_of(getOperands(index),
                    [&](Index operand) { return nodes[operand].isSplat; }))
    return false;
  auto movement = dyn_cast<MovementInterface>(node.op);
  return node.op->hasTrait<Pointwise>() || node.isView() ||
         (movement && movesParts(movement));
}

std::optional<ConstantGraph::Index> ConstantGraph::find(Value value) const {
  auto it = indices.find(value);
  return it == indices.end() ? std::nullopt : std::optional(it->second);
}

std::optional<ConstantGraph::Index> ConstantGraph::find(Operation *op) const {
  return op->getNumResults() == 1 ? find(op->getResult(0)) : std::nullopt;
}

ConstantGraph::Index ConstantGraph::append(Operation *op, Kind kind,
                                           ElementsAttr attribute) {
  Index index = nodes.size();
  Node node{op, attribute, uint32_t(operands.size()), 0, kind};
  auto addOperand = [&](Value operand) {
    Index read = indices.lookup(operand);
    // Users of what a binding binds may be evaluated together with it.
    if (isa<LetOp, OnDeviceOp>(nodes[read].op) &&
        nodes[read].kind == Kind::Structure) {
      Index bound = getOperands(read).front();
      if (nodes[bound].op->getResult(0).getType() == operand.getType())
        read = bound;
    }
    operands.push_back(read);
    ++node.numOperands;
  };
  if (kind != Kind::Leaf)
    llvm::for_each(op->getOperands(), addOperand);
  nodes.push_back(node);
  indices.try_emplace(op->getResult(0), index);

  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  bool &isSplat = nodes.back().isSplat;
  if (kind == Kind::Leaf) {
    auto elements = dyn_cast<RankedTensorType>(attribute.getType());
    isSplat = (elements && hasOneElement(elements)) || attribute.isSplat();
  } else if (kind == Kind::Structure) {
    isSplat =
        isa<OnDeviceOp, LetOp>(op) && nodes[getOperands(index).front()].isSplat;
  } else if (kind == Kind::Operator && type) {
    isSplat = true;
    isSplat = hasOneElement(type) || isOnSplats(index);
  }
  return index;
}
