//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the nodes from which the operations of a function come.
//
//===----------------------------------------------------------------------===//

#include "NodeReuse.h"
#include "DimNames.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

// Types are compared in MLIR, where comparing converted types costs nothing.
// Null if MLIR has no form for the type.
Type NodeReuse::getType(const ast::TypeRef &type, MLIRContext *context) {
  auto [it, isNew] = types.try_emplace(type.get());
  if (isNew) {
    it->second.node = type;
    ScopedDiagnosticHandler ignore(context, [](Diagnostic &) {});
    if (auto converted = convertType(UnknownLoc::get(context), type);
        succeeded(converted))
      it->second.type = *converted;
  }
  return it->second.type;
}

// In MLIR, symbolic dimensions are dynamic.
bool NodeReuse::haveSameDims(const ast::TypeRef &lhs,
                             const ast::TypeRef &rhs) const {
  return !hasNames || areEqualDims(getDims(lhs), getDims(rhs));
}

bool NodeReuse::areSameTypes(const ast::TypeRef &lhs, const ast::TypeRef &rhs,
                             MLIRContext *context) {
  if (lhs == rhs)
    return true;
  Type type = getType(lhs, context);
  return type && type == getType(rhs, context) && haveSameDims(lhs, rhs);
}

static bool areSame(ast::Span lhs, ast::Span rhs) {
  return lhs.file == rhs.file && lhs.line == rhs.line &&
         lhs.column == rhs.column && lhs.endLine == rhs.endLine &&
         lhs.endColumn == rhs.endColumn;
}

static bool areSame(const ast::VirtualDevice *lhs,
                    const ast::VirtualDevice *rhs) {
  return lhs == rhs || (lhs && rhs && ast::areEqual(*lhs, *rhs));
}

// Operators are the same if their names are, other callees if their nodes are.
static bool areSameCallees(const ast::ExprRef &lhs, const ast::ExprRef &rhs) {
  auto *l = dyn_cast<ast::Op>(lhs.get()), *r = dyn_cast<ast::Op>(rhs.get());
  return l && r ? l->getName() == r->getName() : lhs == rhs;
}

bool NodeReuse::areSame(const ast::Expr &lhs, const ast::Expr &rhs,
                        MLIRContext *context) {
  auto areSameLists = [&](ArrayRef<ast::TypeRef> l, ArrayRef<ast::TypeRef> r) {
    return llvm::equal(l, r, [&](const ast::TypeRef &a, const ast::TypeRef &b) {
      return areSameTypes(a, b, context);
    });
  };
  if (lhs.getKind() != rhs.getKind() ||
      !::areSame(lhs.getSpan(), rhs.getSpan()) ||
      !(areSameTypes(lhs.getType(), rhs.getType(), context) ||
        (keepUntyped && !lhs.getType())))
    return false;
  switch (lhs.getKind()) {
  case ast::Expr::Kind::Constant:
    return cast<ast::Constant>(lhs).getValue() ==
           cast<ast::Constant>(rhs).getValue();
  case ast::Expr::Kind::Tuple:
    return cast<ast::Tuple>(lhs).getFields() ==
           cast<ast::Tuple>(rhs).getFields();
  case ast::Expr::Kind::Function: {
    auto &l = cast<ast::Function>(lhs), &r = cast<ast::Function>(rhs);
    return l.getBody() == r.getBody() && l.getParams() == r.getParams() &&
           l.getTypeParams() == r.getTypeParams() &&
           areSameTypes(l.getReturnType(), r.getReturnType(), context) &&
           ast::areEqual(l.getAttrs(), r.getAttrs());
  }
  case ast::Expr::Kind::Call: {
    auto &l = cast<ast::Call>(lhs), &r = cast<ast::Call>(rhs);
    return l.getArgs() == r.getArgs() &&
           areSameCallees(l.getCallee(), r.getCallee()) &&
           areSameLists(l.getTypeArgs(), r.getTypeArgs()) &&
           ast::areEqual(l.getAttrs(), r.getAttrs());
  }
  case ast::Expr::Kind::Let: {
    auto &l = cast<ast::Let>(lhs), &r = cast<ast::Let>(rhs);
    return l.getVar() == r.getVar() && l.getValue() == r.getValue() &&
           l.getBody() == r.getBody();
  }
  case ast::Expr::Kind::If: {
    auto &l = cast<ast::If>(lhs), &r = cast<ast::If>(rhs);
    return l.getCondition() == r.getCondition() && l.getThen() == r.getThen() &&
           l.getElse() == r.getElse();
  }
  case ast::Expr::Kind::TupleGetItem: {
    auto &l = cast<ast::TupleGetItem>(lhs), &r = cast<ast::TupleGetItem>(rhs);
    return l.getTuple() == r.getTuple() && l.getIndex() == r.getIndex();
  }
  case ast::Expr::Kind::RefCreate:
    return cast<ast::RefCreate>(lhs).getValue() ==
           cast<ast::RefCreate>(rhs).getValue();
  case ast::Expr::Kind::RefRead:
    return cast<ast::RefRead>(lhs).getRef() == cast<ast::RefRead>(rhs).getRef();
  case ast::Expr::Kind::RefWrite: {
    auto &l = cast<ast::RefWrite>(lhs), &r = cast<ast::RefWrite>(rhs);
    return l.getRef() == r.getRef() && l.getValue() == r.getValue();
  }
  case ast::Expr::Kind::Var:
  case ast::Expr::Kind::GlobalVar:
  case ast::Expr::Kind::Op:
  case ast::Expr::Kind::Constructor:
    return false;
  }
  llvm_unreachable("a kind of node");
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

bool NodeReuse::staysUnannotated(Location loc) const {
  auto *function = keepUntyped && origins
                       ? dyn_cast_or_null<ast::Function>(origins->lookup(loc))
                       : nullptr;
  return function && !function->getReturnType();
}

std::vector<ast::Ref<ast::TypeVar>>
NodeReuse::findTypeVars(Location loc, ArrayAttr names) const {
  const ast::Expr *origin = origins ? origins->lookup(loc) : nullptr;
  auto *function = dyn_cast_or_null<ast::Function>(origin);
  if (!function ||
      !llvm::equal(function->getTypeParams(),
                   names.getAsValueRange<StringAttr>(),
                   [](const ast::Ref<ast::TypeVar> &var, StringRef name) {
                     return var->getName() == name;
                   }))
    return {};
  return function->getTypeParams().vec();
}

ast::VarRef NodeReuse::findVar(Location loc, StringRef name, Type type,
                               const ast::TypeRef &node,
                               const ast::VirtualDevice *device) {
  const ast::Expr *origin = origins ? origins->lookup(loc) : nullptr;
  if (auto *let = dyn_cast_or_null<ast::Let>(origin))
    origin = let->getVar().get();
  auto *var = dyn_cast_or_null<ast::Var>(origin);
  if (!var || var->getName() != name)
    return nullptr;
  const ast::TypeRef &annotation = var->getAnnotation();
  bool isSame = annotation ? getType(annotation, type.getContext()) == type &&
                                 haveSameDims(annotation, node)
                           : keepUntyped;
  if (!isSame || !::areSame(var->getVirtualDevice().get(), device) ||
      !found.insert(var).second)
    return nullptr;
  return var;
}

ast::ExprRef NodeReuse::find(Location loc, const ast::Expr &made) {
  const ast::Expr *origin = origins ? origins->lookup(loc) : nullptr;
  if (!origin || !areSame(*origin, made, loc.getContext()) ||
      !found.insert(origin).second)
    return nullptr;
  return origin;
}
