// RUN: relay-lite-opt %s --canonicalize --cse --inline --symbol-dce \
// RUN:   | FileCheck %s

// What MLIR's own passes make of relay operations.

// CHECK-LABEL: func @pure_ops_are_merged_and_removed
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @pure_ops_are_merged_and_removed(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[E]], %[[E]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %0, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %4 = relay.tuple_get %3[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %5 = relay.add %4, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// CHECK-LABEL: func @references_stay
func.func @references_stay(%r: !relay.ref<tensor<f32>>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[A:.*]] = relay.ref_read
  // CHECK-NEXT: relay.ref_write
  // CHECK-NEXT: %[[B:.*]] = relay.ref_read
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  %1 = relay.ref_write %r, %x : (!relay.ref<tensor<f32>>, tensor<f32>) -> tuple<>
  %2 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  return %0, %2 : tensor<f32>, tensor<f32>
}

// Unused references go, two new ones are not one.
// CHECK-LABEL: func @new_references
func.func @new_references(%x: tensor<f32>) -> (!relay.ref<tensor<f32>>, !relay.ref<tensor<f32>>) {
  // CHECK-COUNT-2: relay.ref_create
  // CHECK-NOT: relay.ref_create
  // CHECK: return
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %1 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %2 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  return %0, %1 : !relay.ref<tensor<f32>>, !relay.ref<tensor<f32>>
}

func.func private @unknown(tensor<f32>) -> tensor<f32>
func.func private @known_pure(tensor<f32>) -> tensor<f32> attributes {relay.pure}

// CHECK-LABEL: func @calls
func.func @calls(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-COUNT-2: relay.call @unknown
  // CHECK-NOT: relay.call @known_pure
  // CHECK: return
  %0 = relay.call @unknown(%x) : (tensor<f32>) -> tensor<f32>
  %1 = relay.call @unknown(%x) : (tensor<f32>) -> tensor<f32>
  %2 = relay.call @known_pure(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A constant is made in the branch that folds to it.
// CHECK-LABEL: func @constants_stay_in_branches
func.func @constants_stay_in_branches(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: %[[K:.*]] = relay.constant
  // CHECK-NEXT: relay.yield %[[K]]
  %0 = relay.if %c -> tensor<f32> {
    %k = relay.constant dense<1.0> : tensor<f32>
    %t = relay.tuple %k, %x : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
    %1 = relay.tuple_get %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  } else {
    relay.yield %x : tensor<f32>
  }
  return %0 : tensor<f32>
}
