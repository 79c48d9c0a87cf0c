//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that another compiler has compiled: those with relay.Compiler.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_EVALUATION_EXTERNALFUNCTIONS_H
#define RELAYLITE_EVALUATION_EXTERNALFUNCTIONS_H

#include "RelayLite/Evaluation/EvalValue.h"
#include "mlir/Support/LLVM.h"
#include <optional>

namespace mlir::relay {

/// Evaluates calls of functions with relay.Compiler for an Evaluator
/// (EvaluatorOptions::externals).
class ExternalFunctions {
public:
  virtual ~ExternalFunctions() = default;

  /// The result of `function`, a func.func, relay.fn or relay.fused_fn that
  /// captures nothing. Without a value, the evaluator evaluates the body. The
  /// arguments have the types of the parameters; the evaluator checks the type
  /// of the result. Emits an error at `call`, which is the function itself if
  /// it is called from outside.
  virtual FailureOr<std::optional<EvalValue>>
  call(Operation *function, Operation *call, ArrayRef<EvalValue> arguments) = 0;
};

} // namespace mlir::relay

#endif // RELAYLITE_EVALUATION_EXTERNALFUNCTIONS_H
