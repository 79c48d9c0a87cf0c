// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// Zeros complete the last block.
// CHECK-LABEL: func @layout_transform(
// CHECK-SAME: %[[X:.*]]: tensor<1x6x2x3xf32>
func.func @layout_transform(%x: tensor<1x6x2x3xf32>) -> tensor<1x2x2x3x4xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 0, 0] high[0, 2, 0, 0]
  // CHECK: tensor.yield %[[ZERO]]
  // CHECK: %[[BLOCKS:.*]] = tensor.expand_shape %[[PADDED]] {{\[\[}}0], [1, 2], [3], [4]] output_shape [1, 2, 4, 2, 3]
  // CHECK: linalg.transpose ins(%[[BLOCKS]] :{{.*}} permutation = [0, 1, 3, 4, 2]
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x6x2x3xf32>) -> tensor<1x2x2x3x4xf32>
  return %0 : tensor<1x2x2x3x4xf32>
}

// CHECK-LABEL: func @layout_transform_dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<1x?x2x3xf32>
func.func @layout_transform_dynamic(%x: tensor<1x?x2x3xf32>) -> tensor<1x?x2x3x4xf32> {
  // CHECK: %[[CHANNELS:.*]] = tensor.dim %[[X]], %c1
  // CHECK: %[[BLOCKS:.*]] = arith.divui
  // CHECK: %[[WHOLE:.*]] = arith.muli %[[BLOCKS]], %c4
  // CHECK: %[[ZEROS:.*]] = arith.subi %[[WHOLE]], %[[CHANNELS]]
  // CHECK: tensor.pad %[[X]] low[0, 0, 0, 0] high[0, %[[ZEROS]], 0, 0]
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x?x2x3xf32>) -> tensor<1x?x2x3x4xf32>
  return %0 : tensor<1x?x2x3x4xf32>
}
