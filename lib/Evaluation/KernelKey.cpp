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
#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;
using namespace mlir::relay;

FailureOr<KernelSource> relay::makeKernelSource(Operation *op,
                                                TypeRange operandTypes,
                                                Type resultType,
                                                DictionaryAttr properties) {
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
  state.propertiesAttr =
      properties ? properties : op->getPropertiesAsAttribute();
  Operation *copy = b.create(state);
  func::ReturnOp::create(b, loc, copy->getResults());
  function.setFunctionType(b.getFunctionType(operandTypes, {resultType}));
  return KernelSource{std::move(module), copy};
}

KernelSource relay::makePointwiseSource(Operation *op,
                                        ArrayRef<Type> elementTypes,
                                        ArrayRef<PointwiseDim> dims) {
  SmallVector<Type> types;
  for (auto [i, elementType] : llvm::enumerate(elementTypes)) {
    bool isResult = i + 1 == elementTypes.size();
    SmallVector<int64_t> shape;
    for (PointwiseDim dim : dims)
      shape.push_back(!isResult && (dim >> i & 1) ? 1 : ShapedType::kDynamic);
    types.push_back(RankedTensorType::get(shape, elementType));
  }
  // Does not fail where the type of the result is given.
  KernelSource source =
      *makeKernelSource(op, TypeRange(types).drop_back(), types.back());
  source.op->setDiscardableAttr(equalDynamicDimsAttrName,
                                UnitAttr::get(op->getContext()));
  return source;
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
