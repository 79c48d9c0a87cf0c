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

/// An empty function of its own module on arguments of types `types`.
static func::FuncOp createSource(MLIRContext *context, TypeRange types) {
  Location loc = UnknownLoc::get(context);
  ModuleOp module = ModuleOp::create(loc);
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto function =
      func::FuncOp::create(b, loc, "source", b.getFunctionType(types, {}));
  function.addEntryBlock();
  return function;
}

/// Makes `op`, the last one in `function`, its result.
static KernelSource finishSource(func::FuncOp function, Operation *op) {
  OpBuilder b = OpBuilder::atBlockEnd(&function.front());
  func::ReturnOp::create(b, function.getLoc(), op->getResults());
  function.setFunctionType(
      b.getFunctionType(function.getArgumentTypes(), op->getResultTypes()));
  return {function->getParentOfType<ModuleOp>(), op};
}

FailureOr<KernelSource> relay::makeKernelSource(Operation *op,
                                                TypeRange operandTypes,
                                                Type resultType,
                                                DictionaryAttr properties) {
  MLIRContext *context = op->getContext();
  func::FuncOp function = createSource(context, operandTypes);
  OwningOpRef<ModuleOp> module(function->getParentOfType<ModuleOp>());
  Block *body = &function.front();
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
  OpBuilder b = OpBuilder::atBlockEnd(body);
  OperationState state(function.getLoc(), op->getName(), body->getArguments(),
                       {resultType});
  state.propertiesAttr =
      properties ? properties : op->getPropertiesAsAttribute();
  Operation *copy = b.create(state);
  (void)module.release();
  return finishSource(function, copy);
}

PointwiseTree::PointwiseTree(Operation *op, ArrayRef<Type> elementTypes)
    : inputs(elementTypes.drop_back()) {
  auto operands = llvm::to_vector<4>(llvm::seq<size_t>(0, inputs.size()));
  nodes.push_back({op, std::move(operands), elementTypes.back()});
}

KernelMemo::Key PointwiseTree::makeMemoKey() const {
  auto fromPointer = [](Type type) {
    return reinterpret_cast<uint64_t>(type.getAsOpaquePointer());
  };
  // Other keys start with a pointer.
  KernelMemo::Key key = {inputs.size(), nodes.size()};
  llvm::append_range(key, llvm::map_range(inputs, fromPointer));
  for (const Node &node : nodes) {
    llvm::append_range(key, relay::makeMemoKey(node.op));
    // As many as the operation has.
    llvm::append_range(key, node.operands);
    key.push_back(fromPointer(node.elementType));
  }
  return key;
}

KernelSource relay::makePointwiseSource(const PointwiseTree &tree,
                                        ArrayRef<PointwiseDim> dims) {
  MLIRContext *context = tree.nodes.front().op->getContext();
  SmallVector<Type> types;
  for (auto [i, elementType] : llvm::enumerate(tree.inputs)) {
    SmallVector<int64_t> shape;
    for (PointwiseDim dim : dims)
      shape.push_back(dim >> i & 1 ? 1 : ShapedType::kDynamic);
    types.push_back(RankedTensorType::get(shape, elementType));
  }
  func::FuncOp function = createSource(context, types);
  OpBuilder b = OpBuilder::atBlockEnd(&function.front());
  SmallVector<Value> values(function.getArguments());
  SmallVector<int64_t> shape(dims.size(), ShapedType::kDynamic);
  for (const PointwiseTree::Node &node : tree.nodes) {
    auto operands = llvm::map_to_vector(
        node.operands, [&](size_t number) { return values[number]; });
    OperationState state(function.getLoc(), node.op->getName(), operands,
                         {RankedTensorType::get(shape, node.elementType)});
    state.propertiesAttr = node.op->getPropertiesAsAttribute();
    Operation *copy = b.create(state);
    copy->setDiscardableAttr(equalDynamicDimsAttrName, b.getUnitAttr());
    values.push_back(copy->getResult(0));
  }
  return finishSource(function, values.back().getDefiningOp());
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
