// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-manifest-lifetimes))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-manifest-lifetimes,relay-manifest-lifetimes))' | FileCheck %s

// CHECK-LABEL: func @linear
// CHECK-SAME: (%[[X:.*]]: tensor<i32>)
func.func @linear(%x: tensor<i32>) -> tensor<i32> {
  // CHECK: %[[Y:.*]] = relay.let %{{.*}} as "y"
  // CHECK-NEXT: %[[KILL:.*]] = relay.memory.kill %[[X]] : (tensor<i32>) -> tuple<>
  // CHECK-NEXT: relay.let %[[KILL]] as "_" : (tuple<>) -> tuple<>
  // CHECK: %[[Z:.*]] = relay.let %{{.*}} as "z"
  // CHECK-NEXT: relay.memory.kill %[[Y]]
  // CHECK-NEXT: relay.let
  // CHECK-NEXT: return %[[Z]]
  %0 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %y = relay.let %0 as "y" : (tensor<i32>) -> tensor<i32>
  %1 = relay.add %y, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %z = relay.let %1 as "z" : (tensor<i32>) -> tensor<i32>
  return %z : tensor<i32>
}

// A branch releases what it uses last, and the condition ends behind the `if`.
// The other branch returns %x.
// CHECK-LABEL: func @branches
// CHECK-SAME: (%[[X:.*]]: tensor<i32>, %[[C:.*]]: tensor<i1>)
func.func @branches(%x: tensor<i32>, %c: tensor<i1>) -> tensor<i32> {
  // CHECK-NEXT: %[[IF:.*]] = relay.if %[[C]]
  // CHECK: %[[V:.*]] = relay.let %{{.*}} as "v"
  // CHECK-NEXT: relay.memory.kill %[[X]]
  // CHECK: relay.let %{{.*}} as "w"
  // CHECK-NEXT: relay.memory.kill %[[V]]
  // CHECK-NOT: relay.memory.kill
  // CHECK: relay.yield %[[X]]
  // CHECK: %[[Z:.*]] = relay.let %[[IF]] as "z"
  // CHECK-NEXT: relay.memory.kill %[[C]]
  // CHECK-NOT: relay.memory.kill
  // CHECK: return %[[Z]]
  %0 = relay.if %c -> tensor<i32> {
    %1 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %v = relay.let %1 as "v" : (tensor<i32>) -> tensor<i32>
    %2 = relay.multiply %v, %v : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = relay.let %2 as "w" : (tensor<i32>) -> tensor<i32>
    relay.yield %w : tensor<i32>
  } else {
    relay.yield %x : tensor<i32>
  }
  %z = relay.let %0 as "z" : (tensor<i32>) -> tensor<i32>
  return %z : tensor<i32>
}

// The binding uses %x in a branch and outside of it.
// CHECK-LABEL: func @branch_and_operand
// CHECK-SAME: (%[[X:.*]]: tensor<i32>, %[[C:.*]]: tensor<i1>)
func.func @branch_and_operand(%x: tensor<i32>, %c: tensor<i1>) -> tensor<i32> {
  // CHECK: relay.let %{{.*}} as "v"
  // CHECK-NEXT: relay.yield
  // CHECK: relay.let %{{.*}} as "z"
  // CHECK-NEXT: relay.memory.kill %[[X]]
  // CHECK-NEXT: relay.let
  // CHECK-NEXT: relay.memory.kill %[[C]]
  %0 = relay.if %c -> tensor<i32> {
    %1 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %v = relay.let %1 as "v" : (tensor<i32>) -> tensor<i32>
    relay.yield %v : tensor<i32>
  } else {
    %2 = relay.constant dense<1> : tensor<i32>
    relay.yield %2 : tensor<i32>
  }
  %3 = relay.add %0, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %z = relay.let %3 as "z" : (tensor<i32>) -> tensor<i32>
  return %z : tensor<i32>
}

// Several operators of one binding: %x is read when the binding is computed.
// CHECK-LABEL: func @expression
// CHECK-SAME: (%[[X:.*]]: tensor<i32>)
func.func @expression(%x: tensor<i32>) -> tensor<i32> {
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.constant
  // CHECK-NEXT: relay.multiply
  // CHECK-NEXT: relay.let
  // CHECK-NEXT: relay.memory.kill %[[X]]
  // CHECK-NEXT: relay.let
  // CHECK-NEXT: return
  %0 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = relay.constant dense<2> : tensor<i32>
  %2 = relay.multiply %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %y = relay.let %2 as "y" : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

// let(x) -> x
// CHECK-LABEL: func @alias
// CHECK-SAME: (%[[X:.*]]: tensor<i32>)
func.func @alias(%x: tensor<i32>) -> tensor<i32> {
  // CHECK-NEXT: %[[EXP:.*]] = relay.add %[[X]], %[[X]]
  // CHECK-NEXT: relay.let %[[EXP]] as "y"
  // CHECK-NEXT: relay.memory.kill %[[X]]
  // CHECK-NOT: relay.memory.kill
  // CHECK: return
  %a = relay.let %x as "a" : (tensor<i32>) -> tensor<i32>
  %b = relay.let %a as "b" : (tensor<i32>) -> tensor<i32>
  %0 = relay.add %x, %b : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %y = relay.let %0 as "y" : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

// The literal may read %x whenever it is called. Functions are not released,
// and nothing in their bodies.
// CHECK-LABEL: func @closure
// CHECK-SAME: (%[[X:.*]]: tensor<i32>)
func.func @closure(%x: tensor<i32>) -> tensor<i32> {
  // CHECK-NOT: relay.memory.kill
  // CHECK: return
  %0 = relay.fn () -> tensor<i32> {
    %1 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %v = relay.let %1 as "v" : (tensor<i32>) -> tensor<i32>
    %2 = relay.add %v, %v : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %2 : tensor<i32>
  }
  %f = relay.let %0 as "f" : (() -> tensor<i32>) -> (() -> tensor<i32>)
  %3 = relay.apply %f() : (() -> tensor<i32>) -> tensor<i32>
  %y = relay.let %3 as "y" : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

// Several blocks: %x lives on in the second one.
// CHECK-LABEL: func @blocks
// CHECK-NOT: relay.memory.kill
// CHECK: return
func.func @blocks(%x: tensor<i32>) -> tensor<i32> {
  %0 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %y = relay.let %0 as "y" : (tensor<i32>) -> tensor<i32>
  cf.br ^next
^next:
  %1 = relay.add %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// CHECK-LABEL: func @external
// CHECK-NOT: relay.memory.kill
// CHECK: return
func.func @external(%x: tensor<i32>) -> tensor<i32> attributes {relay.Compiler = "mine"} {
  %0 = relay.add %x, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %y = relay.let %0 as "y" : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
