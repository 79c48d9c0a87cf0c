//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of expressions outside of modules, found once for each node.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_LOCALTYPES_H
#define RELAYLITE_FRONTEND_LOCALTYPES_H

#include "RelayLite/Frontend/AST.h"
#include "RelayLite/Support/Pool.h"
#include "mlir/IR/MLIRContext.h"

namespace mlir::relay {

/// Finds the type of an expression from the types of its parts, and keeps it
/// beside the node: the next question, and those about expressions that contain
/// the node, take no time for it. Thread-safe.
///
/// The types are those that InferType finds. They are kept where they follow
/// from annotations alone, and not from a let or from users. The scopes of
/// variables are not checked.
class LocalTypes {
public:
  /// The relay dialect must be loaded.
  explicit LocalTypes(MLIRContext *context);
  ~LocalTypes();

  /// The type of `expr`. Null if there is none, or if it does not follow from
  /// the parts alone: then inference of a whole module finds it, or the error.
  /// Emits no errors.
  ast::TypeRef find(const ast::Expr &expr);

private:
  struct Scratch;

  MLIRContext *context;
  /// One for each thread, and for a question inside of another.
  Pool<Scratch> scratch;
};

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_LOCALTYPES_H
