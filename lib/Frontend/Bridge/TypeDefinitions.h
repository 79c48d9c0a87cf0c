//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Definitions of types between the syntax tree and the relay dialect.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FRONTEND_BRIDGE_TYPEDEFINITIONS_H
#define LIB_FRONTEND_BRIDGE_TYPEDEFINITIONS_H

#include "RelayLite/Frontend/Module.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Makes a `relay.type_data` of each definition of `module`. Emits an error at
/// a constructor whose fields cannot be converted, or at a definition that has
/// the name of a function: in MLIR both are symbols of one module.
LogicalResult lowerTypeDefinitions(OpBuilder &builder,
                                   const ast::Module &module);

/// Makes the definitions of all `relay.type_data`. If they are equal to those
/// of `original`, which may be null, the result is a copy of that, with its
/// nodes.
FailureOr<ast::TypeTable>
raiseTypeDefinitions(ModuleOp module, const ast::TypeTable *original,
                     llvm::function_ref<ast::Span(Location)> getSpan);

} // namespace mlir::relay

#endif // LIB_FRONTEND_BRIDGE_TYPEDEFINITIONS_H
