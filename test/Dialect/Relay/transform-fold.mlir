// RUN: relay-lite-opt %s --canonicalize | FileCheck %s

// Operators that return their operand.

// CHECK-LABEL: func @identities
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>
func.func @identities(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = relay.reshape %x {newshape = array<i64: -1, 3>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relay.squeeze %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.expand_dims %1 {axis = 0 : i64, num_newaxis = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = relay.broadcast_to %2 {shape = array<i64: 2, 3>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = relay.transpose %3 {axes = array<i64: 0, -1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = relay.tile %4 {reps = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = relay.strided_slice %5 {begin = array<i64: 0, -5>, end = array<i64: 2>, strides = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = relay.layout_transform %6 {src_layout = "NC", dst_layout = "NC"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: return %[[X]]
  return %7 : tensor<2x3xf32>
}

// The types are equal but the elements are not in the same place.
// CHECK-LABEL: func @not_identities
func.func @not_identities(%x: tensor<3x3xf32>, %y: tensor<?x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) {
  // CHECK: relay.transpose
  %0 = relay.transpose %x : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: relay.strided_slice
  %1 = relay.strided_slice %x {begin = array<i64: -1>, end = array<i64: -9>, strides = array<i64: -1>} : (tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: relay.tile
  %2 = relay.tile %y {reps = array<i64: 2, 1>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: relay.strided_slice
  %3 = relay.strided_slice %y {begin = array<i64: 1>, end = array<i64: 2>, strides = array<i64: 1>} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>
}
