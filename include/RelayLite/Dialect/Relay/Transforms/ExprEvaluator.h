//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of expressions of constants outside of modules.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_EXPREVALUATOR_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_EXPREVALUATOR_H

#include "RelayLite/Dialect/Relay/Transforms/FoldConstant.h"
#include "RelayLite/Evaluation/EvalValue.h"
#include "RelayLite/Frontend/LocalTypes.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace mlir::relay {

/// The values of variables, and values that were found: an importer asks for
/// them again and again. Serves one thread at a time.
class ExprValues {
public:
  /// Gives a variable a value.
  void setVariable(const ast::VarRef &var, NDArray value);
  const NDArray *lookupVariable(const ast::Expr &var) const;

  /// The value that was found for `expr`, or null.
  const EvalValue *lookup(const ast::Expr &expr) const;
  void keep(const ast::Expr &expr, EvalValue value);

  /// Whether `expr` was found to have no value. Without variables that holds
  /// everywhere, and stands at the expression itself.
  bool isNotConstant(const ast::Expr &expr) const;
  void setNotConstant(const ast::Expr &expr);

private:
  llvm::DenseMap<const ast::Expr *, NDArray> variables;
  llvm::DenseMap<const ast::Expr *, EvalValue> values;
  llvm::DenseSet<const ast::Expr *> notConstant;
  /// Keeps the keys alive.
  std::vector<ast::ExprRef> held;
};

/// Evaluates expressions of the syntax tree whose leaves are constants, or the
/// shapes of expressions of known types. Thread-safe.
class ExprEvaluator {
public:
  /// `types` must outlive the evaluator. The evaluator takes the limits and the
  /// choice of operators from `config`, but evaluates operators without
  /// operands in any case.
  explicit ExprEvaluator(MLIRContext *context, LocalTypes &types,
                         FoldConstantConfig config = {});
  ~ExprEvaluator();

  /// The value of `expr`. Fails with a reason if it has none: it is not
  /// constant, has effects, exceeds a limit or is wrong; with an
  /// EvaluationError if there is not enough memory or `cancellation`, which may
  /// be null, is cancelled. Emits no errors.
  /// `known`, which may be null, gives values, and gets the one of `expr` and
  /// small ones below it.
  llvm::Expected<EvalValue> evaluate(const ast::Expr &expr,
                                     Cancellation *cancellation = nullptr,
                                     ExprValues *known = nullptr);

private:
  struct Scratch;

  MLIRContext *context;
  LocalTypes &types;
  FoldConstantConfig config;
  Pool<Scratch> scratch;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_EXPREVALUATOR_H
