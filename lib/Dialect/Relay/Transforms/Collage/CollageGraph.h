//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The graph of a block that CollagePartition covers, and sets of its nodes.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_COLLAGEGRAPH_H
#define LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_COLLAGEGRAPH_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"

namespace mlir::relay::collage {

/// Nodes in ascending order.
using NodeSet = SmallVector<unsigned, 8>;

bool areDisjoint(ArrayRef<unsigned> left, ArrayRef<unsigned> right);
NodeSet unite(ArrayRef<unsigned> left, ArrayRef<unsigned> right);
/// Whether all nodes of `inner` are in `outer`.
bool isSubset(ArrayRef<unsigned> inner, ArrayRef<unsigned> outer);

/// The operations of a block but its constants and its terminator, numbered so
/// that users come after what they use. An edge leads from an operation to one
/// that uses its result, itself or in a region.
class CollageGraph {
public:
  struct Node {
    Operation *op;
    OpPatternKind kind = OpPatternKind::Opaque;
    /// Without repetitions.
    SmallVector<unsigned, 2> inputs, users;
    /// Whether something that is no node makes an operand, other than a scalar
    /// constant.
    bool hasOutsideInput = false;
    /// Whether the terminator uses a result.
    bool isResult = false;
    /// Whether a target has to compute the operation: it is an operator with a
    /// kernel and without effects.
    bool isComputed = false;
  };

  explicit CollageGraph(Block &block);

  unsigned size() const { return nodes.size(); }
  const Node &operator[](unsigned node) const { return nodes[node]; }
  /// The node of `op`, if it is one.
  std::optional<unsigned> lookup(Operation *op) const;

private:
  void number(Block &block);

  std::vector<Node> nodes;
  DenseMap<Operation *, unsigned> numbers;
};

/// A set of nodes with its relation to the other nodes.
class SubGraph {
public:
  SubGraph(const CollageGraph &graph, NodeSet nodes);

  const NodeSet &getNodes() const { return nodes; }
  /// Nodes inside with an operand from outside.
  const NodeSet &getEntries() const { return entries; }
  /// Nodes inside with a user outside.
  const NodeSet &getExits() const { return exits; }
  /// Nodes outside that use a node inside.
  const NodeSet &getOutputs() const { return outputs; }
  /// The largest number of nodes on a path from an entry to an exit.
  unsigned getDepth() const { return depth; }
  /// The most general kind of the nodes.
  OpPatternKind getKind() const { return kind; }

  /// Whether no path leaves the set and comes back.
  bool isConvex(const CollageGraph &graph) const;
  /// Whether the set can be a candidate: it is convex, and has one exit, which
  /// nothing inside uses.
  bool isValid(const CollageGraph &graph) const;

private:
  void computeDepth(const CollageGraph &graph);

  NodeSet nodes, entries, exits, outputs;
  unsigned depth = 0;
  OpPatternKind kind = OpPatternKind::ElemWise;
};

} // namespace mlir::relay::collage

#endif // LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_COLLAGEGRAPH_H
