// RUN: relay-lite-opt %s --relay-fold-constant --allow-unregistered-dialect -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: relay-lite-opt %t.once --relay-fold-constant --allow-unregistered-dialect | diff %t.once -

// The definition of a value is in a block that is written later.
// CHECK-LABEL: func.func @later
func.func @later() -> tensor<f32> {
  // CHECK: %[[C:.*]] = relay.constant dense<-3.0{{.*}}>
  // CHECK-NEXT: return %[[C]]
  "test.branch"()[^bb2] : () -> ()
^bb1:
  %0 = relay.negative %2 : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
^bb2:
  %1 = relay.constant dense<-3.0> : tensor<f32>
  %2 = relay.abs %1 : (tensor<f32>) -> tensor<f32>
  "test.branch"()[^bb1] : () -> ()
}

// CHECK-LABEL: func.func @fields
func.func @fields(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NOT: relay.tuple
  // CHECK: return %arg0
  "test.branch"()[^bb2] : () -> ()
^bb1:
  %0 = relay.tuple_get %3[0] : (tuple<tensor<f32>>) -> tensor<f32>
  return %0 : tensor<f32>
^bb2:
  %1 = relay.tuple %x : (tensor<f32>) -> tuple<tensor<f32>>
  %2 = relay.tuple %1 : (tuple<tensor<f32>>) -> tuple<tuple<tensor<f32>>>
  %3 = relay.tuple_get %2[0] : (tuple<tuple<tensor<f32>>>) -> tuple<tensor<f32>>
  "test.branch"()[^bb1] : () -> ()
}

// In an unreachable block, the user of a tuple may stand before it: the tuple
// is dead when it is visited.
// CHECK-LABEL: func.func @unreachable
func.func @unreachable(%x: tensor<f32>, %y: tensor<f32>) {
  return
  // CHECK: ^bb1:
^bb1:
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<-1.0{{.*}}>
  // CHECK-NEXT: "test.use"(%arg0, %[[C]])
  %0 = relay.tuple_get %1[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %1 = relay.tuple %x, %y : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %2 = relay.constant dense<1.0> : tensor<f32>
  %3 = relay.negative %2 : (tensor<f32>) -> tensor<f32>
  "test.use"(%0, %3) : (tensor<f32>, tensor<f32>) -> ()
  return
}
