// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// reshape, squeeze and expand_dims: every attribute in every form, and the types that TVM infers.

// CHECK-LABEL: func @reshape_extents(
func.func @reshape_extents(%x: tensor<2x3x4xf32>) -> tensor<8x3xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 8, 3>} : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  %0 = relay.reshape %x {newshape = array<i64: 8, 3>} : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-LABEL: func @reshape_to_scalar(
func.func @reshape_to_scalar(%x: tensor<1x1xf32>) -> tensor<f32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64>} : (tensor<1x1xf32>) -> tensor<f32>
  %0 = relay.reshape %x {newshape = array<i64>} : (tensor<1x1xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @reshape_scalar(
func.func @reshape_scalar(%x: tensor<f32>) -> tensor<1xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -1>} : (tensor<f32>) -> tensor<1xf32>
  %0 = relay.reshape %x {newshape = array<i64: -1>} : (tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func @reshape_copy(
func.func @reshape_copy(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 2, 0, 0>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: 2, 0, 0>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @reshape_copy_beside_inferred(
func.func @reshape_copy_beside_inferred(%x: tensor<2x3x4xf32>) -> tensor<8x3xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -1, 0>} : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  %0 = relay.reshape %x {newshape = array<i64: -1, 0>} : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}

// CHECK-LABEL: func @reshape_inferred(
func.func @reshape_inferred(%x: tensor<2x3x4xf32>) -> tensor<2x12xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 0, -1>} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  %0 = relay.reshape %x {newshape = array<i64: 0, -1>} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// CHECK-LABEL: func @reshape_inferred_in_the_middle(
func.func @reshape_inferred_in_the_middle(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 0, -1, 0>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: 0, -1, 0>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @reshape_rest(
func.func @reshape_rest(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 2, -2>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: 2, -2>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @reshape_rest_first(
func.func @reshape_rest_first(%x: tensor<2x3x4xf32>) -> tensor<2x3x4x1x1xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -2, 1, 1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4x1x1xf32>
  %0 = relay.reshape %x {newshape = array<i64: -2, 1, 1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4x1x1xf32>
  return %0 : tensor<2x3x4x1x1xf32>
}

// CHECK-LABEL: func @reshape_inferred_and_rest(
func.func @reshape_inferred_and_rest(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -1, -2>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: -1, -2>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @reshape_inferred_after_rest(
func.func @reshape_inferred_after_rest(%x: tensor<2x3x4xf32>) -> tensor<2x3x4x1xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -2, -1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4x1xf32>
  %0 = relay.reshape %x {newshape = array<i64: -2, -1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4x1xf32>
  return %0 : tensor<2x3x4x1xf32>
}

// CHECK-LABEL: func @reshape_merge(
func.func @reshape_merge(%x: tensor<2x3x4xf32>) -> tensor<6x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -3, -2>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: -3, -2>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// CHECK-LABEL: func @reshape_merge_last(
func.func @reshape_merge_last(%x: tensor<2x3x4xf32>) -> tensor<2x12xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 0, -3>} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  %0 = relay.reshape %x {newshape = array<i64: 0, -3>} : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// CHECK-LABEL: func @reshape_split_left_inferred(
func.func @reshape_split_left_inferred(%x: tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -4, -1, 2, -2>} : (tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: -4, -1, 2, -2>} : (tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK-LABEL: func @reshape_split_right_inferred(
func.func @reshape_split_right_inferred(%x: tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -4, 2, -1, -2>} : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: -4, 2, -1, -2>} : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  return %0 : tensor<2x1x3x4xf32>
}

// CHECK-LABEL: func @reshape_split_and_inferred(
func.func @reshape_split_and_inferred(%x: tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 0, -4, 1, 3, -1>} : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %0 = relay.reshape %x {newshape = array<i64: 0, -4, 1, 3, -1>} : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  return %0 : tensor<2x1x3x4xf32>
}

// CHECK-LABEL: func @reshape_empty(
func.func @reshape_empty(%x: tensor<0x3xf32>) -> tensor<0x1xf32> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -1, 1>} : (tensor<0x3xf32>) -> tensor<0x1xf32>
  %0 = relay.reshape %x {newshape = array<i64: -1, 1>} : (tensor<0x3xf32>) -> tensor<0x1xf32>
  return %0 : tensor<0x1xf32>
}

// CHECK-LABEL: func @reshape_zero(
func.func @reshape_zero(%x: tensor<0x3xf32>) -> tensor<0x7xf32> {
  // CHECK: relay.reshape %{{.*}} {allowzero = true, newshape = array<i64: 0, 7>} : (tensor<0x3xf32>) -> tensor<0x7xf32>
  %0 = relay.reshape %x {allowzero = true, newshape = array<i64: 0, 7>} : (tensor<0x3xf32>) -> tensor<0x7xf32>
  return %0 : tensor<0x7xf32>
}

// CHECK-LABEL: func @reshape_dynamic_copy(
func.func @reshape_dynamic_copy(%x: tensor<?x3xi8>) -> tensor<?x3xi8> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 0, -1>} : (tensor<?x3xi8>) -> tensor<?x3xi8>
  %0 = relay.reshape %x {newshape = array<i64: 0, -1>} : (tensor<?x3xi8>) -> tensor<?x3xi8>
  return %0 : tensor<?x3xi8>
}

// CHECK-LABEL: func @reshape_dynamic_flat(
func.func @reshape_dynamic_flat(%x: tensor<?x3xi8>) -> tensor<?xi8> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -1>} : (tensor<?x3xi8>) -> tensor<?xi8>
  %0 = relay.reshape %x {newshape = array<i64: -1>} : (tensor<?x3xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @reshape_dynamic_merge(
func.func @reshape_dynamic_merge(%x: tensor<?x3xi8>) -> tensor<?xi8> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -3>} : (tensor<?x3xi8>) -> tensor<?xi8>
  %0 = relay.reshape %x {newshape = array<i64: -3>} : (tensor<?x3xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @reshape_dynamic_inferred(
func.func @reshape_dynamic_inferred(%x: tensor<?x3xi8>) -> tensor<2x?xi8> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 2, -1>} : (tensor<?x3xi8>) -> tensor<2x?xi8>
  %0 = relay.reshape %x {newshape = array<i64: 2, -1>} : (tensor<?x3xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @reshape_dynamic_to_static(
func.func @reshape_dynamic_to_static(%x: tensor<?x3xi8>) -> tensor<6xi8> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: 6>} : (tensor<?x3xi8>) -> tensor<6xi8>
  %0 = relay.reshape %x {newshape = array<i64: 6>} : (tensor<?x3xi8>) -> tensor<6xi8>
  return %0 : tensor<6xi8>
}

// CHECK-LABEL: func @reshape_dynamic_split(
func.func @reshape_dynamic_split(%x: tensor<?x3xi8>) -> tensor<2x?x3xi8> {
  // CHECK: relay.reshape %{{.*}} {newshape = array<i64: -4, 2, -1, -2>} : (tensor<?x3xi8>) -> tensor<2x?x3xi8>
  %0 = relay.reshape %x {newshape = array<i64: -4, 2, -1, -2>} : (tensor<?x3xi8>) -> tensor<2x?x3xi8>
  return %0 : tensor<2x?x3xi8>
}

// CHECK-LABEL: func @squeeze_all(
func.func @squeeze_all(%x: tensor<1x2x1xf32>) -> tensor<2xf32> {
  // CHECK: relay.squeeze %{{.*}} : (tensor<1x2x1xf32>) -> tensor<2xf32>
  %0 = relay.squeeze %x : (tensor<1x2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @squeeze_to_scalar(
func.func @squeeze_to_scalar(%x: tensor<1x1xf32>) -> tensor<f32> {
  // CHECK: relay.squeeze %{{.*}} : (tensor<1x1xf32>) -> tensor<f32>
  %0 = relay.squeeze %x : (tensor<1x1xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @squeeze_axes(
func.func @squeeze_axes(%x: tensor<1x2x1xf32>) -> tensor<2xf32> {
  // CHECK: relay.squeeze %{{.*}} {axis = array<i64: 0, -1>} : (tensor<1x2x1xf32>) -> tensor<2xf32>
  %0 = relay.squeeze %x {axis = array<i64: 0, -1>} : (tensor<1x2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @squeeze_dynamic(
func.func @squeeze_dynamic(%x: tensor<1x?x1xf32>) -> tensor<1x1xf32> {
  // CHECK: relay.squeeze %{{.*}} {axis = array<i64: 1>} : (tensor<1x?x1xf32>) -> tensor<1x1xf32>
  %0 = relay.squeeze %x {axis = array<i64: 1>} : (tensor<1x?x1xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// CHECK-LABEL: func @squeeze_nothing(
func.func @squeeze_nothing(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.squeeze %{{.*}} {axis = array<i64>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.squeeze %x {axis = array<i64>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @squeeze_axis_twice(
func.func @squeeze_axis_twice(%x: tensor<1x?x1xf32>) -> tensor<1x?xf32> {
  // CHECK: relay.squeeze %{{.*}} {axis = array<i64: 2, -1>} : (tensor<1x?x1xf32>) -> tensor<1x?xf32>
  %0 = relay.squeeze %x {axis = array<i64: 2, -1>} : (tensor<1x?x1xf32>) -> tensor<1x?xf32>
  return %0 : tensor<1x?xf32>
}

// CHECK-LABEL: func @expand_dims_middle(
func.func @expand_dims_middle(%x: tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32> {
  // CHECK: relay.expand_dims %{{.*}} {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %0 = relay.expand_dims %x {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  return %0 : tensor<2x1x3x4xf32>
}

// CHECK-LABEL: func @expand_dims_last(
func.func @expand_dims_last(%x: tensor<?x3xf32>) -> tensor<?x3x1xf32> {
  // CHECK: relay.expand_dims %{{.*}} {axis = -1 : i64} : (tensor<?x3xf32>) -> tensor<?x3x1xf32>
  %0 = relay.expand_dims %x {axis = -1 : i64} : (tensor<?x3xf32>) -> tensor<?x3x1xf32>
  return %0 : tensor<?x3x1xf32>
}

// CHECK-LABEL: func @expand_dims_first(
func.func @expand_dims_first(%x: tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32> {
  // CHECK: relay.expand_dims %{{.*}} {axis = -4 : i64} : (tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32>
  %0 = relay.expand_dims %x {axis = -4 : i64} : (tensor<2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// CHECK-LABEL: func @expand_dims_several(
func.func @expand_dims_several(%x: tensor<3x10xf32>) -> tensor<3x10x1x1xf32> {
  // CHECK: relay.expand_dims %{{.*}} {axis = 2 : i64, num_newaxis = 2 : i64} : (tensor<3x10xf32>) -> tensor<3x10x1x1xf32>
  %0 = relay.expand_dims %x {axis = 2 : i64, num_newaxis = 2 : i64} : (tensor<3x10xf32>) -> tensor<3x10x1x1xf32>
  return %0 : tensor<3x10x1x1xf32>
}

// CHECK-LABEL: func @expand_dims_none(
func.func @expand_dims_none(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.expand_dims %{{.*}} {axis = 1 : i64, num_newaxis = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.expand_dims %x {axis = 1 : i64, num_newaxis = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @expand_dims_scalar(
func.func @expand_dims_scalar(%x: tensor<f32>) -> tensor<1xf32> {
  // CHECK: relay.expand_dims %{{.*}} {axis = 0 : i64} : (tensor<f32>) -> tensor<1xf32>
  %0 = relay.expand_dims %x {axis = 0 : i64} : (tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
