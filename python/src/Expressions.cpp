//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions of the syntax tree as Python classes.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RelayLite/Frontend/StructuralEqual.h"

using namespace mlir::relay;
using namespace mlir::relay::python;
namespace ast = mlir::relay::ast;
using llvm::isa;

const std::type_info &python::getDynamicType(const ast::Expr &expr) {
  switch (expr.getKind()) {
  case ast::Expr::Kind::Constant:
    return typeid(ast::Constant);
  case ast::Expr::Kind::Tuple:
    return typeid(ast::Tuple);
  case ast::Expr::Kind::Var:
    return typeid(ast::Var);
  case ast::Expr::Kind::GlobalVar:
    return typeid(ast::GlobalVar);
  case ast::Expr::Kind::Op:
    return typeid(ast::Op);
  case ast::Expr::Kind::Function:
    return typeid(ast::Function);
  case ast::Expr::Kind::Call:
    return typeid(ast::Call);
  case ast::Expr::Kind::Let:
    return typeid(ast::Let);
  case ast::Expr::Kind::If:
    return typeid(ast::If);
  case ast::Expr::Kind::TupleGetItem:
    return typeid(ast::TupleGetItem);
  case ast::Expr::Kind::RefCreate:
    return typeid(ast::RefCreate);
  case ast::Expr::Kind::RefRead:
    return typeid(ast::RefRead);
  case ast::Expr::Kind::RefWrite:
    return typeid(ast::RefWrite);
  case ast::Expr::Kind::Constructor:
    return typeid(ast::Constructor);
  }
  return typeid(ast::Expr);
}

// The annotation of a variable: a type, a scalar type by its name, or none.
static ast::TypeRef getAnnotation(nb::handle value) {
  if (value.is_none())
    return nullptr;
  if (nb::isinstance<nb::str>(value))
    return ast::make<ast::TensorType>(std::vector<ast::Dim>(), getDType(value));
  ast::TypeRef type;
  if (!nb::try_cast(value, type))
    raiseArgumentError("expected a type", value);
  return type;
}

static void bindLeaves(nb::module_ &m) {
  nb::class_<ast::Constant, ast::Expr>(
      m, "Constant",
      "Constant(data, span=None)\n\nA tensor that is known; see const().")
      .def(nb::new_([](nb::object data, nb::object span) {
             return ast::Ref<ast::Constant>(
                 ast::make<ast::Constant>(getNDArray(data), getSpan(span)));
           }),
           nb::arg("data").none(), nb::arg("span") = nb::none())
      .def_prop_ro("data", [](const ast::Constant &self) {
        return NDArrayObject{self.getValue()};
      });

  nb::class_<VarId>(m, "Id", "The identity of a variable.")
      .def_prop_ro("name_hint",
                   [](const VarId &self) { return self.var->getName().str(); })
      .def(
          "__eq__",
          [](const VarId &self, nb::object other) {
            VarId *id;
            return nb::try_cast<VarId *>(other, id) && id &&
                   id->var == self.var;
          },
          nb::arg("other").none())
      .def("same_as", [](const VarId &self,
                         const VarId &other) { return self.var == other.var; })
      .def("__hash__", [](const VarId &self) {
        return reinterpret_cast<uintptr_t>(self.var.get()) >> 4;
      });

  nb::class_<ast::Var, ast::Expr>(
      m, "Var",
      "Var(name_hint, type_annotation=None, span=None)\n\nA local variable. "
      "Its name is a hint.")
      .def(nb::new_([](nb::object name, nb::object type, nb::object span) {
             std::string text;
             if (nb::isinstance<VarId>(name))
               text = nb::cast<VarId &>(name).var->getName().str();
             else if (!nb::try_cast(name, text))
               raiseArgumentError("expected a name", name);
             return ast::VarRef(ast::make<ast::Var>(
                 std::move(text), getAnnotation(type), getSpan(span)));
           }),
           nb::arg("name_hint").none(), nb::arg("type_annotation") = nb::none(),
           nb::arg("span") = nb::none())
      .def_prop_ro("name_hint",
                   [](const ast::Var &self) { return self.getName().str(); })
      .def_prop_ro(
          "vid", [](const ast::Var &self) { return VarId{ast::VarRef(&self)}; })
      .def_prop_ro("type_annotation",
                   [](const ast::Var &self) { return self.getAnnotation(); });

  nb::class_<ast::GlobalVar, ast::Expr>(
      m, "GlobalVar", "GlobalVar(name_hint)\n\nA global function, by name.")
      .def(nb::new_([](Checked<std::string> name,
                       std::optional<Checked<ast::TypeRef>> type) {
             if (type)
               type->take();
             return ast::Ref<ast::GlobalVar>(
                 ast::make<ast::GlobalVar>(name.take()));
           }),
           nb::arg("name_hint").none(), nb::arg("type_annot") = nb::none())
      .def_prop_ro("name_hint", [](const ast::GlobalVar &self) {
        return self.getName().str();
      });

  nb::class_<ast::Op, ast::Expr>(m, "Op", "An operator of Relay.")
      .def_prop_ro("name",
                   [](const ast::Op &self) { return self.getName().str(); });
}

