//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph of a block, and sets of its nodes.
//
//===----------------------------------------------------------------------===//

#include "CollageGraph.h"
#include "../Fusion/OperatorPatterns.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::collage;

bool collage::areDisjoint(ArrayRef<unsigned> left, ArrayRef<unsigned> right) {
  for (size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    if (left[i] == right[j])
      return false;
    ++(left[i] < right[j] ? i : j);
  }
  return true;
}

NodeSet collage::unite(ArrayRef<unsigned> left, ArrayRef<unsigned> right) {
  NodeSet result;
  std::set_union(left.begin(), left.end(), right.begin(), right.end(),
                 std::back_inserter(result));
  return result;
}

bool collage::isSubset(ArrayRef<unsigned> inner, ArrayRef<unsigned> outer) {
  return std::includes(outer.begin(), outer.end(), inner.begin(), inner.end());
}

//===----------------------------------------------------------------------===//
// CollageGraph
//===----------------------------------------------------------------------===//

/// Whether a target has to compute `op`.
static bool isComputed(Operation *op) {
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  return relayOperator && !isLeftAlone(relayOperator) &&
         !isa<ShapeOfOp, DeviceCopyOp>(op) && op->getNumResults() == 1 &&
         isMemoryEffectFree(op);
}

/// The kind of `op` for the rules that join candidates. They treat tuples of
/// tensors like operators that move elements.
static OpPatternKind getKind(PatternFinder &finder, Operation *op) {
  if (isa<TupleOp>(op))
    return llvm::all_of(op->getOperandTypes(), llvm::IsaPred<TensorType>)
               ? OpPatternKind::Injective
               : OpPatternKind::Opaque;
  return finder.getPattern(op);
}

CollageGraph::CollageGraph(Block &block) {
  number(block);
  PatternFinder finder(block.getParent()->getContext());
  for (auto [i, node] : llvm::enumerate(nodes)) {
    node.kind = getKind(finder, node.op);
    node.isComputed = isComputed(node.op);
    llvm::SmallSetVector<unsigned, 2> inputs;
    node.op->walk([&, op = node.op, &node = node](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *maker = operand.getDefiningOp();
        auto constant = dyn_cast_or_null<ConstantOp>(maker);
        std::optional<unsigned> input = lookup(maker);
        if (input && maker != op)
          inputs.insert(*input);
        else if (inner == op && !(constant && isInlineConstant(constant)))
          node.hasOutsideInput = true;
      }
    });
    node.inputs.assign(inputs.begin(), inputs.end());
    for (unsigned input : node.inputs)
      nodes[input].users.push_back(i);
  }
  for (Value operand : block.getTerminator()->getOperands())
    if (std::optional<unsigned> node = lookup(operand.getDefiningOp()))
      nodes[*node].isResult = true;
}

/// Numbers the operations in post-order from the result: the operands of an
/// operation come right before it, unless another operation needs them earlier.
/// The search then has few states.
void CollageGraph::number(Block &block) {
  // The operations on which each one depends, itself or in its regions.
  DenseMap<Operation *, SmallVector<Operation *, 2>> inputs;
  for (Operation &op : block)
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp())
          if (maker != &op && maker->getBlock() == &block)
            inputs[&op].push_back(maker);
    });
  DenseSet<Operation *> seen;
  auto visit = [&](Operation *root) {
    SmallVector<std::pair<Operation *, unsigned>> stack;
    if (seen.insert(root).second)
      stack.push_back({root, 0});
    while (!stack.empty()) {
      auto &[op, position] = stack.back();
      ArrayRef<Operation *> needed = inputs[op];
      if (position < needed.size()) {
        Operation *input = needed[position++];
        if (seen.insert(input).second)
          stack.push_back({input, 0});
        continue;
      }
      Operation *done = stack.pop_back_val().first;
      if (isa<ConstantOp>(done) || done->hasTrait<OpTrait::IsTerminator>())
        continue;
      numbers[done] = nodes.size();
      nodes.emplace_back().op = done;
    }
  };
  visit(block.getTerminator());
  for (Operation &op : block)
    visit(&op);
}

std::optional<unsigned> CollageGraph::lookup(Operation *op) const {
  auto it = numbers.find(op);
  if (it == numbers.end())
    return std::nullopt;
  return it->second;
}

//===----------------------------------------------------------------------===//
// SubGraph
//===----------------------------------------------------------------------===//

SubGraph::SubGraph(const CollageGraph &graph, NodeSet given)
    : nodes(std::move(given)) {
  auto isInside = [&](unsigned node) {
    return llvm::binary_search(nodes, node);
  };
  for (unsigned i : nodes) {
    const CollageGraph::Node &node = graph[i];
    kind = std::max(kind, node.kind);
    if (node.hasOutsideInput || !llvm::all_of(node.inputs, isInside))
      entries.push_back(i);
    if (node.isResult || !llvm::all_of(node.users, isInside))
      exits.push_back(i);
    for (unsigned user : node.users)
      if (!isInside(user))
        outputs.push_back(user);
  }
  llvm::sort(outputs);
  outputs.erase(llvm::unique(outputs), outputs.end());
  computeDepth(graph);
}

void SubGraph::computeDepth(const CollageGraph &graph) {
  // The number of nodes on the longest path to each node, itself included.
  llvm::SmallDenseMap<unsigned, unsigned> depths;
  for (unsigned node : nodes) {
    unsigned length = llvm::binary_search(entries, node) ? 1 : 0;
    for (unsigned input : graph[node].inputs)
      if (unsigned before = depths.lookup(input))
        length = std::max(length, before + 1);
    depths[node] = length;
    if (llvm::binary_search(exits, node))
      depth = std::max(depth, length);
  }
}

bool SubGraph::isConvex(const CollageGraph &graph) const {
  // Users have higher numbers than what they use.
  llvm::SmallDenseSet<unsigned> seen;
  SmallVector<unsigned> worklist(outputs.begin(), outputs.end());
  while (!worklist.empty()) {
    unsigned node = worklist.pop_back_val();
    if (node > nodes.back() || !seen.insert(node).second)
      continue;
    if (llvm::binary_search(nodes, node))
      return false;
    llvm::append_range(worklist, graph[node].users);
  }
  return true;
}

bool SubGraph::isValid(const CollageGraph &graph) const {
  return exits.size() == 1 &&
         llvm::none_of(
             graph[exits.front()].users,
             [&](unsigned user) { return llvm::binary_search(nodes, user); }) &&
         isConvex(graph);
}
