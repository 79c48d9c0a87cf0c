//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running a pipeline on the functions that a kind of pass visits, on the
// threads of MLIR's pool.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PASS_GUARDEDFUNCTIONPASS_H
#define LIB_PASS_GUARDEDFUNCTIONPASS_H

#include "PassImpl.h"
#include <atomic>
#include <mutex>

namespace mlir::relay::pass::detail {

/// What the instances of a guarded pass report.
struct GuardState {
  std::atomic<bool> changed{false};
  std::mutex mutex;
  /// The first exception that a pass has thrown.
  std::exception_ptr exception;
};

/// A pass on func.func that runs `pipeline` on the functions that passes of
/// `kind` visit. What is thrown inside goes to `state` and is a failure.
std::unique_ptr<mlir::Pass>
createGuardedFunctionPass(PassKind kind, const OpPassManager &pipeline,
                          std::shared_ptr<GuardState> state);

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_GUARDEDFUNCTIONPASS_H
