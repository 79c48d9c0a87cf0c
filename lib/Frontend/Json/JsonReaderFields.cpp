//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading TVM's JSON form of programs: fields, attributes and types.
//
//===----------------------------------------------------------------------===//

#include "AttrsObjects.h"
#include "JsonReader.h"
#include "RelayLite/Support/Stack.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

// A type is compared and printed as a tree.
static constexpr uint64_t kMaxTypeSize = 1 << 20;

NodeKind mlir::relay::ast::getNodeKind(StringRef typeKey) {
  return StringSwitch<NodeKind>(typeKey)
      .Case("Array", NodeKind::Array)
      .Case("Map", NodeKind::Map)
      .Case("DictAttrs", NodeKind::DictAttrs)
      .Case("IRModule", NodeKind::Module)
      .Case("relay.Constant", NodeKind::Constant)
      .Case("relay.Tuple", NodeKind::Tuple)
      .Case("relay.Var", NodeKind::Var)
      .Case("GlobalVar", NodeKind::GlobalVar)
      .Case("Op", NodeKind::Op)
      .Case("relay.Function", NodeKind::Function)
      .Case("relay.Call", NodeKind::Call)
      .Case("relay.Let", NodeKind::Let)
      .Case("relay.If", NodeKind::If)
      .Case("relay.TupleGetItem", NodeKind::TupleGetItem)
      .Case("relay.RefCreate", NodeKind::RefCreate)
      .Case("relay.RefRead", NodeKind::RefRead)
      .Case("relay.RefWrite", NodeKind::RefWrite)
      .Case("relay.Constructor", NodeKind::Constructor)
      .Case("relay.TensorType", NodeKind::TensorType)
      .Case("TupleType", NodeKind::TupleType)
      .Case("FuncType", NodeKind::FuncType)
      .Case("relay.RefType", NodeKind::RefType)
      .Case("TypeVar", NodeKind::TypeVar)
      .Case("IncompleteType", NodeKind::IncompleteType)
      .Case("GlobalTypeVar", NodeKind::GlobalTypeVar)
      .Case("TypeCall", NodeKind::TypeCall)
      .Case("relay.TypeData", NodeKind::TypeData)
      .Case("TypeRelation", NodeKind::TypeRelation)
      .Default(NodeKind::Other);
}

