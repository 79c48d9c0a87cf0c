//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CanonicalizeOps: writes special operators as basic ones.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Dialect/Relay/Utils/Decompositions.h"

namespace mlir::relay {
#define GEN_PASS_DEF_CANONICALIZEOPSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct CanonicalizeOpsPass
    : public PatternPass<
          relay::impl::CanonicalizeOpsPassBase<CanonicalizeOpsPass>,
          relay::populateCanonicalizeOpsPatterns, NNBiasAddOp> {
  using PatternPass::PatternPass;
};
} // namespace

void relay::populateCanonicalizeOpsPatterns(RewritePatternSet &patterns) {
  // bias_add(x, b) -> x + expand_dims(b)
  patterns.add<Decompose<NNBiasAddOp, decomposeBiasAdd>>(patterns.getContext());
}
