// RUN: relay-lite-opt %s --relay-fold-constant=max-growth=24 -o %t.once
// RUN: FileCheck %s < %t.once
// RUN: relay-lite-opt %t.once --relay-fold-constant=max-growth=24 | diff %t.once -
// RUN: relay-lite-opt %t.once --relay-fold-constant=max-growth=0 | FileCheck %s --check-prefix=LIFTED

// A value that was too large to be folded stays so in the next run, since its
// operands stay the same constants.

// Without the limit, what has a value is folded.
// LIFTED-NOT: relay.tile
// LIFTED-NOT: relay.concatenate
// LIFTED-LABEL: func.func @trap
// LIFTED: relay.divide
// LIFTED-NEXT: relay.tile
// LIFTED-NOT: relay.tile
// LIFTED-NOT: relay.concatenate

// CHECK-LABEL: func.func @chain
func.func @chain() -> (tensor<12xf32>, tensor<6xf32>) {
  // CHECK: %[[C:.*]] = relay.constant dense<[1.0{{.*}}, 2.0{{.*}}]> : tensor<2xf32>
  // CHECK: %[[PART:.*]] = relay.tile %[[C]] {reps = array<i64: 3>}
  // CHECK: relay.tile %[[PART]] {reps = array<i64: 2>}
  // CHECK: relay.constant dense<[-1.0{{.*}}]> : tensor<6xf32>
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.tile %0 {reps = array<i64: 3>} : (tensor<2xf32>) -> tensor<6xf32>
  %2 = relay.tile %1 {reps = array<i64: 2>} : (tensor<6xf32>) -> tensor<12xf32>
  %3 = relay.negative %1 : (tensor<6xf32>) -> tensor<6xf32>
  return %2, %3 : tensor<12xf32>, tensor<6xf32>
}

// Parts of it that others use are folded for them, also through bindings.
// CHECK-LABEL: func.func @part
func.func @part(%x: tensor<6xf32>) -> (tensor<12xf32>, tensor<6xf32>, tensor<6xf32>, tensor<12xf32>) {
  // CHECK: %[[C:.*]] = relay.constant dense<[1.0{{.*}}, 2.0{{.*}}]> : tensor<2xf32>
  // CHECK: %[[FOLDED:.*]] = relay.constant dense<[1.0{{.*}}, 2.0{{.*}}, 1.0{{.*}}]> : tensor<6xf32>
  // CHECK: %[[PART:.*]] = relay.tile %[[C]]
  // CHECK: %[[BOUND:.*]] = relay.let %[[PART]] as "part"
  // CHECK: %[[WHOLE:.*]] = relay.tile %[[BOUND]]
  // CHECK: %[[SUM:.*]] = relay.add %arg0, %[[FOLDED]]
  // CHECK: %[[ALSO:.*]] = relay.tile %[[PART]]
  // CHECK: return %[[WHOLE]], %[[SUM]], %[[FOLDED]], %[[ALSO]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.tile %0 {reps = array<i64: 3>} : (tensor<2xf32>) -> tensor<6xf32>
  %2 = relay.let %1 as "part" : (tensor<6xf32>) -> tensor<6xf32>
  %3 = relay.tile %2 {reps = array<i64: 2>} : (tensor<6xf32>) -> tensor<12xf32>
  %4 = relay.add %x, %1 : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %5 = relay.let %1 as "other" : (tensor<6xf32>) -> tensor<6xf32>
  %6 = relay.tile %1 {reps = array<i64: 2>} : (tensor<6xf32>) -> tensor<12xf32>
  return %3, %4, %5, %6 : tensor<12xf32>, tensor<6xf32>, tensor<6xf32>, tensor<12xf32>
}

// An operator in it without a value is not reported: its operands stay as well.
// CHECK-LABEL: func.func @trap
func.func @trap() -> (tensor<16xi32>, tensor<2xi32>) {
  // CHECK: relay.negative
  // CHECK: %[[QUOTIENT:.*]] = relay.divide
  // CHECK: relay.tile %[[QUOTIENT]]
  // CHECK: return %{{.*}}, %[[QUOTIENT]]
  %0 = relay.constant dense<[6, 7]> : tensor<2xi32>
  %1 = relay.constant dense<[2, 0]> : tensor<2xi32>
  %2 = relay.negative %1 : (tensor<2xi32>) -> tensor<2xi32>
  %3 = relay.divide %0, %2 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = relay.tile %3 {reps = array<i64: 8>} : (tensor<2xi32>) -> tensor<16xi32>
  return %4, %3 : tensor<16xi32>, tensor<2xi32>
}

