// The default pipeline: which passes run at which level, and what the module is
// afterwards.

// The sum of two equal exponentials, of which one goes at level 3, so that the
// order of the passes is seen and what they do.

// DEFINE: %{level} =
// DEFINE: %{passes} = relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{opt-level=%{level} instrument=timing})' 2>&1 >/dev/null | grep -v InferType

// REDEFINE: %{level} = 0
// RUN: %{passes} | FileCheck %s --check-prefixes=PASSES,LEVEL0
// REDEFINE: %{level} = 1
// RUN: %{passes} | FileCheck %s --check-prefixes=PASSES,LEVEL1
// REDEFINE: %{level} = 2
// RUN: %{passes} | FileCheck %s --check-prefixes=PASSES,LEVEL2
// REDEFINE: %{level} = 3
// RUN: %{passes} | FileCheck %s --check-prefixes=PASSES,LEVEL3
// REDEFINE: %{level} = 4
// RUN: %{passes} | FileCheck %s --check-prefixes=PASSES,LEVEL4

// PASSES: {{^}}Optimize:

// LEVEL0-NEXT: {{^	}}qnn.Legalize:
// LEVEL0-NEXT: {{^	}}SimplifyInference:
// LEVEL0-NEXT: {{^	}}FoldScaleAxis:
// LEVEL0-NEXT: {{^	}}SimplifyExpr:
// LEVEL0-NEXT: {{^	}}FlattenAtrousConv:
// LEVEL0-NEXT: {{^	}}SimplifyExprPostAlterOp:
// LEVEL0-NEXT: {{^	}}FuseOps:

// LEVEL1-NEXT: {{^	}}RemoveUnusedFunctions:
// LEVEL1-NEXT: {{^	}}ToBasicBlockNormalForm:
// LEVEL1-NEXT: {{^	}}qnn.Legalize:
// LEVEL1-NEXT: {{^		}}QnnLegalize:
// LEVEL1-NEXT: {{^		}}QnnCanonicalize:
// LEVEL1-NEXT: {{^	}}Legalize:
// LEVEL1-NEXT: {{^	}}SimplifyInference:
// LEVEL1-NEXT: {{^	}}FoldScaleAxis:
// LEVEL1-NEXT: {{^	}}SimplifyExpr:
// LEVEL1-NEXT: {{^	}}FlattenAtrousConv:
// LEVEL1-NEXT: {{^	}}SimplifyExprPostAlterOp:
// LEVEL1-NEXT: {{^	}}FuseOps:

// LEVEL2-NEXT: {{^	}}RemoveUnusedFunctions:
// LEVEL2-NEXT: {{^	}}ToBasicBlockNormalForm:
// LEVEL2-NEXT: {{^	}}qnn.Legalize:
// LEVEL2-NEXT: {{^		}}QnnLegalize:
// LEVEL2-NEXT: {{^		}}QnnCanonicalize:
// LEVEL2-NEXT: {{^	}}Legalize:
// LEVEL2-NEXT: {{^	}}SimplifyInference:
// LEVEL2-NEXT: {{^	}}FoldConstant:
// LEVEL2-NEXT: {{^	}}FoldScaleAxis:
// LEVEL2-NEXT: {{^		}}FoldConstant:
// LEVEL2-NEXT: {{^	}}SimplifyExpr:
// LEVEL2-NEXT: {{^	}}FlattenAtrousConv:
// LEVEL2-NEXT: {{^	}}SimplifyExprPostAlterOp:
// LEVEL2-NEXT: {{^	}}FoldConstant:
// LEVEL2-NEXT: {{^	}}FuseOps:

// LEVEL3-NEXT: {{^	}}RemoveUnusedFunctions:
// LEVEL3-NEXT: {{^	}}ToBasicBlockNormalForm:
// LEVEL3-NEXT: {{^	}}qnn.Legalize:
// LEVEL3-NEXT: {{^		}}QnnLegalize:
// LEVEL3-NEXT: {{^		}}QnnCanonicalize:
// LEVEL3-NEXT: {{^	}}Legalize:
// LEVEL3-NEXT: {{^	}}SimplifyInference:
// LEVEL3-NEXT: {{^	}}EliminateCommonSubexpr:
// LEVEL3-NEXT: {{^	}}FoldConstant:
// LEVEL3-NEXT: {{^	}}FoldScaleAxis:
// LEVEL3-NEXT: {{^		}}BackwardFoldScaleAxis:
// LEVEL3-NEXT: {{^		}}ForwardFoldScaleAxis:
// LEVEL3-NEXT: {{^		}}FoldConstant:
// LEVEL3-NEXT: {{^	}}SimplifyExpr:
// LEVEL3-NEXT: {{^	}}CanonicalizeCast:
// LEVEL3-NEXT: {{^	}}CanonicalizeOps:
// LEVEL3-NEXT: {{^	}}FlattenAtrousConv:
// LEVEL3-NEXT: {{^	}}AlterOpLayout:
// LEVEL3-NEXT: {{^	}}SimplifyExprPostAlterOp:
// LEVEL3-NEXT: {{^	}}FoldConstant:
// LEVEL3-NEXT: {{^	}}FuseOps:

