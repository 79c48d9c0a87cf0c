// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer | FileCheck %s

// Products, and what is added to them.

// CHECK-LABEL: func @conv2d_per_channel
func.func @conv2d_per_channel(%x: tensor<1x4x4x3xui8>, %w: tensor<3x3x3x2xi8>) -> tensor<1x2x2x2xi8> {
  %s = relay.constant dense<0.5> : tensor<f32>
  %t = relay.constant dense<[0.25, 2.0]> : tensor<2xf32>
  %u = relay.constant dense<1.0> : tensor<f32>
  %z = relay.constant dense<3> : tensor<i32>
  // CHECK-DAG: %[[S:.*]] = relay.constant dense<5.000000e-01>
  // CHECK-DAG: %[[T:.*]] = relay.constant dense<[2.500000e-01, 2.000000e+00]>
  // CHECK-DAG: %[[U:.*]] = relay.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[Z:.*]] = relay.constant dense<3> : tensor<i32>
  // CHECK-DAG: %[[P:.*]] = relay.constant dense<[1.250000e-01, 1.000000e+00]>
  // CHECK-DAG: %[[N:.*]] = relay.constant dense<0> : tensor<2xi32>
  // CHECK: %[[C:.*]] = relay.qnn.conv2d %arg0, %arg1, %[[Z]], %[[Z]], %[[S]], %[[T]] {data_layout = "NHWC", kernel_layout = "HWIO", out_dtype = i32}
  // CHECK: relay.qnn.requantize %[[C]], %[[P]], %[[N]], %[[U]], %[[Z]] {axis = 3 : i64, out_dtype = i8}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x4x4x3xui8>, tensor<f32>, tensor<i32>) -> tensor<1x4x4x3xf32>
  %1 = relay.qnn.dequantize %w, %t, %z {axis = 3 : i64, out_dtype = f32} : (tensor<3x3x3x2xi8>, tensor<2xf32>, tensor<i32>) -> tensor<3x3x3x2xf32>
  %2 = relay.nn.conv2d %0, %1 {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x4x4x3xf32>, tensor<3x3x3x2xf32>) -> tensor<1x2x2x2xf32>
  %3 = relay.qnn.quantize %2, %u, %z {out_dtype = i8} : (tensor<1x2x2x2xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2x2x2xi8>
  return %3 : tensor<1x2x2x2xi8>
}

// CHECK-LABEL: func @conv2d_transpose
func.func @conv2d_transpose(%x: tensor<1x3x4x4xi8>, %w: tensor<3x2x3x3xi8>, %z: tensor<i32>) -> tensor<1x2x6x6xi8> {
  %s = relay.constant dense<0.5> : tensor<f32>
  // CHECK: relay.qnn.conv2d_transpose %arg0, %arg1, %arg2, %arg2, {{.*}} {out_dtype = i32}
  // CHECK: relay.qnn.requantize {{.*}} {axis = 1 : i64, out_dtype = i8}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x3x4x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x3x4x4xf32>
  %1 = relay.qnn.dequantize %w, %s, %z {out_dtype = f32} : (tensor<3x2x3x3xi8>, tensor<f32>, tensor<i32>) -> tensor<3x2x3x3xf32>
  %2 = relay.nn.conv2d_transpose %0, %1 : (tensor<1x3x4x4xf32>, tensor<3x2x3x3xf32>) -> tensor<1x2x6x6xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<1x2x6x6xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2x6x6xi8>
  return %3 : tensor<1x2x6x6xi8>
}

// Scales that are no constants are multiplied.
// CHECK-LABEL: func @dense_bias
func.func @dense_bias(%x: tensor<2x3xi8>, %w: tensor<4x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x4xi8> {
  %b = relay.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  // CHECK: %[[P:.*]] = relay.multiply %arg2, %arg2
  // CHECK: %[[N:.*]] = relay.constant dense<0> : tensor<i32>
  // CHECK: %[[D:.*]] = relay.qnn.dense %arg0, %arg1, %arg3, %arg3, %arg2, %arg2 {out_dtype = i32}
  // CHECK: %[[B:.*]] = relay.qnn.quantize %{{.*}}, %[[P]], %[[N]] {out_dtype = i32}
  // CHECK: %[[A:.*]] = relay.add %[[D]], %[[B]] : (tensor<2x4xi32>, tensor<4xi32>)
  // CHECK: relay.qnn.requantize %[[A]], %[[P]], %[[N]], {{.*}} {axis = 1 : i64, out_dtype = i8}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.qnn.dequantize %w, %s, %z {out_dtype = f32} : (tensor<4x3xi8>, tensor<f32>, tensor<i32>) -> tensor<4x3xf32>
  %2 = relay.nn.dense %0, %1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %3 = relay.add %2, %b : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %p = relay.multiply %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %n = relay.constant dense<0> : tensor<i32>
  %4 = relay.qnn.quantize %3, %p, %n {out_dtype = i8} : (tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> tensor<2x4xi8>
  return %4 : tensor<2x4xi8>
}

// CHECK-LABEL: func @batch_matmul
func.func @batch_matmul(%x: tensor<2x3x4xi8>, %y: tensor<2x5x4xi8>, %z: tensor<i32>) -> tensor<2x3x5xi8> {
  %s = relay.constant dense<0.5> : tensor<f32>
  // CHECK: relay.qnn.batch_matmul %arg0, %arg1, %arg2, %arg2, {{.*}} {out_dtype = i32, transpose_b = true}
  // CHECK: relay.qnn.requantize
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3x4xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3x4xf32>
  %1 = relay.qnn.dequantize %y, %s, %z {out_dtype = f32} : (tensor<2x5x4xi8>, tensor<f32>, tensor<i32>) -> tensor<2x5x4xf32>
  %2 = relay.nn.batch_matmul %0, %1 {transpose_b = true} : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<2x3x5xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3x5xi8>
  return %3 : tensor<2x3x5xi8>
}

// A bias of floats, one of the scale of the product, and one of another.
// CHECK-LABEL: func @bias_add
func.func @bias_add(%x: tensor<2x3xi32>, %b: tensor<3xi32>, %c: tensor<3xi8>) -> tensor<2x3xi32> {
  %s = relay.constant dense<0.5> : tensor<f32>
  %t = relay.constant dense<2.0> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  %a = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  // CHECK: %[[A:.*]] = relay.qnn.quantize %{{.*}} {axis = 0 : i64, out_dtype = i32}
  // CHECK: %[[X:.*]] = relay.nn.bias_add %arg0, %[[A]]
  // CHECK: %[[Y:.*]] = relay.nn.bias_add %[[X]], %arg1
  // CHECK: %[[C:.*]] = relay.qnn.requantize %arg2, {{.*}} {axis = 0 : i64, out_dtype = i32}
  // CHECK: relay.nn.bias_add %[[Y]], %[[C]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.nn.bias_add %0, %a : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.qnn.dequantize %b, %s, %z {out_dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  %3 = relay.nn.bias_add %1, %2 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %4 = relay.qnn.dequantize %c, %t, %z {out_dtype = f32} : (tensor<3xi8>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  %5 = relay.nn.bias_add %3, %4 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %6 = relay.qnn.quantize %5, %s, %z {out_dtype = i32} : (tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi32>
  return %6 : tensor<2x3xi32>
}
