//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matcher of patterns. It takes the match that TVM takes: of alternatives
// the first that matches, without coming back to the others later.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PATTERN_MATCHER_H
#define RELAYLITE_PATTERN_MATCHER_H

#include "RelayLite/Pattern/DataflowGraph.h"
#include "RelayLite/Pattern/Pattern.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>

namespace mlir::relay::pattern {

/// The nodes that each node of a pattern has matched. These are several only
/// inside of the paths of dominator patterns, and where a pattern contains
/// itself.
using Matches =
    llvm::DenseMap<const Pattern *, llvm::SmallVector<DataflowGraph::Node, 1>>;

class Matcher {
public:
  using Node = DataflowGraph::Node;

  /// The pattern must be verified (pattern::verify), and live longer.
  Matcher(const DataflowGraph &graph, const Pattern &pattern)
      : graph(graph), pattern(pattern) {}

  /// Whether the pattern matches at `node`. Fails if the search takes more than
  /// 5,000,000 steps and 100 for each node of the graph: products and sums that
  /// are nested in a pattern are tried in all orders.
  llvm::Expected<bool> match(Node node) { return match(pattern, node); }
  /// The same of another pattern.
  llvm::Expected<bool> match(const Pattern &pattern, Node node);
  /// Return the node that each node of the pattern has matched, after a match.
  const Matches &getMatches() const { return matches; }

private:
  /// A pattern that is being matched at a node. Frames take the place of
  /// recursion.
  struct Frame {
    const Pattern *pattern;
    Node node;
    /// The number of patterns that had matched before.
    size_t mark = 0;
    unsigned step = 0;
    /// For a call: whether the arguments are tried in the reverse order, and
    /// the number of patterns that had matched before the arguments.
    bool isReversed = false;
    size_t argsMark = 0;
    /// Whether the frame goes along the path of a dominator pattern from `node`
    /// on: its inputs, and the nodes from which all ways have been found good.
    bool isPath = false;
    llvm::SmallVector<Node, 0> inputs;
    std::shared_ptr<llvm::DenseSet<Node>> passed;
  };

  // Each tries a frame a bit further, after the pattern that it has begun last.
  // It returns whether the frame matches, or none if it has begun another one.
  std::optional<bool> advance(Frame &frame);
  std::optional<bool> advanceAlt(Frame &frame, const AltPattern &alt);
  std::optional<bool> advanceCall(Frame &frame, const CallPattern &call);
  std::optional<bool> advanceAssociated(Frame &frame, const CallPattern &call);
  std::optional<bool> advanceDominator(Frame &frame,
                                       const DominatorPattern &dominator);
  std::optional<bool> advancePath(Frame &frame,
                                  const DominatorPattern &dominator);
  /// Parts that are matched one after the other; `getPart` gives them.
  std::optional<bool>
  advanceParts(Frame &frame, unsigned count,
               llvm::function_ref<const Pattern &(unsigned)> getPart,
               ArrayRef<Node> nodes);
  /// A condition on the node besides another pattern.
  std::optional<bool> advanceCondition(Frame &frame, const Pattern &inner,
                                       bool holds);

  /// Lets `inner` be matched at `node`, after which the frame goes on with the
  /// step `step`. Invalidates references to frames.
  std::nullopt_t begin(Frame &frame, unsigned step, const Pattern &inner,
                       Node node);
  void push(const Pattern &inner, Node node);
  /// Drops what has matched after `mark`.
  void forget(size_t mark);

  const DataflowGraph &graph;
  const Pattern &pattern;
  Matches matches;
  /// Patterns in the order in which they have matched.
  std::vector<const Pattern *> matched;
  std::vector<Frame> stack;
  /// Whether a pattern matches only the node that it has matched before.
  bool isUnique = true;
  /// The result of the frame that ended last.
  bool result = false;
  /// Products and quotients in other orders than in the pattern.
  std::vector<PatternRef> associated;
};

} // namespace mlir::relay::pattern

#endif // RELAYLITE_PATTERN_MATCHER_H
