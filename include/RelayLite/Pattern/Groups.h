//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matches of a pattern in a program, none of which overlap.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_GROUPS_H
#define RELAYLITE_PATTERN_GROUPS_H

#include "RelayLite/Pattern/Matcher.h"

namespace mlir::relay::pattern {

/// TVM's name of the attribute of functions that partitioning has made.
inline constexpr llvm::StringLiteral kPartitionedFromPattern =
    "PartitionedFromPattern";

/// A match of a pattern.
struct Group {
  DataflowGraph::Node root;
  /// The nodes outside that the match uses, in the order in which the pattern
  /// names them.
  std::vector<DataflowGraph::Node> inputs;
  /// The nodes inside, `root` last; operators, too.
  std::vector<DataflowGraph::Node> body;
  /// The names of the operators inside, each followed by `_`.
  std::string name;
  /// How many matches were found before, those included that overlap.
  unsigned number;
  /// The nodes that the nodes of the pattern have matched.
  std::vector<std::pair<const Pattern *, DataflowGraph::Node>> matches;
};

/// Finds the matches of a verified pattern, from the last node on. A match is
/// left out if it overlaps with an earlier one, if nodes outside use an inner
/// node and do not lead back to the root, or if nothing is inside. So are
/// functions that partitioning has made. Fails if Matcher does.
///
/// A constant is inside if the pattern there is one of a constant. A function
/// that a pattern of functions matches is inside with its body, and so are the
/// nodes of the path and the parent of a dominator pattern.
///
/// With `mayOverlap`, matches count that overlap with earlier ones.
llvm::Expected<std::vector<Group>> findGroups(const DataflowGraph &graph,
                                              const Pattern &pattern,
                                              bool mayOverlap = false);

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_GROUPS_H
