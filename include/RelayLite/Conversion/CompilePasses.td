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

def DistributeLoopsPass
    : Pass<"relay-distribute-loops", "::mlir::func::FuncOp"> {
  let summary = "Divide operations of linalg into pieces for threads";
  let description = [{
    Puts each operation of linalg on buffers of static sizes, which has work
    enough, into an `scf.parallel` over pieces of one of its parallel loops: the
    one whose pieces, at most `threads`, are the smallest parts of the work. Each
    element is computed as before, so that results are the same bits.

    Options: `threads=2 min-steps=1`

    Before:

    ```mlir
    #id = affine_map<(i, j) -> (i, j)>
    func.func @f(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
      linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>) {
      ^bb0(%a: f32, %out: f32):
        %0 = arith.negf %a : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    After:

    ```mlir
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @f(%arg0: memref<4x8xf32>, %arg1: memref<4x8xf32>) {
      %c2 = arith.constant 2 : index
      %c0 = arith.constant 0 : index
      %c0_0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c2_1 = arith.constant 2 : index
      scf.parallel (%arg2) = (%c0_0) to (%c4) step (%c2_1) {
        %subview = memref.subview %arg0[%arg2, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
        %subview_2 = memref.subview %arg1[%arg2, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: ?>>
        linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%subview : memref<2x8xf32, strided<[8, 1], offset: ?>>) outs(%subview_2 : memref<2x8xf32, strided<[8, 1], offset: ?>>) {
        ^bb0(%in: f32, %out: f32):
          %0 = arith.negf %in : f32
          linalg.yield %0 : f32
        }
      }
      return
    }
    ```
  }];
  let options = [
    Option<"threads", "threads", "int64_t", "1",
           "The most threads that share a loop">,
    Option<"minSteps", "min-steps", "int64_t", "32768",
           "Steps of all loops of an operation from which on they are shared">
  ];
  let statistics = [
    Statistic<"numDistributed", "distributed", "Operations distributed">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
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

def OutlineParallelLoopsPass
    : Pass<"relay-outline-parallel-loops", "::mlir::ModuleOp"> {
  let summary = "Let threads run the pieces of parallel loops";
  let description = [{
    Makes a private function of the body of each `scf.parallel` that has one
    loop with constant bounds and no results. In the place of the loop, the
    runtime is called:

    ```c
    void relay_rt_parallel(void (*piece)(void *captures, int64_t number),
                           void *captures, int64_t count);
    ```

    It calls the function for the numbers from 0 to `count` - 1, in any order
    and on any threads, and returns when all calls have ended. What the body
    uses is in a struct that lives on the stack. Other parallel loops are left
    alone; upstream's `convert-scf-to-cf` runs them in order. Upstream's way to
    threads, OpenMP, needs a library where the code runs.

    Before:

    ```mlir
    func.func @f(%x: f32, %y: memref<8xf32>) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c4 = arith.constant 4 : index
      scf.parallel (%i) = (%c0) to (%c8) step (%c4) {
        memref.store %x, %y[%i] : memref<8xf32>
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%arg0: f32, %arg1: memref<8xf32>) {
      %0 = llvm.mlir.constant(1 : i64) : i64
      %1 = llvm.alloca %0 x !llvm.struct<(f32, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)> : (i64) -> !llvm.ptr
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c4 = arith.constant 4 : index
      %2 = llvm.getelementptr %1[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
      llvm.store %arg0, %2 : f32, !llvm.ptr
      %3 = llvm.getelementptr %1[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
      %4 = builtin.unrealized_conversion_cast %arg1 : memref<8xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      llvm.store %4, %3 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
      %f = constant @relay.pieces : (!llvm.ptr, i64) -> ()
      %5 = builtin.unrealized_conversion_cast %f : (!llvm.ptr, i64) -> () to !llvm.ptr
      %6 = llvm.mlir.constant(2 : i64) : i64
      llvm.call @relay_rt_parallel(%5, %1, %6) : (!llvm.ptr, !llvm.ptr, i64) -> ()
      return
    }
    llvm.func @relay_rt_parallel(!llvm.ptr, !llvm.ptr, i64)
    func.func private @relay.pieces(%arg0: !llvm.ptr, %arg1: i64) {
      %0 = llvm.getelementptr %arg0[0, 0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
      %1 = llvm.load %0 : !llvm.ptr -> f32
      %2 = llvm.getelementptr %arg0[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>)>
      %3 = llvm.load %2 : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
      %4 = builtin.unrealized_conversion_cast %3 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<8xf32>
      %5 = arith.index_cast %arg1 : i64 to index
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      %6 = arith.muli %5, %c4 : index
      %7 = arith.addi %c0, %6 : index
      memref.store %1, %4[%7] : memref<8xf32>
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect"
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
