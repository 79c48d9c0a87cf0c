//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading TVM's JSON form of programs: the walk, expressions and modules.
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::relay;
using namespace mlir::relay::ast;

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

static bool isExpr(NodeKind kind) {
  return kind >= NodeKind::Constant && kind <= NodeKind::Constructor;
}

static bool isType(NodeKind kind) { return kind >= NodeKind::TensorType; }

// Pushes the children of the node.
bool JsonReader::expand(unsigned node) {
  NodeKind kind = getNodeKind(getTypeKey(node));
  auto push = [&](unsigned child) {
    if (states[child] == State::New || states[child] == State::Open)
      stack.push_back({child, false});
  };
  // Attributes and data of other nodes are read where they are used.
  if (kind == NodeKind::Other)
    return true;
  for_each(graph->getNode(node).data, push);
  for (StringRef field : getChildFields(kind)) {
    unsigned child;
    if (!getReference(node, field, child))
      return false;
    push(child);
  }
  // Types that were inferred need not be there.
  if (isExpr(kind) && graph->getAttr(node, "_checked_type_")) {
    unsigned type;
    if (!getReference(node, "_checked_type_", type))
      return false;
    push(type);
  }
  return true;
}

bool JsonReader::makeAll(unsigned root) {
  stack.push_back({root, false});
  while (!stack.empty()) {
    Frame &frame = stack.back();
    unsigned node = frame.node;
    if (frame.expanded) {
      stack.pop_back();
      states[node] = State::Done;
      if (!makeNode(node))
        return false;
    } else if (states[node] == State::Done) {
      stack.pop_back();
    } else if (states[node] == State::Open) {
      return fail(node, "the node contains itself");
    } else {
      frame.expanded = true;
      states[node] = State::Open;
      if (!expand(node))
        return false;
    }
  }
  return true;
}

