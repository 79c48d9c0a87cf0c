// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer | FileCheck %s
// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer="optional-qnn-ops=nn.softmax" | FileCheck %s --check-prefix=OPTIONAL

// Functions of elements, and averages.

// CHECK-LABEL: func @unary
func.func @unary(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<2xi8> {
  // CHECK-NEXT: %[[A:.*]] = relay.qnn.abs %arg0, %arg1, %arg2, %arg3, %arg2
  // CHECK-NEXT: %[[B:.*]] = relay.qnn.erf %[[A]], %arg3, %arg2, %arg3, %arg2
  // CHECK-NEXT: relay.qnn.exp
  // CHECK-NEXT: relay.qnn.log
  // CHECK-NEXT: relay.qnn.rsqrt
  // CHECK-NEXT: relay.qnn.sigmoid
  // CHECK-NEXT: relay.qnn.sqrt
  // CHECK-NEXT: relay.qnn.tanh
  // CHECK-NEXT: relay.qnn.leaky_relu {{.*}} {alpha = 1.000000e-01 : f64}
  // CHECK-NEXT: return
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.erf %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.exp %2 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.log %3 : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.rsqrt %4 : (tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.sigmoid %5 : (tensor<2xf32>) -> tensor<2xf32>
  %7 = relay.sqrt %6 : (tensor<2xf32>) -> tensor<2xf32>
  %8 = relay.tanh %7 : (tensor<2xf32>) -> tensor<2xf32>
  %9 = relay.nn.leaky_relu %8 {alpha = 0.1 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %10 = relay.qnn.quantize %9, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %10 : tensor<2xi8>
}

// An operator that takes the quantization of the output is built for each.
// CHECK-LABEL: func @two_outputs
func.func @two_outputs(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<f32>) -> (tensor<2xi8>, tensor<2xi8>) {
  // CHECK-NEXT: %[[A:.*]] = relay.qnn.exp %arg0, %arg1, %arg2, %arg1, %arg2
  // CHECK-NEXT: %[[B:.*]] = relay.qnn.exp %arg0, %arg1, %arg2, %arg3, %arg2
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  %3 = relay.qnn.quantize %1, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %2, %3 : tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func @softmax
// OPTIONAL-LABEL: func @softmax
func.func @softmax(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x3xi8> {
  // CHECK: relay.nn.softmax
  // OPTIONAL-NEXT: relay.qnn.softmax %arg0, %arg1, %arg2, %arg1, %arg2 {axis = 1 : i64}
  // OPTIONAL-NEXT: return
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.nn.softmax %0 {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %2 : tensor<2x3xi8>
}

// CHECK-LABEL: func @relu
func.func @relu(%x: tensor<1x2x3xi8>, %s: tensor<2xf32>, %z: tensor<i32>, %y: tensor<2xi32>) -> tensor<1x2x3xi8> {
  // CHECK: %[[Z:.*]] = relay.broadcast_to %arg2
  // CHECK: %[[R:.*]] = relay.reshape %[[Z]] {{.*}} -> tensor<1x2x1xi32>
  // CHECK: %[[C:.*]] = relay.cast %[[R]] {{.*}} -> tensor<1x2x1xi8>
  // CHECK: relay.maximum %arg0, %[[C]]
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<1x2x3xi8>, tensor<2xf32>, tensor<i32>) -> tensor<1x2x3xf32>
  %1 = relay.nn.relu %0 : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %2 = relay.qnn.quantize %1, %s, %z {axis = 1 : i64, out_dtype = i8} : (tensor<1x2x3xf32>, tensor<2xf32>, tensor<i32>) -> tensor<1x2x3xi8>
  return %2 : tensor<1x2x3xi8>
}

// CHECK-LABEL: func @constant_relu_clip
func.func @constant_relu_clip(%x: tensor<2xui8>) -> tensor<2xui8> {
  %s = relay.constant dense<2.0> : tensor<f32>
  %z = relay.constant dense<114> : tensor<i32>
  // CHECK: %[[Z:.*]] = relay.constant dense<114> : tensor<ui8>
  // CHECK-NEXT: %[[M:.*]] = relay.maximum %arg0, %[[Z]]
  // CHECK-NEXT: relay.clip %[[M]] {a_max = 1.170000e+02 : f64, a_min = 1.140000e+02 : f64}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xui8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.clip %1 {a_min = 0.0 : f64, a_max = 6.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = ui8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xui8>
  return %3 : tensor<2xui8>
}

// CHECK-LABEL: func @clip_per_axis
func.func @clip_per_axis(%x: tensor<1x2x3xi8>, %s: tensor<2xf32>, %z: tensor<i32>) -> tensor<1x2x3xi8> {
  // CHECK-DAG: %[[A:.*]] = relay.constant dense<0.000000e+00> : tensor<1x2x1xf32>
  // CHECK-DAG: %[[B:.*]] = relay.constant dense<6.000000e+00> : tensor<1x2x1xf32>
  // CHECK-DAG: %[[L:.*]] = relay.qnn.quantize %[[A]], %arg1, %arg2 {axis = 1 : i64, out_dtype = i8}
  // CHECK-DAG: %[[H:.*]] = relay.qnn.quantize %[[B]], %arg1, %arg2 {axis = 1 : i64, out_dtype = i8}
  // CHECK: %[[M:.*]] = relay.maximum %arg0, %[[L]]
  // CHECK: relay.minimum %[[M]], %[[H]]
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<1x2x3xi8>, tensor<2xf32>, tensor<i32>) -> tensor<1x2x3xf32>
  %1 = relay.clip %0 {a_min = 0.0 : f64, a_max = 6.0 : f64} : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %2 = relay.qnn.quantize %1, %s, %z {axis = 1 : i64, out_dtype = i8} : (tensor<1x2x3xf32>, tensor<2xf32>, tensor<i32>) -> tensor<1x2x3xi8>
  return %2 : tensor<1x2x3xi8>
}

// CHECK-LABEL: func @binary
func.func @binary(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>, %y: tensor<3xi8>, %t: tensor<f32>) -> tensor<2x3xi8> {
  %c = relay.constant dense<2.0> : tensor<f32>
  // CHECK: %[[A:.*]] = relay.qnn.add %arg0, %arg3, %arg1, %arg2, %arg4, %arg2, %arg1, %arg2
  // CHECK: %[[C:.*]] = relay.qnn.quantize %{{.*}}, %arg1, %arg2 {out_dtype = i8}
  // CHECK: %[[S:.*]] = relay.qnn.subtract %[[A]], %[[C]], %arg1, %arg2, %arg1, %arg2, %arg1, %arg2
  // CHECK: %[[M:.*]] = relay.qnn.mul %[[S]], %arg3, %arg1, %arg2, %arg4, %arg2, %arg1, %arg2
  // CHECK: %[[R:.*]] = relay.qnn.requantize %arg3, %arg4, %arg2, %arg1, %arg2 {out_dtype = i8}
  // CHECK: %[[X:.*]] = relay.maximum %[[M]], %[[R]]
  // CHECK: %[[D:.*]] = relay.qnn.quantize %{{.*}}, %arg1, %arg2 {out_dtype = i8}
  // CHECK: relay.minimum %[[D]], %[[X]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.qnn.dequantize %y, %t, %z {out_dtype = f32} : (tensor<3xi8>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  %2 = relay.add %0, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = relay.subtract %2, %c : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = relay.multiply %3, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %5 = relay.maximum %4, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %6 = relay.minimum %c, %5 : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = relay.qnn.quantize %6, %s, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %7 : tensor<2x3xi8>
}

// The first one has the quantization of its operand, the last one that of the
// output.
// CHECK-LABEL: func @avg_pool2d
func.func @avg_pool2d(%x: tensor<1x2x4x4xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<1x2x1x1xi8> {
  // CHECK-NEXT: %[[A:.*]] = relay.qnn.avg_pool2d %arg0, %arg1, %arg2, %arg1, %arg2
  // CHECK-NEXT: relay.qnn.avg_pool2d %[[A]], %arg1, %arg2, %arg3, %arg2
  // CHECK-NEXT: return
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x2x4x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x2x4x4xf32>
  %1 = relay.nn.avg_pool2d %0 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %2 = relay.nn.avg_pool2d %1 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x2x2x2xf32>) -> tensor<1x2x1x1xf32>
  %3 = relay.qnn.quantize %2, %t, %z {out_dtype = i8} : (tensor<1x2x1x1xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2x1x1xi8>
  return %3 : tensor<1x2x1x1xi8>
}

// CHECK-LABEL: func @whole_averages
func.func @whole_averages(%x: tensor<1x2x4x4xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<f32>, %y: tensor<1x2x4xi8>) -> (tensor<1x2x1x1xi8>, tensor<1x2x1xi8>, tensor<1x2xi8>) {
  // CHECK: %[[R:.*]] = relay.qnn.requantize %arg0, %arg1, %arg2, %arg3, %arg2 {out_dtype = i32}
  // CHECK: %[[A:.*]] = relay.nn.global_avg_pool2d %[[R]]
  // CHECK: relay.qnn.requantize %[[A]], %arg3, %arg2, %arg3, %arg2 {out_dtype = i8}
  // CHECK: %[[C:.*]] = relay.cast %arg4 {dtype = i32}
  // CHECK: %[[B:.*]] = relay.nn.adaptive_avg_pool1d %[[C]]
  // CHECK: relay.qnn.requantize %[[B]], %arg1, %arg2, %arg1, %arg2 {out_dtype = i8}
  // CHECK: %[[D:.*]] = relay.cast %arg4 {dtype = i32}
  // CHECK: %[[M:.*]] = relay.mean %[[D]]
  // CHECK: relay.cast %[[M]] {dtype = i8}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x2x4x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x2x4x4xf32>
  %1 = relay.nn.global_avg_pool2d %0 : (tensor<1x2x4x4xf32>) -> tensor<1x2x1x1xf32>
  %2 = relay.qnn.quantize %1, %t, %z {out_dtype = i8} : (tensor<1x2x1x1xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2x1x1xi8>
  %3 = relay.qnn.dequantize %y, %s, %z {out_dtype = f32} : (tensor<1x2x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x2x4xf32>
  %4 = relay.nn.adaptive_avg_pool1d %3 {output_size = array<i64: 1>} : (tensor<1x2x4xf32>) -> tensor<1x2x1xf32>
  %5 = relay.qnn.quantize %4, %s, %z {out_dtype = i8} : (tensor<1x2x1xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2x1xi8>
  %6 = relay.mean %3 {axis = array<i64: 2>} : (tensor<1x2x4xf32>) -> tensor<1x2xf32>
  %7 = relay.qnn.quantize %6, %s, %z {out_dtype = i8} : (tensor<1x2xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2xi8>
  return %2, %5, %7 : tensor<1x2x1x1xi8>, tensor<1x2x1xi8>, tensor<1x2xi8>
}
