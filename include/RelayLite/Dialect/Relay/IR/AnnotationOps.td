//===- Operators that annotate expressions ---------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_AnnotationStopFusionOp
    : Relay_Operator<"annotation.stop_fusion", Relay_Opaque> {
  let summary = "a value that is not fused with its users";
  let description = [{
    The value of `data`. Fusion does not merge what computes it with what uses
    it.

    Example:

    ```mlir
    %0 = relay.annotation.stop_fusion %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Relay_Tensor:$data);
}

#endif // RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD
