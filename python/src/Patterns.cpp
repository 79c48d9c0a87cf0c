//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dataflow patterns as Python classes.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "Bindings.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::relay;
using namespace mlir::relay::python;
using namespace mlir::relay::pattern;

const std::type_info &python::getDynamicType(const pattern::Pattern &node) {
  using pattern::Pattern;
  switch (node.getKind()) {
  case Pattern::Kind::Alt:
    return typeid(AltPattern);
  case Pattern::Kind::Attr:
    return typeid(AttrPattern);
  case Pattern::Kind::Call:
    return typeid(CallPattern);
  case Pattern::Kind::Constant:
    return typeid(ConstantPattern);
  case Pattern::Kind::DataType:
    return typeid(DataTypePattern);
  case Pattern::Kind::Dominator:
    return typeid(DominatorPattern);
  case Pattern::Kind::Expr:
    return typeid(ExprPattern);
  case Pattern::Kind::Function:
    return typeid(FunctionPattern);
  case Pattern::Kind::If:
    return typeid(IfPattern);
  case Pattern::Kind::Let:
    return typeid(LetPattern);
  case Pattern::Kind::Shape:
    return typeid(ShapePattern);
  case Pattern::Kind::Tuple:
    return typeid(TuplePattern);
  case Pattern::Kind::TupleGetItem:
    return typeid(TupleGetItemPattern);
  case Pattern::Kind::Type:
    return typeid(TypePattern);
  case Pattern::Kind::Var:
    return typeid(VarPattern);
  case Pattern::Kind::Wildcard:
    return typeid(WildcardPattern);
  }
  return typeid(Pattern);
}

// A list of patterns, or None for any.
static PatternList getPatterns(nb::handle value) {
  if (value.is_none())
    return std::nullopt;
  return getNodes(NodeList<Pattern>{nb::borrow(value)}, "patterns");
}

static nb::object toPython(const PatternList &list) {
  if (!list)
    return nb::none();
  return makeArray(llvm::ArrayRef(*list));
}

template <typename T, typename... Args>
static ast::Ref<T> makePattern(Args &&...args) {
  return ast::Ref<T>(ast::make<T>(std::forward<Args>(args)...));
}

using CheckedPattern = Checked<PatternRef>;

