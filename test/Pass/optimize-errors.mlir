// Errors that keep the default pipeline from running.

// The module has to have an entry function, unless nothing looks for it.
// RUN: not relay-lite-opt %s --relay-optimize 2>&1 | FileCheck %s --check-prefix=MAIN
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{disabled=RemoveUnusedFunctions})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{opt-level=0})' | FileCheck %s
// MAIN: error: {{.*}}main

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{opt-level=high})' 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: relay-sequential: expected an integer as opt-level, but got 'high'

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{disabled=FoldConst})' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: {{.*}}'FoldConst'

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{config=relay.FuseOps.max_depth=deep})' 2>&1 | FileCheck %s --check-prefix=CONFIG
// CONFIG: error: {{.*}}relay.FuseOps.max_depth

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-optimize{levels=3})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: no such option levels
// OPTION: error: failed to add `relay-optimize`

// CHECK-LABEL: func.func @other
// CHECK-NEXT:    return
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
