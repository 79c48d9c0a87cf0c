//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR passes that call a function.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PASS_CALLBACKPASSES_H
#define LIB_PASS_CALLBACKPASSES_H

#include "PassImpl.h"

namespace mlir::relay::pass::detail {

/// What the callback throws goes to `state`, which must live as long as the
/// pass.
std::unique_ptr<mlir::Pass> createModuleCallbackPass(ModuleCallback callback,
                                                     std::string name,
                                                     RunState &state);
std::unique_ptr<mlir::Pass>
createFunctionCallbackPass(FunctionCallback callback, std::string name,
                           PassKind kind, Snapshot snapshot, RunState &state);

} // namespace mlir::relay::pass::detail

#endif // LIB_PASS_CALLBACKPASSES_H
