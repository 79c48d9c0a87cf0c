// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-label-ops))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-label-ops))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-label-ops))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=LabelOps opt-level=0})' | FileCheck %s --check-prefix=LEVEL0
// LEVEL0-NOT: relay.hash

// Names do not count; the same literal in another function has the same hash.
// CHECK-LABEL: func @fused
// CHECK-SAME: attributes {relay.hash = "[[$OUTER:[0-9a-f]+]]"}
// CHECK: relay.fused_fn {{.*}} attributes {relay.Primitive = 1 : i64, relay.hash = "[[$INNER:[0-9a-f]+]]"}
func.func @fused(%x: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> {
  %0 = relay.fused_fn (%p0: tensor<2xf32> {relay.name = "p0"}) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.exp %p0 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.let %2 as "a" : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// CHECK-LABEL: func @other_names
// CHECK-SAME: attributes {relay.hash = "[[$OUTER]]", relay.pure}
// CHECK: relay.fused_fn {{.*}} relay.hash = "[[$INNER]]"
func.func @other_names(%y: tensor<2xf32> {relay.name = "y"}) -> tensor<2xf32> attributes {relay.pure} {
  %0 = relay.fused_fn (%p1: tensor<2xf32> {relay.name = "p1"}) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.exp %p1 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.let %2 as "b" : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %0(%y) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// CHECK-LABEL: func @other_operator
// CHECK-NOT: "[[$OUTER]]"
// CHECK-NOT: "[[$INNER]]"
func.func @other_operator(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.fused_fn (%p0: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %2 = relay.log %p0 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.let %2 as "a" : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Operands and attributes count.
// CHECK-LABEL: func @left
// CHECK-SAME: relay.hash = "[[$LEFT:[0-9a-f]+]]"
func.func @left(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.subtract %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: func @right
// CHECK-NOT: "[[$LEFT]]"
func.func @right(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.subtract %y, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: func @one
// CHECK-SAME: relay.hash = "[[$ONE:[0-9a-f]+]]"
func.func @one() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}
// CHECK-LABEL: func @two
// CHECK-NOT: "[[$ONE]]"
func.func @two() -> tensor<f32> {
  %0 = relay.constant dense<2.0> : tensor<f32>
  return %0 : tensor<f32>
}

// Captured values count where the closure is made.
// CHECK-LABEL: func @captures_x
// CHECK-SAME: relay.hash = "[[$X:[0-9a-f]+]]"
// CHECK: relay.fn {{.*}}relay.hash = "[[$FN:[0-9a-f]+]]"
func.func @captures_x(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (() -> tensor<2xf32>) {
  %0 = relay.fn () -> tensor<2xf32> {
    relay.yield %x : tensor<2xf32>
  }
  return %0 : () -> tensor<2xf32>
}
// CHECK-LABEL: func @captures_y
// CHECK-NOT: "[[$X]]"
// CHECK: relay.fn {{.*}}relay.hash = "[[$FN]]"
func.func @captures_y(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (() -> tensor<2xf32>) {
  %0 = relay.fn () -> tensor<2xf32> {
    relay.yield %y : tensor<2xf32>
  }
  return %0 : () -> tensor<2xf32>
}

// The layouts of the function itself, the last one of each name.
// CHECK-LABEL: func @layouts
// CHECK-SAME: attributes {relay.hash = "{{[0-9a-f]+}}", relay.layout = "NHWC", relay.out_layout = ""}
func.func @layouts(%x: tensor<1x4x8x8xf32>, %y: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %a = relay.let %0 as "a" : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.max_pool2d %y {layout = "NHWC", pool_size = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %1 : tensor<1x8x8x4xf32>
}

// CHECK-LABEL: func @branches
// CHECK-SAME: relay.hash
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %c -> tensor<2xf32> {
    relay.yield %x : tensor<2xf32>
  } else {
    %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-NOT: relay.hash
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1 : i64} {
  return %x : tensor<2xf32>
}
