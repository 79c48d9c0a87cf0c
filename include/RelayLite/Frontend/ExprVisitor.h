//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traversal and rewriting of expressions. Both visit each node once, children
// before parents, in the order of evaluation, and without recursion.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_EXPRVISITOR_H
#define RELAYLITE_FRONTEND_EXPRVISITOR_H

#include "RelayLite/Frontend/AST.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::relay::ast {

class Constructor;

/// Calls `fn` on the children of `expr` in the order of evaluation: arguments
/// before the callee, parameters before the body, and a let variable before its
/// value and its body.
void forEachChild(const Expr &expr, llvm::function_ref<void(const Expr &)> fn);

/// Visits each node that is reachable from the roots once, children first.
/// Several calls of `visit` share the memory of visited nodes.
class ExprVisitor {
public:
  virtual ~ExprVisitor() = default;

  void visit(const Expr &root);
  bool isVisited(const Expr &expr) const { return visited.contains(&expr); }

protected:
  /// Called before the children; they are skipped if it returns false.
  virtual bool enter(const Expr &expr) { return true; }
  /// Called after the children. By default it calls the visitor of the kind.
  virtual void leave(const Expr &expr);

  virtual void visitConstant(const Constant &) {}
  virtual void visitTuple(const Tuple &) {}
  virtual void visitVar(const Var &) {}
  virtual void visitGlobalVar(const GlobalVar &) {}
  virtual void visitOp(const Op &) {}
  virtual void visitFunction(const Function &) {}
  virtual void visitCall(const Call &) {}
  virtual void visitLet(const Let &) {}
  virtual void visitIf(const If &) {}
  virtual void visitTupleGetItem(const TupleGetItem &) {}
  virtual void visitRefCreate(const RefCreate &) {}
  virtual void visitRefRead(const RefRead &) {}
  virtual void visitRefWrite(const RefWrite &) {}
  virtual void visitConstructor(const Constructor &) {}

private:
  llvm::DenseSet<const Expr *> visited;
};

/// Rewrites expressions. A node whose children did not change is kept;
/// otherwise it is made again. Then `rewrite` may replace it. Shared nodes stay
/// shared.
class ExprMutator {
public:
  virtual ~ExprMutator() = default;

  ExprRef mutate(const ExprRef &root);

protected:
  /// Called before the children. If it returns a replacement, the children are
  /// skipped, and so is `rewrite`.
  virtual ExprRef enter(const Expr &expr) { return nullptr; }
  /// Returns the replacement of `original`. `node` is `original` with mutated
  /// children. A parameter or let variable is not replaced where it is bound if
  /// its replacement is not a variable.
  virtual ExprRef rewrite(const Expr &original, ExprRef node) { return node; }

private:
  ExprRef rebuild(const Expr &expr);
  ExprRef lookup(const ExprRef &expr) const;

  llvm::DenseMap<const Expr *, ExprRef> memo;
};

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_EXPRVISITOR_H
