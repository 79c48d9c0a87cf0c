//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant folding by evaluation.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::relay {

struct FoldConstantConfig {
  /// Whether operators that have no kernel of their own (TVM's
  /// TNonComputational) are folded where they can be evaluated.
  bool foldQnn = false;
  /// By how many bytes a value may be larger than the constants it is made of;
  /// 0 means any number.
  uint64_t maxGrowth = 0;
  /// The same for all values of one run together.
  uint64_t maxTotalGrowth = 0;
};

struct FoldConstantStatistics {
  /// Operators that were evaluated.
  size_t numEvaluated = 0;
  /// Constants that were written back, and their bytes.
  size_t numConstants = 0;
  uint64_t numBytes = 0;
};

/// Folds the constant expressions in `root`, a function or a module. See the
/// pass relay-fold-constant.
FoldConstantStatistics foldConstants(Operation *root,
                                     const FoldConstantConfig &config = {});

/// Adds the pattern that evaluates one operator on constants:
///   op(c...) -> c'
/// It folds what the pass folds, one operator at a time.
void populateFoldConstantPatterns(RewritePatternSet &patterns,
                                  const FoldConstantConfig &config = {},
                                  PatternBenefit benefit = 1);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_FOLDCONSTANT_H
