//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outlining function literals for other compilers.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Utils/CompilerFunctions.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Utils/FunctionHash.h"
#include "RelayLite/Dialect/Relay/Utils/LiteralFunctions.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::relay;

/// Returns the function literal that `value` is, maybe bound by let, or null.
static Operation *getLiteral(Value value) {
  while (auto let = value.getDefiningOp<LetOp>())
    value = let.getValue();
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<FnOp, FusedFnOp>(op) ? op : nullptr;
}

/// Erases the literal that `value` is, and its bindings, unless they are used.
static void eraseUnusedLiteral(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && op->use_empty()) {
    auto let = dyn_cast<LetOp>(op);
    Operation *bound = let ? let.getValue().getDefiningOp() : nullptr;
    op->erase();
    op = bound;
  }
}

/// Returns the name of the function that `literal` becomes. Adds the function
/// to the module of `symbols` unless an equal one is there.
static FailureOr<StringRef> outline(Operation *literal, SymbolTable &symbols) {
  auto name = literal->getAttrOfType<StringAttr>(fnattr::globalSymbol);
  if (!name)
    return literal->emitError("cannot outline a function literal for another "
                              "compiler: expected the attribute ")
           << fnattr::globalSymbol;
  auto fn = dyn_cast<FnOp>(literal);
  if ((fn && fn.getHasSelf()) || !getCaptured(literal).empty())
    return literal->emitError("cannot outline '")
           << name.getValue() << "': it uses values from outside";
  Operation *copy = OpBuilder(literal).clone(*literal);
  moveConstantsIn(copy);
  func::FuncOp function = makeFunctionOfLiteral(copy, name);
  copy->erase();
  Operation *existing = symbols.lookup(name);
  if (!existing) {
    symbols.insert(function);
    return name.getValue();
  }
  auto other = dyn_cast<func::FuncOp>(existing);
  if (other)
    function.setVisibility(other.getVisibility());
  bool isEqual = other && areFunctionsEqual(function, other);
  function.erase();
  if (!isEqual)
    return literal->emitError("cannot outline '")
           << name.getValue()
           << "': the module has something else of this name";
  return name.getValue();
}

FailureOr<unsigned> relay::outlineCompilerFunctions(
    ModuleOp module, function_ref<bool(Operation *literal)> isWanted) {
  llvm::MapVector<Operation *, SmallVector<ApplyOp>> calls;
  module.walk([&](ApplyOp apply) {
    Operation *literal = getLiteral(apply.getCallee());
    if (literal && literal->getAttrOfType<StringAttr>(fnattr::compiler) &&
        (!isWanted || isWanted(literal)))
      calls[literal].push_back(apply);
  });
  SymbolTable symbols(module);
  unsigned numCalls = 0;
  for (auto &[literal, applies] : calls) {
    FailureOr<StringRef> name = outline(literal, symbols);
    if (failed(name))
      return failure();
    for (ApplyOp apply : applies) {
      Value callee = apply.getCallee();
      replaceByCall(apply, *name);
      eraseUnusedLiteral(callee);
    }
    numCalls += applies.size();
  }
  return numCalls;
}
