//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binding of parameters, and constant folding.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_C_TRANSFORMS_H
#define RELAYLITE_C_TRANSFORMS_H

#include "RelayLite-c/Arrays.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Replaces the arguments of `function` that have the name of an array by
/// constants, and erases them. Arrays that name no argument are a warning of
/// the context.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteModuleBindParams(
    MlirModule module, MlirStringRef function, RelayLiteArrays params,
    MlirStringCallback onError, void *userData);

/// The options of the pass relay-fold-constant.
typedef struct RelayLiteFoldOptions {
  /// Whether operators without a kernel of their own are folded, too.
  bool foldQnn;
  /// Bytes by which a value may be larger than the constants it is made of, and
  /// bytes of intermediate values at a time; 0 for no limit.
  uint64_t maxGrowth;
  uint64_t maxTemporary;
  /// The most work, in the units of the report; 0 for no limit.
  uint64_t maxCost;
  /// Names of operators that stay.
  intptr_t numNoFoldOps;
  const MlirStringRef *noFoldOps;
  /// Whether the report has times.
  bool collectTimes;
  /// Whether to end; may be null. It is asked often, at least between
  /// operators, on any thread, but on one at a time.
  bool (*isCancelled)(void *cancellationUserData);
  void *cancellationUserData;
} RelayLiteFoldOptions;

MLIR_CAPI_EXPORTED RelayLiteFoldOptions relayLiteFoldOptionsGetDefault(void);

/// Folds the constants of a module. `options` may be null. `onReport`, if it is
/// not null, gets the report as JSON, after an error of the folding as well;
/// the module is valid then, too.
MLIR_CAPI_EXPORTED MlirLogicalResult relayLiteModuleFoldConstants(
    MlirModule module, const RelayLiteFoldOptions *options,
    MlirStringCallback onReport, void *reportUserData,
    MlirStringCallback onError, void *userData);

#ifdef __cplusplus
}
#endif

#endif // RELAYLITE_C_TRANSFORMS_H
