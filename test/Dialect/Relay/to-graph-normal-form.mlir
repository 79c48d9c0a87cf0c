// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-to-graph-normal-form))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-to-graph-normal-form,relay-to-graph-normal-form))' | FileCheck %s

// CHECK-LABEL: func @chain
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[X]], %[[X]]
  // CHECK-NEXT: return %[[ADD]]
  %a = relay.let %x as "a" : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.add %x, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %b = relay.let %0 as "b" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %b : (tensor<2xf32>) -> tensor<2xf32>
  %unused = relay.let %1 as "unused" : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}

// Effects stay in their order, used or not.
// CHECK-LABEL: func @effects
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @effects(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[REF:.*]] = relay.ref_create %[[X]]
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: relay.ref_write %[[REF]], %[[EXP]]
  // CHECK-NEXT: %[[READ:.*]] = relay.ref_read %[[REF]]
  // CHECK-NEXT: return %[[READ]]
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %r = relay.let %0 as "r" : (!relay.ref<tensor<f32>>) -> !relay.ref<tensor<f32>>
  %1 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  %e = relay.let %1 as "e" : (tensor<f32>) -> tensor<f32>
  %2 = relay.ref_write %r, %e : (!relay.ref<tensor<f32>>, tensor<f32>) -> tuple<>
  %w = relay.let %2 as "w" : (tuple<>) -> tuple<>
  %3 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  return %3 : tensor<f32>
}

// Scopes, and a function that names itself.
// CHECK-LABEL: func @scopes
// CHECK-SAME: (%[[X:.*]]: tensor<f32>, %[[C:.*]]: tensor<i1>)
func.func @scopes(%x: tensor<f32>, %c: tensor<i1>) -> tensor<f32> {
  // CHECK-NEXT: %[[FN:.*]] = relay.fn self(%[[ME:.*]]) (%[[Y:.*]]: tensor<f32>)
  // CHECK-NEXT: %[[IF:.*]] = relay.if %[[C]]
  // CHECK-NEXT: relay.yield %[[Y]]
  // CHECK: %[[CALL:.*]] = relay.apply %[[ME]](%[[Y]])
  // CHECK-NEXT: relay.yield %[[CALL]]
  // CHECK: relay.yield %[[IF]]
  // CHECK: relay.apply %[[FN]](%[[X]])
  %0 = relay.fn self(%me) (%y: tensor<f32>) -> tensor<f32> {
    %1 = relay.if %c -> tensor<f32> {
      %a = relay.let %y as "a" : (tensor<f32>) -> tensor<f32>
      relay.yield %a : tensor<f32>
    } else {
      %2 = relay.apply %me(%y) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
      %b = relay.let %2 as "b" : (tensor<f32>) -> tensor<f32>
      relay.yield %b : tensor<f32>
    }
    relay.yield %1 : tensor<f32>
  }
  %f = relay.let %0 as "f" : ((tensor<f32>) -> tensor<f32>) -> ((tensor<f32>) -> tensor<f32>)
  %3 = relay.apply %f(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

// The binding's type is less precise than the value's.
// CHECK-LABEL: func @less_precise
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @less_precise(%x: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[CAST:.*]] = relay.type_cast %[[X]] : tensor<2xf32> to tensor<?xf32>
  // CHECK-NEXT: return %[[CAST]]
  %a = relay.let %x as "a" : (tensor<2xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other"} {
  // CHECK: relay.let
  %a = relay.let %x as "a" : (tensor<2xf32>) -> tensor<2xf32>
  return %a : tensor<2xf32>
}
