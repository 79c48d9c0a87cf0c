//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The factors of multiplications that scale along axes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_LIB_DIALECT_RELAY_TRANSFORMS_AXISFACTOR_H
#define RELAYLITE_LIB_DIALECT_RELAY_TRANSFORMS_AXISFACTOR_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/AxisScale.h"

namespace mlir::relay {

/// A multiplication as a scaling.
struct AxisFactor {
  /// What is scaled, and by what: operands of the multiplication.
  Value data, factor;
};

/// Whether `op` multiplies `data`, one of its operands, by a factor that a
/// scaling `scale` of it can have; the factor, if so.
std::optional<AxisFactor> matchAxisFactor(MultiplyOp op, unsigned data,
                                          const AxisScale &scale);

/// The factor with a dimension for each axis of `scale`, built before `op`.
Value buildAxisFactor(MultiplyOp op, const AxisFactor &factor,
                      const AxisScale &scale);

} // namespace mlir::relay

#endif // RELAYLITE_LIB_DIALECT_RELAY_TRANSFORMS_AXISFACTOR_H
