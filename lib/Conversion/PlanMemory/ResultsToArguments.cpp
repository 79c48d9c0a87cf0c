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

#include "RelayLite/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {
#define GEN_PASS_DEF_RESULTSTOARGUMENTSPASS
#include "RelayLite/Conversion/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct ResultsToArgumentsPass
    : relay::impl::ResultsToArgumentsPassBase<ResultsToArgumentsPass> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    bufferization::BufferResultsToOutParamsOpts options;
    options.hoistStaticAllocs = true;
    options.modifyPublicFunctions = true;
    options.filterFn = [&](func::FuncOp *function) {
      return function->isPublic() && !function->isDeclaration() &&
             users.useEmpty(*function) &&
             llvm::all_of(function->getResultTypes(), [](Type type) {
               auto memref = dyn_cast<MemRefType>(type);
               return memref && memref.hasStaticShape() &&
                      memref.getLayout().isIdentity();
             });
    };
    if (failed(bufferization::promoteBufferResultsToOutParams(getOperation(),
                                                              options)))
      signalPassFailure();
  }
};
} // namespace
