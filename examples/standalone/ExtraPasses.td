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

def FindCallsPass : Pass<"extra-find-calls", "::mlir::ModuleOp"> {
  let summary = "Remark on every call";
  let description = [{
    Emits a remark at each call that names the global function, or says that a
    value is called. A call is a relay.apply, or any operation with MLIR's
    CallOpInterface. A remark at the module tells whether the analysis was still
    there from an earlier pass. The module stays as it is.

    ```mlir
    // remark: call of @g
    %0 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
    // remark: call of a function value
    %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    ```
  }];
  let options = [Option<"callee", "callee", "std::string", "",
                        "Remark on calls of this function only">];
}

def TakeTrueBranchPass
    : Pass<"extra-take-true-branch", "::mlir::func::FuncOp"> {
  let summary = "Take the true branch of every relay.if";
  let description = [{
    Replaces every `relay.if` by its first branch, whatever the condition is.
    Fused functions are left alone.

    Before:

    ```mlir
    func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.if %c -> tensor<2xf32> {
        %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %1 : tensor<2xf32>
      } else {
        relay.yield %x : tensor<2xf32>
      }
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // EXTRA_PASSES_TD