// LEVEL4-NEXT: {{^	}}RemoveUnusedFunctions:
// LEVEL4-NEXT: {{^	}}ToBasicBlockNormalForm:
// LEVEL4-NEXT: {{^	}}qnn.Legalize:
// LEVEL4-NEXT: {{^		}}QnnLegalize:
// LEVEL4-NEXT: {{^		}}QnnCanonicalize:
// LEVEL4-NEXT: {{^	}}Legalize:
// LEVEL4-NEXT: {{^	}}SimplifyInference:
// LEVEL4-NEXT: {{^	}}EliminateCommonSubexpr:
// LEVEL4-NEXT: {{^	}}CombineParallelConv2d:
// LEVEL4-NEXT: {{^	}}CombineParallelDense:
// LEVEL4-NEXT: {{^	}}CombineParallelBatchMatmul:
// LEVEL4-NEXT: {{^	}}FoldConstant:
// LEVEL4-NEXT: {{^	}}FoldScaleAxis:
// LEVEL4-NEXT: {{^		}}BackwardFoldScaleAxis:
// LEVEL4-NEXT: {{^		}}ForwardFoldScaleAxis:
// LEVEL4-NEXT: {{^		}}FoldConstant:
// LEVEL4-NEXT: {{^	}}SimplifyExpr:
// LEVEL4-NEXT: {{^	}}CanonicalizeCast:
// LEVEL4-NEXT: {{^	}}CanonicalizeOps:
// LEVEL4-NEXT: {{^	}}FlattenAtrousConv:
// LEVEL4-NEXT: {{^	}}AlterOpLayout:
// LEVEL4-NEXT: {{^	}}SimplifyExprPostAlterOp:
// LEVEL4-NEXT: {{^	}}FastMath:
// LEVEL4-NEXT: {{^	}}FoldConstant:
// LEVEL4-NEXT: {{^	}}FuseOps:
// PASSES-NOT: {{:}}

// Level 2 if nothing is said, as with TVM. The level of the tool, and of the
// pipeline in its place.
// RUN: relay-lite-opt %s --relay-optimize | FileCheck %s --check-prefixes=CHECK,TWICE,SLOW
// RUN: relay-lite-opt %s --relay-opt-level=3 --relay-optimize | FileCheck %s --check-prefixes=CHECK,ONCE,SLOW
// RUN: relay-lite-opt %s --relay-opt-level=3 --pass-pipeline='builtin.module(relay-optimize{opt-level=4})' | FileCheck %s --check-prefixes=CHECK,ONCE,FAST
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=Optimize opt-level=3})' | FileCheck %s --check-prefixes=CHECK,ONCE,SLOW

// Passes that are required or disabled, and options of the context.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{required=FastMath,EliminateCommonSubexpr})' | FileCheck %s --check-prefixes=CHECK,ONCE,FAST
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{opt-level=4 disabled=FastMath,EliminateCommonSubexpr})' | FileCheck %s --check-prefixes=CHECK,TWICE,SLOW
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{disabled=FuseOps})' | FileCheck %s --check-prefix=APART
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{config=relay.FuseOps.max_depth=1})' | FileCheck %s --check-prefix=DEPTH
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{instrument=op-count})' 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// COUNT: FuseOps
// COUNT: . relay.fused_fn

// A second run has nothing to do; what is fused stays as it is.
// RUN: relay-lite-opt %s --relay-optimize -o %t
// RUN: relay-lite-opt %t --relay-optimize | diff - %t

// CHECK-LABEL: func.func @main
// CHECK-NOT:     relay.nn.dropout
// CHECK-NOT:     relay.nn.bias_add
// CHECK:         relay.fused_fn
// SLOW:            relay.exp
// ONCE-NOT:        relay.exp
// TWICE:           relay.exp
// FAST:            relay.fast_exp
// FAST-NOT:        relay.exp
// The sum of two constants is one.
// CHECK:           relay.add
// CHECK-NOT:     func.func @unused

// APART-NOT: relay.fused_fn
// APART:     relay.exp
// APART-NOT: relay.fused_fn

// DEPTH-LABEL: func.func @main
// DEPTH-COUNT-4: relay.fused_fn
// DEPTH-NOT:     relay.fused_fn
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %a = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = relay.constant dense<[3.0, 4.0, 5.0]> : tensor<3xf32>
  %d = relay.nn.dropout %x : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %0 = relay.tuple_get %d[0] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  %1 = relay.exp %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.exp %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = relay.multiply %1, %2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = relay.add %a, %b : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %5 = relay.add %3, %4 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}
func.func @unused(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
