//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of operations in a block.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_UTILS_BLOCKORDER_H
#define LIB_DIALECT_RELAY_TRANSFORMS_UTILS_BLOCKORDER_H

#include "mlir/IR/Block.h"

namespace mlir::relay {

/// Moves the operations of `block` so that each comes after what it uses.
/// Otherwise they keep their order, and those with effects in any case. No
/// operation may depend on itself. O(n log n).
void sortBlock(Block &block);

/// Whether values in the blocks of `op` come before what uses them, and a
/// terminator last, as in Relay. Regions of other dialects may be graphs, and
/// nothing is known of operations that are not registered.
bool hasOrderedBlocks(Operation *op);

/// Reports an operation in the regions of `op` that uses a value before it is
/// defined, where that is valid: in graphs and in unreachable blocks. A value
/// may depend on itself there.
LogicalResult checkBlockOrder(Operation *op);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_UTILS_BLOCKORDER_H
