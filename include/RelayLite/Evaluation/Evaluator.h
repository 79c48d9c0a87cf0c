//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of whole functions: branches, calls, closures, references and
// recursion.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_EVALUATOR_H
#define RELAYLITE_EVALUATION_EVALUATOR_H

#include "RelayLite/Evaluation/OperatorEvaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {
class ExternalFunctions;
class Profile;

struct EvaluatorOptions {
  TrapMode trapMode = TrapMode::Define;
  /// Calls and branches that may be under way at a time; more are an error.
  size_t maxCallDepth = 1000000;
  /// Gets the time of each operator; may be null.
  Profile *profile = nullptr;
  /// Evaluates functions with relay.Compiler. If it is null, their bodies are
  /// evaluated as those of others.
  ExternalFunctions *externals = nullptr;
};

/// Evaluates functions of one module. Not thread-safe; several evaluators may
/// work on one module.
class Evaluator {
public:
  explicit Evaluator(ModuleOp module, EvaluatorOptions options = {})
      : options(options), symbols(module) {}

  /// Sets what gets the times of later calls; may be null.
  void setProfile(Profile *profile) { options.profile = profile; }

  /// Calls `function`. A result for each result of the function, or an error
  /// at the operation that has no value. `cancellation` may be null.
  FailureOr<SmallVector<EvalValue>> call(func::FuncOp function,
                                         ArrayRef<EvalValue> arguments,
                                         Cancellation *cancellation = nullptr);

private:
  EvaluatorOptions options;
  SymbolTable symbols;
  KernelMemo memo;
};

/// The tensor of a constant. Fails as readConstant.
llvm::Expected<Tensor> makeTensor(ElementsAttr value);

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_EVALUATOR_H
