// The default pipeline where there is nothing to do: the module stays as it is.

// RUN: split-file %s %t
// DEFINE: %{module} =
// DEFINE: %{options} = opt-level=4
// DEFINE: %{plain} = relay-lite-opt %t/%{module}.mlir -o %t/plain
// DEFINE: %{optimized} = relay-lite-opt %t/%{module}.mlir --pass-pipeline='builtin.module(relay-optimize{%{options}})'

// REDEFINE: %{module} = functions
// RUN: %{plain} && %{optimized} | diff - %t/plain

// Without the pass that looks for @main, modules without it, too.
// REDEFINE: %{options} = opt-level=4 disabled=RemoveUnusedFunctions
// REDEFINE: %{module} = empty
// RUN: %{plain} && %{optimized} | diff - %t/plain
// REDEFINE: %{module} = prototype
// RUN: %{plain} && %{optimized} | diff - %t/plain
// REDEFINE: %{module} = skipped
// RUN: %{plain} && %{optimized} | diff - %t/plain

// With all passes disabled, any module.
// REDEFINE: %{options} = opt-level=0 disabled=SimplifyInference,FoldScaleAxis,SimplifyExpr,FlattenAtrousConv,SimplifyExprPostAlterOp,FuseOps
// REDEFINE: %{module} = operators
// RUN: %{plain} && %{optimized} | diff - %t/plain
// A required pass runs all the same, and InferType before it.
// REDEFINE: %{options} = opt-level=0 disabled=SimplifyInference,FoldScaleAxis,SimplifyExpr,FlattenAtrousConv,SimplifyExprPostAlterOp,FuseOps required=FastMath
// RUN: %{optimized} | FileCheck %s --check-prefix=FAST
// FAST: relay.fast_exp
// FAST-NEXT: relay.fast_exp
// FAST-NOT: relay.fused_fn
// A disabled pass does not run, even if it is required.
// REDEFINE: %{options} = opt-level=0 disabled=SimplifyInference,FoldScaleAxis,SimplifyExpr,FlattenAtrousConv,SimplifyExprPostAlterOp,FuseOps,FastMath required=FastMath
// RUN: %{plain} && %{optimized} | diff - %t/plain

// RUN: not relay-lite-opt %t/empty.mlir --relay-optimize 2>&1 | FileCheck %s --check-prefix=MAIN
// MAIN: error: expected the entry function '@main', but the module has none of this name

//--- empty.mlir
module {
}

//--- prototype.mlir
func.func private @external(tensor<2x?xf32>, tensor<f32>) -> tuple<tensor<2xf32>>

//--- functions.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
  return %x : tensor<2xf32>
}

//--- skipped.mlir
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1 : i64, relay.pure} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @compiled(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "external"} {
  %0 = relay.nn.dropout %x : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

//--- operators.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
