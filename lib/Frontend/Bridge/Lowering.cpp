//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of the syntax tree: functions, scopes and the walk over a body.
//
//===----------------------------------------------------------------------===//

#include "DimNames.h"
#include "LoweringImpl.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/SymbolicDims.h"
#include "RelayLite/Dialect/Relay/IR/TypeJoin.h"
#include "RelayLite/Frontend/Conversion.h"
#include "RelayLite/Frontend/ExprVisitor.h"
#include "RelayLite/Frontend/Parser.h"
#include "RelayLite/Support/Stack.h"
#include "TypeDefinitions.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace mlir::relay;

static Location makeLoc(StringAttr fileName, ast::Span span) {
  if (!span.endLine)
    return FileLineColLoc::get(fileName, span.line, span.column);
  return FileLineColRange::get(fileName, span.line, span.column, span.endLine,
                               span.endColumn);
}

Location relay::getLoc(MLIRContext *context, ast::Span span) {
  if (!span)
    return UnknownLoc::get(context);
  return makeLoc(StringAttr::get(context, span.file ? *span.file : "<unknown>"),
                 span);
}

Location ModuleLowering::getLoc(ast::Span span) {
  if (!span || !span.file)
    return relay::getLoc(context, span);
  if (span.file != file) {
    file = span.file;
    fileName = StringAttr::get(context, *file);
  }
  return makeLoc(fileName, span);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

ArrayAttr relay::lowerTypeParams(Builder &builder,
                                 ArrayRef<ast::Ref<ast::TypeVar>> typeParams) {
  SmallVector<StringRef> names;
  for (const ast::Ref<ast::TypeVar> &param : typeParams)
    names.push_back(param->getName());
  return builder.getStrArrayAttr(names);
}

// The type that the annotations of a function give.
static FailureOr<FunctionType> getFunctionType(MLIRContext *context,
                                               const ast::Function &function) {
  SmallVector<Type> params;
  for (const ast::VarRef &param : function.getParams()) {
    FailureOr<Type> type =
        convertType(getLoc(context, param->getSpan()), param->getAnnotation());
    if (failed(type))
      return failure();
    params.push_back(*type);
  }
  FailureOr<Type> result = convertType(getLoc(context, function.getSpan()),
                                       function.getReturnType());
  if (failed(result))
    return failure();
  return FunctionType::get(context, params, *result);
}

// The attributes of the parameters: their names, symbolic dimensions and
// virtual devices.
static FailureOr<ArrayAttr> getArgAttrs(Builder &b,
                                        const ast::Function &function) {
  SmallVector<Attribute> result;
  bool hasNames =
      llvm::any_of(function.getParams(), [](const ast::VarRef &param) {
        return hasSymbols(param->getAnnotation());
      });
  for (const ast::VarRef &param : function.getParams()) {
    NamedAttrList attrs;
    attrs.set(fnattr::paramName, b.getStringAttr(param->getName()));
    // Without a list, inference finds the names of a type that it finds.
    if (hasNames && !getDims(param->getAnnotation()).empty())
      attrs.set(fnattr::dims, lowerDims(b, param->getAnnotation()));
    if (const ast::VirtualDevice *device = param->getVirtualDevice().get()) {
      FailureOr<VirtualDeviceAttr> attr = convertVirtualDevice(
          getLoc(b.getContext(), param->getSpan()), *device);
      if (failed(attr))
        return failure();
      if (!attr->isUnconstrained())
        attrs.set(fnattr::virtualDevice, *attr);
    }
    result.push_back(attrs.getDictionary(b.getContext()));
  }
  return b.getArrayAttr(result);
}

SmallVector<Location>
FunctionLowering::getParamLocs(const ast::Function &function) {
  SmallVector<Location> locs;
  for (const ast::VarRef &param : function.getParams()) {
    auto name = StringAttr::get(context, param->getName());
    locs.push_back(module.mark(NameLoc::get(name, loc(*param)), *param));
  }
  return locs;
}

OwningOpRef<ModuleOp> relay::lowerModule(MLIRContext *context,
                                         const ast::Module &module,
                                         Origins *origins) {
  ModuleLowering state(context, origins);
  OwningOpRef<ModuleOp> result = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder builder = OpBuilder::atBlockEnd(result->getBody());
  if (DictionaryAttr attrs =
          lowerModuleAttrs(result->getLoc(), module.getAttrs());
      !attrs.empty())
    (*result)->setAttr(kModuleAttrsName, attrs);
  if (failed(lowerTypeDefinitions(builder, module)))
    return nullptr;
  // All functions are declared before the first body refers to one.
  for (const ast::Module::Definition &definition : module.getFunctions()) {
    const ast::Function &function = *definition.function;
    Location loc = getLoc(context, function.getSpan());
    FailureOr<FunctionType> type = getFunctionType(context, function);
    if (failed(type))
      return nullptr;
    FailureOr<ArrayAttr> argAttrs = getArgAttrs(builder, function);
    NamedAttrList attrs;
    if (failed(argAttrs) ||
        failed(lowerFunctionAttrs(loc, function.getAttrs(), attrs)))
      return nullptr;
    if (!function.getTypeParams().empty())
      attrs.set(fnattr::typeParams,
                lowerTypeParams(builder, function.getTypeParams()));
    auto op = func::FuncOp::create(builder, state.mark(loc, function),
                                   definition.name, *type);
    op->setDiscardableAttrs(attrs.getDictionary(context));
    if (!function.getParams().empty())
      op.setArgAttrsAttr(*argAttrs);
    state.functions[definition.name] = op;
  }
  for (const ast::Module::Definition &definition : module.getFunctions())
    if (failed(FunctionLowering(state, *definition.function,
                                state.functions[definition.name])
                   .run()))
      return nullptr;
  return result;
}

// Lowering has verified the operators, whose operands do not change, and placed
// all values where they are visible.
LogicalResult relay::verifyLowered(ModuleOp module) {
  auto verify = [](Operation *op) -> WalkResult {
    CheckedOperation checked(op);
    auto let = dyn_cast<LetOp>(op);
    if (let ? let.getType() == let.getValue().getType()
            : isa<OperatorInterface>(op))
      return success();
    for (NamedAttribute attr : op->getDiscardableAttrs())
      if (Dialect *dialect = attr.getNameDialect())
        if (failed(dialect->verifyOperationAttribute(op, attr)))
          return failure();
    return success(succeeded(op->getName().verifyInvariants(op)) &&
                   succeeded(op->getName().verifyRegionInvariants(op)));
  };
  return success(!module->walk<WalkOrder::PreOrder>(verify).wasInterrupted());
}

FunctionLowering::FunctionLowering(ModuleLowering &module,
                                   const ast::Function &function,
                                   func::FuncOp op)
    : module(module), context(module.context), function(function), op(op),
      builder(context), operators(module, builder), scopes(1) {}

LogicalResult FunctionLowering::run() {
  Block *block =
      builder.createBlock(&op.getBody(), {}, op.getFunctionType().getInputs(),
                          getParamLocs(function));
  scopes[0].block = block;
  for (auto [param, argument] :
       llvm::zip_equal(function.getParams(), block->getArguments()))
    if (failed(bindParam(*param, argument, /*scope=*/0)))
      return failure();
  unsigned numLets = 0;
  for (const ast::Expr *body = function.getBody().get(); isa<ast::Let>(body);
       body = cast<ast::Let>(body)->getBody().get())
    ++numLets;
  variables.reserve(variables.size() + numLets);
  push(Step::Enter, *function.getBody());
  while (!steps.empty()) {
    Step step = steps.back();
    steps.pop_back();
    if (failed(runStep(step)))
      return failure();
  }
  builder.setInsertionPointToEnd(block);
  Type resultType = op.getFunctionType().getResult(0);
  Value result = yield(function, resultType, /*scope=*/0);
  if (!result)
    return failure();
  if (isa<UnknownType>(resultType))
    op.setFunctionType(FunctionType::get(
        context, op.getFunctionType().getInputs(), result.getType()));
  func::ReturnOp::create(builder, loc(*function.getBody()), result);
  for (Operation *generic : instantiated)
    if (generic->use_empty())
      generic->erase();
  return success();
}

LogicalResult FunctionLowering::analyzeScopes() {
  if (analysis)
    return success();
  analysis.emplace(function);
  scopes.resize(analysis->getNumScopes());
  NestingLimit limit = getNestingLimit(ast::kMaxNesting);
  for (unsigned scope = 0; scope < analysis->getNumScopes(); ++scope)
    if (analysis->getDepth(scope) > limit.depth)
      return emitError(op.getLoc(), "function '@")
             << op.getName() << "' nests branches and functions more than "
             << limit.depth << " deep" << limit.reason;
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void FunctionLowering::setInsertionPoint(const ast::Expr &expr) {
  const Scope &scope = scopes[getScope(expr)];
  if (scope.open)
    builder.setInsertionPoint(scope.open);
  else
    builder.setInsertionPointToEnd(scope.block);
}

Value FunctionLowering::getValue(const ast::Expr &expr, const ast::Expr &user,
                                 std::optional<unsigned> scope) {
  // The value of a let is that of its body. It is used as often as the let.
  const ast::Expr *node = &expr;
  bool isShared = false;
  while (auto *let = dyn_cast<ast::Let>(node)) {
    isShared |= let->isShared();
    node = let->getBody().get();
  }
  Value value;
  if (auto *var = dyn_cast<ast::Var>(node)) {
    if (node == &expr)
      return getVariable(*var, user, scope);
    // The scope of a variable ends with its let, but its value stays.
    value = variables.lookup(var).value;
  } else if (node == last.expr) {
    value = last.value;
    last.isUsed = true;
    if (isShared)
      values[node] = value;
  } else {
    value = values.lookup(node);
  }
  if (!value)
    emitError(loc(user), "the value of an operand is not known here");
  return value;
}

Value FunctionLowering::getVariable(const ast::Var &var, const ast::Expr &user,
                                    std::optional<unsigned> scope) {
  Variable variable = variables.lookup(&var);
  bool isVisible = variable.value && !variable.isClosed;
  if (isVisible && analysis)
    isVisible =
        analysis->encloses(variable.scope, scope ? *scope : getScope(user));
  if (isVisible)
    return variable.value;
  emitError(loc(user), "variable '%")
      << var.getName() << "' is used outside of its scope";
  return {};
}

FailureOr<SmallVector<Value>>
FunctionLowering::getValues(const ast::Expr &user) {
  SmallVector<Value> result;
  for (const ast::Expr *operand : getOperands(user)) {
    result.push_back(getValue(*operand, user));
    if (!result.back())
      return failure();
  }
  return result;
}

// Makes an instance of a global function: a literal that calls it, whose types
// are inferred later.
Value FunctionLowering::instantiateGlobal(GlobalOp global) {
  func::FuncOp callee = module.functions.lookup(global.getCallee());
  if (!callee->hasAttr(fnattr::typeParams))
    return global;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(global);
  Location where = global.getLoc();
  FunctionType type = callee.getFunctionType();
  SmallVector<Type> inputs = map_to_vector(type.getInputs(), eraseTypeVars);
  Type resultType = eraseTypeVars(type.getResult(0));
  auto fn = FnOp::create(builder, where,
                         FunctionType::get(context, inputs, resultType),
                         /*has_self=*/false, /*type_params=*/nullptr,
                         callee.getArgAttrsAttr(), /*res_attrs=*/nullptr);
  Block &body = fn.getBody().emplaceBlock();
  for (Type input : inputs)
    body.addArgument(input, where);
  builder.setInsertionPointToEnd(&body);
  Value result = CallOp::create(builder, where, resultType, callee.getSymName(),
                                body.getArguments(), nullptr, nullptr, nullptr);
  YieldOp::create(builder, where, result);
  instantiated.insert(global);
  return fn.getResult();
}

// A function with type parameters that is passed on is replaced by an instance:
// a copy of the literal whose types are inferred later.
Value FunctionLowering::instantiate(Value value) {
  Value literal = value;
  while (auto let = literal.getDefiningOp<LetOp>())
    literal = let.getValue();
  if (auto global = literal.getDefiningOp<GlobalOp>())
    return instantiateGlobal(global);
  auto fn = literal.getDefiningOp<FnOp>();
  ArrayAttr typeParams = fn ? fn.getTypeParamsAttr() : ArrayAttr();
  if (!typeParams)
    return value;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](TypeVarType var) -> Type {
    bool isOwn = llvm::is_contained(typeParams.getAsValueRange<StringAttr>(),
                                    var.getName());
    return isOwn ? Type(UnknownType::get(context)) : Type(var);
  });
  instantiated.insert(fn);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(fn);
  auto copy = cast<FnOp>(builder.clone(*fn));
  copy.removeTypeParamsAttr();
  replacer.recursivelyReplaceElementsIn(copy, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return copy.getResult();
}

Value FunctionLowering::castTo(Location loc, Value value, Type type,
                               const Twine &what) {
  if (value.getType() == type || isa<UnknownType>(type))
    return value;
  value = instantiate(value);
  if (!areTypesCompatible(value.getType(), type)) {
    emitError(loc) << what << " is of type " << type << ", but its value is of "
                   << value.getType();
    return {};
  }
  return TypeCastOp::create(builder, loc, type, value);
}

// Converts the result of a function to `type`. The builder is at the end of the
// body, which is `scope`.
Value FunctionLowering::yield(const ast::Function &function, Type type,
                              unsigned scope) {
  const ast::Expr &body = *function.getBody();
  Value value = getValue(body, function, scope);
  if (!value)
    return {};
  return castTo(loc(body), value, type, "the result of the function");
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::runStep(const Step &step) {
  switch (step.kind) {
  case Step::Enter:
    return enter(*step.expr);
  case Step::Finish:
    return finish(*step.expr);
  case Step::OpenIf:
    return openIf(cast<ast::If>(*step.expr));
  case Step::OpenElse:
    return openElse(cast<ast::If>(*step.expr));
  case Step::CloseIf:
    return closeIf(step);
  case Step::CloseFn:
    return closeFn(step);
  case Step::BindLet:
    return bindLet(cast<ast::Let>(*step.expr));
  case Step::CloseLet:
    return closeLet(cast<ast::Let>(*step.expr));
  }
  return failure();
}

SmallVector<const ast::Expr *, 4> relay::getOperands(const ast::Expr &expr) {
  SmallVector<const ast::Expr *, 4> operands;
  if (isa<ast::Let, ast::If, ast::Function>(expr))
    return operands;
  ast::forEachChild(
      expr, [&](const ast::Expr &child) { operands.push_back(&child); });
  // Names of operators and of global functions have no values.
  auto *call = dyn_cast<ast::Call>(&expr);
  if (call && isa<ast::Op, ast::GlobalVar>(*call->getCallee()))
    operands.pop_back();
  return operands;
}

// Pushes the operands so that they are computed in the order of evaluation.
void FunctionLowering::pushOperands(const ast::Expr &expr) {
  SmallVector<const ast::Expr *, 4> operands = getOperands(expr);
  for (const ast::Expr *operand : llvm::reverse(operands))
    push(Step::Enter, *operand);
}

LogicalResult FunctionLowering::enter(const ast::Expr &expr) {
  // The user of a variable checks that it is in scope.
  if (isa<ast::Var>(expr))
    return success();
  if (!isa<ast::Let>(expr) && hasValue(expr))
    return success();
  switch (expr.getKind()) {
  case ast::Expr::Kind::If:
    push(Step::OpenIf, expr);
    push(Step::Enter, *cast<ast::If>(expr).getCondition());
    return success();
  case ast::Expr::Kind::Function:
    return openFn(cast<ast::Function>(expr), letsOfFunctions.lookup(&expr));
  case ast::Expr::Kind::Let: {
    auto &let = cast<ast::Let>(expr);
    Variable &variable = variables[let.getVar().get()];
    if (!variable.let && !variable.value)
      variable.let = &let;
    else if (variable.let != &let)
      return emitError(loc(let), "variable '%")
             << let.getVar()->getName() << "' is bound more than once";
    if (variable.value)
      return success();
    if (isa<ast::Function>(*let.getValue()))
      letsOfFunctions.try_emplace(let.getValue().get(), &let);
    push(Step::BindLet, expr);
    push(Step::Enter, *let.getValue());
    return success();
  }
  default:
    push(Step::Finish, expr);
    pushOperands(expr);
    return success();
  }
}

LogicalResult FunctionLowering::finish(const ast::Expr &expr) {
  // A node can be on the stack more than once.
  if (hasValue(expr))
    return success();
  setInsertionPoint(expr);
  Location where = markedLoc(expr);
  Value value;
  switch (expr.getKind()) {
  case ast::Expr::Kind::Constant: {
    FailureOr<ElementsAttr> attr =
        makeConstant(where, cast<ast::Constant>(expr).getValue());
    if (succeeded(attr))
      value = ConstantOp::create(builder, where, *attr);
    break;
  }
  case ast::Expr::Kind::GlobalVar: {
    StringRef name = cast<ast::GlobalVar>(expr).getName();
    func::FuncOp callee = module.functions.lookup(name);
    if (!callee)
      return emitError(where, "function '@") << name << "' is not defined";
    value = GlobalOp::create(builder, where, callee.getFunctionType(), name);
    break;
  }
  case ast::Expr::Kind::Op:
    return emitError(where, "operator '")
           << cast<ast::Op>(expr).getName()
           << "' as a value is not supported; wrap it in a function";
  case ast::Expr::Kind::Constructor:
    return emitError(where, "constructors of algebraic data types are not "
                            "supported yet");
  case ast::Expr::Kind::Call:
    return lowerCall(cast<ast::Call>(expr), where);
  case ast::Expr::Kind::Tuple:
  case ast::Expr::Kind::TupleGetItem:
  case ast::Expr::Kind::RefCreate:
  case ast::Expr::Kind::RefRead:
  case ast::Expr::Kind::RefWrite: {
    auto operands = getValues(expr);
    if (succeeded(operands))
      value = operators.lowerStructure(expr, *operands, where);
    break;
  }
  default:
    break;
  }
  if (!value)
    return failure();
  setValue(expr, value);
  return success();
}

//===----------------------------------------------------------------------===//
// Bindings, branches and function literals
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::bindLet(const ast::Let &let) {
  const ast::Var &var = *let.getVar();
  Value value = getValue(*let.getValue(), let);
  if (!value)
    return failure();
  setInsertionPoint(let);
  if (var.getAnnotation()) {
    Location where = loc(var);
    FailureOr<Type> type = convertType(where, var.getAnnotation());
    if (failed(type))
      return failure();
    // Inference completes a type with unknown parts.
    if (!containsUnknown(*type))
      value = castTo(where, value, *type, "variable '%" + var.getName() + "'");
    if (!value)
      return failure();
  }
  // A binding and its value have one location.
  Location where = getUnmarkedLoc(value.getLoc());
  if (isa<ast::Var>(*let.getValue()) || isa<UnknownLoc>(where))
    where = loc(var);
  where = module.mark(where, let);
  Value bound = LetOp::create(builder, where, value.getType(), value,
                              builder.getStringAttr(var.getName()));
  variables[&var] = {bound, getScope(let), &let};
  push(Step::CloseLet, let);
  push(Step::Enter, *let.getBody());
  return success();
}

LogicalResult FunctionLowering::closeLet(const ast::Let &let) {
  if (auto *var = dyn_cast<ast::Var>(let.getBody().get()))
    if (!getVariable(*var, let, getScope(let)))
      return failure();
  variables[let.getVar().get()].isClosed = true;
  return success();
}

LogicalResult FunctionLowering::bindParam(const ast::Var &param, Value argument,
                                          unsigned scope) {
  if (variables.try_emplace(&param, Variable{argument, scope}).second)
    return success();
  return emitError(loc(param), "variable '%")
         << param.getName() << "' is bound more than once";
}

LogicalResult FunctionLowering::openIf(const ast::If &expr) {
  if (hasValue(expr))
    return success();
  Value condition = getValue(*expr.getCondition(), expr);
  if (!condition || failed(analyzeScopes()))
    return failure();
  setInsertionPoint(expr);
  OperationState state(markedLoc(expr), IfOp::getOperationName());
  state.addOperands(condition);
  state.addTypes(UnknownType::get(context));
  state.addRegion();
  state.addRegion();
  Operation *op = builder.create(state);
  Scope &scope = scopes[getScope(expr)];
  Operation *outer = std::exchange(scope.open, op);
  unsigned inner = analysis->getInnerScope(expr);
  scopes[inner].block = &op->getRegion(0).emplaceBlock();
  scopes[inner + 1].block = &op->getRegion(1).emplaceBlock();
  push(Step::CloseIf, expr, outer);
  push(Step::Enter, *expr.getElse());
  push(Step::OpenElse, expr);
  push(Step::Enter, *expr.getThen());
  return success();
}

LogicalResult FunctionLowering::openElse(const ast::If &expr) {
  unsigned inner = analysis->getInnerScope(expr);
  Value value = getValue(*expr.getThen(), expr, inner);
  if (!value)
    return failure();
  builder.setInsertionPointToEnd(scopes[inner].block);
  YieldOp::create(builder, loc(*expr.getThen()), instantiate(value));
  return success();
}

LogicalResult FunctionLowering::closeIf(const Step &step) {
  auto &expr = cast<ast::If>(*step.expr);
  unsigned inner = analysis->getInnerScope(expr);
  Value value = getValue(*expr.getElse(), expr, inner + 1);
  if (!value)
    return failure();
  builder.setInsertionPointToEnd(scopes[inner + 1].block);
  value = instantiate(value);
  YieldOp::create(builder, loc(*expr.getElse()), value);
  Scope &scope = scopes[getScope(expr)];
  auto op = cast<IfOp>(std::exchange(scope.open, step.outer));
  Type thenType = op.getThenValue().getType();
  Type elseType = value.getType();
  if (!areTypesCompatible(thenType, elseType) && !joinTypes(thenType, elseType))
    return emitError(op.getLoc(),
                     "expected branches of the same type, but got ")
           << thenType << " and " << elseType;
  if (thenType == elseType)
    op.getResult().setType(thenType);
  setValue(expr, op.getResult());
  return success();
}

LogicalResult FunctionLowering::openFn(const ast::Function &expr,
                                       const ast::Let *let) {
  FailureOr<FunctionType> type = getFunctionType(context, expr);
  if (failed(type) || failed(analyzeScopes()))
    return failure();
  FailureOr<ArrayAttr> argAttrs = getArgAttrs(builder, expr);
  Location where = markedLoc(expr);
  NamedAttrList attrs;
  if (failed(argAttrs) ||
      failed(lowerFunctionAttrs(where, expr.getAttrs(), attrs)))
    return failure();
  setInsertionPoint(expr);
  OperationState state(where, FnOp::getOperationName());
  state.addTypes(*type);
  state.addAttributes(attrs);
  if (!expr.getTypeParams().empty())
    state.addAttribute("type_params",
                       lowerTypeParams(builder, expr.getTypeParams()));
  if (!expr.getParams().empty())
    state.addAttribute("arg_attrs", *argAttrs);
  Block *block = &state.addRegion()->emplaceBlock();
  Operation *op = builder.create(state);
  block = &op->getRegion(0).front();

  unsigned inner = analysis->getInnerScope(expr);
  scopes[inner].block = block;
  if (let) {
    // The function itself, for recursion. It is removed later if unused.
    variables[let->getVar().get()] = {block->addArgument(*type, where), inner,
                                      let};
  }
  for (auto [param, paramType, paramLoc] :
       llvm::zip_equal(expr.getParams(), type->getInputs(), getParamLocs(expr)))
    if (failed(
            bindParam(*param, block->addArgument(paramType, paramLoc), inner)))
      return failure();
  Scope &scope = scopes[getScope(expr)];
  push(Step::CloseFn, expr, std::exchange(scope.open, op));
  push(Step::Enter, *expr.getBody());
  return success();
}

LogicalResult FunctionLowering::closeFn(const Step &step) {
  auto &expr = cast<ast::Function>(*step.expr);
  Scope &scope = scopes[getScope(expr)];
  auto op = cast<FnOp>(std::exchange(scope.open, step.outer));
  unsigned inner = analysis->getInnerScope(expr);
  Block *block = scopes[inner].block;
  builder.setInsertionPointToEnd(block);
  Type resultType = op.getFunctionType().getResult(0);
  Value result = yield(expr, resultType, inner);
  if (!result)
    return failure();
  YieldOp::create(builder, loc(*expr.getBody()), result);
  if (isa<UnknownType>(resultType))
    op.getResult().setType(FunctionType::get(
        context, op.getFunctionType().getInputs(), result.getType()));
  if (const ast::Let *let = letsOfFunctions.lookup(&expr)) {
    if (block->getArgument(0).use_empty()) {
      block->eraseArgument(0);
    } else {
      op.setHasSelf(true);
      block->getArgument(0).setType(op.getType());
    }
    variables[let->getVar().get()].value = {};
  }
  setValue(expr, op.getResult());
  return success();
}
