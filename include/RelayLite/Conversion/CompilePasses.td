//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes for functions that become C functions: their memory, and their errors.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CONVERSION_COMPILEPASSES_TD
#define RELAYLITE_CONVERSION_COMPILEPASSES_TD

include "mlir/Pass/PassBase.td"

def CheckShapesPass : Pass<"relay-check-shapes", "::mlir::func::FuncOp"> {
  let summary = "Check when a program runs that dynamic shapes fit";
  let description = [{
    Asserts for each operation of linalg, and each that moves or reshapes
    tensors, that the extents of its operands fit together, as far as types do
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

def ExternalizeWeightsPass
    : Pass<"relay-externalize-weights", "::mlir::ModuleOp"> {
  let summary = "Take large constants from memory that the caller gives";
  let description = [{
    Gives each function whose memory is planned (relay-plan-memory) one more
    argument, for the bytes of a file of weights. The constants that only such
    functions use become views of it. They stay in the module under the name
    `relay.weights.<offset>`, from where the file is written. Constants of less
    than `min-bytes`, of equal elements, or of booleans are left alone.

    Options: `min-bytes=16`

    Before:

    ```mlir
    memref.global "private" constant @w : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
    func.func @f(%workspace: memref<0xi8>) -> f32 attributes {relay.workspace_bytes = 0 : i64} {
      %c1 = arith.constant 1 : index
      %0 = memref.get_global @w : memref<4xf32>
      %1 = memref.load %0[%c1] : memref<4xf32>
      return %1 : f32
    }
    ```

    After:

    ```mlir
    memref.global "private" constant @relay.weights.64 : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
    func.func @f(%workspace: memref<0xi8>, %weights: memref<128xi8>) -> f32 attributes {relay.workspace_bytes = 0 : i64} {
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %0 = memref.view %weights[%c64][] : memref<128xi8> to memref<4xf32>
      %1 = memref.load %0[%c1] : memref<4xf32>
      return %1 : f32
    }
    ```
  }];
  let options = [
    Option<"minBytes", "min-bytes", "int64_t", "64",
           "Bytes from which on constants are taken out">,
    Option<"headerBytes", "header-bytes", "int64_t", "64",
           "Bytes before the first constant, a multiple of 64">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
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

def PlanMemoryPass : Pass<"relay-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Put the buffers of functions into one workspace each";
  let description = [{
    Gives each public function that nothing in the module calls one more
    argument, its workspace. A `memref.alloc` of static size whose only
    `memref.dealloc` is in the same block becomes a view of it: buffers share
    bytes if they do not live at the same time. Other buffers stay, so that a
    function of static shapes allocates nothing, and one of dynamic shapes as
    little as possible.

    Larger buffers are placed first, each in the lowest gap that it fits into.
    The attribute `relay.workspace_bytes` tells the size of the workspace, and
    `relay.live_bytes` the most bytes that live at a time: no plan could do with
    less. The workspace has to be aligned to 64 bytes.

    Before:

    ```mlir
    func.func @f(%x: memref<32xf32>, %y: memref<32xf32>) {
      %0 = memref.alloc() : memref<32xf32>
      memref.copy %x, %0 : memref<32xf32> to memref<32xf32>
      %1 = memref.alloc() : memref<32xf32>
      memref.copy %0, %1 : memref<32xf32> to memref<32xf32>
      memref.dealloc %0 : memref<32xf32>
      %2 = memref.alloc() : memref<32xf32>
      memref.copy %1, %2 : memref<32xf32> to memref<32xf32>
      memref.dealloc %1 : memref<32xf32>
      memref.copy %2, %y : memref<32xf32> to memref<32xf32>
      memref.dealloc %2 : memref<32xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<32xf32>, %y: memref<32xf32>, %workspace: memref<256xi8>) attributes {relay.live_bytes = 256 : i64, relay.workspace_bytes = 256 : i64} {
      %c0 = arith.constant 0 : index
      %0 = memref.view %workspace[%c0][] : memref<256xi8> to memref<32xf32>
      memref.copy %x, %0 : memref<32xf32> to memref<32xf32>
      %c128 = arith.constant 128 : index
      %1 = memref.view %workspace[%c128][] : memref<256xi8> to memref<32xf32>
      memref.copy %0, %1 : memref<32xf32> to memref<32xf32>
      %c0_0 = arith.constant 0 : index
      %2 = memref.view %workspace[%c0_0][] : memref<256xi8> to memref<32xf32>
      memref.copy %1, %2 : memref<32xf32> to memref<32xf32>
      memref.copy %2, %y : memref<32xf32> to memref<32xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ResultsToArgumentsPass
    : Pass<"relay-results-to-arguments", "::mlir::ModuleOp"> {
  let summary = "Let callers give the memory of results";
  let description = [{
    Turns the results of each public function that nothing in the module calls
    into arguments behind the others, which the function writes, if all of them
    have static shapes and the function has one block. A buffer that is
    allocated for one result only is the argument; others are copied to it.
    Upstream's `buffer-results-to-out-params` does not end well where a buffer
    is returned twice.

    Before:

    ```mlir
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
      %0 = memref.alloc() : memref<4xf32>
      memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
      return %0 : memref<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

#endif // RELAYLITE_CONVERSION_COMPILEPASSES_TD
