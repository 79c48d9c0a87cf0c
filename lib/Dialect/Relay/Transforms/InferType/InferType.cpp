//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InferType: every operation relates the types of its operands and results in
// both directions; a work list visits an operation again when one of these
// types changes. Holes only fill, and dimensions in holes only become dynamic,
// so that it ends.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "../Utils/BlockOrder.h"
#include "RelayLite/Dialect/Relay/IR/CheckedOperation.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/TypeExtent.h"
#include "RelayLite/Dialect/Relay/IR/TypeJoin.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Frontend/DimCheck.h"
#include "TypeUnification.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"
#include <deque>

namespace mlir::relay {
#define GEN_PASS_DEF_INFERTYPEPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Functions and their calls
//===----------------------------------------------------------------------===//

namespace {
/// The functions of a module and what refers to each.
struct FunctionTable {
  explicit FunctionTable(ModuleOp module);

  func::FuncOp lookup(FlatSymbolRefAttr name) const {
    return functions.lookup(name.getAttr());
  }

  DenseMap<StringAttr, func::FuncOp> functions;
  /// relay.call and relay.global by callee.
  DenseMap<StringAttr, SmallVector<Operation *>> users;
  /// All operations of all functions: callees before callers as far as calls
  /// are not recursive, and what is in a region before its operation.
  std::vector<Operation *> operations;
  /// Those among them that TypeSolver::finish looks at.
  std::vector<Operation *> toFinish;
};
} // namespace

FunctionTable::FunctionTable(ModuleOp module) {
  DenseMap<func::FuncOp, SmallVector<StringAttr>> callees;
  DenseMap<func::FuncOp, std::vector<Operation *>> bodies;
  for (auto function : module.getOps<func::FuncOp>()) {
    functions[function.getSymNameAttr()] = function;
    std::vector<Operation *> &body = bodies[function];
    SmallVector<StringAttr> &called = callees[function];
    function.walk([&](Operation *op) {
      body.push_back(op);
      if (isa<CallOp, ApplyOp, TypeCastOp, func::ReturnOp>(op))
        toFinish.push_back(op);
      FlatSymbolRefAttr callee;
      if (auto call = dyn_cast<CallOp>(op))
        callee = call.getCalleeAttr();
      else if (auto global = dyn_cast<GlobalOp>(op))
        callee = global.getCalleeAttr();
      if (!callee)
        return;
      users[callee.getAttr()].push_back(op);
      called.push_back(callee.getAttr());
    });
  }
  // Depth first along calls; a function is done after its callees.
  DenseSet<func::FuncOp> seen;
  for (auto root : module.getOps<func::FuncOp>()) {
    SmallVector<std::pair<func::FuncOp, size_t>> path;
    auto enter = [&](func::FuncOp function) {
      if (function && seen.insert(function).second)
        path.emplace_back(function, 0);
    };
    enter(root);
    while (!path.empty()) {
      auto &[function, next] = path.back();
      ArrayRef<StringAttr> called = callees[function];
      if (next < called.size()) {
        enter(functions.lookup(called[next++]));
        continue;
      }
      if (operations.empty())
        operations = std::move(bodies[function]);
      else
        llvm::append_range(operations, bodies[function]);
      path.pop_back();
    }
  }
}

/// Return `callee` without bindings around it.
static Value stripLets(Value callee) {
  while (auto let = callee.getDefiningOp<LetOp>())
    callee = let.getValue();
  return callee;
}

//===----------------------------------------------------------------------===//
// Solver
//===----------------------------------------------------------------------===//

namespace {
class TypeSolver {
public:
  explicit TypeSolver(ModuleOp module)
      : module(module), functions(module),
        unknown(UnknownType::get(module.getContext())) {}

  LogicalResult solve();
  /// Makes the module valid again: casts where a function returns a sharper
  /// type than it declares, type arguments, no casts without effect.
  LogicalResult finish();
  /// Whether anything has been written to the module.
  bool hasChanged() const { return changed; }

private:
  /// The type that `value` had at first.
  Type getDeclared(Value value) const {
    auto it = declared.find(value);
    return it == declared.end() ? value.getType() : it->second;
  }
  /// Whether `value` is where others put types in: a parameter or a literal.
  static bool isOpen(Value value) {
    return isa<BlockArgument>(value) ||
           isa<FnOp, FusedFnOp>(value.getDefiningOp());
  }
  void enqueue(Operation *op);
  void enqueueUsers(Value value, Operation *except);
  LogicalResult setType(Value value, Type type, Operation *op);

