//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Users and dominators of the nodes of a graph.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/DataflowGraph.h"

using namespace mlir::relay;
using namespace mlir::relay::pattern;
using llvm::ArrayRef;
using Node = DataflowGraph::Node;

void DataflowGraph::addNode(Kind kind, ArrayRef<Node> nodeChildren,
                            Node value) {
  nodes.push_back(
      {kind, unsigned(children.size()), unsigned(nodeChildren.size()), value});
  children.insert(children.end(), nodeChildren.begin(), nodeChildren.end());
}

//===----------------------------------------------------------------------===//
// Users
//===----------------------------------------------------------------------===//

void DataflowGraph::computeUsers() const {
  firstUsers.assign(size() + 1, 0);
  for (Node node = 0; node < size(); ++node)
    forEachInput(node, [&](Node input) { ++firstUsers[input + 1]; });
  for (Node node = 0; node < size(); ++node)
    firstUsers[node + 1] += firstUsers[node];
  users.resize(firstUsers.back());
  std::vector<unsigned> next(firstUsers.begin(), firstUsers.end() - 1);
  for (Node node = 0; node < size(); ++node)
    forEachInput(node, [&](Node input) { users[next[input]++] = node; });
}

ArrayRef<Node> DataflowGraph::getUsers(Node node) const {
  if (firstUsers.empty())
    computeUsers();
  return ArrayRef(users).slice(firstUsers[node],
                               firstUsers[node + 1] - firstUsers[node]);
}

//===----------------------------------------------------------------------===//
// Dominators
//===----------------------------------------------------------------------===//

// Ancestors are found by jump pointers. A pointer of a node leads to its
// parent, or over two equal jumps of the parent. See Myers, "An applicative
// random-access stack", Information Processing Letters 17 (1983).

Node DataflowGraph::getAncestor(Node node, unsigned depth) const {
  while (dominators[node].depth > depth) {
    Node jump = dominators[node].jump;
    node = dominators[jump].depth < depth ? dominators[node].parent : jump;
  }
  return node;
}

Node DataflowGraph::getCommonAncestor(Node lhs, Node rhs) const {
  unsigned depth = std::min(dominators[lhs].depth, dominators[rhs].depth);
  lhs = getAncestor(lhs, depth);
  rhs = getAncestor(rhs, depth);
  // Nodes of the same depth have jumps of the same length.
  while (lhs != rhs) {
    bool jumps = dominators[lhs].jump != dominators[rhs].jump;
    lhs = jumps ? dominators[lhs].jump : dominators[lhs].parent;
    rhs = jumps ? dominators[rhs].jump : dominators[rhs].parent;
  }
  return lhs;
}

void DataflowGraph::computeDominators() const {
  Node root = size();
  dominators.resize(size() + 1);
  dominators[root] = {root, 0, root};
  for (Node node = size(); node-- != 0;) {
    // The last node is used outside.
    bool isUsed = node + 1 != size() && !getUsers(node).empty();
    Node parent = isUsed ? getUsers(node).front() : root;
    if (isUsed)
      for (Node user : getUsers(node).drop_front())
        parent = getCommonAncestor(parent, user);
    Node jump = dominators[parent].jump;
    unsigned length = dominators[parent].depth - dominators[jump].depth;
    unsigned next =
        dominators[jump].depth - dominators[dominators[jump].jump].depth;
    dominators[node] = {parent, dominators[parent].depth + 1,
                        length == next ? dominators[jump].jump : parent};
  }
}

bool DataflowGraph::dominates(Node dominator, Node node) const {
  if (dominators.empty())
    computeDominators();
  return node != dominator &&
         getAncestor(node, dominators[dominator].depth) == dominator;
}
