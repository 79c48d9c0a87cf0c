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

#endif // RELAYLITE_CONVERSION_PASSES_TD
