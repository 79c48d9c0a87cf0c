//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of operators: their nodes, and calls with checked attributes.
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "IRModule.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Metadata.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "RelayLite/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
using namespace mlir::relay;
using namespace mlir::relay::python;

// The context, once it is made.
static MLIRContext *theContext = nullptr;

// The context does not own the pool: after a fork, a pool cannot be destroyed.
static void setNewThreadPool() {
  theContext->setThreadPool(*new llvm::DefaultThreadPool());
}

MLIRContext *python::getContext() {
  // Never destroyed: objects of Python may outlive everything static.
  static MLIRContext *context = [] {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllPasses();
    auto *result = new MLIRContext(registry, MLIRContext::Threading::DISABLED);
    // Errors of passes are for people who do not read MLIR.
    result->printOpOnDiagnostic(false);
    result->loadDialect<RelayDialect, func::FuncDialect>();
    // Scripts add rules while passes run.
    OperatorRules::get(*result->getLoadedDialect<RelayDialect>());
    theContext = result;
    setNewThreadPool();
    return result;
  }();
  return context;
}

// In the child of a fork, the threads of the pool are gone, and the one that is
// left is the main thread.
static void restartThreads() {
  noteMainThread();
  if (!theContext)
    return;
  theContext->disableMultithreading();
  setNewThreadPool();
}

