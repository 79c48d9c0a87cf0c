// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer="use-qat=true" | FileCheck %s

// Operators on dequantized operands that nothing quantizes.

// CHECK-LABEL: func @chain
func.func @chain(%x: tensor<1x2x4xi8>, %y: tensor<2xi8>) -> tensor<2x4x2xf32> {
  %s = relay.constant dense<2.0> : tensor<f32>
  %t = relay.constant dense<6.0> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK-DAG: %[[X:.*]] = relay.reshape %arg0 {{.*}}xi8>
  // CHECK-DAG: %[[Y:.*]] = relay.broadcast_to %arg1 {{.*}}xi8>
  // CHECK: %[[P:.*]] = relay.constant dense<1.200000e+01>
  // CHECK: %[[M:.*]] = relay.qnn.batch_matmul %[[X]], %[[Y]]
  // CHECK-NEXT: %[[D:.*]] = relay.qnn.dequantize %[[M]], %[[P]]
  // CHECK-NEXT: relay.erf %[[D]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x2x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x2x4xf32>
  %1 = relay.qnn.dequantize %y, %t, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %2 = relay.reshape %0 {newshape = array<i64: 1, 4, 2>} : (tensor<1x2x4xf32>) -> tensor<1x4x2xf32>
  %3 = relay.broadcast_to %1 {shape = array<i64: 2, 2, 2>} : (tensor<2xf32>) -> tensor<2x2x2xf32>
  %4 = relay.nn.batch_matmul %2, %3 {transpose_b = true} : (tensor<1x4x2xf32>, tensor<2x2x2xf32>) -> tensor<2x4x2xf32>
  %5 = relay.erf %4 : (tensor<2x4x2xf32>) -> tensor<2x4x2xf32>
  return %5 : tensor<2x4x2xf32>
}

// CHECK-LABEL: func @tuple_result
func.func @tuple_result(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  // CHECK-NEXT: %[[S:.*]] = relay.split %arg0
  // CHECK-NEXT: %[[A:.*]] = relay.tuple_get %[[S]][0]
  // CHECK-NEXT: %[[B:.*]] = relay.qnn.dequantize %[[A]], %arg1, %arg2
  // CHECK-NEXT: %[[C:.*]] = relay.tuple_get %[[S]][1]
  // CHECK-NEXT: %[[D:.*]] = relay.qnn.dequantize %[[C]], %arg1, %arg2
  // CHECK-NEXT: %[[T:.*]] = relay.tuple %[[B]], %[[D]]
  // CHECK-NEXT: return %[[T]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<4xi8>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  %1 = relay.split %0 {axis = 0 : i64, indices_or_sections = 2 : i64} : (tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %1 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// Operators that read floats, or take the quantization of their result from
// elsewhere, stay.
// CHECK-LABEL: func @no_operands
func.func @no_operands(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK: relay.exp %{{.*}}
  // CHECK: relay.nn.relu %{{.*}} : (tensor<2xf32>)
  // CHECK: relay.nn.relu %arg3
  // CHECK: relay.maximum %{{.*}} : (tensor<2xf32>, tensor<2xf32>)
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.nn.relu %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.maximum %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
