// Errors that keep the default pipeline from running.

// The module has to have an entry function, unless nothing looks for it.
// RUN: not relay-lite-opt %s --relay-optimize 2>&1 | FileCheck %s --check-prefix=MAIN
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{disabled=RemoveUnusedFunctions})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{opt-level=0})' | FileCheck %s
// MAIN: error: {{.*}}main

// Options are checked when they are parsed, as those of relay-sequential are, so
// that the pipeline is not printed.
// RUN: not relay-lite-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(relay-optimize{opt-level=high})' 2>&1 | FileCheck %s --check-prefixes=PARSE,LEVEL
// RUN: not relay-lite-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(relay-optimize{disabled=FoldConst})' 2>&1 | FileCheck %s --check-prefixes=PARSE,NAME
// RUN: not relay-lite-opt %s --dump-pass-pipeline --relay-optimize=required=FoldConst 2>&1 | FileCheck %s --check-prefixes=PARSE,NAME
// RUN: not relay-lite-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(relay-fold-scale-axis{config=relay.FuseOps.max_depth=deep})' 2>&1 | FileCheck %s --check-prefixes=PARSE,CONFIG
// RUN: not relay-lite-opt %s --dump-pass-pipeline --pass-pipeline='builtin.module(relay-optimize{instrument=clock})' 2>&1 | FileCheck %s --check-prefixes=PARSE,INSTRUMENT
// PARSE-NOT: builtin.module(relay-sequential
// LEVEL: error: relay-sequential: expected an integer as opt-level, but got 'high'
// NAME: error: relay-sequential: unknown pass 'FoldConst'; did you mean 'FoldConstant'?
// CONFIG: error: relay-sequential: {{.*}}relay.FuseOps.max_depth
// INSTRUMENT: error: relay-sequential: {{.*}}'clock'
// PARSE-NOT: builtin.module(relay-sequential

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{levels=3})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option levels
// OPTION: error: failed to add `relay-optimize`

// CHECK-LABEL: func.func @other
// CHECK-NEXT:    return
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
