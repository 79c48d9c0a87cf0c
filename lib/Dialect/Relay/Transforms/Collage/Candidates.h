//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The candidates of CollagePartition: sets of nodes that one target computes at
// once.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_CANDIDATES_H
#define LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_CANDIDATES_H

#include "CollageGraph.h"
#include "RelayLite/Dialect/Relay/Transforms/CollagePartition.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay::collage {

/// A match of a pattern of an external compiler.
struct Match {
  unsigned target;
  /// The value of relay.Composite.
  StringRef name;
  /// The operations but constants, the last one the root.
  SmallVector<Operation *> ops;
  /// The constants that are inside.
  SmallVector<Operation *> constants;
};

/// The matches of the patterns of all targets, by block. They refer to
/// `targets`.
using Matches = DenseMap<Block *, std::vector<Match>>;

/// Finds the matches in a function. Each is in one block, without effects and
/// regions. Emits an error and fails if the search takes too long.
FailureOr<Matches> findMatches(func::FuncOp function,
                               ArrayRef<CollageTarget> targets);

/// Nodes that one target computes at once.
struct Candidate {
  /// The number of the host, which runs what no target has to compute.
  static constexpr unsigned kHost = ~0u;

  unsigned target;
  SubGraph graph;
  /// For an external compiler: the matches, which are disjoint and cover the
  /// nodes, in the order of their results.
  SmallVector<const Match *, 1> matches = {};
  double cost = 0;
  /// Whether it has been joined of chosen candidates.
  bool isJoined = false;
};

/// The rules by which candidates for a target are joined.
enum class Fusion {
  None,
  /// The rules of FuseOps.
  Operators,
  /// Candidates that use each other's results.
  Any
};

struct JoinRules {
  Fusion fusion;
  /// The largest number of operators on a path.
  uint64_t maxDepth;
};

/// Collects the candidates of a block that the search needs. Emits an error and
/// fails if there are too many.
FailureOr<std::vector<Candidate>>
collectCandidates(const CollageGraph &graph, ArrayRef<CollageTarget> targets,
                  ArrayRef<JoinRules> rules, ArrayRef<Match> matches);

/// The candidate of the nodes of two disjoint ones for one target.
Candidate joinCandidates(const CollageGraph &graph, const Candidate &left,
                         const Candidate &right);

} // namespace mlir::relay::collage

#endif // LIB_DIALECT_RELAY_TRANSFORMS_COLLAGE_CANDIDATES_H
