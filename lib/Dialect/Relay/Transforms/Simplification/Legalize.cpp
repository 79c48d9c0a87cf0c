//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The replacement of operators that a target does not have.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/OperatorRules.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/DebugLog.h"

#define DEBUG_TYPE "relay-legalize"

namespace mlir::relay {
#define GEN_PASS_DEF_LEGALIZEPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct LegalizePass : public relay::impl::LegalizePassBase<LegalizePass> {
  using LegalizePassBase::LegalizePassBase;

  // op(x, ...) -> what its rule builds
  FailureOr<bool> replace(Operation *op, const OperatorRule &rule) {
    OpBuilder builder(op);
    FailureOr<Value> replacement = rule(builder, op, op->getOperands());
    if (failed(replacement))
      return failure();
    bool applies = *replacement && *replacement != op->getResult(0);
    LDBG() << op->getName() << " at " << op->getLoc() << ": the rule "
           << (applies ? "applies" : "leaves it as it is");
    if (!applies)
      return false;
    Type type = op->getResult(0).getType();
    if (!areTypesCompatible(replacement->getType(), type))
      return op->emitOpError("expected the rule of ")
             << legalizeMapAttrName << " to return a value of type " << type
             << ", but got one of type " << replacement->getType();
    op->getResult(0).replaceAllUsesWith(
        castTo(builder, op->getLoc(), *replacement, type));
    op->erase();
    return true;
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    const OperatorRules *rules = OperatorRules::find(&getContext());
    if (!rules || !rules->hasRules(legalizeMapAttrName))
      return markAllAnalysesPreserved();
    unsigned count = 0;
    // Operands come before operators.
    WalkResult result = function.walk([&](Operation *op) {
      const OperatorRule *rule = rules->lookup(legalizeMapAttrName, op);
      if (!rule || op->getNumResults() != 1)
        return WalkResult::advance();
      FailureOr<bool> isReplaced = replace(op, *rule);
      if (failed(isReplaced))
        return WalkResult::interrupt();
      count += *isReplaced;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    numReplaced += count;
    if (count == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
