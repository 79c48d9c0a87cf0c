//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Raising of the relay dialect to the abstract syntax tree.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_RAISING_H
#define RELAYLITE_FRONTEND_RAISING_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Makes the syntax tree of a module. `relay.let` becomes a let, and so does
/// everything with effects, in its place; pure values become nodes that their
/// users share. `relay.type_cast` disappears. Emits an error and returns
/// failure at an operation that Relay does not have.
///
/// References to a global share one node. It is that of `globals` if it has one
/// for the name; others are added to it.
using GlobalVars = llvm::StringMap<ast::Ref<ast::GlobalVar>>;
/// Operations, in their order, with what becomes of them.
using RaisedOperations = std::vector<std::pair<Operation *, ast::ExprRef>>;
/// `raised`, if given, gets the operations with a value.
FailureOr<ast::Module> raiseModule(ModuleOp module,
                                   GlobalVars *globals = nullptr,
                                   RaisedOperations *raised = nullptr);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_RAISING_H
