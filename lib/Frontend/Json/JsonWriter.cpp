//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writing TVM's JSON form of programs.
//
//===----------------------------------------------------------------------===//

#include "AttrsObjects.h"
#include "MetaGraphBuilder.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

namespace {

class JsonWriter : private ExprVisitor {
public:
  explicit JsonWriter(const OperatorTable &operators) : operators(operators) {}

  Error write(const JsonDocument &document, raw_ostream &os);

private:
  unsigned addExpr(const Expr &expr) {
    visit(expr);
    return nodes.lookup(&expr);
  }
  unsigned addExprs(ArrayRef<ExprRef> exprs);
  unsigned addVars(ArrayRef<VarRef> vars);
  unsigned addModule(const Module &module, const JsonDocument &document);
  std::pair<unsigned, unsigned> addDefinitions(const TypeTable &table);
  unsigned addType(const Type *type);
  template <typename RangeT>
  unsigned addTypes(const RangeT &types);
  unsigned makeType(const Type &type);
  unsigned addSpan(Span span);
  unsigned addValue(const AttrValue &value);
  /// Without attributes the reference is null, as in TVM.
  unsigned addDictAttrs(const Attrs &attrs) {
    return attrs.empty() ? 0 : makeDictAttrs(attrs);
  }
  unsigned makeDictAttrs(const Attrs &attrs);
  unsigned addCallAttrs(const Call &call);
  void fail(const Twine &text) {
    if (message.empty())
      message = text.str();
  }

  /// Makes the node of an expression from its own fields and the common ones.
  void finish(const Expr &expr, StringRef typeKey, MetaFields fields);
  void visitConstant(const Constant &constant) override;
  void visitTuple(const Tuple &tuple) override;
  void visitVar(const Var &var) override;
  void visitGlobalVar(const GlobalVar &var) override;
  void visitOp(const Op &op) override;
  void visitFunction(const Function &function) override;
  void visitCall(const Call &call) override;
  void visitLet(const Let &let) override;
  void visitIf(const If &branch) override;
  void visitTupleGetItem(const TupleGetItem &get) override;
  void visitRefCreate(const RefCreate &ref) override;
  void visitRefRead(const RefRead &ref) override;
  void visitRefWrite(const RefWrite &ref) override;
  void visitConstructor(const Constructor &constructor) override;

