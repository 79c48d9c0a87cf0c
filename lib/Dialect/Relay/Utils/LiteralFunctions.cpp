//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making global functions of function literals.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/Utils/LiteralFunctions.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::relay;

llvm::SetVector<Value> relay::getCaptured(Operation *literal) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(literal->getRegion(0), captured);
  captured.remove_if([](Value value) {
    return isa_and_nonnull<ConstantOp, GlobalOp>(value.getDefiningOp());
  });
  return captured;
}

void relay::moveConstantsIn(Operation *literal) {
  Region &body = literal->getRegion(0);
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(body, used);
  OpBuilder builder = OpBuilder::atBlockBegin(&body.front());
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<ConstantOp, GlobalOp>(op))
      replaceAllUsesInRegionWith(value, builder.clone(*op)->getResult(0), body);
  }
}

/// Ends the body of `function`, which was that of a literal, in a return.
static void replaceYield(func::FuncOp function) {
  Operation *yield = function.front().getTerminator();
  OpBuilder builder(yield);
  func::ReturnOp::create(builder, yield->getLoc(), yield->getOperands());
  yield->erase();
}

// fn { body } -> func @f { body }
func::FuncOp relay::makeFunctionOfLiteral(Operation *literal, StringRef name) {
  auto function =
      func::FuncOp::create(literal->getLoc(), name,
                           cast<FunctionType>(literal->getResult(0).getType()));
  function.setPrivate();
  for (NamedAttribute attr : literal->getDiscardableAttrs())
    function->setAttr(attr.getName(), attr.getValue());
  if (auto typeParams = literal->getAttrOfType<ArrayAttr>("type_params"))
    function->setAttr(fnattr::typeParams, typeParams);
  if (auto argAttrs = literal->getAttrOfType<ArrayAttr>("arg_attrs"))
    function.setArgAttrsAttr(argAttrs);
  function.getBody().takeBody(literal->getRegion(0));
  replaceYield(function);
  return function;
}

// apply(f, x, ...) -> call @f(x, ...)
void relay::replaceByCall(ApplyOp apply, StringRef name) {
  OpBuilder builder(apply);
  auto call = CallOp::create(builder, apply.getLoc(), apply.getType(), name,
                             apply.getArguments(), apply.getTypeArgsAttr(),
                             apply.getArgAttrsAttr(), apply.getResAttrsAttr());
  call->setDiscardableAttrs(apply->getDiscardableAttrDictionary());
  apply.replaceAllUsesWith(call.getResult());
  apply.erase();
}
