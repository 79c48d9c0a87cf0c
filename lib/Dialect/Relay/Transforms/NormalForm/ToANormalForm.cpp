//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ToANormalForm: binds every intermediate value by let.
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_TOANORMALFORMPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct ToANormalFormPass
    : public relay::impl::ToANormalFormPassBase<ToANormalFormPass> {
  using ToANormalFormPassBase::ToANormalFormPassBase;

  void runOnOperation() override {
    FailureOr<BindingResult> result = bindValues(getOperation(), NormalForm::A);
    if (failed(result))
      return signalPassFailure();
    numBound += result->numBound;
    if (!result->changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
