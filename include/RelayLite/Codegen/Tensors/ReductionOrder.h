//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which reductions combine floats (docs/Semantics.md,
// "Reductions"): its constants.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_TENSORS_REDUCTIONORDER_H
#define RELAYLITE_CODEGEN_TENSORS_REDUCTIONORDER_H

#include <cstdint>

namespace mlir::relay {

/// The number of partial results that a run is reduced into.
inline constexpr int64_t reductionLanes = 64;
/// The number of elements in a block. Longer runs are cut into blocks, and the
/// results of the blocks are reduced like a run of one block.
inline constexpr int64_t reductionBlock = 1 << 16;

} // namespace mlir::relay

#endif // RELAYLITE_CODEGEN_TENSORS_REDUCTIONORDER_H
