// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=99' | FileCheck %s --check-prefixes=CHECK,EACH
// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=436' | FileCheck %s
// The config goes before the options.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{max-growth=436} config=relay.FoldConstant.max_growth=99})' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,EACH
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant{max-growth=99} config=relay.FoldConstant.max_growth=436})' \
// RUN:   | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-constant='max-growth=99' --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// REMARK-DAG: relay.add: it is 436 bytes larger than its constants, the limit is 99"
// REMARK-DAG: relay.negative: it is part of a value that is too large"

// The first sum is larger than its terms by 11 * 11 * 4 - 11 * 4 - 4 = 436
// bytes (one of them is a splat), the second by 5 * 5 * 4 - 5 * 4 - 4 = 76, the
// last by 10 * 10 - 10 - 1 = 89. Other expressions stay as they are written. A
// sum of splats is a splat and does not grow.

// CHECK-LABEL: func.func @f
// EACH: relay.constant dense<{{\[\[}}1.000000e+00], [2.0{{.*}} : tensor<11x1xf32>
// EACH: relay.negative
// EACH: relay.add
// CHECK-NOT: relay.add
// CHECK: return
func.func @f() -> tuple<tensor<11x11xf32>, tensor<5x5xf32>, tensor<10x10xi8>, tensor<99x99xi8>> {
  %0 = relay.constant dense<[[1.0], [2.0], [3.0], [4.0], [5.0], [6.0], [7.0], [8.0], [9.0], [10.0], [11.0]]> : tensor<11x1xf32>
  %1 = relay.negative %0 : (tensor<11x1xf32>) -> tensor<11x1xf32>
  %2 = relay.constant dense<2.0> : tensor<1x11xf32>
  %3 = relay.add %1, %2 : (tensor<11x1xf32>, tensor<1x11xf32>) -> tensor<11x11xf32>
  %4 = relay.constant dense<[[1.0], [2.0], [3.0], [4.0], [5.0]]> : tensor<5x1xf32>
  %5 = relay.constant dense<2.0> : tensor<1x5xf32>
  %6 = relay.add %4, %5 : (tensor<5x1xf32>, tensor<1x5xf32>) -> tensor<5x5xf32>
  %7 = relay.constant dense<[[1], [2], [3], [4], [5], [6], [7], [8], [9], [10]]> : tensor<10x1xi8>
  %8 = relay.constant dense<2> : tensor<1x10xi8>
  %9 = relay.add %7, %8 : (tensor<10x1xi8>, tensor<1x10xi8>) -> tensor<10x10xi8>
  %s0 = relay.constant dense<1> : tensor<99x1xi8>
  %s1 = relay.constant dense<2> : tensor<1x99xi8>
  %s2 = relay.add %s0, %s1 : (tensor<99x1xi8>, tensor<1x99xi8>) -> tensor<99x99xi8>
  %10 = relay.tuple %3, %6, %9, %s2 : (tensor<11x11xf32>, tensor<5x5xf32>, tensor<10x10xi8>, tensor<99x99xi8>) -> tuple<tensor<11x11xf32>, tensor<5x5xf32>, tensor<10x10xi8>, tensor<99x99xi8>>
  return %10 : tuple<tensor<11x11xf32>, tensor<5x5xf32>, tensor<10x10xi8>, tensor<99x99xi8>>
}
