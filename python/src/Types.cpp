//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of the syntax tree, dimensions and spans as Python classes.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "RelayLite/Frontend/DimExpr.h"
#include "RelayLite/Frontend/Printer.h"
#include "RelayLite/Frontend/StructuralEqual.h"
#include "RelayLite/Support/Stack.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::relay;
using namespace mlir::relay::python;
namespace ast = mlir::relay::ast;

const std::type_info &python::getDynamicType(const ast::Type &type) {
  switch (type.getKind()) {
  case ast::Type::Kind::Tensor:
    return typeid(ast::TensorType);
  case ast::Type::Kind::Tuple:
    return typeid(ast::TupleType);
  case ast::Type::Kind::Func:
    return typeid(ast::FuncType);
  case ast::Type::Kind::Ref:
    return typeid(ast::RefType);
  case ast::Type::Kind::TypeVar:
    return typeid(ast::TypeVar);
  case ast::Type::Kind::Incomplete:
    return typeid(ast::IncompleteType);
  case ast::Type::Kind::GlobalTypeVar:
    return typeid(ast::GlobalTypeVar);
  case ast::Type::Kind::TypeCall:
    return typeid(ast::TypeCall);
  case ast::Type::Kind::TypeData:
    return typeid(ast::TypeData);
  case ast::Type::Kind::TypeRelation:
    return typeid(ast::TypeRelation);
  }
  return typeid(ast::Type);
}

//===----------------------------------------------------------------------===//
// Element types and dimensions
//===----------------------------------------------------------------------===//

DType python::getDType(nb::handle value) {
  std::string name;
  if (nb::isinstance<nb::str>(value)) {
    name = getString(value, "the name of an element type");
  } else if (nb::isinstance<nb::type_object>(value)) {
    // float, int, bool, or a class of NumPy.
    name = nb::cast<std::string>(value.attr("__name__"));
    if (name == "float")
      name = "float32";
  } else if (nb::hasattr(value, "name")) {
    name =
        getString(nb::str(value.attr("name")), "the name of an element type");
  } else {
    raiseArgumentError("expected the name of an element type", value);
  }
  std::optional<DType> dtype = DType::parse(name);
  if (!dtype)
    raiseTVMError("unknown type " + name);
  return *dtype;
}

std::vector<nb::object> python::getElements(nb::handle iterable) {
  std::vector<nb::object> result;
  for (nb::handle element : nb::iter(iterable))
    result.push_back(nb::borrow(element));
  return result;
}

std::vector<ast::Dim> python::getShape(nb::handle shape) {
  std::vector<ast::Dim> result;
  auto add = [&](nb::handle dim) {
    nb::handle any = getPythonTypes().any;
    if (any.is_valid() && nb::isinstance(dim, any)) {
      result.push_back(ast::Dim::any());
      return;
    }
    if (nb::isinstance<ast::MetaObject>(dim)) {
      result.push_back(ast::Dim(nb::cast<ast::Ref<ast::MetaObject>>(dim)));
      return;
    }
    PyObject *index = PyNumber_Index(dim.ptr());
    if (!index) {
      clearConversionError();
      raiseArgumentError(
          "expected an integer, a variable or Any() as a dimension", dim);
    }
    int64_t size = PyLong_AsLongLong(index);
    Py_DECREF(index);
    if (size == -1 && PyErr_Occurred())
      throw nb::python_error();
    if (size < 0)
      raiseTVMError("expected a dimension of at least 0, but got " +
                    std::to_string(size));
    result.push_back(size);
  };
  if (PyLong_Check(shape.ptr())) {
    add(shape);
  } else {
    if (!nb::hasattr(shape, "__iter__") && !PySequence_Check(shape.ptr()))
      raiseArgumentError("expected a list of dimensions", shape);
    for (nb::handle dim : nb::iter(shape))
      add(dim);
  }
  return result;
}

nb::object python::toPython(const ast::Dim &dim) {
  if (dim.symbol)
    return nb::cast(dim.symbol);
  if (!dim.isStatic()) {
    nb::handle any = getPythonTypes().any;
    return any.is_valid() ? any() : nb::none();
  }
  return makeIntImm("int32", dim.size);
}

