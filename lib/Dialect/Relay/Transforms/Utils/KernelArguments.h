//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many arguments values take in a compiled function, as TVM passes them.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_UTILS_KERNELARGUMENTS_H
#define LIB_DIALECT_RELAY_TRANSFORMS_UTILS_KERNELARGUMENTS_H

#include "mlir/IR/Types.h"

namespace mlir::relay {

/// The arguments of a compiled function for a value of the type `type`: one for
/// the elements of each tensor and, if its shape is dynamic, one for each
/// dynamic dimension and, if `withStrides`, for each stride.
int64_t countArguments(Type type, bool withStrides = true);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_UTILS_KERNELARGUMENTS_H
