//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of the abstract syntax tree to the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_LOWERING_H
#define RELAYLITE_FRONTEND_LOWERING_H

#include "RelayLite/Frontend/Module.h"
#include "RelayLite/Frontend/Origins.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relay {

/// The attributes of a Relay module: a dictionary on the builtin.module.
inline constexpr StringLiteral kModuleAttrsName = "relay.module_attrs";

/// Makes a module of the relay dialect. Types that neither annotations nor the
/// operands determine are `!relay.unknown`. Errors are emitted at the spans of
/// the nodes, and the result is then null. The relay dialect must be loaded,
/// and so must the dialects of all operators that may occur.
///
/// Operations are emitted in Relay's order of evaluation. A node that several
/// blocks use is placed in the innermost block that dominates them, right
/// before the first use.
///
/// If `origins` is given, it gets the nodes, and the locations of operations
/// and arguments get the nodes' numbers.
OwningOpRef<ModuleOp> lowerModule(MLIRContext *context,
                                  const ast::Module &module,
                                  Origins *origins = nullptr);

/// Verifies a module that lowerModule has made, but not what it has verified
/// itself.
LogicalResult verifyLowered(ModuleOp module);

/// The location of a span. An unknown span has an unknown location.
Location getLoc(MLIRContext *context, ast::Span span);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_LOWERING_H
