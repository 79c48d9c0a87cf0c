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
#include "RelayLite/Frontend/Origins.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace mlir::relay {

/// References to a global share one node, found here by its name.
using GlobalVars = llvm::StringMap<ast::Ref<ast::GlobalVar>>;
/// Operations with the nodes that stand for them, inner ones first.
using RaisedOperations = std::vector<std::pair<Operation *, ast::ExprRef>>;

struct RaisingOptions {
  /// The nodes of globals; those that are not there yet are added.
  GlobalVars *globals = nullptr;
  /// Gets the operations.
  RaisedOperations *raised = nullptr;
  /// The table of the numbers in locations: nodes and variables that operations
  /// come from, and that still say the same, are used again.
  const Origins *origins = nullptr;
  /// Whether what operations come from has no types that were inferred, and
  /// shall not get any: nodes stay without type, and functions and variables
  /// without annotation, where they were.
  bool keepUntyped = false;
};

/// Makes the syntax tree of a module. `relay.let` becomes a let, and so does
/// everything with effects, in its place; pure values become nodes that their
/// users share. `relay.type_cast` disappears. Emits an error and returns
/// failure at an operation that Relay does not have.
FailureOr<ast::Module> raiseModule(ModuleOp module,
                                   const RaisingOptions &options = {});

/// Puts the nodes of operations that have not changed since they were raised
/// into a new table, and their numbers there into the locations.
std::shared_ptr<const Origins> markOperations(const RaisedOperations &raised);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_RAISING_H
