//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation: passes on loops and on the operations that become loops.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_LOOPPASSES_TD
#define RELAYLITE_CODEGEN_LOOPPASSES_TD

include "RelayLite/Support/RelayPass.td"
include "mlir/Pass/PassBase.td"

def DistributeLoopsPass
    : Pass<"relay-distribute-loops", "::mlir::func::FuncOp"> {
  let summary = "Divide operations of linalg and copies for threads";
  let description = [{
    Puts each operation of linalg on buffers of static sizes, which has work
    enough, into an `scf.parallel` over pieces of one of its parallel loops: the
    one whose pieces, at most `threads`, are the smallest parts of the work. Each
    element is computed as before, so that results are the same bits. A
    `memref.copy` of a block of memory becomes copies of equal parts of it, if
    `threads` divides the number of its elements.

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
           "Steps of all loops of an operation, or elements of a copy, from "
           "which on they are shared">
  ];
  let statistics = [
    Statistic<"numDistributed", "distributed", "Operations distributed">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def FillBordersPass : Pass<"relay-fill-borders", "::mlir::func::FuncOp"> {
  let summary = "Fill only the borders of padded buffers";
  let description = [{
    Fills only the slices around a part of a new buffer, such as the inside of a
    padded image, if the next operation that uses the buffer overwrites the
    part and reads none of the buffer. It must be in the block of the fill. The
    shape must be static, and the part at least half of the buffer.

    The fills are in a region of their own, which `relay-outline-regions` turns
    into a function that equal images share.

    Before:

    ```mlir
    func.func @f(%x: memref<4xf32>) -> memref<6xf32> {
      %pad = arith.constant 1.0 : f32
      %0 = memref.alloc() : memref<6xf32>
      linalg.fill ins(%pad : f32) outs(%0 : memref<6xf32>)
      %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
      memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
      return %0 : memref<6xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<4xf32>) -> memref<6xf32> {
      %pad = arith.constant 1.0 : f32
      %0 = memref.alloc() : memref<6xf32>
      scf.execute_region no_inline {
        %2 = memref.subview %0[0] [1] [1] : memref<6xf32> to memref<1xf32, strided<[1]>>
        linalg.fill ins(%pad : f32) outs(%2 : memref<1xf32, strided<[1]>>)
        %3 = memref.subview %0[5] [1] [1] : memref<6xf32> to memref<1xf32, strided<[1], offset: 5>>
        linalg.fill ins(%pad : f32) outs(%3 : memref<1xf32, strided<[1], offset: 5>>)
        scf.yield
      }
      %1 = memref.subview %0[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
      memref.copy %x, %1 : memref<4xf32> to memref<4xf32, strided<[1], offset: 1>>
      return %0 : memref<6xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FuseElementwisePass : Pass<"relay-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Fuse elementwise operations of linalg";
  let description = [{
    Upstream's fusion of `linalg.generic` on tensors, where both operations are
    elementwise, the first has no other user, and the second reads each of its
    elements once. An operation that reads the size of an intermediate value reads
    it from the operands instead. Contractions and reductions keep their forms, which
    `relay-pack-contractions` and the order of their sums ask for. Every number
    is rounded as before, so results are the same bits.

    Before:

    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
      %empty = tensor.empty() : tensor<8xf32>
      %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %2 = arith.mulf %a, %b : f32
        linalg.yield %2 : f32
      } -> tensor<8xf32>
      %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%0, %y : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %2 = arith.addf %a, %b : f32
        linalg.yield %2 : f32
      } -> tensor<8xf32>
      return %1 : tensor<8xf32>
    }
    ```

    After:

    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
      %empty = tensor.empty() : tensor<8xf32>
      %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
          ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %1 = arith.mulf %a, %b : f32
        %2 = arith.addf %1, %b : f32
        linalg.yield %2 : f32
      } -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
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
    and on any threads, and returns when all calls have ended. The values that the
    body uses are in a struct on the stack. Other parallel loops are left
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

def OutlineRegionsPass : Pass<"relay-outline-regions", "::mlir::ModuleOp"> {
  let summary = "Outline regions marked no_inline";
  let description = [{
    Turns each `scf.execute_region` in the functions of a module that is marked
    `no_inline`, has one block and has no results into a call of a private
    function. Regions with equal code share a function. Allocations of buffers
    of static size, and their deallocations, move to the caller.

    Before:

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>, %z: f32) {
      scf.execute_region no_inline {
        linalg.fill ins(%z : f32) outs(%x : memref<4xf32>)
        scf.yield
      }
      scf.execute_region no_inline {
        linalg.fill ins(%z : f32) outs(%y : memref<4xf32>)
        scf.yield
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<4xf32>, %y: memref<4xf32>, %z: f32) {
      call @relay.region(%z, %x) : (f32, memref<4xf32>) -> ()
      call @relay.region(%z, %y) : (f32, memref<4xf32>) -> ()
      return
    }
    func.func private @relay.region(%z: f32, %x: memref<4xf32>) attributes {passthrough = ["noinline"]} {
      linalg.fill ins(%z : f32) outs(%x : memref<4xf32>)
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def PackContractionsPass : Pass<"relay-pack-contractions"> {
  let summary = "Make contractions on buffers fast";
  let description = [{
    Replaces each `linalg.generic` on buffers that adds products of two factors to
    a result filled with zeros by loops in the manner of BLAS: blocks of either
    factor are packed into panels in scratch memory, converted to the type of the
    accumulators on the way, and tiles of the result take their products in
    vector registers. The sums take the same products in the same order as
    before, so results are the same bits.

    Factors and result may have any layout, and any number of loops for the
    batch, rows, columns and depth; indices may be sums of loops, as those of
    convolutions are. All sizes may be dynamic. A factor that is a copy of another
    buffer surrounded by zeros is packed from that buffer, and the buffer in
    between goes, except on a module with known sizes, where to pad an image once
    is faster. Neighbours in memory are packed by vectors, those of a row of
    an image as well as those of a matrix. Scratch buffers have static sizes,
    which the options bound; they are used from their beginning on, so that small
    sizes touch little of them.

    An elementwise operation that is all that reads the sums becomes the
    epilogue: it rounds them, or adds a bias and a residual and applies an
    activation, say, where they are in registers. It stays an operation if its
    result may share memory with a factor, if it reads what something in between
    writes, or if its result has gaps, as the inside of a padded image has. One
    that reads other buffers also stays if a size is dynamic, or if the result is
    not written by vectors.

    On a module, a convolution with constant weights whose channels are in blocks
    of a vector's lanes, such as NCHW16c, packs no image: a step of K reads a
    vector of weights for each vector of a tile, and an element of the image for
    each pixel where it is. Its result may have gaps. Sizes and strides are
    arguments of the functions of tiles, which convolutions of several sizes
    share.

    On a module, the pass also packs factors that are constants: it adds a global
    with the panels for each of them. `symbol-dce` then removes the constants that
    nothing else uses. Contractions of static sizes become calls of private
    functions there, of which equal ones are one; of large ones, an
    `scf.parallel` calls the function for each piece that `threads` share. On a
    function, constants are packed when it runs.

    A function that takes its share of the work, in an argument `memref<2xi64>`
    marked `relay.share` (the number of the share and how many there are),
    computes only these columns if the contraction is packed and is all that it
    does.

    Products of integers of 8 bits are summed up as `f32` within a block of the
    depth, if that is short enough for all sums to be exact.

    Contractions of few products, and those of few rows whose innermost loop
    runs along vectors already, stay loops. Dynamic sizes are compared at run time.
    Short sums of the latter, as of depthwise convolutions, become loops over
    vectors that keep the sums in registers.

    Options: `block-depth=4`

    Before:

    ```mlir
    #x = affine_map<(m, n, k) -> (m, k)>
    #y = affine_map<(m, n, k) -> (n, k)>
    #z = affine_map<(m, n, k) -> (m, n)>
    func.func @f(%x: memref<32x64xf32>, %y: memref<48x64xf32>, %z: memref<32x48xf32>) {
      %zero = arith.constant 0.0 : f32
      linalg.fill ins(%zero : f32) outs(%z : memref<32x48xf32>)
      linalg.generic {indexing_maps = [#x, #y, #z], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%x, %y : memref<32x64xf32>, memref<48x64xf32>) outs(%z : memref<32x48xf32>) {
      ^bb0(%a: f32, %b: f32, %sum: f32):
        %0 = math.fma %a, %b, %sum : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<32x64xf32>, %y: memref<48x64xf32>, %z: memref<32x48xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %rows = memref.alloc() {alignment = 64 : i64} : memref<192xf32>
      // Tiles come after the columns.
      %columns = memref.alloc() {alignment = 64 : i64} : memref<1920xf32>
      scf.for %block = %c0 to %c64 step %c4 {
        // Much is left out: packing, loops over tiles, and then for each of them:
        %sums = scf.for %k = %c0 to %c4 step %c1 iter_args(%sum = %zero) -> (vector<8xf32>) {
          %a = memref.load %rows[%k] : memref<192xf32>
          %b = vector.load %columns[%k] : memref<1920xf32>, vector<8xf32>
          %splat = vector.broadcast %a : f32 to vector<8xf32>
          %0 = math.fma %splat, %b, %sum : vector<8xf32>
          scf.yield %0 : vector<8xf32>
        }
        vector.store %sums, %columns[%c128] : memref<1920xf32>, vector<8xf32>
      }
      // The last block converts its tiles and writes them to the result instead.
      return
    }
    ```
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "32",
           "Size of a vector register">,
    Option<"tileRows", "tile-rows", "int64_t", "6",
           "Rows of a tile of accumulators">,
    Option<"tileVectors", "tile-vectors", "int64_t", "2",
           "Vectors of columns of a tile of accumulators">,
    Option<"numRegisters", "num-registers", "int64_t", "0",
           "Vector registers; if not 0, and sizes are static, the tiles that "
           "waste least at the borders are chosen">,
    Option<"blockRows", "block-rows", "int64_t", "96",
           "Rows that are packed at a time">,
    Option<"blockResultRows", "block-result-rows", "int64_t", "960",
           "Rows of accumulators that are kept at a time">,
    Option<"blockColumns", "block-columns", "int64_t", "512",
           "Columns that are packed at a time">,
    Option<"blockDepth", "block-depth", "int64_t", "256",
           "Steps of the depth that are packed at a time">,
    Option<"minProducts", "min-products", "int64_t", "4096",
           "Products in one matrix from which on packing is worth it; with 0, "
           "all contractions are packed">,
    Option<"threads", "threads", "int64_t", "1",
           "On a module: the most threads that share a contraction">
  ];
  let statistics = [
    Statistic<"numPacked", "packed", "Contractions packed">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def TileElementwisePass : Pass<"relay-tile-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Tile and vectorize elementwise operations on buffers";
  let description = [{
    Looks at each elementwise `linalg.generic` on buffers. One that reads or
    writes an operand across its rows, as a transposition does, becomes loops
    over square tiles that fit into the cache. One that runs along the rows of
    all operands, of static length, becomes loops over vectors and, for what is
    left of a row, an operation on the rest. Operations that have no form on
    vectors stay. Results are the same bits.

    Before:

    ```mlir
    #id = affine_map<(i) -> (i)>
    func.func @f(%x: memref<16xf32>, %y: memref<16xf32>) {
      linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%x : memref<16xf32>) outs(%y : memref<16xf32>) {
      ^bb0(%a: f32, %out: f32):
        %0 = arith.mulf %a, %a : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<16xf32>, %y: memref<16xf32>) {
      %poison = ub.poison : f32
      %c8 = arith.constant 8 : index
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      scf.for %i = %c0 to %c16 step %c8 {
        %part = memref.subview %x[%i] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
        %result = memref.subview %y[%i] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: ?>>
        %a = vector.transfer_read %part[%c0], %poison {in_bounds = [true]} : memref<8xf32, strided<[1], offset: ?>>, vector<8xf32>
        %0 = arith.mulf %a, %a : vector<8xf32>
        vector.transfer_write %0, %result[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32, strided<[1], offset: ?>>
      }
      return
    }
    ```
  }];
  let options = [
    Option<"tileSize", "tile-size", "int64_t", "32",
           "Length of the sides of tiles of transpositions; 0 for no tiles">,
    Option<"vectorBytes", "vector-bytes", "int64_t", "32",
           "Size of vectors; 0 for no vectors">
  ];
  let statistics = [
    Statistic<"numTiled", "tiled", "Operations tiled">,
    Statistic<"numVectorized", "vectorized", "Operations vectorized">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def UnrollLoopsPass : RelayFunctionPass<"relay-unroll-loops"> {
  let summary = "Unroll short loops of constant trip count";
  // The name is that of its config in TVM.
  let relayName = "tir.UnrollLoop";
  let kind = "LoweredFunction";
  let required = [];
  let invalidated = [];
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
    ConfigOption<"autoMaxStep", "auto-max-step", "int64_t", "0",
                 "Most stores of a loop nest that is unrolled",
                 "tir.UnrollLoop.auto_max_step">,
    ConfigOption<"autoMaxDepth", "auto-max-depth", "int64_t", "8",
                 "Most loops around each other that are unrolled",
                 "tir.UnrollLoop.auto_max_depth">,
    ConfigOption<"autoMaxExtent", "auto-max-extent", "int64_t", "0",
                 "Trip count up to which loops are unrolled, whatever is "
                 "inside", "tir.UnrollLoop.auto_max_extent">,
    ConfigOption<"explicitUnroll", "explicit-unroll", "bool", "true",
                 "Unroll here, rather than mark loops for LLVM",
                 "tir.UnrollLoop.explicit_unroll">
  ];
  let statistics = [
    Statistic<"numUnrolled", "unrolled", "Loops unrolled or marked">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def VectorizeReductionsPass
    : Pass<"relay-vectorize-reductions", "::mlir::func::FuncOp"> {
  let summary = "Keep the results of vectorized reductions in registers";
  let description = [{
    Lowers reductions on buffers of static sizes whose innermost loop runs along
    the rows of the operands and of the result, such as pooling with blocks of
    channels, to loops over vectors. A vector of the result is loaded before the
    loops of the reduction and stored behind them. Each element takes its operands
    in the same order as before, so results are the same bits.

    Options: `vector-bytes=16`

    Before:

    ```mlir
    #rows = affine_map<(i, j) -> (i, j)>
    #result = affine_map<(i, j) -> (j)>
    func.func @f(%x: memref<3x4xf32>, %y: memref<4xf32>) {
      linalg.generic {indexing_maps = [#rows, #result], iterator_types = ["reduction", "parallel"]}
          ins(%x : memref<3x4xf32>) outs(%y : memref<4xf32>) {
      ^bb0(%a: f32, %out: f32):
        %0 = arith.maximumf %out, %a : f32
        linalg.yield %0 : f32
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%x: memref<3x4xf32>, %y: memref<4xf32>) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %width = arith.constant 4 : index
      scf.for %j = %c0 to %c4 step %width {
        %init = vector.load %y[%j] : memref<4xf32>, vector<4xf32>
        %c0_0 = arith.constant 0 : index
        %c3 = arith.constant 3 : index
        %c1 = arith.constant 1 : index
        %result = scf.for %i = %c0_0 to %c3 step %c1 iter_args(%max = %init) -> (vector<4xf32>) {
          %a = vector.load %x[%i, %j] : memref<3x4xf32>, vector<4xf32>
          %0 = arith.maximumf %max, %a : vector<4xf32>
          scf.yield %0 : vector<4xf32>
        }
        vector.store %result, %y[%j] : memref<4xf32>, vector<4xf32>
      }
      return
    }
    ```
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "32",
           "Bytes of a vector register; 0 turns vectors off">
  ];
  let statistics = [
    Statistic<"numVectorized", "vectorized", "Reductions vectorized">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // RELAYLITE_CODEGEN_LOOPPASSES_TD
