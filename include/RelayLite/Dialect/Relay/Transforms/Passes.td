//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// In alphabetical order.

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD
