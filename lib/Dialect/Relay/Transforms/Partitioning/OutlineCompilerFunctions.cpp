//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OutlineCompilerFunctions: makes global functions of literals for other
// compilers.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Dialect/Relay/Utils/CompilerFunctions.h"

namespace mlir::relay {
#define GEN_PASS_DEF_OUTLINECOMPILERFUNCTIONSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct OutlineCompilerFunctionsPass
    : public relay::impl::OutlineCompilerFunctionsPassBase<
          OutlineCompilerFunctionsPass> {
  using OutlineCompilerFunctionsPassBase::OutlineCompilerFunctionsPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    if (failed(checkTypesKnown(module)))
      return failure();
    FailureOr<unsigned> numCalls =
        outlineCompilerFunctions(module, [&](Operation *literal) {
          auto function = literal->getParentOfType<func::FuncOp>();
          return isForCompiler(literal, compilerFilter) &&
                 !isSkippedByFunctionPasses(function) && hasRelayBody(function);
        });
    if (failed(numCalls))
      return failure();
    numOutlined += *numCalls;
    if (*numCalls)
      markPureFunctions(module);
    else
      markAllAnalysesPreserved();
    return success();
  }
};
} // namespace
