//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD
#define RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// In alphabetical order.

def BindParamsPass : Pass<"relay-bind-params", "::mlir::ModuleOp"> {
  let summary = "Replace arguments of a function by the constants of a file";
  let description = [{
    TVM's binding of parameters (`relay.build` with `params`): reads a file that
    `relay.save_param_dict` wrote and replaces each argument of the function
    whose name (`relay.name`) the file has by a constant. The other arguments
    keep their order and names. Where the type of an argument is unknown or its
    dimensions are dynamic, its users get operands of a sharper type; their
    results stay as they are until `relay-infer-type` sharpens them.

    An array whose type does not match its argument is an error, one that names
    no argument a warning (TVM says nothing). A function that is called from
    inside the module cannot lose arguments and is refused.

    With `p.params` holding the array `w`, `[1.0, 2.0]`:

    Options: `file=p.params`

    Before:

    ```mlir
    func.func @main(%x: tensor<2xf32> {relay.name = "x"}, %w: tensor<2xf32> {relay.name = "w"}) -> tensor<2xf32> {
      %0 = relay.add %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> {
      %w = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %0 = relay.add %x, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    Option<"file", "file", "std::string", "", "Parameter file to read">,
    Option<"function", "function", "std::string", "\"main\"",
           "Function whose arguments are bound">
  ];
  let statistics = [
    Statistic<"numBound", "num-bound", "Number of arguments that became constants">
  ];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

#endif // RELAYLITE_DIALECT_RELAY_TRANSFORMS_PASSES_TD
