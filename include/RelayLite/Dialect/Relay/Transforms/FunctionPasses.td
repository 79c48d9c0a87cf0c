//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes on function literals and on what scopes share.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_FUNCTIONPASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_FUNCTIONPASSES_TD

include "RelayLite/Support/RelayPass.td"

// In alphabetical order.

def EtaExpandPass : RelayModulePass<"relay-eta-expand", level = 1> {
  let summary = "Wrap functions that are used as values in literals";
  let description = [{
    TVM's EtaExpand. With `expand-global-var` a global function that is used as a
    value becomes a function literal that calls it. A call of a global function
    stays; TVM wraps the callee of that as well, and again each time the pass
    runs. `expand-constructor` does the same for constructors of data types,
    which the dialect does not have yet. It is an error to ask for neither, and
    when branches and functions would nest more than 512 deep.

    Options: `expand-global-var=true`

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    }
    func.func @main() -> ((tensor<2xf32>) -> tensor<2xf32>) {
      %0 = relay.global @f : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : (tensor<2xf32>) -> tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      return %x : tensor<2xf32>
    }
    func.func @main() -> ((tensor<2xf32>) -> tensor<2xf32>) {
      %0 = relay.fn (%p: tensor<2xf32> {relay.name = "eta_expand_param"}) -> tensor<2xf32> {
        %1 = relay.call @f(%p) : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %1 : tensor<2xf32>
      }
      return %0 : (tensor<2xf32>) -> tensor<2xf32>
    }
    ```
  }];
  let options = [
    ConfigOption<"expandConstructor", "expand-constructor", "bool", "false",
                 "Wrap constructors of data types">,
    ConfigOption<"expandGlobalVar", "expand-global-var", "bool", "false",
                 "Wrap global functions">
  ];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Values wrapped">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def LambdaLiftPass : RelayModulePass<"relay-lambda-lift", level = 1> {
  let summary = "Make global functions of function literals";
  let description = [{
    TVM's LambdaLift. A function literal that captures nothing becomes a private
    global function `lifted_name` with a hash, and its uses become calls or values
    of that. One that captures values becomes a function of these values that
    returns the literal, marked with `relay.Closure`, and is replaced by a call of
    it. A recursive literal calls the global function. Equal literals share one
    function. Constants and globals are not captured but copied.

    Fused literals (`relay.Primitive`) stay, as do functions with
    `relay.Closure`, `relay.Primitive` or `relay.Compiler`, and literals
    inside of polymorphic functions, whose types may mention type parameters. So
    do polymorphic literals that capture something, and those that capture a
    polymorphic one: the types of functions, and so those of the closure, have
    no type parameters.
    Other values that a literal uses are captured; TVM copies what computes them
    into the function.

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
        %2 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : tensor<2xf32>
      }
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.call @lifted_name9063563013975123054(%x) : (tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
      %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    func.func private @lifted_name9063563013975123054(%x: tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>) attributes {relay.Closure = 1 : i64, relay.pure} {
      %0 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
        %1 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        relay.yield %1 : tensor<2xf32>
      }
      return %0 : (tensor<2xf32>) -> tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numLifted", "lifted", "Literals lifted">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

def ToBasicBlockNormalFormPass
    : RelayModulePass<"relay-to-basic-block-normal-form", level = 1> {
  let summary = "Bind by let what scopes share";
  let invalidated = ["ToGraphNormalForm"];
  let description = [{
    TVM's ToBasicBlockNormalForm. A value that a branch or function literal shares
    with another one, or with what is around them, gets a `relay.let` where it is
    computed, so that every scope is an expression of its own and the variables
    around it. Values that only one scope uses get none, nor, as in TVM, values
    that the outer scope needs before the inner one. A binding that is there is
    kept, and what else used its value refers to the variable.

    A value that is computed in the scope of a `relay.on_device` with both
    constraints gets an annotation of its own, so that it keeps its device. These
    are the operand and the operations that compute it, up to bindings, as far as
    nothing else uses them.

    Functions with `relay.Compiler` and fused ones (`relay.Primitive`) stay as
    they are.

    Before:

    ```mlir
    func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.if %c -> tensor<2xf32> {
        %2 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : tensor<2xf32>
      } else {
        relay.yield %0 : tensor<2xf32>
      }
      return %1 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      %x_0 = relay.let %0 as "x" : (tensor<2xf32>) -> tensor<2xf32>
      %1 = relay.if %c -> tensor<2xf32> {
        %2 = relay.negative %x_0 : (tensor<2xf32>) -> tensor<2xf32>
        relay.yield %2 : tensor<2xf32>
      } else {
        relay.yield %x_0 : tensor<2xf32>
      }
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let statistics = [
    Statistic<"numBound", "bound", "Bindings made">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_FUNCTIONPASSES_TD