const OperatorTable &python::getOperators() {
  static auto *table = new OperatorTable(getContext());
  return *table;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {
// An operator that Python knows: its node and the defaults of its attributes.
struct OperatorNode {
  ast::Ref<ast::Op> op;
  const OperatorTable::Entry *entry = nullptr;
  std::vector<ast::AttrValue> defaults;
};
} // namespace

// Null if there is no such operator. Under the interpreter's lock.
static const OperatorNode *lookup(llvm::StringRef name) {
  static auto *nodes = new llvm::StringMap<OperatorNode>();
  auto it = nodes->find(name);
  if (it != nodes->end())
    return &it->second;
  const OperatorTable::Entry *entry = getOperators().lookup(name);
  if (!entry)
    return nullptr;
  OperatorNode node{ast::make<ast::Op>(name.str()), entry, {}};
  Builder builder(getContext());
  for (const AttributeSpec &spec : entry->attributes)
    node.defaults.push_back(
        spec.getDefault ? convertAttr(spec.kind, spec.getDefault(builder))
                        : ast::AttrValue());
  return &nodes->try_emplace(name, std::move(node)).first->second;
}

// The nodes of operators that Python has registered. Under the interpreter's
// lock.
static llvm::StringMap<ast::Ref<ast::Op>> &getCustomNodes() {
  static auto *nodes = new llvm::StringMap<ast::Ref<ast::Op>>();
  return *nodes;
}

// The node of an operator that only TVM has, or null for another name. Under
// the interpreter's lock.
static ast::Ref<ast::Op> lookupOnlyInTVM(llvm::StringRef name) {
  static auto *nodes = new llvm::StringMap<ast::Ref<ast::Op>>();
  if (!OperatorTable::isOnlyInTVM(name))
    return nullptr;
  ast::Ref<ast::Op> &node = (*nodes)[name];
  if (!node)
    node = ast::make<ast::Op>(name.str());
  return node;
}

ast::ExprRef python::getCanonical(const ast::ExprRef &expr) {
  llvm::StringRef name = llvm::cast<ast::Op>(expr.get())->getName();
  if (const OperatorNode *node = lookup(name))
    return node->op;
  if (ast::Ref<ast::Op> custom = getCustomNodes().lookup(name))
    return custom;
  ast::Ref<ast::Op> other = lookupOnlyInTVM(name);
  return other ? ast::ExprRef(other) : expr;
}

static const OperatorNode *getNode(const ast::ExprRef &callee) {
  auto *op = llvm::dyn_cast<ast::Op>(callee.get());
  return op ? lookup(op->getName()) : nullptr;
}

[[noreturn]] static void raiseWrongAttr(const OperatorNode &node,
                                        const AttributeSpec &spec,
                                        StringRef expected, nb::handle value) {
  raiseArgumentError((node.op->getName() + ": expected " + expected +
                      " as attribute '" + spec.name + "'")
                         .str(),
                     value);
}

static ast::AttrValue getDefaultableInts(const OperatorNode &node,
                                         const AttributeSpec &spec,
                                         nb::handle value, int depth) {
  PyObject *object = value.ptr();
  if (depth == 0) {
    nb::object index = nb::steal(PyNumber_Index(object));
    if (!index.is_valid()) {
      clearConversionError();
      raiseWrongAttr(node, spec, "an integer", value);
    }
    return getAttrValue(index);
  }
  if (PyUnicode_Check(object) || !PySequence_Check(object))
    raiseWrongAttr(node, spec,
                   depth == 1 ? "a list of integers"
                              : "a list of lists of integers",
                   value);
  ast::AttrValue::List list;
  for (nb::handle element : nb::iter(value))
    list.push_back(getDefaultableInts(node, spec, element, depth - 1));
  return list;
}

// The value of an attribute in the form that the operator stores.
static ast::AttrValue convert(const OperatorNode &node,
                              const AttributeSpec &spec, nb::handle value) {
  PyObject *object = value.ptr();
  // As in TVM, None is no number, boolean or string; of another attribute with
  // a default it stands for what is there without it.
  bool isPlain =
      spec.kind == AttributeKind::Int || spec.kind == AttributeKind::Float ||
      spec.kind == AttributeKind::Bool || spec.kind == AttributeKind::Str;
  if (value.is_none() && (spec.isOptional || !isPlain)) {
    if (!spec.isOptional && !spec.getDefault)
      raiseWrongAttr(node, spec, "a value", value);
    return {};
  }
  switch (spec.kind) {
  case AttributeKind::Int:
    return getDefaultableInts(node, spec, value, 0);
  case AttributeKind::Bool:
    if (PyBool_Check(object) || PyIndex_Check(object)) {
      // Arrays of several elements are neither.
      if (int truth = PyObject_IsTrue(object); truth >= 0)
        return ast::AttrValue(truth == 1);
      clearConversionError();
    }
    raiseWrongAttr(node, spec, "a boolean", value);
  case AttributeKind::Float: {
    double number = PyFloat_AsDouble(object);
    if (number == -1.0 && PyErr_Occurred()) {
      clearConversionError();
      raiseWrongAttr(node, spec, "a number", value);
    }
    return number;
  }
  case AttributeKind::Str:
    if (!PyUnicode_Check(object))
      raiseWrongAttr(node, spec, "a string", value);
    return getString(value, "the value of an attribute");
  case AttributeKind::DType:
    if (PyUnicode_Check(object) && PyUnicode_GetLength(object) == 0)
      return {};
    return getDType(value).getName();
  case AttributeKind::Ints:
    return getDefaultableInts(node, spec, value, 1);
  case AttributeKind::IntLists:
    return getDefaultableInts(node, spec, value, 2);
  case AttributeKind::IntOrInts:
    return getDefaultableInts(node, spec, value, PyIndex_Check(object) ? 0 : 1);
  case AttributeKind::VirtualDevice:
    if (!nb::isinstance<ast::VirtualDevice>(value))
      raiseWrongAttr(node, spec, "a VirtualDevice", value);
    return getAttrValue(value);
  case AttributeKind::Floats:
  case AttributeKind::IndexMap:
  case AttributeKind::Operand:
    return getAttrValue(value);
  }
  return {};
}

// Whether the attribute need not be written.
static bool isImplied(const OperatorNode &node, size_t index,
                      const ast::AttrValue &value) {
  const AttributeSpec &spec = node.entry->attributes[index];
  if (!spec.getDefault)
    return value.isNone();
  // None without being a possible value asks for the default.
  return value.isNone() ? !spec.isOptional
                        : python::areEqual(value, node.defaults[index]);
}

// Python sees the empty string where an operator has no element type.
static bool isNoDType(const AttributeSpec &spec, const ast::AttrValue &value) {
  const auto *text = value.getIf<std::string>();
  return spec.kind == AttributeKind::DType && text && text->empty();
}

ast::Attrs python::getCallAttrs(const ast::ExprRef &callee, nb::handle value) {
  const OperatorNode *node = getNode(callee);
  if (!node)
    return getTypedAttrs(value);
  ast::Attrs attrs = getAttrs(value);
  llvm::erase_if(attrs, [&](const ast::NamedAttr &attr) {
    for (auto [i, spec] : llvm::enumerate(node->entry->attributes))
      if (spec.name == attr.name)
        return isImplied(*node, i, attr.value) || isNoDType(spec, attr.value);
    return false;
  });
  return attrs;
}

nb::object python::getAttrsOfCall(const ast::Call &call) {
  const OperatorNode *node = getNode(call.getCallee());
  if (!node)
    return toPython(call.getAttrs());
  if (node->entry->attributes.empty() && call.getAttrs().empty())
    return nb::none();
  AttrsObject result{node->op->getName().str(), {}};
  for (auto [i, spec] : llvm::enumerate(node->entry->attributes)) {
    const ast::AttrValue *value = ast::findAttr(call.getAttrs(), spec.name);
    result.attrs.push_back(
        {spec.name.str(), value ? *value : node->defaults[i]});
    if (spec.kind == AttributeKind::DType && result.attrs.back().value.isNone())
      result.attrs.back().value = std::string();
  }
  return nb::cast(std::move(result));
}

// Builds a call: what the generated functions of operators end with.
static ast::Ref<ast::Call> makeCall(const ast::ExprRef &op, nb::tuple operands,
                                    nb::tuple values) {
  const OperatorNode *node = getNode(op);
  if (!node)
    raiseTVMError("expected an operator");
  std::vector<ast::ExprRef> args;
  args.reserve(operands.size());
  for (nb::handle operand : operands) {
    ast::ExprRef arg;
    if (!nb::try_cast(operand, arg) || !arg)
      raiseArgumentError((node->op->getName() +
                          ": expected an expression as argument " +
                          llvm::Twine(args.size() + 1))
                             .str(),
                         operand);
    args.push_back(std::move(arg));
  }
  ArrayRef<AttributeSpec> specs = node->entry->attributes;
  ast::Attrs attrs;
  size_t next = 0;
  for (auto [i, spec] : llvm::enumerate(specs)) {
    if (spec.kind == AttributeKind::Operand)
      continue;
    if (next == values.size())
      break;
    ast::AttrValue value = convert(*node, spec, values[next++]);
    if (!isImplied(*node, i, value))
      attrs.push_back({spec.name.str(), std::move(value)});
  }
  return ast::make<ast::Call>(op, std::move(args), std::move(attrs),
                              std::vector<ast::TypeRef>(), getDefaultSpan());
}

//===----------------------------------------------------------------------===//
// Operators of programs
//===----------------------------------------------------------------------===//

static ast::Ref<ast::Op> registerOp(const std::string &name) {
  if (lookup(name) || getCustomNodes().contains(name))
    raiseTVMError("Operator " + name + " is registered before");
  CustomOperators::get(getContext()).set(name, {});
  return getCustomNodes()[name] = ast::make<ast::Op>(name);
}

// Ask the relation in Python. Its exception is raised when the error is
// reported.
static FailureOr<Type> inferInPython(Location loc, StringRef name,
                                     TypeRange operands, DictionaryAttr attrs) {
  // Functions are verified on several threads; types are inferred on one.
  if (!ScopedWork::canTakeLock())
    return Type(UnknownType::get(loc.getContext()));
  ScopedLock lock;
  ScopedUse use;
  try {
    nb::list types;
    for (Type operand : operands)
      types.append(nb::cast(convertType(operand, {})));
    ast::Attrs values;
    for (NamedAttribute attr : attrs) {
      StringRef key = attr.getName();
      if (key.consume_front(fnattr::prefix))
        values.push_back(
            {key.str(), convertAttr(AttributeKind::Int, attr.getValue())});
    }
    nb::object result = nb::none();
    if (nb::handle inferType = getPythonTypes().inferType; inferType.is_valid())
      result =
          inferType(nb::str(name.data(), name.size()), types, toPython(values));
    ast::TypeRef type;
    if (result.is_none() || !nb::try_cast(result, type))
      return emitError(loc) << "the type relation of operator '" << name
                            << "' gives no type for these arguments";
    return convertInferredType(loc, type);
  } catch (...) {
    setPendingException(std::current_exception());
    return emitError(loc) << "the type relation of operator '" << name
                          << "' has failed";
  }
}

// Set the facts about a registered operator. `relation` is the name of one of
// C++, True for one in Python, or None.
static void setCustomOp(const std::string &name, int numInputs, bool isStateful,
                        nb::object relation) {
  CustomOperator op{numInputs, isStateful, nullptr};
  std::string relationName;
  if (nb::try_cast(relation, relationName))
    op.relation = getTypeRelation(relationName);
  else if (!relation.is_none())
    op.relation = inferInPython;
  CustomOperators::get(getContext()).set(name, std::move(op));
}

static StringRef getKindName(AttributeKind kind) {
  static constexpr StringLiteral names[] = {
      "int",           "float",           "bool",
      "str",           "dtype",           "list[int]",
      "list[float]",   "list[list[int]]", "int | list[int]",
      "VirtualDevice", "IndexMap",        "operand"};
  return names[unsigned(kind)];
}

void python::bindOperators(nb::module_ &m) {
  noteMainThread();
  m.def("restart_threads", restartThreads);
  m.def(
      "get_op",
      [](Checked<std::string> checkedName) -> ast::Ref<ast::Op> {
        std::string name = checkedName.take();
        if (const OperatorNode *node = lookup(name))
          return node->op;
        if (ast::Ref<ast::Op> custom = getCustomNodes().lookup(name))
          return custom;
        if (ast::Ref<ast::Op> other = lookupOnlyInTVM(name))
          return other;
        StringRef nearest = getOperators().getNearestForPattern(name);
        raise(PyExc_AttributeError,
              "Operator " + name + " is not registered" +
                  (nearest.empty() ? std::string()
                                   : "; did you mean " + nearest.str() + "?"));
      },
      nb::arg("op_name").none());
  m.def("list_op_names", [] {
    std::vector<std::string> names;
    for (RegisteredOperationName name : getContext()->getRegisteredOperations())
      if (auto *interface = name.getInterface<OperatorInterface>())
        names.push_back(interface->getRelayName().str());
    for (StringRef name : getCustomNodes().keys())
      names.push_back(name.str());
    llvm::sort(names);
    return names;
  });
  m.def(
      "describe_op",
      [](const std::string &name) -> std::optional<nb::dict> {
        const OperatorNode *node = lookup(name);
        if (!node)
          return std::nullopt;
        nb::dict result;
        result["min_operands"] = node->entry->minOperands;
        result["max_operands"] = node->entry->maxOperands;
        auto *interface = node->entry->name.getInterface<OperatorInterface>();
        result["pattern"] = int(interface->getOpPattern());
        result["stateful"] =
            !node->entry->name.hasTrait<OpTrait::AlwaysSpeculatableImplTrait>();
        result["non_computational"] = interface->isNonComputational();
        result["reshape_only"] = interface->isReshapeOnly();
        nb::list attrs;
        for (auto [i, spec] : llvm::enumerate(node->entry->attributes)) {
          StringRef kind = getKindName(spec.kind);
          attrs.append(nb::make_tuple(
              nb::str(spec.name.data(), spec.name.size()),
              nb::str(kind.data(), kind.size()), spec.isOptional,
              spec.getDefault != nullptr, toPython(node->defaults[i])));
        }
        result["attrs"] = attrs;
        return result;
      },
      "The numbers of operands and the attributes (name, kind, whether it may "
      "be None, whether it has a default, the default) of an operator; None if "
      "C++ has no such operator.");
  m.def(
      "get_attrs_type_key",
      [](const std::string &name) {
        std::optional<StringRef> typeKey = ast::getAttrsTypeKey(name);
        return typeKey ? std::optional(typeKey->str()) : std::nullopt;
      },
      nb::arg("name"),
      "TVM's type of the attributes of an operator; None if it has none.");
  m.def("register_op", registerOp, nb::arg("name"));
  m.def("set_custom_op", setCustomOp, nb::arg("name"), nb::arg("num_inputs"),
        nb::arg("stateful"), nb::arg("relation").none());
  m.def("has_type_relation", [](const std::string &name) {
    return getTypeRelation(name) != nullptr;
  });
  m.def("make_call", makeCall, nb::arg("op"), nb::arg("args"),
        nb::arg("attrs"));
}