// The type arguments of a call. Those of an operator are the types of its
// arguments, once all of them are inferred.
static NodeArray<ast::Type> getTypeArgs(const ast::Call &call) {
  std::vector<ast::TypeRef> types = call.getTypeArgs().vec();
  if (types.empty() && call.getType() && isa<ast::Op>(*call.getCallee())) {
    for (const ast::ExprRef &arg : call.getArgs())
      types.push_back(arg->getType());
    if (llvm::is_contained(types, nullptr))
      types.clear();
  }
  return makeArray(llvm::ArrayRef(types));
}

static void bindCompounds(nb::module_ &m) {
  nb::class_<ast::Tuple, ast::Expr>(m, "Tuple",
                                    "Tuple(fields, span=None)\n\nA tuple.")
      .def(nb::new_([](NodeList<ast::Expr> fields, nb::object span) {
             return ast::Ref<ast::Tuple>(ast::make<ast::Tuple>(
                 getNodes(fields, "expressions as fields of a tuple"),
                 getSpan(span)));
           }),
           nb::arg("fields").none(), nb::arg("span") = nb::none())
      .def_prop_ro("fields", [](const ast::Tuple &self) {
        return makeArray(self.getFields());
      });

  nb::class_<ast::TupleGetItem, ast::Expr>(
      m, "TupleGetItem",
      "TupleGetItem(tuple_value, index, span=None)\n\nA field of a tuple.")
      .def(nb::new_([](Checked<ast::ExprRef> tuple, Checked<int64_t> index,
                       nb::object span) {
             return ast::Ref<ast::TupleGetItem>(ast::make<ast::TupleGetItem>(
                 tuple.take(), index.take(), getSpan(span)));
           }),
           nb::arg("tuple_value").none(), nb::arg("index").none(),
           nb::arg("span") = nb::none())
      .def_prop_ro(
          "tuple_value",
          [](const ast::TupleGetItem &self) { return self.getTuple(); })
      .def_prop_ro("index", [](const ast::TupleGetItem &self) {
        return self.getIndex();
      });

  nb::class_<ast::Call, ast::Expr>(
      m, "Call",
      "Call(op, args, attrs=None, type_args=None, span=None)\n\nA call of an "
      "operator, a global function or the value of an expression.")
      .def(nb::new_(
               [](Checked<ast::ExprRef> op, NodeList<ast::Expr> args,
                  nb::object attrs,
                  std::optional<Checked<std::vector<ast::TypeRef>>> typeArgs,
                  nb::object span) {
                 ast::ExprRef callee = op.take();
                 return ast::Ref<ast::Call>(ast::make<ast::Call>(
                     callee,
                     getNodes(args, "expressions as arguments of a call"),
                     getCallAttrs(callee, attrs),
                     typeArgs ? typeArgs->take() : std::vector<ast::TypeRef>(),
                     getSpan(span)));
               }),
           nb::arg("op").none(), nb::arg("args").none(),
           nb::arg("attrs") = nb::none(), nb::arg("type_args") = nb::none(),
           nb::arg("span") = nb::none())
      .def_prop_ro("op", [](const ast::Call &self) { return self.getCallee(); })
      .def_prop_ro(
          "args",
          [](const ast::Call &self) { return makeArray(self.getArgs()); })
      .def_prop_ro("attrs", getAttrsOfCall)
      .def_prop_ro("type_args", getTypeArgs);

  nb::class_<ast::Let, ast::Expr>(
      m, "Let",
      "Let(variable, value, body, span=None)\n\nA binding of a variable.")
      .def(nb::new_([](Checked<ast::VarRef> var, Checked<ast::ExprRef> value,
                       Checked<ast::ExprRef> body, nb::object span) {
             return ast::Ref<ast::Let>(ast::make<ast::Let>(
                 var.take(), value.take(), body.take(), getSpan(span)));
           }),
           nb::arg("variable").none(), nb::arg("value").none(),
           nb::arg("body").none(), nb::arg("span") = nb::none())
      .def_prop_ro("var", [](const ast::Let &self) { return self.getVar(); })
      .def_prop_ro("value",
                   [](const ast::Let &self) { return self.getValue(); })
      .def_prop_ro("body", [](const ast::Let &self) { return self.getBody(); });

  nb::class_<ast::If, ast::Expr>(
      m, "If",
      "If(cond, true_branch, false_branch, span=None)\n\nA branch on a scalar "
      "boolean.")
      .def(nb::new_([](Checked<ast::ExprRef> cond,
                       Checked<ast::ExprRef> thenBranch,
                       Checked<ast::ExprRef> elseBranch, nb::object span) {
             return ast::Ref<ast::If>(
                 ast::make<ast::If>(cond.take(), thenBranch.take(),
                                    elseBranch.take(), getSpan(span)));
           }),
           nb::arg("cond").none(), nb::arg("true_branch").none(),
           nb::arg("false_branch").none(), nb::arg("span") = nb::none())
      .def_prop_ro("cond",
                   [](const ast::If &self) { return self.getCondition(); })
      .def_prop_ro("true_branch",
                   [](const ast::If &self) { return self.getThen(); })
      .def_prop_ro("false_branch",
                   [](const ast::If &self) { return self.getElse(); });
}

