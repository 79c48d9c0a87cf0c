//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text under which kernels are compiled.
//
//===----------------------------------------------------------------------===//

#include "KernelKey.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<KernelSource> relay::makeKernelSource(Operation *op,
                                                TypeRange operandTypes,
                                                Type resultType) {
  MLIRContext *context = op->getContext();
  Location loc = UnknownLoc::get(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  auto function = func::FuncOp::create(b, loc, "source",
                                       b.getFunctionType(operandTypes, {}));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  if (!resultType) {
    auto inference = dyn_cast<InferTypeOpInterface>(op);
    SmallVector<Type> inferred;
    if (!inference || failed(inference.inferReturnTypes(
                          context, std::nullopt, body->getArguments(),
                          op->getDiscardableAttrDictionary(),
                          op->getPropertiesStorage(), {}, inferred)))
      return failure();
    resultType = inferred.front();
  }
  OperationState state(loc, op->getName(), body->getArguments(), {resultType});
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *copy = b.create(state);
  func::ReturnOp::create(b, loc, copy->getResults());
  function.setFunctionType(b.getFunctionType(operandTypes, {resultType}));
  return KernelSource{std::move(module), copy};
}

KernelMemo::Key relay::makeMemoKey(Operation *op) {
  return {reinterpret_cast<uint64_t>(op->getName().getAsOpaquePointer()),
          reinterpret_cast<uint64_t>(
              op->getPropertiesAsAttribute().getAsOpaquePointer())};
}

std::string KernelSource::getKey() {
  std::string key;
  llvm::raw_string_ostream os(key);
  op->getParentOp()->print(os, OpPrintingFlags().printGenericOpForm());
  return key;
}
