//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RelayLite's own rule of AlterOpLayout: channels in blocks for CPUs.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_CHANNELBLOCKS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_CHANNELBLOCKS_H

#include "mlir/IR/Builders.h"

namespace mlir::relay {

/// Whether `op` is one of the operators that may have blocks of channels:
/// `nn.conv2d` and `nn.conv2d_transpose`.
bool mayBlockChannels(Operation *op);

/// Builds `op`, if it is such an operator and suits it, on `operands` with its
/// channels in blocks of `size`. Returns the result, or null if `op` stays.
/// Each of these operators gets an optimization remark of the category
/// `relay-alter-op-layout` that says what was chosen.
Value blockChannels(OpBuilder &builder, Operation *op, ValueRange operands,
                    int64_t size);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_LAYOUT_CHANNELBLOCKS_H
