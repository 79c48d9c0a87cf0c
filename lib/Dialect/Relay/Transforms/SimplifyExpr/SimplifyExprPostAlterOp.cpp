//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExprPostAlterOp: the rewrites of SimplifyExpr that clean up after a
// change of layouts.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "SimplifyExpr.h"

namespace mlir::relay {
#define GEN_PASS_DEF_SIMPLIFYEXPRPOSTALTEROPPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
struct SimplifyExprPostAlterOpPass
    : public PatternPass<relay::impl::SimplifyExprPostAlterOpPassBase<
                             SimplifyExprPostAlterOpPass>,
                         relay::populateSimplifyExprPostAlterOpPatterns,
                         OperatorInterface, ConstantOp> {
  using PatternPass::PatternPass;
  GreedyRewriteStrictness getStrictness() const override {
    return GreedyRewriteStrictness::ExistingAndNewOps;
  }
};
} // namespace

void relay::populateSimplifyExprPostAlterOpPatterns(
    RewritePatternSet &patterns) {
  populateIdentityPatterns(patterns, 6);
  populateReshapePatterns(patterns, 5);
  populateCastPatterns(patterns, 4);
  populateClipPatterns(patterns, 2);
}
