//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of single nodes of the syntax tree.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_NODELOWERING_H
#define RELAYLITE_FRONTEND_NODELOWERING_H

#include "RelayLite/Frontend/AST.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include <memory>

namespace mlir::relay {

/// Return the expressions whose values the operation of `expr` takes, in the
/// order of evaluation: a function that is called comes after its arguments.
/// Branches, functions and bindings have none.
SmallVector<const ast::Expr *, 4> getOperands(const ast::Expr &expr);

/// Makes the operations of single nodes, in a module of its own that it reuses.
/// Each thread needs an object of its own.
class NodeLowering {
public:
  /// The type of an operand, and its value or null.
  struct Operand {
    Type type;
    ElementsAttr value;
  };

  explicit NodeLowering(MLIRContext *context);
  ~NodeLowering();

  /// Makes the operation of `expr`: a call of an operator, a tuple, a field or
  /// an operation on a reference. Its result has the type that inference gives.
  /// Null after an error. The operation lives until the next call.
  Operation *lower(const ast::Expr &expr, ArrayRef<Operand> operands);

private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch;
};

} // namespace mlir::relay

#endif // RELAYLITE_FRONTEND_NODELOWERING_H
