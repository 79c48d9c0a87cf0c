// RUN: relay-lite-opt %s --relay-fold-constant=max-growth=16 -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: relay-lite-opt %t.once --relay-fold-constant=max-growth=16 | diff %t.once -

// A binding goes where what it binds is written back, and only there.

// CHECK-LABEL: func.func @folded
func.func @folded() -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[C:.*]] = relay.constant dense<[1.0{{.*}}, 2.0{{.*}}]>
  // CHECK-DAG: %[[SUM:.*]] = relay.constant dense<[2.0{{.*}}, 4.0{{.*}}]>
  // CHECK-NOT: relay.let
  // CHECK: return %[[C]], %[[SUM]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.let %0 as "x" : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.let %2 as "y" : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %3 : tensor<2xf32>, tensor<2xf32>
}

// The binding has a less precise type.
// CHECK-LABEL: func.func @types
func.func @types() -> (tensor<?xf32>, !relay.unknown) {
  // CHECK: %[[C:.*]] = relay.constant
  // CHECK-DAG: relay.type_cast %[[C]] : tensor<2xf32> to tensor<?xf32>
  // CHECK-DAG: relay.type_cast %[[C]] : tensor<2xf32> to !relay.unknown
  // CHECK-NOT: relay.let
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.let %0 as "x" : (tensor<2xf32>) -> tensor<?xf32>
  %2 = relay.let %0 as "y" : (tensor<2xf32>) -> !relay.unknown
  return %1, %2 : tensor<?xf32>, !relay.unknown
}

// CHECK-LABEL: func.func @too_large
func.func @too_large() -> (tensor<8xf32>, tensor<f32>) {
  // CHECK: %[[TILE:.*]] = relay.tile
  // CHECK: %[[LET:.*]] = relay.let %[[TILE]] as "bound"
  // CHECK: %[[SUM:.*]] = relay.constant dense<1.2{{.*}}e+01> : tensor<f32>
  // CHECK: return %[[LET]], %[[SUM]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.tile %0 {reps = array<i64: 4>} : (tensor<2xf32>) -> tensor<8xf32>
  %2 = relay.let %1 as "bound" : (tensor<8xf32>) -> tensor<8xf32>
  %3 = relay.sum %2 : (tensor<8xf32>) -> tensor<f32>
  return %2, %3 : tensor<8xf32>, tensor<f32>
}

// CHECK-LABEL: func.func @trap
func.func @trap() -> tensor<i32> {
  // CHECK: %[[DIVIDE:.*]] = relay.divide
  // CHECK: %[[LET:.*]] = relay.let %[[DIVIDE]] as "bound"
  // CHECK: relay.negative %[[LET]]
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.constant dense<0> : tensor<i32>
  %2 = relay.divide %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = relay.let %2 as "bound" : (tensor<i32>) -> tensor<i32>
  %4 = relay.negative %3 : (tensor<i32>) -> tensor<i32>
  return %4 : tensor<i32>
}

// A condition that is bound.
// CHECK-LABEL: func.func @condition
func.func @condition(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %arg1
  %0 = relay.constant dense<false> : tensor<i1>
  %1 = relay.let %0 as "c" : (tensor<i1>) -> tensor<i1>
  %2 = relay.if %1 -> tensor<f32> {
    relay.yield %x : tensor<f32>
  } else {
    relay.yield %y : tensor<f32>
  }
  return %2 : tensor<f32>
}

// Tuples stay bound, as in TVM.
// CHECK-LABEL: func.func @tuples
func.func @tuples() -> tuple<tensor<f32>> {
  // CHECK: relay.let
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.tuple %0 : (tensor<f32>) -> tuple<tensor<f32>>
  %2 = relay.let %1 as "t" : (tuple<tensor<f32>>) -> tuple<tensor<f32>>
  return %2 : tuple<tensor<f32>>
}

// One that is part of what is too large stays with it, also on a constant.
// CHECK-LABEL: func.func @kept
func.func @kept() -> tensor<?xf32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant
  // CHECK-NEXT: %[[LET:.*]] = relay.let %[[C]] as "x"
  // CHECK-NEXT: relay.tile %[[LET]]
  // CHECK-NEXT: return
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.let %0 as "x" : (tensor<2xf32>) -> tensor<?xf32>
  %2 = relay.tile %1 {reps = array<i64: 9>} : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
