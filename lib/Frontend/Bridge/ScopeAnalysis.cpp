//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scopes in which the nodes of an expression are computed.
//
//===----------------------------------------------------------------------===//

#include "ScopeAnalysis.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Casting.h"

using namespace mlir;
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

// The lengths of jumps are those of skew-binary numbers: two equal ones in a
// row are joined.
unsigned ScopeAnalysis::addScope(unsigned parent) {
  if (scopes.empty()) {
    scopes.push_back({0, 0, 0});
    return 0;
  }
  auto depthOf = [&](unsigned scope) { return scopes[scope].depth; };
  unsigned near = scopes[parent].jump, far = scopes[near].jump;
  bool isJoined =
      depthOf(parent) - depthOf(near) == depthOf(near) - depthOf(far);
  scopes.push_back({parent, depthOf(parent) + 1, isJoined ? far : parent});
  return scopes.size() - 1;
}

unsigned ScopeAnalysis::getScopeAtDepth(unsigned scope, unsigned depth) const {
  while (scopes[scope].depth > depth)
    scope = scopes[scopes[scope].jump].depth >= depth ? scopes[scope].jump
                                                      : scopes[scope].parent;
  return scope;
}

unsigned ScopeAnalysis::getCommonScope(unsigned a, unsigned b) const {
  a = getScopeAtDepth(a, scopes[b].depth);
  b = getScopeAtDepth(b, scopes[a].depth);
  // At equal depth, jumps are of equal length.
  while (a != b) {
    bool jumps = scopes[a].jump != scopes[b].jump;
    a = jumps ? scopes[a].jump : scopes[a].parent;
    b = jumps ? scopes[b].jump : scopes[b].parent;
  }
  return a;
}

bool ScopeAnalysis::encloses(unsigned outer, unsigned inner) const {
  return getScopeAtDepth(inner, scopes[outer].depth) == outer;
}

void ScopeAnalysis::addUse(const Expr &expr, unsigned scope) {
  auto [it, isNew] = nodes.try_emplace(&expr, scope);
  if (!isNew)
    it->second = getCommonScope(it->second, scope);
}

// Parents are visited before children, so the scope of a node is final when it
// is visited.
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
