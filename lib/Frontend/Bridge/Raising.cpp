//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Raising of the relay dialect to the abstract syntax tree: each block is one
// pass over its operations; regions recurse.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Frontend/Raising.h"
#include "DimNames.h"
#include "NodeReuse.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/Lowering.h"
#include "RelayLite/Frontend/OperatorTable.h"
#include "TypeDefinitions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::relay;

namespace {

/// The positions of locations. The file of the last one is kept, because
/// looking up its name takes longer than everything else.
class Spans {
public:
  ast::Span get(Location loc) {
    loc = getUnmarkedLoc(loc);
    while (auto name = dyn_cast<NameLoc>(loc))
      loc = name.getChildLoc();
    auto position = dyn_cast<FileLineColRange>(loc);
    if (!position)
      return {};
    if (position.getFilename() != fileName) {
      fileName = position.getFilename();
      file = ast::Span::internFile(fileName);
    }
    ast::Span span{file, position.getStartLine(), position.getStartColumn()};
    if (!isStrictFileLineColLoc(loc)) {
      span.endLine = position.getEndLine();
      span.endColumn = position.getEndColumn();
    }
    return span;
  }

private:
  StringAttr fileName;
  const std::string *file = nullptr;
};

/// The objects of virtual devices. Text has one for each device.
using VirtualDevices = llvm::DenseMap<Attribute, ast::Ref<ast::VirtualDevice>>;

/// The symbolic dimensions of a module, and their objects.
struct NamedTypes {
  explicit NamedTypes(ModuleOp module) : dims(module) {}

  DimNames dims;
  ast::DimObjects objects;
};

class FunctionRaising {
public:
  FunctionRaising(llvm::StringMap<ast::Ref<ast::Op>> &operators,
                  VirtualDevices &devices, GlobalVars &globals, Spans &spans,
                  NamedTypes &names, const RaisingOptions &options)
      : operators(operators), devices(devices), globals(globals), spans(spans),
        names(names), raised(options.raised),
        reuse(options, !names.dims.empty()) {}

  FailureOr<ast::Ref<ast::Function>> raise(func::FuncOp op);

private:
  struct Binding {
    ast::VarRef var;
    ast::ExprRef value;
    // Null for a binding that the program does not have.
    LetOp op;
  };

  FailureOr<ast::ExprRef> raiseBlock(Block &block);
  FailureOr<ast::ExprRef> raiseOperation(Operation *op);
  FailureOr<ast::ExprRef> raiseOperator(OperatorInterface op);
  FailureOr<ast::ExprRef> raiseIf(IfOp op);
  template <typename OpT>
  FailureOr<ast::ExprRef> raiseLiteral(OpT op);
  FailureOr<ast::Ref<ast::Function>>
  raiseFunction(Operation *op, Block &body, Block::BlockArgListType params,
                ArrayAttr argAttrs, ArrayAttr typeParams, FunctionType type);
  template <typename OpT>
  ast::ExprRef makeCall(OpT op, ast::ExprRef callee);

