// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @dense
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<5x4xf32>
func.func @dense(%a0: tensor<2x4xf32>, %a1: tensor<5x4xf32>) -> tensor<2x5xf32> {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] : (tensor<2x4xf32>, tensor<5x4xf32>) -> tensor<2x5xf32>
  %0 = relay.nn.dense %a0, %a1 : (tensor<2x4xf32>, tensor<5x4xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @dense_units
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>, %[[A1:.*]]: tensor<?x4xf32>
func.func @dense_units(%a0: tensor<2x?xf32>, %a1: tensor<?x4xf32>) -> tensor<2x5xf32> {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] {units = 5 : i64} : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x5xf32>
  %0 = relay.nn.dense %a0, %a1 {units = 5 : i64} : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @dense_mixed
// CHECK-SAME: %[[A0:.*]]: tensor<?x3x4xi8>, %[[A1:.*]]: tensor<5x4xui8>
func.func @dense_mixed(%a0: tensor<?x3x4xi8>, %a1: tensor<5x4xui8>) -> tensor<?x3x5xi32> {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] {out_dtype = i32} : (tensor<?x3x4xi8>, tensor<5x4xui8>) -> tensor<?x3x5xi32>
  %0 = relay.nn.dense %a0, %a1 {out_dtype = i32} : (tensor<?x3x4xi8>, tensor<5x4xui8>) -> tensor<?x3x5xi32>
  return %0 : tensor<?x3x5xi32>
}

