//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DefuseOps: replaces calls of function literals by their bodies.
//
//===----------------------------------------------------------------------===//

#include "../LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DEFUSEOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The function literal that `apply` calls, if its body takes the place of the
/// call.
static Operation *getInlinedFunction(ApplyOp apply) {
  Operation *fn = apply.getCallee().getDefiningOp();
  if (!isa_and_nonnull<FnOp, FusedFnOp>(fn) || fn->hasAttr(fnattr::compiler) ||
      getTypeParams(apply.getCallee()))
    return nullptr;
  auto literal = dyn_cast<FnOp>(fn);
  if (literal && literal.getHasSelf())
    return nullptr;
  return fn;
}

/// How deep branches and function literals nest in `region`.
static unsigned getNestingBelow(Region &region) {
  unsigned nesting = 0;
  for (Operation &op : region.getOps())
    for (Region &nested : op.getRegions())
      nesting = std::max(nesting, isa<FnOp, FusedFnOp, IfOp>(op) +
                                      getNestingBelow(nested));
  return nesting;
}

// apply(fn { body }, x, ...) -> body(x, ...)
static void inlineFunction(ApplyOp apply, Operation *fn) {
  OpBuilder builder(apply);
  Block &body = fn->getRegion(0).front();
  IRMapping mapping;
  for (auto [param, argument] :
       llvm::zip_equal(body.getArguments(), apply.getArguments()))
    mapping.map(param,
                castTo(builder, apply.getLoc(), argument, param.getType()));
  Value result = body.getTerminator()->getOperand(0);
  if (fn->hasOneUse()) {
    for (BlockArgument param : body.getArguments())
      param.replaceAllUsesWith(mapping.lookup(param));
    // The result may have been a parameter.
    result = body.getTerminator()->getOperand(0);
    body.getTerminator()->erase();
    apply->getBlock()->getOperations().splice(apply->getIterator(),
                                              body.getOperations());
  } else {
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    result = mapping.lookupOrDefault(result);
  }
  auto type = cast<FunctionType>(apply.getCallee().getType());
  result = castTo(builder, apply.getLoc(), result, type.getResult(0));
  apply.replaceAllUsesWith(
      castTo(builder, apply.getLoc(), result, apply.getType()));
  apply.erase();
  if (fn->use_empty())
    fn->erase();
}

namespace {
struct DefuseOpsPass : public relay::impl::DefuseOpsPassBase<DefuseOpsPass> {
  using DefuseOpsPassBase::DefuseOpsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    // Calls inside of a function come before those of it.
    SmallVector<std::pair<ApplyOp, Operation *>> calls;
    function.walk([&](ApplyOp apply) {
      if (Operation *fn = getInlinedFunction(apply))
        calls.emplace_back(apply, fn);
    });
    for (auto [apply, fn] : calls) {
      NestingLimit limit = getNestingLimit(kMaxRegionNesting);
      if (getRegionNesting(apply) + getNestingBelow(fn->getRegion(0)) >
          limit.depth) {
        apply.emitError("inlining nests branches and functions more than ")
            << limit.depth << " deep" << limit.reason;
        return signalPassFailure();
      }
      inlineFunction(apply, fn);
    }
    numInlined += calls.size();
    if (calls.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
