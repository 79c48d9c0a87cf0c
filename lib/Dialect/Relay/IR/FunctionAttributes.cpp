//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Function attributes: their verification and purity.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/IR/SymbolicDims.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::relay;

unsigned relay::getRegionNesting(Operation *op) {
  unsigned nesting = 0;
  while ((op = op->getParentOp()))
    nesting += isa<FnOp, FusedFnOp, IfOp>(op);
  return nesting;
}

bool relay::hasNonzeroAttr(Operation *function, StringRef name) {
  Attribute attr = function->getDiscardableAttr(name);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    return !integer.getValue().isZero();
  return attr != nullptr;
}

bool relay::isSkippedByFunctionPasses(Operation *function) {
  return isSkippedByFunctionPasses(
      [&](StringRef name) { return hasNonzeroAttr(function, name); });
}

bool relay::isSkippedByFunctionPasses(
    function_ref<bool(StringRef name)> isNonzero) {
  return isNonzero(fnattr::compiler) || isNonzero(fnattr::externFn) ||
         isNonzero(fnattr::skipOptimization);
}

/// The definition of the function value `value`: a literal, also inside itself,
/// or a global. Null if it is not known.
static Operation *getFunctionDefinition(Value value) {
  while (auto let = value.getDefiningOp<LetOp>())
    value = let.getValue();
  Operation *definition = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto fn = dyn_cast_or_null<FnOp>(argument.getOwner()->getParentOp());
    if (fn && fn.getHasSelf() && argument.getArgNumber() == 0)
      definition = fn;
  }
  return isa_and_nonnull<FnOp, FusedFnOp, GlobalOp>(definition) ? definition
                                                                : nullptr;
}

ArrayAttr relay::getTypeParams(Value callee) {
  Operation *definition = getFunctionDefinition(callee);
  if (auto fn = dyn_cast_or_null<FnOp>(definition))
    return fn.getTypeParamsAttr();
  if (auto fn = dyn_cast_or_null<FusedFnOp>(definition))
    return fn.getTypeParamsAttr();
  if (auto global = dyn_cast_or_null<GlobalOp>(definition))
    if (Operation *function = SymbolTable::lookupNearestSymbolFrom(
            global, global.getCalleeAttr()))
      return function->getAttrOfType<ArrayAttr>(fnattr::typeParams);
  return {};
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// The form of an attribute's value.
enum class Form {
  Any,
  Integer,
  String,
  Strings,
  Unit,
  Flag,
  VirtualDevice,
  Dims
};
} // namespace

/// `op` is null for an attribute of an argument.
static Form getForm(StringRef name, Operation *op) {
  // Functions of TVM have numbers for flags. Other operations have a unit.
  if (name == fnattr::noFold)
    return op && isa<FunctionOpInterface, FnOp, FusedFnOp>(op) ? Form::Flag
                                                               : Form::Unit;
  return llvm::StringSwitch<Form>(name)
      .Cases({fnattr::primitive, fnattr::externFn, fnattr::skipOptimization,
              fnattr::inlineFn, fnattr::closure, fnattr::reshapeOnly},
             Form::Integer)
      .Cases({fnattr::compiler, fnattr::composite,
              fnattr::partitionedFromPattern, fnattr::paramName},
             Form::String)
      .Case(fnattr::typeParams, Form::Strings)
      .Case(fnattr::pure, Form::Unit)
      .Case(fnattr::virtualDevice, Form::VirtualDevice)
      .Case(fnattr::dims, Form::Dims)
      .Default(Form::Any);
}

/// Whether `attr` is a dimension of fnattr::dims, other than a unit.
static bool isDimension(Attribute attr) {
  if (isa<StringAttr, IntegerAttr>(attr))
    return true;
  auto list = dyn_cast<ArrayAttr>(attr);
  if (!list || list.size() != 3 || !isa<StringAttr>(list[0]))
    return false;
  return llvm::StringSwitch<bool>(cast<StringAttr>(list[0]).getValue())
      .Cases({"Var", "SizeVar"},
             isa<StringAttr>(list[1]) && isa<StringAttr>(list[2]))
      .Cases({"+", "-", "*", "//", "%"},
             isDimension(list[1]) && isDimension(list[2]))
      .Default(false);
}

static LogicalResult verifyForm(NamedAttribute attr, Operation *op,
                                function_ref<InFlightDiagnostic()> emitError) {
  auto fail = [&](StringRef expected) {
    return emitError() << "expected " << expected << " as the value of '"
                       << attr.getName().getValue() << "', but got "
                       << attr.getValue();
  };
  switch (getForm(attr.getName(), op)) {
  case Form::Any:
    return success();
  case Form::Integer:
    return isa<IntegerAttr>(attr.getValue()) ? success() : fail("an integer");
  case Form::String:
    return isa<StringAttr>(attr.getValue()) ? success() : fail("a string");
  case Form::Strings: {
    auto array = dyn_cast<ArrayAttr>(attr.getValue());
    return array && llvm::all_of(array, llvm::IsaPred<StringAttr>)
               ? success()
               : fail("an array of strings");
  }
  case Form::Unit:
    return isa<UnitAttr>(attr.getValue()) ? success() : fail("unit");
  case Form::Flag:
    return isa<UnitAttr, IntegerAttr>(attr.getValue())
               ? success()
               : fail("unit or an integer");
  case Form::Dims: {
    auto list = dyn_cast<ArrayAttr>(attr.getValue());
    bool isValid = list && llvm::all_of(list, [](Attribute dim) {
                     return isa<UnitAttr>(dim) || isDimension(dim);
                   });
    return isValid ? success() : fail("a list of dimensions");
  }
  case Form::VirtualDevice:
    return isa<VirtualDeviceAttr>(attr.getValue()) ? success()
                                                   : fail("a virtual device");
  }
  return success();
}

