//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The groups of FuseOps: a post-dominator tree whose nodes know their ancestors
// in logarithmic time, and TVM's three phases over it.
//
//===----------------------------------------------------------------------===//

#include "GraphPartitioner.h"
#include "RelayLite/Support/DebugLog.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "relay-fuse-ops"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Post-dominators
//===----------------------------------------------------------------------===//

namespace {
/// Says for each node the next one that all ways out lead through, and the
/// highest pattern on the ways there.
class PostDominators {
public:
  explicit PostDominators(ArrayRef<FusionNode> graph);

  /// The immediate post-dominator of `node`, if it is a node.
  std::optional<unsigned> getParent(unsigned node) const {
    unsigned parent = entries[node].parent;
    if (parent == root())
      return std::nullopt;
    return parent;
  }
  OpPatternKind getPattern(unsigned node) const {
    return entries[node].pattern;
  }

private:
  struct Entry {
    unsigned parent, depth;
    /// An ancestor further up: the jumps of a node lead to each of its
    /// ancestors in a logarithmic number of steps.
    unsigned jump;
    /// The highest pattern on the ways to `parent` and to `jump`.
    OpPatternKind pattern, jumpPattern;
  };

  /// The root of the tree, behind all nodes.
  unsigned root() const { return entries.size() - 1; }
  void insert(unsigned node, unsigned parent, OpPatternKind pattern);
  void moveToParent(unsigned &node, OpPatternKind &pattern) const;
  void jump(unsigned &node, OpPatternKind &pattern) const;
  unsigned getCommonAncestor(unsigned left, unsigned right,
                             OpPatternKind &pattern) const;

  SmallVector<Entry> entries;
};
} // namespace

PostDominators::PostDominators(ArrayRef<FusionNode> graph) {
  entries.resize(graph.size() + 1);
  entries.back() = {root(), 0, root(), OpPatternKind::Opaque,
                    OpPatternKind::Opaque};
  for (unsigned node = graph.size(); node-- > 0;) {
    ArrayRef<FusionNode::Use> uses = graph[node].uses;
    if (graph[node].isExternal || uses.empty()) {
      insert(node, root(), OpPatternKind::Opaque);
      continue;
    }
    unsigned parent = uses.front().user;
    OpPatternKind pattern = uses.front().pattern;
    for (FusionNode::Use use : uses.drop_front()) {
      parent = getCommonAncestor(parent, use.user, pattern);
      pattern = std::max(pattern, use.pattern);
    }
    insert(node, parent, pattern);
  }
}

void PostDominators::insert(unsigned node, unsigned parent,
                            OpPatternKind pattern) {
  const Entry &above = entries[parent], &first = entries[above.jump];
  Entry &entry = entries[node];
  entry = {parent, above.depth + 1, parent, pattern, pattern};
  // Two jumps of the same length become one.
  if (above.depth - first.depth != first.depth - entries[first.jump].depth)
    return;
  entry.jump = first.jump;
  entry.jumpPattern = std::max({pattern, above.jumpPattern, first.jumpPattern});
}

void PostDominators::moveToParent(unsigned &node,
                                  OpPatternKind &pattern) const {
  pattern = std::max(pattern, entries[node].pattern);
  node = entries[node].parent;
}

void PostDominators::jump(unsigned &node, OpPatternKind &pattern) const {
  pattern = std::max(pattern, entries[node].jumpPattern);
  node = entries[node].jump;
}

