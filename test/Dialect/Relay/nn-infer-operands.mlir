// RUN: relay-lite-opt %s --relay-infer-type --split-input-file --verify-diagnostics | FileCheck %s

// Weights and biases follow from the data and the attributes.

// CHECK-LABEL: func @matmul
// CHECK-SAME: %[[A:.*]]: tensor<4x?xf16>, %[[B:.*]]: tensor<4x5xf16>, %[[C:.*]]: tensor<5x4xf16>
func.func @matmul(%a: tensor<4x?xf16>, %b: !relay.unknown, %c: !relay.unknown) -> !relay.unknown {
  // CHECK: relay.nn.matmul %[[A]], %[[B]] {transpose_a = true, units = 5 : i64} : (tensor<4x?xf16>, tensor<4x5xf16>) -> tensor<?x5xf16>
  %0 = relay.nn.matmul %a, %b {transpose_a = true, units = 5 : i64} : (tensor<4x?xf16>, !relay.unknown) -> !relay.unknown
  // CHECK: relay.nn.matmul %[[A]], %[[C]] {transpose_a = true, transpose_b = true, units = 5 : i64} : (tensor<4x?xf16>, tensor<5x4xf16>) -> tensor<?x5xf16>
  %1 = relay.nn.matmul %a, %c {transpose_a = true, transpose_b = true, units = 5 : i64} : (tensor<4x?xf16>, !relay.unknown) -> !relay.unknown
  %2 = relay.add %0, %1 : (!relay.unknown, !relay.unknown) -> !relay.unknown
  return %2 : !relay.unknown
}

// CHECK-LABEL: func @bias_add
// CHECK-SAME: %[[X:.*]]: tensor<2x4x?xi32>, %[[B:.*]]: tensor<4xi32>
func.func @bias_add(%x: tensor<2x4x?xi32>, %b: !relay.unknown) -> !relay.unknown {
  // CHECK: relay.nn.bias_add %[[X]], %[[B]] {axis = -2 : i64} : (tensor<2x4x?xi32>, tensor<4xi32>) -> tensor<2x4x?xi32>
  %0 = relay.nn.bias_add %x, %b {axis = -2 : i64} : (tensor<2x4x?xi32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func @prelu
// CHECK-SAME: %[[X:.*]]: tensor<2x4x?xf32>, %[[A:.*]]: tensor<4xf32>
func.func @prelu(%x: tensor<2x4x?xf32>, %a: !relay.unknown) -> !relay.unknown {
  // CHECK: relay.nn.prelu %[[X]], %[[A]] : (tensor<2x4x?xf32>, tensor<4xf32>) -> tensor<2x4x?xf32>
  %0 = relay.nn.prelu %x, %a : (tensor<2x4x?xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @no_units(%x: tensor<2x4xf32>, %w: !relay.unknown {relay.name = "w"}) -> !relay.unknown {
  // expected-error@-1 {{could not infer the type of argument 1 ('w') of '@no_units': '!relay.unknown'}}
  %0 = relay.nn.dense %x, %w : (tensor<2x4xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}
