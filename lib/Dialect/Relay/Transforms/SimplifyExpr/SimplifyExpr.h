//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrites of SimplifyExpr by theme, and what they share. Patterns that are
// added by one function are tried in the order of their benefits, which count
// down from `first`.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_SIMPLIFYEXPR_SIMPLIFYEXPR_H
#define LIB_DIALECT_RELAY_TRANSFORMS_SIMPLIFYEXPR_SIMPLIFYEXPR_H

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relay {

//===----------------------------------------------------------------------===//
// Themes
//===----------------------------------------------------------------------===//

/// Operators that take their shape or element type from another tensor; 7
/// patterns (SimplifyExprLike.cpp).
void populateConcretizeLikePatterns(RewritePatternSet &patterns,
                                    unsigned first);
/// Operators on tensors of one value (SimplifyExprLike.cpp).
void populateFullElementwisePatterns(RewritePatternSet &patterns,
                                     unsigned first);

/// x + x, and x / sqrt(y); 2 patterns (SimplifyExprArithmetic.cpp).
void populateDoublingPatterns(RewritePatternSet &patterns, unsigned first);
/// Sums with 0 and products with 1 (SimplifyExprArithmetic.cpp).
void populateIdentityPatterns(RewritePatternSet &patterns, unsigned first);
/// Sums and products with constants; 2 patterns (SimplifyExprArithmetic.cpp).
void populateConstantArithmeticPatterns(RewritePatternSet &patterns,
                                        unsigned first);
/// Quadratic forms (SimplifyExprBinomial.cpp).
void populateBinomialPatterns(RewritePatternSet &patterns, unsigned first);

/// Reshapes of reshapes (SimplifyExprMovement.cpp).
void populateReshapePatterns(RewritePatternSet &patterns, unsigned first);
/// Transposes and layout transforms; 2 patterns (SimplifyExprMovement.cpp).
void populateTransposePatterns(RewritePatternSet &patterns, unsigned first);

/// Casts; 2 patterns (SimplifyExprCast.cpp).
void populateCastPatterns(RewritePatternSet &patterns, unsigned first);
/// Indices of dequantized tensors; 3 patterns (SimplifyExprCast.cpp).
void populateDequantizePatterns(RewritePatternSet &patterns, unsigned first);
/// Clips; 2 patterns (SimplifyExprCast.cpp).
void populateClipPatterns(RewritePatternSet &patterns, unsigned first);

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The operation of type `OpT` that computes `value` for one user only: what a
/// rewrite replaces together with that user. As in TVM, an expression that
/// others use too is not taken apart.
template <typename OpT>
OpT getInner(Value value) {
  auto op = value.getDefiningOp<OpT>();
  return op && op->hasOneUse() ? op : OpT();
}

inline bool isConstant(Value value) {
  return value.getDefiningOp<ConstantOp>() != nullptr;
}

/// The number that `value` is if it is a constant without dimensions.
std::optional<double> getScalar(Value value);

/// A constant without dimensions.
Value buildScalar(OpBuilder &b, Location loc, Type elementType, double value);

/// The elements of `data` in the static shape of `type`, as many.
Value buildReshapeTo(OpBuilder &b, Location loc, Value data,
                     RankedTensorType type);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_SIMPLIFYEXPR_SIMPLIFYEXPR_H