static void bindFunctions(nb::module_ &m) {
  // BaseFunc has no counterpart here: functions of TIR are not Relay's.
  nb::class_<ast::Function, ast::Expr>(
      m, "Function",
      "Function(params, body, ret_type=None, type_params=None, attrs=None, "
      "span=None)\n\nA function.")
      .def(nb::new_(
               [](NodeList<ast::Var> params, Checked<ast::ExprRef> body,
                  std::optional<Checked<ast::TypeRef>> retType,
                  std::optional<Checked<std::vector<ast::Ref<ast::TypeVar>>>>
                      typeParams,
                  nb::object attrs, nb::object span) {
                 return ast::Ref<ast::Function>(ast::make<ast::Function>(
                     getNodes(params, "variables as parameters of a function"),
                     body.take(), retType ? retType->take() : nullptr,
                     typeParams ? typeParams->take()
                                : std::vector<ast::Ref<ast::TypeVar>>(),
                     getAttrs(attrs), getSpan(span)));
               }),
           nb::arg("params").none(), nb::arg("body").none(),
           nb::arg("ret_type") = nb::none(),
           nb::arg("type_params") = nb::none(), nb::arg("attrs") = nb::none(),
           nb::arg("span") = nb::none())
      .def_prop_ro(
          "params",
          [](const ast::Function &self) { return makeArray(self.getParams()); })
      .def_prop_ro("body",
                   [](const ast::Function &self) { return self.getBody(); })
      .def_prop_ro(
          "ret_type",
          [](const ast::Function &self) { return self.getReturnType(); })
      .def_prop_ro("type_params",
                   [](const ast::Function &self) {
                     return makeArray(self.getTypeParams());
                   })
      .def_prop_ro("attrs",
                   [](const ast::Function &self) -> nb::object {
                     if (self.getAttrs().empty())
                       return nb::none();
                     return nb::cast(AttrsObject{"DictAttrs", self.getAttrs()});
                   })
      .def(
          "_with_attrs",
          [](const ast::Function &self, nb::object attrs) {
            return ast::Ref<ast::Function>(ast::make<ast::Function>(
                self.getParams().vec(), self.getBody(), self.getReturnType(),
                self.getTypeParams().vec(), getAttrs(attrs), self.getSpan()));
          },
          nb::arg("attrs").none());
}

