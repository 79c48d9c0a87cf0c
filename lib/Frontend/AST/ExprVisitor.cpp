//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traversal and rewriting of expressions.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/Module.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <algorithm>

using namespace llvm;
using namespace mlir::relay::ast;

void mlir::relay::ast::forEachChild(const Expr &expr,
                                    function_ref<void(const Expr &)> fn) {
  TypeSwitch<const Expr *>(&expr)
      .Case([&](const Call *call) {
        for (const ExprRef &arg : call->getArgs())
          fn(*arg);
        fn(*call->getCallee());
      })
      .Case([&](const Tuple *tuple) {
        for (const ExprRef &field : tuple->getFields())
          fn(*field);
      })
      .Case([&](const TupleGetItem *get) { fn(*get->getTuple()); })
      .Case([&](const Let *let) {
        fn(*let->getVar());
        fn(*let->getValue());
        fn(*let->getBody());
      })
      .Case([&](const Function *function) {
        for (const VarRef &param : function->getParams())
          fn(*param);
        fn(*function->getBody());
      })
      .Case([&](const If *branch) {
        fn(*branch->getCondition());
        fn(*branch->getThen());
        fn(*branch->getElse());
      })
      .Case([&](const RefCreate *ref) { fn(*ref->getValue()); })
      .Case([&](const RefRead *ref) { fn(*ref->getRef()); })
      .Case([&](const RefWrite *ref) {
        fn(*ref->getRef());
        fn(*ref->getValue());
      })
      .Default([](const Expr *) {});
}

//===----------------------------------------------------------------------===//
// ExprVisitor
//===----------------------------------------------------------------------===//

namespace {
// A node on the stack of a traversal; `expanded` once its children are on it.
using Frame = PointerIntPair<const Expr *, 1, bool>;
} // namespace

// Replaces the top of the stack by itself, marked, below its children.
static void expand(SmallVectorImpl<Frame> &stack, const Expr &expr) {
  stack.back().setInt(true);
  size_t base = stack.size();
  forEachChild(
      expr, [&](const Expr &child) { stack.push_back(Frame(&child, false)); });
  std::reverse(stack.begin() + base, stack.end());
}

void ExprVisitor::visit(const Expr &root) {
  SmallVector<Frame> stack{Frame(&root, false)};
  while (!stack.empty()) {
    Frame frame = stack.back();
    const Expr &expr = *frame.getPointer();
    if (frame.getInt()) {
      stack.pop_back();
      leave(expr);
    } else if (!visited.insert(&expr).second) {
      stack.pop_back();
    } else if (enter(expr)) {
      expand(stack, expr);
    } else {
      stack.pop_back();
      leave(expr);
    }
  }
}

void ExprVisitor::leave(const Expr &expr) {
  switch (expr.getKind()) {
  case Expr::Kind::Constant:
    return visitConstant(cast<Constant>(expr));
  case Expr::Kind::Tuple:
    return visitTuple(cast<Tuple>(expr));
  case Expr::Kind::Var:
    return visitVar(cast<Var>(expr));
  case Expr::Kind::GlobalVar:
    return visitGlobalVar(cast<GlobalVar>(expr));
  case Expr::Kind::Op:
    return visitOp(cast<Op>(expr));
  case Expr::Kind::Function:
    return visitFunction(cast<Function>(expr));
  case Expr::Kind::Call:
    return visitCall(cast<Call>(expr));
  case Expr::Kind::Let:
    return visitLet(cast<Let>(expr));
  case Expr::Kind::If:
    return visitIf(cast<If>(expr));
  case Expr::Kind::TupleGetItem:
    return visitTupleGetItem(cast<TupleGetItem>(expr));
  case Expr::Kind::RefCreate:
    return visitRefCreate(cast<RefCreate>(expr));
  case Expr::Kind::RefRead:
    return visitRefRead(cast<RefRead>(expr));
  case Expr::Kind::RefWrite:
    return visitRefWrite(cast<RefWrite>(expr));
  case Expr::Kind::Constructor:
    return visitConstructor(cast<Constructor>(expr));
  }
}

//===----------------------------------------------------------------------===//
// ExprMutator
//===----------------------------------------------------------------------===//

ExprRef ExprMutator::lookup(const ExprRef &expr) const {
  return memo.find(expr.get())->second;
}

ExprRef ExprMutator::rebuild(const Expr &expr) {
  bool changed = false;
  forEachChild(expr, [&](const Expr &child) {
    changed |= memo.find(&child)->second.get() != &child;
  });
  if (!changed)
    return ExprRef(&expr);

  auto lookupAll = [&](ArrayRef<ExprRef> exprs) {
    std::vector<ExprRef> result;
    result.reserve(exprs.size());
    for (const ExprRef &e : exprs)
      result.push_back(lookup(e));
    return result;
  };
  // A bound variable stays if its replacement is not a variable.
  auto lookupVar = [&](const VarRef &var) {
    auto *replacement = dyn_cast<Var>(memo.find(var.get())->second.get());
    return replacement ? VarRef(replacement) : var;
  };
  Span span = expr.getSpan();
  return TypeSwitch<const Expr *, ExprRef>(&expr)
      .Case([&](const Call *call) {
        return make<Call>(lookup(call->getCallee()), lookupAll(call->getArgs()),
                          call->getAttrs(), call->getTypeArgs().vec(), span);
      })
      .Case([&](const Tuple *tuple) {
        return make<Tuple>(lookupAll(tuple->getFields()), span);
      })
      .Case([&](const TupleGetItem *get) {
        return make<TupleGetItem>(lookup(get->getTuple()), get->getIndex(),
                                  span);
      })
      .Case([&](const Let *let) {
        return make<Let>(lookupVar(let->getVar()), lookup(let->getValue()),
                         lookup(let->getBody()), span);
      })
      .Case([&](const Function *function) {
        std::vector<VarRef> params;
        for (const VarRef &param : function->getParams())
          params.push_back(lookupVar(param));
        return make<Function>(std::move(params), lookup(function->getBody()),
                              function->getReturnType(),
                              function->getTypeParams().vec(),
                              function->getAttrs(), span);
      })
      .Case([&](const If *branch) {
        return make<If>(lookup(branch->getCondition()),
                        lookup(branch->getThen()), lookup(branch->getElse()),
                        span);
      })
      .Case([&](const RefCreate *ref) {
        return make<RefCreate>(lookup(ref->getValue()), span);
      })
      .Case([&](const RefRead *ref) {
        return make<RefRead>(lookup(ref->getRef()), span);
      })
      .Case([&](const RefWrite *ref) {
        return make<RefWrite>(lookup(ref->getRef()), lookup(ref->getValue()),
                              span);
      })
      .Default([](const Expr *leaf) { return ExprRef(leaf); });
}

ExprRef ExprMutator::mutate(const ExprRef &root) {
  SmallVector<Frame> stack{Frame(root.get(), false)};
  while (!stack.empty()) {
    Frame frame = stack.back();
    const Expr &expr = *frame.getPointer();
    if (frame.getInt()) {
      stack.pop_back();
      ExprRef result = rewrite(expr, rebuild(expr));
      memo.try_emplace(&expr, std::move(result));
    } else if (memo.contains(&expr)) {
      stack.pop_back();
    } else if (ExprRef replacement = enter(expr)) {
      stack.pop_back();
      memo.try_emplace(&expr, std::move(replacement));
    } else {
      expand(stack, expr);
    }
  }
  return lookup(root);
}
