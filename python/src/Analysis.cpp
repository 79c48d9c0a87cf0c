//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Analyses of expressions that scripts use.
//
//===----------------------------------------------------------------------===//

#include "IRModule.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir::relay;
using namespace mlir::relay::python;
using llvm::dyn_cast;

//===----------------------------------------------------------------------===//
// Traversal
//===----------------------------------------------------------------------===//

// The children in TVM's order: the callee of a call first.
static void forEachChildInOrder(const ast::Expr &expr,
                                llvm::function_ref<void(const ast::Expr &)> f) {
  auto *call = dyn_cast<ast::Call>(&expr);
  if (!call)
    return ast::forEachChild(expr, f);
  f(*call->getCallee());
  for (const ast::ExprRef &arg : call->getArgs())
    f(*arg);
}

// Calls `leave` for each node once, children first, without those from which on
// `skips` is true.
static void visitPostOrder(
    const ast::Expr &root, llvm::function_ref<void(const ast::Expr &)> leave,
    llvm::function_ref<bool(const ast::Expr &)> skips = [](const ast::Expr &) {
      return false;
    }) {
  llvm::DenseSet<const ast::Expr *> visited;
  std::vector<std::pair<const ast::Expr *, bool>> stack{{&root, false}};
  while (!stack.empty()) {
    auto [expr, expanded] = stack.back();
    if (expanded) {
      stack.pop_back();
      leave(*expr);
      continue;
    }
    if (!visited.insert(expr).second || skips(*expr)) {
      stack.pop_back();
      continue;
    }
    stack.back().second = true;
    size_t base = stack.size();
    forEachChildInOrder(*expr, [&](const ast::Expr &child) {
      stack.push_back({&child, false});
    });
    std::reverse(stack.begin() + base, stack.end());
  }
}

static nb::list getPostOrder(Checked<ast::ExprRef> root) {
  nb::list result;
  visitPostOrder(*root.take(), [&](const ast::Expr &expr) {
    result.append(nb::cast(ast::ExprRef(&expr)));
  });
  return result;
}

