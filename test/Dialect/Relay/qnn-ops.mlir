// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @quantize
func.func @quantize(%x: tensor<2x?xf32>, %s: tensor<?xf32>, %z: tensor<i32>) -> tensor<2x?xui8> {
  // CHECK: relay.qnn.quantize %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64, out_dtype = ui8} : (tensor<2x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<2x?xui8>
  %0 = relay.qnn.quantize %x, %s, %z {axis = 1 : i64, out_dtype = ui8} : (tensor<2x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: func @dequantize
func.func @dequantize(%x: tensor<2x?xi8>, %s: tensor<1xf32>, %z: tensor<i32>) -> tensor<2x?xf16> {
  // CHECK: relay.qnn.dequantize %{{.*}}, %{{.*}}, %{{.*}} {out_dtype = f16} : (tensor<2x?xi8>, tensor<1xf32>, tensor<i32>) -> tensor<2x?xf16>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f16} : (tensor<2x?xi8>, tensor<1xf32>, tensor<i32>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: func @requantize
func.func @requantize(%x: tensor<2x3xi64>, %s: tensor<3xf32>, %z: tensor<3xi32>, %t: tensor<f32>, %u: tensor<i32>) -> tensor<2x3xi16> {
  // CHECK: relay.qnn.requantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {compute_dtype = "float32", out_dtype = i16, rounding = "TONEAREST"} : (tensor<2x3xi64>, tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi16>
  %0 = relay.qnn.requantize %x, %s, %z, %t, %u {compute_dtype = "float32", out_dtype = i16, rounding = "TONEAREST"} : (tensor<2x3xi64>, tensor<3xf32>, tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi16>
  return %0 : tensor<2x3xi16>
}

// CHECK-LABEL: func @simulated_quantize
func.func @simulated_quantize(%x: tensor<2x?xf32>, %d: tensor<i32>, %s: tensor<?xf32>, %z: tensor<1xi32>) -> tensor<2x?xf32> {
  // CHECK: relay.qnn.simulated_quantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64} : (tensor<2x?xf32>, tensor<i32>, tensor<?xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  %0 = relay.qnn.simulated_quantize %x, %d, %s, %z {axis = 1 : i64} : (tensor<2x?xf32>, tensor<i32>, tensor<?xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @simulated_dequantize
func.func @simulated_dequantize(%x: tensor<2x?xf32>, %d: tensor<i32>, %s: tensor<1xf32>, %z: tensor<1xi32>) -> tensor<2x?xf32> {
  // CHECK: relay.qnn.simulated_dequantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x?xf32>, tensor<i32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  %0 = relay.qnn.simulated_dequantize %x, %d, %s, %z : (tensor<2x?xf32>, tensor<i32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @annotation_simulated_quantize
func.func @annotation_simulated_quantize(%x: tensor<2x?xf32>, %s: tensor<f32>) -> tensor<2x?xf32> {
  // CHECK: relay.annotation.simulated_quantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {kind = 2 : i64} : (tensor<2x?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x?xf32>
  %0 = relay.annotation.simulated_quantize %x, %s, %s, %s {kind = 2 : i64} : (tensor<2x?xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @abs
func.func @abs(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.abs %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.abs %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @erf
func.func @erf(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.erf %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.erf %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @exp
func.func @exp(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.exp %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.exp %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @hardswish
func.func @hardswish(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.hardswish %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.hardswish %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @log
func.func @log(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.log %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.log %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @rsqrt
func.func @rsqrt(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.rsqrt %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.rsqrt %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @sigmoid
func.func @sigmoid(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.sigmoid %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.sigmoid %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @sqrt
func.func @sqrt(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.sqrt %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.sqrt %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @tanh
func.func @tanh(%x: tensor<?xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xui8> {
  // CHECK: relay.qnn.tanh %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  %0 = relay.qnn.tanh %x, %s, %z, %s, %z : (tensor<?xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @leaky_relu
func.func @leaky_relu(%x: tensor<?xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?xi8> {
  // CHECK: relay.qnn.leaky_relu %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {alpha = 1.000000e-01 : f64} : (tensor<?xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xi8>
  %0 = relay.qnn.leaky_relu %x, %s, %z, %s, %z {alpha = 1.000000e-01 : f64} : (tensor<?xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<2x?xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x?xi8> {
  // CHECK: relay.qnn.softmax %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<2x?xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x?xi8>
  %0 = relay.qnn.softmax %x, %s, %z, %s, %z {axis = 0 : i64} : (tensor<2x?xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @avg_pool2d
func.func @avg_pool2d(%x: tensor<1x8x?x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<1x4x?x3xi8> {
  // CHECK: relay.qnn.avg_pool2d %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {layout = "NHWC", pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x8x?x3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x4x?x3xi8>
  %0 = relay.qnn.avg_pool2d %x, %s, %z, %s, %z {layout = "NHWC", pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x8x?x3xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x4x?x3xi8>
  return %0 : tensor<1x4x?x3xi8>
}

// CHECK-LABEL: func @add
func.func @add(%a: tensor<2x3xi8>, %b: tensor<3xi8>, %s: tensor<3xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<2x3xi8> {
  // CHECK: relay.qnn.add %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {lhs_axis = 1 : i64, rhs_axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  %0 = relay.qnn.add %a, %b, %s, %z, %t, %z, %t, %z {lhs_axis = 1 : i64, rhs_axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// CHECK-LABEL: func @mul
func.func @mul(%a: tensor<2x3xi8>, %b: tensor<3xi8>, %s: tensor<3xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<2x3xi8> {
  // CHECK: relay.qnn.mul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {lhs_axis = 1 : i64, rhs_axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  %0 = relay.qnn.mul %a, %b, %s, %z, %t, %z, %t, %z {lhs_axis = 1 : i64, rhs_axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// CHECK-LABEL: func @subtract
func.func @subtract(%a: tensor<2x3xi8>, %b: tensor<3xi8>, %s: tensor<3xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<2x3xi8> {
  // CHECK: relay.qnn.subtract %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {lhs_axis = 1 : i64, rhs_axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  %0 = relay.qnn.subtract %a, %b, %s, %z, %t, %z, %t, %z {lhs_axis = 1 : i64, rhs_axis = 0 : i64} : (tensor<2x3xi8>, tensor<3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// CHECK-LABEL: func @concatenate
func.func @concatenate(%t: tuple<tensor<2x3xi8>, tensor<2x?xi8>>, %q: tuple<tensor<f32>, tensor<f32>>, %r: tuple<tensor<i32>, tensor<i32>>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x?xi8> {
  // CHECK: relay.qnn.concatenate %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {axis = 1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x?xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<2x?xi8>
  %0 = relay.qnn.concatenate %t, %q, %r, %s, %z {axis = 1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x?xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @conv2d
func.func @conv2d(%x: tensor<?x4x8x8xui8>, %w: tensor<6x4x3x3xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<6xf32>, %y: tensor<6xi32>) -> tensor<?x6x8x8xi32> {
  // CHECK: relay.qnn.conv2d %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32, padding = array<i64: 1, 1>} : (tensor<?x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<6xi32>, tensor<f32>, tensor<6xf32>) -> tensor<?x6x8x8xi32>
  %0 = relay.qnn.conv2d %x, %w, %z, %y, %s, %t {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32, padding = array<i64: 1, 1>} : (tensor<?x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<6xi32>, tensor<f32>, tensor<6xf32>) -> tensor<?x6x8x8xi32>
  return %0 : tensor<?x6x8x8xi32>
}

// CHECK-LABEL: func @conv2d_transpose
func.func @conv2d_transpose(%x: tensor<1x4x8x8xi16>, %w: tensor<4x6x3x3xi8>, %s: tensor<1xf32>, %z: tensor<1xi32>, %k: tensor<i32>, %t: tensor<6xf32>) -> tensor<1x6x10x10xi64> {
  // CHECK: relay.qnn.conv2d_transpose %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i64} : (tensor<1x4x8x8xi16>, tensor<4x6x3x3xi8>, tensor<1xi32>, tensor<i32>, tensor<1xf32>, tensor<6xf32>) -> tensor<1x6x10x10xi64>
  %0 = relay.qnn.conv2d_transpose %x, %w, %z, %k, %s, %t {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i64} : (tensor<1x4x8x8xi16>, tensor<4x6x3x3xi8>, tensor<1xi32>, tensor<i32>, tensor<1xf32>, tensor<6xf32>) -> tensor<1x6x10x10xi64>
  return %0 : tensor<1x6x10x10xi64>
}

// CHECK-LABEL: func @dense
func.func @dense(%x: tensor<?x4xi16>, %w: tensor<5x4xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<5xf32>, %y: tensor<5xi32>) -> tensor<?x5xi64> {
  // CHECK: relay.qnn.dense %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {out_dtype = i64, units = 5 : i64} : (tensor<?x4xi16>, tensor<5x4xi8>, tensor<i32>, tensor<5xi32>, tensor<f32>, tensor<5xf32>) -> tensor<?x5xi64>
  %0 = relay.qnn.dense %x, %w, %z, %y, %s, %t {out_dtype = i64, units = 5 : i64} : (tensor<?x4xi16>, tensor<5x4xi8>, tensor<i32>, tensor<5xi32>, tensor<f32>, tensor<5xf32>) -> tensor<?x5xi64>
  return %0 : tensor<?x5xi64>
}

// CHECK-LABEL: func @contrib_dense_pack
func.func @contrib_dense_pack(%x: tensor<?x8xui8>, %w: tensor<1x2x32x4xui8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<?x32xi32> {
  // CHECK: relay.qnn.contrib_dense_pack %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {out_dtype = i32, units = 32 : i64, weight_layout = "NC32n4c"} : (tensor<?x8xui8>, tensor<1x2x32x4xui8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x32xi32>
  %0 = relay.qnn.contrib_dense_pack %x, %w, %z, %z, %s, %s {out_dtype = i32, units = 32 : i64, weight_layout = "NC32n4c"} : (tensor<?x8xui8>, tensor<1x2x32x4xui8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<?x32xi32>
  return %0 : tensor<?x32xi32>
}

// CHECK-LABEL: func @batch_matmul
func.func @batch_matmul(%x: tensor<2x?x4xui8>, %y: tensor<1x5x4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x?x5xi32> {
  // CHECK: relay.qnn.batch_matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {out_dtype = i32, transpose_b = true} : (tensor<2x?x4xui8>, tensor<1x5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x?x5xi32>
  %0 = relay.qnn.batch_matmul %x, %y, %z, %z, %s, %s {out_dtype = i32, transpose_b = true} : (tensor<2x?x4xui8>, tensor<1x5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x?x5xi32>
  return %0 : tensor<2x?x5xi32>
}