  const OperatorTable &operators;
  MetaGraphBuilder builder;
  bool usesStorage = false;
  DenseMap<const Expr *, unsigned> nodes;
  // The identities of variables.
  DenseMap<const Expr *, unsigned> ids;
  DenseMap<const Type *, unsigned> types;
  // Each operator and each global is one object, whichever nodes refer to it.
  StringMap<unsigned> ops, globals;
  DenseMap<const std::string *, unsigned> sources;
  // Nodes are identified by their addresses, so these nodes must live as long.
  std::vector<Ref<GlobalVar>> ownGlobals;
  std::string message;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

unsigned JsonWriter::addValue(const AttrValue &value) {
  return builder.addValue(
      value, [&](const Expr &expr, bool isIdentity) -> unsigned {
        if (isIdentity) {
          addExpr(expr);
          return ids.lookup(&expr);
        }
        // Others could have attributes with expressions again, and so on.
        if (isa<Constant, Var, GlobalVar, Op>(expr))
          return addExpr(expr);
        fail("the expressions in attributes can be constants, variables and "
             "operators only");
        return 0;
      });
}

unsigned JsonWriter::addSpan(Span span) {
  if (!span)
    return 0;
  unsigned source = 0;
  if (span.file) {
    auto [it, isNew] = sources.try_emplace(span.file, 0);
    if (isNew) {
      it->second = builder.addNode("SourceName");
      builder.addRepr(it->second, *span.file);
    }
    source = it->second;
  }
  return builder.addNode("Span", MetaFields()
                                     .add("column", span.column)
                                     .add("end_column", span.getEndColumn())
                                     .add("end_line", span.getEndLine())
                                     .add("line", span.line)
                                     .add("source_name", source));
}

unsigned JsonWriter::makeDictAttrs(const Attrs &attrs) {
  std::vector<std::string> keys;
  SmallVector<unsigned> values;
  for (const NamedAttr &attr : attrs) {
    keys.push_back(attr.name);
    values.push_back(addValue(attr.value));
  }
  return builder.addNode(
      "DictAttrs", MetaFields().add("__dict__", builder.addMap(keys, values)));
}

unsigned JsonWriter::addCallAttrs(const Call &call) {
  const Attrs &attrs = call.getAttrs();
  if (attrs.size() == 1 && attrs.front().name.empty())
    return addValue(attrs.front().value);
  auto *op = dyn_cast<Op>(call.getCallee().get());
  const OperatorTable::Entry *entry =
      op ? operators.lookup(op->getName()) : nullptr;
  std::optional<AttrsType> type =
      entry ? AttrsType::lookup(entry->relayName) : std::nullopt;
  if (!type)
    return addDictAttrs(attrs);
  Expected<AttrsObject> object =
      AttrsObject::create(call, *type, *entry, operators);
  if (object)
    return object->addTo(builder,
                         [&](const Expr &expr) { return addExpr(expr); });
  fail(toString(object.takeError()));
  return 0;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Children first, with a stack of types that wait for their children.
unsigned JsonWriter::addType(const Type *root) {
  if (!root)
    return 0;
  if (unsigned node = types.lookup(root))
    return node;
  SmallVector<PointerIntPair<const Type *, 1, bool>> stack;
  stack.push_back({root, false});
  while (!stack.empty()) {
    auto &top = stack.back();
    const Type *type = top.getPointer();
    if (top.getInt() || types.contains(type)) {
      stack.pop_back();
      if (!types.contains(type))
        types[type] = makeType(*type);
      continue;
    }
    top.setInt(true);
    forEachPart(*type, [&](const Type *child) {
      if (child)
        stack.push_back({child, false});
    });
  }
  return types.lookup(root);
}

template <typename RangeT>
unsigned JsonWriter::addTypes(const RangeT &range) {
  SmallVector<unsigned> elements;
  for (const auto &type : range)
    elements.push_back(addType(type.get()));
  return builder.addArray(elements);
}

unsigned JsonWriter::makeType(const Type &type) {
  MetaFields fields;
  fields.add("span", "0");
  return TypeSwitch<const Type *, unsigned>(&type)
      .Case([&](const TensorType *tensor) {
        SmallVector<unsigned> shape;
        for (const Dim &dim : tensor->getShape()) {
          if (dim.symbol)
            shape.push_back(builder.addObject(*dim.symbol));
          else if (dim.isStatic())
            shape.push_back(builder.addInteger(dim.size));
          else
            shape.push_back(builder.addNode(
                "tir.Any",
                MetaFields().add("dtype", "int32").add("span", "0")));
        }
        fields.add("dtype", tensor->getDType().getName());
        fields.add("shape", builder.addArray(shape));
        return builder.addNode("relay.TensorType", fields);
      })
      .Case([&](const TupleType *tuple) {
        fields.add("fields", addTypes(tuple->getFields()));
        return builder.addNode("TupleType", fields);
      })
      .Case([&](const FuncType *function) {
        fields.add("arg_types", addTypes(function->getParams()));
        fields.add("ret_type", addType(function->getResult().get()));
        fields.add("type_constraints", addTypes(function->getConstraints()));
        fields.add("type_params", addTypes(function->getTypeParams()));
        return builder.addNode("FuncType", fields);
      })
      .Case([&](const ast::RefType *ref) {
        fields.add("value", addType(ref->getValue().get()));
        return builder.addNode("relay.RefType", fields);
      })
      .Case([&](const TypeVar *var) {
        fields.add("kind", utostr(var->getParamKind()));
        fields.add("name_hint", builder.addString(var->getName()));
        return builder.addNode("TypeVar", fields);
      })
      .Case([&](const GlobalTypeVar *var) {
        usesStorage |= isStorageType(*var);
        return builder.addNode(
            "GlobalTypeVar",
            MetaFields()
                .add("kind", utostr(var->getParamKind()))
                .add("name_hint", builder.addString(var->getName())));
      })
      .Case([&](const TypeCall *call) {
        fields.add("args", addTypes(call->getArgs()));
        fields.add("func", addType(call->getCallee().get()));
        return builder.addNode("TypeCall", fields);
      })
      .Case([&](const TypeData *data) {
        SmallVector<unsigned> constructors;
        for (const Ref<Constructor> &constructor : data->getConstructors())
          constructors.push_back(addExpr(*constructor));
        return builder.addNode(
            "relay.TypeData",
            MetaFields()
                .add("constructors", builder.addArray(constructors))
                .add("header", addType(data->getHeader().get()))
                .add("span", addSpan(data->getSpan()))
                .add("type_vars", addTypes(data->getTypeVars())));
      })
      .Case([&](const TypeRelation *relation) {
        fields.add("args", addTypes(relation->getArgs()));
        fields.add("attrs", addDictAttrs(relation->getAttrs()));
        fields.add("func", relation->getFunction()
                               ? builder.addObject(*relation->getFunction())
                               : 0u);
        fields.add("num_inputs", itostr(relation->getNumInputs()));
        return builder.addNode("TypeRelation", fields);
      })
      .Case([&](const IncompleteType *incomplete) {
        fields.add("kind", utostr(incomplete->getParamKind()));
        return builder.addNode("IncompleteType", fields);
      });
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void JsonWriter::finish(const Expr &expr, StringRef typeKey,
                        MetaFields fields) {
  fields.add("_checked_type_", addType(expr.getType().get()));
  fields.add("span", addSpan(expr.getSpan()));
  auto *var = dyn_cast<Var>(&expr);
  fields.add("virtual_device_",
             var && var->getVirtualDevice()
                 ? builder.addObject(*var->getVirtualDevice())
                 : builder.getAnyDevice());
  nodes[&expr] = builder.addNode(typeKey, fields);
}

unsigned JsonWriter::addExprs(ArrayRef<ExprRef> exprs) {
  SmallVector<unsigned> elements;
  for (const ExprRef &expr : exprs)
    elements.push_back(addExpr(*expr));
  return builder.addArray(elements);
}

unsigned JsonWriter::addVars(ArrayRef<VarRef> vars) {
  SmallVector<unsigned> elements;
  for (const VarRef &var : vars)
    elements.push_back(addExpr(*var));
  return builder.addArray(elements);
}

void JsonWriter::visitConstant(const Constant &constant) {
  finish(constant, "relay.Constant",
         MetaFields().add("data", builder.addNDArray(constant.getValue())));
}

void JsonWriter::visitTuple(const Tuple &tuple) {
  finish(tuple, "relay.Tuple",
         MetaFields().add("fields", addExprs(tuple.getFields())));
}

void JsonWriter::visitVar(const Var &var) {
  unsigned name = builder.addString(var.getName());
  unsigned id = ids[&var] =
      builder.addNode("relay.Id", MetaFields().add("name_hint", name));
  finish(var, "relay.Var",
         MetaFields().add("vid", id).add("type_annotation",
                                         addType(var.getAnnotation().get())));
}

void JsonWriter::visitGlobalVar(const GlobalVar &var) {
  unsigned &node = globals[var.getName()];
  if (!node) {
    finish(var, "GlobalVar",
           MetaFields()
               .add("name_hint", builder.addString(var.getName()))
               .add("struct_info_", "0"));
    node = nodes[&var];
  }
  nodes[&var] = node;
}

void JsonWriter::visitOp(const Op &op) {
  unsigned &node = ops[op.getName()];
  if (!node) {
    node = builder.addNode("Op");
    builder.addRepr(node, op.getName());
  }
  nodes[&op] = node;
}

void JsonWriter::visitFunction(const Function &function) {
  finish(function, "relay.Function",
         MetaFields()
             .add("attrs", addDictAttrs(function.getAttrs()))
             .add("body", addExpr(*function.getBody()))
             .add("params", addVars(function.getParams()))
             .add("ret_type", addType(function.getReturnType().get()))
             .add("type_params", addTypes(function.getTypeParams())));
}

void JsonWriter::visitCall(const Call &call) {
  finish(call, "relay.Call",
         MetaFields()
             .add("args", addExprs(call.getArgs()))
             .add("attrs", addCallAttrs(call))
             .add("op", addExpr(*call.getCallee()))
             .add("type_args", addTypes(call.getTypeArgs())));
}

void JsonWriter::visitLet(const Let &let) {
  finish(let, "relay.Let",
         MetaFields()
             .add("body", addExpr(*let.getBody()))
             .add("value", addExpr(*let.getValue()))
             .add("var", addExpr(*let.getVar())));
}

void JsonWriter::visitIf(const If &branch) {
  finish(branch, "relay.If",
         MetaFields()
             .add("cond", addExpr(*branch.getCondition()))
             .add("false_branch", addExpr(*branch.getElse()))
             .add("true_branch", addExpr(*branch.getThen())));
}

void JsonWriter::visitTupleGetItem(const TupleGetItem &get) {
  finish(get, "relay.TupleGetItem",
         MetaFields()
             .add("index", itostr(get.getIndex()))
             .add("tuple_value", addExpr(*get.getTuple())));
}

void JsonWriter::visitRefCreate(const RefCreate &ref) {
  finish(ref, "relay.RefCreate",
         MetaFields().add("value", addExpr(*ref.getValue())));
}

void JsonWriter::visitRefRead(const RefRead &ref) {
  finish(ref, "relay.RefRead", MetaFields().add("ref", addExpr(*ref.getRef())));
}

void JsonWriter::visitRefWrite(const RefWrite &ref) {
  finish(ref, "relay.RefWrite",
         MetaFields()
             .add("ref", addExpr(*ref.getRef()))
             .add("value", addExpr(*ref.getValue())));
}

// Constructors have no virtual device.
void JsonWriter::visitConstructor(const Constructor &constructor) {
  nodes[&constructor] = builder.addNode(
      "relay.Constructor",
      MetaFields()
          .add("_checked_type_", addType(constructor.getType().get()))
          .add("belong_to", addType(constructor.getBelongTo().get()))
          .add("inputs", addTypes(constructor.getInputs()))
          .add("name_hint", builder.addString(constructor.getName()))
          .add("span", addSpan(constructor.getSpan()))
          .add("tag", itostr(constructor.getTag())));
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

// The map of the names of types, and that of their definitions.
std::pair<unsigned, unsigned>
JsonWriter::addDefinitions(const TypeTable &table) {
  std::vector<Ref<TypeData>> definitions = table.getTypes().vec();
  if (usesStorage && !table.lookup(kStorageName))
    definitions.push_back(getStorageDefinition());
  std::vector<std::string> names;
  SmallVector<unsigned> headers, data;
  for (const Ref<TypeData> &definition : definitions) {
    unsigned header = addType(definition->getHeader().get());
    names.push_back(definition->getName().str());
    headers.push_back(header);
    data.push_back(header);
    data.push_back(addType(definition.get()));
  }
  unsigned nameMap = builder.addMap(names, headers);
  unsigned map = builder.addNode("Map");
  builder.addIndices(map, data);
  return {nameMap, map};
}

unsigned JsonWriter::addModule(const Module &module,
                               const JsonDocument &document) {
  std::vector<std::string> names;
  SmallVector<unsigned> vars, functions;
  for (const Module::Definition &definition : module.getFunctions()) {
    Ref<GlobalVar> &global =
        ownGlobals.emplace_back(document.globals.lookup(definition.name));
    if (!global)
      global = make<GlobalVar>(definition.name);
    unsigned var = addExpr(*global);
    names.push_back(definition.name);
    vars.push_back(var);
    functions.push_back(var);
    functions.push_back(addExpr(*definition.function));
  }
  unsigned functionMap = builder.addNode("Map");
  builder.addIndices(functionMap, functions);
  unsigned empty = builder.addMap({}, {});
  unsigned sourceMap =
      builder.addNode("SourceMap", MetaFields().add("source_map", empty));
  auto [typeNames, definitions] = addDefinitions(module.getTypes());
  return builder.addNode(
      "IRModule", MetaFields()
                      .add("attrs", addDictAttrs(module.getAttrs()))
                      .add("functions", functionMap)
                      .add("global_infos", empty)
                      .add("global_type_var_map_", typeNames)
                      .add("global_var_map_", builder.addMap(names, vars))
                      .add("source_map", sourceMap)
                      .add("type_definitions", definitions));
}

Error JsonWriter::write(const JsonDocument &document, raw_ostream &os) {
  unsigned root;
  if (auto *module = std::get_if<Module>(&document.root))
    root = addModule(*module, document);
  else if (auto *expr = std::get_if<ExprRef>(&document.root))
    root = addExpr(**expr);
  else if (auto *type = std::get_if<TypeRef>(&document.root))
    root = addType(type->get());
  else if (auto *span = std::get_if<Span>(&document.root))
    root = addSpan(*span);
  else if (auto *attrs = std::get_if<Attrs>(&document.root))
    root = makeDictAttrs(*attrs);
  else
    root = addValue(std::get<AttrValue>(document.root));
  if (!message.empty())
    return createStringError(message);
  builder.write(os, root);
  return Error::success();
}

Error mlir::relay::ast::writeJson(const JsonDocument &document,
                                  const OperatorTable &operators,
                                  raw_ostream &os) {
  return JsonWriter(operators).write(document, os);
}
