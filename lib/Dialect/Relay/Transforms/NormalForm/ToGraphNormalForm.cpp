//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ToGraphNormalForm: removes explicit bindings.
//
//===----------------------------------------------------------------------===//

#include "../Utils/LetBindings.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {
#define GEN_PASS_DEF_TOGRAPHNORMALFORMPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct ToGraphNormalFormPass
    : public relay::impl::ToGraphNormalFormPassBase<ToGraphNormalFormPass> {
  using ToGraphNormalFormPassBase::ToGraphNormalFormPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (isSkippedByFunctionPasses(function))
      return markAllAnalysesPreserved();
    if (failed(checkTypesKnown(function)))
      return signalPassFailure();
    bool changed = false;
    function.walk([&](LetOp let) {
      removeLet(let);
      ++numLets;
      changed = true;
    });
    if (!changed)
      return markAllAnalysesPreserved();
    // A graph is what its result reaches. Effects stay, in their order.
    eraseUnusedOps(function.getBody(), isErasableWhenUnused);
  }
};
} // namespace
