//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expansion of math functions to arithmetic, without calls of a C library.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_TENSORS_EXPANDMATH_H
#define RELAYLITE_CODEGEN_TENSORS_EXPANDMATH_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::relay {

/// Adds patterns that expand math.erf, exp, log, powf, round, rsqrt and tanh of
/// f32 and f64 (and vectors of them) to arithmetic, fused multiply-adds and
/// square roots. Errors are at most 1 unit in the last place in f32 and 2 in
/// f64. Special values are those of C99's annex F. No result depends on whether
/// the code is vectorized.
void populateExpandMathPatterns(RewritePatternSet &patterns);

} // namespace mlir::relay

#endif // RELAYLITE_CODEGEN_TENSORS_EXPANDMATH_H
