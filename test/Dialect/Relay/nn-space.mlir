// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that trade space for batches.

// CHECK-LABEL: func @space_to_batch_nd
// CHECK-SAME: %[[A0:.*]]: tensor<2x5x7x3xf32>
func.func @space_to_batch_nd(%a0: tensor<2x5x7x3xf32>) -> tensor<12x3x3x3xf32> {
  // CHECK: relay.nn.space_to_batch_nd %[[A0]] {block_shape = array<i64: 2, 3>, pad_value = 1.000000e+00 : f64, paddings = [array<i64: 0, 1>, array<i64: 1, 1>]} : (tensor<2x5x7x3xf32>) -> tensor<12x3x3x3xf32>
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2, 3>, pad_value = 1.000000e+00 : f64, paddings = [array<i64: 0, 1>, array<i64: 1, 1>]} : (tensor<2x5x7x3xf32>) -> tensor<12x3x3x3xf32>
  return %0 : tensor<12x3x3x3xf32>
}

// CHECK-LABEL: func @space_to_batch_nd_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x?x6xf32>
func.func @space_to_batch_nd_dynamic(%a0: tensor<?x?x6xf32>) -> tensor<?x?x2xf32> {
  // CHECK: relay.nn.space_to_batch_nd %[[A0]] {block_shape = array<i64: 2, 3>, paddings = [array<i64: 0, 1>, array<i64: 0, 0>]} : (tensor<?x?x6xf32>) -> tensor<?x?x2xf32>
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2, 3>, paddings = [array<i64: 0, 1>, array<i64: 0, 0>]} : (tensor<?x?x6xf32>) -> tensor<?x?x2xf32>
  return %0 : tensor<?x?x2xf32>
}

// CHECK-LABEL: func @space_to_batch_nd_none
// CHECK-SAME: %[[A0:.*]]: tensor<2xi8>
func.func @space_to_batch_nd_none(%a0: tensor<2xi8>) -> tensor<2xi8> {
  // CHECK: relay.nn.space_to_batch_nd %[[A0]] {block_shape = array<i64>, paddings = []} : (tensor<2xi8>) -> tensor<2xi8>
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64>, paddings = []} : (tensor<2xi8>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// CHECK-LABEL: func @batch_to_space_nd
// CHECK-SAME: %[[A0:.*]]: tensor<12x3x3x3xf32>
func.func @batch_to_space_nd(%a0: tensor<12x3x3x3xf32>) -> tensor<2x5x7x3xf32> {
  // CHECK: relay.nn.batch_to_space_nd %[[A0]] {block_shape = array<i64: 2, 3>, crops = [array<i64: 0, 1>, array<i64: 1, 1>]} : (tensor<12x3x3x3xf32>) -> tensor<2x5x7x3xf32>
  %0 = relay.nn.batch_to_space_nd %a0 {block_shape = array<i64: 2, 3>, crops = [array<i64: 0, 1>, array<i64: 1, 1>]} : (tensor<12x3x3x3xf32>) -> tensor<2x5x7x3xf32>
  return %0 : tensor<2x5x7x3xf32>
}

// CHECK-LABEL: func @batch_to_space_nd_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x3x?x0xf32>
func.func @batch_to_space_nd_dynamic(%a0: tensor<?x3x?x0xf32>) -> tensor<?x5x?x0xf32> {
  // CHECK: relay.nn.batch_to_space_nd %[[A0]] {block_shape = array<i64: 2, 3>, crops = [array<i64: 0, 1>, array<i64: 1, 1>]} : (tensor<?x3x?x0xf32>) -> tensor<?x5x?x0xf32>
  %0 = relay.nn.batch_to_space_nd %a0 {block_shape = array<i64: 2, 3>, crops = [array<i64: 0, 1>, array<i64: 1, 1>]} : (tensor<?x3x?x0xf32>) -> tensor<?x5x?x0xf32>
  return %0 : tensor<?x5x?x0xf32>
}
