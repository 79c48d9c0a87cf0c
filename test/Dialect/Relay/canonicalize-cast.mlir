// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-canonicalize-cast))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-canonicalize-cast))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-canonicalize-cast))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=CanonicalizeCast opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// LEVEL2:     relay.cast
// LEVEL2-NOT: relay.cast
// LEVEL2:     return

// The first user keeps the original.
// CHECK-LABEL: func @two_users
// CHECK-SAME: %[[X:.*]]: tensor<2xi8>)
func.func @two_users(%x: tensor<2xi8>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  // CHECK-NEXT: %[[A:.*]] = relay.cast %[[X]]
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[A]]
  // CHECK-NEXT: %[[B:.*]] = relay.cast %[[X]]
  // CHECK-NEXT: %[[L:.*]] = relay.log %[[B]]
  // CHECK-NEXT: relay.tuple %[[E]], %[[L]]
  %0 = relay.cast %x {dtype = f32} : (tensor<2xi8>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.log %0 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// Each operand counts, and the first of `add` comes before the operands of the
// second.
// CHECK-LABEL: func @order
func.func @order(%x: tensor<2xi8>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[A:.*]] = relay.cast
  // CHECK-NEXT: %[[B:.*]] = relay.cast
  // CHECK-NEXT: %[[N:.*]] = relay.negative %[[B]]
  // CHECK-NEXT: %[[S:.*]] = relay.add %[[A]], %[[N]]
  // CHECK-NEXT: %[[C:.*]] = relay.cast
  // CHECK-NEXT: %[[D:.*]] = relay.cast
  // CHECK-NEXT: %[[M:.*]] = relay.multiply %[[C]], %[[D]]
  // CHECK-NEXT: relay.add %[[S]], %[[M]]
  %0 = relay.cast %x {dtype = i32} : (tensor<2xi8>) -> tensor<2xi32>
  %1 = relay.negative %0 : (tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.add %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = relay.multiply %0, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = relay.add %2, %3 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %4 : tensor<2xi32>
}

// Other users share the original with one pointwise user.
// CHECK-LABEL: func @other_users
func.func @other_users(%x: tensor<2xi8>) -> tuple<tensor<f32>, tensor<2xf32>, tensor<2xf32>> {
  // CHECK-NEXT: %[[A:.*]] = relay.cast
  // CHECK-NEXT: relay.sum %[[A]]
  // CHECK-NEXT: relay.exp %[[A]]
  // CHECK-NEXT: relay.tuple %{{.*}}, %{{.*}}, %[[A]]
  %0 = relay.cast %x {dtype = f32} : (tensor<2xi8>) -> tensor<2xf32>
  %1 = relay.sum %0 : (tensor<2xf32>) -> tensor<f32>
  %2 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %1, %2, %0 : (tensor<f32>, tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<f32>, tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<f32>, tensor<2xf32>, tensor<2xf32>>
}

// Casts to as many or fewer bits have nothing to gain.
// CHECK-LABEL: func @not_widening
func.func @not_widening(%x: tensor<2xi32>) -> tensor<2xf16> {
  // CHECK-COUNT-2: relay.cast
  // CHECK-NOT: relay.cast
  // CHECK: return
  %0 = relay.cast %x {dtype = f32} : (tensor<2xi32>) -> tensor<2xf32>
  %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.cast %1 {dtype = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %3 = relay.add %2, %2 : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  return %3 : tensor<2xf16>
}

// A copy is next to its user, in a branch too; lets come in order.
// CHECK-LABEL: func @regions
func.func @regions(%c: tensor<i1>, %x: tensor<2xi1>) -> tensor<2xi8> {
  // CHECK-NEXT: %[[A:.*]] = relay.cast
  // CHECK-NEXT: %[[E:.*]] = relay.negative %[[A]]
  // CHECK-NEXT: %[[L:.*]] = relay.let %[[E]]
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: %[[B:.*]] = relay.cast
  // CHECK-NEXT: relay.add %[[L]], %[[B]]
  // CHECK: } else {
  // CHECK-NEXT: relay.yield %[[A]]
  %0 = relay.cast %x {dtype = i8} : (tensor<2xi1>) -> tensor<2xi8>
  %1 = relay.negative %0 : (tensor<2xi8>) -> tensor<2xi8>
  %2 = relay.let %1 as "y" : (tensor<2xi8>) -> tensor<2xi8>
  %3 = relay.if %c -> tensor<2xi8> {
    %4 = relay.add %2, %0 : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
    relay.yield %4 : tensor<2xi8>
  } else {
    relay.yield %0 : tensor<2xi8>
  }
  return %3 : tensor<2xi8>
}

// Unused values do not count.
// CHECK-LABEL: func @unused
func.func @unused(%x: tensor<2xi8>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[A:.*]] = relay.cast
  // CHECK-NEXT: relay.negative %[[A]]
  // CHECK-NEXT: relay.abs %[[A]]
  // CHECK-NEXT: return
  %0 = relay.cast %x {dtype = i32} : (tensor<2xi8>) -> tensor<2xi32>
  %1 = relay.negative %0 : (tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.abs %0 : (tensor<2xi32>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<2xi8>) -> tensor<2xi32> attributes {relay.Extern = 1 : i64} {
  // CHECK-NEXT: %[[A:.*]] = relay.cast
  // CHECK-NEXT: relay.add %[[A]], %[[A]]
  %0 = relay.cast %x {dtype = i32} : (tensor<2xi8>) -> tensor<2xi32>
  %1 = relay.add %0, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
