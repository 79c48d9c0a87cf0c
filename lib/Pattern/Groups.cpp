//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for groups.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/Groups.h"

using namespace mlir::relay;
using namespace mlir::relay::pattern;
using llvm::dyn_cast;
using Node = DataflowGraph::Node;
using Kind = DataflowGraph::Kind;

// Calls `leave` on the nodes that are reached from `root` over children and
// that `enter` accepts, children first.
static void visitBelow(const DataflowGraph &graph, Node root,
                       llvm::function_ref<bool(Node)> enter,
                       llvm::function_ref<void(Node)> leave) {
  std::vector<std::pair<Node, bool>> stack{{root, false}};
  while (!stack.empty()) {
    auto [node, isExpanded] = stack.back();
    if (isExpanded || !enter(node)) {
      stack.pop_back();
      if (isExpanded)
        leave(node);
      continue;
    }
    stack.back().second = true;
    for (Node child : llvm::reverse(graph.getChildren(node)))
      stack.push_back({child, false});
  }
}

namespace {
class GroupFinder {
public:
  GroupFinder(const DataflowGraph &graph, const Pattern &pattern,
              bool mayOverlap)
      : graph(graph), matcher(graph, pattern), mayOverlap(mayOverlap),
        order(getPostOrder(pattern)), isGrouped(graph.size()),
        isPartitioned(graph.size()) {}

  llvm::Expected<std::vector<Group>> run();

private:
  llvm::Error addGroup(Node root);
  llvm::DenseSet<Node> findInside(const Matches &matches) const;
  llvm::Error addInputs(Group &group, const Matches &matches);
  llvm::Expected<bool> isInside(Node constant, const Pattern &pattern);
  bool addBody(Group &group) const;
  void skipPartitioned(Node function);

  const DataflowGraph &graph;
  Matcher matcher;
  bool mayOverlap;
  std::vector<const Pattern *> order;
  std::vector<bool> isGrouped, isPartitioned;
  std::vector<Group> groups;
  unsigned numMatches = 0;
};
} // namespace

llvm::Expected<std::vector<Group>> GroupFinder::run() {
  for (Node node = graph.size(); node-- != 0;) {
    if (isGrouped[node])
      continue;
    if (graph.getKind(node) == Kind::Function && !isPartitioned[node])
      skipPartitioned(node);
    if (isPartitioned[node])
      continue;
    llvm::Expected<bool> isMatch = matcher.match(node);
    if (!isMatch)
      return isMatch.takeError();
    if (*isMatch)
      if (llvm::Error error = addGroup(node))
        return std::move(error);
  }
  return std::move(groups);
}

void GroupFinder::skipPartitioned(Node function) {
  std::optional<ast::Attrs> attrs = graph.getAttrs(function);
  if (!attrs || !ast::findAttr(*attrs, kPartitionedFromPattern))
    return;
  isPartitioned[function] = true;
  visitBelow(
      graph, graph.getChildren(function).back(),
      [&](Node node) {
        bool isNew = !isPartitioned[node];
        isPartitioned[node] = true;
        return isNew;
      },
      [](Node) {});
}

// Return the nodes that are inside although a leaf of the pattern may match
// them.
llvm::DenseSet<Node> GroupFinder::findInside(const Matches &matches) const {
  llvm::DenseSet<Node> inside;
  auto lookup = [&](const PatternRef &pattern) {
    return matches.lookup(pattern.get());
  };
  for (const Pattern *pattern : order) {
    if (auto *dominator = dyn_cast<DominatorPattern>(pattern)) {
      for (Node node : lookup(dominator->getParent()))
        inside.insert(node);
      for (Node node : lookup(dominator->getPath()))
        inside.insert(node);
    } else if (llvm::isa<FunctionPattern>(pattern)) {
      for (Node function : matches.lookup(pattern))
        visitBelow(
            graph, graph.getChildren(function).back(),
            [&](Node node) { return inside.insert(node).second; }, [](Node) {});
    }
  }
  return inside;
}

llvm::Expected<bool> GroupFinder::isInside(Node constant,
                                           const Pattern &pattern) {
  const Pattern *current = &pattern;
  while (auto *alt = dyn_cast<AltPattern>(current)) {
    llvm::Expected<bool> isLeft = matcher.match(*alt->getLeft(), constant);
    if (!isLeft)
      return isLeft.takeError();
    current = *isLeft ? alt->getLeft().get() : alt->getRight().get();
  }
  auto *expr = dyn_cast<ExprPattern>(current);
  return llvm::isa<ConstantPattern>(current) ||
         (expr && llvm::isa<ast::Constant>(expr->getExpr().get()));
}

