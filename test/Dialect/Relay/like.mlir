// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that take a shape or an element type from another tensor: every
// attribute in every form, and the types that TVM infers.

// CHECK-LABEL: func @cast_like
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>, %[[A1:.*]]: tensor<4xi8>
func.func @cast_like(%a0: tensor<2x?xf32>, %a1: tensor<4xi8>) -> tensor<2x?xi8> {
  // CHECK: relay.cast_like %[[A0]], %[[A1]] : (tensor<2x?xf32>, tensor<4xi8>) -> tensor<2x?xi8>
  %0 = relay.cast_like %a0, %a1 : (tensor<2x?xf32>, tensor<4xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @cast_like_unsigned
// CHECK-SAME: %[[A0:.*]]: tensor<f16>, %[[A1:.*]]: tensor<?xui8>
func.func @cast_like_unsigned(%a0: tensor<f16>, %a1: tensor<?xui8>) -> tensor<ui8> {
  // CHECK: relay.cast_like %[[A0]], %[[A1]] : (tensor<f16>, tensor<?xui8>) -> tensor<ui8>
  %0 = relay.cast_like %a0, %a1 : (tensor<f16>, tensor<?xui8>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

// CHECK-LABEL: func @broadcast_to_like
// CHECK-SAME: %[[A0:.*]]: tensor<3xf32>, %[[A1:.*]]: tensor<2x3xf32>
func.func @broadcast_to_like(%a0: tensor<3xf32>, %a1: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: relay.broadcast_to_like %[[A0]], %[[A1]] : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %0 = relay.broadcast_to_like %a0, %a1 : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @broadcast_to_like_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x3xf32>, %[[A1:.*]]: tensor<2x?xf32>
func.func @broadcast_to_like_dynamic(%a0: tensor<?x3xf32>, %a1: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: relay.broadcast_to_like %[[A0]], %[[A1]] : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = relay.broadcast_to_like %a0, %a1 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @broadcast_to_like_scalar
// CHECK-SAME: %[[A0:.*]]: tensor<i8>, %[[A1:.*]]: tensor<i8>
func.func @broadcast_to_like_scalar(%a0: tensor<i8>, %a1: tensor<i8>) -> tensor<i8> {
  // CHECK: relay.broadcast_to_like %[[A0]], %[[A1]] : (tensor<i8>, tensor<i8>) -> tensor<i8>
  %0 = relay.broadcast_to_like %a0, %a1 : (tensor<i8>, tensor<i8>) -> tensor<i8>
  return %0 : tensor<i8>
}

// CHECK-LABEL: func @collapse_sum_like
// CHECK-SAME: %[[A0:.*]]: tensor<4x2x3xf32>, %[[A1:.*]]: tensor<2x1xf32>
func.func @collapse_sum_like(%a0: tensor<4x2x3xf32>, %a1: tensor<2x1xf32>) -> tensor<2x1xf32> {
  // CHECK: relay.collapse_sum_like %[[A0]], %[[A1]] : (tensor<4x2x3xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %0 = relay.collapse_sum_like %a0, %a1 : (tensor<4x2x3xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: func @collapse_sum_like_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x3xf32>, %[[A1:.*]]: tensor<?xf32>
func.func @collapse_sum_like_dynamic(%a0: tensor<?x3xf32>, %a1: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: relay.collapse_sum_like %[[A0]], %[[A1]] : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?xf32>
  %0 = relay.collapse_sum_like %a0, %a1 : (tensor<?x3xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @reshape_like
// CHECK-SAME: %[[A0:.*]]: tensor<2x6xf32>, %[[A1:.*]]: tensor<3x4xi8>
func.func @reshape_like(%a0: tensor<2x6xf32>, %a1: tensor<3x4xi8>) -> tensor<3x4xf32> {
  // CHECK: relay.reshape_like %[[A0]], %[[A1]] : (tensor<2x6xf32>, tensor<3x4xi8>) -> tensor<3x4xf32>
  %0 = relay.reshape_like %a0, %a1 : (tensor<2x6xf32>, tensor<3x4xi8>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func @reshape_like_attributes
// CHECK-SAME: %[[A0:.*]]: tensor<2x12xf32>, %[[A1:.*]]: tensor<5x3x4xi8>
func.func @reshape_like_attributes(%a0: tensor<2x12xf32>, %a1: tensor<5x3x4xi8>) -> tensor<2x3x4xf32> {
  // CHECK: relay.reshape_like %[[A0]], %[[A1]] {lhs_begin = 1 : i64, lhs_end = 2 : i64, rhs_begin = -2 : i64, rhs_end = 3 : i64} : (tensor<2x12xf32>, tensor<5x3x4xi8>) -> tensor<2x3x4xf32>
  %0 = relay.reshape_like %a0, %a1 {lhs_begin = 1 : i64, lhs_end = 2 : i64, rhs_begin = -2 : i64, rhs_end = 3 : i64} : (tensor<2x12xf32>, tensor<5x3x4xi8>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @reshape_like_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x6xf32>, %[[A1:.*]]: tensor<3x?xi8>
func.func @reshape_like_dynamic(%a0: tensor<?x6xf32>, %a1: tensor<3x?xi8>) -> tensor<3x?x6xf32> {
  // CHECK: relay.reshape_like %[[A0]], %[[A1]] {lhs_end = -1 : i64} : (tensor<?x6xf32>, tensor<3x?xi8>) -> tensor<3x?x6xf32>
  %0 = relay.reshape_like %a0, %a1 {lhs_end = -1 : i64} : (tensor<?x6xf32>, tensor<3x?xi8>) -> tensor<3x?x6xf32>
  return %0 : tensor<3x?x6xf32>
}

// CHECK-LABEL: func @reshape_like_scalar
// CHECK-SAME: %[[A0:.*]]: tensor<1x1xf32>, %[[A1:.*]]: tensor<i8>
func.func @reshape_like_scalar(%a0: tensor<1x1xf32>, %a1: tensor<i8>) -> tensor<f32> {
  // CHECK: relay.reshape_like %[[A0]], %[[A1]] : (tensor<1x1xf32>, tensor<i8>) -> tensor<f32>
  %0 = relay.reshape_like %a0, %a1 : (tensor<1x1xf32>, tensor<i8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @slice_like
// CHECK-SAME: %[[A0:.*]]: tensor<4x5xf32>, %[[A1:.*]]: tensor<2x3xi8>
func.func @slice_like(%a0: tensor<4x5xf32>, %a1: tensor<2x3xi8>) -> tensor<2x3xf32> {
  // CHECK: relay.slice_like %[[A0]], %[[A1]] : (tensor<4x5xf32>, tensor<2x3xi8>) -> tensor<2x3xf32>
  %0 = relay.slice_like %a0, %a1 : (tensor<4x5xf32>, tensor<2x3xi8>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @slice_like_fewer
// CHECK-SAME: %[[A0:.*]]: tensor<4x5xf32>, %[[A1:.*]]: tensor<2xi8>
func.func @slice_like_fewer(%a0: tensor<4x5xf32>, %a1: tensor<2xi8>) -> tensor<2x5xf32> {
  // CHECK: relay.slice_like %[[A0]], %[[A1]] : (tensor<4x5xf32>, tensor<2xi8>) -> tensor<2x5xf32>
  %0 = relay.slice_like %a0, %a1 : (tensor<4x5xf32>, tensor<2xi8>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @slice_like_more
// CHECK-SAME: %[[A0:.*]]: tensor<4xf32>, %[[A1:.*]]: tensor<2x7xi8>
func.func @slice_like_more(%a0: tensor<4xf32>, %a1: tensor<2x7xi8>) -> tensor<2xf32> {
  // CHECK: relay.slice_like %[[A0]], %[[A1]] : (tensor<4xf32>, tensor<2x7xi8>) -> tensor<2xf32>
  %0 = relay.slice_like %a0, %a1 : (tensor<4xf32>, tensor<2x7xi8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @slice_like_axes
// CHECK-SAME: %[[A0:.*]]: tensor<4x5xf32>, %[[A1:.*]]: tensor<2x0xi8>
func.func @slice_like_axes(%a0: tensor<4x5xf32>, %a1: tensor<2x0xi8>) -> tensor<4x0xf32> {
  // CHECK: relay.slice_like %[[A0]], %[[A1]] {axes = array<i64: -1, 1>} : (tensor<4x5xf32>, tensor<2x0xi8>) -> tensor<4x0xf32>
  %0 = relay.slice_like %a0, %a1 {axes = array<i64: -1, 1>} : (tensor<4x5xf32>, tensor<2x0xi8>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// CHECK-LABEL: func @slice_like_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x5xf32>, %[[A1:.*]]: tensor<3x?xi8>
func.func @slice_like_dynamic(%a0: tensor<?x5xf32>, %a1: tensor<3x?xi8>) -> tensor<3x?xf32> {
  // CHECK: relay.slice_like %[[A0]], %[[A1]] : (tensor<?x5xf32>, tensor<3x?xi8>) -> tensor<3x?xf32>
  %0 = relay.slice_like %a0, %a1 : (tensor<?x5xf32>, tensor<3x?xi8>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}

// CHECK-LABEL: func @collapse_sum_to
func.func @collapse_sum_to(%x: tensor<4x2x3xf32>) -> tensor<2x1xf32> {
  // CHECK: %[[S:.*]] = relay.constant
  %s = relay.constant dense<[2, 1]> : tensor<2xi32>
  // CHECK: relay.collapse_sum_to %{{.*}}, %[[S]] : (tensor<4x2x3xf32>, tensor<2xi32>) -> tensor<2x1xf32>
  %0 = relay.collapse_sum_to %x, %s : (tensor<4x2x3xf32>, tensor<2xi32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: func @collapse_sum_to_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<4x2xf32>, %[[A1:.*]]: tensor<1xi64>
func.func @collapse_sum_to_dynamic(%a0: tensor<4x2xf32>, %a1: tensor<1xi64>) -> tensor<?xf32> {
  // CHECK: relay.collapse_sum_to %[[A0]], %[[A1]] {dtype = i8, shape = array<i64: 2>} : (tensor<4x2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %0 = relay.collapse_sum_to %a0, %a1 {dtype = i8, shape = array<i64: 2>} : (tensor<4x2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
