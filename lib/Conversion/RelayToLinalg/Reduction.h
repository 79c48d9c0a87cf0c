//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions that other families use.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_RELAYTOLINALG_REDUCTION_H
#define LIB_CONVERSION_RELAYTOLINALG_REDUCTION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::relay {

/// The mean and the maximum of `data`, of Relay element type `elementType`,
/// over `axes`, which are ascending and not empty. `type` is that of the
/// result, with the axes of size 1 or without them.
Value buildMeanReduction(OpBuilder &b, Location loc, Type elementType,
                         Value data, ArrayRef<int64_t> axes,
                         RankedTensorType type);
Value buildMaxReduction(OpBuilder &b, Location loc, Type elementType,
                        Value data, ArrayRef<int64_t> axes,
                        RankedTensorType type);

} // namespace mlir::relay

#endif // LIB_CONVERSION_RELAYTOLINALG_REDUCTION_H
