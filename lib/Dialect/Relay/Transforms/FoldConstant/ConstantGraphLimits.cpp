//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The limits of constant folding.
//
//===----------------------------------------------------------------------===//

#include "ConstantGraph.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/Shapes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <limits>

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

uint64_t relay::getExpandedBytes(const EvalValue &operand) {
  uint64_t bytes = 0;
  auto add = [&](const EvalValue &value) {
    const Tensor *tensor = value.getTensor();
    if (tensor && tensor->isSplat() && !hasOneElement(tensor->getType()))
      bytes = llvm::SaturatingAdd(bytes, getByteSize(tensor->getType()));
  };
  add(operand);
  if (const EvalTuple *tuple = operand.getTuple())
    llvm::for_each(*tuple, add);
  return bytes;
}

bool relay::isCountedAsSplat(ElementsAttr value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return (type && hasOneElement(type)) || value.isSplat();
}

uint64_t ConstantGraph::computeByteSize(const Node &node) {
  Type type = node.op->getResult(0).getType();
  if (node.isSplat)
    return Tensor::getElementSize(
        cast<RankedTensorType>(type).getElementType());
  return isStatic(type) ? getByteSize(type) : node.dynamicBytes;
}

uint64_t ConstantGraph::computeTemporaryBytes(const Node &node) {
  return node.isRoot || node.isView ? 0 : computeByteSize(node);
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

void ConstantGraph::boundReadBytes(Node &node) const {
  if (node.kind == Node::Leaf) {
    // Others are made of types.
    if (isa<ConstantOp>(node.op))
      node.minReadBytes = node.maxReadBytes = computeByteSize(node);
    return;
  }
  llvm::SmallDenseSet<Index, 4> seen;
  for (Index operand : getOperands(node)) {
    const Node &other = nodes[operand];
    node.minReadBytes = std::max(node.minReadBytes, other.minReadBytes);
    if (seen.insert(operand).second)
      node.maxReadBytes =
          llvm::SaturatingAdd(node.maxReadBytes, other.maxReadBytes);
  }
}

uint64_t ConstantGraph::getMaxReadBytes(Index index) {
  if (!expressions) {
    expressions.emplace(nodes.size());
    auto forOperands = [&](auto visit) {
      for (auto [i, node] : llvm::enumerate(nodes))
        for (Index operand : getOperands(node))
          visit(i, operand, nodes[operand].kind == Node::Leaf);
    };
    // What is made of the same constants need not have more in common.
    forOperands([&](Index i, Index operand, bool isLeaf) {
      if (!isLeaf)
        expressions->join(i, operand);
    });
    expressions->compress();
    expressionBytes.resize(expressions->getNumClasses());
    llvm::DenseSet<std::pair<unsigned, Index>> seen;
    forOperands([&](Index i, Index operand, bool isLeaf) {
      unsigned expression = (*expressions)[i];
      uint64_t &bytes = expressionBytes[expression];
      if (isLeaf && seen.insert({expression, operand}).second)
        bytes = llvm::SaturatingAdd(bytes, nodes[operand].maxReadBytes);
    });
  }
  return std::min(nodes[index].maxReadBytes,
                  expressionBytes[(*expressions)[index]]);
}

uint64_t ConstantGraph::countReadBytes(Index index) {
  uint64_t bytes = 0;
  llvm::DenseSet<Index> visited;
  SmallVector<Index> worklist = {index};
  while (!worklist.empty()) {
    Index next = worklist.pop_back_val();
    ++statistics.numGrowthSteps;
    if (!visited.insert(next).second)
      continue;
    const Node &node = nodes[next];
    if (node.kind == Node::Leaf)
      bytes = llvm::SaturatingAdd(bytes, node.maxReadBytes);
    llvm::append_range(worklist, getOperands(node));
  }
  return bytes;
}

void ConstantGraph::computeReadBytes() {
  constexpr size_t wordBits = 64, numWords = 8;
  SmallVector<Index, 0> leaves;
  for (auto [i, node] : llvm::enumerate(nodes))
    if (node.kind == Node::Leaf)
      leaves.push_back(i);
  readBytes.assign(nodes.size(), 0);
  // Of a block of leaves, those that a node is computed from, and their bytes.
  struct Read {
    std::array<uint64_t, numWords> leaves = {};
    uint64_t bytes = 0;
  };
  std::vector<Read> reads;
  for (size_t first = 0; first < leaves.size(); first += wordBits * numWords) {
    auto block = ArrayRef(leaves).slice(first).take_front(wordBits * numWords);
    reads.assign(nodes.size(), {});
    for (auto [n, leaf] : llvm::enumerate(block)) {
      reads[leaf].leaves[n / wordBits] = uint64_t(1) << n % wordBits;
      reads[leaf].bytes = nodes[leaf].maxReadBytes;
    }
    // What the operand with most bytes does not read is little, mostly.
    for (Index i = block.front(); i < nodes.size(); ++i) {
      ArrayRef<Index> operands = getOperands(nodes[i]);
      Read &read = reads[i];
      for (Index operand : operands)
        if (reads[operand].bytes > read.bytes)
          read = reads[operand];
      for (Index operand : operands)
        for (size_t word = 0; word < numWords; ++word) {
          uint64_t added = reads[operand].leaves[word] & ~read.leaves[word];
          read.leaves[word] |= added;
          for (; added; added &= added - 1) {
            Index leaf = block[word * wordBits + llvm::countr_zero(added)];
            read.bytes =
                llvm::SaturatingAdd(read.bytes, nodes[leaf].maxReadBytes);
          }
        }
      readBytes[i] = llvm::SaturatingAdd(readBytes[i], read.bytes);
    }
    statistics.numGrowthSteps += nodes.size();
  }
}

bool ConstantGraph::areWalksLong() const {
  return statistics.numGrowthSteps >= nodes.size() * (4 + nodes.size() / 4096);
}

uint64_t ConstantGraph::getReadBytes(Index index) {
  if (readBytes.empty()) {
    if (!areWalksLong())
      return countReadBytes(index);
    computeReadBytes();
  }
  return readBytes[index];
}

bool ConstantGraph::isTooLarge(Index index, uint64_t bytes) {
  const Node &node = nodes[index];
  if (!config.maxGrowth || bytes <= config.maxGrowth)
    return false;
  uint64_t needed = bytes - config.maxGrowth;
  return node.minReadBytes < needed &&
         (getMaxReadBytes(index) < needed || getReadBytes(index) < needed);
}

std::string ConstantGraph::describeGrowth(Index index, uint64_t bytes) {
  return ("it is " + Twine(bytes - getReadBytes(index)) +
          " bytes larger than its constants, the limit is " +
          Twine(config.maxGrowth))
      .str();
}

std::string ConstantGraph::describeTemporary(uint64_t bytes) const {
  return ("with " + Twine(bytes) + " bytes the temporary memory of " +
          Twine(temporaryBytes) + " would exceed its limit of " +
          Twine(config.maxTemporary))
      .str();
}

llvm::Error ConstantGraph::checkType(Index index, Type type, bool &isRefused) {
  Node &node = nodes[index];
  if (node.isSplat || isStatic(node.op->getResult(0).getType()))
    return llvm::Error::success();
  setSize(node, type);
  uint64_t bytes = node.dynamicBytes;
  if (node.isRoot && isWritingBack && !node.isAdmitted &&
      isTooLarge(index, bytes)) {
    std::string reason = describeGrowth(index, bytes);
    refuse(index, [&] { return reason; });
    isRefused = node.numUses == 0;
    if (isRefused)
      return llvm::createStringError(reason);
  }
  if (exceedsTemporary(bytes))
    dropKept();
  if (!node.isRoot && exceedsTemporary(bytes))
    return llvm::createStringError(describeTemporary(bytes));
  return llvm::Error::success();
}

void ConstantGraph::refuseLargeRoots() {
  if (!config.maxGrowth)
    return;
  for (auto [i, node] : llvm::enumerate(nodes)) {
    if (!node.isRoot || node.isAdmitted || isa<ConstantOp>(node.op))
      continue;
    bool isSizeKnown = node.isSplat || node.isSized ||
                       isStatic(node.op->getResult(0).getType());
    if (!isSizeKnown)
      continue;
    uint64_t bytes = computeByteSize(node);
    if (isTooLarge(i, bytes))
      refuse(i, [&, i = i] { return describeGrowth(i, bytes); });
    else
      node.isAdmitted = true;
  }
}

//===----------------------------------------------------------------------===//
// Work and memory
//===----------------------------------------------------------------------===//

bool ConstantGraph::exceedsTemporary(uint64_t bytes) const {
  return config.maxTemporary && bytes &&
         llvm::SaturatingAdd(temporaryBytes, bytes) > config.maxTemporary;
}

uint64_t ConstantGraph::getWork(const Node &node) const {
  if (!config.maxCost && !config.collectTimes)
    return 0;
  uint64_t work = estimateWork(node.op);
  return node.takesSplats ? std::min<uint64_t>(work, 1) : work;
}

bool ConstantGraph::admit(Index index, bool isWorkCounted) {
  Node &node = nodes[index];
  uint64_t work = isWorkCounted ? 0 : getWork(node);
  if (config.maxCost &&
      (work > config.maxCost || statistics.work > config.maxCost - work)) {
    block(index, "with a cost of " + Twine(work) + " the total of " +
                     Twine(statistics.work) + " would exceed its limit of " +
                     Twine(config.maxCost));
    return false;
  }
  uint64_t bytes = computeTemporaryBytes(node);
  uint64_t expanded = bytes;
  for (Index operand : getOperands(node))
    expanded =
        llvm::SaturatingAdd(expanded, getExpandedBytes(nodes[operand].value));
  if (exceedsTemporary(expanded))
    dropKept();
  if (exceedsTemporary(expanded) && expandsSplats(node.op))
    bytes = expanded;
  if (exceedsTemporary(bytes)) {
    block(index, [&] { return describeTemporary(bytes); });
    return false;
  }
  statistics.work = llvm::SaturatingAdd(statistics.work, work);
  return true;
}
