//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MarkCompilerFunctionsAsExtern: marks functions as compiled elsewhere.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_MARKCOMPILERFUNCTIONSASEXTERNPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Whether the attribute `name` of a function is one of Relay text.
static bool isRelayAttribute(StringRef name) {
  return name.starts_with(fnattr::prefix) && name != fnattr::pure &&
         name != fnattr::typeParams && name != fnattr::virtualDevice;
}

namespace {
struct MarkCompilerFunctionsAsExternPass
    : public relay::impl::MarkCompilerFunctionsAsExternPassBase<
          MarkCompilerFunctionsAsExternPass> {
  using MarkCompilerFunctionsAsExternPassBase::
      MarkCompilerFunctionsAsExternPassBase;

  void runOnOperation() override {
    if (failed(checkTypesKnown(getOperation())))
      return signalPassFailure();
    Builder builder(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isForCompiler(function, compilerFilter))
        continue;
      SmallVector<NamedAttribute> attrs(function->getDiscardableAttrs());
      for (NamedAttribute attr : attrs)
        if (isRelayAttribute(attr.getName()))
          function->removeDiscardableAttr(attr.getName());
      function->setAttr(fnattr::externFn, builder.getI64IntegerAttr(1));
    }
  }
};
} // namespace
