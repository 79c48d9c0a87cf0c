//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions out of the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CONVERSION_PASSES_H
#define RELAYLITE_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::relay {

#define GEN_PASS_DECL
#include "RelayLite/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RelayLite/Conversion/Passes.h.inc"

} // namespace mlir::relay

#endif // RELAYLITE_CONVERSION_PASSES_H