  const ast::TypeRef &getType(Type type);
  /// The same with the symbolic dimensions `dims`, if given.
  ast::TypeRef getType(Type type, const DimList *dims) {
    return dims ? setDims(getType(type), *dims, names.objects) : getType(type);
  }
  ast::TypeRef getType(Value value) {
    return getType(value.getType(), names.dims.lookup(value));
  }
  ast::Ref<ast::VirtualDevice> getVirtualDevice(VirtualDeviceAttr attr);
  ast::AttrValue getAttrValue(AttributeKind kind, Attribute attr);
  ast::Attrs getFunctionAttrs(Operation *op);
  // Most values are used by the next operation and never again, so the last one
  // is kept apart. raiseOperator also looks for constants behind lets.
  void setValue(Value value, ast::ExprRef expr) {
    if (last.expr && (!last.isUsed || !last.value.hasOneUse() ||
                      last.value.getDefiningOp<ConstantOp>()))
      values[last.value] = std::move(last.expr);
    last = {value, std::move(expr), false};
  }
  ast::ExprRef getValue(Value value) {
    if (value != last.value)
      return values.lookup(value);
    last.isUsed = true;
    return last.expr;
  }
  std::vector<ast::ExprRef> getOperands(OperandRange operands) {
    std::vector<ast::ExprRef> result;
    result.reserve(operands.size());
    for (Value operand : operands)
      result.push_back(getValue(operand));
    return result;
  }
  ast::VarRef makeVar(StringRef name, const ast::TypeRef &annotation,
                      ast::Span span = {},
                      const ast::Ref<ast::VirtualDevice> &device = nullptr) {
    auto var = ast::make<ast::Var>(name.str(), annotation, span, device);
    var->setType(annotation);
    return var;
  }
  ast::VarRef makeVar(LetOp op);
  ast::VarRef makeParam(BlockArgument param, DictionaryAttr attrs);
  /// Reuses an existing variable and sets its type.
  ast::VarRef reuseVar(ast::VarRef var, const ast::TypeRef &type);
  /// Returns an existing node for `op` that equals `made`, or `made`.
  ast::ExprRef finish(Operation *op, ast::ExprRef made);

  const ast::Ref<ast::GlobalVar> &getGlobal(StringRef name) {
    ast::Ref<ast::GlobalVar> &global = globals[name];
    if (!global)
      global = ast::make<ast::GlobalVar>(name.str());
    return global;
  }

  llvm::StringMap<ast::Ref<ast::Op>> &operators;
  VirtualDevices &devices;
  GlobalVars &globals;
  Spans &spans;
  NamedTypes &names;
  RaisedOperations *raised;
  NodeReuse reuse;
  llvm::StringMap<ast::Ref<ast::TypeVar>> typeVars;
  DenseMap<Type, ast::TypeRef> types;
  DenseMap<Value, ast::ExprRef> values;
  struct {
    Value value;
    ast::ExprRef expr;
    bool isUsed = false;
  } last;
  // The variables of recursive literals, to which the literals refer. The key
  // is the let of a literal, or the literal if it has none.
  DenseMap<Operation *, ast::VarRef> literalVars;
};

} // namespace

const ast::TypeRef &FunctionRaising::getType(Type type) {
  auto [it, isNew] = types.try_emplace(type);
  if (isNew)
    it->second = convertType(type, typeVars);
  return it->second;
}

ast::VarRef FunctionRaising::makeVar(LetOp op) {
  // Relay text has no form for the type of a polymorphic function. A let of
  // another let's variable asks that one: following the chain would be
  // quadratic.
  bool isPolymorphic = false;
  if (op.getValue().getDefiningOp<LetOp>())
    isPolymorphic = !cast<ast::Var>(*getValue(op.getValue())).getAnnotation();
  else if (isa<FunctionType>(op.getType()))
    isPolymorphic = getTypeParams(op.getValue()) != nullptr;
  if (isPolymorphic)
    return ast::make<ast::Var>(op.getName().str());
  ast::TypeRef type = getType(op.getResult());
  if (auto var = reuse.findVar(op.getLoc(), op.getName(), op.getType(), type))
    return reuseVar(std::move(var), type);
  return makeVar(op.getName(), type);
}

ast::VarRef FunctionRaising::makeParam(BlockArgument param,
                                       DictionaryAttr attrs) {
  StringRef name;
  ast::Ref<ast::VirtualDevice> device;
  if (attrs) {
    if (auto attr = attrs.getAs<StringAttr>(fnattr::paramName))
      name = attr.getValue();
    device =
        getVirtualDevice(attrs.getAs<VirtualDeviceAttr>(fnattr::virtualDevice));
  }
  ast::TypeRef type = getType(param);
  if (auto var = reuse.findVar(param.getLoc(), name, param.getType(), type,
                               device.get()))
    return reuseVar(std::move(var), type);
  return makeVar(name, type, spans.get(param.getLoc()), device);
}

