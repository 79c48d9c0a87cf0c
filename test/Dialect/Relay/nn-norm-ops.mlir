// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @batch_norm
func.func @batch_norm(%x: tensor<1x?x8xf32>, %v: tensor<3xf32>, %w: tensor<?xf32>) -> tuple<tensor<1x?x8xf32>, tensor<?xf32>, tensor<?xf32>> {
  // CHECK: relay.nn.batch_norm %{{.*}} {epsilon = 1.000000e-03 : f64, scale = false} : (tensor<1x?x8xf32>, tensor<3xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<1x?x8xf32>, tensor<?xf32>, tensor<?xf32>>
  %0 = relay.nn.batch_norm %x, %v, %w, %v, %v {axis = 1 : i64, epsilon = 1.0e-3 : f64, scale = false} : (tensor<1x?x8xf32>, tensor<3xf32>, tensor<?xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<1x?x8xf32>, tensor<?xf32>, tensor<?xf32>>
  return %0 : tuple<tensor<1x?x8xf32>, tensor<?xf32>, tensor<?xf32>>
}

// CHECK-LABEL: func @layer_norm
func.func @layer_norm(%x: tensor<2x3xf16>, %v: tensor<2xf16>) -> tensor<2x3xf16> {
  // CHECK: relay.nn.layer_norm %{{.*}} {axis = -2 : i64, center = false} : (tensor<2x3xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<2x3xf16>
  %0 = relay.nn.layer_norm %x, %v, %v {axis = -2 : i64, center = false} : (tensor<2x3xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// CHECK-LABEL: func @group_norm
func.func @group_norm(%x: tensor<1x4x8xf32>, %v: tensor<4xf32>) -> tensor<1x4x8xf32> {
  // CHECK: relay.nn.group_norm %{{.*}} {num_groups = 2 : i64} : (tensor<1x4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8xf32>
  %0 = relay.nn.group_norm %x, %v, %v {num_groups = 2 : i64} : (tensor<1x4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}

// CHECK-LABEL: func @instance_norm
func.func @instance_norm(%x: tensor<1x4x8xf32>, %v: tensor<8xf32>) -> tensor<1x4x8xf32> {
  // CHECK: relay.nn.instance_norm %{{.*}} {axis = -1 : i64} : (tensor<1x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x4x8xf32>
  %0 = relay.nn.instance_norm %x, %v, %v {axis = -1 : i64} : (tensor<1x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}

// CHECK-LABEL: func @l2_normalize
func.func @l2_normalize(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  // CHECK: relay.nn.l2_normalize %{{.*}} {axis = array<i64: 1>, eps = 1.000000e-03 : f64} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %0 = relay.nn.l2_normalize %x {axis = array<i64: 1>, eps = 1.0e-3 : f64} : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[S:.*]] = relay.nn.softmax %{{.*}} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = relay.nn.softmax %x {axis = -1 : i64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: relay.nn.log_softmax %[[S]] {axis = 0 : i64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = relay.nn.log_softmax %0 {axis = 0 : i64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// CHECK-LABEL: func @dropout
func.func @dropout(%x: tensor<?x4xf32>) -> tuple<tensor<?x4xf32>, tensor<?x4xf32>> {
  // CHECK: relay.nn.dropout %{{.*}} {rate = 7.500000e-01 : f64} : (tensor<?x4xf32>) -> tuple<tensor<?x4xf32>, tensor<?x4xf32>>
  %0 = relay.nn.dropout %x {rate = 0.75 : f64} : (tensor<?x4xf32>) -> tuple<tensor<?x4xf32>, tensor<?x4xf32>>
  return %0 : tuple<tensor<?x4xf32>, tensor<?x4xf32>>
}

// CHECK-LABEL: func @fast_softmax
// CHECK-SAME: %[[A0:.*]]: tensor<?x4xf32>
func.func @fast_softmax(%a0: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: relay.nn.fast_softmax %[[A0]] {axis = 0 : i64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %0 = relay.nn.fast_softmax %a0 {axis = 0 : i64} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
