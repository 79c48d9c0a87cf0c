//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-eliminate-empty-tensors.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct EliminateEmptyTensorsPass
    : relay::impl::EliminateEmptyTensorsPassBase<EliminateEmptyTensorsPass> {
  // insert_slice(f(empty()), y) -> insert_slice(f(extract_slice(y)), y)
  void runOnOperation() override {
    bufferization::OneShotBufferizationOptions options;
    options.allowReturnAllocsFromLoops = true;
    options.bufferizeFunctionBoundaries = true;
    bufferization::OneShotAnalysisState state(getOperation(), options);
    if (failed(bufferization::analyzeModuleOp(getOperation(), state)))
      return signalPassFailure();
    SmallVector<Operation *> insertions;
    getOperation().walk([&](SubsetInsertionOpInterface insertion) {
      insertions.push_back(insertion);
    });
    // A concatenation of concatenations gives its memory to the inner ones
    // before these give theirs to their operands.
    IRRewriter rewriter(&getContext());
    for (Operation *insertion : llvm::reverse(insertions))
      if (failed(
              bufferization::eliminateEmptyTensors(rewriter, insertion, state)))
        return signalPassFailure();
  }
};
} // namespace
