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

#include "RelayLite/Frontend/Module.h"
#include "RelayLite/Frontend/Origins.h"
#include "mlir/IR/BuiltinOps.h"
#include <memory>

namespace mlir::relay {

/// References to a global share one node, found here by its name.
using GlobalVars = llvm::StringMap<ast::Ref<ast::GlobalVar>>;
/// Operations with the nodes that stand for them, inner ones first.
using RaisedOperations = std::vector<std::pair<Operation *, ast::ExprRef>>;

struct RaisingOptions {
  /// The nodes of globals. Raising adds those that are missing.
  GlobalVars *globals = nullptr;
  /// If given, receives the raised operations.
  RaisedOperations *raised = nullptr;
  /// The table for the numbers in locations. Raising reuses nodes and variables
  /// of the table that still agree with their operations.
  const Origins *origins = nullptr;
  /// The type definitions of the original program. Raising reuses those that
  /// are equal.
  const ast::TypeTable *types = nullptr;
  /// Whether the original program has no inferred types and shall not get any.
  /// Nodes then stay without type, and functions and variables without
  /// annotation, if they were so before.
  bool keepUntyped = false;
};

/// Makes the syntax tree of a module. `relay.let` becomes a let, and so does
/// each operation with effects, in its place, unless the expression that it is
/// a part of is evaluated next. Pure values become nodes that their users
/// share. `relay.type_cast` disappears. Emits an error and returns failure at
/// an operation that has no counterpart in Relay.
FailureOr<ast::Module> raiseModule(ModuleOp module,
                                   const RaisingOptions &options = {});

/// Whether raising binds the result of `op` by a let of its own, because `op`
/// has effects and other effects or bindings come before the expression that it
/// is a part of.
bool isBoundWhenRaised(Operation *op);

/// Makes a new table of the nodes whose operations have not changed since they
/// were raised, and puts the new numbers into the locations.
std::shared_ptr<const Origins> markOperations(const RaisedOperations &raised);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_RAISING_H
