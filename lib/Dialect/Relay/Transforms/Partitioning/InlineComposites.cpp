//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// InlineComposites: replaces calls of composite literals by their bodies.
//
//===----------------------------------------------------------------------===//

#include "InlineComposites.h"
#include "../Utils/CallInlining.h"
#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_INLINECOMPOSITESPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

FailureOr<unsigned> relay::inlineComposites(func::FuncOp function) {
  // Calls inside of a literal come before those of it.
  SmallVector<std::pair<ApplyOp, Operation *>> calls;
  function.walk([&](ApplyOp apply) {
    Operation *literal = getCalledLiteral(apply);
    if (literal && literal->hasAttr(fnattr::composite))
      calls.emplace_back(apply, literal);
  });
  for (auto [apply, literal] : calls) {
    if (failed(checkInlinedNesting(apply, literal->getRegion(0))))
      return failure();
    inlineCalledLiteral(apply, literal);
  }
  return calls.size();
}

namespace {
struct InlineCompositesPass
    : public relay::impl::InlineCompositesPassBase<InlineCompositesPass> {
  using InlineCompositesPassBase::InlineCompositesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (target.empty()) {
      module.emitError("expected the option 'target' of "
                       "'relay-inline-composites' to name a compiler");
      return signalPassFailure();
    }
    if (failed(checkTypesKnown(module)))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!hasRelayBody(function) || !isForCompiler(function, target))
        continue;
      FailureOr<unsigned> count = inlineComposites(function);
      if (failed(count))
        return signalPassFailure();
      numInlined += *count;
    }
  }
};
} // namespace
