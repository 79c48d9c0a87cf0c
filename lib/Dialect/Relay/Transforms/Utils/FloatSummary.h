//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The magnitudes of the elements of constants, for passes that must not let
// them overflow or vanish.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_DIALECT_RELAY_TRANSFORMS_UTILS_FLOATSUMMARY_H
#define LIB_DIALECT_RELAY_TRANSFORMS_UTILS_FLOATSUMMARY_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include <limits>

namespace mlir::relay {

/// How many elements of a tensor, or of one if all are the same, are of what
/// kind, and how large they are.
struct FloatSummary {
  int64_t size = 0, zeros = 0, denormals = 0, notFinite = 0;
  /// The least and the largest magnitude of the finite elements other than 0.
  /// Without such an element, `smallest` is larger than `largest`.
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
};

/// Summarizes `bytes`, little-endian elements of type `type`.
FloatSummary summarizeFloats(ArrayRef<char> bytes, FloatType type);

/// Returns the constant whose elements `value` has in some order or repeated,
/// or null.
ConstantOp getMovedConstant(Value value);

} // namespace mlir::relay

#endif // LIB_DIALECT_RELAY_TRANSFORMS_UTILS_FLOATSUMMARY_H