// CHECK-LABEL: func @dense_vector
// CHECK-SAME: %[[A0:.*]]: tensor<4xf32>, %[[A1:.*]]: tensor<?x4xf32>
func.func @dense_vector(%a0: tensor<4xf32>, %a1: tensor<?x4xf32>) -> tensor<?xf32> {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?xf32>
  %0 = relay.nn.dense %a0, %a1 : (tensor<4xf32>, tensor<?x4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @dense_empty
// CHECK-SAME: %[[A0:.*]]: tensor<2x0xf32>, %[[A1:.*]]: tensor<5x0xf32>
func.func @dense_empty(%a0: tensor<2x0xf32>, %a1: tensor<5x0xf32>) -> tensor<2x5xf32> {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] : (tensor<2x0xf32>, tensor<5x0xf32>) -> tensor<2x5xf32>
  %0 = relay.nn.dense %a0, %a1 : (tensor<2x0xf32>, tensor<5x0xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @dense_no_units
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<0x4xf32>
func.func @dense_no_units(%a0: tensor<2x4xf32>, %a1: tensor<0x4xf32>) -> tensor<2x0xf32> {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] {units = 0 : i64} : (tensor<2x4xf32>, tensor<0x4xf32>) -> tensor<2x0xf32>
  %0 = relay.nn.dense %a0, %a1 {units = 0 : i64} : (tensor<2x4xf32>, tensor<0x4xf32>) -> tensor<2x0xf32>
  return %0 : tensor<2x0xf32>
}

// CHECK-LABEL: func @dense_unknown
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: !relay.unknown
func.func @dense_unknown(%a0: tensor<2x4xf32>, %a1: !relay.unknown) -> !relay.unknown {
  // CHECK: relay.nn.dense %[[A0]], %[[A1]] {units = 5 : i64} : (tensor<2x4xf32>, !relay.unknown) -> !relay.unknown
  %0 = relay.nn.dense %a0, %a1 {units = 5 : i64} : (tensor<2x4xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func @matmul
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<4x5xf32>
func.func @matmul(%a0: tensor<2x4xf32>, %a1: tensor<4x5xf32>) -> tensor<2x5xf32> {
  // CHECK: relay.nn.matmul %[[A0]], %[[A1]] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  %0 = relay.nn.matmul %a0, %a1 {transpose_a = false, transpose_b = false} : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @matmul_transposed
// CHECK-SAME: %[[A0:.*]]: tensor<3x4x2xf32>, %[[A1:.*]]: tensor<5x4xf16>
func.func @matmul_transposed(%a0: tensor<3x4x2xf32>, %a1: tensor<5x4xf16>) -> tensor<3x2x5xf32> {
  // CHECK: relay.nn.matmul %[[A0]], %[[A1]] {transpose_a = true, transpose_b = true, units = 5 : i64} : (tensor<3x4x2xf32>, tensor<5x4xf16>) -> tensor<3x2x5xf32>
  %0 = relay.nn.matmul %a0, %a1 {transpose_a = true, transpose_b = true, units = 5 : i64} : (tensor<3x4x2xf32>, tensor<5x4xf16>) -> tensor<3x2x5xf32>
  return %0 : tensor<3x2x5xf32>
}

// CHECK-LABEL: func @matmul_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x2xf32>, %[[A1:.*]]: tensor<4x?xf32>
func.func @matmul_dynamic(%a0: tensor<?x2xf32>, %a1: tensor<4x?xf32>) -> tensor<2x?xf64> {
  // CHECK: relay.nn.matmul %[[A0]], %[[A1]] {out_dtype = f64, transpose_a = true} : (tensor<?x2xf32>, tensor<4x?xf32>) -> tensor<2x?xf64>
  %0 = relay.nn.matmul %a0, %a1 {out_dtype = f64, transpose_a = true} : (tensor<?x2xf32>, tensor<4x?xf32>) -> tensor<2x?xf64>
  return %0 : tensor<2x?xf64>
}

// CHECK-LABEL: func @batch_matmul
// CHECK-SAME: %[[A0:.*]]: tensor<2x3x4xf32>, %[[A1:.*]]: tensor<2x4x5xf32>
func.func @batch_matmul(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  // CHECK: relay.nn.batch_matmul %[[A0]], %[[A1]] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %0 = relay.nn.batch_matmul %a0, %a1 : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// CHECK-LABEL: func @batch_matmul_repeat_a
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x3xi8>, %[[A1:.*]]: tensor<2x5x4xi8>
func.func @batch_matmul_repeat_a(%a0: tensor<1x4x3xi8>, %a1: tensor<2x5x4xi8>) -> tensor<2x3x5xi32> {
  // CHECK: relay.nn.batch_matmul %[[A0]], %[[A1]] {out_dtype = i32, transpose_a = true, transpose_b = true} : (tensor<1x4x3xi8>, tensor<2x5x4xi8>) -> tensor<2x3x5xi32>
  %0 = relay.nn.batch_matmul %a0, %a1 {out_dtype = i32, transpose_a = true, transpose_b = true} : (tensor<1x4x3xi8>, tensor<2x5x4xi8>) -> tensor<2x3x5xi32>
  return %0 : tensor<2x3x5xi32>
}

// CHECK-LABEL: func @batch_matmul_repeat_b
// CHECK-SAME: %[[A0:.*]]: tensor<0x3x4xf32>, %[[A1:.*]]: tensor<1x4x5xf32>
func.func @batch_matmul_repeat_b(%a0: tensor<0x3x4xf32>, %a1: tensor<1x4x5xf32>) -> tensor<0x3x5xf32> {
  // CHECK: relay.nn.batch_matmul %[[A0]], %[[A1]] : (tensor<0x3x4xf32>, tensor<1x4x5xf32>) -> tensor<0x3x5xf32>
  %0 = relay.nn.batch_matmul %a0, %a1 : (tensor<0x3x4xf32>, tensor<1x4x5xf32>) -> tensor<0x3x5xf32>
  return %0 : tensor<0x3x5xf32>
}

// CHECK-LABEL: func @batch_matmul_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<2x3x?xf32>, %[[A1:.*]]: tensor<?x4x?xf32>
func.func @batch_matmul_dynamic(%a0: tensor<2x3x?xf32>, %a1: tensor<?x4x?xf32>) -> tensor<?x3x?xf32> {
  // CHECK: relay.nn.batch_matmul %[[A0]], %[[A1]] : (tensor<2x3x?xf32>, tensor<?x4x?xf32>) -> tensor<?x3x?xf32>
  %0 = relay.nn.batch_matmul %a0, %a1 : (tensor<2x3x?xf32>, tensor<?x4x?xf32>) -> tensor<?x3x?xf32>
  return %0 : tensor<?x3x?xf32>
}

// CHECK-LABEL: func @bias_add
// CHECK-SAME: %[[A0:.*]]: tensor<2x3x4xf32>, %[[A1:.*]]: tensor<3xf32>
func.func @bias_add(%a0: tensor<2x3x4xf32>, %a1: tensor<3xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.nn.bias_add %[[A0]], %[[A1]] : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %0 = relay.nn.bias_add %a0, %a1 : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @bias_add_axis
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xi32>, %[[A1:.*]]: tensor<4xi32>
func.func @bias_add_axis(%a0: tensor<2x?xi32>, %a1: tensor<4xi32>) -> tensor<2x?xi32> {
  // CHECK: relay.nn.bias_add %[[A0]], %[[A1]] {axis = -1 : i64} : (tensor<2x?xi32>, tensor<4xi32>) -> tensor<2x?xi32>
  %0 = relay.nn.bias_add %a0, %a1 {axis = -1 : i64} : (tensor<2x?xi32>, tensor<4xi32>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// CHECK-LABEL: func @flatten
// CHECK-SAME: %[[A0:.*]]: tensor<2x3x4xf32>
func.func @flatten(%a0: tensor<2x3x4xf32>) -> tensor<2x12xf32> {
  // CHECK: relay.nn.batch_flatten %[[A0]] : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  %0 = relay.nn.batch_flatten %a0 : (tensor<2x3x4xf32>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// CHECK-LABEL: func @flatten_vector
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>
func.func @flatten_vector(%a0: tensor<?xf32>) -> tensor<?x1xf32> {
  // CHECK: relay.nn.batch_flatten %[[A0]] : (tensor<?xf32>) -> tensor<?x1xf32>
  %0 = relay.nn.batch_flatten %a0 : (tensor<?xf32>) -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}

// CHECK-LABEL: func @flatten_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x3x?x4xf32>
func.func @flatten_dynamic(%a0: tensor<?x3x?x4xf32>) -> tensor<?x?xf32> {
  // CHECK: relay.nn.batch_flatten %[[A0]] : (tensor<?x3x?x4xf32>) -> tensor<?x?xf32>
  %0 = relay.nn.batch_flatten %a0 : (tensor<?x3x?x4xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @flatten_empty
// CHECK-SAME: %[[A0:.*]]: tensor<2x0xi1>
func.func @flatten_empty(%a0: tensor<2x0xi1>) -> tensor<2x0xi1> {
  // CHECK: relay.nn.batch_flatten %[[A0]] : (tensor<2x0xi1>) -> tensor<2x0xi1>
  %0 = relay.nn.batch_flatten %a0 : (tensor<2x0xi1>) -> tensor<2x0xi1>
  return %0 : tensor<2x0xi1>
}

// CHECK-LABEL: func @pad
// CHECK-SAME: %[[A0:.*]]: tensor<2x3xf32>, %[[A1:.*]]: tensor<i32>
func.func @pad(%a0: tensor<2x3xf32>, %a1: tensor<i32>) -> tensor<5x6xf32> {
  // CHECK: relay.nn.pad %[[A0]], %[[A1]] {pad_width = [array<i64: 1, 2>, array<i64: 0, 3>]} : (tensor<2x3xf32>, tensor<i32>) -> tensor<5x6xf32>
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2>, array<i64: 0, 3>]} : (tensor<2x3xf32>, tensor<i32>) -> tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}

// CHECK-LABEL: func @pad_crop
// CHECK-SAME: %[[A0:.*]]: tensor<4x3xf32>, %[[A1:.*]]: tensor<1xf32>
func.func @pad_crop(%a0: tensor<4x3xf32>, %a1: tensor<1xf32>) -> tensor<1x5xf32> {
  // CHECK: relay.nn.pad %[[A0]], %[[A1]] {pad_width = [array<i64: -1, -2>, array<i64: 5, -3>]} : (tensor<4x3xf32>, tensor<1xf32>) -> tensor<1x5xf32>
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: -1, -2>, array<i64: 5, -3>]} : (tensor<4x3xf32>, tensor<1xf32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}

// CHECK-LABEL: func @pad_edge
// CHECK-SAME: %[[A0:.*]]: tensor<?x1xf32>, %[[A1:.*]]: tensor<f32>
func.func @pad_edge(%a0: tensor<?x1xf32>, %a1: tensor<f32>) -> tensor<?x7xf32> {
  // CHECK: relay.nn.pad %[[A0]], %[[A1]] {pad_mode = "edge", pad_width = [array<i64: 1, 2>, array<i64: 3, 3>]} : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x7xf32>
  %0 = relay.nn.pad %a0, %a1 {pad_mode = "edge", pad_width = [array<i64: 1, 2>, array<i64: 3, 3>]} : (tensor<?x1xf32>, tensor<f32>) -> tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}

// CHECK-LABEL: func @pad_reflect
// CHECK-SAME: %[[A0:.*]]: tensor<3x0xi8>, %[[A1:.*]]: tensor<i8>
func.func @pad_reflect(%a0: tensor<3x0xi8>, %a1: tensor<i8>) -> tensor<7x0xi8> {
  // CHECK: relay.nn.pad %[[A0]], %[[A1]] {pad_mode = "reflect", pad_width = [array<i64: 2, 2>, array<i64: 0, 0>]} : (tensor<3x0xi8>, tensor<i8>) -> tensor<7x0xi8>
  %0 = relay.nn.pad %a0, %a1 {pad_mode = "reflect", pad_width = [array<i64: 2, 2>, array<i64: 0, 0>]} : (tensor<3x0xi8>, tensor<i8>) -> tensor<7x0xi8>
  return %0 : tensor<7x0xi8>
}

// CHECK-LABEL: func @pad_scalar
// CHECK-SAME: %[[A0:.*]]: tensor<f32>, %[[A1:.*]]: tensor<f32>
func.func @pad_scalar(%a0: tensor<f32>, %a1: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.nn.pad %[[A0]], %[[A1]] {pad_width = []} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = relay.nn.pad %a0, %a1 {pad_mode = "constant", pad_width = []} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @lrn
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x?x4xf16>
func.func @lrn(%a0: tensor<1x8x?x4xf16>) -> tensor<1x8x?x4xf16> {
  // CHECK: relay.nn.lrn %[[A0]] {alpha = 1.000000e-05 : f64, axis = 3 : i64, beta = 5.000000e-01 : f64, bias = 1.000000e+00 : f64, size = 4 : i64} : (tensor<1x8x?x4xf16>) -> tensor<1x8x?x4xf16>
  %0 = relay.nn.lrn %a0 {alpha = 1.000000e-05 : f64, axis = 3 : i64, beta = 5.000000e-01 : f64, bias = 1.000000e+00 : f64, size = 4 : i64} : (tensor<1x8x?x4xf16>) -> tensor<1x8x?x4xf16>
  return %0 : tensor<1x8x?x4xf16>
}

// CHECK-LABEL: func @lrn_defaults
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x?x4xf32>
func.func @lrn_defaults(%a0: tensor<1x8x?x4xf32>) -> tensor<1x8x?x4xf32> {
  // CHECK: relay.nn.lrn %[[A0]] : (tensor<1x8x?x4xf32>) -> tensor<1x8x?x4xf32>
  %0 = relay.nn.lrn %a0 {alpha = 1.000000e-04 : f64, axis = 1 : i64, beta = 7.500000e-01 : f64, bias = 2.000000e+00 : f64, size = 5 : i64} : (tensor<1x8x?x4xf32>) -> tensor<1x8x?x4xf32>
  return %0 : tensor<1x8x?x4xf32>
}

// CHECK-LABEL: func @prelu
// CHECK-SAME: %[[A0:.*]]: tensor<2x3x?xf32>, %[[A1:.*]]: tensor<3xf32>
func.func @prelu(%a0: tensor<2x3x?xf32>, %a1: tensor<3xf32>) -> tensor<2x3x?xf32> {
  // CHECK: relay.nn.prelu %[[A0]], %[[A1]] : (tensor<2x3x?xf32>, tensor<3xf32>) -> tensor<2x3x?xf32>
  %0 = relay.nn.prelu %a0, %a1 : (tensor<2x3x?xf32>, tensor<3xf32>) -> tensor<2x3x?xf32>
  return %0 : tensor<2x3x?xf32>
}

// CHECK-LABEL: func @prelu_axis
// CHECK-SAME: %[[A0:.*]]: tensor<2x3x?xf32>, %[[A1:.*]]: tensor<4xf32>
func.func @prelu_axis(%a0: tensor<2x3x?xf32>, %a1: tensor<4xf32>) -> tensor<2x3x?xf32> {
  // CHECK: relay.nn.prelu %[[A0]], %[[A1]] {axis = -1 : i64} : (tensor<2x3x?xf32>, tensor<4xf32>) -> tensor<2x3x?xf32>
  %0 = relay.nn.prelu %a0, %a1 {axis = -1 : i64} : (tensor<2x3x?xf32>, tensor<4xf32>) -> tensor<2x3x?xf32>
  return %0 : tensor<2x3x?xf32>
}