ArrayRef<StringLiteral> mlir::relay::ast::getChildFields(NodeKind kind) {
  static constexpr StringLiteral
      dictAttrs[] = {"__dict__"},
      module[] = {"functions", "attrs", "type_definitions"},
      tuple[] = {"fields"}, constructor[] = {"inputs", "belong_to"},
      typeData[] = {"header", "type_vars", "constructors"},
      var[] = {"type_annotation"},
      function[] = {"params", "body", "ret_type", "type_params", "attrs"},
      call[] = {"op", "args", "attrs", "type_args"},
      let[] = {"var", "value", "body"},
      branch[] = {"cond", "true_branch", "false_branch"},
      get[] = {"tuple_value"}, value[] = {"value"}, ref[] = {"ref"},
      write[] = {"ref", "value"},
      funcType[] = {"arg_types", "ret_type", "type_params", "type_constraints"},
      typeCall[] = {"func", "args"}, relation[] = {"args", "attrs"};
  switch (kind) {
  case NodeKind::DictAttrs:
    return dictAttrs;
  case NodeKind::Module:
    return module;
  case NodeKind::Tuple:
  case NodeKind::TupleType:
    return tuple;
  case NodeKind::Var:
    return var;
  case NodeKind::Function:
    return function;
  case NodeKind::Call:
    return call;
  case NodeKind::Let:
    return let;
  case NodeKind::If:
    return branch;
  case NodeKind::TupleGetItem:
    return get;
  case NodeKind::RefCreate:
  case NodeKind::RefType:
    return value;
  case NodeKind::RefRead:
    return ref;
  case NodeKind::RefWrite:
    return write;
  case NodeKind::FuncType:
    return funcType;
  case NodeKind::Constructor:
    return constructor;
  case NodeKind::TypeCall:
    return typeCall;
  case NodeKind::TypeData:
    return typeData;
  case NodeKind::TypeRelation:
    return relation;
  default:
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void mlir::relay::ast::reportJsonError(ErrorHandler onError,
                                       const std::string *file,
                                       StringRef message) {
  Span span{file, 1, 1};
  auto [line, rest] = message.split(':');
  auto [column, body] = rest.split(": ");
  if (!line.getAsInteger(10, span.line) &&
      !column.getAsInteger(10, span.column)) {
    ++span.column;
    message = body;
  } else {
    span = {file, 1, 1};
  }
  onError(span, message);
}

bool JsonReader::fail(unsigned node, const Twine &message) {
  hasFailed = true;
  StringRef typeKey = getTypeKey(node);
  reportJsonError(onError, file,
                  MetaGraph::locate(text, "nodes", node) +
                      ("node " + Twine(node) +
                       (typeKey.empty() ? "" : " (" + typeKey.str() + ")") +
                       ": " + message)
                          .str());
  return false;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

bool JsonReader::getReference(unsigned node, StringRef name, unsigned &result) {
  std::optional<StringRef> value = graph->getAttr(node, name);
  if (!value)
    return fail(node, "attribute '" + name + "' is missing");
  // Later versions write this for an absent value.
  if (*value == "null") {
    result = 0;
    return true;
  }
  if (value->getAsInteger(10, result) || result >= graph->getNumNodes())
    return fail(node, "expected attribute '" + name +
                          "' to be the index of a node, but got '" + *value +
                          "'");
  return true;
}

bool JsonReader::getInteger(unsigned node, StringRef name, int64_t &result) {
  std::optional<StringRef> value = graph->getAttr(node, name);
  if (!value)
    return fail(node, "attribute '" + name + "' is missing");
  if (value->getAsInteger(10, result))
    return fail(node, "expected attribute '" + name +
                          "' to be an integer, but got '" + *value + "'");
  return true;
}

bool JsonReader::getString(unsigned node, StringRef name, std::string &result) {
  unsigned value;
  if (!getReference(node, name, value))
    return false;
  if (getTypeKey(value) != "runtime.String")
    return fail(node, "expected attribute '" + name +
                          "' to refer to a string, but node " + Twine(value) +
                          " is a '" + getTypeKey(value) + "'");
  result = graph->getNode(value).repr;
  return true;
}

bool JsonReader::getExpr(unsigned node, StringRef name, ExprRef &result) {
  unsigned value;
  if (!getReference(node, name, value))
    return false;
  if (!checkOperand(value))
    return false;
  result = exprs[value];
  return result ||
         fail(node, "expected attribute '" + name +
                        "' to refer to an expression, but node " +
                        Twine(value) + " is a '" + getTypeKey(value) + "'");
}

bool JsonReader::checkOperand(unsigned node) {
  if (isa_and_nonnull<Constructor>(exprs[node].get()))
    return fail(node, "constructors of algebraic data types are not supported "
                      "yet");
  return getTypeKey(node) != "relay.Match" ||
         fail(node, "'match' is not supported yet");
}

bool JsonReader::getType(unsigned node, StringRef name, TypeRef &result) {
  unsigned value;
  if (!getReference(node, name, value))
    return false;
  result = types[value].type;
  return value == 0 || result ||
         fail(node, "expected attribute '" + name +
                        "' to refer to a type, but node " + Twine(value) +
                        " is a '" + getTypeKey(value) + "'");
}

bool JsonReader::getSpan(unsigned node, Span &result) {
  // The field is optional. A node that is no span, such as one with several
  // positions, counts as none.
  std::optional<StringRef> value = graph->getAttr(node, "span");
  unsigned span;
  if (!value || value->getAsInteger(10, span) || span >= states.size() ||
      getTypeKey(span) != "Span")
    return true;
  return readSpan(span, result);
}

bool JsonReader::readSpan(unsigned span, Span &result) {
  int64_t line, column;
  unsigned source;
  if (!getInteger(span, "line", line) || !getInteger(span, "column", column) ||
      !getReference(span, "source_name", source))
    return false;
  int64_t endLine = line, endColumn = column;
  if ((graph->getAttr(span, "end_line") &&
       !getInteger(span, "end_line", endLine)) ||
      (graph->getAttr(span, "end_column") &&
       !getInteger(span, "end_column", endColumn)))
    return false;
  if (!all_of(std::array{line, column, endLine, endColumn}, isUInt<32>))
    return fail(span, "line and column are out of range");
  result = {source ? Span::internFile(graph->getNode(source).repr) : nullptr,
            uint32_t(line), uint32_t(column)};
  result.setEnd(endLine, endColumn);
  return true;
}

Ref<MetaObject> JsonReader::makeObject(unsigned node) {
  DenseSet<unsigned> seen{node};
  SmallVector<unsigned> worklist{node};
  auto add = [&](unsigned next) {
    if (seen.insert(next).second)
      worklist.push_back(next);
  };
  while (!worklist.empty()) {
    unsigned next = worklist.pop_back_val();
    const MetaGraph::MetaNode &data = graph->getNode(next);
    for_each(data.data, add);
    for (const auto &[name, value] : data.attrs) {
      unsigned target;
      if (!graph->isReference(next, name))
        continue;
      if (!getReference(next, name, target))
        return nullptr;
      add(target);
    }
  }
  return MetaObject::create(graph, node);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Whether nodes of a type are variables and arithmetic, whose references are
/// known.
static bool isNumberOfTIR(StringRef typeKey) {
  return typeKey.consume_front("tir.") &&
         StringSwitch<bool>(typeKey)
             .Cases({"Var", "SizeVar", "Any", "Cast"}, true)
             .Cases({"Add", "Sub", "Mul", "Div", "Mod"}, true)
             .Cases({"FloorDiv", "FloorMod", "Min", "Max"}, true)
             .Cases({"EQ", "NE", "LT", "LE", "GT", "GE"}, true)
             .Cases({"And", "Or", "Not"}, true)
             .Default(false);
}

std::optional<AttrValue> JsonReader::getOtherValue(unsigned node) {
  if (exprs[node])
    return AttrValue(exprs[node]);
  if (ExprRef var = vars.lookup(node))
    return AttrValue(AttrValue::VarId{std::move(var)});
  if (getTypeKey(node) == "EnvFunc")
    return AttrValue(MetaObject::create(graph, node));
  if (isNumberOfTIR(getTypeKey(node)))
    if (Ref<MetaObject> object = makeObject(node))
      return AttrValue(std::move(object));
  return std::nullopt;
}

bool JsonReader::getDictAttrs(unsigned node, unsigned attrs, Attrs &result) {
  if (!attrs)
    return true;
  if (getTypeKey(attrs) != "DictAttrs")
    return fail(node, "expected DictAttrs as attributes, but got '" +
                          getTypeKey(attrs) + "'");
  unsigned map;
  if (!getReference(attrs, "__dict__", map))
    return false;
  const MetaGraph::MetaNode &dict = graph->getNode(map);
  if (map && (dict.typeKey != "Map" || dict.keys.size() != dict.data.size()))
    return fail(map, "expected a map from strings");
  for (auto [key, index] : zip_equal(dict.keys, dict.data)) {
    std::optional<AttrValue> value = toAttrValue(
        *graph, index, [&](unsigned node) { return getOtherValue(node); });
    if (hasFailed)
      return false;
    StringRef typeKey = getTypeKey(index);
    if (!value && (typeKey == "Array" || typeKey == "Map"))
      return fail(index, "attribute '" + key + "' is a " +
                             (typeKey == "Map" ? "map" : "list") +
                             " of more than " + Twine(kMaxAttrElements) +
                             " values or " + Twine(kMaxAttrNesting) +
                             " levels, or of objects that are no values");
    if (!value) {
      Ref<MetaObject> object = makeObject(index);
      if (!object)
        return false;
      value = AttrValue(std::move(object));
    }
    result.push_back({key, std::move(*value)});
  }
  return true;
}

bool JsonReader::getCallAttrs(unsigned node, const Expr &callee,
                              Attrs &result) {
  unsigned attrs;
  if (!getReference(node, "attrs", attrs))
    return false;
  if (!attrs || getTypeKey(attrs) == "DictAttrs")
    return getDictAttrs(node, attrs, result);
  auto *op = dyn_cast<Op>(&callee);
  const OperatorTable::Entry *entry =
      op ? operators.lookup(op->getName()) : nullptr;
  if (!entry) {
    Ref<MetaObject> object = makeObject(attrs);
    if (!object)
      return false;
    result.push_back({"", AttrValue(std::move(object))});
    return true;
  }
  Expected<Attrs> read = readAttrs(graph, attrs, operators, *entry);
  if (!read)
    return fail(attrs, toString(read.takeError()));
  result = std::move(*read);
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool JsonReader::getShape(unsigned node, std::vector<Dim> &result) {
  unsigned array;
  if (!getReference(node, "shape", array))
    return false;
  if (getTypeKey(array) != "Array")
    return fail(node, "expected attribute 'shape' to refer to an array, but "
                      "node " +
                          Twine(array) + " is a '" + getTypeKey(array) + "'");
  for (unsigned dim : graph->getNode(array).data) {
    StringRef typeKey = getTypeKey(dim);
    int64_t size;
    if (typeKey == "tir.Any") {
      result.push_back(Dim::any());
    } else if (typeKey == "IntImm") {
      if (!getInteger(dim, "value", size))
        return false;
      if (size < 0)
        return fail(dim,
                    "expected a size of at least 0, but got " + Twine(size));
      result.push_back(Dim(size));
    } else if (typeKey.starts_with("tir.")) {
      Ref<MetaObject> object = makeObject(dim);
      if (!object)
        return false;
      result.push_back(Dim(std::move(object)));
    } else {
      return fail(node, "a dimension cannot be node " + Twine(dim) + ", a '" +
                            typeKey + "'");
    }
  }
  return true;
}

bool JsonReader::getKind(unsigned node, unsigned &result) {
  return !graph->getAttr(node, "kind").value_or("0").getAsInteger(10, result) ||
         fail(node, "attribute 'kind' is no kind of a type parameter");
}

TypeRef JsonReader::makeTypeRelation(unsigned node) {
  unsigned function, attrsNode;
  std::vector<TypeRef> args;
  int64_t numInputs;
  Attrs attrs;
  if (!getReference(node, "func", function) ||
      !getElements(node, "args", args) ||
      !getInteger(node, "num_inputs", numInputs) ||
      !getReference(node, "attrs", attrsNode) ||
      !getDictAttrs(node, attrsNode, attrs))
    return nullptr;
  if (function == 0)
    return make<TypeRelation>(nullptr, std::move(args), numInputs,
                              std::move(attrs));
  if (getTypeKey(function) != "EnvFunc") {
    fail(node, "expected attribute 'func' to refer to a function, but node " +
                   Twine(function) + " is a '" + getTypeKey(function) + "'");
    return nullptr;
  }
  Ref<MetaObject> object = MetaObject::create(graph, function);
  return make<TypeRelation>(Ref<EnvFunc>(cast<EnvFunc>(object.get())),
                            std::move(args), numInputs, std::move(attrs));
}

TypeRef JsonReader::makeTensorType(unsigned node) {
  std::vector<Dim> shape;
  if (!getShape(node, shape))
    return nullptr;
  StringRef name = graph->getAttr(node, "dtype").value_or("");
  if (std::optional<DType> dtype = DType::parse(name))
    return make<TensorType>(std::move(shape), *dtype);
  fail(node, "unknown element type '" + name + "'");
  return nullptr;
}

TypeRef JsonReader::makeFuncType(unsigned node) {
  std::vector<Ref<TypeVar>> typeParams;
  std::vector<TypeRef> params, constraints;
  TypeRef result;
  if (!getElements(node, "type_params", typeParams) ||
      !getElements(node, "arg_types", params) ||
      !getType(node, "ret_type", result) ||
      !getElements(node, "type_constraints", constraints))
    return nullptr;
  // A result type that is not known is inferred.
  if (!result)
    result = make<IncompleteType>();
  return make<FuncType>(std::move(typeParams), std::move(params),
                        std::move(result), std::move(constraints));
}

Ref<GlobalTypeVar> JsonReader::getTypeName(unsigned node, StringRef name) {
  TypeRef type;
  if (!getType(node, name, type))
    return nullptr;
  auto *typeName = dyn_cast_or_null<GlobalTypeVar>(type.get());
  if (!typeName)
    fail(node, "expected attribute '" + name +
                   "' to refer to the name of an algebraic data type");
  return Ref<GlobalTypeVar>(typeName);
}

ExprRef JsonReader::makeConstructor(unsigned node) {
  std::string name;
  std::vector<TypeRef> inputs;
  Ref<GlobalTypeVar> belongTo;
  if (!getString(node, "name_hint", name) ||
      !getElements(node, "inputs", inputs) ||
      !(belongTo = getTypeName(node, "belong_to")))
    return nullptr;
  return finish(node, make<Constructor>(std::move(name), std::move(inputs),
                                        std::move(belongTo)));
}

// The constructors' tags follow from the definition.
TypeRef JsonReader::makeTypeData(unsigned node) {
  std::vector<Ref<TypeVar>> typeVars;
  std::vector<Ref<Constructor>> constructors;
  Span span;
  Ref<GlobalTypeVar> header = getTypeName(node, "header");
  if (!header || !getElements(node, "type_vars", typeVars) ||
      !getElements(node, "constructors", constructors) || !getSpan(node, span))
    return nullptr;
  return make<TypeData>(std::move(header), std::move(typeVars),
                        std::move(constructors), span);
}

// The type in an attribute that may not be null.
TypeRef JsonReader::getPresentType(unsigned node, StringRef name) {
  TypeRef type;
  if (getType(node, name, type) && !type)
    fail(node, "attribute '" + name + "' is null");
  return type;
}

// A type; null after an error.
TypeRef JsonReader::makeTypeOfKind(unsigned node, NodeKind kind) {
  std::vector<TypeRef> types;
  std::string name;
  unsigned paramKind;
  switch (kind) {
  case NodeKind::TensorType:
    return makeTensorType(node);
  case NodeKind::TupleType:
    if (getElements(node, "fields", types))
      return make<TupleType>(std::move(types));
    return nullptr;
  case NodeKind::FuncType:
    return makeFuncType(node);
  case NodeKind::RefType:
    if (TypeRef value = getPresentType(node, "value"))
      return make<RefType>(std::move(value));
    return nullptr;
  case NodeKind::TypeVar:
    if (getString(node, "name_hint", name) && getKind(node, paramKind))
      return make<TypeVar>(std::move(name), paramKind);
    return nullptr;
  case NodeKind::GlobalTypeVar:
    if (!getString(node, "name_hint", name) || !getKind(node, paramKind))
      return nullptr;
    if (name == kStorageName && paramKind == GlobalTypeVar::kAdtHandle)
      return getStorageName();
    return make<GlobalTypeVar>(std::move(name), paramKind);
  case NodeKind::TypeData:
    return makeTypeData(node);
  case NodeKind::TypeCall:
    if (TypeRef callee = getPresentType(node, "func"))
      if (getElements(node, "args", types))
        return make<TypeCall>(std::move(callee), std::move(types));
    return nullptr;
  case NodeKind::TypeRelation:
    return makeTypeRelation(node);
  default:
    if (getKind(node, paramKind))
      return make<IncompleteType>(paramKind);
    return nullptr;
  }
}

bool JsonReader::makeType(unsigned node, NodeKind kind) {
  TypeEntry &entry = types[node];
  entry.type = makeTypeOfKind(node, kind);
  if (!entry.type)
    return false;

  entry.size = 1;
  auto addPart = [&](unsigned part) {
    entry.depth = std::max(entry.depth, types[part].depth + 1);
    entry.size += types[part].size;
  };
  for (StringRef field : getChildFields(kind)) {
    unsigned child;
    if (!getReference(node, field, child))
      return false;
    addPart(child);
    if (getTypeKey(child) == "Array")
      for_each(graph->getNode(child).data, addPart);
  }
  NestingLimit limit = getNestingLimit(kMaxNesting);
  if (entry.depth > limit.depth)
    return fail(node, "types nest more than " + Twine(limit.depth) + " deep" +
                          limit.reason);
  if (entry.size > kMaxTypeSize)
    return fail(node, "a type of more than " + Twine(kMaxTypeSize) + " parts");
  return true;
}
