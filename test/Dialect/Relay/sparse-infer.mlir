// RUN: relay-lite-opt %s --relay-infer-type | FileCheck %s

// A row that has no element gets one. Indices may be as large as a type allows.

// CHECK-LABEL: func.func @some
// CHECK: -> tuple<tensor<7x2xi64>, tensor<7xi64>, tensor<5xi64>>
func.func @some(%values: tensor<4xi64>, %default: tensor<1xi64>) {
  %indices = relay.constant dense<[[1, 0], [1, 1], [5, 0], [3, 1]]> : tensor<4x2xi64>
  %shape = relay.constant dense<[5, 2]> : tensor<2xi64>
  %0 = relay.sparse_fill_empty_rows %indices, %values, %shape, %default : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> !relay.unknown
  return
}

// CHECK-LABEL: func.func @largest
// CHECK: -> tuple<tensor<9223372036854775807x2xi64>, tensor<9223372036854775807xi64>, tensor<9223372036854775807xi64>>
func.func @largest(%values: tensor<8xi64>, %default: tensor<1xi64>) {
  %indices = relay.constant dense<[[9223372036854775806, 0], [0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0], [6, 0]]> : tensor<8x2xi64>
  %shape = relay.constant dense<[9223372036854775807, 2]> : tensor<2xi64>
  %0 = relay.sparse_fill_empty_rows %indices, %values, %shape, %default : (tensor<8x2xi64>, tensor<8xi64>, tensor<2xi64>, tensor<1xi64>) -> !relay.unknown
  return
}
