//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of operations of other dialects by their own folders.
//
//===----------------------------------------------------------------------===//

#include "OperatorEvaluation.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayTypes.h"
#include "RelayLite/Evaluation/Evaluator.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::relay;
using llvm::Expected;

bool relay::mayHaveFolder(Operation *op) {
  auto isRelayTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && isRelayType(type);
  };
  return op->isRegistered() && !isa<RelayDialect>(op->getDialect()) &&
         !isa<OperatorInterface, CallOpInterface>(op) &&
         op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         llvm::all_of(op->getOperandTypes(), isRelayTensor) &&
         isRelayTensor(op->getResult(0).getType()) && isMemoryEffectFree(op);
}

/// Return the result of the fold() of `op` for `operands`, a constant or an
/// operand; null if it gives neither.
static OpFoldResult fold(Operation *op, ArrayRef<EvalValue> operands) {
  SmallVector<Attribute> constants;
  for (auto [operand, type] :
       llvm::zip_equal(operands, op->getOperandTypes())) {
    const Tensor *tensor = operand.getTensor();
    // A type_cast may claim another type than the value has.
    if (!tensor || tensor->getType() != type)
      return {};
    // Folders look into these alone.
    constants.push_back(makeDenseConstant(tensor->getType(), tensor->getBytes(),
                                          tensor->isSplat()));
  }
  // A folder may change its operation instead, which is not to be.
  Operation *copy = op->clone();
  SmallVector<OpFoldResult> folded;
  LogicalResult result = copy->fold(constants, folded);
  copy->destroy();
  return succeeded(result) && folded.size() == 1 ? folded.front()
                                                 : OpFoldResult();
}

Expected<EvalValue> relay::evaluateByFolder(Operation *op,
                                            ArrayRef<EvalValue> operands) {
  OpFoldResult folded = fold(op, operands);
  for (auto [operand, value] : llvm::zip_equal(op->getOperands(), operands))
    if (folded == OpFoldResult(operand))
      return value;
  auto elements =
      dyn_cast_if_present<ElementsAttr>(dyn_cast_if_present<Attribute>(folded));
  if (!elements || elements.getType() != op->getResult(0).getType())
    return llvm::createStringError(
        "its fold() gives no value, and it has no OperatorInterface");
  Expected<Tensor> tensor = makeTensor(elements);
  if (!tensor)
    return tensor.takeError();
  return EvalValue(std::move(*tensor));
}
