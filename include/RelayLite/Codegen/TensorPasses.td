//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation: passes on tensors: the order of sums, contractions, and mathematical
// functions.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_TENSORPASSES_TD
#define RELAYLITE_CODEGEN_TENSORPASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"relay-expand-math"> {
  let summary = "Expand math functions to arithmetic";
  let description = [{
    Replaces `math.erf`, `exp`, `log`, `log2`, `log10`, `powf`, `round`, `rsqrt`,
    the trigonometric and the hyperbolic functions and their inverses, of f32, f64
    and vectors of them, by arithmetic, so that no code calls a C library.
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

def IndexReversedOperandsPass
    : Pass<"relay-index-reversed-operands", "::mlir::func::FuncOp"> {
  let summary = "Read operands backwards by their indices";
  let description = [{
    An operand of a `linalg.generic` on tensors whose map multiplies an index by a
    negative number, such as the turned kernel of a transposed convolution,
    becomes a `tensor.extract` in the body. The tiling of other compilers, such as
    IREE 3.13, takes wrong slices for such maps. Operations on buffers are left
    alone.

    Before:

    ```mlir
    #backwards = affine_map<(d0) -> (-d0 + 2)>
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
      %0 = linalg.generic {indexing_maps = [#backwards, #map], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%y : tensor<3xf32>) {
      ^bb0(%a: f32, %b: f32):
        linalg.yield %a : f32
      } -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }
    ```

    After:

    ```mlir
    #map = affine_map<(d0) -> (d0)>
    func.func @f(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
      %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%y : tensor<3xf32>) {
      ^bb0(%b: f32):
        %1 = linalg.index 0 : index
        %c-1 = arith.constant -1 : index
        %2 = arith.muli %1, %c-1 overflow<nsw> : index
        %c2 = arith.constant 2 : index
        %3 = arith.addi %2, %c2 : index
        %extracted = tensor.extract %x[%3] : tensor<3xf32>
        linalg.yield %extracted : f32
      } -> tensor<3xf32>
      return %0 : tensor<3xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LowerReductionsPass
    : Pass<"relay-lower-reductions", "::mlir::func::FuncOp"> {
  let summary = "Reduce floats in the order of RelayLite";
  let description = [{
    Gives each `linalg.reduce` of floats on tensors its order. Dimensions that end
    the shape become runs: loops over 64 lanes of a vector, in blocks of 65,536
    elements, whose lanes are combined by halves. An elementwise operation that is
    the only use of the result becomes part of the loop. Other dimensions stay a
    `linalg.reduce`, whose loops go in row-major order.

    The combiner is an addition, a product, a maximum or a minimum of the
    accumulator and the element, which may be extended, and the reduction starts
    from its identity. Other reductions, and those of integers, are left alone.

    Poolings of windows whose channels come last become a `linalg.generic` whose
    innermost loop is over channels. Other operations that accumulate windows of
    one operand become a `linalg.generic` over the result, with loops over the
    window that keep the accumulator in a register; small windows are unrolled.
    The elements of a window keep their order.

    Before:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<f32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
      %0 = linalg.reduce { arith.addf } ins(%x : tensor<4xf32>) outs(%init : tensor<f32>) dimensions = [0]
      return %0 : tensor<f32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
      // The first three operations have no use any more.
      %zero = arith.constant 0.0 : f32
      %empty = tensor.empty() : tensor<f32>
      %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
      %result = tensor.empty() : tensor<f32>
      %begin = arith.constant 0 : index
      %length = arith.constant 4 : index
      %identity = arith.constant 0.0 : f32
      // A run of known length needs no more lanes than it has elements.
      %lanes = vector.broadcast %identity : f32 to vector<4xf32>
      %step = arith.constant 4 : index
      %unused = arith.constant 0 : index
      %c0 = arith.constant 0 : index
      %sums = scf.for %i = %c0 to %length step %step iter_args(%old = %lanes) -> (vector<4xf32>) {
        %position = arith.addi %begin, %i : index
        %padding = arith.constant 0.0 : f32
        %elements = vector.transfer_read %x[%position], %padding {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
        %new = arith.addf %old, %elements : vector<4xf32>
        scf.yield %new : vector<4xf32>
      }
      %end = arith.constant 4 : index
      %low = vector.extract_strided_slice %sums {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
      %high = vector.extract_strided_slice %sums {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
      %half = arith.addf %low, %high : vector<2xf32>
      %first = vector.extract_strided_slice %half {offsets = [0], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
      %second = vector.extract_strided_slice %half {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
      %sum = arith.addf %first, %second : vector<1xf32>
      %element = vector.extract %sum[0] : f32 from vector<1xf32>
      %0 = tensor.insert %element into %result[] : tensor<f32>
      return %0 : tensor<f32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numLowered", "lowered", "Reductions with runs, and poolings">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def OrderContractionsPass
    : Pass<"relay-order-contractions", "::mlir::func::FuncOp"> {
  let summary = "Multiply and add in the order of RelayLite";
  let description = [{
    Gives each contraction on tensors, a linalg operation that adds up products of
    elements of two tensors, its order and its rounding. It becomes a
    `linalg.generic`, if it is a named operation, whose sums take channels before
    the positions of a kernel. The innermost loop is along the result if that is
    along an operand, too. A product of floats and its addition become one
    `math.fma`. A factor that an operation only chooses from elements of another
    tensor, as one that repeats a matrix does, is read from that tensor.

    Each `tensor.pad` becomes an insertion into a tensor filled with its value,
    which `relay-pack-contractions` looks through.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>, %z: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = linalg.matmul ins(%x, %y : tensor<2x4xf32>, tensor<4x3xf32>) outs(%z : tensor<2x3xf32>) -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    ```

    After:

    ```mlir
    #x = affine_map<(m, k, n) -> (m, k)>
    #y = affine_map<(m, k, n) -> (k, n)>
    #z = affine_map<(m, k, n) -> (m, n)>
    func.func @f(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>, %z: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "reduction", "parallel"]}
          ins(%x, %y : tensor<2x4xf32>, tensor<4x3xf32>) outs(%z : tensor<2x3xf32>) {
      ^bb0(%a: f32, %b: f32, %sum: f32):
        %1 = math.fma %a, %b, %sum : f32
        linalg.yield %1 : f32
      } -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numOrdered", "ordered", "Contractions ordered">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // RELAYLITE_CODEGEN_TENSORPASSES_TD
