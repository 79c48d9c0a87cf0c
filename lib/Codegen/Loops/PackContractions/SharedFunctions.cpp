//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for code that a module needs more than once.
//
//===----------------------------------------------------------------------===//

#include "SharedFunctions.h"
#include "../Captures.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::relay;

void SharedFunctions::outline(scf::ExecuteRegionOp code) {
  Location loc = code.getLoc();
  Region &region = code.getRegion();
  for (Operation &op : llvm::make_early_inc_range(region.front())) {
    if (isa<memref::AllocOp, memref::GetGlobalOp>(op))
      op.moveBefore(code);
    else if (isa<memref::DeallocOp>(op))
      op.moveAfter(code);
  }
  IRRewriter rewriter(code.getContext());
  SmallVector<Value> arguments = findCaptures(region);
  for (Value argument : arguments)
    replaceAllUsesInRegionWith(
        argument, region.addArgument(argument.getType(), argument.getLoc()),
        region);
  Operation *end = region.front().getTerminator();
  rewriter.setInsertionPoint(end);
  rewriter.replaceOpWithNewOp<func::ReturnOp>(end);

  auto type = rewriter.getFunctionType(ValueRange(arguments).getTypes(), {});
  auto same = llvm::find_if(functions, [&](func::FuncOp function) {
    return function.getFunctionType() == type &&
           OperationEquivalence::isRegionEquivalentTo(
               &function.getBody(), &region,
               OperationEquivalence::IgnoreLocations);
  });
  func::FuncOp function = same == functions.end() ? func::FuncOp() : *same;
  if (!function) {
    rewriter.clearInsertionPoint();
    function = func::FuncOp::create(loc, "relay.contraction", type);
    function.setPrivate();
    // LLVM would make one large function of those that are called once, and
    // take far longer for it.
    function->setAttr("passthrough", rewriter.getStrArrayAttr({"noinline"}));
    function.getBody().takeBody(region);
    symbols.insert(function);
    functions.push_back(function);
  }
  rewriter.setInsertionPoint(code);
  func::CallOp::create(rewriter, loc, function, arguments);
  rewriter.eraseOp(code);
}
