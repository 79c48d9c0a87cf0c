// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @sum_f32
// CHECK-SAME: %[[X:.*]]: tensor<3x100xf32>
func.func @sum_f32(%x: tensor<3x100xf32>) -> tensor<3xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32)
  // CHECK: %[[SUM:.*]] = linalg.reduce { arith.addf } ins(%[[X]] : tensor<3x100xf32>) outs(%[[INIT]] : tensor<3xf32>) dimensions = [1]
  // CHECK: return %[[SUM]]
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<3x100xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @prod_keepdims
func.func @prod_keepdims(%x: tensor<3x5xf64>) -> tensor<3x1xf64> {
  // CHECK: linalg.reduce { arith.mulf }
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, 1]
  %0 = relay.prod %x {axis = array<i64: -1>, keepdims = true} : (tensor<3x5xf64>) -> tensor<3x1xf64>
  return %0 : tensor<3x1xf64>
}

// f16 is accumulated in f32, over all axes at once; one rounding.
// CHECK-LABEL: func @mean_f16
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?xf16>
func.func @mean_f16(%x: tensor<?x4x?xf16>) -> tensor<1x4x1xf16> {
  // CHECK: %[[SUMS:.*]] = linalg.reduce ins(%[[X]] : tensor<?x4x?xf16>) outs(%{{.*}} : tensor<4xf32>) dimensions = [0, 2]
  // CHECK-NEXT: (%[[E:.*]]: f16, %[[SUM:.*]]: f32) {
  // CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[E]] : f16 to f32
  // CHECK-NEXT: arith.addf %[[SUM]], %[[WIDE]] : f32
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[SUMS]] : tensor<4xf32>)
  // CHECK: arith.divf %{{.*}} : f32
  // CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.mean %x {axis = array<i64: 0, 2>, keepdims = true} : (tensor<?x4x?xf16>) -> tensor<1x4x1xf16>
  return %0 : tensor<1x4x1xf16>
}

// CHECK-LABEL: func @max_unsigned
func.func @max_unsigned(%x: tensor<2x3xui8>) -> tensor<2xui8> {
  // CHECK: linalg.fill ins(%c0_i8
  // CHECK: linalg.reduce { arith.maxui }
  %0 = relay.max %x {axis = array<i64: 1>} : (tensor<2x3xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// No elements: the identity.
// CHECK-LABEL: func @min_empty
func.func @min_empty(%x: tensor<2x0xf32>) -> tensor<2xf32> {
  // CHECK: arith.constant 0x7F800000 : f32
  // CHECK: linalg.reduce { arith.minimumf } ins(%{{.*}} : tensor<2x0xf32>)
  %0 = relay.min %x {axis = array<i64: 1>} : (tensor<2x0xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @nothing_to_reduce
// CHECK-SAME: %[[X:.*]]: tensor<f32>
func.func @nothing_to_reduce(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.sum %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @variance_unbiased
func.func @variance_unbiased(%x: tensor<2x?xf32>, %m: tensor<2x1xf32>) -> tensor<2xf32> {
  // CHECK: %[[D:.*]] = arith.subf
  // CHECK: arith.mulf %[[D]], %[[D]]
  // CHECK: %[[COUNT:.*]] = arith.subi %{{.*}}, %c1
  // CHECK: arith.index_cast %[[COUNT]]
  // CHECK: arith.divf
  %0 = relay.variance %x, %m {axis = array<i64: 1>, unbiased = true} : (tensor<2x?xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @argmax_two_axes
func.func @argmax_two_axes(%x: tensor<2x?x4xf32>) -> tensor<4xi32> {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["reduction", "reduction", "parallel"]
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[SCALED:.*]] = arith.muli %[[I]], %{{.*}} : index
  // CHECK: %[[J:.*]] = linalg.index 1
  // CHECK: arith.addi %[[SCALED]], %[[J]] : index
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
  %0 = relay.argmax %x {axis = array<i64: 0, 1>} : (tensor<2x?x4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
