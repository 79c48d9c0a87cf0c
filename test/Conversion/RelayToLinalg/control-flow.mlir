// RUN: relay-lite-opt %s --convert-relay-to-linalg | FileCheck %s

// CHECK-LABEL: func @let
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @let(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.let %x as "y" : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func private @callee
// CHECK-SAME: (%{{.*}}: tensor<?xf32>, %{{.*}}: tensor<2xi8>) -> (tensor<2xi8>, tensor<?xf32>)
func.func private @callee(%x: tuple<tensor<?xf32>, tuple<tensor<2xui8>>>) -> tuple<tensor<2xui8>, tensor<?xf32>> {
  %0 = relay.tuple_get %x[0] : (tuple<tensor<?xf32>, tuple<tensor<2xui8>>>) -> tensor<?xf32>
  %1 = relay.tuple_get %x[1] : (tuple<tensor<?xf32>, tuple<tensor<2xui8>>>) -> tuple<tensor<2xui8>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2xui8>>) -> tensor<2xui8>
  %3 = relay.tuple %2, %0 : (tensor<2xui8>, tensor<?xf32>) -> tuple<tensor<2xui8>, tensor<?xf32>>
  return %3 : tuple<tensor<2xui8>, tensor<?xf32>>
}

// Types of a call are compatible with those of the callee: casts make them
// equal.
// CHECK-LABEL: func @call
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<2xi8>
func.func @call(%x: tensor<3xf32>, %y: tensor<2xui8>) -> tuple<tensor<2xui8>, tensor<3xf32>> {
  // CHECK: %[[A:.*]] = tensor.cast %[[X]] : tensor<3xf32> to tensor<?xf32>
  // CHECK: %[[R:.*]]:2 = call @callee(%[[A]], %[[Y]]) : (tensor<?xf32>, tensor<2xi8>) -> (tensor<2xi8>, tensor<?xf32>)
  // CHECK: %[[B:.*]] = tensor.cast %[[R]]#1 : tensor<?xf32> to tensor<3xf32>
  // CHECK: return %[[R]]#0, %[[B]]
  %0 = relay.tuple %y : (tensor<2xui8>) -> tuple<tensor<2xui8>>
  %1 = relay.tuple %x, %0 : (tensor<3xf32>, tuple<tensor<2xui8>>) -> tuple<tensor<3xf32>, tuple<tensor<2xui8>>>
  %2 = relay.call @callee(%1) : (tuple<tensor<3xf32>, tuple<tensor<2xui8>>>) -> tuple<tensor<2xui8>, tensor<3xf32>>
  return %2 : tuple<tensor<2xui8>, tensor<3xf32>>
}

// CHECK-LABEL: func @branches
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<?xf32>
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>, %y: tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<2xf32>> {
  // CHECK: %[[I:.*]] = tensor.extract %[[C]][] : tensor<i1>
  // CHECK: %[[R:.*]]:2 = scf.if %[[I]] -> (tensor<?xf32>, tensor<2xf32>) {
  // CHECK:   %[[A:.*]] = tensor.cast %[[X]] : tensor<2xf32> to tensor<?xf32>
  // CHECK:   scf.yield %[[A]], %[[X]]
  // CHECK: } else {
  // CHECK:   scf.yield %[[Y]], %[[X]]
  // CHECK: return %[[R]]#0, %[[R]]#1
  %0 = relay.if %c -> tuple<tensor<?xf32>, tensor<2xf32>> {
    %1 = relay.tuple %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    relay.yield %1 : tuple<tensor<2xf32>, tensor<2xf32>>
  } else {
    %2 = relay.tuple %y, %x : (tensor<?xf32>, tensor<2xf32>) -> tuple<tensor<?xf32>, tensor<2xf32>>
    relay.yield %2 : tuple<tensor<?xf32>, tensor<2xf32>>
  }
  return %0 : tuple<tensor<?xf32>, tensor<2xf32>>
}

// CHECK-LABEL: func @recursion
func.func @recursion(%n: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK: scf.if
  // CHECK: call @recursion
  // CHECK: else
  %zero = relay.constant dense<0> : tensor<i32>
  %one = relay.constant dense<1> : tensor<i32>
  %c = relay.greater %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = relay.if %c -> tensor<f32> {
    %1 = relay.subtract %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = relay.add %x, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = relay.call @recursion(%1, %2) : (tensor<i32>, tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  } else {
    relay.yield %x : tensor<f32>
  }
  return %0 : tensor<f32>
}
