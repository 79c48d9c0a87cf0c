//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The origins of operations in the syntax tree. TVM's passes work on nodes and
// keep those that do not change. With origins, a program that is lowered,
// transformed and raised also keeps its variables and unchanged nodes.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_ORIGINS_H
#define RELAYLITE_FRONTEND_ORIGINS_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/IR/Location.h"

namespace mlir::relay {

/// A table of nodes. The location of an operation or block argument holds the
/// number of its node in an OpaqueLoc around the location proper; the printer
/// does not show it. Numbers have no meaning without the table. A pass may put
/// the location of one operation on another, so raising compares the operation
/// with the node before it uses the node.
class Origins {
public:
  /// Adds a node. Returns `loc` with the number of the node, which replaces an
  /// earlier number. The node must outlive the table, or be held.
  Location mark(Location loc, const ast::Expr &node);
  /// The node whose number `loc` has, or null.
  const ast::Expr *lookup(Location loc) const;
  /// Keeps a node alive, and with it all nodes that it refers to.
  void hold(ast::ExprRef node) { held.push_back(std::move(node)); }

private:
  std::vector<const ast::Expr *> nodes;
  std::vector<ast::ExprRef> held;
};

/// The location without the number of a node.
Location getUnmarkedLoc(Location loc);

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_ORIGINS_H
