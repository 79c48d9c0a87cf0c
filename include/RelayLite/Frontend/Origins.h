//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which nodes of the syntax tree operations come from. A program that was
// lowered, transformed and raised keeps the nodes of what has not changed, and
// its variables, as it does in TVM, where passes work on the nodes themselves.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_ORIGINS_H
#define RELAYLITE_FRONTEND_ORIGINS_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/IR/Location.h"

namespace mlir::relay {

/// A table of nodes. The locations of operations and block arguments that come
/// from one hold its number in the table (an OpaqueLoc, which the printer does
/// not show, around the location proper). Numbers say nothing without the
/// table, and a pass may put the location of one operation on another: a node
/// is a candidate, which whoever raises an operation compares with it.
class Origins {
public:
  /// Adds a node; returns `loc` with its number, in the place of the number
  /// that it may have. The node must live until the table is gone, or be held.
  Location mark(Location loc, const ast::Expr &node);
  /// The node whose number `loc` has, or null.
  const ast::Expr *lookup(Location loc) const;
  /// Keeps a node, and with it what it refers to.
  void hold(ast::ExprRef node) { held.push_back(std::move(node)); }

private:
  std::vector<const ast::Expr *> nodes;
  std::vector<ast::ExprRef> held;
};

/// The location without the number of a node.
Location getUnmarkedLoc(Location loc);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_ORIGINS_H
