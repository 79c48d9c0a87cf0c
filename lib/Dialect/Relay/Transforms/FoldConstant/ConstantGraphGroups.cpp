//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding: pointwise operators on large tensors, evaluated together.
//
//===----------------------------------------------------------------------===//

#include "ConstantGraph.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

using namespace mlir;
using namespace mlir::relay;

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
  if (node.kind != Node::Expression || node.isSplat || isEnded() ||
      !isSuitedForGroups(node.op))
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
  for (Index operand : getOperands(node)) {
    Node &other = nodes[operand];
    // What only the group reads takes no memory.
    if (++groupUses[operand] == other.numUses && !other.value)
      hold(other, 0);
  }
  if (admit(index)) {
    groupMembers.push_back(index);
    hold(node, computeTemporaryBytes(node));
    return true;
  }
  group->removeLastOperation();
  node.groupIndex.reset();
  for (Index operand : getOperands(node)) {
    Node &other = nodes[operand];
    --groupUses[operand];
    if (other.groupIndex && !other.value && !other.isBlocked)
      hold(other, computeTemporaryBytes(other));
  }
  release(index);
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
  DenseMap<Index, uint32_t> numOwnUses =
      std::exchange(groupUses, DenseMap<Index, uint32_t>());
  for (Index member : members)
    hold(nodes[member], 0);
  // Results are what is read by others than the group.
  SmallVector<PointwiseGroup::Index> indices;
  SmallVector<Index> results;
  for (Index member : members) {
    Node &node = nodes[member];
    if (!node.isRoot && node.numUses == numOwnUses.lookup(member) &&
        !isWantedLater(node))
      continue;
    results.push_back(member);
    indices.push_back(*node.groupIndex);
  }
  for (Index index : llvm::concat<Index>(members, inputs))
    nodes[index].groupIndex.reset();
  if (members.empty())
    return;
  recorder.startEvaluation(llvm::map_to_vector(
      members, [&](Index member) { return nodes[member].op; }));
  if (llvm::Error error = current.prepare(indices, memo)) {
    // One has no kernel: it is found by evaluating each.
    llvm::consumeError(std::move(error));
    for (Index member : members) {
      evaluateNode(member, /*isWorkCounted=*/true);
      release(member);
    }
    return;
  }
  // Memory of operands that nobody else needs may take the results.
  for (Index member : members)
    release(member);
  llvm::Expected<SmallVector<Tensor>> tensors =
      current.run(/*isInterruptible=*/true);
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
  // What was kept for the members, which had not been evaluated when they let
  // go of it.
  for (Index input : inputs)
    if (Node &node = nodes[input]; kept.contains(input) && node.numUses == 0 &&
                                   !node.isRoot && !isWantedLater(node))
      dropValue(node);
}
