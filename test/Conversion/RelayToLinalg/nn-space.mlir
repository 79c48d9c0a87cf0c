// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @space_to_batch_nd
// CHECK-SAME: %[[X:.*]]: tensor<1x3x4x2xf32>
func.func @space_to_batch_nd(%x: tensor<1x3x4x2xf32>) -> tensor<6x2x2x2xf32> {
  // CHECK: %[[P:.*]] = tensor.pad %[[X]] low[0, 1, 0, 0] high[0, 0, 2, 0]
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[P]] {{\[}}[0], [1, 2], [3, 4], [5]]
  // CHECK: %[[T:.*]] = linalg.transpose ins(%[[E]] : tensor<1x2x2x2x3x2xf32>) outs(%{{.*}} : tensor<2x3x1x2x2x2xf32>) permutation = [2, 4, 0, 1, 3, 5]
  // CHECK: tensor.collapse_shape %[[T]] {{\[}}[0, 1, 2], [3], [4], [5]]
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 3>, paddings = [array<i64: 1, 0>, array<i64: 0, 2>]} : (tensor<1x3x4x2xf32>) -> tensor<6x2x2x2xf32>
  return %0 : tensor<6x2x2x2xf32>
}

// Nothing to pad: no copy but the transpose.
// CHECK-LABEL: func @space_to_batch_nd_dynamic
func.func @space_to_batch_nd_dynamic(%x: tensor<?x?xi8>) -> tensor<?x?xi8> {
  // CHECK-NOT: tensor.pad
  // CHECK: arith.divui
  // CHECK: linalg.transpose
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2>, paddings = [array<i64: 0, 0>]} : (tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// CHECK-LABEL: func @batch_to_space_nd
// CHECK-SAME: %[[X:.*]]: tensor<6x2x2x2xf32>
func.func @batch_to_space_nd(%x: tensor<6x2x2x2xf32>) -> tensor<1x3x4x2xf32> {
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[X]] {{\[}}[0, 1, 2], [3], [4], [5]]
  // CHECK: linalg.transpose ins(%[[E]] : tensor<2x3x1x2x2x2xf32>) outs(%{{.*}} : tensor<1x2x2x2x3x2xf32>) permutation = [2, 3, 0, 4, 1, 5]
  // CHECK: %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2], [3, 4], [5]]
  // CHECK: tensor.extract_slice %[[C]][0, 1, 0, 0] [1, 3, 4, 2] [1, 1, 1, 1]
  %0 = relay.nn.batch_to_space_nd %x {block_shape = array<i64: 2, 3>, crops = [array<i64: 1, 0>, array<i64: 0, 2>]} : (tensor<6x2x2x2xf32>) -> tensor<1x3x4x2xf32>
  return %0 : tensor<1x3x4x2xf32>
}

// Everything is cropped.
// CHECK-LABEL: func @batch_to_space_nd_empty
func.func @batch_to_space_nd_empty(%x: tensor<2x2xf32>) -> tensor<1x0xf32> {
  // CHECK-NOT: tensor.extract_slice
  // CHECK: tensor.empty() : tensor<1x0xf32>
  %0 = relay.nn.batch_to_space_nd %x {block_shape = array<i64: 2>, crops = [array<i64: 4, 0>]} : (tensor<2x2xf32>) -> tensor<1x0xf32>
  return %0 : tensor<1x0xf32>
}

// CHECK-LABEL: func @one_hot
func.func @one_hot(%i: tensor<3xui8>, %on: tensor<f32>, %off: tensor<i32>) -> tensor<3x4xi8> {
  // CHECK: arith.fptosi
  // CHECK: arith.trunci
  // CHECK: linalg.generic
  // CHECK: arith.extui
  // CHECK: arith.select
  %0 = relay.one_hot %i, %on, %off {depth = 4 : i64, dtype = i8} : (tensor<3xui8>, tensor<f32>, tensor<i32>) -> tensor<3x4xi8>
  return %0 : tensor<3x4xi8>
}

// CHECK-LABEL: func @stop_fusion
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<i8>
func.func @stop_fusion(%x: tensor<2xf32>, %y: tensor<i8>) -> tuple<tensor<2xf32>, tensor<i8>> {
  // CHECK-NEXT: return %[[X]], %[[Y]]
  %0 = relay.tuple %x, %y : (tensor<2xf32>, tensor<i8>) -> tuple<tensor<2xf32>, tensor<i8>>
  %1 = relay.annotation.stop_fusion %0 : (tuple<tensor<2xf32>, tensor<i8>>) -> tuple<tensor<2xf32>, tensor<i8>>
  return %1 : tuple<tensor<2xf32>, tensor<i8>>
}
