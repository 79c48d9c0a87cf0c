//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the relay dialect.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "DialectInterfaces.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"

using namespace mlir;
using namespace mlir::relay;

#include "RelayLite/Dialect/Relay/IR/RelayDialect.cpp.inc"
#include "RelayLite/Dialect/Relay/IR/RelayInterfaces.cpp.inc"

LogicalResult relay::verifyOperatorInterface(Operation *op) {
  if (op->getNumResults() != 1)
    return op->emitOpError("expected an operator to have one result, but got ")
           << op->getNumResults();
  auto isWrong = [](Type type) { return !isRelayType(type); };
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    if (auto wrong = llvm::find_if(types, isWrong); wrong != types.end())
      return op->emitOpError(
                 "expected operands and result of an operator to be "
                 "of Relay's types, but got ")
             << *wrong;
  if (auto opaque = llvm::find_if(op->getOperandTypes(), containsOpaque);
      opaque != op->getOperandTypes().end())
    return op->emitOpError("cannot take a value of type ")
           << *opaque << ": only 'relay.custom' takes opaque values";
  return success();
}

void RelayDialect::initialize() {
  registerAttributes();
  registerTypes();
  detail::addDialectInterfaces(*this);
  registerRelayDialectOperations(this);
}

Operation *RelayDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}
