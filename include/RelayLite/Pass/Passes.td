//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_PASS_PASSES_TD
#define RELAYLITE_PASS_PASSES_TD

include "RelayLite/Support/RelayPass.td"
include "mlir/Pass/PassBase.td"

def SequentialPass : Pass<"relay-sequential", "::mlir::ModuleOp"> {
  let summary = "Run a list of passes under a pass context";
  let description = [{
    TVM's Sequential inside any pipeline: runs those of `passes` that the context
    enables, each after the passes that it requires, with the instruments of the
    context around each. Names are TVM's (`FoldConstant`) or arguments of MLIR's
    registry, of passes and of pipelines, with their options in braces; what is
    written inside `func.func(...)` and the like runs there. Function passes end
    with InferType.

    The context is that of the flags of relay-lite-opt, or one with level 2;
    options given here take the place of what it has. Names, options and config
    are checked before anything runs.

    With `resolve=graph`, required passes run only where no earlier pass has
    established what they do since something undid it, and what they require
    themselves is seen to.

    Options: `passes=SimplifyInference,FoldConstant opt-level=2`

    Before:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = relay.constant dense<3.0> : tensor<f32>
      %2 = relay.multiply %0, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
      %3 = relay.add %x, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %3 : tensor<2xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
      %0 = relay.constant dense<[3.0, 6.0]> : tensor<2xf32>
      %1 = relay.add %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    ```
  }];
  let options = [
    Option<"passes", "passes", "std::string", "",
           "Passes to run, separated by commas">,
    Option<"optLevel", "opt-level", "std::string", "",
           "Level of the context: passes of a higher one do not run">,
    ListOption<"disabled", "disabled", "std::string",
               "Names of passes that do not run">,
    ListOption<"required", "required", "std::string",
               "Names of passes that run whatever their level, and that no "
               "instrument can veto">,
    Option<"resolve", "resolve", "::mlir::relay::pass::Resolve",
           "::mlir::relay::pass::Resolve::EachTime",
           "When required passes run",
           [{::llvm::cl::values(
             clEnumValN(::mlir::relay::pass::Resolve::EachTime, "each-time",
                        "before each pass that requires them, as in TVM"),
             clEnumValN(::mlir::relay::pass::Resolve::Graph, "graph",
                        "where their outcome does not hold"))}]>,
    ListOption<"config", "config", "std::string",
               "Options of the context, as key=value">,
    ListOption<"instrument", "instrument", "std::string",
               "Built-in instruments of the context, such as timing">,
    Option<"name", "name", "std::string", "\"sequential\"",
           "The name that instruments see">
  ];
}

def FoldScaleAxis : RelaySequential<"relay-fold-scale-axis",
    ["BackwardFoldScaleAxis", "ForwardFoldScaleAxis", "FoldConstant"]> {
  let summary = "Move multiplications along axes into weights";
}

def QnnLegalize : RelaySequential<"relay-qnn-lower",
    ["QnnLegalize", "QnnCanonicalize"]> {
  let relayName = "qnn.Legalize";
  let summary = "Write quantized operators as plain ones that suit a target";
}

// The passes that relay.build runs for one target; docs/Pipelines.md lists the
// ones that are absent.
def Optimize : RelaySequential<"relay-optimize",
    ["RemoveUnusedFunctions", "ToBasicBlockNormalForm", "qnn.Legalize",
     "Legalize", "SimplifyInference", "EliminateCommonSubexpr",
     "CombineParallelConv2d", "CombineParallelDense",
     "CombineParallelBatchMatmul", "FoldConstant", "FoldScaleAxis",
     "SimplifyExpr", "CanonicalizeCast", "CanonicalizeOps", "FlattenAtrousConv", "InferType", "AlterOpLayout",
     "SimplifyExprPostAlterOp", "FastMath", "FoldConstant", "FuseOps"]> {
  let summary = "Optimize a module as TVM's default pipeline does";
}

#endif // RELAYLITE_PASS_PASSES_TD