// Nodes whose visits, one after the other, never go deeper than `limit`: those
// at multiples of that depth. Empty if the expression is not as deep as that.
// Nodes in `memo` were visited before.
static nb::list getDeepNodes(const ast::Expr &root, unsigned limit,
                             const nb::dict &memo) {
  llvm::DenseMap<const ast::Expr *, unsigned> depths;
  std::vector<const ast::Expr *> deep;
  auto leave = [&](const ast::Expr &expr) {
    unsigned depth = 0;
    forEachChildInOrder(expr, [&](const ast::Expr &child) {
      depth = std::max(depth, depths.lookup(&child) + 1);
    });
    // Expressions that were visited before count with depth 0.
    if (depth >= limit) {
      deep.push_back(&expr);
      depth = 0;
    }
    depths[&expr] = depth;
  };
  visitPostOrder(root, leave, [&](const ast::Expr &expr) {
    return memo.contains(nb::cast(ast::ExprRef(&expr)));
  });
  nb::list result;
  for (const ast::Expr *expr : deep)
    result.append(nb::cast(ast::ExprRef(expr)));
  return result;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

namespace {
struct Vars {
  llvm::SetVector<const ast::Var *> all, bound;
};
} // namespace

static Vars findVars(const ast::Expr &root) {
  Vars vars;
  // A node before its children, as TVM counts.
  std::vector<const ast::Expr *> stack{&root};
  llvm::DenseSet<const ast::Expr *> visited;
  while (!stack.empty()) {
    const ast::Expr *expr = stack.back();
    stack.pop_back();
    if (!visited.insert(expr).second)
      continue;
    if (auto *var = dyn_cast<ast::Var>(expr)) {
      vars.all.insert(var);
    } else if (auto *let = dyn_cast<ast::Let>(expr)) {
      vars.bound.insert(let->getVar().get());
    } else if (auto *function = dyn_cast<ast::Function>(expr)) {
      for (const ast::VarRef &param : function->getParams())
        vars.bound.insert(param.get());
    }
    size_t base = stack.size();
    forEachChildInOrder(
        *expr, [&](const ast::Expr &child) { stack.push_back(&child); });
    std::reverse(stack.begin() + base, stack.end());
  }
  return vars;
}

template <typename Range>
static nb::object makeVarArray(const Range &vars) {
  nb::list result;
  for (const ast::Var *var : vars)
    result.append(nb::cast(ast::VarRef(var)));
  return makeArray(std::move(result));
}

std::vector<const ast::Var *> python::findFreeVars(const ast::Expr &root) {
  Vars vars = findVars(root);
  std::vector<const ast::Var *> result;
  for (const ast::Var *var : vars.all)
    if (!vars.bound.contains(var))
      result.push_back(var);
  return result;
}

//===----------------------------------------------------------------------===//
// Type parameters
//===----------------------------------------------------------------------===//

namespace {
struct TypeVars {
  llvm::SetVector<const ast::TypeVar *> all, bound;

  void add(const ast::TypeRef &type) {
    if (!type)
      return;
    if (auto *var = dyn_cast<ast::TypeVar>(type.get())) {
      all.insert(var);
    } else if (auto *tuple = dyn_cast<ast::TupleType>(type.get())) {
      for (const ast::TypeRef &field : tuple->getFields())
        add(field);
    } else if (auto *ref = dyn_cast<ast::RefType>(type.get())) {
      add(ref->getValue());
    } else if (auto *function = dyn_cast<ast::FuncType>(type.get())) {
      for (const auto &param : function->getTypeParams()) {
        all.insert(param.get());
        bound.insert(param.get());
      }
      for (const ast::TypeRef &param : function->getParams())
        add(param);
      add(function->getResult());
    }
  }

  void add(const ast::Expr &root) {
    visitPostOrder(root, [&](const ast::Expr &expr) {
      if (auto *var = dyn_cast<ast::Var>(&expr)) {
        add(var->getAnnotation());
      } else if (auto *call = dyn_cast<ast::Call>(&expr)) {
        for (const ast::TypeRef &type : call->getTypeArgs())
          add(type);
      } else if (auto *function = dyn_cast<ast::Function>(&expr)) {
        for (const auto &param : function->getTypeParams()) {
          all.insert(param.get());
          bound.insert(param.get());
        }
        add(function->getReturnType());
      }
    });
  }
};
} // namespace

// Which: all, bound, or those that are not bound.
static nb::object findTypeVars(nb::handle root, const std::string &which) {
  TypeVars vars;
  if (nb::isinstance<ast::Type>(root))
    vars.add(nb::cast<ast::TypeRef>(root));
  else if (ast::ExprRef expr; nb::try_cast(root, expr) && expr)
    vars.add(*expr);
  else
    raiseArgumentError("expected an expression or a type", root);
  nb::list result;
  for (const ast::TypeVar *var : which == "bound" ? vars.bound : vars.all)
    if (which != "free" || !vars.bound.contains(var))
      result.append(nb::cast(ast::Ref<ast::TypeVar>(var)));
  return makeArray(std::move(result));
}

//===----------------------------------------------------------------------===//
// Well-formedness
//===----------------------------------------------------------------------===//

namespace {
/// Walks through an expression as through its text: what a let or a function
/// binds may neither occur before nor after it. Other variables are free, and a
/// node that scopes share belongs to the first of them.
class ScopeCheck {
public:
  bool run(const ast::Expr &root) {
    steps.push_back({&root, false});
    while (!steps.empty() && isValid) {
      auto [expr, isLeft] = steps.back();
      steps.pop_back();
      if (isLeft)
        forEachBound(*expr, [&](const ast::Var &var) { states[&var] = Left; });
      else if (auto *var = dyn_cast<ast::Var>(expr))
        isValid &= states.try_emplace(var, Free).first->second != Left;
      else if (visited.insert(expr).second)
        enter(*expr);
    }
    return isValid;
  }

private:
  enum State { Free, InScope, Left };

  static void forEachBound(const ast::Expr &expr,
                           llvm::function_ref<void(const ast::Var &)> f) {
    if (auto *let = dyn_cast<ast::Let>(&expr))
      f(*let->getVar());
    else if (auto *function = dyn_cast<ast::Function>(&expr))
      for (const ast::VarRef &param : function->getParams())
        f(*param);
  }

  void enter(const ast::Expr &expr) {
    forEachBound(expr, [&](const ast::Var &var) {
      isValid &= states.try_emplace(&var, InScope).second;
    });
    if (llvm::isa<ast::Let, ast::Function>(expr))
      steps.push_back({&expr, true});
    size_t base = steps.size();
    forEachChildInOrder(expr, [&](const ast::Expr &child) {
      steps.push_back({&child, false});
    });
    std::reverse(steps.begin() + base, steps.end());
  }

  bool isValid = true;
  // Nodes to enter or to leave, the next one last.
  std::vector<std::pair<const ast::Expr *, bool>> steps;
  llvm::DenseSet<const ast::Expr *> visited;
  llvm::DenseMap<const ast::Var *, State> states;
};
} // namespace

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

namespace {
class Substitution : public ast::ExprMutator {
public:
  llvm::DenseMap<const ast::Expr *, ast::ExprRef> replacements;

  /// The expression with the replacements, none of which may be for a variable
  /// that is bound in it.
  ast::ExprRef run(const ast::ExprRef &expr) {
    ast::ExprRef result = mutate(expr);
    if (!problem.empty())
      raiseTVMError(problem);
    return result;
  }

private:
  std::string problem;

  ast::ExprRef rewrite(const ast::Expr &original, ast::ExprRef node) override {
    if (auto *let = dyn_cast<ast::Let>(&original))
      checkBound(*let->getVar(), "Cannot bind an internal variable in let");
    else if (auto *function = dyn_cast<ast::Function>(&original))
      for (const ast::VarRef &param : function->getParams())
        checkBound(*param, "Cannot bind an internal function parameter");
    auto it = replacements.find(&original);
    return it == replacements.end() ? node : it->second;
  }

  void checkBound(const ast::Var &var, const char *message) {
    if (problem.empty() && replacements.contains(&var))
      problem = std::string(message) + ": %" + var.getName().str();
  }
};
} // namespace

static ast::ExprRef bind(Checked<ast::ExprRef> checkedExpr, nb::handle binds) {
  ast::ExprRef expr = checkedExpr.take();
  if (!nb::isinstance<nb::dict>(binds))
    raiseArgumentError("expected a dictionary of variables to expressions",
                       binds);
  Substitution substitution;
  for (auto [var, value] : nb::borrow<nb::dict>(binds)) {
    ast::VarRef from;
    ast::ExprRef to;
    if (!nb::try_cast(var, from) || !from || !nb::try_cast(value, to) || !to)
      raiseTVMError("expected a dictionary of variables to expressions");
    substitution.replacements[from.get()] = std::move(to);
  }
  auto *function = dyn_cast<ast::Function>(expr.get());
  if (!function)
    return substitution.run(expr);

  std::vector<ast::VarRef> params;
  for (const ast::VarRef &param : function->getParams())
    if (!substitution.replacements.contains(param.get()))
      params.push_back(param);
  ast::ExprRef body = substitution.run(function->getBody());
  if (body == function->getBody() &&
      params.size() == function->getParams().size())
    return expr;
  auto make = [&] {
    return ast::make<ast::Function>(params, body, function->getReturnType(),
                                    function->getTypeParams().vec(),
                                    function->getAttrs(), function->getSpan());
  };
  auto result = make();
  // Variables of the values become parameters.
  std::vector<const ast::Var *> freeBefore = findFreeVars(*expr);
  size_t numParams = params.size();
  for (const ast::Var *var : findFreeVars(*result))
    if (!llvm::is_contained(freeBefore, var))
      params.push_back(ast::VarRef(var));
  if (params.size() != numParams)
    result = make();
  return ast::ExprRef(result);
}

void python::bindAnalysis(nb::module_ &m) {
  m.def("post_order", getPostOrder, nb::arg("expr").none());
  m.def("deep_nodes", getDeepNodes);
  m.def(
      "free_vars",
      [](Checked<ast::ExprRef> e) {
        return makeVarArray(findFreeVars(*e.take()));
      },
      nb::arg("expr").none());
  m.def(
      "bound_vars",
      [](Checked<ast::ExprRef> e) {
        return makeVarArray(findVars(*e.take()).bound);
      },
      nb::arg("expr").none());
  m.def(
      "all_vars",
      [](Checked<ast::ExprRef> e) {
        return makeVarArray(findVars(*e.take()).all);
      },
      nb::arg("expr").none());
  m.def("find_type_vars", findTypeVars, nb::arg("root").none(),
        nb::arg("which"));
  m.def(
      "is_well_formed",
      [](Checked<ast::ExprRef> e) { return ScopeCheck().run(*e.take()); },
      nb::arg("expr").none());
  m.def("bind", bind, nb::arg("expr").none(), nb::arg("binds").none());
}