  /// Gives `value`, which `op` uses as `what`, the information that its type is
  /// `info`.
  LogicalResult demand(Operation *op, Value value, Type info,
                       const Twine &what);
  /// Gives the result of `op` the type `type` that follows from its operands.
  LogicalResult conclude(Operation *op, Type type);

  LogicalResult visit(Operation *op, bool isTouched);
  LogicalResult visitInferring(InferTypeOpInterface op, bool isTouched);
  LogicalResult visitOperandInference(InferOperandTypesInterface op);
  LogicalResult visitBackward(Operation *op);
  LogicalResult visitTypeCast(TypeCastOp op);
  LogicalResult visitIf(IfOp op);
  template <typename OpT>
  LogicalResult visitLiteral(OpT op);
  LogicalResult visitFunction(func::FuncOp op);
  template <typename OpT>
  LogicalResult visitCallee(OpT op, FunctionType type, ArrayAttr typeParams);
  LogicalResult visitCall(CallOp op);
  LogicalResult visitApply(ApplyOp op);
  LogicalResult visitGlobal(GlobalOp op);
  template <typename OpT>
  LogicalResult setTypeArgs(OpT op, FunctionType type, ArrayAttr typeParams);

  ModuleOp module;
  FunctionTable functions;
  UnknownType unknown;
  TypeMeasure measure;
  /// First types of values whose type has changed.
  DenseMap<Value, Type> declared;
  DenseMap<Operation *, FunctionType> declaredSignatures;
  bool changed = false;
  std::deque<Operation *> queue;
  DenseSet<Operation *> pending;
};
} // namespace

void TypeSolver::enqueue(Operation *op) {
  if (isa<YieldOp, func::ReturnOp>(op))
    op = op->getParentOp();
  if (op && pending.insert(op).second)
    queue.push_back(op);
}

void TypeSolver::enqueueUsers(Value value, Operation *except) {
  for (Operation *user : value.getUsers())
    if (user != except)
      enqueue(user);
}

LogicalResult TypeSolver::setType(Value value, Type type, Operation *op) {
  if (type == value.getType())
    return success();
  TypeExtent extent = measure.measure(type);
  // It grows without end: a function is applied to itself.
  if (extent.depth > kMaxTypeExtent.depth)
    return op->emitOpError("needs a type that contains itself");
  if (extent.size > kMaxTypeExtent.size)
    return op->emitOpError("needs a type of more than ")
           << kMaxTypeExtent.size << " parts";
  declared.try_emplace(value, value.getType());
  changed = true;
  value.setType(type);
  if (value.getDefiningOp() != op)
    enqueue(isa<BlockArgument>(value) ? value.getParentBlock()->getParentOp()
                                      : value.getDefiningOp());
  enqueueUsers(value, value.getDefiningOp());
  return success();
}

LogicalResult TypeSolver::demand(Operation *op, Value value, Type info,
                                 const Twine &what) {
  Type current = value.getType();
  if (current == info)
    return success();
  Type filled =
      fillHoles(isOpen(value) ? getDeclared(value) : current, current, info);
  if (!filled)
    return op->emitOpError("expected ")
           << info << " as " << what << ", but got " << current;
  return setType(value, filled, op);
}

LogicalResult TypeSolver::conclude(Operation *op, Type type) {
  Value result = op->getResult(0);
  if (type == result.getType())
    return success();
  Type refined = refineTypes(getDeclared(result), type);
  if (!refined)
    return op->emitOpError("expected a result of type ")
           << type << ", but got " << getDeclared(result);
  // Parts that are still open keep the types that users determined.
  if (Type filled = fillHoles(refined, refined, result.getType());
      filled && containsUnknown(refined))
    refined = filled;
  return setType(result, refined, op);
}

//===----------------------------------------------------------------------===//
// Operators, tuples, bindings, references
//===----------------------------------------------------------------------===//

LogicalResult TypeSolver::visitOperandInference(InferOperandTypesInterface op) {
  if (llvm::none_of(op->getOperandTypes(), containsUnknown))
    return success();
  SmallVector<Type> types(op->getOperandTypes());
  if (failed(op.inferOperandTypes(op->getLoc(), types,
                                  op->getRawDictionaryAttrs(),
                                  op->getPropertiesStorage())))
    return failure();
  for (auto [i, type] : llvm::enumerate(types))
    if (failed(demand(op, op->getOperand(i), type, "operand " + Twine(i))))
      return failure();
  return success();
}

/// Infer the types of operands from the type of the result.
LogicalResult TypeSolver::visitBackward(Operation *op) {
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LetOp let) {
        return demand(let, let.getValue(), let.getType(), "its value");
      })
      .Case<OnDeviceOp, DeviceCopyOp>([&](auto annotation) {
        return demand(annotation, annotation->getOperand(0),
                      annotation.getType(), "its operand");
      })
      .Case([&](TupleOp tuple) {
        auto type = dyn_cast<TupleType>(tuple.getType());
        if (!type || type.size() != tuple.getFields().size())
          return success();
        for (auto [i, field] : llvm::enumerate(tuple.getFields()))
          if (failed(
                  demand(tuple, field, type.getType(i), "field " + Twine(i))))
            return failure();
        return success();
      })
      .Case([&](RefCreateOp ref) {
        auto type = dyn_cast<RefType>(ref.getType());
        return type
                   ? demand(ref, ref.getValue(), type.getPointee(), "the value")
                   : success();
      })
      .Case([&](RefReadOp read) {
        return demand(read, read.getRef(), RefType::get(read.getType()),
                      "the reference");
      })
      .Case([&](RefWriteOp write) {
        if (failed(demand(write, write.getRef(),
                          RefType::get(write.getValue().getType()),
                          "the reference")))
          return failure();
        return demand(write, write.getValue(),
                      cast<RefType>(write.getRef().getType()).getPointee(),
                      "the value");
      })
      .Default([](Operation *) { return success(); });
}

