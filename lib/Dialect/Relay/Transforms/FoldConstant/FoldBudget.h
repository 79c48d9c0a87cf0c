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

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDBUDGET_H
#define LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDBUDGET_H

#include "ConstantGraph.h"
#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "llvm/Support/Error.h"

namespace mlir::relay {

/// Applies the limits max-growth, max-temporary and max-cost, and keeps the
/// accounts of memory and work. Queries return an error that names the limit.
class FoldBudget {
public:
  using Index = ConstantGraph::Index;

  /// The number of operations and constants, the nearest ones first, that are
  /// searched for the bytes from which a value may grow. This keeps the time
  /// linear.
  static constexpr size_t maxGrowthSteps = 1 << 14;

  FoldBudget(const ConstantGraph &graph, const FoldConstantConfig &config)
      : graph(graph), config(config) {}

  /// Whether a value of so many bytes may be written back.
  llvm::Error checkGrowth(Index index, uint64_t numBytes);
  /// Whether so many bytes of an intermediate value may be taken.
  llvm::Error checkTemporary(uint64_t numBytes) const;
  /// Whether a node may be evaluated, while its operands take `numExpanded`
  /// bytes besides. Its work is spent if it may.
  llvm::Error admit(Index index, uint64_t numExpanded);
  /// Gives the work of a node back: it has no value.
  void refund(Index index) { work -= getWork(index); }

  /// Bytes that a node takes of what max-temporary limits, as far as is known.
  uint64_t getTemporaryBytes(Index index) const;
  /// Counts a node whose value took `oldBytes` with `newBytes`.
  void resize(Index index, uint64_t oldBytes, uint64_t newBytes);
  /// Counts bytes of an intermediate value as those of one that is wanted.
  void makePermanent(uint64_t numBytes) { temporaryBytes -= numBytes; }

  uint64_t getWork() const { return work; }
  uint64_t getHeldBytes() const { return heldBytes; }

private:
  uint64_t getWork(Index index) const;
  uint64_t countReadBytes(Index index);

  const ConstantGraph &graph;
  const FoldConstantConfig &config;
  /// The bytes of all values that are held, and of those that nothing outside
  /// the graph uses.
  uint64_t heldBytes = 0, temporaryBytes = 0;
  uint64_t work = 0;
  /// The last search for constants that has come to each node.
  std::vector<uint32_t> searchOf;
  uint32_t numSearches = 0;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_FOLDBUDGET_H
