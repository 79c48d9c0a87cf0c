//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators that constant folding may fold, and the reasons for others.
//
//===----------------------------------------------------------------------===//

#include "FoldPolicy.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::relay;

bool relay::hasNoFoldMark(Operation *op) {
  return hasNonzeroAttr(op, fnattr::noFold);
}

bool relay::isConstantTensor(Operation *op) {
  return isa<ConstantOp>(op) ||
         (op->hasTrait<OpTrait::ConstantLike>() && mayHaveFolder(op));
}

bool relay::isStructure(Operation *op) {
  auto let = dyn_cast<LetOp>(op);
  return isa<TupleOp, TypeCastOp, OnDeviceOp>(op) ||
         (let && isa<RankedTensorType>(let.getValue().getType()));
}

/// Whether `op` is a literal that is called on the spot without arguments: TVM
/// leaves such calls and their callees as they are.
static bool isAppliedWithoutArguments(Operation *op) {
  if (!isa<FnOp>(op) || !op->hasOneUse())
    return false;
  auto apply = dyn_cast<ApplyOp>(*op->user_begin());
  return apply && apply.getArguments().empty();
}

StringRef relay::getReasonToSkip(Operation *function) {
  if (isa<ModuleOp>(function) && hasNoFoldMark(function))
    return "it is in a module that is marked relay.no_fold";
  if (!isa<FnOp, FusedFnOp, FunctionOpInterface>(function))
    return "";
  if (isa<FusedFnOp>(function) || hasNonzeroAttr(function, fnattr::primitive))
    return "it is in a Primitive function";
  if (isSkippedByFunctionPasses(function))
    return "it is in a function that passes leave alone";
  if (hasNoFoldMark(function))
    return "it is in a function that is marked relay.no_fold";
  if (isAppliedWithoutArguments(function))
    return "it is in a function that is called on the spot";
  return "";
}

StringRef relay::getReasonToSkipAround(Operation *op) {
  while ((op = op->getParentOp()))
    if (StringRef reason = getReasonToSkip(op); !reason.empty())
      return reason;
  return "";
}

StringRef relay::getReasonNotToFold(Operation *op,
                                    const FoldConstantConfig &config) {
  if (hasNoFoldMark(op))
    return "it is marked relay.no_fold";
  if (config.noFoldOps.contains(op->getName()))
    return "it is one of no-fold-ops";
  if (isStructure(op) || isa<TupleGetOp>(op))
    return "";
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  if (!relayOperator && !mayHaveFolder(op)) {
    if (isa<CustomOp>(op))
      return "its operator has no kernel";
    return isa<ApplyOp, CallOp>(op) ? "it is a call" : "it is not an operator";
  }
  // Filling memory is better done where the values are used.
  if (op->getNumOperands() == 0)
    return "it has no operands";
  if (!relayOperator)
    return "";
  if (!isMemoryEffectFree(op))
    return "it is stateful";
  if (relayOperator.isNonComputational() && !config.foldQnn)
    return "it is not computational";
  // The result is to be in another memory.
  if (isa<DeviceCopyOp>(op))
    return "it copies between devices";
  return "";
}

/// Folds `op`, of whose operands only the types are known.
static LogicalResult foldByTypes(Operation *op,
                                 SmallVectorImpl<OpFoldResult> &folded) {
  SmallVector<Attribute> none(op->getNumOperands());
  if (isa<RelayDialect>(op->getDialect()))
    return op->fold(none, folded);
  // A folder may change its operation instead, which is not to be.
  Operation *copy = op->clone();
  LogicalResult result = copy->fold(none, folded);
  copy->destroy();
  return result;
}

ElementsAttr relay::getFixedValue(Operation *op,
                                  const FoldConstantConfig &config) {
  if (op->getNumResults() != 1 || hasNoFoldMark(op))
    return {};
  if (isConstantTensor(op)) {
    ElementsAttr value;
    matchPattern(op, m_Constant(&value));
    return value;
  }
  SmallVector<OpFoldResult> folded;
  if (!isa<OperatorInterface>(op) || !isMemoryEffectFree(op) ||
      config.noFoldOps.contains(op->getName()) ||
      failed(foldByTypes(op, folded)) || folded.size() != 1)
    return {};
  return dyn_cast_if_present<ElementsAttr>(dyn_cast<Attribute>(folded.front()));
}
