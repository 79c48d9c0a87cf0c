// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fuse-ops))' | FileCheck %s

// Operators with canonical forms are fused as TVM fuses them. Those fusable at
// their outputs take scalars as arguments.
// CHECK-LABEL: func.func @chain(
func.func @chain(%x: tensor<2x3xi8>, %w: tensor<4x3xi8>, %t: tensor<4xf32>) -> tensor<2x4xi8> {
  // CHECK: relay.fused_fn
  // CHECK-NEXT: %[[D:.*]] = relay.qnn.dense
  // CHECK-NEXT: %[[R:.*]] = relay.qnn.requantize %[[D]],
  // CHECK-NEXT: relay.yield %[[R]]
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.dense %x, %w, %z, %z, %s, %s {out_dtype = i32, units = 4 : i64} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x4xi32>
  %1 = relay.qnn.requantize %0, %t, %z, %s, %z {axis = 1 : i64, out_dtype = i8} : (tensor<2x4xi32>, tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x4xi8>
  return %1 : tensor<2x4xi8>
}

// CHECK-LABEL: func.func @pool(
func.func @pool(%x: tensor<1x4x8x8xi8>) -> tensor<1x4x4x4xf32> {
  // CHECK: relay.fused_fn
  // CHECK-NEXT: %[[P:.*]] = relay.qnn.avg_pool2d
  // CHECK-NEXT: %[[D:.*]] = relay.qnn.dequantize %[[P]],
  // CHECK-NEXT: relay.yield %[[D]]
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.avg_pool2d %x, %s, %z, %s, %z {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x4x4x4xi8>
  %1 = relay.qnn.dequantize %0, %s, %z {out_dtype = f32} : (tensor<1x4x4x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x4x4x4xf32>
  return %1 : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func.func @scalars(
func.func @scalars(%x: tensor<4xi32>) -> tensor<4xf32> {
  // CHECK-NEXT: relay.fused_fn
  // CHECK-NEXT: %[[S:.*]] = relay.constant dense<5.000000e-01>
  // CHECK-NEXT: %[[Z:.*]] = relay.constant dense<1>
  // CHECK-NEXT: %[[R:.*]] = relay.qnn.requantize %{{.*}}, %[[S]], %[[Z]], %[[S]], %[[Z]]
  // CHECK-NEXT: %[[D:.*]] = relay.qnn.dequantize %[[R]], %[[S]], %[[Z]]
  // CHECK-NEXT: relay.yield %[[D]]
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.requantize %x, %s, %z, %s, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  %1 = relay.qnn.dequantize %0, %s, %z {out_dtype = f32} : (tensor<4xi8>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
