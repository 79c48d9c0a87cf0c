//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scopes of function bodies and branches, and for each node of an
// expression the innermost scope that all its uses share: it is computed there.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_SCOPEANALYSIS_H
#define LIB_FRONTEND_BRIDGE_SCOPEANALYSIS_H

#include "RelayLite/Frontend/AST.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relay {

class ScopeAnalysis {
public:
  /// Analyses the body of a function. Scope 0 is that of the function.
  explicit ScopeAnalysis(const ast::Function &function);

  /// The scope in which `expr` is computed.
  unsigned getScope(const ast::Expr &expr) const {
    return nodes.find(&expr)->second;
  }
  /// The scope that an If or Function opens first; an If opens two.
  unsigned getInnerScope(const ast::Expr &expr) const {
    return innerScopes.find(&expr)->second;
  }
  size_t getNumScopes() const { return scopes.size(); }
  unsigned getDepth(unsigned scope) const { return scopes[scope].depth; }
  /// Whether `outer` is `inner` or encloses it.
  bool encloses(unsigned outer, unsigned inner) const;

private:
  struct Scope {
    unsigned parent;
    unsigned depth;
    /// An enclosing scope farther out. Jumps and parents lead to any enclosing
    /// scope in a logarithmic number of steps.
    unsigned jump;
  };

  unsigned addScope(unsigned parent);
  unsigned getScopeAtDepth(unsigned scope, unsigned depth) const;
  unsigned getCommonScope(unsigned a, unsigned b) const;
  void addUse(const ast::Expr &expr, unsigned scope);

  std::vector<Scope> scopes;
  llvm::DenseMap<const ast::Expr *, unsigned> nodes;
  llvm::DenseMap<const ast::Expr *, unsigned> innerScopes;
};

} // namespace mlir::relay

#endif // LIB_FRONTEND_BRIDGE_SCOPEANALYSIS_H
