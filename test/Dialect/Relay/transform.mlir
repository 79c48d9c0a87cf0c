// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that move elements: every attribute in every form, and the types that TVM infers.

// CHECK-LABEL: func @broadcast_to(
func.func @broadcast_to(%x: tensor<2x1xf32>) -> tensor<5x2x4xf32> {
  // CHECK: relay.broadcast_to %{{.*}} {shape = array<i64: 5, 2, 4>} : (tensor<2x1xf32>) -> tensor<5x2x4xf32>
  %0 = relay.broadcast_to %x {shape = array<i64: 5, 2, 4>} : (tensor<2x1xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// CHECK-LABEL: func @broadcast_to_dynamic(
func.func @broadcast_to_dynamic(%x: tensor<1x?xi8>) -> tensor<3x4xi8> {
  // CHECK: relay.broadcast_to %{{.*}} {shape = array<i64: 3, 4>} : (tensor<1x?xi8>) -> tensor<3x4xi8>
  %0 = relay.broadcast_to %x {shape = array<i64: 3, 4>} : (tensor<1x?xi8>) -> tensor<3x4xi8>
  return %0 : tensor<3x4xi8>
}

// CHECK-LABEL: func @broadcast_to_scalar(
func.func @broadcast_to_scalar(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.broadcast_to %{{.*}} {shape = array<i64>} : (tensor<f32>) -> tensor<f32>
  %0 = relay.broadcast_to %x {shape = array<i64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @broadcast_to_empty(
func.func @broadcast_to_empty(%x: tensor<1x4xi8>) -> tensor<0x4xi8> {
  // CHECK: relay.broadcast_to %{{.*}} {shape = array<i64: 0, 4>} : (tensor<1x4xi8>) -> tensor<0x4xi8>
  %0 = relay.broadcast_to %x {shape = array<i64: 0, 4>} : (tensor<1x4xi8>) -> tensor<0x4xi8>
  return %0 : tensor<0x4xi8>
}

// CHECK-LABEL: func @broadcast_to_dtype(
func.func @broadcast_to_dtype(%x: tensor<f32>) -> tensor<2xf32> {
  // CHECK: relay.broadcast_to %{{.*}} {dtype = i8, shape = array<i64: 2>} : (tensor<f32>) -> tensor<2xf32>
  %0 = relay.broadcast_to %x {dtype = i8, shape = array<i64: 2>} : (tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @concatenate(
func.func @concatenate(%t: tuple<tensor<2x3xi8>, tensor<1x3xi8>>) -> tensor<3x3xi8> {
  // CHECK: relay.concatenate %{{.*}} : (tuple<tensor<2x3xi8>, tensor<1x3xi8>>) -> tensor<3x3xi8>
  %0 = relay.concatenate %t : (tuple<tensor<2x3xi8>, tensor<1x3xi8>>) -> tensor<3x3xi8>
  return %0 : tensor<3x3xi8>
}

// CHECK-LABEL: func @concatenate_axis(
func.func @concatenate_axis(%t: tuple<tensor<2x3xi8>, tensor<2x4xi8>, tensor<2x0xi8>>) -> tensor<2x7xi8> {
  // CHECK: relay.concatenate %{{.*}} {axis = -1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x4xi8>, tensor<2x0xi8>>) -> tensor<2x7xi8>
  %0 = relay.concatenate %t {axis = -1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x4xi8>, tensor<2x0xi8>>) -> tensor<2x7xi8>
  return %0 : tensor<2x7xi8>
}

// CHECK-LABEL: func @concatenate_dynamic_axis(
func.func @concatenate_dynamic_axis(%t: tuple<tensor<?x3xi8>, tensor<1x?xi8>>) -> tensor<?x3xi8> {
  // CHECK: relay.concatenate %{{.*}} : (tuple<tensor<?x3xi8>, tensor<1x?xi8>>) -> tensor<?x3xi8>
  %0 = relay.concatenate %t : (tuple<tensor<?x3xi8>, tensor<1x?xi8>>) -> tensor<?x3xi8>
  return %0 : tensor<?x3xi8>
}

// CHECK-LABEL: func @concatenate_static_axis(
func.func @concatenate_static_axis(%t: tuple<tensor<2x3xi8>, tensor<1x?xi8>>) -> tensor<3x?xi8> {
  // CHECK: relay.concatenate %{{.*}} : (tuple<tensor<2x3xi8>, tensor<1x?xi8>>) -> tensor<3x?xi8>
  %0 = relay.concatenate %t : (tuple<tensor<2x3xi8>, tensor<1x?xi8>>) -> tensor<3x?xi8>
  return %0 : tensor<3x?xi8>
}

// CHECK-LABEL: func @concatenate_one(
func.func @concatenate_one(%t: tuple<tensor<2x?xi8>>) -> tensor<2x?xi8> {
  // CHECK: relay.concatenate %{{.*}} {axis = 1 : i64} : (tuple<tensor<2x?xi8>>) -> tensor<2x?xi8>
  %0 = relay.concatenate %t {axis = 1 : i64} : (tuple<tensor<2x?xi8>>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @stack(
func.func @stack(%t: tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x2x3xi8> {
  // CHECK: relay.stack %{{.*}} : (tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x2x3xi8>
  %0 = relay.stack %t : (tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x2x3xi8>
  return %0 : tensor<2x2x3xi8>
}

// CHECK-LABEL: func @stack_last(
func.func @stack_last(%t: tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x3x2xi8> {
  // CHECK: relay.stack %{{.*}} {axis = -1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x3x2xi8>
  %0 = relay.stack %t {axis = -1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x3x2xi8>
  return %0 : tensor<2x3x2xi8>
}

// CHECK-LABEL: func @stack_middle(
func.func @stack_middle(%t: tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x2x3xi8> {
  // CHECK: relay.stack %{{.*}} {axis = 1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x2x3xi8>
  %0 = relay.stack %t {axis = 1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x3xi8>>) -> tensor<2x2x3xi8>
  return %0 : tensor<2x2x3xi8>
}

// CHECK-LABEL: func @stack_scalars(
func.func @stack_scalars(%t: tuple<tensor<f32>, tensor<f32>>) -> tensor<2xf32> {
  // CHECK: relay.stack %{{.*}} : (tuple<tensor<f32>, tensor<f32>>) -> tensor<2xf32>
  %0 = relay.stack %t : (tuple<tensor<f32>, tensor<f32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @stack_dynamic(
func.func @stack_dynamic(%t: tuple<tensor<?x3xi8>, tensor<2x?xi8>>) -> tensor<2x2x3xi8> {
  // CHECK: relay.stack %{{.*}} {axis = -3 : i64} : (tuple<tensor<?x3xi8>, tensor<2x?xi8>>) -> tensor<2x2x3xi8>
  %0 = relay.stack %t {axis = -3 : i64} : (tuple<tensor<?x3xi8>, tensor<2x?xi8>>) -> tensor<2x2x3xi8>
  return %0 : tensor<2x2x3xi8>
}

// CHECK-LABEL: func @split_sections(
func.func @split_sections(%x: tensor<2x3x4xf32>) -> tuple<tensor<2x3x2xf32>, tensor<2x3x2xf32>> {
  // CHECK: relay.split %{{.*}} {axis = -1 : i64, indices_or_sections = 2 : i64} : (tensor<2x3x4xf32>) -> tuple<tensor<2x3x2xf32>, tensor<2x3x2xf32>>
  %0 = relay.split %x {axis = -1 : i64, indices_or_sections = 2 : i64} : (tensor<2x3x4xf32>) -> tuple<tensor<2x3x2xf32>, tensor<2x3x2xf32>>
  return %0 : tuple<tensor<2x3x2xf32>, tensor<2x3x2xf32>>
}

// CHECK-LABEL: func @split_indices(
func.func @split_indices(%x: tensor<2x3x4xf32>) -> tuple<tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>> {
  // CHECK: relay.split %{{.*}} {axis = 2 : i64, indices_or_sections = array<i64: 1, 3>} : (tensor<2x3x4xf32>) -> tuple<tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>>
  %0 = relay.split %x {axis = 2 : i64, indices_or_sections = array<i64: 1, 3>} : (tensor<2x3x4xf32>) -> tuple<tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>>
  return %0 : tuple<tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>>
}

// CHECK-LABEL: func @split_no_index(
func.func @split_no_index(%x: tensor<2x3x4xf32>) -> tuple<tensor<2x3x4xf32>> {
  // CHECK: relay.split %{{.*}} {indices_or_sections = array<i64>} : (tensor<2x3x4xf32>) -> tuple<tensor<2x3x4xf32>>
  %0 = relay.split %x {indices_or_sections = array<i64>} : (tensor<2x3x4xf32>) -> tuple<tensor<2x3x4xf32>>
  return %0 : tuple<tensor<2x3x4xf32>>
}

// CHECK-LABEL: func @split_dynamic(
func.func @split_dynamic(%x: tensor<?x2xi8>) -> tuple<tensor<?x2xi8>, tensor<?x2xi8>> {
  // CHECK: relay.split %{{.*}} {indices_or_sections = 2 : i64} : (tensor<?x2xi8>) -> tuple<tensor<?x2xi8>, tensor<?x2xi8>>
  %0 = relay.split %x {indices_or_sections = 2 : i64} : (tensor<?x2xi8>) -> tuple<tensor<?x2xi8>, tensor<?x2xi8>>
  return %0 : tuple<tensor<?x2xi8>, tensor<?x2xi8>>
}

// CHECK-LABEL: func @split_dynamic_indices(
func.func @split_dynamic_indices(%x: tensor<?x2xi8>) -> tuple<tensor<2x2xi8>, tensor<1x2xi8>, tensor<?x2xi8>> {
  // CHECK: relay.split %{{.*}} {indices_or_sections = array<i64: 2, 3>} : (tensor<?x2xi8>) -> tuple<tensor<2x2xi8>, tensor<1x2xi8>, tensor<?x2xi8>>
  %0 = relay.split %x {indices_or_sections = array<i64: 2, 3>} : (tensor<?x2xi8>) -> tuple<tensor<2x2xi8>, tensor<1x2xi8>, tensor<?x2xi8>>
  return %0 : tuple<tensor<2x2xi8>, tensor<1x2xi8>, tensor<?x2xi8>>
}

// CHECK-LABEL: func @tile_shorter(
func.func @tile_shorter(%x: tensor<2x3x4xf32>) -> tensor<2x3x8xf32> {
  // CHECK: relay.tile %{{.*}} {reps = array<i64: 2>} : (tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  %0 = relay.tile %x {reps = array<i64: 2>} : (tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// CHECK-LABEL: func @tile_longer(
func.func @tile_longer(%x: tensor<?x3x4xf32>) -> tensor<2x?x3x8xf32> {
  // CHECK: relay.tile %{{.*}} {reps = array<i64: 2, 2, 1, 2>} : (tensor<?x3x4xf32>) -> tensor<2x?x3x8xf32>
  %0 = relay.tile %x {reps = array<i64: 2, 2, 1, 2>} : (tensor<?x3x4xf32>) -> tensor<2x?x3x8xf32>
  return %0 : tensor<2x?x3x8xf32>
}

// CHECK-LABEL: func @tile_scalar(
func.func @tile_scalar(%x: tensor<f32>) -> tensor<2xf32> {
  // CHECK: relay.tile %{{.*}} {reps = array<i64: 2>} : (tensor<f32>) -> tensor<2xf32>
  %0 = relay.tile %x {reps = array<i64: 2>} : (tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @tile_none(
func.func @tile_none(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.tile %{{.*}} {reps = array<i64>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.tile %x {reps = array<i64>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @repeat(
func.func @repeat(%x: tensor<3x10xf32>) -> tensor<3x20xf32> {
  // CHECK: relay.repeat %{{.*}} {axis = -1 : i64, repeats = 2 : i64} : (tensor<3x10xf32>) -> tensor<3x20xf32>
  %0 = relay.repeat %x {axis = -1 : i64, repeats = 2 : i64} : (tensor<3x10xf32>) -> tensor<3x20xf32>
  return %0 : tensor<3x20xf32>
}

// CHECK-LABEL: func @repeat_dynamic(
func.func @repeat_dynamic(%x: tensor<?x10xf32>) -> tensor<?x10xf32> {
  // CHECK: relay.repeat %{{.*}} {axis = 0 : i64, repeats = 2 : i64} : (tensor<?x10xf32>) -> tensor<?x10xf32>
  %0 = relay.repeat %x {axis = 0 : i64, repeats = 2 : i64} : (tensor<?x10xf32>) -> tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// CHECK-LABEL: func @transpose_default(
func.func @transpose_default(%x: tensor<2x?x4xf32>) -> tensor<4x?x2xf32> {
  // CHECK: relay.transpose %{{.*}} : (tensor<2x?x4xf32>) -> tensor<4x?x2xf32>
  %0 = relay.transpose %x : (tensor<2x?x4xf32>) -> tensor<4x?x2xf32>
  return %0 : tensor<4x?x2xf32>
}

// CHECK-LABEL: func @transpose_axes(
func.func @transpose_axes(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  // CHECK: relay.transpose %{{.*}} {axes = array<i64: -1, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  %0 = relay.transpose %x {axes = array<i64: -1, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// CHECK-LABEL: func @transpose_scalar(
func.func @transpose_scalar(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.transpose %{{.*}} {axes = array<i64>} : (tensor<f32>) -> tensor<f32>
  %0 = relay.transpose %x {axes = array<i64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @layout_transform_permute(
func.func @layout_transform_permute(%x: tensor<1x8x5x6xf32>) -> tensor<1x5x6x8xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NHWC", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x5x6x8xf32>
  %0 = relay.layout_transform %x {dst_layout = "NHWC", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x5x6x8xf32>
  return %0 : tensor<1x5x6x8xf32>
}

// CHECK-LABEL: func @layout_transform_block(
func.func @layout_transform_block(%x: tensor<1x8x5x6xf32>) -> tensor<1x2x5x6x4xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW4c", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x5x6x4xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW4c", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x5x6x4xf32>
  return %0 : tensor<1x2x5x6x4xf32>
}

// CHECK-LABEL: func @layout_transform_block_inside(
func.func @layout_transform_block_inside(%x: tensor<1x8x5x6xf32>) -> tensor<1x2x4x5x6xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NC4cHW", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x4x5x6xf32>
  %0 = relay.layout_transform %x {dst_layout = "NC4cHW", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x4x5x6xf32>
  return %0 : tensor<1x2x4x5x6xf32>
}

// CHECK-LABEL: func @layout_transform_block_incomplete(
func.func @layout_transform_block_incomplete(%x: tensor<1x8x5x6xf32>) -> tensor<1x3x5x6x3xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW3c", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x3x5x6x3xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW3c", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x3x5x6x3xf32>
  return %0 : tensor<1x3x5x6x3xf32>
}

// CHECK-LABEL: func @layout_transform_unblock(
func.func @layout_transform_unblock(%x: tensor<1x2x5x6x4xf32>) -> tensor<1x8x5x6xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW", src_layout = "NCHW4c"} : (tensor<1x2x5x6x4xf32>) -> tensor<1x8x5x6xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW", src_layout = "NCHW4c"} : (tensor<1x2x5x6x4xf32>) -> tensor<1x8x5x6xf32>
  return %0 : tensor<1x8x5x6xf32>
}

// CHECK-LABEL: func @layout_transform_reblock(
func.func @layout_transform_reblock(%x: tensor<1x3x5x6x3xf32>) -> tensor<1x5x5x6x2xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW2c", src_layout = "NCHW3c"} : (tensor<1x3x5x6x3xf32>) -> tensor<1x5x5x6x2xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW2c", src_layout = "NCHW3c"} : (tensor<1x3x5x6x3xf32>) -> tensor<1x5x5x6x2xf32>
  return %0 : tensor<1x5x5x6x2xf32>
}

// CHECK-LABEL: func @layout_transform_two_blocks(
func.func @layout_transform_two_blocks(%x: tensor<8x8x3x3xf32>) -> tensor<2x2x3x3x4x4xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "OIHW4i4o", src_layout = "OIHW"} : (tensor<8x8x3x3xf32>) -> tensor<2x2x3x3x4x4xf32>
  %0 = relay.layout_transform %x {dst_layout = "OIHW4i4o", src_layout = "OIHW"} : (tensor<8x8x3x3xf32>) -> tensor<2x2x3x3x4x4xf32>
  return %0 : tensor<2x2x3x3x4x4xf32>
}

// CHECK-LABEL: func @layout_transform_nested_blocks(
func.func @layout_transform_nested_blocks(%x: tensor<1x8x5x6xf32>) -> tensor<1x1x5x6x4x2xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW4c2c", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x1x5x6x4x2xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW4c2c", src_layout = "NCHW"} : (tensor<1x8x5x6xf32>) -> tensor<1x1x5x6x4x2xf32>
  return %0 : tensor<1x1x5x6x4x2xf32>
}

// CHECK-LABEL: func @layout_transform_dynamic(
func.func @layout_transform_dynamic(%x: tensor<?x2x5x?x4xf32>) -> tensor<?x8x5x?xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW", src_layout = "NCHW4c"} : (tensor<?x2x5x?x4xf32>) -> tensor<?x8x5x?xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW", src_layout = "NCHW4c"} : (tensor<?x2x5x?x4xf32>) -> tensor<?x8x5x?xf32>
  return %0 : tensor<?x8x5x?xf32>
}

// CHECK-LABEL: func @layout_transform_dynamic_block(
func.func @layout_transform_dynamic_block(%x: tensor<1x?x5x6xf32>) -> tensor<1x?x5x6x4xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW4c", src_layout = "NCHW"} : (tensor<1x?x5x6xf32>) -> tensor<1x?x5x6x4xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW4c", src_layout = "NCHW"} : (tensor<1x?x5x6xf32>) -> tensor<1x?x5x6x4xf32>
  return %0 : tensor<1x?x5x6x4xf32>
}

// CHECK-LABEL: func @layout_transform_same(
func.func @layout_transform_same(%x: tensor<1x?x5x6xf32>) -> tensor<1x?x5x6xf32> {
  // CHECK: relay.layout_transform %{{.*}} {dst_layout = "NCHW", src_layout = "NCHW"} : (tensor<1x?x5x6xf32>) -> tensor<1x?x5x6xf32>
  %0 = relay.layout_transform %x {dst_layout = "NCHW", src_layout = "NCHW"} : (tensor<1x?x5x6xf32>) -> tensor<1x?x5x6xf32>
  return %0 : tensor<1x?x5x6xf32>
}

// CHECK-LABEL: func @shape_of(
func.func @shape_of(%x: tensor<2x?xf32>) -> tensor<2xi32> {
  // CHECK: relay.shape_of %{{.*}} {dtype = i32} : (tensor<2x?xf32>) -> tensor<2xi32>
  %0 = relay.shape_of %x {dtype = i32} : (tensor<2x?xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CHECK-LABEL: func @shape_of_scalar(
func.func @shape_of_scalar(%x: tensor<f32>) -> tensor<0xi64> {
  // CHECK: relay.shape_of %{{.*}} {dtype = i64} : (tensor<f32>) -> tensor<0xi64>
  %0 = relay.shape_of %x {dtype = i64} : (tensor<f32>) -> tensor<0xi64>
  return %0 : tensor<0xi64>
}

// CHECK-LABEL: func @ndarray_size(
func.func @ndarray_size(%x: tensor<?x?xi8>) -> tensor<f32> {
  // CHECK: relay.ndarray_size %{{.*}} {dtype = f32} : (tensor<?x?xi8>) -> tensor<f32>
  %0 = relay.ndarray_size %x {dtype = f32} : (tensor<?x?xi8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @reverse
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>
func.func @reverse(%a0: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: relay.reverse %[[A0]] {axis = -1 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = relay.reverse %a0 {axis = -1 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @one_hot
// CHECK-SAME: %[[A0:.*]]: tensor<3x?xi32>, %[[A1:.*]]: tensor<i8>, %[[A2:.*]]: tensor<f32>
func.func @one_hot(%a0: tensor<3x?xi32>, %a1: tensor<i8>, %a2: tensor<f32>) -> tensor<3x4x?xf16> {
  // CHECK: relay.one_hot %[[A0]], %[[A1]], %[[A2]] {axis = 1 : i64, depth = 4 : i64, dtype = f16} : (tensor<3x?xi32>, tensor<i8>, tensor<f32>) -> tensor<3x4x?xf16>
  %0 = relay.one_hot %a0, %a1, %a2 {axis = 1 : i64, depth = 4 : i64, dtype = f16} : (tensor<3x?xi32>, tensor<i8>, tensor<f32>) -> tensor<3x4x?xf16>
  return %0 : tensor<3x4x?xf16>
}

// CHECK-LABEL: func @topk
// CHECK-SAME: %[[A0:.*]]: tensor<3x5xf32>
func.func @topk(%a0: tensor<3x5xf32>) -> tuple<tensor<3x2xf32>, tensor<3x2xi64>> {
  // CHECK: relay.topk %[[A0]] {dtype = i64, k = 2 : i64} : (tensor<3x5xf32>) -> tuple<tensor<3x2xf32>, tensor<3x2xi64>>
  %0 = relay.topk %a0 {dtype = i64, k = 2 : i64} : (tensor<3x5xf32>) -> tuple<tensor<3x2xf32>, tensor<3x2xi64>>
  return %0 : tuple<tensor<3x2xf32>, tensor<3x2xi64>>
}

// CHECK-LABEL: func @topk_all
// CHECK-SAME: %[[A0:.*]]: tensor<3x?xf32>
func.func @topk_all(%a0: tensor<3x?xf32>) -> tensor<3x?xi32> {
  // CHECK: relay.topk %[[A0]] {dtype = i32, k = 0 : i64, ret_type = "indices"} : (tensor<3x?xf32>) -> tensor<3x?xi32>
  %0 = relay.topk %a0 {dtype = i32, k = 0 : i64, ret_type = "indices"} : (tensor<3x?xf32>) -> tensor<3x?xi32>
  return %0 : tensor<3x?xi32>
}

// CHECK-LABEL: func @sparse_to_dense
// CHECK-SAME: %[[A0:.*]]: tensor<2x2xi32>, %[[A1:.*]]: tensor<2xf32>, %[[A2:.*]]: tensor<f32>
func.func @sparse_to_dense(%a0: tensor<2x2xi32>, %a1: tensor<2xf32>, %a2: tensor<f32>) -> tensor<3x4xf32> {
  // CHECK: relay.sparse_to_dense %[[A0]], %[[A1]], %[[A2]] {output_shape = array<i64: 3, 4>} : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>) -> tensor<3x4xf32>
  %0 = relay.sparse_to_dense %a0, %a1, %a2 {output_shape = array<i64: 3, 4>} : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