ast::VarRef FunctionRaising::reuseVar(ast::VarRef var,
                                      const ast::TypeRef &type) {
  // A variable stays the same when its type is inferred. The type is that of
  // its annotation.
  if (!var->getType() && !reuse.keepsUntyped())
    const_cast<ast::Var &>(*var).setType(type);
  return var;
}

ast::ExprRef FunctionRaising::finish(Operation *op, ast::ExprRef made) {
  ast::ExprRef known = reuse.find(op->getLoc(), *made);
  if (known)
    made = std::move(known);
  if (raised)
    raised->push_back({op, made});
  return made;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

ast::Ref<ast::VirtualDevice>
FunctionRaising::getVirtualDevice(VirtualDeviceAttr attr) {
  if (!attr)
    return nullptr;
  ast::Ref<ast::VirtualDevice> &device = devices[attr];
  if (!device)
    device = convertVirtualDevice(attr);
  return device;
}

ast::AttrValue FunctionRaising::getAttrValue(AttributeKind kind,
                                             Attribute attr) {
  if (auto device = dyn_cast<VirtualDeviceAttr>(attr))
    return ast::AttrValue(ast::Ref<ast::MetaObject>(getVirtualDevice(device)));
  return convertAttr(kind, attr);
}

// Relay's attributes among the discardable ones of a function or call.
ast::Attrs FunctionRaising::getFunctionAttrs(Operation *op) {
  ast::Attrs result;
  for (NamedAttribute attr : op->getDiscardableAttrs()) {
    StringRef name = attr.getName();
    if (name == fnattr::pure || name == fnattr::typeParams ||
        !name.consume_front(fnattr::prefix))
      continue;
    result.push_back(
        {name.str(), getAttrValue(AttributeKind::Int, attr.getValue())});
  }
  return result;
}

FailureOr<ast::ExprRef> FunctionRaising::raiseOperator(OperatorInterface op) {
  ast::Attrs attrs;
  Builder builder(op.getContext());
  ArrayRef<AttributeSpec> specs = op.getAttributeSpecs();
  unsigned operand =
      op->getNumOperands() - llvm::count_if(specs, [](const auto &spec) {
        return spec.kind == AttributeKind::Operand;
      });
  for (const AttributeSpec &spec : specs) {
    if (spec.kind == AttributeKind::Operand) {
      // TVM's parser needs them, and reads only constants.
      Value value = op->getOperand(operand++);
      while (auto let = value.getDefiningOp<LetOp>())
        value = let.getValue();
      if (value.getDefiningOp<ConstantOp>())
        attrs.push_back({spec.name.str(), getValue(value)});
      continue;
    }
    Attribute value = op->getAttr(spec.name);
    if (value && (!spec.getDefault || spec.getDefault(builder) != value))
      attrs.push_back({spec.name.str(), getAttrValue(spec.kind, value)});
  }
  ast::Ref<ast::Op> &callee = operators[op.getRelayName()];
  if (!callee)
    callee = ast::make<ast::Op>(op.getRelayName().str());
  return ast::ExprRef(ast::make<ast::Call>(
      callee, getOperands(op->getOperands()), std::move(attrs)));
}

//===----------------------------------------------------------------------===//
// Functions and branches
//===----------------------------------------------------------------------===//

FailureOr<ast::Ref<ast::Function>> FunctionRaising::raiseFunction(
    Operation *op, Block &body, Block::BlockArgListType params,
    ArrayAttr argAttrs, ArrayAttr typeParams, FunctionType type) {
  std::vector<ast::Ref<ast::TypeVar>> typeVarNodes;
  std::optional<NodeReuse::ScopedOff> noReuse;
  if (typeParams) {
    typeVarNodes = reuse.findTypeVars(op->getLoc(), typeParams);
    if (typeVarNodes.empty()) {
      // The types of existing nodes would refer to the old parameters.
      noReuse.emplace(reuse);
      for (auto name : typeParams.getAsRange<StringAttr>())
        typeVarNodes.push_back(ast::make<ast::TypeVar>(name.str()));
    }
    for (const ast::Ref<ast::TypeVar> &typeVar : typeVarNodes)
      typeVars[typeVar->getName()] = typeVar;
    // Types that were converted earlier may mean another parameter.
    types.clear();
  }
  std::vector<ast::VarRef> vars;
  for (auto [i, param] : llvm::enumerate(params)) {
    auto attrs = argAttrs ? cast<DictionaryAttr>(argAttrs[i]) : nullptr;
    vars.push_back(makeParam(param, attrs));
    setValue(param, vars.back());
  }
  FailureOr<ast::ExprRef> result = raiseBlock(body);
  if (failed(result))
    return failure();
  Value returned = body.getTerminator()->getOperand(0);
  const DimList *dims = isa<func::FuncOp>(op)
                            ? names.dims.lookup(cast<func::FuncOp>(op))
                            : names.dims.lookup(op->getResult(0));
  ast::TypeRef functionType = getType(type, dims);
  // MLIR's function types name no type parameters.
  if (auto *known = dyn_cast_or_null<ast::FuncType>(functionType.get());
      known && !typeVarNodes.empty())
    functionType = ast::make<ast::FuncType>(
        typeVarNodes, known->getParams().vec(), known->getResult());
  ast::TypeRef returnType =
      reuse.staysUnannotated(op->getLoc())
          ? nullptr
          : getType(type.getResult(0), names.dims.lookup(returned));
  auto function = ast::make<ast::Function>(
      std::move(vars), std::move(*result), std::move(returnType),
      std::move(typeVarNodes), getFunctionAttrs(op));
  function->setType(std::move(functionType));
  function->setSpan(spans.get(op->getLoc()));
  return ast::Ref<ast::Function>(function);
}

FailureOr<ast::Ref<ast::Function>> FunctionRaising::raise(func::FuncOp op) {
  if (op.isExternal())
    return op.emitError("a function without body cannot be exported");
  if (op.getFunctionType().getNumResults() != 1)
    return op.emitError("expected a function with one result, but it has ")
           << op.getFunctionType().getNumResults();
  if (!op.getBody().hasOneBlock())
    return op.emitError("expected a function of one block");
  FailureOr<ast::Ref<ast::Function>> function = raiseFunction(
      op, op.getBody().front(), op.getArguments(), op.getArgAttrsAttr(),
      op->getAttrOfType<ArrayAttr>(fnattr::typeParams), op.getFunctionType());
  if (failed(function))
    return failure();
  return ast::Ref<ast::Function>(
      llvm::cast<ast::Function>(finish(op, std::move(*function)).get()));
}

template <typename OpT>
FailureOr<ast::ExprRef> FunctionRaising::raiseLiteral(OpT op) {
  FunctionType type = op.getFunctionType();
  Block &body = op.getBody().front();
  if (op.getHasSelf()) {
    auto *user = op->getResult(0).hasOneUse()
                     ? *op->getResult(0).getUsers().begin()
                     : nullptr;
    auto let = dyn_cast_or_null<LetOp>(user);
    // A recursive function needs a name even if it has none.
    ast::VarRef var = let ? makeVar(let) : makeVar("", getType(op.getResult()));
    literalVars[let ? let.getOperation() : op.getOperation()] = var;
    setValue(body.getArgument(0), var);
  }
  auto function =
      raiseFunction(op, body, op.getParameters(), op.getArgAttrsAttr(),
                    op.getTypeParamsAttr(), type);
  if (failed(function))
    return failure();
  return ast::ExprRef(*function);
}

FailureOr<ast::ExprRef> FunctionRaising::raiseIf(IfOp op) {
  FailureOr<ast::ExprRef> thenBranch = raiseBlock(op.getThenRegion().front());
  FailureOr<ast::ExprRef> elseBranch = raiseBlock(op.getElseRegion().front());
  if (failed(thenBranch) || failed(elseBranch))
    return failure();
  return ast::ExprRef(ast::make<ast::If>(getValue(op.getCondition()),
                                         std::move(*thenBranch),
                                         std::move(*elseBranch)));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

template <typename OpT>
ast::ExprRef FunctionRaising::makeCall(OpT op, ast::ExprRef callee) {
  std::vector<ast::TypeRef> typeArgs;
  if (ArrayAttr attr = op.getTypeArgsAttr())
    for (auto type : attr.getAsValueRange<TypeAttr>())
      typeArgs.push_back(getType(type));
  return ast::make<ast::Call>(std::move(callee), getOperands(op.getArguments()),
                              getFunctionAttrs(op), std::move(typeArgs));
}

FailureOr<ast::ExprRef> FunctionRaising::raiseOperation(Operation *op) {
  if (auto relayOperator = dyn_cast<OperatorInterface>(op))
    return raiseOperator(relayOperator);
  using Result = FailureOr<ast::ExprRef>;
  auto done = [](auto node) -> Result { return ast::ExprRef(std::move(node)); };
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](ConstantOp constant) -> Result {
        auto value = getConstantArray(op->getLoc(), constant.getValue());
        if (failed(value))
          return failure();
        return done(ast::make<ast::Constant>(std::move(*value)));
      })
      .Case([&](CustomOp custom) {
        ast::Ref<ast::Op> &callee = operators[custom.getOpName()];
        if (!callee)
          callee = ast::make<ast::Op>(custom.getOpName().str());
        return done(ast::make<ast::Call>(callee, getOperands(custom.getArgs()),
                                         getFunctionAttrs(custom)));
      })
      .Case([&](TupleOp tuple) {
        return done(ast::make<ast::Tuple>(getOperands(op->getOperands())));
      })
      .Case([&](TupleGetOp get) {
        return done(ast::make<ast::TupleGetItem>(getValue(get.getTuple()),
                                                 get.getIndex()));
      })
      .Case([&](CallOp call) {
        return done(makeCall(call, getGlobal(call.getCallee())));
      })
      .Case([&](ApplyOp apply) {
        return done(makeCall(apply, getValue(apply.getCallee())));
      })
      .Case(
          [&](GlobalOp global) { return done(getGlobal(global.getCallee())); })
      .Case([&](FnOp fn) { return raiseLiteral(fn); })
      .Case([&](FusedFnOp fn) { return raiseLiteral(fn); })
      .Case([&](IfOp branch) { return raiseIf(branch); })
      .Case([&](RefCreateOp ref) {
        return done(ast::make<ast::RefCreate>(getValue(ref.getValue())));
      })
      .Case([&](RefReadOp ref) {
        return done(ast::make<ast::RefRead>(getValue(ref.getRef())));
      })
      .Case([&](RefWriteOp ref) {
        return done(ast::make<ast::RefWrite>(getValue(ref.getRef()),
                                             getValue(ref.getValue())));
      })
      .Default([](Operation *op) -> Result {
        return op->emitError("operation '")
               << op->getName() << "' has no counterpart in Relay";
      });
}

