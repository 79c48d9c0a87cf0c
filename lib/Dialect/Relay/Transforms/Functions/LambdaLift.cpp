//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LambdaLift: makes global functions of function literals.
//
//===----------------------------------------------------------------------===//

#include "../Utils/BlockOrder.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Dialect/Relay/Utils/FunctionHash.h"
#include "RelayLite/Dialect/Relay/Utils/LiteralFunctions.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::relay {
#define GEN_PASS_DEF_LAMBDALIFTPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Whether `op` is a literal that is lifted, or one that it is in is.
static bool isLiftable(Operation *op) {
  if (!isa<FnOp, FusedFnOp>(op))
    return false;
  // A type parameter has no meaning outside of its function.
  for (Operation *around = op->getParentOp(); around;
       around = around->getParentOp())
    if (around->hasAttr(fnattr::typeParams) || around->hasAttr("type_params"))
      return false;
  return true;
}

namespace {
class Lifting {
public:
  explicit Lifting(ModuleOp module) : module(module), symbols(module) {}

  void run(func::FuncOp function);
  unsigned getNumLifted() const { return numLifted; }

private:
  bool lift(Operation *literal);
  func::FuncOp makeClosure(Operation *literal, ValueRange captured,
                           StringRef name);
  func::FuncOp insert(func::FuncOp function);

  ModuleOp module;
  SymbolTable symbols;
  FunctionHasher hasher;
  unsigned numLifted = 0;
};
} // namespace

/// Whether types tell all about the parameters and the result of a closure of
/// `literal`: those of functions do not mention type parameters.
static bool hasPlainClosure(Operation *literal,
                            const llvm::SetVector<Value> &captured) {
  return !literal->hasAttr("type_params") &&
         llvm::none_of(captured, [](Value value) {
           return isa<FunctionType>(value.getType()) && getTypeParams(value);
         });
}

/// Replaces uses of the function literal `value` by uses of the function
/// `name`.
static void replaceByGlobal(Value value, StringRef name) {
  for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
    auto apply = dyn_cast<ApplyOp>(use.getOwner());
    OpBuilder builder(use.getOwner());
    Location loc = use.getOwner()->getLoc();
    if (!apply || use.getOperandNumber() != 0) {
      use.set(GlobalOp::create(builder, loc, value.getType(), name));
      continue;
    }
    replaceByCall(apply, name);
  }
}

// fn { body } -> func @f(captured) { fn { body } }
func::FuncOp Lifting::makeClosure(Operation *literal, ValueRange captured,
                                  StringRef name) {
  Location loc = literal->getLoc();
  Builder b(module.getContext());
  auto function = func::FuncOp::create(
      loc, name,
      b.getFunctionType(captured.getTypes(), literal->getResult(0).getType()));
  function.setPrivate();
  function->setAttr(fnattr::closure, b.getI64IntegerAttr(1));
  Block *entry = function.addEntryBlock();
  for (auto [value, argument] :
       llvm::zip_equal(captured, entry->getArguments()))
    replaceAllUsesInRegionWith(value, argument, literal->getRegion(0));
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  Operation *inner = literal->cloneWithoutRegions();
  inner->getRegion(0).takeBody(literal->getRegion(0));
  builder.insert(inner);
  func::ReturnOp::create(builder, loc, inner->getResults());
  return function;
}

/// Adds `function` to the module, or erases it if the module has an equal one.
func::FuncOp Lifting::insert(func::FuncOp function) {
  auto existing = symbols.lookup<func::FuncOp>(function.getSymName());
  if (existing && areFunctionsEqual(existing, function)) {
    function.erase();
    return existing;
  }
  // The name may be taken by another function.
  StringAttr name = function.getSymNameAttr(),
             unique = symbols.insert(function);
  if (name != unique)
    (void)SymbolTable::replaceAllSymbolUses(name, unique, &function.getBody());
  return function;
}

/// Returns whether `literal` can be lifted.
bool Lifting::lift(Operation *literal) {
  llvm::SetVector<Value> captured = getCaptured(literal);
  if (!captured.empty() && !hasPlainClosure(literal, captured))
    return false;
  moveConstantsIn(literal);
  std::string name = "lifted_name" + std::to_string(hasher.hash(literal));
  Value value = literal->getResult(0);
  auto fn = dyn_cast<FnOp>(literal);
  Value self =
      fn && fn.getHasSelf() ? Value(fn.getBody().getArgument(0)) : Value();
  // The body may call the function, by the name that it will have.
  func::FuncOp function;
  if (captured.empty()) {
    if (self) {
      replaceByGlobal(self, name);
      fn.getBody().eraseArgument(0);
    }
    function = insert(makeFunctionOfLiteral(literal, name));
    replaceByGlobal(value, function.getSymName());
  } else {
    if (self) {
      for (OpOperand &use : llvm::make_early_inc_range(self.getUses())) {
        OpBuilder builder(use.getOwner());
        use.set(CallOp::create(builder, literal->getLoc(), value.getType(),
                               name, captured.getArrayRef(), nullptr, nullptr,
                               nullptr));
      }
      fn.getBody().eraseArgument(0);
      fn.setHasSelf(false);
    }
    function = insert(makeClosure(literal, captured.getArrayRef(), name));
    OpBuilder builder(literal);
    value.replaceAllUsesWith(CallOp::create(
        builder, literal->getLoc(), value.getType(), function.getSymName(),
        captured.getArrayRef(), nullptr, nullptr, nullptr));
  }
  literal->erase();
  ++numLifted;
  return true;
}

// Inner literals first. Those that captured a polymorphic one may not any more
// when that has become a global.
void Lifting::run(func::FuncOp function) {
  SmallVector<Operation *> literals;
  auto collect = [&](Operation *op) {
    bool isUnit =
        isa<FnOp, FusedFnOp>(op) && hasNonzeroAttr(op, fnattr::primitive);
    if (isUnit || !hasOrderedBlocks(op))
      return WalkResult::skip();
    if (isLiftable(op))
      literals.push_back(op);
    return WalkResult::advance();
  };
  function->walk<WalkOrder::PreOrder>(collect);
  SmallVector<Operation *> left;
  for (Operation *literal : llvm::reverse(literals))
    if (!lift(literal))
      left.push_back(literal);
  for (Operation *literal : llvm::reverse(left))
    lift(literal);
}

namespace {
struct LambdaLiftPass : public relay::impl::LambdaLiftPassBase<LambdaLiftPass> {
  using LambdaLiftPassBase::LambdaLiftPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkTypesKnown(module)))
      return signalPassFailure();
    Lifting lifting(module);
    for (func::FuncOp function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (!function->hasAttr(fnattr::compiler) &&
          !function->hasAttr(fnattr::lowered) &&
          !hasNonzeroAttr(function, fnattr::primitive) &&
          !hasNonzeroAttr(function, fnattr::closure))
        lifting.run(function);
    numLifted += lifting.getNumLifted();
    if (lifting.getNumLifted() == 0)
      return markAllAnalysesPreserved();
    markPureFunctions(module);
  }
};
} // namespace