/// Raises `pattern` to the highest one on the ways to the ancestor.
unsigned PostDominators::getCommonAncestor(unsigned left, unsigned right,
                                           OpPatternKind &pattern) const {
  if (entries[left].depth < entries[right].depth)
    std::swap(left, right);
  unsigned depth = entries[right].depth;
  while (entries[left].depth > depth)
    if (entries[entries[left].jump].depth >= depth)
      jump(left, pattern);
    else
      moveToParent(left, pattern);
  while (left != right) {
    bool canJump = entries[left].jump != entries[right].jump;
    for (unsigned *side : {&left, &right})
      if (canJump)
        jump(*side, pattern);
      else
        moveToParent(*side, pattern);
  }
  return left;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
class Partitioning {
public:
  Partitioning(ArrayRef<FusionNode> graph, FusionLimits limits)
      : graph(graph), dominators(graph), limits(limits),
        visited(graph.size(), 0) {
    for (auto [i, node] : llvm::enumerate(graph))
      groups.push_back(
          {static_cast<unsigned>(i), node.pattern, 1, node.numInputs, 0, {}});
    if (limits.maxArguments == 0)
      return;
    for (unsigned node = 0; node < graph.size(); ++node) {
      groups[node].members = {node};
      updateNeeds(node);
    }
  }

  void runPhase(int phase);
  unsigned getRoot(unsigned node);

private:
  /// The group of a node. Groups that are part of another keep their numbers,
  /// which TVM goes on to read.
  struct Group {
    /// The group that this one is part of, or itself.
    unsigned parent;
    OpPatternKind pattern;
    uint64_t numNodes, numInputs;
    /// With a limit on arguments: what the node and those that it uses need,
    /// and the nodes of the group.
    uint64_t numNeeded;
    SmallVector<unsigned, 0> members;
  };

  const char *fuse(unsigned node, unsigned sink, int phase);
  bool isTooLarge(unsigned node, unsigned sink);
  void updateNeeds(unsigned node);
  uint64_t countNeeds(ArrayRef<unsigned> nodes, DenseSet<unsigned> &known);
  bool hasTooManyArguments(unsigned node, unsigned sink);
  bool allOnWay(unsigned node, unsigned sink, OpPatternKind limit,
                OpPatternKind sinkLimit);
  void merge(unsigned node, unsigned sink);

  /// Calls `visit` for the users of `node`, and theirs, up to `sink`, each
  /// once, until it returns false; returns whether it never does.
  bool visitWay(unsigned node, unsigned sink,
                function_ref<bool(unsigned)> visit);

  ArrayRef<FusionNode> graph;
  PostDominators dominators;
  FusionLimits limits;
  SmallVector<Group> groups;
  /// The number of the last visit of each node.
  SmallVector<unsigned> visited;
  unsigned visit = 0;
  SmallVector<unsigned> stack;
};
} // namespace

unsigned Partitioning::getRoot(unsigned node) {
  unsigned root = node;
  while (groups[root].parent != root)
    root = groups[root].parent;
  while (groups[node].parent != root)
    node = std::exchange(groups[node].parent, root);
  return root;
}

bool Partitioning::visitWay(unsigned node, unsigned sink,
                            function_ref<bool(unsigned)> visitNode) {
  ++visit;
  stack.assign(1, node);
  while (!stack.empty())
    for (FusionNode::Use use : graph[stack.pop_back_val()].uses) {
      if (std::exchange(visited[use.user], visit) == visit)
        continue;
      if (!visitNode(use.user))
        return false;
      if (use.user != sink)
        stack.push_back(use.user);
    }
  return true;
}

bool Partitioning::isTooLarge(unsigned node, unsigned sink) {
  uint64_t count = groups[getRoot(sink)].numNodes + groups[node].numNodes;
  return count > limits.maxNodes || !visitWay(node, sink, [&](unsigned next) {
           if (next != sink)
             count += groups[next].numNodes;
           return count <= limits.maxNodes;
         });
}

/// Sums up the arguments for the operands of `nodes` that groups make which are
/// not in `known` yet, and adds these: as many as their own, or else as many as
/// the values that they use need, and at least one.
uint64_t Partitioning::countNeeds(ArrayRef<unsigned> nodes,
                                  DenseSet<unsigned> &known) {
  uint64_t count = 0;
  for (unsigned node : nodes)
    for (unsigned operand : graph[node].operands) {
      const Group &group = groups[getRoot(operand)];
      if (!known.insert(group.parent).second)
        continue;
      uint64_t needs = group.numInputs;
      if (needs == 0)
        needs = std::max<uint64_t>(1, groups[operand].numNeeded);
      count = llvm::SaturatingAdd(count, needs);
    }
  return count;
}

/// Counts what `node` needs, after all nodes that it uses.
void Partitioning::updateNeeds(unsigned node) {
  DenseSet<unsigned> known = {getRoot(node)};
  groups[node].numNeeded = countNeeds(node, known);
}

/// Whether the function of `node`, `sink` and all nodes in between would have
/// too many arguments.
bool Partitioning::hasTooManyArguments(unsigned node, unsigned sink) {
  if (limits.maxArguments == 0)
    return false;
  DenseSet<unsigned> known;
  SmallVector<unsigned> members;
  uint64_t count = graph[getRoot(sink)].numOutputs;
  auto addGroup = [&](unsigned next) {
    const Group &group = groups[getRoot(next)];
    if (known.insert(group.parent).second) {
      llvm::append_range(members, group.members);
      count += group.numInputs;
    }
    return true;
  };
  addGroup(node);
  visitWay(node, sink, addGroup);
  return llvm::SaturatingAdd(count, countNeeds(members, known)) >
         limits.maxArguments;
}