static void bindParts(nb::module_ &m) {
  nb::class_<CallPattern, Pattern>(
      m, "CallPattern",
      "CallPattern(op, args)\n\nMatches a call; None as args stands for any.")
      .def(nb::new_([](CheckedPattern op, nb::object args) {
             return makePattern<CallPattern>(op.take(), getPatterns(args));
           }),
           nb::arg("op").none(), nb::arg("args").none())
      .def_prop_ro("op",
                   [](const CallPattern &self) { return self.getCallee(); })
      .def_prop_ro("args", [](const CallPattern &self) {
        return ::toPython(self.getArgs());
      });
  nb::class_<FunctionPattern, Pattern>(
      m, "FunctionPattern",
      "FunctionPattern(params, body)\n\nMatches a function; None as params "
      "stands for any.")
      .def(nb::new_([](nb::object params, CheckedPattern body) {
             return makePattern<FunctionPattern>(getPatterns(params),
                                                 body.take());
           }),
           nb::arg("params").none(), nb::arg("body").none())
      .def_prop_ro("params",
                   [](const FunctionPattern &self) {
                     return ::toPython(self.getParams());
                   })
      .def_prop_ro("body",
                   [](const FunctionPattern &self) { return self.getBody(); });
  nb::class_<IfPattern, Pattern>(
      m, "IfPattern",
      "IfPattern(cond, true_branch, false_branch)\n\nMatches an If.")
      .def(nb::new_([](CheckedPattern cond, CheckedPattern thenBranch,
                       CheckedPattern elseBranch) {
             return makePattern<IfPattern>(cond.take(), thenBranch.take(),
                                           elseBranch.take());
           }),
           nb::arg("cond").none(), nb::arg("true_branch").none(),
           nb::arg("false_branch").none())
      .def_prop_ro("cond",
                   [](const IfPattern &self) { return self.getCondition(); })
      .def_prop_ro("true_branch",
                   [](const IfPattern &self) { return self.getThen(); })
      .def_prop_ro("false_branch",
                   [](const IfPattern &self) { return self.getElse(); });
  nb::class_<LetPattern, Pattern>(
      m, "LetPattern", "LetPattern(var, value, body)\n\nMatches a Let.")
      .def(nb::new_([](CheckedPattern var, CheckedPattern value,
                       CheckedPattern body) {
             return makePattern<LetPattern>(var.take(), value.take(),
                                            body.take());
           }),
           nb::arg("var").none(), nb::arg("value").none(),
           nb::arg("body").none())
      .def_prop_ro("var", [](const LetPattern &self) { return self.getVar(); })
      .def_prop_ro("value",
                   [](const LetPattern &self) { return self.getValue(); })
      .def_prop_ro("body",
                   [](const LetPattern &self) { return self.getBody(); });
  nb::class_<TuplePattern, Pattern>(
      m, "TuplePattern",
      "TuplePattern(fields)\n\nMatches a tuple; None stands for any fields.")
      .def(nb::new_([](nb::object fields) {
             return makePattern<TuplePattern>(getPatterns(fields));
           }),
           nb::arg("fields").none())
      .def_prop_ro("fields", [](const TuplePattern &self) {
        return ::toPython(self.getFields());
      });
  nb::class_<TupleGetItemPattern, Pattern>(
      m, "TupleGetItemPattern",
      "TupleGetItemPattern(tuple_value, index=None)\n\nMatches the projection "
      "of a tuple; None stands for any index, and the field is then -1.")
      .def(nb::new_(
               [](CheckedPattern tuple, Checked<std::optional<int64_t>> index) {
                 return makePattern<TupleGetItemPattern>(
                     tuple.take(),
                     index.take().value_or(TupleGetItemPattern::kAnyIndex));
               }),
           nb::arg("tuple_value").none(), nb::arg("index") = nb::none())
      .def_prop_ro(
          "tuple",
          [](const TupleGetItemPattern &self) { return self.getTuple(); })
      .def_prop_ro("index", [](const TupleGetItemPattern &self) {
        return self.getIndex();
      });
}

static void bindLeaves(nb::module_ &m) {
  nb::class_<ExprPattern, Pattern>(
      m, "ExprPattern",
      "ExprPattern(expr)\n\nMatches expressions that are equal to one.")
      .def(nb::new_([](Checked<ast::ExprRef> expr) {
             return makePattern<ExprPattern>(expr.take());
           }),
           nb::arg("expr").none())
      .def_prop_ro("expr",
                   [](const ExprPattern &self) { return self.getExpr(); });
  nb::class_<VarPattern, Pattern>(
      m, "VarPattern",
      "VarPattern(name_hint='')\n\nMatches a variable, of any name if none is "
      "given.")
      .def(nb::new_([](Checked<std::string> name) {
             return makePattern<VarPattern>(name.take());
           }),
           nb::arg("name_hint").none() = "")
      .def_prop_ro("name",
                   [](const VarPattern &self) { return self.getName().str(); });
  nb::class_<ConstantPattern, Pattern>(
      m, "ConstantPattern", "ConstantPattern()\n\nMatches any constant.")
      .def(nb::new_([] { return makePattern<ConstantPattern>(); }));
  nb::class_<WildcardPattern, Pattern>(m, "WildcardPattern",
                                       "WildcardPattern()\n\nMatches anything.")
      .def(nb::new_([] { return makePattern<WildcardPattern>(); }))
      .def_prop_ro("pattern",
                   [](const WildcardPattern &self) { return self.getTarget(); })
      .def(
          "redirect_to",
          [](const WildcardPattern &self, CheckedPattern pattern) {
            self.redirectTo(pattern.take());
          },
          nb::arg("pat").none(),
          "From now on it matches what the pattern matches, which may contain "
          "this wildcard.");
}

