// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that read or write at indices, and the types that TVM infers.

// CHECK-LABEL: func @adv_index(
func.func @adv_index(%x0: tuple<tensor<4x5x6xf32>, tensor<2x1xi64>, tensor<3xui8>>) -> tensor<2x3x6xf32> {
  // CHECK: relay.adv_index %{{.*}} : (tuple<tensor<4x5x6xf32>, tensor<2x1xi64>, tensor<3xui8>>) -> tensor<2x3x6xf32>
  %0 = relay.adv_index %x0 : (tuple<tensor<4x5x6xf32>, tensor<2x1xi64>, tensor<3xui8>>) -> tensor<2x3x6xf32>
  return %0 : tensor<2x3x6xf32>
}

// CHECK-LABEL: func @adv_index_dynamic(
func.func @adv_index_dynamic(%x0: tuple<tensor<?x5xf32>, tensor<?xi64>>) -> tensor<?x5xf32> {
  // CHECK: relay.adv_index %{{.*}} : (tuple<tensor<?x5xf32>, tensor<?xi64>>) -> tensor<?x5xf32>
  %0 = relay.adv_index %x0 : (tuple<tensor<?x5xf32>, tensor<?xi64>>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// CHECK-LABEL: func @argwhere(
func.func @argwhere(%x0: tensor<2x?xf32>) -> tensor<?x2xi32> {
  // CHECK: relay.argwhere %{{.*}} : (tensor<2x?xf32>) -> tensor<?x2xi32>
  %0 = relay.argwhere %x0 : (tensor<2x?xf32>) -> tensor<?x2xi32>
  return %0 : tensor<?x2xi32>
}

// CHECK-LABEL: func @argwhere_scalar(
func.func @argwhere_scalar(%x0: tensor<i1>) -> tensor<?x0xi32> {
  // CHECK: relay.argwhere %{{.*}} : (tensor<i1>) -> tensor<?x0xi32>
  %0 = relay.argwhere %x0 : (tensor<i1>) -> tensor<?x0xi32>
  return %0 : tensor<?x0xi32>
}

// CHECK-LABEL: func @gather(
func.func @gather(%x0: tensor<2x5xf32>, %x1: tensor<2x?xi64>) -> tensor<2x?xf32> {
  // CHECK: relay.gather %{{.*}}, %{{.*}} {axis = -1 : i64} : (tensor<2x5xf32>, tensor<2x?xi64>) -> tensor<2x?xf32>
  %0 = relay.gather %x0, %x1 {axis = -1 : i64} : (tensor<2x5xf32>, tensor<2x?xi64>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @invert_permutation(
func.func @invert_permutation(%x0: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: relay.invert_permutation %{{.*}} : (tensor<?xi32>) -> tensor<?xi32>
  %0 = relay.invert_permutation %x0 : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @matrix_set_diag(
func.func @matrix_set_diag(%x0: tensor<2x3x4xf32>, %x1: tensor<2x2x3xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.matrix_set_diag %{{.*}}, %{{.*}} {k1 = -1 : i64, sub_diag_right_align = true, super_diag_right_align = false} : (tensor<2x3x4xf32>, tensor<2x2x3xf32>) -> tensor<2x3x4xf32>
  %0 = relay.matrix_set_diag %x0, %x1 {k1 = -1 : i64, sub_diag_right_align = true, super_diag_right_align = false} : (tensor<2x3x4xf32>, tensor<2x2x3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @matrix_set_diag_dynamic(
func.func @matrix_set_diag_dynamic(%x0: tensor<?x3x?xf32>, %x1: tensor<?x?xf32>) -> tensor<?x3x?xf32> {
  // CHECK: relay.matrix_set_diag %{{.*}}, %{{.*}} {k1 = 1 : i64, k2 = 1 : i64} : (tensor<?x3x?xf32>, tensor<?x?xf32>) -> tensor<?x3x?xf32>
  %0 = relay.matrix_set_diag %x0, %x1 {k1 = 1 : i64, k2 = 1 : i64} : (tensor<?x3x?xf32>, tensor<?x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

// CHECK-LABEL: func @meshgrid(
func.func @meshgrid(%x0: tuple<tensor<2xf32>, tensor<?xf32>, tensor<f32>>) -> tuple<tensor<?x2x1xf32>, tensor<?x2x1xf32>, tensor<?x2x1xf32>> {
  // CHECK: relay.meshgrid %{{.*}} {indexing = "xy"} : (tuple<tensor<2xf32>, tensor<?xf32>, tensor<f32>>) -> tuple<tensor<?x2x1xf32>, tensor<?x2x1xf32>, tensor<?x2x1xf32>>
  %0 = relay.meshgrid %x0 {indexing = "xy"} : (tuple<tensor<2xf32>, tensor<?xf32>, tensor<f32>>) -> tuple<tensor<?x2x1xf32>, tensor<?x2x1xf32>, tensor<?x2x1xf32>>
  return %0 : tuple<tensor<?x2x1xf32>, tensor<?x2x1xf32>, tensor<?x2x1xf32>>
}

// CHECK-LABEL: func @reverse_sequence(
func.func @reverse_sequence(%x0: tensor<2x5xf32>, %x1: tensor<5xi32>) -> tensor<2x5xf32> {
  // CHECK: relay.reverse_sequence %{{.*}}, %{{.*}} {batch_axis = 1 : i64, seq_axis = 0 : i64} : (tensor<2x5xf32>, tensor<5xi32>) -> tensor<2x5xf32>
  %0 = relay.reverse_sequence %x0, %x1 {batch_axis = 1 : i64, seq_axis = 0 : i64} : (tensor<2x5xf32>, tensor<5xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @scatter_elements(
func.func @scatter_elements(%x0: tensor<4x5xf32>, %x1: tensor<2x5xi64>, %x2: tensor<2x5xf32>) -> tensor<4x5xf32> {
  // CHECK: relay.scatter_elements %{{.*}}, %{{.*}}, %{{.*}} {axis = -2 : i64, reduction = "mean"} : (tensor<4x5xf32>, tensor<2x5xi64>, tensor<2x5xf32>) -> tensor<4x5xf32>
  %0 = relay.scatter_elements %x0, %x1, %x2 {axis = -2 : i64, reduction = "mean"} : (tensor<4x5xf32>, tensor<2x5xi64>, tensor<2x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func @scatter_nd(
func.func @scatter_nd(%x0: tensor<4x?xf32>, %x1: tensor<1x7xui8>, %x2: tensor<7x?xf32>) -> tensor<4x?xf32> {
  // CHECK: relay.scatter_nd %{{.*}}, %{{.*}}, %{{.*}} {mode = "max"} : (tensor<4x?xf32>, tensor<1x7xui8>, tensor<7x?xf32>) -> tensor<4x?xf32>
  %0 = relay.scatter_nd %x0, %x1, %x2 {mode = "max"} : (tensor<4x?xf32>, tensor<1x7xui8>, tensor<7x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// CHECK-LABEL: func @sequence_mask(
func.func @sequence_mask(%x0: tensor<2x5x3xi8>, %x1: tensor<2xf32>) -> tensor<2x5x3xi8> {
  // CHECK: relay.sequence_mask %{{.*}}, %{{.*}} {axis = 1 : i64, mask_value = 2.500000e+00 : f64} : (tensor<2x5x3xi8>, tensor<2xf32>) -> tensor<2x5x3xi8>
  %0 = relay.sequence_mask %x0, %x1 {axis = 1 : i64, mask_value = 2.500000e+00 : f64} : (tensor<2x5x3xi8>, tensor<2xf32>) -> tensor<2x5x3xi8>
  return %0 : tensor<2x5x3xi8>
}

// CHECK-LABEL: func @sliding_window(
func.func @sliding_window(%x0: tensor<2x5x?xf32>) -> tensor<2x2x?x2x3xf32> {
  // CHECK: relay.sliding_window %{{.*}} {axis = 1 : i64, strides = array<i64: 2, 1>, window_shape = array<i64: 2, 3>} : (tensor<2x5x?xf32>) -> tensor<2x2x?x2x3xf32>
  %0 = relay.sliding_window %x0 {axis = 1 : i64, strides = array<i64: 2, 1>, window_shape = array<i64: 2, 3>} : (tensor<2x5x?xf32>) -> tensor<2x2x?x2x3xf32>
  return %0 : tensor<2x2x?x2x3xf32>
}

// CHECK-LABEL: func @strided_set(
func.func @strided_set(%x0: tensor<4x5xf32>, %x1: tensor<2x?xf32>, %x2: tensor<1xi32>, %x3: tensor<2xi64>, %x4: tensor<0xi8>) -> tensor<4x5xf32> {
  // CHECK: relay.strided_set %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x5xf32>, tensor<2x?xf32>, tensor<1xi32>, tensor<2xi64>, tensor<0xi8>) -> tensor<4x5xf32>
  %0 = relay.strided_set %x0, %x1, %x2, %x3, %x4 : (tensor<4x5xf32>, tensor<2x?xf32>, tensor<1xi32>, tensor<2xi64>, tensor<0xi8>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func @trilu(
func.func @trilu(%x0: tensor<?x3xi8>, %x1: tensor<i64>) -> tensor<?x3xi8> {
  // CHECK: relay.trilu %{{.*}}, %{{.*}} {upper = false} : (tensor<?x3xi8>, tensor<i64>) -> tensor<?x3xi8>
  %0 = relay.trilu %x0, %x1 {upper = false} : (tensor<?x3xi8>, tensor<i64>) -> tensor<?x3xi8>
  return %0 : tensor<?x3xi8>
}

// CHECK-LABEL: func @unravel_index(
func.func @unravel_index(%x0: tensor<?xi32>, %x1: tensor<3xi64>) -> tensor<3x?xi32> {
  // CHECK: relay.unravel_index %{{.*}}, %{{.*}} : (tensor<?xi32>, tensor<3xi64>) -> tensor<3x?xi32>
  %0 = relay.unravel_index %x0, %x1 : (tensor<?xi32>, tensor<3xi64>) -> tensor<3x?xi32>
  return %0 : tensor<3x?xi32>
}

// CHECK-LABEL: func @unravel_index_scalar(
func.func @unravel_index_scalar(%x0: tensor<ui8>, %x1: tensor<?xi64>) -> tensor<?xui8> {
  // CHECK: relay.unravel_index %{{.*}}, %{{.*}} : (tensor<ui8>, tensor<?xi64>) -> tensor<?xui8>
  %0 = relay.unravel_index %x0, %x1 : (tensor<ui8>, tensor<?xi64>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @reverse_reshape(
func.func @reverse_reshape(%x0: tensor<10x5x4xf32>) -> tensor<50x4xf32> {
  // CHECK: relay.contrib_reverse_reshape %{{.*}} {newshape = array<i64: -1, 0>} : (tensor<10x5x4xf32>) -> tensor<50x4xf32>
  %0 = relay.contrib_reverse_reshape %x0 {newshape = array<i64: -1, 0>} : (tensor<10x5x4xf32>) -> tensor<50x4xf32>
  return %0 : tensor<50x4xf32>
}

// CHECK-LABEL: func @fixed_point_multiply(
func.func @fixed_point_multiply(%x0: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: relay.fixed_point_multiply %{{.*}} {multiplier = 1 : i64, shift = -3 : i64} : (tensor<?xi32>) -> tensor<?xi32>
  %0 = relay.fixed_point_multiply %x0 {multiplier = 1 : i64, shift = -3 : i64} : (tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @fixed_point_multiply_per_axis(
func.func @fixed_point_multiply_per_axis(%x0: tensor<2x3xi32>, %x1: tensor<3x2xi32>, %x2: tensor<3x2xi32>, %x3: tensor<3x2xi32>) -> tensor<2x3xi32> {
  // CHECK: relay.fixed_point_multiply_per_axis %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {axes = array<i64: 1, 0>, is_rshift_required = true} : (tensor<2x3xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<2x3xi32>
  %0 = relay.fixed_point_multiply_per_axis %x0, %x1, %x2, %x3 {axes = array<i64: 1, 0>, is_rshift_required = true} : (tensor<2x3xi32>, tensor<3x2xi32>, tensor<3x2xi32>, tensor<3x2xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func @reinterpret(
func.func @reinterpret(%x0: tensor<?xf64>) -> tensor<?xui64> {
  // CHECK: relay.reinterpret %{{.*}} {dtype = ui64} : (tensor<?xf64>) -> tensor<?xui64>
  %0 = relay.reinterpret %x0 {dtype = ui64} : (tensor<?xf64>) -> tensor<?xui64>
  return %0 : tensor<?xui64>
}

// CHECK-LABEL: func @dyn_expand_dims(
func.func @dyn_expand_dims(%x0: tensor<2xf32>, %x1: tensor<i32>) -> tensor<?x?x?xf32> {
  // CHECK: relay.dyn.expand_dims %{{.*}}, %{{.*}} {num_newaxis = 2 : i64} : (tensor<2xf32>, tensor<i32>) -> tensor<?x?x?xf32>
  %0 = relay.dyn.expand_dims %x0, %x1 {num_newaxis = 2 : i64} : (tensor<2xf32>, tensor<i32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
