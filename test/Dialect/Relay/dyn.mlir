// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators whose shapes are operands: every attribute, and the types that TVM
// infers.

// CHECK-LABEL: func @broadcast_to
// CHECK-SAME: %[[A0:.*]]: tensor<3xf32>, %[[A1:.*]]: tensor<2xi64>
func.func @broadcast_to(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: relay.dyn.broadcast_to %[[A0]], %[[A1]] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = relay.dyn.broadcast_to %a0, %a1 : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @full
// CHECK-SAME: %[[A0:.*]]: tensor<f32>, %[[A1:.*]]: tensor<2xi32>
func.func @full(%a0: tensor<f32>, %a1: tensor<2xi32>) -> tensor<?x?xi8> {
  // CHECK: relay.dyn.full %[[A0]], %[[A1]] {dtype = i8} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xi8>
  %0 = relay.dyn.full %a0, %a1 {dtype = i8} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// CHECK-LABEL: func @full_same
// CHECK-SAME: %[[A0:.*]]: tensor<f32>, %[[A1:.*]]: tensor<0xi32>
func.func @full_same(%a0: tensor<f32>, %a1: tensor<0xi32>) -> tensor<f32> {
  // CHECK: relay.dyn.full %[[A0]], %[[A1]] {shape = array<i64>} : (tensor<f32>, tensor<0xi32>) -> tensor<f32>
  %0 = relay.dyn.full %a0, %a1 {shape = array<i64>} : (tensor<f32>, tensor<0xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @resize2d
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x4x3xf32>, %[[A1:.*]]: tensor<2xi64>, %[[A2:.*]]: tensor<4xf32>
func.func @resize2d(%a0: tensor<1x4x4x3xf32>, %a1: tensor<2xi64>, %a2: tensor<4xf32>) -> tensor<1x?x?x3xf16> {
  // CHECK: relay.dyn.image.resize2d %[[A0]], %[[A1]], %[[A2]] {layout = "NHWC", method = "cubic", out_dtype = f16, roi = array<f64>, size = array<i64>} : (tensor<1x4x4x3xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x?x?x3xf16>
  %0 = relay.dyn.image.resize2d %a0, %a1, %a2 {layout = "NHWC", method = "cubic", out_dtype = f16, roi = array<f64>, size = array<i64>} : (tensor<1x4x4x3xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x?x?x3xf16>
  return %0 : tensor<1x?x?x3xf16>
}

// CHECK-LABEL: func @pad
// CHECK-SAME: %[[A0:.*]]: tensor<2x3xf32>, %[[A1:.*]]: tensor<2x2xi64>, %[[A2:.*]]: tensor<f32>
func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<2x2xi64>, %a2: tensor<f32>) -> tensor<?x?xf32> {
  // CHECK: relay.dyn.nn.pad %[[A0]], %[[A1]], %[[A2]] {pad_mode = "edge", pad_width = []} : (tensor<2x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  %0 = relay.dyn.nn.pad %a0, %a1, %a2 {pad_mode = "edge", pad_width = []} : (tensor<2x3xf32>, tensor<2x2xi64>, tensor<f32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @one_hot
// CHECK-SAME: %[[A0:.*]]: tensor<3x2xi32>, %[[A1:.*]]: tensor<f32>, %[[A2:.*]]: tensor<f32>, %[[A3:.*]]: tensor<i32>
func.func @one_hot(%a0: tensor<3x2xi32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<i32>) -> tensor<3x?x2xi8> {
  // CHECK: relay.dyn.one_hot %[[A0]], %[[A1]], %[[A2]], %[[A3]] {axis = 1 : i64, depth = 2 : i64, dtype = i8} : (tensor<3x2xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<3x?x2xi8>
  %0 = relay.dyn.one_hot %a0, %a1, %a2, %a3 {axis = 1 : i64, depth = 2 : i64, dtype = i8} : (tensor<3x2xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<3x?x2xi8>
  return %0 : tensor<3x?x2xi8>
}

// CHECK-LABEL: func @ones
// CHECK-SAME: %[[A0:.*]]: tensor<3xui8>
func.func @ones(%a0: tensor<3xui8>) -> tensor<?x?x?xbf16> {
  // CHECK: relay.dyn.ones %[[A0]] {dtype = bf16} : (tensor<3xui8>) -> tensor<?x?x?xbf16>
  %0 = relay.dyn.ones %a0 {dtype = bf16} : (tensor<3xui8>) -> tensor<?x?x?xbf16>
  return %0 : tensor<?x?x?xbf16>
}

// CHECK-LABEL: func @zeros
// CHECK-SAME: %[[A0:.*]]: tensor<1xi64>
func.func @zeros(%a0: tensor<1xi64>) -> tensor<?xi1> {
  // CHECK: relay.dyn.zeros %[[A0]] {dtype = i1} : (tensor<1xi64>) -> tensor<?xi1>
  %0 = relay.dyn.zeros %a0 {dtype = i1} : (tensor<1xi64>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK-LABEL: func @reshape
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>, %[[A1:.*]]: tensor<3xi64>
func.func @reshape(%a0: tensor<2x?xf32>, %a1: tensor<3xi64>) -> tensor<?x?x?xf32> {
  // CHECK: relay.dyn.reshape %[[A0]], %[[A1]] {allowzero = true, newshape = array<i64>} : (tensor<2x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %0 = relay.dyn.reshape %a0, %a1 {allowzero = true, newshape = array<i64>} : (tensor<2x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func @squeeze
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x1xf32>, %[[A1:.*]]: tensor<2xi64>
func.func @squeeze(%a0: tensor<1x3x1xf32>, %a1: tensor<2xi64>) -> tensor<?xf32> {
  // CHECK: relay.dyn.squeeze %[[A0]], %[[A1]] : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<?xf32>
  %0 = relay.dyn.squeeze %a0, %a1 : (tensor<1x3x1xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @strided_slice
// CHECK-SAME: %[[A0:.*]]: tensor<4x5x6xf32>, %[[A1:.*]]: tensor<2xi64>, %[[A2:.*]]: tensor<1xi64>, %[[A3:.*]]: tensor<2xi64>
func.func @strided_slice(%a0: tensor<4x5x6xf32>, %a1: tensor<2xi64>, %a2: tensor<1xi64>, %a3: tensor<2xi64>) -> tensor<?x?x6xf32> {
  // CHECK: relay.dyn.strided_slice %[[A0]], %[[A1]], %[[A2]], %[[A3]] {slice_mode = "size"} : (tensor<4x5x6xf32>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<?x?x6xf32>
  %0 = relay.dyn.strided_slice %a0, %a1, %a2, %a3 {slice_mode = "size"} : (tensor<4x5x6xf32>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>) -> tensor<?x?x6xf32>
  return %0 : tensor<?x?x6xf32>
}

// CHECK-LABEL: func @tile
// CHECK-SAME: %[[A0:.*]]: tensor<3xf32>, %[[A1:.*]]: tensor<2xi64>
func.func @tile(%a0: tensor<3xf32>, %a1: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: relay.dyn.tile %[[A0]], %[[A1]] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = relay.dyn.tile %a0, %a1 : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @tile_fewer
// CHECK-SAME: %[[A0:.*]]: tensor<2x3xf32>, %[[A1:.*]]: tensor<1xi64>
func.func @tile_fewer(%a0: tensor<2x3xf32>, %a1: tensor<1xi64>) -> tensor<?x?xf32> {
  // CHECK: relay.dyn.tile %[[A0]], %[[A1]] : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  %0 = relay.dyn.tile %a0, %a1 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @topk
// CHECK-SAME: %[[A0:.*]]: tensor<2x5xf32>, %[[A1:.*]]: tensor<i64>
func.func @topk(%a0: tensor<2x5xf32>, %a1: tensor<i64>) -> tuple<tensor<2x?xf32>, tensor<2x?xi32>> {
  // CHECK: relay.dyn.topk %[[A0]], %[[A1]] {dtype = i32} : (tensor<2x5xf32>, tensor<i64>) -> tuple<tensor<2x?xf32>, tensor<2x?xi32>>
  %0 = relay.dyn.topk %a0, %a1 {dtype = i32} : (tensor<2x5xf32>, tensor<i64>) -> tuple<tensor<2x?xf32>, tensor<2x?xi32>>
  return %0 : tuple<tensor<2x?xf32>, tensor<2x?xi32>>
}

// CHECK-LABEL: func @topk_values
// CHECK-SAME: %[[A0:.*]]: tensor<2x5xf32>, %[[A1:.*]]: tensor<1xi64>
func.func @topk_values(%a0: tensor<2x5xf32>, %a1: tensor<1xi64>) -> tensor<?x5xf32> {
  // CHECK: relay.dyn.topk %[[A0]], %[[A1]] {axis = 0 : i64, dtype = i32, is_ascend = true, k = 3 : i64, ret_type = "values"} : (tensor<2x5xf32>, tensor<1xi64>) -> tensor<?x5xf32>
  %0 = relay.dyn.topk %a0, %a1 {axis = 0 : i64, dtype = i32, is_ascend = true, k = 3 : i64, ret_type = "values"} : (tensor<2x5xf32>, tensor<1xi64>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}

// CHECK-LABEL: func @upsampling
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x4x3xf32>, %[[A1:.*]]: tensor<f32>, %[[A2:.*]]: tensor<i32>
func.func @upsampling(%a0: tensor<1x4x4x3xf32>, %a1: tensor<f32>, %a2: tensor<i32>) -> tensor<1x?x?x3xf32> {
  // CHECK: relay.dyn.nn.upsampling %[[A0]], %[[A1]], %[[A2]] {layout = "NHWC", scale_h = 0.000000e+00 : f64} : (tensor<1x4x4x3xf32>, tensor<f32>, tensor<i32>) -> tensor<1x?x?x3xf32>
  %0 = relay.dyn.nn.upsampling %a0, %a1, %a2 {layout = "NHWC", scale_h = 0.000000e+00 : f64} : (tensor<1x4x4x3xf32>, tensor<f32>, tensor<i32>) -> tensor<1x?x?x3xf32>
  return %0 : tensor<1x?x?x3xf32>
}

// CHECK-LABEL: func @upsampling3d
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x4x4x4xf32>, %[[A1:.*]]: tensor<f32>, %[[A2:.*]]: tensor<f32>, %[[A3:.*]]: tensor<f32>
func.func @upsampling3d(%a0: tensor<1x3x4x4x4xf32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>) -> tensor<1x3x?x?x?xf32> {
  // CHECK: relay.dyn.nn.upsampling3d %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<1x3x4x4x4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<1x3x?x?x?xf32>
  %0 = relay.dyn.nn.upsampling3d %a0, %a1, %a2, %a3 : (tensor<1x3x4x4x4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<1x3x?x?x?xf32>
  return %0 : tensor<1x3x?x?x?xf32>
}

// CHECK-LABEL: func @sparse_to_dense
// CHECK-SAME: %[[A0:.*]]: tensor<2x2xi32>, %[[A1:.*]]: tensor<2xf32>, %[[A2:.*]]: tensor<f32>, %[[A3:.*]]: tensor<2xi64>
func.func @sparse_to_dense(%a0: tensor<2x2xi32>, %a1: tensor<2xf32>, %a2: tensor<f32>, %a3: tensor<2xi64>) -> tensor<?x?xf32> {
  // CHECK: relay.dyn.sparse_to_dense %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = relay.dyn.sparse_to_dense %a0, %a1, %a2, %a3 : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
