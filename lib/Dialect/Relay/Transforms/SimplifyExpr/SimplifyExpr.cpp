//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SimplifyExpr: rewrites that make expressions smaller or easier to optimize.
//
//===----------------------------------------------------------------------===//

#include "SimplifyExpr.h"
#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_SIMPLIFYEXPRPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

std::optional<double> relay::getScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 0)
    return std::nullopt;
  return getConstantScalar(value);
}

Value relay::buildScalar(OpBuilder &b, Location loc, Type elementType,
                         double value) {
  return ConstantOp::create(b, loc,
                            makeScalarConstant(elementType, APFloat(value)));
}

Value relay::buildReshapeTo(OpBuilder &b, Location loc, Value data,
                            RankedTensorType type) {
  // A size of 0 would be a code.
  bool allowZero = llvm::is_contained(type.getShape(), 0);
  return ReshapeOp::create(b, loc, type, data,
                           b.getDenseI64ArrayAttr(type.getShape()),
                           b.getBoolAttr(allowZero));
}

namespace {
struct SimplifyExprPass
    : public PatternPass<relay::impl::SimplifyExprPassBase<SimplifyExprPass>,
                         relay::populateSimplifyExprPatterns, OperatorInterface,
                         ConstantOp> {
  using PatternPass::PatternPass;
  GreedyRewriteStrictness getStrictness() const override {
    return GreedyRewriteStrictness::ExistingAndNewOps;
  }
};
} // namespace

void relay::populateSimplifyExprPatterns(RewritePatternSet &patterns) {
  // TVM applies its 24 rewrites one after the other, in this order.
  populateConcretizeLikePatterns(patterns, 24);
  populateDoublingPatterns(patterns, 17);
  populateIdentityPatterns(patterns, 15);
  populateReshapePatterns(patterns, 14);
  populateTransposePatterns(patterns, 13);
  populateCastPatterns(patterns, 11);
  populateFullElementwisePatterns(patterns, 9);
  populateConstantArithmeticPatterns(patterns, 8);
  populateDequantizePatterns(patterns, 6);
  populateClipPatterns(patterns, 3);
  populateBinomialPatterns(patterns, 1);
}