static bool isLeaf(const Pattern &pattern) {
  bool hasChild = false;
  pattern::forEachChild(pattern, [&](const Pattern &) { hasChild = true; });
  return !hasChild;
}

llvm::Error GroupFinder::addInputs(Group &group, const Matches &matches) {
  llvm::DenseSet<Node> inside = findInside(matches);
  llvm::DenseSet<Node> known;
  for (const Pattern *pattern : order) {
    auto *call = dyn_cast<CallPattern>(pattern);
    auto *tuple = dyn_cast<TuplePattern>(pattern);
    bool hasAnyParts =
        (call && !call->getArgs()) || (tuple && !tuple->getFields());
    if (!hasAnyParts && !isLeaf(*pattern))
      continue;
    llvm::SmallVector<Node> candidates;
    for (Node node : matches.lookup(pattern))
      if (hasAnyParts)
        llvm::append_range(candidates,
                           graph.getChildren(node).drop_front(call ? 1 : 0));
      else
        candidates.push_back(node);
    for (Node node : candidates) {
      Kind kind = graph.getKind(node);
      if (kind == Kind::Op || kind == Kind::Function || inside.contains(node))
        continue;
      if (kind == Kind::Constant) {
        llvm::Expected<bool> isIn = isInside(node, *pattern);
        if (!isIn)
          return isIn.takeError();
        if (*isIn)
          continue;
      }
      if (known.insert(node).second)
        group.inputs.push_back(node);
    }
  }
  return llvm::Error::success();
}

// Lists the nodes between root and inputs. Returns whether they can be one
// unit.
bool GroupFinder::addBody(Group &group) const {
  llvm::DenseSet<Node> outside(group.inputs.begin(), group.inputs.end());
  llvm::DenseSet<Node> body;
  visitBelow(
      graph, group.root,
      [&](Node node) {
        return !outside.contains(node) && body.insert(node).second;
      },
      [&](Node node) {
        group.body.push_back(node);
        switch (graph.getKind(node)) {
        case Kind::Tuple:
          group.name += "Tuple_";
          break;
        case Kind::Function:
          group.name += "Function";
          break;
        case Kind::Call: {
          Node callee = graph.getChildren(node).front();
          bool isOp = graph.getKind(callee) == Kind::Op;
          group.name += (isOp ? graph.getName(callee) : "Call").str() + "_";
          break;
        }
        case Kind::Let:
          group.name += "Let_";
          break;
        case Kind::If:
          group.name += "If_";
          break;
        case Kind::TupleGetItem:
          group.name +=
              "TupleGetItem" + std::to_string(graph.getIndex(node)) + "_";
          break;
        case Kind::Var:
        case Kind::Constant:
        case Kind::Op:
        case Kind::Global:
        case Kind::Other:
          break;
        }
      });
  return llvm::all_of(group.body, [&](Node node) {
    Kind kind = graph.getKind(node);
    if (kind == Kind::Op || kind == Kind::Function || kind == Kind::Constant)
      return true;
    if (isGrouped[node])
      return false;
    return node == group.root ||
           llvm::all_of(graph.getUsers(node), [&](Node user) {
             return body.contains(user) || graph.dominates(group.root, user);
           });
  });
}

llvm::Error GroupFinder::addGroup(Node root) {
  Group group;
  group.root = root;
  group.number = numMatches++;
  Matches matches = matcher.getMatches();
  if (llvm::Error error = addInputs(group, matches))
    return error;
  if (!addBody(group) || group.body.empty())
    return llvm::Error::success();
  for (const Pattern *pattern : order)
    for (Node node : matches.lookup(pattern))
      group.matches.push_back({pattern, node});
  if (!mayOverlap)
    for (Node node : group.body)
      isGrouped[node] = true;
  groups.push_back(std::move(group));
  return llvm::Error::success();
}

llvm::Expected<std::vector<Group>>
pattern::findGroups(const DataflowGraph &graph, const Pattern &pattern,
                    bool mayOverlap) {
  return GroupFinder(graph, pattern, mayOverlap).run();
}
