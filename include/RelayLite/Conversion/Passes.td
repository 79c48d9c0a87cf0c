//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CONVERSION_PASSES_TD
#define RELAYLITE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def CompileExternalPass : Pass<"relay-compile-external", "::mlir::ModuleOp"> {
  let summary = "Run external compilers on the functions that are theirs";
  let description = [{
    Takes the functions with `relay.Compiler` to the external compiler that is
    registered under this name (RelayLite/Conversion/ExternalCompiler.h). Its
    pipeline runs on a module that has its functions alone. The functions come back
    under their names, with what they declare, and go on as others. Literals with
    `relay.Compiler` become functions first, named by their `relay.global_symbol`.

    If no such compiler is registered, there is a warning, and RelayLite compiles
    the function. With `require`, it is an error. In this example, `demo` is not
    registered.

    Before:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relay.fused_fn (%y: tensor<4xf32>) -> tensor<4xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
        %2 = relay.exp %y : (tensor<4xf32>) -> tensor<4xf32>
        relay.yield %2 : tensor<4xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relay.call @demo_0(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @demo_0(%y: tensor<4xf32>) -> tensor<4xf32> attributes {relay.global_symbol = "demo_0"} {
      %0 = relay.exp %y : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"require", "require", "bool", "false",
           "Fail where a compiler is not registered">
  ];
  let statistics = [
    Statistic<"numCompiled", "compiled", "Functions compiled">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ConvertRelayToLinalgPass : Pass<"convert-relay-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Convert Relay operators to linalg on tensors";
  let description = [{
    Gives every Relay operator its one meaning: linalg, tensor, arith and math
    operations on tensors. Unsigned element types become signless ones, and tuples
    their fields. Calls become `func.call`, branches `scf.if`. A reference becomes
    a buffer for each tensor that it holds, and reads and writes become copies from
    it and to it. Errors are function values, polymorphic functions, references to
    references or to tensors of dynamic shapes, and those that a public function
    returns. Functions get the mark `relay.lowered`, by which passes on Relay functions leave them
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
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def DefunctionalizePass : Pass<"relay-defunctionalize", "::mlir::ModuleOp"> {
  let summary = "Make data of function values";
  let description = [{
    Function literals become private functions, with what they capture as
    parameters before their own. A value of a function type becomes a tuple of
    the number of a function, and of what all functions of that type capture; of
    that, the function reads its own part, and the rest is zero. A call of a
    value compares the number, and calls each function by its name. If the value
    is one known function, such as a function literal in its own body, the call
    compares nothing. There are no indirect calls, which not all compilers have.

    An error is a function value in the signature of a public function, a
    polymorphic one, one for another compiler, one that captures a function of
    its own type (its tuple would hold itself), and a call of a type that no
    function of the module has exactly.

    Before:

    ```mlir
    func.func private @g(tensor<2xf32>) -> tensor<2xf32>
    func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.if %c -> (tensor<2xf32>) -> tensor<2xf32> {
        %2 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
          %3 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
          relay.yield %3 : tensor<2xf32>
        }
        relay.yield %2 : (tensor<2xf32>) -> tensor<2xf32>
      } else {
        %2 = relay.global @g : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : (tensor<2xf32>) -> tensor<2xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func private @g(tensor<2xf32>) -> tensor<2xf32>
    func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.if %c -> tuple<tensor<i32>, tensor<2xf32>> {
        %zero = relay.constant dense<0> : tensor<i32>
        %5 = relay.tuple %zero, %x : (tensor<i32>, tensor<2xf32>) -> tuple<tensor<i32>, tensor<2xf32>>
        relay.yield %5 : tuple<tensor<i32>, tensor<2xf32>>
      } else {
        %one = relay.constant dense<1> : tensor<i32>
        %zeros = relay.constant dense<0.0> : tensor<2xf32>
        %5 = relay.tuple %one, %zeros : (tensor<i32>, tensor<2xf32>) -> tuple<tensor<i32>, tensor<2xf32>>
        relay.yield %5 : tuple<tensor<i32>, tensor<2xf32>>
      }
      %1 = relay.tuple_get %0[0] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<i32>
      %2 = relay.constant dense<0> : tensor<i32>
      %3 = relay.equal %1, %2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %4 = relay.if %3 -> tensor<2xf32> {
        %5 = relay.tuple_get %0[1] : (tuple<tensor<i32>, tensor<2xf32>>) -> tensor<2xf32>
        %6 = relay.call @function_value(%5, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        relay.yield %6 : tensor<2xf32>
      } else {
        %5 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %5 : tensor<2xf32>
      }
      return %4 : tensor<2xf32>
    }
    func.func private @function_value(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
      %0 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

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

def FuseElementwisePass : Pass<"relay-fuse-elementwise", "::mlir::func::FuncOp"> {
  let summary = "Fuse elementwise operations of linalg";
  let description = [{
    Upstream's fusion of `linalg.generic` on tensors, where both operations are
    elementwise, the first has no other user, and the second reads each of its
    elements once. What asks for the size of a value in between asks for that of
    what it is computed from. Contractions and reductions keep their forms, which
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

def CompileExternalPass : Pass<"relay-compile-external", "::mlir::ModuleOp"> {
  let summary = "Run external compilers on the functions that are theirs";
  let description = [{
    Takes the functions with `relay.Compiler` to the external compiler that is
    registered under this name (RelayLite/Conversion/ExternalCompiler.h). Its
    pipeline runs on a module that has its functions alone. The functions come back
    under their names, with what they declare, and go on as others. Literals with
    `relay.Compiler` become functions first, named by their `relay.global_symbol`.

    If no such compiler is registered, there is a warning, and RelayLite compiles
    the function. With `require`, it is an error. In this example, `demo` is not
    registered.

    Before:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relay.fused_fn (%y: tensor<4xf32>) -> tensor<4xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
        %2 = relay.exp %y : (tensor<4xf32>) -> tensor<4xf32>
        relay.yield %2 : tensor<4xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relay.call @demo_0(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func private @demo_0(%y: tensor<4xf32>) -> tensor<4xf32> attributes {relay.global_symbol = "demo_0"} {
      %0 = relay.exp %y : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let options = [
    Option<"require", "require", "bool", "false",
           "Fail where a compiler is not registered">
  ];
  let statistics = [
    Statistic<"numCompiled", "compiled", "Functions compiled">
  ];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
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

def UnrollLoopsPass
    : ConfigurablePass<"relay-unroll-loops", "::mlir::func::FuncOp"> {
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

#endif // RELAYLITE_CONVERSION_PASSES_TD
