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
    operations on tensors. Unsigned element types become signless ones. Functions
    get the mark `relay.lowered`, by which passes on Relay functions leave them
    alone and passes on lowered functions find them.

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
    func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {relay.lowered} {
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

def UnrollLoopsPass : Pass<"relay-unroll-loops", "::mlir::func::FuncOp"> {
  let summary = "Unroll short loops of constant trip count";
  let description = [{
    TVM's UnrollLoop on `scf.for`: a loop whose trip count is constant is unrolled
    whole, if no loop inside is left, at most `auto-max-depth` loops inside were
    unrolled, and either its trip count times the stores inside is at most
    `auto-max-step` or its trip count is at most `auto-max-extent`. With 0 for
    both, which is the default, nothing is unrolled.

    Without `explicit-unroll`, loops stay and are marked for LLVM to unroll.

    Options: `auto-max-step=16`

    Before:

    ```mlir
    func.func @f(%m: memref<2xf32>, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      scf.for %i = %c0 to %c2 step %c1 {
        memref.store %x, %m[%i] : memref<2xf32>
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%m: memref<2xf32>, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c2_0 = arith.constant 2 : index
      memref.store %x, %m[%c0] : memref<2xf32>
      %c1_1 = arith.constant 1 : index
      %0 = arith.muli %c1, %c1_1 : index
      %1 = arith.addi %c0, %0 : index
      memref.store %x, %m[%1] : memref<2xf32>
      return
    }
    ```
  }];
  let options = [
    Option<"autoMaxStep", "auto-max-step", "int64_t", "0",
           "Most stores of a loop nest that is unrolled">,
    Option<"autoMaxDepth", "auto-max-depth", "int64_t", "8",
           "Most loops around each other that are unrolled">,
    Option<"autoMaxExtent", "auto-max-extent", "int64_t", "0",
           "Trip count up to which loops are unrolled, whatever is inside">,
    Option<"explicitUnroll", "explicit-unroll", "bool", "true",
           "Unroll here, rather than mark loops for LLVM">
  ];
  let statistics = [
    Statistic<"numUnrolled", "unrolled", "Loops unrolled or marked">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // RELAYLITE_CONVERSION_PASSES_TD
