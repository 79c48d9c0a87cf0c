//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joining nodes of a graph without making cycles.
//
//===----------------------------------------------------------------------===//

#include "MergeGraph.h"

using namespace mlir;
using namespace mlir::relay;

unsigned MergeGraph::addNode() {
  nodes.emplace_back();
  nodes.back().leader = nodes.size() - 1;
  return nodes.size() - 1;
}

void MergeGraph::addEdge(unsigned from, unsigned to) {
  nodes[find(from)].next.push_back(to);
  nodes[find(to)].previous.push_back(from);
}

unsigned MergeGraph::find(unsigned node) {
  while (nodes[node].leader != node)
    node = nodes[node].leader = nodes[nodes[node].leader].leader;
  return node;
}

void MergeGraph::merge(unsigned from, unsigned into) {
  from = find(from);
  into = find(into);
  if (from == into)
    return;
  // The longer lists stay where they are.
  auto append = [](Edges &shorter, Edges &longer) {
    if (shorter.size() > longer.size())
      std::swap(shorter, longer);
    longer.append(shorter);
    shorter = Edges();
  };
  append(nodes[from].next, nodes[into].next);
  append(nodes[from].previous, nodes[into].previous);
  nodes[from].leader = into;
}

/// A breadth-first search in one direction.
struct MergeGraph::Search {
  /// The member of Node for the edges, and the one for the number of the
  /// search.
  Edges Node::*edges;
  unsigned Node::*met;
  unsigned start;
  /// The other end. A direct edge to it is no detour.
  unsigned target;
  /// The nodes that have been met. All edges of those before `head` have been
  /// followed, and the edges of `head` before `position`.
  SmallVector<unsigned> queue;
  size_t head = 0, position = 0;
};

// Follows one edge. Returns whether that completes a detour, or nothing if no
// edge is left.
std::optional<bool> MergeGraph::advance(Search &search, const Search &other) {
  for (; search.head < search.queue.size(); ++search.head) {
    unsigned node = search.queue[search.head];
    Edges &edges = nodes[node].*search.edges;
    if (search.position == edges.size()) {
      search.position = 0;
      continue;
    }
    unsigned next = find(edges[search.position]);
    if (next == node) {
      // The ends have been joined since.
      edges[search.position] = edges.back();
      edges.pop_back();
      return false;
    }
    ++search.position;
    if (next == search.target)
      return node != search.start;
    if (nodes[next].*search.met == numSearches)
      return false;
    nodes[next].*search.met = numSearches;
    search.queue.push_back(next);
    return nodes[next].*other.met == numSearches;
  }
  return std::nullopt;
}

bool MergeGraph::hasDetour(unsigned from, unsigned to) {
  from = find(from);
  to = find(to);
  ++numSearches;
  Search forward{&Node::next, &Node::forward, from, to, {from}};
  Search backward{&Node::previous, &Node::backward, to, from, {to}};
  while (true) {
    std::optional<bool> isFound = advance(backward, forward);
    if (isFound && !*isFound)
      isFound = advance(forward, backward);
    if (!isFound)
      return false;
    if (*isFound)
      return true;
  }
}
