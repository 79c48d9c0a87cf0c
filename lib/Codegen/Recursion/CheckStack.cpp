//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-check-stack.
//
//===----------------------------------------------------------------------===//

#include "../FailureMessage.h"
#include "RelayLite/Codegen/Passes.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CHECKSTACKPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Return the functions of `graph` that may call themselves.
static SmallVector<func::FuncOp>
findRecursiveFunctions(const CallGraph &graph) {
  SmallVector<func::FuncOp> functions;
  for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
    if (it.hasCycle())
      for (CallGraphNode *node : *it)
        if (!node->isExternal())
          if (auto function = dyn_cast<func::FuncOp>(
                  node->getCallableRegion()->getParentOp()))
            functions.push_back(function);
  return functions;
}

namespace {
struct CheckStackPass : relay::impl::CheckStackPassBase<CheckStackPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> functions =
        findRecursiveFunctions(getAnalysis<CallGraph>());
    if (functions.empty())
      return markAllAnalysesPreserved();
    OpBuilder b(module.getContext());
    auto type = LLVM::LLVMFunctionType::get(b.getI32Type(), {});
    b.setInsertionPointToStart(module.getBody());
    LLVM::LLVMFuncOp::create(b, module.getLoc(), relay::hasStackFunctionName,
                             type);
    for (func::FuncOp function : functions)
      check(function, type);
  }

  // f(x) { p } -> f(x) { assert(relay_rt_has_stack() != 0); p }
  void check(func::FuncOp function, LLVM::LLVMFunctionType type) {
    OpBuilder b = OpBuilder::atBlockBegin(&function.front());
    Location loc = function.getLoc();
    auto call = LLVM::CallOp::create(b, loc, type, relay::hasStackFunctionName,
                                     ValueRange());
    Value zero = arith::ConstantIntOp::create(b, loc, 0, /*width=*/32);
    Value isLeft = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne,
                                         call.getResult(), zero);
    cf::AssertOp::create(
        b, loc, isLeft,
        relay::getFailureMessage(
            loc, "the recursion is too deep for the stack of the thread"));
  }
};
} // namespace
