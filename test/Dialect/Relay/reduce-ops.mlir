// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @sum_all
func.func @sum_all(%x: tensor<2x?xf32>) -> tensor<f32> {
  // CHECK: relay.sum %{{.*}} : (tensor<2x?xf32>) -> tensor<f32>
  %0 = relay.sum %x {keepdims = false, exclude = false} : (tensor<2x?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// An empty list of axes means all of them, as in TVM.
// CHECK-LABEL: func @sum_no_axes_keepdims
func.func @sum_no_axes_keepdims(%x: tensor<2x?xf32>) -> tensor<1x1xf32> {
  // CHECK: relay.sum %{{.*}} {axis = array<i64>, keepdims = true} : (tensor<2x?xf32>) -> tensor<1x1xf32>
  %0 = relay.sum %x {axis = array<i64>, keepdims = true} : (tensor<2x?xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func @mean_negative_axis
func.func @mean_negative_axis(%x: tensor<?x3x4xf16>) -> tensor<?x3x1xf16> {
  // CHECK: relay.mean %{{.*}} {axis = array<i64: -1>, keepdims = true} : (tensor<?x3x4xf16>) -> tensor<?x3x1xf16>
  %0 = relay.mean %x {axis = array<i64: -1>, keepdims = true} : (tensor<?x3x4xf16>) -> tensor<?x3x1xf16>
  return %0 : tensor<?x3x1xf16>
}

// CHECK-LABEL: func @max_exclude
func.func @max_exclude(%x: tensor<?x3x4xui8>) -> tensor<3xui8> {
  // CHECK: relay.max %{{.*}} {axis = array<i64: 1>, exclude = true} : (tensor<?x3x4xui8>) -> tensor<3xui8>
  %0 = relay.max %x {axis = array<i64: 1>, exclude = true} : (tensor<?x3x4xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// Nothing is left to reduce.
// CHECK-LABEL: func @min_exclude_all
func.func @min_exclude_all(%x: tensor<?x3xi32>) -> tensor<?x3xi32> {
  // CHECK: relay.min %{{.*}} {axis = array<i64: 1, 0>, exclude = true} : (tensor<?x3xi32>) -> tensor<?x3xi32>
  %0 = relay.min %x {axis = array<i64: 1, 0>, exclude = true} : (tensor<?x3xi32>) -> tensor<?x3xi32>
  return %0 : tensor<?x3xi32>
}

// CHECK-LABEL: func @prod_rank_0
func.func @prod_rank_0(%x: tensor<i64>) -> tensor<i64> {
  // CHECK: relay.prod %{{.*}} : (tensor<i64>) -> tensor<i64>
  %0 = relay.prod %x : (tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// CHECK-LABEL: func @variance
func.func @variance(%x: tensor<?x3xf32>, %m: tensor<?x1xf32>) -> tensor<?xf32> {
  // CHECK: relay.variance %{{.*}}, %{{.*}} {axis = array<i64: 1>, unbiased = true} : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?xf32>
  %0 = relay.variance %x, %m {axis = array<i64: 1>, unbiased = true} : (tensor<?x3xf32>, tensor<?x1xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @argmax
func.func @argmax(%x: tensor<2x3x4xf64>) -> tensor<2x1x4xi32> {
  // CHECK: relay.argmax %{{.*}} {axis = array<i64: 1>, keepdims = true, select_last_index = true} : (tensor<2x3x4xf64>) -> tensor<2x1x4xi32>
  %0 = relay.argmax %x {axis = array<i64: 1>, keepdims = true, select_last_index = true} : (tensor<2x3x4xf64>) -> tensor<2x1x4xi32>
  return %0 : tensor<2x1x4xi32>
}

// CHECK-LABEL: func @argmin
func.func @argmin(%x: tensor<2x3xi8>) -> tensor<i32> {
  // CHECK: relay.argmin %{{.*}} : (tensor<2x3xi8>) -> tensor<i32>
  %0 = relay.argmin %x : (tensor<2x3xi8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func @unknown
func.func @unknown(%x: !relay.unknown) -> !relay.unknown {
  // CHECK: relay.sum %{{.*}} : (!relay.unknown) -> !relay.unknown
  %0 = relay.sum %x : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func @all
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xi1>
func.func @all(%a0: tensor<2x?xi1>) -> tensor<2x1xi1> {
  // CHECK: relay.all %[[A0]] {axis = array<i64: -1>, keepdims = true} : (tensor<2x?xi1>) -> tensor<2x1xi1>
  %0 = relay.all %a0 {axis = array<i64: -1>, keepdims = true} : (tensor<2x?xi1>) -> tensor<2x1xi1>
  return %0 : tensor<2x1xi1>
}

// CHECK-LABEL: func @any
// CHECK-SAME: %[[A0:.*]]: tensor<2x3xi1>
func.func @any(%a0: tensor<2x3xi1>) -> tensor<3xi1> {
  // CHECK: relay.any %[[A0]] {axis = array<i64: 1>, exclude = true} : (tensor<2x3xi1>) -> tensor<3xi1>
  %0 = relay.any %a0 {axis = array<i64: 1>, exclude = true} : (tensor<2x3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CHECK-LABEL: func @any_of_floats
// CHECK-SAME: %[[A0:.*]]: tensor<f32>
func.func @any_of_floats(%a0: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.any %[[A0]] : (tensor<f32>) -> tensor<f32>
  %0 = relay.any %a0 : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
