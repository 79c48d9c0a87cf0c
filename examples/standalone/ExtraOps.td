//===- The extra dialect ----------------------------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EXTRA_OPS_TD
#define EXTRA_OPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Extra_Dialect : Dialect {
  let name = "extra";
  let cppNamespace = "::extra";
  let summary = "Operators that Relay does not have";
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

// A Relay operator that lives in this dialect.
class Extra_Operator<string mnemonic, Relay_Pattern pattern>
    : Relay_Operator<mnemonic, pattern> {
  let opDialect = Extra_Dialect;
  let cppNamespace = "::extra";
  let relayName = "extra." # mnemonic;
}

def Extra_HardSwishOp : Extra_Operator<"hard_swish", Relay_ElemWise> {
  let summary = "hard swish activation";
  let description = [{
    `x * clip(x + width / 2, 0, width) / width` of each element.

    Example:

    ```mlir
    %0 = extra.hard_swish %x : (tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins Relay_Tensor:$data, Relay_FloatOr<"6.0">:$width);
}

#endif // EXTRA_OPS_TD