//===----------------------------------------------------------------------===//
// Spans
//===----------------------------------------------------------------------===//

// The span of nodes that are made without one, on this thread.
static thread_local ast::Span defaultSpan;

ast::Span python::getDefaultSpan() { return defaultSpan; }

ast::Span python::getSpan(nb::handle value) {
  if (value.is_none())
    return defaultSpan;
  SpanObject *span;
  if (!nb::try_cast<SpanObject *>(value, span))
    raiseArgumentError("expected a Span", value);
  return span->span;
}

//===----------------------------------------------------------------------===//
// Symbolic dimensions
//===----------------------------------------------------------------------===//

static ast::Ref<ast::MetaObject> makeObject(const std::string &json) {
  llvm::Expected<ast::Ref<ast::MetaGraph>> parsed = ast::MetaGraph::parse(json);
  if (!parsed)
    raiseTVMError(llvm::toString(parsed.takeError()));
  return ast::MetaObject::create(*parsed, (*parsed)->getRoot());
}

// A variable of TIR, as the graph that TVM would write.
static ast::Ref<ast::MetaObject> makeSymbol(const std::string &typeKey,
                                            const std::string &name,
                                            const std::string &dtype) {
  using llvm::json::Array;
  using llvm::json::Object;
  Object var{{"type_key", typeKey},
             {"attrs", Object{{"dtype", dtype},
                              {"name", "2"},
                              {"span", "0"},
                              {"type_annotation", "3"}}}};
  Object text{{"type_key", "runtime.String"}, {"repr_str", name}};
  Object type{{"type_key", "PrimType"}, {"attrs", Object{{"dtype", dtype}}}};
  Object graph{{"root", 1},
               {"nodes", Array{Object{{"type_key", ""}}, std::move(var),
                               std::move(text), std::move(type)}}};
  std::string json;
  llvm::raw_string_ostream(json) << llvm::json::Value(std::move(graph));
  return makeObject(json);
}

// A function of the registry. Nobody asks whether there is one.
static ast::Ref<ast::EnvFunc> makeEnvFunc(const std::string &name) {
  auto graph = ast::make<ast::MetaGraph>();
  ast::MetaGraph::MetaNode node;
  node.typeKey = "EnvFunc";
  node.repr = name;
  unsigned index = graph->addNode(std::move(node));
  ast::Ref<ast::MetaObject> object =
      ast::MetaObject::create(std::move(graph), index);
  return ast::Ref<ast::EnvFunc>(llvm::cast<ast::EnvFunc>(object.get()));
}

// The name of a variable of TIR; empty for other objects.
static std::string getSymbolName(const ast::MetaObject &symbol) {
  const ast::MetaGraph &graph = symbol.getGraph();
  std::optional<unsigned> name = graph.getReference(symbol.getIndex(), "name");
  return name ? graph.getNode(*name).repr : std::string();
}

// A number or a symbolic dimension as an expression; none for other values.
static std::optional<ast::DimExpr> getDimExpr(nb::handle value) {
  ast::Ref<ast::MetaObject> object;
  if (nb::try_cast(value, object))
    return object ? ast::DimExpr::read(*object) : std::nullopt;
  PyObject *index = PyNumber_Index(value.ptr());
  if (!index) {
    clearConversionError();
    return std::nullopt;
  }
  int64_t number = PyLong_AsLongLong(index);
  Py_DECREF(index);
  if (number == -1 && PyErr_Occurred())
    throw nb::python_error();
  return ast::DimExpr(number);
}

// The dimension `lhs op rhs`; NotImplemented if one is no dimension.
static nb::object combineDims(const std::string &op, nb::handle lhs,
                              nb::handle rhs) {
  using Operator = ast::DimExpr::Operator;
  auto kind = llvm::StringSwitch<Operator>(op)
                  .Case("+", Operator::Add)
                  .Case("-", Operator::Sub)
                  .Case("*", Operator::Mul)
                  .Case("//", Operator::FloorDiv)
                  .Default(Operator::FloorMod);
  std::optional<ast::DimExpr> l = getDimExpr(lhs), r = getDimExpr(rhs);
  if (!l || !r)
    return nb::borrow(Py_NotImplemented);
  std::optional<ast::DimExpr> result = ast::DimExpr::combine(kind, *l, *r);
  if (!result)
    raiseTVMError("the dimension (" + l->getText() + ") " + op + " (" +
                  r->getText() +
                  ") is too large, or its divisor is not above 0");
  if (std::optional<int64_t> number = result->getNumber())
    return makeIntImm("int32", *number);
  return toPython(ast::DimObjects().get(*result));
}

