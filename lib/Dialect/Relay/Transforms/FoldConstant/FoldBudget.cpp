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

#include "FoldBudget.h"
#include "FoldPolicy.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::relay;

uint64_t FoldBudget::countReadBytes(Index index) {
  searchOf.resize(graph.size());
  ++numSearches;
  SmallVector<Index> reached(graph.getOperands(index));
  uint64_t numBytes = 0;
  for (size_t i = 0; i < std::min(reached.size(), maxGrowthSteps); ++i) {
    Index next = reached[i];
    if (std::exchange(searchOf[next], numSearches) == numSearches)
      continue;
    // Leaves that follow from types alone, such as shape_of, read no constants.
    if (isConstantTensor(graph[next].op))
      numBytes = llvm::SaturatingAdd(numBytes, *graph[next].getBytes());
    llvm::append_range(reached, graph.getOperands(next));
  }
  return numBytes;
}

llvm::Error FoldBudget::checkGrowth(Index index, uint64_t numBytes) {
  if (!config.maxGrowth || numBytes <= config.maxGrowth)
    return llvm::Error::success();
  uint64_t numRead = countReadBytes(index);
  if (numBytes <= llvm::SaturatingAdd(numRead, config.maxGrowth))
    return llvm::Error::success();
  return llvm::createStringError(llvm::formatv(
      "it is {0} bytes larger than its constants, the limit is {1}",
      numBytes - numRead, config.maxGrowth));
}

llvm::Error FoldBudget::checkTemporary(uint64_t numBytes) const {
  if (!config.maxTemporary || !numBytes ||
      llvm::SaturatingAdd(temporaryBytes, numBytes) <= config.maxTemporary)
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::formatv("with {0} bytes the temporary memory of {1} would "
                    "exceed its limit of {2}",
                    numBytes, temporaryBytes, config.maxTemporary));
}

uint64_t FoldBudget::getWork(Index index) const {
  // Nobody wants to know.
  if (!config.maxCost && !config.collectTimes)
    return 0;
  uint64_t estimate = estimateWork(graph[index].op);
  return graph.isOnSplats(index) ? std::min<uint64_t>(estimate, 1) : estimate;
}

llvm::Error FoldBudget::admit(Index index, uint64_t numExpanded) {
  uint64_t needed = getWork(index);
  if (config.maxCost &&
      (needed > config.maxCost || work > config.maxCost - needed))
    return llvm::createStringError(llvm::formatv(
        "with a cost of {0} the total of {1} would exceed its limit of {2}",
        needed, work, config.maxCost));
  if (llvm::Error error = checkTemporary(
          llvm::SaturatingAdd(getTemporaryBytes(index), numExpanded)))
    return error;
  work = llvm::SaturatingAdd(work, needed);
  return llvm::Error::success();
}

uint64_t FoldBudget::getTemporaryBytes(Index index) const {
  const ConstantGraph::Node &node = graph[index];
  return node.isWanted() || node.isView() ? 0 : node.getBytes().value_or(0);
}

void FoldBudget::resize(Index index, uint64_t oldBytes, uint64_t newBytes) {
  heldBytes += newBytes - oldBytes;
  if (!graph[index].isWanted())
    temporaryBytes += newBytes - oldBytes;
}
