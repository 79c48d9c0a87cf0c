//===- Passes of the extra dialect ------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EXTRA_PASSES_TD
#define EXTRA_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandHardSwishPass : Pass<"extra-expand-hard-swish", "::mlir::func::FuncOp"> {
  let summary = "Rewrite extra.hard_swish into Relay operators";
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // EXTRA_PASSES_TD