// A variable or an expression in TVM's notation, the name of the object, or its
// type.
static std::string getObjectText(const ast::MetaObject &object) {
  if (std::optional<ast::DimExpr> dim = ast::DimExpr::read(object))
    return dim->getText();
  std::string name = getSymbolName(object);
  if (!name.empty())
    return name;
  return "<" + object.getTypeKey().str() + ">";
}

// Equal forms of an expression have the same hash.
static size_t hashObject(const ast::MetaObject &object) {
  std::optional<ast::DimExpr> dim = ast::DimExpr::read(object);
  return std::hash<std::string>()(dim ? dim->getText()
                                      : object.getTypeKey().str());
}

static std::string getText(const ast::Type &type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ast::print(type, os);
  return text;
}

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

// How deep types may nest, which are walked by recursion.
static constexpr unsigned kMaxTypeNesting = 256;

// Check a type that is made of others. Its parts have been checked, so that
// this does not go deep; shared types count once.
template <typename T>
static ast::Ref<T> checkNesting(llvm::IntrusiveRefCntPtr<T> type) {
  llvm::DenseMap<const ast::Type *, unsigned> heights;
  auto measure = [&](const ast::Type &type, auto &&measure) -> unsigned {
    auto found = heights.find(&type);
    if (found != heights.end())
      return found->second;
    unsigned height = 0;
    ast::forEachPart(type, [&](const ast::Type *part) {
      if (part)
        height = std::max(height, measure(*part, measure) + 1);
    });
    return heights[&type] = height;
  };
  NestingLimit limit = getNestingLimit(kMaxTypeNesting);
  if (measure(*type, measure) > limit.depth)
    raiseTVMError("types nest more than " + std::to_string(limit.depth) +
                  " deep" + limit.reason.str());
  return ast::Ref<T>(type);
}

static void bindObjects(nb::module_ &m) {
  nb::class_<ast::Node>(m, "Node", "Anything that is shared by reference.")
      .def(
          "same_as",
          [](nb::handle self, nb::handle other) { return self.is(other); },
          nb::arg("other").none(), "Whether it is the same node.");

  nb::class_<ast::MetaObject, ast::Node>(
      m, "MetaObject", "An object of TVM's that has no notation in text.")
      .def_prop_ro(
          "type_key",
          [](const ast::MetaObject &self) { return self.getTypeKey().str(); })
      .def_prop_ro("name", getSymbolName)
      .def_prop_ro("dtype",
                   [](const ast::MetaObject &self) {
                     return self.getGraph()
                         .getAttr(self.getIndex(), "dtype")
                         .value_or("")
                         .str();
                   })
      .def(
          "__eq__",
          [](const ast::MetaObject &self, nb::object other) {
            ast::Ref<ast::MetaObject> object;
            return nb::try_cast(other, object) && object &&
                   ast::areEqual(self, *object);
          },
          nb::arg("other").none())
      .def("__hash__", hashObject)
      .def("__repr__", getObjectText);
  m.def("make_object", makeObject, nb::arg("json"),
        "The object that is the root of a graph of TVM's in JSON.");
  m.def("combine_dims", combineDims, nb::arg("op"), nb::arg("lhs").none(),
        nb::arg("rhs").none());
  m.def("make_symbol", makeSymbol, nb::arg("type_key"), nb::arg("name"),
        nb::arg("dtype"));

  nb::class_<ast::EnvFunc, ast::MetaObject>(
      m, "EnvFunc", "A function that is known by name; see EnvFunc.get.")
      .def_prop_ro(
          "name", [](const ast::EnvFunc &self) { return self.getName().str(); })
      .def("__repr__", [](const ast::EnvFunc &self) {
        return "EnvFunc(" + self.getName().str() + ")";
      });
  m.def("make_env_func", makeEnvFunc, nb::arg("name"));
}

