//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation: checks of sizes that are known when a program runs.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_SIZEPASSES_TD
#define RELAYLITE_CODEGEN_SIZEPASSES_TD

include "mlir/Pass/PassBase.td"

def CheckShapesPass : Pass<"relay-check-shapes", "::mlir::func::FuncOp"> {
  let summary = "Check when a program runs that dynamic shapes fit";
  let description = [{
    Asserts for each operation of linalg, and each that moves or reshapes
    tensors, that the sizes of its operands fit together, as far as types do
    not tell. This is upstream's `generate-runtime-verification` without checks
    of single elements, whose indices are in range by the semantics of Relay,
    and with checks of reshaping.

    Before:

    ```mlir
    func.func @f(%x: tensor<?xf32>) -> tensor<3xf32> {
      %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
      return %0 : tensor<3xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<?xf32>) -> tensor<3xf32> {
      %c0 = arith.constant 0 : index
      %dim = tensor.dim %x, %c0 : tensor<?xf32>
      %c3 = arith.constant 3 : index
      %0 = arith.cmpi eq, %dim, %c3 : index
      cf.assert %0, "<stdin>:2:8: size mismatch of dim 0"
      %1 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
      return %1 : tensor<3xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::index::IndexDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CheckSizesPass : Pass<"relay-check-sizes", "::mlir::ModuleOp"> {
  let summary = "Check when a program runs that sizes fit the operators";
  let description = [{
    Asserts what operators require of the sizes of their operands and of their
    attributes, as far as types do not tell: what type inference checks for sizes
    that it knows. It is for code that runs as it is (relay-lower-to-llvm with
    plan-memory): other compilers get no assertions. A check that fails calls
    `relay_rt_fail_sizes` with a format and two sizes. Dimensions of parameters
    that have one name (`relay.dims`) have to have one size.

    The pass runs before `convert-relay-to-linalg`, and `relay-check-shapes`
    behind it.

    Before:

    ```mlir
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x?xf32>) -> tensor<2x4xf32> {
      %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<2x4xf32>
      return %0 : tensor<2x4xf32>
    }
    ```

    After:

    ```mlir
    llvm.mlir.global private constant @relay_size_message_1("<stdin>:2:8: nn.dense: operand 1 has dimension 1 of size %lld, expected %lld\00") {addr_space = 0 : i32}
    llvm.func @relay_rt_fail_sizes(!llvm.ptr, i64, i64)
    func.func @f(%x: tensor<2x3xf32>, %w: tensor<4x?xf32>) -> tensor<2x4xf32> {
      %c3 = arith.constant 3 : index
      %c1 = arith.constant 1 : index
      %dim = tensor.dim %w, %c1 : tensor<4x?xf32>
      %0 = arith.cmpi eq, %dim, %c3 : index
      %true = arith.constant true
      %1 = arith.xori %0, %true : i1
      scf.if %1 {
        %3 = llvm.mlir.addressof @relay_size_message_1 : !llvm.ptr
        %4 = arith.index_cast %dim : index to i64
        %c3_i64 = arith.constant 3 : i64
        llvm.call @relay_rt_fail_sizes(%3, %4, %c3_i64) : (!llvm.ptr, i64, i64) -> ()
      }
      %2 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<2x4xf32>
      return %2 : tensor<2x4xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LowerAssertsPass : Pass<"relay-lower-asserts", "::mlir::ModuleOp"> {
  let summary = "Let failed assertions call a function";
  let description = [{
    Replaces each `cf.assert` by a call of `relay_rt_fail` with its message,
    which ends the call of a compiled function with an error. Upstream's
    lowering ends the process.

    Before:

    ```mlir
    func.func @f(%c: i1) {
      cf.assert %c, "no"
      return
    }
    ```

    After:

    ```mlir
    llvm.mlir.global private constant @relay_message_1("no\00") {addr_space = 0 : i32}
    llvm.func @relay_rt_fail(!llvm.ptr)
    func.func @f(%c: i1) {
      %true = arith.constant true
      %0 = arith.xori %c, %true : i1
      scf.if %0 {
        %1 = llvm.mlir.addressof @relay_message_1 : !llvm.ptr
        llvm.call @relay_rt_fail(%1) : (!llvm.ptr) -> ()
      }
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // RELAYLITE_CODEGEN_SIZEPASSES_TD