/// Whether the groups of the nodes on the ways from `node` have patterns up to
/// `limit`, that of `sink` one up to `sinkLimit`.
bool Partitioning::allOnWay(unsigned node, unsigned sink, OpPatternKind limit,
                            OpPatternKind sinkLimit) {
  return visitWay(node, sink, [&](unsigned next) {
    return groups[getRoot(next)].pattern <= (next == sink ? sinkLimit : limit);
  });
}

/// Puts `node` and all nodes on the ways to `sink` into the group of `sink`.
void Partitioning::merge(unsigned node, unsigned sink) {
  auto mergeGroup = [&](unsigned member) {
    Group &child = groups[getRoot(member)], &parent = groups[getRoot(sink)];
    if (&child == &parent)
      return true;
    parent.numNodes += child.numNodes;
    parent.numInputs += child.numInputs;
    llvm::append_range(parent.members, child.members);
    child.members.clear();
    child.parent = parent.parent;
    // The node around which a group is built decides which nodes may join. (TVM
    // has at most one such node in a group, and takes no other pattern over.)
    if (child.pattern == OpPatternKind::OutEWiseFusable)
      parent.pattern = std::max(parent.pattern, child.pattern);
    return true;
  };
  mergeGroup(node);
  visitWay(node, sink, mergeGroup);
}

void Partitioning::runPhase(int phase) {
  for (unsigned node = 0; node < graph.size(); ++node) {
    if (limits.maxArguments != 0)
      updateNeeds(node);
    std::optional<unsigned> sink = dominators.getParent(node);
    if (groups[node].pattern == OpPatternKind::Opaque || !sink)
      continue;
    const char *reason = isTooLarge(node, *sink)
                             ? "the group would be too large"
                         : hasTooManyArguments(node, *sink)
                             ? "its function would have too many arguments"
                             : fuse(node, *sink, phase);
    LDBG() << "phase " << phase << ": node " << node << " into " << *sink
           << ": " << (reason ? reason : "fused");
  }
}

/// Fuses `node` with its post-dominator `sink` if it is the turn of its
/// pattern, and the patterns allow. Returns why not, or null.
const char *Partitioning::fuse(unsigned node, unsigned sink, int phase) {
  using Kind = OpPatternKind;
  Kind kind = groups[node].pattern, way = dominators.getPattern(node);
  Kind sinkKind = groups[sink].pattern,
       sinkRootKind = groups[getRoot(sink)].pattern;
  const char *otherPhase = "it is not the turn of its pattern";
  Kind limit = Kind::Injective, sinkLimit = Kind::Injective;
  // Injective operators join tuples that have become part of a group.
  if (phase == 2) {
    if (kind > Kind::Injective || sinkKind != tuplePattern)
      return otherPhase;
    if (sinkRootKind > Kind::Injective)
      return "the group of the tuple is not injective";
  } else if (getRoot(node) == getRoot(sink)) {
    return "already fused";
  } else if (sinkKind == tuplePattern) {
    return "tuples are of the last phase";
  } else if (kind == Kind::OutEWiseFusable) {
    if (phase != 0)
      return otherPhase;
    if (way != Kind::ElemWise)
      return "only elementwise operators may follow";
    limit = sinkLimit = Kind::Broadcast;
  } else if (kind <= Kind::Broadcast) {
    if (way > Kind::CommReduce)
      return "what follows is neither injective nor a reduction";
    sinkLimit = Kind::OutEWiseFusable;
  } else if ((kind != Kind::Injective && kind != tuplePattern) || phase != 1) {
    // Those come after everything that is built around a convolution or the
    // like.
    return otherPhase;
  }
  if (!allOnWay(node, sink, limit, sinkLimit))
    return "a group on the way has a higher pattern";
  merge(node, sink);
  return nullptr;
}

SmallVector<unsigned> relay::partitionGraph(ArrayRef<FusionNode> graph,
                                            FusionLimits limits) {
  Partitioning partitioning(graph, limits);
  for (int phase = 0; phase < 3; ++phase)
    partitioning.runPhase(phase);
  SmallVector<unsigned> roots;
  for (unsigned node = 0; node < graph.size(); ++node)
    roots.push_back(partitioning.getRoot(node));
  return roots;
}
