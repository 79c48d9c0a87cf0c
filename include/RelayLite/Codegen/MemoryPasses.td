//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation: passes on memory: places of tensors, results, workspace and
// weights.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_MEMORYPASSES_TD
#define RELAYLITE_CODEGEN_MEMORYPASSES_TD

include "mlir/Pass/PassBase.td"

def EraseUnusedArgumentsPass
    : Pass<"relay-erase-unused-arguments", "::mlir::ModuleOp"> {
  let summary = "Erase arguments that private functions do not use";
  let description = [{
    Erases the arguments of private functions that nothing uses, if calls are all
    that refers to the function, the operands of these calls, and what computes
    an operand for them alone. A constant of which there is a packed copy has no
    users any more then.

    Before:

    ```mlir
    memref.global "private" constant @w : memref<4xf32> = dense<1.0>
    func.func private @g(%w: memref<4xf32>, %x: f32) -> f32 {
      return %x : f32
    }
    func.func @f(%x: f32) -> f32 {
      %0 = memref.get_global @w : memref<4xf32>
      %1 = call @g(%0, %x) : (memref<4xf32>, f32) -> f32
      return %1 : f32
    }
    ```

    After:

    ```mlir
    memref.global "private" constant @w : memref<4xf32> = dense<1.0>
    func.func private @g(%x: f32) -> f32 {
      return %x : f32
    }
    func.func @f(%x: f32) -> f32 {
      %0 = call @g(%x) : (f32) -> f32
      return %0 : f32
    }
    ```
  }];
}

def ExternalizeWeightsPass
    : Pass<"relay-externalize-weights", "::mlir::ModuleOp"> {
  let summary = "Take large constants from memory that the caller gives";
  let description = [{
    Gives each function whose memory is planned (relay-plan-memory) one more
    argument, for the bytes of a file of weights. The constants that only such
    functions use become views of it. They stay in the module under the name
    `relay.weights.<offset>`, from where the file is written. Constants of less
    than `min-bytes`, of equal elements, of booleans, or without users are left
    alone.

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

def FlattenConcatenationsPass
    : Pass<"relay-flatten-concatenations", "::mlir::func::FuncOp"> {
  let summary = "Insert operands of inner concatenations into the outer one";
  let description = [{
    If a concatenation is an operand of another one in its block, inserts its
    operands into the outer one. Other users of the inner concatenation read it
    from a slice of the outer one. A chain of concatenations, as in DenseNet, is
    then one tensor.

    A concatenation is a chain of `tensor.insert_slice` of static shapes that
    begins with a `tensor.empty`, each behind the one before it along one
    dimension. If it is an operand of two, it becomes a part of the last one,
    and the other one copies it.

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<6xf32>) {
      %0 = tensor.empty() : tensor<4xf32>
      %1 = tensor.insert_slice %x into %0[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
      %2 = tensor.insert_slice %y into %1[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
      %3 = tensor.empty() : tensor<6xf32>
      %4 = tensor.insert_slice %2 into %3[0] [4] [1] : tensor<4xf32> into tensor<6xf32>
      %5 = tensor.insert_slice %x into %4[4] [2] [1] : tensor<2xf32> into tensor<6xf32>
      return %2, %5 : tensor<4xf32>, tensor<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<6xf32>) {
      %unused = tensor.empty() : tensor<4xf32>
      %0 = tensor.empty() : tensor<6xf32>
      %1 = tensor.insert_slice %x into %0[0] [2] [1] : tensor<2xf32> into tensor<6xf32>
      %2 = tensor.insert_slice %y into %1[2] [2] [1] : tensor<2xf32> into tensor<6xf32>
      %3 = tensor.extract_slice %2[0] [4] [1] : tensor<6xf32> to tensor<4xf32>
      %unused_0 = tensor.empty() : tensor<6xf32>
      %4 = tensor.insert_slice %x into %2[4] [2] [1] : tensor<2xf32> into tensor<6xf32>
      return %3, %4 : tensor<4xf32>, tensor<6xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
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

def ProtectArgumentsPass
    : Pass<"relay-protect-arguments", "::mlir::func::FuncOp"> {
  let summary = "Mark the arguments of public functions as read-only";
  let description = [{
    Tells bufferization not to write to the tensors that a public function takes,
    which belong to its caller. An operation that would change one in place, such
    as a scatter, changes a copy.

    Before:

    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> {
      return %x : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
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

def SeparateResultsPass
    : Pass<"relay-separate-results", "::mlir::func::FuncOp"> {
  let summary = "Give each result of a public function memory of its own";
  let description = [{
    Copies a buffer that a public function returns, if another result may be the
    same buffer: the caller frees each of them. Private functions keep such
    results; buffer deallocation takes care of them.

    Views are copied where they are cast to buffers without gaps. Bufferization
    makes such casts where it knows neither strides nor sizes, but buffers
    without gaps have other strides.

    Before:

    ```mlir
    func.func @f() -> (memref<2xf32>, memref<2xf32>) {
      %0 = memref.alloc() : memref<2xf32>
      return %0, %0 : memref<2xf32>, memref<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f() -> (memref<2xf32>, memref<2xf32>) {
      %0 = memref.alloc() : memref<2xf32>
      %1 = bufferization.clone %0 : memref<2xf32> to memref<2xf32>
      return %0, %1 : memref<2xf32>, memref<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

#endif // RELAYLITE_CODEGEN_MEMORYPASSES_TD
