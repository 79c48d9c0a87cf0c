// Levels, required and disabled passes, options and nesting of relay-sequential.

// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=SimplifyInference,FoldConstant})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=" relay._transform.FoldConstant , transform.InferType"})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=relay-fold-constant})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=func.func(relay-fold-constant)})' | FileCheck %s --check-prefixes=CHECK,FOLDED

// Its level is 2.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant opt-level=1})' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant opt-level=1 required=FoldConstant})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// Disabled is stronger than required; names may be arguments.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant opt-level=3 required=FoldConstant disabled=relay-fold-constant})' | FileCheck %s --check-prefixes=CHECK,KEPT

// The flags of relay-lite-opt, and options in their place.
// RUN: relay-lite-opt %s --relay-opt-level=1 --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant})' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s --relay-opt-level=1 --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant opt-level=2})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --relay-opt-level=1 --relay-require-pass=FoldConstant --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --relay-disable-pass=FoldConstant --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant})' | FileCheck %s --check-prefixes=CHECK,KEPT

// Passes called by themselves run at every level.
// RUN: relay-lite-opt %s --relay-opt-level=0 --relay-disable-pass=FoldConstant --relay-fold-constant | FileCheck %s --check-prefixes=CHECK,FOLDED

// But the config is theirs too, wherever they are.
// RUN: relay-lite-opt %s --relay-config=relay.FoldConstant.max_growth=1 --relay-fold-constant | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s '--relay-config=relay.FoldConstant.no_fold_ops=["tile"]' --pass-pipeline='builtin.module(func.func(cse),relay-fold-constant{no-fold-ops=exp})' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s --relay-config=relay.FuseOps.link_params=true --pass-pipeline='builtin.module(func.func(canonicalize,relay-fuse-ops))' | FileCheck %s --check-prefix=LINKED
// RUN: relay-lite-opt %s --relay-opt-level=2 --pass-pipeline='builtin.module(func.func(canonicalize,relay-fuse-ops))' | FileCheck %s --check-prefix=FUSED
// RUN: relay-lite-opt %s --relay-opt-level=0 --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' | FileCheck %s --check-prefix=SINGLE
// FUSED-COUNT-1:  relay.fused_fn
// FUSED-NOT:      relay.fused_fn
// LINKED:         relay.fused_fn (%{{[^,]*}}: tensor<14xf32> {{[^,]*}}) ->
// SINGLE-COUNT-2: relay.fused_fn

// Reproducers have what the flags have set.
// RUN: not relay-lite-opt %s --relay-opt-level=3 --relay-disable-pass=FuseOps --relay-config=relay.FoldConstant.report=%t.none/report --relay-sequential=passes=FoldConstant --mlir-pass-pipeline-crash-reproducer=%t.mlir
// RUN: FileCheck %s --check-prefix=REPRODUCER < %t.mlir
// RUN: not relay-lite-opt --run-reproducer %t.mlir 2>&1 | FileCheck %s --check-prefix=REPRODUCED
// REPRODUCER: config={relay.FoldConstant.report={{.*}}} disabled={FuseOps} {{.*}} opt-level=3 passes=FoldConstant
// REPRODUCED: error: {{.*}}.none/report

// Options of the pass, and the config, which is stronger.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{max-growth=1}})' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.max_growth=1})' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{max-growth=1} config=relay.FoldConstant.max_growth=0})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --relay-config=relay.FoldConstant.max_growth=1 --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant})' | FileCheck %s --check-prefixes=CHECK,KEPT

// A list of the config takes the place of that of the pass too.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{no-fold-ops=tile max-cost=0} config=relay.FoldConstant.no_fold_ops=["exp"]})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{no-fold-ops=exp} config=relay.FoldConstant.no_fold_ops=["tile","exp"]})' | FileCheck %s --check-prefixes=CHECK,KEPT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{no-fold-ops=tile} config=relay.FoldConstant.no_fold_ops=[]})' | FileCheck %s --check-prefixes=CHECK,FOLDED

// Sequentials in Sequentials take no longer than their depth.
// RUN: %python -c "print('--pass-pipeline=builtin.module(' + 'relay-sequential{passes=' * 60 + 'FoldConstant' + '}' * 60 + ')')" > %t
// RUN: relay-lite-opt %s @%t | FileCheck %s --check-prefixes=CHECK,FOLDED

// Stock passes and pipelines of MLIR.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant,func.func(canonicalize{max-iterations=3},cse),symbol-dce})' | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant,relay-lower-to-llvm})' | FileCheck %s --check-prefix=LLVM

// A pass that is required once runs once.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=SimplifyInference,SimplifyInference,FoldConstant resolve=graph instrument=timing})' 2>&1 >/dev/null | FileCheck %s --check-prefix=GRAPH
// GRAPH-COUNT-4: InferType
// GRAPH-NOT:     InferType
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=SimplifyInference,SimplifyInference,FoldConstant instrument=timing})' 2>&1 >/dev/null | FileCheck %s --check-prefix=EACH-TIME
// EACH-TIME-COUNT-5: InferType
// EACH-TIME-NOT:     InferType

// RUN: relay-lite-opt --relay-list-passes | FileCheck %s --check-prefix=PASSES
// PASSES:      Name {{ *}}Argument {{ *}}Level Kind {{ *}}Required {{ *}}Summary
// PASSES:      FoldConstant {{ *}}relay-fold-constant {{ *}}2 function {{ *}}- {{ *}}Evaluate constant expressions
// PASSES:      SimplifyInference {{ *}}relay-simplify-inference {{ *}}0 function {{ *}}InferType {{ *}}Simplify
// RUN: relay-lite-opt --relay-list-configs | FileCheck %s --check-prefix=CONFIGS
// CONFIGS:     relay.FuseOps.max_depth {{ *}}IntImm {{ *}}Most operators
// CONFIGS:     tir.UnrollLoop {{ *}}tir.transform.UnrollLoopConfig
// CONFIGS:     tir.UnrollLoop.auto_max_depth {{ *}}IntImm {{ *}}Most loops {{.*}} (default 8)
// RUN: relay-lite-opt --help | FileCheck %s --check-prefix=HELP
// HELP-DAG:    --relay-disable-pass=<name>{{.*}}BindParams, {{.*}}FoldConstant, {{.*}}InferType
// HELP-DAG:    --relay-sequential

// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential)' | FileCheck %s --check-prefixes=CHECK,KEPT

// The value has 48 bytes more than its operand.
// CHECK-LABEL: func.func @f
// KEPT:          relay.tile
// FOLDED-NOT:    relay.tile
// FOLDED:        %[[C:.*]] = relay.constant dense<[3.000000e+00, 4.000000e+00, {{.*}}]> : tensor<14xf32>
// FOLDED:        relay.add %{{.*}}, %[[C]]
// LLVM:        llvm.func @f
func.func @f(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = relay.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %1 = relay.tile %0 {reps = array<i64: 7>} : (tensor<2xf32>) -> tensor<14xf32>
  %2 = relay.add %x, %1 : (tensor<14xf32>, tensor<14xf32>) -> tensor<14xf32>
  return %2 : tensor<14xf32>
}