static void bindSpans(nb::module_ &m) {
  nb::class_<SpanObject>(m, "Span", "A position in a source text.")
      .def(
          "__init__",
          [](SpanObject *self, nb::object source, Checked<unsigned> line,
             Checked<unsigned> endLine, Checked<unsigned> column,
             Checked<unsigned> endColumn) {
            ast::Span span;
            if (!source.is_none()) {
              if (!nb::hasattr(source, "name"))
                raiseArgumentError("expected a SourceName", source);
              span.file = ast::Span::internFile(
                  nb::cast<std::string>(nb::str(source.attr("name"))));
            }
            span.line = line.take();
            span.column = column.take();
            span.setEnd(endLine.take(), endColumn.take());
            new (self) SpanObject{span};
          },
          nb::arg("source_name").none(), nb::arg("line").none(),
          nb::arg("end_line").none(), nb::arg("column").none(),
          nb::arg("end_column").none())
      .def_prop_ro("_file",
                   [](const SpanObject &self) {
                     return self.span.file ? *self.span.file : std::string();
                   })
      .def_prop_ro("line", [](const SpanObject &s) { return s.span.line; })
      .def_prop_ro("end_line",
                   [](const SpanObject &s) { return s.span.getEndLine(); })
      .def_prop_ro("column", [](const SpanObject &s) { return s.span.column; })
      .def_prop_ro("end_column",
                   [](const SpanObject &s) { return s.span.getEndColumn(); });
  m.def(
      "set_default_span",
      [](nb::object span) {
        ast::Span old = defaultSpan;
        defaultSpan = {};
        defaultSpan = getSpan(span);
        return old ? nb::cast(SpanObject{old}) : nb::none();
      },
      nb::arg("span").none(),
      "Set the span of the nodes that this thread makes without one, and "
      "return the one before.");
}

static void bindDataTypes(nb::module_ &m) {
  nb::class_<ast::Type, ast::Node>(m, "Type", "The type of an expression.")
      .def("__str__", getText)
      .def_prop_ro(
          "span", [](const ast::Type &) { return nb::none(); },
          "None: types keep no position.")
      .def("_hash", [](const ast::Type &self) { return ast::hash(self); });

  nb::class_<ast::TensorType, ast::Type>(
      m, "TensorType",
      "TensorType(shape, dtype='float32')\n\nA tensor: dimensions are integers "
      "or Any(); a shape without\ndimensions is that of a scalar.")
      .def(nb::new_([](nb::object shape, nb::object dtype) {
             return ast::Ref<ast::TensorType>(
                 ast::make<ast::TensorType>(getShape(shape), getDType(dtype)));
           }),
           nb::arg("shape").none(), nb::arg("dtype").none() = "float32")
      .def_prop_ro("shape",
                   [](const ast::TensorType &self) {
                     nb::list dims;
                     for (const ast::Dim &dim : self.getShape())
                       dims.append(toPython(dim));
                     return makeArray(std::move(dims));
                   })
      .def_prop_ro(
          "dtype",
          [](const ast::TensorType &self) { return self.getDType().getName(); })
      .def_prop_ro("concrete_shape", [](const ast::TensorType &self) {
        nb::list dims;
        for (const ast::Dim &dim : self.getShape()) {
          if (!dim.isStatic())
            raise(PyExc_TypeError,
                  "the shape " + getText(self) + " is not static");
          dims.append(dim.size);
        }
        return nb::tuple(dims);
      });

  nb::class_<ast::TupleType, ast::Type>(m, "TupleType",
                                        "TupleType(fields)\n\nA tuple.")
      .def(nb::new_([](Checked<std::vector<ast::TypeRef>> fields) {
             return checkNesting(ast::make<ast::TupleType>(fields.take()));
           }),
           nb::arg("fields").none())
      .def_prop_ro("fields", [](const ast::TupleType &self) {
        return makeArray(self.getFields());
      });

  nb::class_<ast::RefType, ast::Type>(m, "RefType",
                                      "RefType(value)\n\nA reference.")
      .def(nb::new_([](Checked<ast::TypeRef> value) {
             return checkNesting(ast::make<ast::RefType>(value.take()));
           }),
           nb::arg("value").none())
      .def_prop_ro("value",
                   [](const ast::RefType &self) { return self.getValue(); });
}

