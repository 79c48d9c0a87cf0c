// RUN: relay-lite-opt %s --relay-fold-constant=fold-qnn=true | FileCheck %s --check-prefixes=CHECK,QNN
// RUN: relay-lite-opt %s --relay-fold-constant | FileCheck %s --check-prefixes=CHECK,PLAIN

// CHECK-LABEL: func @dequantize
func.func @dequantize() -> tensor<3xf32> {
  %x = relay.constant dense<[1, -2, 3]> : tensor<3xi8>
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  // QNN: relay.constant dense<[0.000000e+00, -1.500000e+00, 1.000000e+00]> : tensor<3xf32>
  // PLAIN: relay.qnn.dequantize
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<3xi8>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Scales that are computed from constants.
// CHECK-LABEL: func @requantize
func.func @requantize() -> tensor<3xi8> {
  %x = relay.constant dense<[10, -21, 300]> : tensor<3xi32>
  %s = relay.constant dense<0.5> : tensor<f32>
  %t = relay.add %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  // QNN: relay.constant dense<[6, -10, 127]> : tensor<3xi8>
  // PLAIN: relay.qnn.requantize
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i8} : (tensor<3xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// CHECK-LABEL: func @concatenate
func.func @concatenate() -> tensor<4xi8> {
  %x = relay.constant dense<[1, -2]> : tensor<2xi8>
  %s = relay.constant dense<0.5> : tensor<f32>
  %t = relay.constant dense<0.25> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  %d = relay.tuple %x, %x : (tensor<2xi8>, tensor<2xi8>) -> tuple<tensor<2xi8>, tensor<2xi8>>
  %p = relay.tuple %s, %t : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %q = relay.tuple %z, %z : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  // QNN: relay.constant dense<[2, -4, 1, -2]> : tensor<4xi8>
  // PLAIN: relay.qnn.concatenate
  %0 = relay.qnn.concatenate %d, %p, %q, %t, %z : (tuple<tensor<2xi8>, tensor<2xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// As in TVM, an average pool is computational.
// CHECK-LABEL: func @avg_pool2d
func.func @avg_pool2d() -> tensor<1x1x1x1xi8> {
  %x = relay.constant dense<[[[[1, 2], [3, 6]]]]> : tensor<1x1x2x2xi8>
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK: relay.constant dense<3> : tensor<1x1x1x1xi8>
  %0 = relay.qnn.avg_pool2d %x, %s, %z, %s, %z {pool_size = array<i64: 2, 2>} : (tensor<1x1x2x2xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x1x1x1xi8>
  return %0 : tensor<1x1x1x1xi8>
}

// An operator without a value stays.
// CHECK-LABEL: func @scale_of_zero
func.func @scale_of_zero() -> tensor<1xi8> {
  %x = relay.constant dense<1> : tensor<1xi32>
  %s = relay.constant dense<0.0> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK: relay.qnn.requantize
  %0 = relay.qnn.requantize %x, %s, %z, %s, %z {out_dtype = i8} : (tensor<1xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1xi8>
  return %0 : tensor<1xi8>
}
