//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation: passes on the LLVM dialect, and on modules that leave for other tools.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_LLVMPASSES_TD
#define RELAYLITE_CODEGEN_LLVMPASSES_TD

include "mlir/Pass/PassBase.td"

def BFloat16BitsPass : Pass<"relay-bfloat16-bits", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Move bf16 as integers of 16 bits";
  let description = [{
    Makes bf16 i16 in functions of the LLVM dialect that load, store and select
    bf16, but neither compute on it nor take or return it; after
    `relay-expand-math` no operator of Relay does. Other functions are left
    alone. LLVM makes vectors of bf16 scalars by way of f32: with instructions
    for which subnormals are 0 where the CPU has them, and with calls of a
    run-time library elsewhere.

    Before:

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %y: !llvm.ptr) {
      %0 = llvm.load %x : !llvm.ptr -> bf16
      llvm.store %0, %y : bf16, !llvm.ptr
      llvm.return
    }
    ```

    After:

    ```mlir
    llvm.func @f(%x: !llvm.ptr, %y: !llvm.ptr) {
      %0 = llvm.load %x : !llvm.ptr -> i16
      llvm.store %0, %y : i16, !llvm.ptr
      llvm.return
    }
    ```
  }];
}

def StripAttributesPass : Pass<"relay-strip-attributes", "::mlir::ModuleOp"> {
  let summary = "Remove the dialect's attributes from lowered functions";
  let description = [{
    Removes the attributes `relay.*` of modules, functions, parameters, results
    and operations of other dialects. A tool that does not know the dialect
    would refuse them.

    Before:

    ```mlir
    func.func @f(%x: tensor<4xf32> {relay.name = "x"}) -> tensor<4xf32> attributes {relay.lowered} {
      return %x : tensor<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
  }];
}

#endif // RELAYLITE_CODEGEN_LLVMPASSES_TD
