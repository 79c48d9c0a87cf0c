//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pass infrastructure as MLIR passes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSES_H
#define RELAYLITE_PASS_PASSES_H

#include "RelayLite/Pass/Pass.h"
#include "mlir/Pass/Pass.h"

namespace mlir::relay {

#define GEN_PASS_DECL
#include "RelayLite/Pass/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "RelayLite/Pass/Passes.h.inc"

/// Registers the Sequentials of the table of passes as pipelines, so that
/// MLIR's tools know them by their arguments.
void registerRelayLiteSequentials();

} // namespace mlir::relay

#endif // RELAYLITE_PASS_PASSES_H