LogicalResult RelayDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attr) {
  return verifyForm(attr, op, [&] { return op->emitOpError(); });
}

LogicalResult RelayDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned regionIndex,
                                                     unsigned argIndex,
                                                     NamedAttribute attr) {
  return verifyForm(attr, /*op=*/nullptr, [&] {
    return op->emitOpError("argument ") << argIndex << ": ";
  });
}

//===----------------------------------------------------------------------===//
// Purity
//===----------------------------------------------------------------------===//

namespace {
/// The code that may run in the evaluation of a function: its body, and the
/// bodies of literals that are applied. Each body counts once, so that
/// recursion alone is no effect. A literal that is only made runs nothing.
class Evaluation {
public:
  /// Adds the code that applying `value` runs. False if it is not known.
  bool apply(Value value);

  /// Adds the code that the evaluation of `function` runs.
  void add(Operation *function) { bodies.insert(function); }

  /// Calls `visit` for each operation that may run, except for those that only
  /// contain others. Returns whether it was always true.
  bool allOf(function_ref<bool(Operation *)> visit);

  /// The functions of the module that are applied as values.
  SmallVector<GlobalOp> globals;

private:
  llvm::SetVector<Operation *> bodies;
};
} // namespace

bool Evaluation::apply(Value value) {
  Operation *definition = getFunctionDefinition(value);
  if (auto global = dyn_cast_or_null<GlobalOp>(definition))
    globals.push_back(global);
  else if (definition)
    bodies.insert(definition);
  return definition != nullptr;
}

bool Evaluation::allOf(function_ref<bool(Operation *)> visit) {
  for (unsigned i = 0; i < bodies.size(); ++i) {
    Operation *body = bodies[i];
    WalkResult result = body->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == body)
        return WalkResult::advance();
      if (isa<FnOp, FusedFnOp>(op))
        return WalkResult::skip();
      if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
        return WalkResult::advance();
      auto inner = dyn_cast<ApplyOp>(op);
      return (inner ? apply(inner.getCallee()) : visit(op))
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return false;
  }
  return true;
}

bool relay::isPureFunctionValue(Value callee) {
  Evaluation evaluation;
  if (!evaluation.apply(callee) || !evaluation.allOf(isMemoryEffectFree))
    return false;
  return llvm::all_of(evaluation.globals, [](GlobalOp global) {
    Operation *function =
        SymbolTable::lookupNearestSymbolFrom(global, global.getCalleeAttr());
    return function && function->hasAttr(fnattr::pure);
  });
}

/// Whether `op` itself has effects. A reference that nothing uses has none.
static bool hasOwnEffects(Operation *op) {
  if (isa<RefCreateOp>(op) && op->use_empty())
    return false;
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    return !instances.empty();
  }
  return true;
}

// Starts with all functions as pure and removes those with effects and their
// callers. So recursive functions without effects are pure.
bool relay::markPureFunctions(Operation *module) {
  MLIRContext *context = module->getContext();
  DenseMap<StringAttr, SmallVector<StringAttr>> callersOf;
  SmallVector<StringAttr> impure;
  SmallVector<func::FuncOp> functions;
  for (auto function : module->getRegion(0).getOps<func::FuncOp>()) {
    functions.push_back(function);
    StringAttr name = function.getSymNameAttr();
    Evaluation evaluation;
    evaluation.add(function);
    bool isImpure =
        function.isDeclaration() || !evaluation.allOf([&](Operation *op) {
          auto call = dyn_cast<CallOp>(op);
          if (call)
            callersOf[call.getCalleeAttr().getAttr()].push_back(name);
          return call || !hasOwnEffects(op);
        });
    for (GlobalOp global : evaluation.globals)
      callersOf[global.getCalleeAttr().getAttr()].push_back(name);
    if (isImpure)
      impure.push_back(name);
  }
  llvm::DenseSet<StringAttr> seen(impure.begin(), impure.end());
  while (!impure.empty())
    for (StringAttr caller : callersOf.lookup(impure.pop_back_val()))
      if (seen.insert(caller).second)
        impure.push_back(caller);
  bool changed = false;
  for (func::FuncOp function : functions) {
    bool isPure = !seen.contains(function.getSymNameAttr());
    if (isPure == function->hasAttr(fnattr::pure))
      continue;
    changed = true;
    if (isPure)
      function->setDiscardableAttr(fnattr::pure, UnitAttr::get(context));
    else
      function->removeDiscardableAttr(fnattr::pure);
  }
  return changed;
}
