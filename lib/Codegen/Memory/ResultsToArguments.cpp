//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-results-to-arguments.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {
#define GEN_PASS_DEF_RESULTSTOARGUMENTSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

static bool hasStaticResults(func::FuncOp function) {
  return llvm::all_of(function.getResultTypes(), [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.hasStaticShape() && memref.getLayout().isIdentity();
  });
}

/// Lets `argument` hold the result `value` of `returnOp`.
static void writeResult(func::ReturnOp returnOp, Value value, Value argument) {
  // alloc(); ...; return -> ...; return
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  if (alloc && alloc.getType() == argument.getType() &&
      llvm::count(returnOp.getOperands(), value) == 1) {
    alloc.replaceAllUsesWith(argument);
    alloc.erase();
    return;
  }
  OpBuilder b(returnOp);
  memref::CopyOp::create(b, returnOp.getLoc(), value, argument);
}

// return %values -> copy(%values, %arguments); return
static LogicalResult moveResults(func::FuncOp function,
                                 func::ReturnOp returnOp) {
  unsigned firstArgument = function.getNumArguments();
  for (Type type : function.getResultTypes())
    if (failed(function.insertArgument(function.getNumArguments(), type, {},
                                       function.getLoc())))
      return failure();
  for (unsigned i = 0; i < returnOp.getNumOperands(); ++i)
    writeResult(returnOp, returnOp.getOperand(i),
                function.getArgument(firstArgument + i));
  returnOp.getOperandsMutable().clear();
  return function.eraseResults(
      llvm::BitVector(function.getNumResults(), /*t=*/true));
}

namespace {
struct ResultsToArgumentsPass
    : relay::impl::ResultsToArgumentsPassBase<ResultsToArgumentsPass> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || !function.getBody().hasOneBlock() ||
          !users.useEmpty(function) || !hasStaticResults(function))
        continue;
      auto returnOp =
          cast<func::ReturnOp>(function.getBody().front().getTerminator());
      if (failed(moveResults(function, returnOp)))
        return signalPassFailure();
    }
  }
};
} // namespace
