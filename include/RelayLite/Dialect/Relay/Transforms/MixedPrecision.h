//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Mixed precision: which operators compute with a smaller floating-point type.
// Operators of other dialects take part by implementing
// MixedPrecisionInterface.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::relay {

/// When an operator computes with the smaller type.
enum class MixedPrecisionKind {
  Always, ///< It is much faster then.
  Follow, ///< If its operands have it already; a cast would not pay.
  Never   ///< Its results would be too far off.
};

/// Adds the kinds of the operators of the relay dialect, which are TVM's.
void registerMixedPrecisionModels(DialectRegistry &registry);

} // namespace mlir::relay

#include "RelayLite/Dialect/Relay/Transforms/MixedPrecision.h.inc"

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_MIXEDPRECISION_H
