//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The extra dialect: operators that Relay does not have.
//
//===----------------------------------------------------------------------===//

#ifndef EXTRA_DIALECT_H
#define EXTRA_DIALECT_H

#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Error.h"

#include "ExtraDialect.h.inc"

#define GET_OP_CLASSES
#include "ExtraOps.h.inc"

namespace extra {

#define GEN_PASS_DECL
#include "ExtraPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "ExtraPasses.h.inc"

/// Registers the dialect, and an extension that gives it its lowerings.
void registerExtraDialect(mlir::DialectRegistry &registry);

/// Gives the passes names in RelayLite's table of passes, for Sequential and
/// relay-sequential. To be called once, after registerExtraPasses.
llvm::Error registerNamedPasses();

} // namespace extra

#endif // EXTRA_DIALECT_H
