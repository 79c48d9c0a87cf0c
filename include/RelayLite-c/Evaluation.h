//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running the functions of a module.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_C_EVALUATION_H
#define RELAYLITE_C_EVALUATION_H

#include "RelayLite-c/Arrays.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Runs functions of one module, and keeps the kernels it has compiled. One
/// thread at a time runs; others wait.
typedef struct RelayLiteEvaluator {
  void *ptr;
} RelayLiteEvaluator;

/// Makes an evaluator, which the caller destroys. The module must outlive it
/// and not change.
MLIR_CAPI_EXPORTED RelayLiteEvaluator relayLiteEvaluatorCreate(
    MlirModule module, MlirStringCallback onError, void *userData);
MLIR_CAPI_EXPORTED void relayLiteEvaluatorDestroy(RelayLiteEvaluator evaluator);
static inline bool relayLiteEvaluatorIsNull(RelayLiteEvaluator evaluator) {
  return !evaluator.ptr;
}

/// Calls `function`. Each tensor of its arguments has an array, in order; a
/// tuple has one for each field. Names do not matter. Returns the tensors of
/// the results in the same way, as `output0`, `output1`, ...
MLIR_CAPI_EXPORTED RelayLiteArrays relayLiteEvaluatorRun(
    RelayLiteEvaluator evaluator, MlirStringRef function,
    RelayLiteArrays arguments, MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // RELAYLITE_C_EVALUATION_H
