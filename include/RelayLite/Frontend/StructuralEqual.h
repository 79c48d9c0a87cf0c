//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural equality and hashing of expressions and modules.
//
// Two expressions are equal if they differ only in the names of variables,
// spans and inferred types. Numbers in attributes are equal if they differ by
// less than 1e-9, as in TVM. Sharing counts: an argument that occurs twice is
// not equal to two equal arguments. Constants, variables, operators, globals
// and the empty tuple have no identity of their own.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_FRONTEND_STRUCTURALEQUAL_H
#define RELAYLITE_FRONTEND_STRUCTURALEQUAL_H

#include "RelayLite/Frontend/Module.h"
#include <functional>

namespace mlir::relay::ast {

struct EqualOptions {
  /// Whether a free variable of one side may stand for one of the other.
  bool mapFreeVars = false;
  /// Relative tolerance for the elements of floating-point constants.
  double tolerance = 0;
  /// Absolute tolerance, added to the relative one.
  double absoluteTolerance = 0;
  /// Returns the attributes of a call that are compared, for instance with the
  /// operator's defaults filled in. By default these are the written ones.
  std::function<Attrs(const Call &)> normalizeAttrs;
};

/// The first difference between two programs.
struct Difference {
  /// The path in TVM's names: `@main.body.args[0].tuple_value.op`.
  std::string path;
  /// The difference: `add against subtract`.
  std::string message;
  Span lhs;
  Span rhs;
};

/// Whether the expressions are equal. If not, `difference` (if given) describes
/// the first difference.
bool areEqual(const Expr &lhs, const Expr &rhs,
              const EqualOptions &options = {},
              Difference *difference = nullptr);

/// Whether both modules have equal functions and types under the same names, in
/// any order, and the same attributes.
bool areEqual(const Module &lhs, const Module &rhs,
              const EqualOptions &options = {},
              Difference *difference = nullptr);

/// Whether both lists have the same attributes, in any order.
bool areEqual(const Attrs &lhs, const Attrs &rhs);

/// The attributes of a function that count when it is compared: as in TVM, not
/// the virtual device of its result.
Attrs getComparedAttrs(const Function &function);

/// A hash that is the same for equal expressions, but for numbers in attributes
/// that are other floats; with `mapFreeVars`, for those
/// that are equal when free variables are mapped.
uint64_t hash(const Expr &expr, bool mapFreeVars = true);
/// The same of a type.
uint64_t hash(const Type &type);

} // namespace mlir::relay::ast

#endif // RELAYLITE_FRONTEND_STRUCTURALEQUAL_H
