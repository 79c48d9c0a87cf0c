//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replacing calls by bodies.
//
//===----------------------------------------------------------------------===//

#include "CallInlining.h"
#include "LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::relay;

/// How deep branches and function literals nest in `region`.
static unsigned getNestingBelow(Region &region) {
  unsigned nesting = 0;
  for (Operation &op : region.getOps())
    for (Region &nested : op.getRegions())
      nesting = std::max(nesting, isa<FnOp, FusedFnOp, IfOp>(op) +
                                      getNestingBelow(nested));
  return nesting;
}

LogicalResult relay::checkInlinedNesting(Operation *call, Region &body) {
  NestingLimit limit = getNestingLimit(kMaxRegionNesting);
  if (getRegionNesting(call) + getNestingBelow(body) <= limit.depth)
    return success();
  return call->emitError("inlining nests branches and functions more than ")
         << limit.depth << " deep" << limit.reason;
}

void relay::inlineBody(Operation *call, ValueRange arguments, Block &body,
                       Type type, bool isLastCall) {
  OpBuilder builder(call);
  IRMapping mapping;
  for (auto [param, argument] : llvm::zip_equal(body.getArguments(), arguments))
    mapping.map(param,
                castTo(builder, call->getLoc(), argument, param.getType()));
  Value result = body.getTerminator()->getOperand(0);
  if (isLastCall) {
    for (BlockArgument param : body.getArguments())
      param.replaceAllUsesWith(mapping.lookup(param));
    // The result may have been a parameter.
    result = body.getTerminator()->getOperand(0);
    body.getTerminator()->erase();
    call->getBlock()->getOperations().splice(call->getIterator(),
                                             body.getOperations());
  } else {
    for (Operation &op : body.without_terminator())
      builder.clone(op, mapping);
    result = mapping.lookupOrDefault(result);
  }
  result = castTo(builder, call->getLoc(), result, type);
  Value called = call->getResult(0);
  called.replaceAllUsesWith(
      castTo(builder, call->getLoc(), result, called.getType()));
  call->erase();
}

Operation *relay::getCalledLiteral(ApplyOp apply) {
  Operation *fn = apply.getCallee().getDefiningOp();
  if (!isa_and_nonnull<FnOp, FusedFnOp>(fn) || getTypeParams(apply.getCallee()))
    return nullptr;
  auto literal = dyn_cast<FnOp>(fn);
  return literal && literal.getHasSelf() ? nullptr : fn;
}

// apply(fn { body }, x, ...) -> body(x, ...)
void relay::inlineCalledLiteral(ApplyOp apply, Operation *literal) {
  auto type = cast<FunctionType>(apply.getCallee().getType());
  inlineBody(apply, apply.getArguments(), literal->getRegion(0).front(),
             type.getResult(0), literal->hasOneUse());
  if (literal->use_empty())
    literal->erase();
}
