// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-canonicalize-ops))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-canonicalize-ops))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-canonicalize-ops))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=CanonicalizeOps opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// LEVEL2: relay.nn.bias_add
// LEVEL2-NOT: relay.add

// CHECK-LABEL: func @bias_add
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x8xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @bias_add(%x: tensor<1x3x8x8xf32>, %b: tensor<3xf32>) -> tensor<1x3x8x8xf32> {
  // CHECK-NEXT: %[[E:.*]] = relay.expand_dims %[[B]] {axis = 1 : i64, num_newaxis = 2 : i64} : (tensor<3xf32>) -> tensor<3x1x1xf32>
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[X]], %[[E]] : (tensor<1x3x8x8xf32>, tensor<3x1x1xf32>) -> tensor<1x3x8x8xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.bias_add %x, %b : (tensor<1x3x8x8xf32>, tensor<3xf32>) -> tensor<1x3x8x8xf32>
  return %0 : tensor<1x3x8x8xf32>
}

// The last axis needs no new dimensions.
// CHECK-LABEL: func @last_axis
// CHECK-SAME: %[[X:.*]]: tensor<2x3xi32>, %[[B:.*]]: tensor<3xi32>)
func.func @last_axis(%x: tensor<2x3xi32>, %b: tensor<3xi32>) -> tensor<2x3xi32> {
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[X]], %[[B]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.bias_add %x, %b {axis = -1 : i64} : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// The type of the result stays, though the bias tells the size.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<?x?x4xf32>, %b: tensor<3xf32>) -> tensor<?x?x4xf32> {
  // CHECK: relay.add %{{.*}}, %{{.*}} : (tensor<?x?x4xf32>, tensor<3x1xf32>) -> tensor<?x?x4xf32>
  %0 = relay.nn.bias_add %x, %b {axis = -2 : i64} : (tensor<?x?x4xf32>, tensor<3xf32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}

// Branches and function literals are visited too.
// CHECK-LABEL: func @regions
func.func @regions(%c: tensor<i1>, %x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK-NOT: relay.nn.bias_add
  // CHECK: relay.fn
  // CHECK-NEXT: relay.add
  // CHECK: relay.if
  // CHECK-NEXT: relay.add
  // CHECK-NOT: relay.nn.bias_add
  // CHECK: return
  %f = relay.fn (%y: tensor<2x3xf32>) -> tensor<2x3xf32> {
    %1 = relay.nn.bias_add %y, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    relay.yield %1 : tensor<2x3xf32>
  }
  %0 = relay.if %c -> tensor<2x3xf32> {
    %1 = relay.nn.bias_add %x, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    relay.yield %1 : tensor<2x3xf32>
  } else {
    %1 = relay.apply %f(%x) : ((tensor<2x3xf32>) -> tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    relay.yield %1 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

// Unused operators stay.
// CHECK-LABEL: func @unused
func.func @unused(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: relay.nn.bias_add
  %0 = relay.nn.bias_add %x, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK-NEXT: relay.nn.bias_add
  %0 = relay.nn.bias_add %x, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