static void bindReferences(nb::module_ &m) {
  nb::class_<ast::RefCreate, ast::Expr>(
      m, "RefCreate", "RefCreate(value, span=None)\n\nA new reference.")
      .def(nb::new_([](Checked<ast::ExprRef> value, nb::object span) {
             return ast::Ref<ast::RefCreate>(
                 ast::make<ast::RefCreate>(value.take(), getSpan(span)));
           }),
           nb::arg("value").none(), nb::arg("span") = nb::none())
      .def_prop_ro("value",
                   [](const ast::RefCreate &self) { return self.getValue(); });
  nb::class_<ast::RefRead, ast::Expr>(
      m, "RefRead", "RefRead(ref, span=None)\n\nWhat a reference holds.")
      .def(nb::new_([](Checked<ast::ExprRef> ref, nb::object span) {
             return ast::Ref<ast::RefRead>(
                 ast::make<ast::RefRead>(ref.take(), getSpan(span)));
           }),
           nb::arg("ref").none(), nb::arg("span") = nb::none())
      .def_prop_ro("ref",
                   [](const ast::RefRead &self) { return self.getRef(); });
  nb::class_<ast::RefWrite, ast::Expr>(
      m, "RefWrite",
      "RefWrite(ref, value, span=None)\n\nPuts a value into a reference; "
      "yields the empty tuple.")
      .def(nb::new_([](Checked<ast::ExprRef> ref, Checked<ast::ExprRef> value,
                       nb::object span) {
             return ast::Ref<ast::RefWrite>(ast::make<ast::RefWrite>(
                 ref.take(), value.take(), getSpan(span)));
           }),
           nb::arg("ref").none(), nb::arg("value").none(),
           nb::arg("span") = nb::none())
      .def_prop_ro("ref",
                   [](const ast::RefWrite &self) { return self.getRef(); })
      .def_prop_ro("value",
                   [](const ast::RefWrite &self) { return self.getValue(); });
}

void python::bindExpressions(nb::module_ &m) {
  nb::class_<ast::Expr, ast::Node>(m, "RelayExpr", "An expression of Relay.")
      .def_prop_ro("span",
                   [](const ast::Expr &self) -> nb::object {
                     if (!self.getSpan())
                       return nb::none();
                     return nb::cast(SpanObject{self.getSpan()});
                   })
      .def_prop_ro("_checked_type_",
                   [](const ast::Expr &self) { return self.getType(); })
      .def_prop_ro(
          "checked_type",
          [](const ast::Expr &self) {
            if (!self.getType())
              raise(PyExc_ValueError, "The type checker has not populated the "
                                      "checked_type for this node");
            return self.getType();
          },
          "The type that InferType found; a ValueError before it has run.")
      .def("_set_checked_type", [](const ast::Expr &self, ast::TypeRef type) {
        const_cast<ast::Expr &>(self).setType(std::move(type));
      });
  bindLeaves(m);
  bindCompounds(m);
  bindFunctions(m);
  bindReferences(m);
}
