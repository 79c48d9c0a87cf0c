// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Random numbers: every attribute, and the types that TVM infers.

// CHECK-LABEL: func @generate(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>
func.func @generate(%a0: tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<2x3xui64>> {
  // CHECK: relay.random.threefry_generate %[[A0]] {out_shape = array<i64: 2, 3>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<2x3xui64>>
  %0 = relay.random.threefry_generate %a0 {out_shape = array<i64: 2, 3>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<2x3xui64>>
  return %0 : tuple<tensor<10xui64>, tensor<2x3xui64>>
}

// CHECK-LABEL: func @generate_scalar(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>
func.func @generate_scalar(%a0: tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<ui64>> {
  // CHECK: relay.random.threefry_generate %[[A0]] {out_shape = array<i64>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<ui64>>
  %0 = relay.random.threefry_generate %a0 {out_shape = array<i64>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<ui64>>
  return %0 : tuple<tensor<10xui64>, tensor<ui64>>
}

// CHECK-LABEL: func @split(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>
func.func @split(%a0: tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<10xui64>> {
  // CHECK: relay.random.threefry_split %[[A0]] : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<10xui64>>
  %0 = relay.random.threefry_split %a0 : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<10xui64>>
  return %0 : tuple<tensor<10xui64>, tensor<10xui64>>
}

// CHECK-LABEL: func @uniform(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>, %[[A1:.*]]: tensor<f32>, %[[A2:.*]]: tensor<f32>
func.func @uniform(%a0: tensor<10xui64>, %a1: tensor<f32>, %a2: tensor<f32>) -> tuple<tensor<10xui64>, tensor<2xf32>> {
  // CHECK: relay.random.uniform %[[A0]], %[[A1]], %[[A2]] {out_dtype = f32, out_shape = array<i64: 2>} : (tensor<10xui64>, tensor<f32>, tensor<f32>) -> tuple<tensor<10xui64>, tensor<2xf32>>
  %0 = relay.random.uniform %a0, %a1, %a2 {out_dtype = f32, out_shape = array<i64: 2>} : (tensor<10xui64>, tensor<f32>, tensor<f32>) -> tuple<tensor<10xui64>, tensor<2xf32>>
  return %0 : tuple<tensor<10xui64>, tensor<2xf32>>
}

// CHECK-LABEL: func @normal(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>, %[[A1:.*]]: tensor<f64>, %[[A2:.*]]: tensor<f64>
func.func @normal(%a0: tensor<10xui64>, %a1: tensor<f64>, %a2: tensor<f64>) -> tuple<tensor<10xui64>, tensor<0x4xf64>> {
  // CHECK: relay.random.normal %[[A0]], %[[A1]], %[[A2]] {out_dtype = f64, out_shape = array<i64: 0, 4>} : (tensor<10xui64>, tensor<f64>, tensor<f64>) -> tuple<tensor<10xui64>, tensor<0x4xf64>>
  %0 = relay.random.normal %a0, %a1, %a2 {out_dtype = f64, out_shape = array<i64: 0, 4>} : (tensor<10xui64>, tensor<f64>, tensor<f64>) -> tuple<tensor<10xui64>, tensor<0x4xf64>>
  return %0 : tuple<tensor<10xui64>, tensor<0x4xf64>>
}

// CHECK-LABEL: func @multinomial(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>, %[[A1:.*]]: tensor<?x3xf32>
func.func @multinomial(%a0: tensor<10xui64>, %a1: tensor<?x3xf32>) -> tuple<tensor<10xui64>, tensor<?x5xi32>> {
  // CHECK: relay.random.multinomial %[[A0]], %[[A1]] {num_samples = 5 : i64} : (tensor<10xui64>, tensor<?x3xf32>) -> tuple<tensor<10xui64>, tensor<?x5xi32>>
  %0 = relay.random.multinomial %a0, %a1 {num_samples = 5 : i64} : (tensor<10xui64>, tensor<?x3xf32>) -> tuple<tensor<10xui64>, tensor<?x5xi32>>
  return %0 : tuple<tensor<10xui64>, tensor<?x5xi32>>
}

// CHECK-LABEL: func @multinomial_one(
// CHECK-SAME: %[[A0:.*]]: tensor<10xui64>, %[[A1:.*]]: tensor<3xi8>
func.func @multinomial_one(%a0: tensor<10xui64>, %a1: tensor<3xi8>) -> tuple<tensor<10xui64>, tensor<1xi32>> {
  // CHECK: relay.random.multinomial %[[A0]], %[[A1]] : (tensor<10xui64>, tensor<3xi8>) -> tuple<tensor<10xui64>, tensor<1xi32>>
  %0 = relay.random.multinomial %a0, %a1 : (tensor<10xui64>, tensor<3xi8>) -> tuple<tensor<10xui64>, tensor<1xi32>>
  return %0 : tuple<tensor<10xui64>, tensor<1xi32>>
}