LogicalResult TypeSolver::visitInferring(InferTypeOpInterface op,
                                         bool isTouched) {
  if (auto let = dyn_cast<LetOp>(*op);
      let && let.getType() == let.getValue().getType())
    return success();
  bool hasHoles = llvm::any_of(op->getOperandTypes(), containsUnknown);
  if (hasHoles && failed(visitBackward(op)))
    return failure();
  if (auto operandInference = dyn_cast<InferOperandTypesInterface>(*op);
      operandInference && failed(visitOperandInference(operandInference)))
    return failure();
  // Inference relies on the kinds of operands, which the verifier checks.
  SmallVector<Type> types;
  if (isTouched) {
    Value result = op->getResult(0);
    Type type = result.getType();
    result.setType(unknown);
    LogicalResult verified = op->getName().verifyInvariants(op);
    result.setType(type);
    if (failed(verified))
      return failure();
  }
  if (failed(op.inferReturnTypes(op->getContext(), op->getLoc(),
                                 op->getOperands(), op->getRawDictionaryAttrs(),
                                 op->getPropertiesStorage(), op->getRegions(),
                                 types)))
    return failure();
  return conclude(op, types.front());
}

LogicalResult TypeSolver::visitTypeCast(TypeCastOp op) {
  if (failed(demand(op, op.getValue(), op.getType(), "its operand")))
    return failure();
  if (!containsUnknown(getDeclared(op.getResult())))
    return success();
  return conclude(op, op.getValue().getType());
}

//===----------------------------------------------------------------------===//
// Branches and functions
//===----------------------------------------------------------------------===//

LogicalResult TypeSolver::visitIf(IfOp op) {
  Builder b(op.getContext());
  if (failed(demand(op, op.getCondition(),
                    RankedTensorType::get({}, b.getI1Type()), "the condition")))
    return failure();
  Type thenType = op.getThenValue().getType();
  Type elseType = op.getElseValue().getType();
  Type type = unifyTypes(thenType, elseType);
  // Branches of other sizes have a type, too, other than in TVM.
  if (!type)
    type = joinTypes(thenType, elseType);
  if (!type)
    return op.emitOpError("expected branches of the same type, but got ")
           << thenType << " and " << elseType;
  if (failed(conclude(op, type)))
    return failure();
  for (Value value : {op.getThenValue(), op.getElseValue()})
    if (containsUnknown(value.getType()) &&
        failed(demand(op, value, op.getType(), "the value of a branch")))
      return failure();
  return success();
}

template <typename OpT>
LogicalResult TypeSolver::visitLiteral(OpT op) {
  Value result = op.getResult();
  if (op.getHasSelf() &&
      failed(demand(op, result, op.getBody().getArgument(0).getType(),
                    "its own type")))
    return failure();
  SmallVector<Type> inputs;
  for (auto [i, parameter] : llvm::enumerate(op.getParameters())) {
    if (failed(demand(op, parameter, op.getFunctionType().getInput(i),
                      "argument " + Twine(i))))
      return failure();
    inputs.push_back(parameter.getType());
  }
  auto declaredType = cast<FunctionType>(getDeclared(result));
  Type resultType = op.getFunctionType().getResult(0);
  Value yielded = op.getYieldedValue();
  Type filled =
      fillHoles(declaredType.getResult(0), resultType, yielded.getType());
  if (!filled)
    return op.emitOpError("expected a body that yields ")
           << resultType << ", but got " << yielded.getType();
  if (containsUnknown(yielded.getType()) &&
      failed(demand(op, yielded, filled, "the result")))
    return failure();
  Type type = FunctionType::get(op.getContext(), inputs, filled);
  if (failed(setType(result, type, op)))
    return failure();
  if (!op.getHasSelf())
    return success();
  return setType(op.getBody().getArgument(0), type, op);
}

LogicalResult TypeSolver::visitFunction(func::FuncOp op) {
  if (op.isDeclaration() || !op.getBody().hasOneBlock() ||
      op.getFunctionType().getNumResults() != 1)
    return success();
  FunctionType declaredType =
      declaredSignatures.try_emplace(op, op.getFunctionType()).first->second;
  Operation *terminator = op.front().getTerminator();
  Type resultType = op.getFunctionType().getResult(0);
  Value returned = terminator->getOperand(0);
  Type filled =
      fillHoles(declaredType.getResult(0), resultType, returned.getType());
  if (!filled)
    return terminator->emitOpError("expected a value of type ")
           << resultType << ", but got " << returned.getType();
  if (containsUnknown(returned.getType()) &&
      failed(demand(terminator, returned, filled, "the result")))
    return failure();
  auto type =
      FunctionType::get(op.getContext(), op.front().getArgumentTypes(), filled);
  if (type == op.getFunctionType())
    return success();
  changed |= op.getFunctionType() != type;
  op.setFunctionType(type);
  for (Operation *user : functions.users.lookup(op.getSymNameAttr()))
    enqueue(user);
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Return the types for the type parameters of the callee in the call `op`,
/// with holes for those that nothing determines.
template <typename OpT>
static ArrayAttr inferTypeArgs(OpT op, FunctionType type,
                               ArrayAttr typeParams) {
  ArrayAttr given = op.getTypeArgsAttr();
  llvm::StringMap<Type> bindings;
  for (auto [i, param] : llvm::enumerate(typeParams.getAsRange<StringAttr>()))
    bindings[param] = given && i < given.size()
                          ? cast<TypeAttr>(given[i]).getValue()
                          : UnknownType::get(op.getContext());
  for (auto [parameter, argument] :
       llvm::zip(type.getInputs(), op.getArguments()))
    bindTypeVars(parameter, argument.getType(), bindings);
  bindTypeVars(type.getResult(0), op.getType(), bindings);
  SmallVector<Attribute> result;
  for (auto param : typeParams.getAsRange<StringAttr>())
    result.push_back(TypeAttr::get(bindings[param]));
  return ArrayAttr::get(op.getContext(), result);
}

/// Relates the arguments and the result of a call to the type of the callee.
template <typename OpT>
LogicalResult TypeSolver::visitCallee(OpT op, FunctionType type,
                                      ArrayAttr typeParams) {
  size_t count = op.getArguments().size();
  if (type.getNumInputs() != count || type.getNumResults() != 1)
    return op.emitOpError("expected ")
           << type.getNumInputs() << " arguments, but got " << count;
  if (typeParams)
    type = cast<FunctionType>(substituteTypeVars(
        type, typeParams, inferTypeArgs(op, type, typeParams)));
  for (auto [i, argument] : llvm::enumerate(op.getArguments()))
    if (failed(demand(op, argument, type.getInput(i), "argument " + Twine(i))))
      return failure();
  return conclude(op, type.getResult(0));
}

LogicalResult TypeSolver::visitCall(CallOp op) {
  func::FuncOp function = functions.lookup(op.getCalleeAttr());
  if (!function)
    return success();
  auto typeParams = function->getAttrOfType<ArrayAttr>(fnattr::typeParams);
  // Parameters without a type take those of arguments.
  if (!typeParams && !function.isDeclaration())
    for (auto [i, parameter, argument] :
         llvm::enumerate(function.getArguments(), op.getArguments()))
      if (containsUnknown(getDeclared(parameter)))
        if (failed(demand(op, parameter, argument.getType(),
                          "argument " + Twine(i))))
          return failure();
  return visitCallee(op, function.getFunctionType(), typeParams);
}

LogicalResult TypeSolver::visitApply(ApplyOp op) {
  Value callee = stripLets(op.getCallee());
  ArrayAttr typeParams = getTypeParams(callee);
  if (!typeParams && containsUnknown(getDeclared(callee))) {
    auto type = FunctionType::get(op.getContext(), TypeRange(op.getArguments()),
                                  op.getType());
    if (failed(demand(op, callee, type, "callee")))
      return failure();
  }
  auto type = dyn_cast<FunctionType>(callee.getType());
  if (!type)
    return op.emitOpError("expected a function as callee, but got ")
           << callee.getType();
  return visitCallee(op, type, typeParams);
}

LogicalResult TypeSolver::visitGlobal(GlobalOp op) {
  func::FuncOp function = functions.lookup(op.getCalleeAttr());
  if (!function)
    return success();
  auto type = dyn_cast<FunctionType>(op.getType());
  if (type && !function.isDeclaration() &&
      !function->hasAttr(fnattr::typeParams))
    for (auto [i, parameter, input] :
         llvm::enumerate(function.getArguments(), type.getInputs()))
      if (containsUnknown(getDeclared(parameter)))
        if (failed(demand(op, parameter, input, "argument " + Twine(i))))
          return failure();
  return conclude(op, function.getFunctionType());
}

//===----------------------------------------------------------------------===//
// Work list
//===----------------------------------------------------------------------===//

LogicalResult TypeSolver::visit(Operation *op, bool isTouched) {
  CheckedOperation checked(op);
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](CallOp call) { return visitCall(call); })
      .Case([&](ApplyOp apply) { return visitApply(apply); })
      .Case([&](GlobalOp global) { return visitGlobal(global); })
      .Case([&](TypeCastOp cast) { return visitTypeCast(cast); })
      .Case([&](IfOp branch) { return visitIf(branch); })
      .Case<FnOp, FusedFnOp>([&](auto fn) { return visitLiteral(fn); })
      .Case([&](func::FuncOp function) { return visitFunction(function); })
      .Default([&](Operation *other) {
        auto inferring = dyn_cast<InferTypeOpInterface>(other);
        if (!inferring || !isa<RelayDialect>(other->getDialect()))
          if (!inferring || !isa<OperatorInterface>(other))
            return success();
        return visitInferring(inferring, isTouched);
      });
}

