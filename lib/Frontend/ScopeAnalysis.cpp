//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the nodes of an expression are computed.
//
//===----------------------------------------------------------------------===//

#include "ScopeAnalysis.h"
#include "RelayLite/Frontend/ExprVisitor.h"

using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {
// Lists the nodes, children before parents.
class PostOrder : public ExprVisitor {
public:
  std::vector<const Expr *> order;

private:
  bool enter(const Expr &expr) override { return true; }
  void leave(const Expr &expr) override { order.push_back(&expr); }
};
} // namespace

unsigned ScopeAnalysis::addScope(unsigned parent) {
  scopes.push_back({parent, scopes.empty() ? 0 : scopes[parent].depth + 1});
  return scopes.size() - 1;
}

unsigned ScopeAnalysis::getCommonScope(unsigned a, unsigned b) const {
  while (a != b) {
    if (scopes[a].depth >= scopes[b].depth)
      a = scopes[a].parent;
    else
      b = scopes[b].parent;
  }
  return a;
}

bool ScopeAnalysis::encloses(unsigned outer, unsigned inner) const {
  while (scopes[inner].depth > scopes[outer].depth)
    inner = scopes[inner].parent;
  return inner == outer;
}

void ScopeAnalysis::addUse(const Expr &expr, unsigned scope) {
  auto [it, isNew] = nodes.try_emplace(&expr, scope);
  if (!isNew)
    it->second = getCommonScope(it->second, scope);
}

// Parents come before children, so that the scope of a node is final when it is
// looked at.
ScopeAnalysis::ScopeAnalysis(const Function &function) {
  PostOrder visitor;
  visitor.visit(*function.getBody());
  unsigned root = addScope(0);
  nodes.reserve(visitor.order.size());
  addUse(*function.getBody(), root);
  for (const Expr *expr : llvm::reverse(visitor.order)) {
    // A parameter or let variable is where it is bound.
    if (isa<Var>(expr))
      continue;
    unsigned scope = getScope(*expr);
    if (auto *branch = dyn_cast<If>(expr)) {
      unsigned inner = addScope(scope);
      addScope(scope);
      innerScopes[expr] = inner;
      addUse(*branch->getCondition(), scope);
      addUse(*branch->getThen(), inner);
      addUse(*branch->getElse(), inner + 1);
    } else if (auto *literal = dyn_cast<Function>(expr)) {
      unsigned inner = addScope(scope);
      innerScopes[expr] = inner;
      addUse(*literal->getBody(), inner);
    } else {
      forEachChild(*expr, [&](const Expr &child) { addUse(child, scope); });
    }
  }
}
