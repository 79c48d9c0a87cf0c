//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CONVERSION_PASSES_TD
#define RELAYLITE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertRelayToLinalgPass : Pass<"convert-relay-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Convert Relay operators to linalg on tensors";
  let description = [{
    Gives every Relay operator its one meaning: linalg, tensor, arith and math
    operations on tensors. Unsigned element types become signless ones.

    Before:

    ```mlir
    func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relay.add %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```

    After:

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
          ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %2 = arith.addf %a, %b : f32
        linalg.yield %2 : f32
      } -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
}

def ExpandMathPass : Pass<"relay-expand-math"> {
  let summary = "Expand math functions to arithmetic";
  let description = [{
    Replaces `math.erf`, `exp`, `log`, `powf`, `round`, `rsqrt` and `tanh` of f32,
    f64 and vectors of them by arithmetic, so that no code calls a C library.
    Errors are at most 1 unit in the last place in f32 and 2 in f64, with C99's
    special values and gradual underflow. The code has neither branches nor
    tables, and gives the same bits whether it is vectorised or not. These
    operations on other types are errors; other operations are left alone.

    Conversions between f32 and bf16 become operations on their bits, since not
    every CPU has instructions for them, and those that have round otherwise.

    Before:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %0 = math.round %x : f32
      return %0 : f32
    }
    ```

    After:

    ```mlir
    func.func @f(%x: f32) -> f32 {
      %cst = arith.constant 0.49999997 : f32
      %0 = math.copysign %cst, %x : f32
      %1 = arith.addf %x, %0 : f32
      %2 = math.trunc %1 : f32
      return %2 : f32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def LowerCopiesPass : Pass<"relay-lower-copies"> {
  let summary = "Turn copies of strided buffers into linalg operations";
  let description = [{
    Replaces each `memref.copy` from or to a buffer with gaps by `linalg.copy`,
    which becomes loops; upstream would call a function of its runner library.
    Copies of one block stay: they become `memcpy`. Strided copies of buffers
    of unknown rank are errors.

    Before:

    ```mlir
    func.func @f(%x: memref<2x3xf32>, %y: memref<2x3xf32, strided<[8, 1]>>) {
      memref.copy %x, %y : memref<2x3xf32> to memref<2x3xf32, strided<[8, 1]>>
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<2x3xf32>, %y: memref<2x3xf32, strided<[8, 1]>>) {
      linalg.copy ins(%x : memref<2x3xf32>)
          outs(%y : memref<2x3xf32, strided<[8, 1]>>)
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

#endif // RELAYLITE_CONVERSION_PASSES_TD
