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

namespace mlir::relay {

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
  llvm::Expected<EvalValue> evaluate(const ast::Expr &expr,
                                     Cancellation *cancellation = nullptr);

private:
  struct Scratch;

  MLIRContext *context;
  LocalTypes &types;
  FoldConstantConfig config;
  Pool<Scratch> scratch;
};

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_EXPREVALUATOR_H
