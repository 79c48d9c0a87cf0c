//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph of parts that can be joined, and the question whether that would make
// a cycle.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_MERGEGRAPH_H
#define LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_MERGEGRAPH_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace mlir::relay {

/// A graph without cycles whose nodes are joined step by step.
class MergeGraph {
public:
  /// Adds a node and returns its number.
  unsigned addNode();
  /// Says that `to` depends on `from`.
  void addEdge(unsigned from, unsigned to);
  /// The node that `node` has become part of.
  unsigned find(unsigned node);
  /// Makes `from` part of `into`. Edges between them go.
  void merge(unsigned from, unsigned into);
  /// Whether `to` depends on `from` through another node. Searches from both
  /// ends by turns, so that it takes the time of the easier direction.
  bool hasDetour(unsigned from, unsigned to);

private:
  using Edges = SmallVector<unsigned, 2>;
  struct Node {
    unsigned leader;
    Edges next, previous;
    /// The searches that have met the node.
    unsigned forward = 0, backward = 0;
  };
  struct Search;

  std::optional<bool> advance(Search &search, const Search &other);

  std::vector<Node> nodes;
  unsigned numSearches = 0;
};

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_PARTITIONING_MERGEGRAPH_H
