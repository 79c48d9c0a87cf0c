//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_H

#include "RelayLite/Dialect/Relay/IR/RelayDialect.h"
#include "RelayLite/Support/ConfigurablePass.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relay {

#define GEN_PASS_DECL
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"

/// The rewrite of relay-canonicalize-ops:
///   nn.bias_add(x, b) -> x + expand_dims(b)
void populateCanonicalizeOpsPatterns(RewritePatternSet &patterns);

/// The rewrite of relay-div-to-mul:
///   x / c -> x * (1 / c)
void populateDivToMulPatterns(RewritePatternSet &patterns);

/// The rewrites of relay-dynamic-to-static:
///   dyn.op(x, c) -> op(x) with c as attribute
void populateDynamicToStaticPatterns(RewritePatternSet &patterns);

/// The rewrites of relay-fast-math:
///   f(x) -> fast_f(x), for erf, exp, nn.softmax and tanh
void populateFastMathPatterns(RewritePatternSet &patterns);

/// The rewrite of relay-flatten-atrous-conv:
///   batch_to_space_nd(conv2d(space_to_batch_nd(x))) -> conv2d(x) with dilation
void populateFlattenAtrousConvPatterns(RewritePatternSet &patterns);

/// The rewrites of relay-fold-explicit-padding:
///   op(nn.pad(x)) -> op(x), with more padding, for convolutions and pooling
void populateFoldExplicitPaddingPatterns(RewritePatternSet &patterns);

/// The rewrites of relay-simplify-expr, in the order of their benefits.
void populateSimplifyExprPatterns(RewritePatternSet &patterns);

/// The rewrites of relay-simplify-expr-post-alter-op.
void populateSimplifyExprPostAlterOpPatterns(RewritePatternSet &patterns);

/// The rewrites of relay-simplify-inference.
void populateSimplifyInferencePatterns(RewritePatternSet &patterns);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_H
