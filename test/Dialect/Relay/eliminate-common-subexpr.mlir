// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-eliminate-common-subexpr))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-eliminate-common-subexpr))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-eliminate-common-subexpr))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=EliminateCommonSubexpr opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// LEVEL2:      relay.add
// LEVEL2-NEXT: relay.add

// Expressions that become equal by merging are merged, too.
// CHECK-LABEL: func @calls
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>)
func.func @calls(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[S:.*]] = relay.add %[[X]], %[[Y]]
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[S]]
  // CHECK-NEXT: %[[R:.*]] = relay.multiply %[[E]], %[[E]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.multiply %2, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// Other operands, their order, other attributes, other types of the result.
// CHECK-LABEL: func @different
func.func @different(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<1x?xf32>, tensor<?x1xf32>) {
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.expand_dims
  // CHECK-NEXT: relay.expand_dims
  // CHECK-NEXT: return
  %0 = relay.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = relay.add %y, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = relay.add %x, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %3 = relay.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<2xf32>
  %4 = relay.expand_dims %x {axis = 0 : i64} : (tensor<?xf32>) -> tensor<1x?xf32>
  %5 = relay.expand_dims %x {axis = 1 : i64} : (tensor<?xf32>) -> tensor<?x1xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<1x?xf32>, tensor<?x1xf32>
}

