// RUN: relay-lite-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' --debug-only=relay-fuse-ops -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUSE
// RUN: relay-lite-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(relay-simplify-expr))' --debug-only=other,relay-simplify-expr -o /dev/null 2>&1 | FileCheck %s --check-prefix=SIMPLIFY
// RUN: relay-lite-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: relay-lite-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' --debug-only=other -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty

// NONE-NOT: {{.}}

// Passes tell what they do, and why not.
// FUSE: [relay-fuse-ops FuseOps.cpp:{{[0-9]+}} 1] node 0: relay.nn.conv2d, pattern 4
// FUSE-NEXT: node 1: relay.sum, pattern 3{{$}}
// FUSE-NEXT: node 2: relay.exp, pattern 0, used outside of operators
// FUSE: GraphPartitioner.cpp:{{.*}} phase 0: node 0 into 1: only elementwise operators may follow
// FUSE: phase 0: node 1 into 2: it is not the turn of its pattern

// Patterns tell why they do not match.
// SIMPLIFY: [relay-simplify-expr {{.*}}] loc({{.*}}debug-log.mlir":[[#@LINE+9]]:8): the divisor is no square root
func.func @f(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x3x3xf32>, %shape: tensor<2xi64>) -> tensor<1x6x6xf32> {
  %0 = relay.nn.conv2d %x, %w {kernel_size = array<i64: 3, 3>} : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x6x6xf32>
  %1 = relay.sum %0 {axis = array<i64: 1>} : (tensor<1x4x6x6xf32>) -> tensor<1x6x6xf32>
  %2 = relay.exp %1 : (tensor<1x6x6xf32>) -> tensor<1x6x6xf32>
  return %2 : tensor<1x6x6xf32>
}

func.func @g(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.divide %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
