//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of syntax trees.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Pattern/ExprGraph.h"
#include "PostOrder.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir::relay;
using namespace mlir::relay::pattern;
using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;
using Node = DataflowGraph::Node;

ExprGraph::ExprGraph(const ast::Expr &root, const OperatorTable &operators,
                     ExprGraphOptions options)
    : operators(operators), options(std::move(options)) {
  visit(root);
  for (const ast::Expr *expr : exprs)
    addNode(*expr);
}

//===----------------------------------------------------------------------===//
// The order of nodes
//===----------------------------------------------------------------------===//

void ExprGraph::visit(const ast::Expr &root) {
  // In the order of TVM's visits: the callee before the arguments, and a let
  // variable behind its value.
  exprs = numberItems<const ast::Expr *>(
      &root, numbers, [&](const ast::Expr *expr, auto push) {
        if (auto *call = dyn_cast<ast::Call>(expr)) {
          push(call->getCallee().get(), false);
          for (const ast::ExprRef &arg : call->getArgs())
            push(arg.get(), false);
        } else if (auto *let = dyn_cast<ast::Let>(expr)) {
          letValues[let->getVar().get()] = let->getValue().get();
          push(let->getValue().get(), false);
          push(let->getVar().get(), true);
          push(let->getBody().get(), false);
        } else {
          ast::forEachChild(
              *expr, [&](const ast::Expr &child) { push(&child, false); });
        }
      });
}

static DataflowGraph::Kind getKind(const ast::Expr &expr) {
  using Kind = DataflowGraph::Kind;
  switch (expr.getKind()) {
  case ast::Expr::Kind::Constant:
    return Kind::Constant;
  case ast::Expr::Kind::Tuple:
    return Kind::Tuple;
  case ast::Expr::Kind::Var:
    return Kind::Var;
  case ast::Expr::Kind::GlobalVar:
    return Kind::Global;
  case ast::Expr::Kind::Op:
    return Kind::Op;
  case ast::Expr::Kind::Function:
    return Kind::Function;
  case ast::Expr::Kind::Call:
    return Kind::Call;
  case ast::Expr::Kind::Let:
    return Kind::Let;
  case ast::Expr::Kind::If:
    return Kind::If;
  case ast::Expr::Kind::TupleGetItem:
    return Kind::TupleGetItem;
  case ast::Expr::Kind::RefCreate:
  case ast::Expr::Kind::RefRead:
  case ast::Expr::Kind::RefWrite:
  case ast::Expr::Kind::Constructor:
    return Kind::Other;
  }
  return Kind::Other;
}

void ExprGraph::addNode(const ast::Expr &expr) {
  llvm::SmallVector<Node, 8> children;
  auto add = [&](const ast::Expr &child) {
    children.push_back(numbers.lookup(&child));
  };
  if (auto *call = dyn_cast<ast::Call>(&expr)) {
    add(*call->getCallee());
    for (const ast::ExprRef &arg : call->getArgs())
      add(*arg);
  } else {
    ast::forEachChild(expr, add);
  }
  const ast::Expr *value =
      llvm::isa<ast::Var>(expr) ? letValues.lookup(&expr) : nullptr;
  DataflowGraph::addNode(::getKind(expr), children,
                         value ? numbers.lookup(value) : kNone);
}

//===----------------------------------------------------------------------===//
// Facts about nodes
//===----------------------------------------------------------------------===//

StringRef ExprGraph::getName(Node node) const {
  return llvm::TypeSwitch<const ast::Expr *, StringRef>(exprs[node])
      .Case([](const ast::Op *op) { return op->getName(); })
      .Case([](const ast::Var *var) { return var->getName(); })
      .Case([](const ast::GlobalVar *global) { return global->getName(); })
      .Default(StringRef());
}

int64_t ExprGraph::getIndex(Node node) const {
  return cast<ast::TupleGetItem>(exprs[node])->getIndex();
}

std::optional<ast::Attrs> ExprGraph::getAttrs(Node node) const {
  if (auto *call = dyn_cast<ast::Call>(exprs[node]))
    return operators.normalizeAttrs(*call);
  if (auto *function = dyn_cast<ast::Function>(exprs[node]))
    return function->getAttrs();
  return std::nullopt;
}

std::optional<ast::AttrValue> pattern::getKnownAttr(OperationName op,
                                                    StringRef name) {
  auto *interface = op.getInterface<OperatorInterface>();
  if (!interface)
    return std::nullopt;
  if (name == "TOpPattern")
    return int64_t(interface->getOpPattern());
  if (name == "TOpIsStateful")
    return !op.hasTrait<OpTrait::AlwaysSpeculatableImplTrait>();
  if (name == "TNonComputational")
    return interface->isNonComputational();
  if (name == "TReshapeOp")
    return interface->isReshapeOnly();
  return std::nullopt;
}

std::optional<ast::AttrValue> ExprGraph::getOperatorAttr(Node node,
                                                         StringRef name) const {
  StringRef op = getName(node);
  if (const OperatorTable::Entry *entry = operators.lookup(op))
    if (auto value = getKnownAttr(entry->name, name))
      return value;
  return options.getOperatorAttr ? options.getOperatorAttr(op, name)
                                 : std::nullopt;
}

ast::TypeRef ExprGraph::getType(Node node) const {
  const ast::Expr *expr = exprs[node];
  if (expr->getType() || !options.inferTypes)
    return expr->getType();
  if (!types)
    types = options.inferTypes(*exprs.back());
  // The type of a let is that of what it ends in.
  while (auto *let = dyn_cast<ast::Let>(expr))
    expr = let->getBody().get();
  return types->lookup(expr);
}

bool ExprGraph::isEqual(Node node, const ast::Expr &expr) const {
  if (exprs[node]->getKind() != expr.getKind())
    return false;
  ast::EqualOptions equalOptions;
  equalOptions.normalizeAttrs = [&](const ast::Call &call) {
    return operators.normalizeAttrs(call);
  };
  return ast::areEqual(*exprs[node], expr, equalOptions);
}
