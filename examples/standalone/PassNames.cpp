//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names of the passes in lists of passes.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "RelayLite/Pass/PassRegistry.h"

using namespace mlir::relay::pass;

llvm::Error extra::registerNamedPasses() {
  // It undoes nothing that other passes have done.
  PassInfo findCalls(/*optLevel=*/0, "FindCalls");
  findCalls.invalidated.emplace();
  if (llvm::Error error = registerPass(
          {findCalls, PassKind::Module, "extra-find-calls", /*summary=*/""}))
    return error;
  PassInfo takeTrueBranch(/*optLevel=*/1, "TakeTrueBranch", {"InferType"});
  return registerPass({takeTrueBranch, PassKind::Function,
                       "extra-take-true-branch", /*summary=*/""});
}
