// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-alter-op-layout))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-legalize))' | FileCheck %s

// Without rules of a target, nothing changes.

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x4x1x1xf32>
func.func @main(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %b: tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  // CHECK-NEXT: %[[CONV:.*]] = relay.nn.conv2d %[[X]], %[[W]]
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[CONV]]
  // CHECK-NEXT: return %[[ADD]]
  %0 = relay.nn.conv2d %x, %w : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.add %0, %b : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}
