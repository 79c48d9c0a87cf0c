// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --relay-infer-type | FileCheck %s
// RUN: relay-lite-opt %s --cse --canonicalize | FileCheck %s --check-prefix=CSE
// RUN: relay-lite-opt %s --relay-fold-constant | FileCheck %s
// RUN: relay-lite-translate --export-relay %s | FileCheck %s --check-prefix=TEXT

// No tool knows of relations of such operators: types stay as they are written.

// CHECK-LABEL: func.func @constants
// TEXT-LABEL: def @constants
func.func @constants() -> tensor<i32> {
  // CHECK: relay.custom "my_op"
  // TEXT: my_op(1
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.custom "my_op"(%0) : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK-LABEL: func.func @effects
// CSE-LABEL: func.func @effects
// TEXT-LABEL: def @effects
func.func @effects(%x: tensor<i32>) -> tensor<i32> {
  // CHECK-COUNT-2: relay.custom "my_effect"(%{{.*}}) stateful : (tensor<i32>) -> tensor<i32>
  // CSE-COUNT-2: relay.custom "my_effect"
  // TEXT: let %{{.*}} = my_effect(%{{.*}})
  // TEXT: my_effect(%{{.*}})
  %0 = relay.custom "my_effect"(%x) stateful : (tensor<i32>) -> tensor<i32>
  %1 = relay.custom "my_effect"(%x) stateful : (tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK-LABEL: func.func @main
// CSE-LABEL: func.func @main
// TEXT-LABEL: def @main
func.func @main(%x: tensor<2xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>> {
  // CHECK: relay.custom "my_op"(%{{.*}}) {relay.base = 2 : i64} : (tensor<2xf32>) -> tensor<3xf32>
  // CHECK: relay.custom "my_op"(%{{.*}}) {relay.base = 2 : i64} : (tensor<2xf32>) -> tensor<3xf32>
  // CSE: %[[A:.*]] = relay.custom "my_op"
  // CSE: relay.tuple %[[A]], %[[A]]
  // TEXT: my_op(%{{.*}}, base=2)
  %0 = relay.custom "my_op"(%x) {relay.base = 2 : i64} : (tensor<2xf32>) -> tensor<3xf32>
  %1 = relay.custom "my_op"(%x) {relay.base = 2 : i64} : (tensor<2xf32>) -> tensor<3xf32>
  %2 = relay.tuple %0, %1 : (tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>>
  return %2 : tuple<tensor<3xf32>, tensor<3xf32>>
}
