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
#include "Captures.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::relay;

void SharedFunctions::outline(scf::ExecuteRegionOp code) {
  Location loc = code.getLoc();
  Region &region = code.getRegion();
  for (Operation &op : llvm::make_early_inc_range(region.front())) {
    auto dealloc = dyn_cast<memref::DeallocOp>(op);
    if (isa<memref::AllocOp, memref::GetGlobalOp>(op) && !op.getNumOperands())
      op.moveBefore(code);
    else if (dealloc && dealloc.getMemref().getParentRegion() != &region)
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

  rewriter.setInsertionPoint(code);
  call(rewriter, loc, arguments, region);
  rewriter.eraseOp(code);
}

void SharedFunctions::call(ImplicitLocOpBuilder &b, ValueRange operands,
                           function_ref<void(OpBuilder &, ValueRange)> build) {
  Region region;
  Block &body = region.emplaceBlock();
  for (Value operand : operands)
    body.addArgument(operand.getType(), b.getLoc());
  OpBuilder inner(b.getContext());
  inner.setInsertionPointToEnd(&body);
  func::ReturnOp::create(inner, b.getLoc());
  inner.setInsertionPointToStart(&body);
  build(inner, body.getArguments());
  call(b, b.getLoc(), operands, region);
}

void SharedFunctions::call(OpBuilder &b, Location loc, ValueRange operands,
                           Region &body) {
  auto type = b.getFunctionType(operands.getTypes(), {});
  auto same = llvm::find_if(functions, [&](func::FuncOp function) {
    return function.getFunctionType() == type &&
           OperationEquivalence::isRegionEquivalentTo(
               &function.getBody(), &body,
               OperationEquivalence::IgnoreLocations);
  });
  func::FuncOp function = same == functions.end() ? func::FuncOp() : *same;
  if (!function) {
    function = func::FuncOp::create(loc, name, type);
    function.setPrivate();
    // LLVM would make one large function of those that are called once, and
    // take far longer for it.
    function->setAttr("passthrough", b.getStrArrayAttr({"noinline"}));
    function.getBody().takeBody(body);
    symbols.insert(function);
    functions.push_back(function);
  }
  func::CallOp::create(b, loc, function, operands);
}
