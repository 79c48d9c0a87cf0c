//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes that apply patterns to some operators of a function share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_PATTERNPASS_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_PATTERNPASS_H

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::relay {

/// Applies `patterns` to the operations below `root` that `isRoot` accepts, and
/// to what they make of them if `strictness` says so. Everything else, unused
/// operators too, stays as it is. Returns whether anything has changed.
bool applyPatternsToRoots(
    Operation *root, function_ref<bool(Operation *)> isRoot,
    const FrozenRewritePatternSet &patterns,
    GreedyRewriteStrictness strictness = GreedyRewriteStrictness::ExistingOps);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_PATTERNPASS_H
