// RUN: relay-lite-opt %s --split-input-file --convert-relay-to-linalg --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @dequantize
func.func @dequantize(%x: tensor<2x?xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x?xf32> {
  // CHECK: arith.extsi
  // CHECK: arith.subi
  // CHECK: arith.sitofp
  // CHECK: arith.mulf
  // CHECK-NOT: relay.
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x?xi8>, tensor<f32>, tensor<i32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func @simulated_quantize
func.func @simulated_quantize(%x: tensor<2x3xf32>, %d: tensor<i32>, %s: tensor<3xf32>, %z: tensor<1xi32>) -> tensor<2x3xf32> {
  // CHECK: arith.divf
  // CHECK: math.round
  // CHECK-COUNT-3: arith.cmpi eq
  // CHECK-NOT: relay.qnn
  %0 = relay.qnn.simulated_quantize %x, %d, %s, %z : (tensor<2x3xf32>, tensor<i32>, tensor<3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func @simulated_dequantize
func.func @simulated_dequantize(%x: tensor<2x3xf32>, %d: tensor<i32>, %s: tensor<1xf32>, %z: tensor<3xi32>) -> tensor<2x3xf32> {
  // CHECK: arith.subf
  // CHECK: arith.mulf
  // CHECK-NOT: relay.qnn
  %0 = relay.qnn.simulated_dequantize %x, %d, %s, %z : (tensor<2x3xf32>, tensor<i32>, tensor<1xf32>, tensor<3xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func @annotation
func.func @annotation(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  // CHECK: arith.divf
  // CHECK: math.round
  // CHECK: arith.mulf
  %0 = relay.annotation.simulated_quantize %x, %s, %s, %s {kind = 2 : i64} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func @identity
// CHECK-NEXT: return %arg0
func.func @identity(%x: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  %0 = relay.annotation.simulated_quantize %x, %s, %s, %s {kind = 0 : i64} : (tensor<2x3xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// One error, without another one of the conversion.
func.func @computed_scale(%x: tensor<4xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected a constant as input_scale}}
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
