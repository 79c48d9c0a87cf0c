//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What constant folding leaves alone, and remarks.
//
//===----------------------------------------------------------------------===//

#include "FoldRemarks.h"
#include "ConstantGraph.h"
#include "RelayLite/Dialect/Relay/IR/CustomOps.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Evaluation/Interruption.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include <mutex>

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

bool relay::hasNoFoldMark(Operation *op) {
  return hasNonzeroAttr(op, fnattr::noFold);
}

StringRef relay::getReasonNotToFold(Operation *op,
                                    const FoldConstantConfig &config) {
  if (hasNoFoldMark(op))
    return "it is marked relay.no_fold";
  auto relayOperator = dyn_cast<OperatorInterface>(op);
  if (!relayOperator) {
    if (isa<CustomOp>(op))
      return "its operator has no kernel";
    return isa<CallOpInterface>(op) ? "it is a call" : "it is not an operator";
  }
  // Filling memory is better done where the values are used.
  if (op->getNumOperands() == 0)
    return "it has no operands";
  if (!isMemoryEffectFree(op))
    return "it is stateful";
  if (relayOperator.isNonComputational() && !config.foldQnn)
    return "it is not computational";
  // The result is to be in another memory.
  if (isa<DeviceCopyOp>(op))
    return "it copies between devices";
  if (config.noFoldOps.contains(op->getName()))
    return "it is one of no-fold-ops";
  return "";
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
  bool isFunction = isa<FnOp, FusedFnOp, FunctionOpInterface>(function);
  if (!isFunction)
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

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

EvaluationFailure relay::takeFailure(llvm::Error error) {
  EvaluationFailure failure;
  llvm::handleAllErrors(
      std::move(error), [&](const llvm::ErrorInfoBase &error) {
        failure.reason = error.message();
        std::error_code code = error.convertToErrorCode();
        failure.isOutOfMemory = code == std::errc::not_enough_memory;
        failure.isInterrupted = code == std::errc::operation_canceled;
        failure.isToBeReported =
            failure.isOutOfMemory ||
            (failure.isInterrupted && claimInterruptionReport());
      });
  return failure;
}

void relay::reportFailure(Operation *op, StringRef reason) {
  op->emitError("cannot fold: ") << reason;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

bool relay::areRemarksWanted(Operation *op) {
  return op->getContext()->getRemarkEngine() != nullptr;
}

static remark::RemarkOpts getOpts(StringRef name) {
  return remark::RemarkOpts::name(name).category("FoldConstant");
}

/// Makes a remark on `op` by `make`, if anybody reads it.
static void reportRemark(
    Operation *op, StringRef name,
    remark::detail::InFlightRemark (*make)(Location, remark::RemarkOpts),
    function_ref<std::string()> getText) {
  if (!areRemarksWanted(op))
    return;
  // Functions may be folded in parallel, but remarks not be reported so.
  static std::recursive_mutex reporting;
  std::lock_guard<std::recursive_mutex> lock(reporting);
  remark::detail::InFlightRemark remark = make(op->getLoc(), getOpts(name));
  if (remark)
    remark << (op->getName().getStringRef() + ": " + getText()).str();
}

void relay::remarkFolded(Operation *op, uint64_t numBytes) {
  reportRemark(op, "Folded", remark::passed,
               [&] { return std::to_string(numBytes) + " bytes"; });
}

void relay::remarkEvaluated(Operation *op) {
  reportRemark(op, "Evaluated", remark::passed,
               [] { return std::string("for what uses it"); });
}

static void remarkErased(Operation *op, StringRef reason) {
  reportRemark(op, "Erased", remark::passed, [&] { return reason.str(); });
}

void relay::remarkErased(Operation *op) {
  ::remarkErased(op, "nothing uses it");
}

void relay::remarkNotFolded(Operation *op,
                            function_ref<std::string()> getReason) {
  reportRemark(op, "NotFolded", remark::missed, getReason);
}

/// Calls `visit` for each operator in `region` that could be folded.
static void visitFoldable(Region &region, const FoldConstantConfig &config,
                          function_ref<bool(Value)> isConstant,
                          function_ref<void(Operation *)> visit) {
  DenseSet<Value> constants;
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isFoldable =
        (isa<ConstantOp>(op) && !hasNoFoldMark(op)) ||
        (op->getNumOperands() != 0 && op->getNumResults() == 1 &&
         llvm::all_of(op->getOperands(),
                      [&](Value value) {
                        return constants.contains(value) || isConstant(value);
                      }) &&
         (isStructure(op) || isa<TupleGetOp>(op) ||
          getReasonNotToFold(op, config).empty()));
    if (!isFoldable)
      return;
    constants.insert(op->getResult(0));
    if (isa<OperatorInterface>(op))
      visit(op);
  });
}

void relay::remarkSkipped(Operation *function, StringRef reason,
                          const FoldConstantConfig &config,
                          function_ref<bool(Value)> isConstant) {
  if (!areRemarksWanted(function))
    return;
  for (Region &region : function->getRegions())
    visitFoldable(region, config, isConstant, [&](Operation *op) {
      remarkNotFolded(op, [&] { return reason.str(); });
    });
}

void relay::remarkNotTaken(Region &branch, const FoldConstantConfig &config,
                           function_ref<bool(Value)> isConstant) {
  if (!areRemarksWanted(branch.getParentOp()))
    return;
  visitFoldable(branch, config, isConstant, [](Operation *op) {
    ::remarkErased(op, "it is in a branch that is not taken");
  });
}
