//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ToBasicBlockNormalForm: binds by let what scopes share.
//
//===----------------------------------------------------------------------===//

#include "NormalForm.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_TOBASICBLOCKNORMALFORMPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct ToBasicBlockNormalFormPass
    : public relay::impl::ToBasicBlockNormalFormPassBase<
          ToBasicBlockNormalFormPass> {
  using ToBasicBlockNormalFormPassBase::ToBasicBlockNormalFormPassBase;

  void runOnOperation() override {
    FailureOr<BindingResult> result =
        bindValues(getOperation(), NormalForm::BasicBlock);
    if (failed(result))
      return signalPassFailure();
    numBound += result->numBound;
    if (!result->changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
