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

#include "../Utils/CallInlining.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DEFUSEOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

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
      Operation *fn = getCalledLiteral(apply);
      if (fn && !fn->hasAttr(fnattr::compiler))
        calls.emplace_back(apply, fn);
    });
    for (auto [apply, fn] : calls) {
      if (failed(checkInlinedNesting(apply, fn->getRegion(0))))
        return signalPassFailure();
      inlineCalledLiteral(apply, fn);
    }
    numInlined += calls.size();
    if (calls.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
