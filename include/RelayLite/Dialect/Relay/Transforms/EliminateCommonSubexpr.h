//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Common subexpressions.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_ELIMINATECOMMONSUBEXPR_H
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_ELIMINATECOMMONSUBEXPR_H

#include "mlir/IR/Operation.h"
#include "mlir/Pass/Pass.h"
#include <functional>

namespace mlir::relay {

/// Merges the equal operator calls and tuple projections below `root`, except
/// those of which `skip` is true. Returns whether there were any. See the pass
/// relay-eliminate-common-subexpr.
bool eliminateCommonSubexpressions(Operation *root,
                                   function_ref<bool(Operation *)> skip = {});

/// The pass with TVM's `fskip`. `skip` is called from several threads at once.
std::unique_ptr<mlir::Pass>
createEliminateCommonSubexprPass(std::function<bool(Operation *)> skip);

} // namespace mlir::relay

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_ELIMINATECOMMONSUBEXPR_H