/// Binds a type that has a name and a kind, `defaultKind` if none is given.
template <typename T>
static void bindNamedType(nb::module_ &m, const char *name, const char *doc,
                          unsigned defaultKind) {
  nb::class_<T, ast::Type>(m, name, doc)
      .def(nb::new_([](Checked<std::string> name, Checked<unsigned> kind) {
             return ast::Ref<T>(ast::make<T>(name.take(), kind.take()));
           }),
           nb::arg("name_hint").none(), nb::arg("kind").none() = defaultKind)
      .def_prop_ro("kind", &T::getParamKind)
      .def_prop_ro("name_hint",
                   [](const T &self) { return self.getName().str(); });
}

static void bindTypeVars(nb::module_ &m) {
  bindNamedType<ast::TypeVar>(m, "TypeVar",
                              "TypeVar(name_hint, kind=TypeKind.Type)\n\nA "
                              "type parameter of a function.",
                              ast::TypeVar::kType);
  bindNamedType<ast::GlobalTypeVar>(
      m, "GlobalTypeVar",
      "GlobalTypeVar(name_hint, kind=TypeKind.AdtHandle)\n\nThe name of an "
      "algebraic data type.",
      ast::GlobalTypeVar::kAdtHandle);
  nb::class_<ast::IncompleteType, ast::Type>(
      m, "IncompleteType",
      "IncompleteType(kind=TypeKind.Type)\n\nA type that is to be inferred.")
      .def(nb::new_([](Checked<unsigned> kind) {
             return ast::Ref<ast::IncompleteType>(
                 ast::make<ast::IncompleteType>(kind.take()));
           }),
           nb::arg("kind").none() = ast::TypeVar::kType)
      .def_prop_ro("kind", &ast::IncompleteType::getParamKind);
}

static void bindFunctionTypes(nb::module_ &m) {
  nb::class_<ast::FuncType, ast::Type>(
      m, "FuncType",
      "FuncType(arg_types, ret_type, type_params=None, "
      "type_constraints=None)\n\nA function.")
      .def(nb::new_(
               [](Checked<std::vector<ast::TypeRef>> params,
                  Checked<ast::TypeRef> result,
                  std::optional<Checked<std::vector<ast::Ref<ast::TypeVar>>>>
                      typeParams,
                  std::optional<
                      Checked<std::vector<ast::Ref<ast::TypeConstraint>>>>
                      typeConstraints) {
                 std::vector<ast::TypeRef> relations;
                 if (typeConstraints)
                   for (ast::Ref<ast::TypeConstraint> &relation :
                        typeConstraints->take())
                     relations.push_back(std::move(relation));
                 return checkNesting(ast::make<ast::FuncType>(
                     typeParams ? typeParams->take()
                                : std::vector<ast::Ref<ast::TypeVar>>(),
                     params.take(), result.take(), std::move(relations)));
               }),
           nb::arg("arg_types").none(), nb::arg("ret_type").none(),
           nb::arg("type_params") = nb::none(),
           nb::arg("type_constraints") = nb::none())
      .def_prop_ro(
          "arg_types",
          [](const ast::FuncType &self) { return makeArray(self.getParams()); })
      .def_prop_ro("ret_type",
                   [](const ast::FuncType &self) { return self.getResult(); })
      .def_prop_ro("type_params",
                   [](const ast::FuncType &self) {
                     return makeArray(self.getTypeParams());
                   })
      .def_prop_ro("type_constraints", [](const ast::FuncType &self) {
        return makeArray(self.getConstraints());
      });

  nb::class_<ast::TypeConstraint, ast::Type>(
      m, "TypeConstraint", "What a function type says of its types.");

  nb::class_<ast::TypeRelation, ast::TypeConstraint>(
      m, "TypeRelation",
      "TypeRelation(func, args, num_inputs, attrs)\n\nA relation between "
      "types. InferType does not use it. func may be None.")
      .def(nb::new_([](Checked<std::optional<ast::Ref<ast::EnvFunc>>> function,
                       Checked<std::vector<ast::TypeRef>> args,
                       Checked<int64_t> numInputs, nb::object attrs) {
             return checkNesting(ast::make<ast::TypeRelation>(
                 function.take().value_or(nullptr), args.take(),
                 numInputs.take(), getTypedAttrs(attrs)));
           }),
           nb::arg("func").none(), nb::arg("args").none(),
           nb::arg("num_inputs").none(), nb::arg("attrs").none())
      .def_prop_ro(
          "func",
          [](const ast::TypeRelation &self) { return self.getFunction(); })
      .def_prop_ro("args",
                   [](const ast::TypeRelation &self) {
                     return makeArray(self.getArgs());
                   })
      .def_prop_ro("num_inputs", &ast::TypeRelation::getNumInputs)
      .def_prop_ro("attrs", [](const ast::TypeRelation &self) {
        return toPython(self.getAttrs());
      });
}

