//===- Operators that annotate expressions ---------------*- tablegen -*-===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD
#define RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD

include "RelayLite/Dialect/Relay/IR/RelayBase.td"

def Relay_AnnotationCompilerBeginOp
    : Relay_Operator<"annotation.compiler_begin", Relay_Opaque> {
  let summary = "a value where the part for another compiler begins";
  let description = [{
    The value of `data`. What lies between `compiler_begin` and `compiler_end` is
    for the compiler of the name `compiler`.

    Example:

    ```mlir
    %0 = relay.annotation.compiler_begin %x {compiler = "dnnl"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Relay_Value:$data, Relay_Str:$compiler);
}

def Relay_AnnotationCompilerEndOp
    : Relay_Operator<"annotation.compiler_end", Relay_Opaque> {
  let summary = "a value where the part for another compiler ends";
  let description = [{
    The value of `data`. What lies between `compiler_begin` and `compiler_end` is
    for the compiler of the name `compiler`.

    Example:

    ```mlir
    %0 = relay.annotation.compiler_end %x {compiler = "dnnl"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Relay_Value:$data, Relay_Str:$compiler);
}

def Relay_AnnotationStopFusionOp
    : Relay_Operator<"annotation.stop_fusion", Relay_Opaque> {
  let summary = "a value that is not fused with its users";
  let description = [{
    The value of `data`, a tensor or a tuple. Fusion does not merge what computes
    it with what uses it.

    Example:

    ```mlir
    %0 = relay.annotation.stop_fusion %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
    ```
  }];
  let arguments = (ins Relay_Value:$data);
}

#endif // RELAYLITE_DIALECT_RELAY_IR_ANNOTATIONOPS_TD
