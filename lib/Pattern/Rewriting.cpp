//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewriting and partitioning of syntax trees by patterns.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/Rewriting.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::relay;
using namespace mlir::relay::pattern;
using llvm::dyn_cast;
using Node = DataflowGraph::Node;

// A node keeps its type when its operands change, as in TVM.
static void keepType(const ast::Expr &original, const ast::ExprRef &node) {
  if (node.get() != &original && !node->getType())
    const_cast<ast::Expr &>(*node).setType(original.getType());
}

namespace {
/// Visits an expression and replaces the roots of groups.
class GroupMutator : public ast::ExprMutator {
public:
  GroupMutator(const ExprGraph &graph, llvm::ArrayRef<Group> groups)
      : graph(graph) {
    for (const Group &group : groups)
      roots[&graph.getExpr(group.root)] = &group;
  }

  /// The expression after the rewrites; null after a failure.
  ast::ExprRef run(const ast::ExprRef &expr) {
    if (roots.empty())
      return expr;
    ast::ExprRef result = mutate(expr);
    return failed ? nullptr : result;
  }

protected:
  /// The replacement of the root of a group, which is `post` after the rewrites
  /// of its operands. Null ends the rewriting.
  virtual ast::ExprRef replace(const Group &group,
                               const ast::ExprRef &post) = 0;

  ast::ExprRef getRewritten(Node node) const {
    return rewritten.lookup(&graph.getExpr(node));
  }

  const ExprGraph &graph;

private:
  ast::ExprRef rewrite(const ast::Expr &original, ast::ExprRef node) override {
    keepType(original, node);
    auto it = roots.find(&original);
    if (it != roots.end() && !failed) {
      ast::ExprRef replacement = replace(*it->second, node);
      failed = !replacement;
      if (replacement)
        node = std::move(replacement);
    }
    rewritten[&original] = node;
    return node;
  }

  llvm::DenseMap<const ast::Expr *, const Group *> roots;
  llvm::DenseMap<const ast::Expr *, ast::ExprRef> rewritten;
  bool failed = false;
};

/// Counts the nodes that replacements add to a graph.
class AddedNodes : public ast::ExprVisitor {
public:
  explicit AddedNodes(const ExprGraph &graph) : graph(graph) {}

  void add(const ast::ExprRef &replacement) {
    // A node that is no longer used could have the address of a later one.
    replacements.push_back(replacement);
    visit(*replacement);
  }
  size_t size() const { return numNodes; }

private:
  bool enter(const ast::Expr &expr) override {
    if (graph.contains(expr))
      return false;
    ++numNodes;
    return true;
  }

  const ExprGraph &graph;
  std::vector<ast::ExprRef> replacements;
  size_t numNodes = 0;
};

class MatchRewriter : public GroupMutator {
public:
  MatchRewriter(const ExprGraph &graph, llvm::ArrayRef<Group> groups,
                MatchRewrite rewriteMatch, size_t maxNodes)
      : GroupMutator(graph, groups), rewriteMatch(rewriteMatch),
        maxNodes(maxNodes), added(graph) {}

  bool isTooLarge() const { return graph.size() + added.size() > maxNodes; }

private:
  ast::ExprRef replace(const Group &group, const ast::ExprRef &post) override {
    llvm::MapVector<const Pattern *, std::vector<ast::ExprRef>> map;
    for (auto [pattern, node] : group.matches)
      map[pattern].push_back(node == group.root ? post : getRewritten(node));
    auto vector = map.takeVector();
    MatchedExprs matched(std::make_move_iterator(vector.begin()),
                         std::make_move_iterator(vector.end()));
    ast::ExprRef replacement =
        rewriteMatch(graph.getExpr(group.root), post, matched);
    if (!replacement)
      return nullptr;
    added.add(replacement);
    return isTooLarge() ? nullptr : replacement;
  }

  MatchRewrite rewriteMatch;
  size_t maxNodes;
  AddedNodes added;
};

/// Makes the body of a function of a group.
class BodyExtraction : public ast::ExprMutator {
public:
  llvm::DenseMap<const ast::Expr *, ast::ExprRef> params;

private:
  ast::ExprRef enter(const ast::Expr &expr) override {
    return params.lookup(&expr);
  }
  ast::ExprRef rewrite(const ast::Expr &original, ast::ExprRef node) override {
    keepType(original, node);
    return node;
  }
};

class Partitioner : public GroupMutator {
public:
  Partitioner(const ExprGraph &graph, llvm::ArrayRef<Group> groups,
              const ast::Attrs &attrs, MatchCheck check)
      : GroupMutator(graph, groups), attrs(attrs), check(check) {}

private:
  ast::ExprRef replace(const Group &group, const ast::ExprRef &post) override {
    const ast::Expr &root = graph.getExpr(group.root);
    std::optional<bool> holds = check(root);
    if (!holds)
      return nullptr;
    if (!*holds)
      return post;
    BodyExtraction extraction;
    std::vector<ast::VarRef> params;
    std::vector<ast::ExprRef> args;
    std::vector<ast::TypeRef> types;
    for (Node input : group.inputs) {
      params.push_back(ast::make<ast::Var>("FunctionVar_" +
                                           std::to_string(group.number) + "_" +
                                           std::to_string(params.size())));
      const ast::Expr &expr = graph.getExpr(input);
      keepType(expr, params.back());
      types.push_back(expr.getType());
      extraction.params[&expr] = params.back();
      args.push_back(getRewritten(input));
    }
    ast::Attrs functionAttrs = attrs;
    functionAttrs.insert(functionAttrs.begin(),
                         {kPartitionedFromPattern.str(), group.name});
    auto function = ast::make<ast::Function>(
        std::move(params), extraction.mutate(ast::ExprRef(&root)), nullptr,
        std::vector<ast::Ref<ast::TypeVar>>(), std::move(functionAttrs));
    if (root.getType() && !llvm::is_contained(types, nullptr))
      const_cast<ast::Function &>(*function).setType(
          ast::make<ast::FuncType>(std::vector<ast::Ref<ast::TypeVar>>(),
                                   std::move(types), root.getType()));
    auto call =
        ast::make<ast::Call>(std::move(function), std::move(args), ast::Attrs(),
                             std::vector<ast::TypeRef>(), root.getSpan());
    keepType(root, call);
    return call;
  }

  const ast::Attrs &attrs;
  MatchCheck check;
};
} // namespace

llvm::Expected<ast::ExprRef>
pattern::rewriteMatches(const Pattern &pattern, const ast::ExprRef &expr,
                        const OperatorTable &operators,
                        const ExprGraphOptions &options, MatchRewrite rewrite,
                        StringRef name, size_t maxNodes) {
  ExprGraph graph(*expr, operators, options);
  llvm::Expected<std::vector<Group>> groups = findGroups(graph, pattern);
  if (!groups)
    return groups.takeError();
  MatchRewriter rewriter(graph, *groups, rewrite, maxNodes);
  ast::ExprRef result = rewriter.run(expr);
  if (!result && rewriter.isTooLarge())
    return llvm::createStringError(llvm::formatv(
        "{0} makes the expression grow to more than {1} nodes; it is called "
        "again for what it returns as long as the pattern matches",
        name, maxNodes));
  return result;
}

llvm::Expected<ast::ExprRef> pattern::partition(const Pattern &pattern,
                                                const ast::ExprRef &expr,
                                                const ExprGraph &graph,
                                                const ast::Attrs &attrs,
                                                MatchCheck check) {
  llvm::Expected<std::vector<Group>> groups = findGroups(graph, pattern);
  if (!groups)
    return groups.takeError();
  return Partitioner(graph, *groups, attrs, check).run(expr);
}
