// RUN: relay-lite-opt %s --canonicalize --cse | FileCheck %s

// Dropout draws random numbers: equal calls stay two, and an unused one stays.
// CHECK-LABEL: func @dropout
func.func @dropout(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-3: relay.nn.dropout
  %0 = relay.nn.dropout %x : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %1 = relay.nn.dropout %x : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %2 = relay.nn.dropout %x : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<4xf32>>
  %3 = relay.tuple_get %0[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  %4 = relay.tuple_get %1[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  return %3, %4 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @softmax
func.func @softmax(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[S:.*]] = relay.nn.softmax
  // CHECK-NEXT: return %[[S]], %[[S]]
  %0 = relay.nn.softmax %x : (tensor<4xf32>) -> tensor<4xf32>
  %1 = relay.nn.softmax %x : (tensor<4xf32>) -> tensor<4xf32>
  %2 = relay.nn.softmax %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