static bool hasOrderedEffects(Operation *op) {
  // Random numbers need no order.
  return !isa<OperatorInterface>(op) && !isMemoryEffectFree(op);
}

// Whether `op` is a part of the expression that a let binds, that the block
// ends in, or whose effects come next, so that all effects stay in their order.
static bool isUsedInPlace(Operation *op) {
  Operation *part = op;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    bool isUser = part->getNumResults() == 1 &&
                  part->getResult(0).hasOneUse() &&
                  *part->getResult(0).user_begin() == next;
    if (isa<LetOp>(next) || next->hasTrait<OpTrait::IsTerminator>() ||
        hasOrderedEffects(next))
      return isUser;
    if (isUser)
      part = next;
  }
  return false;
}

bool relay::isBoundWhenRaised(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() && hasOrderedEffects(op) &&
         (op->getNumResults() != 1 || !isUsedInPlace(op));
}

FailureOr<ast::ExprRef> FunctionRaising::raiseBlock(Block &block) {
  std::vector<Binding> bindings;
  for (Operation &op : block.without_terminator()) {
    if (auto let = dyn_cast<LetOp>(op)) {
      ast::VarRef var = literalVars.lookup(let);
      if (!var)
        var = makeVar(let);
      bindings.push_back({var, getValue(let.getValue()), let});
      setValue(let, var);
      continue;
    }
    if (auto typeCast = dyn_cast<TypeCastOp>(op)) {
      setValue(typeCast, getValue(typeCast.getValue()));
      continue;
    }
    FailureOr<ast::ExprRef> expr = raiseOperation(&op);
    if (failed(expr))
      return failure();
    Value result = op.getResult(0);
    // So far, only this function refers to the node, unless it is a global.
    if (!isa<ast::GlobalVar>(**expr)) {
      auto &node = const_cast<ast::Expr &>(**expr);
      node.setType(getType(result));
      node.setSpan(spans.get(op.getLoc()));
      *expr = finish(&op, std::move(*expr));
    }
    ast::VarRef var = literalVars.lookup(&op);
    if (!var && isBoundWhenRaised(&op))
      var = makeVar("", getType(result));
    if (var)
      bindings.push_back({var, std::move(*expr), nullptr});
    setValue(result, var ? ast::ExprRef(var) : std::move(*expr));
  }
  Operation *terminator = block.getTerminator();
  ast::ExprRef body = getValue(terminator->getOperand(0));
  ast::TypeRef type = getType(terminator->getOperand(0));
  for (Binding &binding : llvm::reverse(bindings)) {
    ast::Span span = binding.value->getSpan();
    auto let =
        ast::make<ast::Let>(std::move(binding.var), std::move(binding.value),
                            std::move(body), span);
    let->setType(type);
    body = std::move(let);
    if (binding.op)
      body = finish(binding.op, std::move(body));
  }
  return body;
}