// An attribute that is written and its default are the same.
// CHECK-LABEL: func @defaults
func.func @defaults(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: %[[S:.*]] = relay.nn.bias_add
  // CHECK-NEXT: relay.add %[[S]], %[[S]]
  %0 = relay.nn.bias_add %x, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.bias_add %x, %b {axis = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.add %0, %1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// Scalars are compared by value and type, other constants by identity.
// CHECK-LABEL: func @constants
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>)
func.func @constants(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.constant dense<1.0> : tensor<f32>
  %2 = relay.constant dense<2.0> : tensor<f32>
  %3 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %4 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: %[[A:.*]] = relay.add %[[X]], %{{.*}} : (tensor<2xf32>, tensor<f32>)
  // CHECK-NEXT: %[[B:.*]] = relay.add %[[X]], %{{.*}} : (tensor<2xf32>, tensor<f32>)
  // CHECK-NEXT: %[[C:.*]] = relay.add %[[X]], %{{.*}} : (tensor<2xf32>, tensor<2xf32>)
  // CHECK-NEXT: %[[D:.*]] = relay.add %[[X]], %{{.*}} : (tensor<2xf32>, tensor<2xf32>)
  // CHECK-NEXT: return %[[A]], %[[A]], %[[B]], %[[C]], %[[D]]
  %5 = relay.add %x, %0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %6 = relay.add %x, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %7 = relay.add %x, %2 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %8 = relay.add %x, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %9 = relay.add %x, %4 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5, %6, %7, %8, %9 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Projections are merged, tuples and lets are not.
// CHECK-LABEL: func @tuples
func.func @tuples(%t: tuple<tensor<2xf32>, tensor<2xf32>>) -> tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>> {
  // CHECK-NEXT: %[[A:.*]] = relay.tuple_get %{{.*}}[0]
  // CHECK-NEXT: %[[B:.*]] = relay.tuple_get %{{.*}}[1]
  // CHECK-NEXT: %[[U:.*]] = relay.tuple %[[A]], %[[B]]
  // CHECK-NEXT: %[[V:.*]] = relay.tuple %[[A]], %[[B]]
  // CHECK-NEXT: %[[L:.*]] = relay.let %[[A]]
  // CHECK-NEXT: %[[M:.*]] = relay.let %[[A]]
  // CHECK-NEXT: %[[C:.*]] = relay.tuple_get %[[U]][0]
  // CHECK-NEXT: %[[D:.*]] = relay.tuple_get %[[V]][0]
  // CHECK-NEXT: relay.tuple %[[C]], %[[D]], %[[L]], %[[M]]
  %0 = relay.tuple_get %t[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %1 = relay.tuple_get %t[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %2 = relay.tuple_get %t[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %3 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %4 = relay.tuple %2, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %5 = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.let %2 as "b" : (tensor<2xf32>) -> tensor<2xf32>
  %7 = relay.tuple_get %3[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %8 = relay.tuple_get %4[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %9 = relay.tuple %7, %8, %5, %6 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>>
  return %9 : tuple<tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>>
}

// Operators see the fields of tuples.
// CHECK-LABEL: func @fields
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>)
func.func @fields(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[A:.*]] = relay.concatenate
  // CHECK: %[[B:.*]] = relay.concatenate
  // CHECK-NEXT: return %[[A]], %[[A]], %[[B]]
  %0 = relay.tuple %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %1 = relay.tuple %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.tuple %y, %x : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %3 = relay.concatenate %0 {axis = 0 : i64} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  %4 = relay.concatenate %1 {axis = 0 : i64} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  %5 = relay.concatenate %2 {axis = 0 : i64} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  return %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Random numbers, operators without operands, calls of functions.
// CHECK-LABEL: func @kept
func.func @kept(%x: tensor<2xf32>) -> (tuple<tensor<2xf32>, tensor<2xf32>>, tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-COUNT-2: relay.nn.dropout
  // CHECK-COUNT-2: relay.zeros
  // CHECK-COUNT-2: relay.call @callee
  %0 = relay.nn.dropout %x : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %1 = relay.nn.dropout %x : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.zeros {shape = array<i64: 2>, dtype = f32} : () -> tensor<2xf32>
  %3 = relay.zeros {shape = array<i64: 2>, dtype = f32} : () -> tensor<2xf32>
  %4 = relay.call @callee(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.call @callee(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5 : tuple<tensor<2xf32>, tensor<2xf32>>, tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

func.func private @callee(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// A branch sees what is before the `if`, not the other branch, and nobody
// sees into a branch.
// CHECK-LABEL: func @branches
// CHECK-SAME: %{{.*}}: tensor<i1>, %[[X:.*]]: tensor<2xf32>)
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[IF:.*]] = relay.if
  // CHECK-NEXT: relay.abs %[[E]]
  // CHECK: } else {
  // CHECK-NEXT: relay.abs %[[E]]
  // CHECK: }
  // CHECK-NEXT: %[[S:.*]] = relay.abs %[[E]]
  // CHECK-NEXT: return %[[E]], %[[IF]], %[[S]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.abs %2 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  } else {
    %2 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.abs %2 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %4 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A closure sees what is around it; a fused function does not.
// CHECK-LABEL: func @literals
func.func @literals(%x: tensor<2xf32>) -> (tensor<2xf32>, () -> tensor<2xf32>, () -> tensor<f32>, tensor<f32>) {
  // CHECK: %[[E:.*]] = relay.exp %{{.*}} : (tensor<2xf32>)
  // CHECK: relay.fn
  // CHECK-NEXT: relay.yield %[[E]]
  // CHECK: relay.fused_fn
  // CHECK: %[[N:.*]] = relay.negative
  // CHECK-NEXT: relay.add %[[N]], %[[N]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.constant dense<1.0> : tensor<f32>
  %2 = relay.negative %1 : (tensor<f32>) -> tensor<f32>
  %f = relay.fn () -> tensor<2xf32> {
    %3 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %g = relay.fused_fn () -> tensor<f32> attributes {relay.Primitive = 1 : i64} {
    %3 = relay.constant dense<1.0> : tensor<f32>
    %4 = relay.negative %3 : (tensor<f32>) -> tensor<f32>
    %5 = relay.negative %3 : (tensor<f32>) -> tensor<f32>
    %6 = relay.add %4, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %6 : tensor<f32>
  }
  return %0, %f, %g, %2 : tensor<2xf32>, () -> tensor<2xf32>, () -> tensor<f32>, tensor<f32>
}

// Unused operators stay.
// CHECK-LABEL: func @unused
func.func @unused(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[E:.*]] = relay.exp
  // CHECK-NEXT: relay.exp
  // CHECK-NEXT: return %[[E]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other"} {
  // CHECK-COUNT-2: relay.exp
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