static void bindConditions(nb::module_ &m) {
  nb::class_<AltPattern, Pattern>(
      m, "AltPattern",
      "AltPattern(left, right)\n\nMatches what one of two patterns matches.")
      .def(nb::new_([](CheckedPattern left, CheckedPattern right) {
             return makePattern<AltPattern>(left.take(), right.take());
           }),
           nb::arg("left").none(), nb::arg("right").none())
      .def_prop_ro("left",
                   [](const AltPattern &self) { return self.getLeft(); })
      .def_prop_ro("right",
                   [](const AltPattern &self) { return self.getRight(); });
  nb::class_<AttrPattern, Pattern>(
      m, "AttrPattern",
      "AttrPattern(pattern, attrs)\n\nMatches an operator, call or function "
      "that has attributes.")
      .def(nb::new_([](CheckedPattern pattern, nb::object attrs) {
             return makePattern<AttrPattern>(pattern.take(), getAttrs(attrs));
           }),
           nb::arg("pattern").none(), nb::arg("attrs").none())
      .def_prop_ro("pattern",
                   [](const AttrPattern &self) { return self.getPattern(); })
      .def_prop_ro("attrs", [](const AttrPattern &self) {
        return AttrsObject{"DictAttrs", self.getAttrs()};
      });
  nb::class_<TypePattern, Pattern>(
      m, "TypePattern",
      "TypePattern(pattern, ttype)\n\nMatches what has a type.")
      .def(nb::new_([](CheckedPattern pattern, Checked<ast::TypeRef> type) {
             return makePattern<TypePattern>(pattern.take(), type.take());
           }),
           nb::arg("pattern").none(), nb::arg("ttype").none())
      .def_prop_ro("pattern",
                   [](const TypePattern &self) { return self.getPattern(); })
      .def_prop_ro("type",
                   [](const TypePattern &self) { return self.getType(); });
  nb::class_<DataTypePattern, Pattern>(
      m, "DataTypePattern",
      "DataTypePattern(pattern, dtype)\n\nMatches a tensor of an element type.")
      .def(nb::new_([](CheckedPattern pattern, nb::object dtype) {
             return makePattern<DataTypePattern>(pattern.take(),
                                                 getDType(dtype));
           }),
           nb::arg("pattern").none(), nb::arg("dtype").none())
      .def_prop_ro(
          "pattern",
          [](const DataTypePattern &self) { return self.getPattern(); })
      .def_prop_ro("dtype", [](const DataTypePattern &self) {
        return self.getDType().getName();
      });
  nb::class_<ShapePattern, Pattern>(
      m, "ShapePattern",
      "ShapePattern(pattern, shape)\n\nMatches a tensor of a shape.")
      .def(nb::new_([](CheckedPattern pattern, nb::object shape) {
             return makePattern<ShapePattern>(pattern.take(), getShape(shape));
           }),
           nb::arg("pattern").none(), nb::arg("shape").none())
      .def_prop_ro("pattern",
                   [](const ShapePattern &self) { return self.getPattern(); })
      .def_prop_ro("shape", [](const ShapePattern &self) {
        nb::list dims;
        for (const ast::Dim &dim : self.getShape())
          dims.append(python::toPython(dim));
        return makeArray(std::move(dims));
      });
  nb::class_<DominatorPattern, Pattern>(
      m, "DominatorPattern",
      "DominatorPattern(parent, path, child)\n\nMatches a child from which all "
      "ways lead, over nodes that path matches, to one parent.")
      .def(nb::new_([](CheckedPattern parent, CheckedPattern path,
                       CheckedPattern child) {
             return makePattern<DominatorPattern>(parent.take(), path.take(),
                                                  child.take());
           }),
           nb::arg("parent").none(), nb::arg("path").none(),
           nb::arg("child").none())
      .def_prop_ro(
          "parent",
          [](const DominatorPattern &self) { return self.getParent(); })
      .def_prop_ro("path",
                   [](const DominatorPattern &self) { return self.getPath(); })
      .def_prop_ro("child", [](const DominatorPattern &self) {
        return self.getChild();
      });
}

void python::bindPatterns(nb::module_ &m) {
  using pattern::Pattern;
  nb::class_<Pattern, ast::Node>(m, "DFPattern",
                                 "A pattern of a part of a program.")
      .def("__str__",
           [](const Pattern &self) {
             std::string text;
             llvm::raw_string_ostream os(text);
             print(self, os);
             return text;
           })
      .def("__repr__", [](nb::handle self) { return nb::str(self); });
  bindLeaves(m);
  bindParts(m);
  bindConditions(m);
  bindMatching(m);
}