// Nothing is written back for what goes: here slice_like, which is folded.
// CHECK-LABEL: func.func @folded_user
// CHECK: relay.constant dense<[1.0
// CHECK-NEXT: relay.negative
// CHECK-NEXT: relay.let
// CHECK-NEXT: relay.constant dense<[-1.0
// CHECK-NEXT: relay.tile
func.func @folded_user() -> tuple<tensor<3xf32>, tensor<3xf32>, tensor<12xf32>> {
  %0 = relay.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %1 = relay.negative %0 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = relay.let %1 as "v" : (tensor<3xf32>) -> tensor<3xf32>
  %3 = relay.slice_like %1, %2 : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %4 = relay.tile %2 {reps = array<i64: 4>} : (tensor<3xf32>) -> tensor<12xf32>
  %5 = relay.tuple %2, %3, %4 : (tensor<3xf32>, tensor<3xf32>, tensor<12xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>, tensor<12xf32>>
  return %5 : tuple<tensor<3xf32>, tensor<3xf32>, tensor<12xf32>>
}

// A constant that several values are computed from is counted once.
// CHECK-LABEL: func.func @shared
func.func @shared() -> tensor<14xf32> {
  // CHECK: relay.constant dense<[1.0{{.*}}, 2.0{{.*}}]> : tensor<2xf32>
  // CHECK-NEXT: relay.tile
  // CHECK-NEXT: relay.negative
  // CHECK-NEXT: relay.tuple
  // CHECK-NEXT: relay.concatenate
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.tile %0 {reps = array<i64: 3>} : (tensor<2xf32>) -> tensor<6xf32>
  %2 = relay.negative %1 : (tensor<6xf32>) -> tensor<6xf32>
  %3 = relay.tuple %1, %0, %2 : (tensor<6xf32>, tensor<2xf32>, tensor<6xf32>) -> tuple<tensor<6xf32>, tensor<2xf32>, tensor<6xf32>>
  %4 = relay.concatenate %3 {axis = 0 : i64} : (tuple<tensor<6xf32>, tensor<2xf32>, tensor<6xf32>>) -> tensor<14xf32>
  return %4 : tensor<14xf32>
}

// One element is all there is to copy.
// CHECK-LABEL: func.func @one_element
func.func @one_element() -> (tensor<8192x8192xf32>, tensor<8192xf32>) {
  // CHECK-DAG: relay.constant dense<3.0{{.*}}> : tensor<8192x8192xf32>
  // CHECK-DAG: relay.constant dense<5.0{{.*}}> : tensor<8192xf32>
  // CHECK-NEXT: return
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.sum %0 : (tensor<2xf32>) -> tensor<f32>
  %2 = relay.broadcast_to %1 {shape = array<i64: 8192, 8192>} : (tensor<f32>) -> tensor<8192x8192xf32>
  %3 = relay.constant dense_resource<one> : tensor<1xf32>
  %4 = relay.tile %3 {reps = array<i64: 8192>} : (tensor<1xf32>) -> tensor<8192xf32>
  return %2, %4 : tensor<8192x8192xf32>, tensor<8192xf32>
}

// Leaves that follow from types alone read no constants.
// CHECK-LABEL: func.func @types
func.func @types(%x: tensor<2x3x4x5xf32>) -> tensor<4xi64> {
  // CHECK: relay.shape_of
  %0 = relay.shape_of %x {dtype = i64} : (tensor<2x3x4x5xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// The only call of the function literal is in a branch that is erased.
// CHECK-LABEL: func.func @called
func.func @called() -> tensor<f32> {
  // CHECK: relay.fn
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<-1.0{{.*}}>
  // CHECK-NEXT: relay.yield %[[C]]
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.fn () -> tensor<f32> {
    %2 = relay.negative %0 : (tensor<f32>) -> tensor<f32>
    relay.yield %2 : tensor<f32>
  }
  %3 = relay.constant dense<true> : tensor<i1>
  %4 = relay.if %3 -> tensor<f32> {
    relay.yield %0 : tensor<f32>
  } else {
    %5 = relay.apply %1() : (() -> tensor<f32>) -> tensor<f32>
    relay.yield %5 : tensor<f32>
  }
  return %4 : tensor<f32>
}

// Elements that turn out to be equal do not count less in the next run.
// CHECK-LABEL: func.func @equal_elements
func.func @equal_elements() -> tensor<64xf32> {
  // CHECK: %[[ZEROS:.*]] = relay.subtract
  // CHECK: relay.tile %[[ZEROS]]
  %0 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = relay.subtract %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tile %1 {reps = array<i64: 32>} : (tensor<2xf32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

{-#
  dialect_resources: {
    builtin: {
      one: "0x040000000000A040"
    }
  }
#-}