bool JsonReader::makeNode(unsigned node) {
  NodeKind kind = getNodeKind(getTypeKey(node));
  if (isType(kind))
    return makeType(node, kind);
  if (!isExpr(kind))
    return true;
  exprs[node] = makeExpr(node, kind);
  return exprs[node] != nullptr;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

ExprRef JsonReader::finish(unsigned node, IntrusiveRefCntPtr<Expr> expr) {
  TypeRef type;
  Span span;
  if ((graph->getAttr(node, "_checked_type_") &&
       !getType(node, "_checked_type_", type)) ||
      !getSpan(node, span))
    return nullptr;
  expr->setType(std::move(type));
  expr->setSpan(span);
  return expr;
}

ExprRef JsonReader::makeConstant(unsigned node) {
  int64_t index;
  if (!getInteger(node, "data", index))
    return nullptr;
  ArrayRef<NDArray> arrays = graph->getArrays();
  if (index < 0 || uint64_t(index) >= arrays.size()) {
    fail(node, "the constant refers to array " + Twine(index) + ", but there " +
                   "are " + Twine(arrays.size()));
    return nullptr;
  }
  return finish(node, make<Constant>(arrays[index]));
}

// Nodes with the same identity are one variable.
ExprRef JsonReader::makeVar(unsigned node) {
  unsigned id, device = 0;
  std::string name;
  TypeRef annotation;
  if (!getReference(node, "vid", id))
    return nullptr;
  if (ExprRef known = vars.lookup(id))
    return known;
  if (!getString(id, "name_hint", name) ||
      !getType(node, "type_annotation", annotation) ||
      (graph->getAttr(node, "virtual_device_") &&
       !getReference(node, "virtual_device_", device)))
    return nullptr;
  if (device && getTypeKey(device) != "VirtualDevice") {
    fail(node, "expected attribute 'virtual_device_' to refer to a device, but "
               "node " +
                   Twine(device) + " is a '" + getTypeKey(device) + "'");
    return nullptr;
  }
  Ref<VirtualDevice> object;
  // A device without constraints is the same as none.
  if (device && !(graph->getAttr(device, "device_type_int") == "-1" &&
                  graph->getAttr(device, "virtual_device_id") == "-1" &&
                  graph->getAttr(device, "target") == "0")) {
    Ref<MetaObject> made = makeObject(device);
    if (!made)
      return nullptr;
    object = cast<VirtualDevice>(made.get());
  }
  return vars[id] =
             finish(node, make<Var>(std::move(name), std::move(annotation),
                                    Span(), std::move(object)));
}

ExprRef JsonReader::makeGlobalVar(unsigned node) {
  std::string name;
  if (!getString(node, "name_hint", name))
    return nullptr;
  Ref<GlobalVar> &global = document.globals[name];
  if (!global)
    global = Ref<GlobalVar>(
        cast_or_null<GlobalVar>(finish(node, make<GlobalVar>(name)).get()));
  return global;
}

ExprRef JsonReader::makeOp(unsigned node) {
  StringRef name = graph->getNode(node).repr;
  if (name.empty()) {
    fail(node, "the operator has no name");
    return nullptr;
  }
  ExprRef &op = ops[name];
  if (!op)
    op = make<Op>(name.str());
  return op;
}

ExprRef JsonReader::makeFunction(unsigned node) {
  std::vector<VarRef> params;
  std::vector<Ref<TypeVar>> typeParams;
  ExprRef body;
  TypeRef result;
  unsigned attrsNode;
  Attrs attrs;
  if (!getElements(node, "params", params) || !getExpr(node, "body", body) ||
      !getType(node, "ret_type", result) ||
      !getElements(node, "type_params", typeParams) ||
      !getReference(node, "attrs", attrsNode) ||
      !getDictAttrs(node, attrsNode, attrs))
    return nullptr;
  return finish(node, make<Function>(std::move(params), std::move(body),
                                     std::move(result), std::move(typeParams),
                                     std::move(attrs)));
}

ExprRef JsonReader::makeCall(unsigned node) {
  ExprRef callee;
  std::vector<ExprRef> args;
  std::vector<TypeRef> typeArgs;
  Attrs attrs;
  if (!getExpr(node, "op", callee) || !getElements(node, "args", args) ||
      !getCallAttrs(node, *callee, attrs) ||
      !getElements(node, "type_args", typeArgs))
    return nullptr;
  return finish(node, make<Call>(std::move(callee), std::move(args),
                                 std::move(attrs), std::move(typeArgs)));
}

ExprRef JsonReader::makeLet(unsigned node) {
  ExprRef var, value, body;
  if (!getExpr(node, "var", var) || !getExpr(node, "value", value) ||
      !getExpr(node, "body", body))
    return nullptr;
  if (!isa<Var>(*var)) {
    fail(node, "expected attribute 'var' to refer to a variable");
    return nullptr;
  }
  return finish(node, make<Let>(VarRef(cast<Var>(var.get())), std::move(value),
                                std::move(body)));
}

ExprRef JsonReader::makeIf(unsigned node) {
  ExprRef condition, thenBranch, elseBranch;
  if (!getExpr(node, "cond", condition) ||
      !getExpr(node, "true_branch", thenBranch) ||
      !getExpr(node, "false_branch", elseBranch))
    return nullptr;
  return finish(node, make<If>(std::move(condition), std::move(thenBranch),
                               std::move(elseBranch)));
}

ExprRef JsonReader::makeExpr(unsigned node, NodeKind kind) {
  std::vector<ExprRef> fields;
  ExprRef ref, value;
  int64_t index;
  switch (kind) {
  case NodeKind::Constant:
    return makeConstant(node);
  case NodeKind::Var:
    return makeVar(node);
  case NodeKind::GlobalVar:
    return makeGlobalVar(node);
  case NodeKind::Op:
    return makeOp(node);
  case NodeKind::Function:
    return makeFunction(node);
  case NodeKind::Call:
    return makeCall(node);
  case NodeKind::Let:
    return makeLet(node);
  case NodeKind::If:
    return makeIf(node);
  case NodeKind::Tuple:
    if (!getElements(node, "fields", fields))
      return nullptr;
    return finish(node, make<Tuple>(std::move(fields)));
  case NodeKind::TupleGetItem:
    if (!getExpr(node, "tuple_value", value) ||
        !getInteger(node, "index", index))
      return nullptr;
    return finish(node, make<TupleGetItem>(std::move(value), index));
  case NodeKind::Constructor:
    return makeConstructor(node);
  case NodeKind::RefCreate:
    if (!getExpr(node, "value", value))
      return nullptr;
    return finish(node, make<RefCreate>(std::move(value)));
  case NodeKind::RefRead:
    if (!getExpr(node, "ref", ref))
      return nullptr;
    return finish(node, make<RefRead>(std::move(ref)));
  case NodeKind::RefWrite:
    if (!getExpr(node, "ref", ref) || !getExpr(node, "value", value))
      return nullptr;
    return finish(node, make<RefWrite>(std::move(ref), std::move(value)));
  default:
    llvm_unreachable("not a kind of expressions");
  }
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

// Adds the definitions of a map from names of types.
bool JsonReader::defineTypes(unsigned map, TypeTable &result) {
  const MetaGraph::MetaNode &contents = graph->getNode(map);
  ArrayRef<unsigned> data = contents.data;
  if ((map && getTypeKey(map) != "Map") || data.size() % 2 ||
      !contents.keys.empty())
    return fail(map, "expected a map from names of types to definitions");
  for (; !data.empty(); data = data.drop_front(2)) {
    auto *name = dyn_cast_or_null<GlobalTypeVar>(types[data[0]].type.get());
    auto *type = dyn_cast_or_null<TypeData>(types[data[1]].type.get());
    if (!name || !type)
      return fail(map, "expected a map from names of types to definitions");
    if (name->getName() != type->getName())
      return fail(data[1], "the name of the type is '" + type->getName() +
                               "', but the module calls it '" +
                               name->getName() + "'");
    if (auto message = result.add(Ref<TypeData>(type)))
      return fail(data[1], *message);
  }
  data = contents.data;
  for (; !data.empty(); data = data.drop_front(2)) {
    const TypeData &type = *cast<TypeData>(types[data[1]].type.get());
    for (const Ref<Constructor> &constructor : type.getConstructors())
      if (auto message = result.checkFields(type, *constructor))
        return fail(data[1], *message);
  }
  return true;
}

bool JsonReader::makeModule(unsigned node, Module &result) {
  unsigned map, typeMap, attrsNode;
  Attrs attrs;
  if (!getReference(node, "functions", map) ||
      !getReference(node, "type_definitions", typeMap) ||
      !getReference(node, "attrs", attrsNode) ||
      !getDictAttrs(node, attrsNode, attrs))
    return false;
  if (!defineTypes(typeMap, result.getTypes()))
    return false;
  ArrayRef<unsigned> data = graph->getNode(map).data;
  if ((map && getTypeKey(map) != "Map") || data.size() % 2 ||
      !graph->getNode(map).keys.empty())
    return fail(map, "expected a map from global variables to functions");
  for (; !data.empty(); data = data.drop_front(2)) {
    auto *var = dyn_cast_or_null<GlobalVar>(exprs[data[0]].get());
    auto *function = dyn_cast_or_null<Function>(exprs[data[1]].get());
    if (!var)
      return fail(map, "expected node " + Twine(data[0]) +
                           " to be a global variable, but it is a '" +
                           getTypeKey(data[0]) + "'");
    if (!function)
      return fail(map, "expected function '@" + var->getName() +
                           "' to be one of Relay, but node " + Twine(data[1]) +
                           " is a '" + getTypeKey(data[1]) + "'");
    if (!result.add(var->getName(), Ref<Function>(function)))
      return fail(map, "function '@" + var->getName() + "' is defined twice");
  }
  result.setAttrs(std::move(attrs));
  return true;
}

bool JsonReader::makeRoot(unsigned node) {
  if (getTypeKey(node) == "IRModule")
    return makeModule(node, document.root.emplace<Module>());
  if (exprs[node]) {
    document.root = exprs[node];
  } else if (types[node].type) {
    document.root = types[node].type;
  } else if (getTypeKey(node) == "DictAttrs") {
    return getDictAttrs(node, node, document.root.emplace<Attrs>());
  } else if (getTypeKey(node) == "Span") {
    return readSpan(node, document.root.emplace<Span>());
  } else {
    std::optional<AttrValue> value =
        toAttrValue(*graph, node, [&](unsigned i) { return getOtherValue(i); });
    if (hasFailed)
      return false;
    if (!value)
      return fail(node, "objects of type '" + getTypeKey(node) +
                            "' are not supported");
    document.root = std::move(*value);
  }
  return true;
}

std::optional<JsonDocument> JsonReader::read() {
  unsigned root = graph->getRoot();
  if (!makeAll(root) || !makeRoot(root))
    return std::nullopt;
  return std::move(document);
}

std::optional<JsonDocument>
mlir::relay::ast::readJson(StringRef text, StringRef fileName,
                           const OperatorTable &operators,
                           ErrorHandler onError) {
  const std::string *file = Span::internFile(fileName);
  Expected<Ref<MetaGraph>> graph = MetaGraph::parse(text);
  if (!graph) {
    reportJsonError(onError, file, toString(graph.takeError()));
    return std::nullopt;
  }
  return JsonReader(text, file, std::move(*graph), operators, onError).read();
}