LogicalResult TypeSolver::solve() {
  for (Operation *op : functions.operations)
    if (op->getNumRegions() != 0 && failed(checkBlockOrder(op)))
      return failure();
  for (Operation *op : functions.operations) {
    bool isTouched = pending.erase(op);
    if (failed(visit(op, isTouched)))
      return failure();
  }
  while (!queue.empty()) {
    Operation *op = queue.front();
    queue.pop_front();
    if (pending.erase(op) && failed(visit(op, /*isTouched=*/true)))
      return failure();
  }
  return success();
}

template <typename OpT>
LogicalResult TypeSolver::setTypeArgs(OpT op, FunctionType type,
                                      ArrayAttr typeParams) {
  if (!type || !typeParams)
    return success();
  ArrayAttr typeArgs = inferTypeArgs(op, type, typeParams);
  for (auto [param, arg] : llvm::zip_equal(typeParams, typeArgs))
    if (containsUnknown(cast<TypeAttr>(arg).getValue()))
      return op.emitOpError("could not infer the type argument ") << param;
  if (op.getTypeArgsAttr() != typeArgs) {
    changed = true;
    op.setTypeArgsAttr(typeArgs);
  }
  return success();
}

LogicalResult TypeSolver::finish() {
  if (failed(checkTypesKnown(module)))
    return failure();
  for (Operation *op : functions.toFinish) {
    if (auto call = dyn_cast<CallOp>(op)) {
      func::FuncOp function = functions.lookup(call.getCalleeAttr());
      if (function && failed(setTypeArgs(call, function.getFunctionType(),
                                         function->getAttrOfType<ArrayAttr>(
                                             fnattr::typeParams))))
        return failure();
    } else if (auto apply = dyn_cast<ApplyOp>(op)) {
      if (failed(setTypeArgs(
              apply, dyn_cast<FunctionType>(apply.getCallee().getType()),
              getTypeParams(apply.getCallee()))))
        return failure();
    } else if (auto ret = dyn_cast<func::ReturnOp>(op)) {
      auto function = ret->getParentOfType<func::FuncOp>();
      OpBuilder builder(ret);
      for (auto [operand, type] : llvm::zip_equal(
               ret->getOpOperands(), function.getFunctionType().getResults()))
        if (operand.get().getType() != type) {
          changed = true;
          operand.set(
              TypeCastOp::create(builder, ret.getLoc(), type, operand.get()));
        }
    }
  }
  // Last, because operations disappear.
  for (Operation *op : functions.toFinish)
    if (auto cast = dyn_cast<TypeCastOp>(op))
      if (cast.getValue().getType() == cast.getType()) {
        changed = true;
        cast.replaceAllUsesWith(cast.getValue());
        cast.erase();
      }
  changed |= markPureFunctions(module);
  return success();
}