static void bindTypeCalls(nb::module_ &m) {
  nb::class_<ast::TypeCall, ast::Type>(
      m, "TypeCall",
      "TypeCall(func, args)\n\nAn algebraic data type with its type arguments.")
      .def(nb::new_([](Checked<ast::TypeRef> callee,
                       Checked<std::vector<ast::TypeRef>> args) {
             return checkNesting(
                 ast::make<ast::TypeCall>(callee.take(), args.take()));
           }),
           nb::arg("func").none(), nb::arg("args").none())
      .def_prop_ro("func",
                   [](const ast::TypeCall &self) { return self.getCallee(); })
      .def_prop_ro("args", [](const ast::TypeCall &self) {
        return makeArray(self.getArgs());
      });
}

void python::bindTypeDefinitions(nb::module_ &m) {
  nb::class_<ast::Constructor, ast::Expr>(
      m, "Constructor",
      "Constructor(name_hint, inputs, belong_to)\n\nA constructor of an "
      "algebraic data type. Functions cannot use it yet.")
      .def(nb::new_([](Checked<std::string> name,
                       Checked<std::vector<ast::TypeRef>> inputs,
                       Checked<ast::Ref<ast::GlobalTypeVar>> belongTo) {
             return ast::Ref<ast::Constructor>(ast::make<ast::Constructor>(
                 name.take(), inputs.take(), belongTo.take()));
           }),
           nb::arg("name_hint").none(), nb::arg("inputs").none(),
           nb::arg("belong_to").none())
      .def_prop_ro(
          "name_hint",
          [](const ast::Constructor &self) { return self.getName().str(); })
      .def_prop_ro("inputs",
                   [](const ast::Constructor &self) {
                     return makeArray(self.getInputs());
                   })
      .def_prop_ro(
          "belong_to",
          [](const ast::Constructor &self) { return self.getBelongTo(); })
      .def_prop_ro("tag", &ast::Constructor::getTag,
                   "The number of the constructor, which begins with a hash of "
                   "the name of its type; -1 outside of a TypeData.");

  nb::class_<ast::TypeData, ast::Type>(
      m, "TypeData",
      "TypeData(header, type_vars, constructors)\n\nThe definition of an "
      "algebraic data type.")
      .def(nb::new_([](Checked<ast::Ref<ast::GlobalTypeVar>> header,
                       Checked<std::vector<ast::Ref<ast::TypeVar>>> typeVars,
                       Checked<std::vector<ast::Ref<ast::Constructor>>>
                           constructors) {
             return checkNesting(ast::make<ast::TypeData>(
                 header.take(), typeVars.take(), constructors.take()));
           }),
           nb::arg("header").none(), nb::arg("type_vars").none(),
           nb::arg("constructors").none())
      .def_prop_ro("header",
                   [](const ast::TypeData &self) { return self.getHeader(); })
      .def_prop_ro("type_vars",
                   [](const ast::TypeData &self) {
                     return makeArray(self.getTypeVars());
                   })
      .def_prop_ro("constructors", [](const ast::TypeData &self) {
        return makeArray(self.getConstructors());
      });
}

void python::bindTypes(nb::module_ &m) {
  bindObjects(m);
  bindSpans(m);
  bindDataTypes(m);
  bindTypeVars(m);
  bindFunctionTypes(m);
  bindTypeCalls(m);
}