FailureOr<ast::Module> relay::raiseModule(ModuleOp module,
                                          const RaisingOptions &options) {
  GlobalVars ownGlobals;
  GlobalVars &globals = options.globals ? *options.globals : ownGlobals;
  ast::Module result;
  if (auto attrs = module->getAttrOfType<DictionaryAttr>(kModuleAttrsName)) {
    ast::Attrs moduleAttrs;
    for (NamedAttribute attr : attrs)
      moduleAttrs.push_back({attr.getName().str(),
                             convertAttr(AttributeKind::Int, attr.getValue())});
    result.setAttrs(std::move(moduleAttrs));
  }
  llvm::StringMap<ast::Ref<ast::Op>> operators;
  VirtualDevices devices;
  Spans spans;
  NamedTypes names(module);
  FailureOr<ast::TypeTable> types = raiseTypeDefinitions(
      module, options.types, [&](Location loc) { return spans.get(loc); });
  if (failed(types))
    return failure();
  result.getTypes() = std::move(*types);
  for (Operation &op : *module.getBody()) {
    if (isa<TypeDataOp>(op))
      continue;
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function)
      return op.emitError("operation '")
             << op.getName() << "' has no counterpart in a Relay module";
    FailureOr<ast::Ref<ast::Function>> made =
        FunctionRaising(operators, devices, globals, spans, names, options)
            .raise(function);
    if (failed(made))
      return failure();
    result.add(function.getName(), std::move(*made));
  }
  return result;
}

std::shared_ptr<const Origins>
relay::markOperations(const RaisedOperations &raised) {
  auto origins = std::make_shared<Origins>();
  for (auto &[op, node] : raised) {
    op->setLoc(origins->mark(op->getLoc(), *node));
    origins->hold(node);
    auto *function = dyn_cast<ast::Function>(node.get());
    if (!function)
      continue;
    // A function that calls itself has an argument for itself in front.
    auto params =
        op->getRegion(0).getArguments().take_back(function->getParams().size());
    for (auto [var, param] : llvm::zip_equal(function->getParams(), params))
      param.setLoc(origins->mark(param.getLoc(), *var));
  }
  return origins;
}