LogicalResult relay::inferTypes(ModuleOp module, bool *changed) {
  TypeSolver solver(module);
  LogicalResult result =
      success(succeeded(solver.solve()) && succeeded(solver.finish()));
  if (changed)
    *changed = solver.hasChanged();
  return result;
}

//===----------------------------------------------------------------------===//
// Check
//===----------------------------------------------------------------------===//

/// Reports that the type of a literal that refers to itself is unknown.
static LogicalResult reportRecursiveFunction(FnOp op) {
  InFlightDiagnostic diag = emitError(
      op.getLoc(), "could not infer the type of a function that calls itself");
  for (Operation *user : op->getUsers())
    if (auto let = dyn_cast<LetOp>(user)) {
      diag << " ('" << let.getName() << "')";
      break;
    }
  return diag << ": " << op.getType();
}

/// Reports that the type of `argument` is unknown.
static LogicalResult reportArgument(BlockArgument argument) {
  Operation *op = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (auto fn = dyn_cast<FnOp>(op); fn && fn.getHasSelf() && index == 0)
    return reportRecursiveFunction(fn);
  ArrayAttr attrs;
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    attrs = function.getArgAttrsAttr();
  else if (auto fn = dyn_cast<FnOp>(op)) {
    attrs = fn.getArgAttrsAttr();
    index -= fn.getHasSelf();
  } else if (auto fn = dyn_cast<FusedFnOp>(op))
    attrs = fn.getArgAttrsAttr();
  InFlightDiagnostic diag =
      emitError(argument.getLoc(), "could not infer the type of argument ")
      << index;
  if (attrs && index < attrs.size())
    if (auto name = cast<DictionaryAttr>(attrs[index])
                        .getAs<StringAttr>(fnattr::paramName))
      diag << " ('" << name.getValue() << "')";
  if (auto function = dyn_cast<func::FuncOp>(op))
    diag << " of '@" << function.getName() << "'";
  return diag << ": " << argument.getType();
}

LogicalResult relay::checkTypesKnown(Operation *root) {
  Value first;
  Value cause;
  bool isOrdered = true;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<ModuleOp>(op) && op->getNumRegions() != 0 &&
        failed(checkBlockOrder(op))) {
      isOrdered = false;
      return WalkResult::interrupt();
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (!cause && containsUnknown(argument.getType()))
            cause = argument;
    for (Value result : op->getResults()) {
      if (!containsUnknown(result.getType()))
        continue;
      if (!first)
        first = result;
      // A literal's type follows from its arguments and its body.
      if (!cause && !isa<FnOp, FusedFnOp, IfOp>(op) &&
          llvm::none_of(op->getOperandTypes(), containsUnknown))
        cause = result;
    }
    return cause ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!isOrdered)
    return failure();
  if (!cause)
    cause = first;
  if (auto argument = dyn_cast_or_null<BlockArgument>(cause))
    return reportArgument(argument);
  if (cause)
    return cause.getDefiningOp()->emitOpError(
               "could not infer the type of its result: ")
           << cause.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct InferTypePass : public relay::impl::InferTypePassBase<InferTypePass> {
  void runOnOperation() override {
    bool changed;
    if (failed(inferTypes(getOperation(), &changed)) ||
        failed(checkDims(getOperation())))
      return signalPassFailure();
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
