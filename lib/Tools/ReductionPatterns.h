//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How mlir-reduce makes operations of the relay dialect smaller.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TOOLS_REDUCTIONPATTERNS_H
#define LIB_TOOLS_REDUCTIONPATTERNS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::relay {

/// Gives the relay dialect its patterns for the pass `reduction-tree`.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace mlir::relay

#endif // LIB_TOOLS_REDUCTIONPATTERNS_H
