//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The greedy driver, configured to visit nothing but what patterns rewrite.
//
//===----------------------------------------------------------------------===//

#include "PatternPass.h"
#include "RelayLite/Support/DebugLog.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <thread>

using namespace mlir;

FailureOr<bool> relay::applyPatternsToRoots(
    Operation *root, function_ref<bool(Operation *)> isRoot,
    const FrozenRewritePatternSet &patterns, const char *debugType,
    GreedyRewriteStrictness strictness) {
  SmallVector<Operation *> roots;
  // The driver would erase those that are dead.
  root->walk([&](Operation *op) {
    if (isRoot(op) && !isOpTriviallyDead(op))
      roots.push_back(op);
  });
  // The driver starts with the last one. If patterns apply to their own
  // results, operands must come before users: otherwise the result for a user
  // of a chain would be visited along all of the chain.
  if (strictness != GreedyRewriteStrictness::ExistingOps)
    std::reverse(roots.begin(), roots.end());
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.setStrictness(strictness);
  MatchFailureLog log(debugType);
  config.setListener(log.getIfEnabled());
  bool changed = false, hasErrors = false;
  // Other threads work on other functions.
  ScopedDiagnosticHandler handler(
      root->getContext(),
      [&, thread = std::this_thread::get_id()](Diagnostic &diagnostic) {
        hasErrors |= std::this_thread::get_id() == thread &&
                     diagnostic.getSeverity() == DiagnosticSeverity::Error;
        // Others handle it.
        return failure();
      });
  (void)applyOpPatternsGreedily(roots, patterns, config, &changed);
  if (hasErrors)
    return failure();
  return changed;
}
