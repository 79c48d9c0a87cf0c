// RUN: relay-lite-opt %s --relay-dead-code-elimination | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: relay-lite-opt %s --relay-dead-code-elimination=inline-once=true | FileCheck %s --check-prefixes=CHECK,INLINE
// RUN: relay-lite-opt %s --relay-dead-code-elimination=ignore-impurity=true | FileCheck %s --check-prefix=IMPURE
// RUN: relay-lite-opt %s --relay-dead-code-elimination=inline-once=true -o %t.mlir
// RUN: relay-lite-opt %t.mlir --relay-dead-code-elimination=inline-once=true | diff %t.mlir -

// CHECK-LABEL: func @unused
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @unused(%x: tensor<f32>) -> tensor<f32> {
  // KEEP-NEXT: %[[A:.*]] = relay.let %[[X]] as "a"
  // KEEP-NEXT: return %[[A]]
  // INLINE-NEXT: return %[[X]]
  %a = relay.let %x as "a" : (tensor<f32>) -> tensor<f32>
  %0 = relay.exp %a : (tensor<f32>) -> tensor<f32>
  %b = relay.let %0 as "b" : (tensor<f32>) -> tensor<f32>
  %1 = relay.add %b, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %c = relay.let %1 as "c" : (tensor<f32>) -> tensor<f32>
  %2 = relay.abs %c : (tensor<f32>) -> tensor<f32>
  return %a : tensor<f32>
}

// A binding of what has effects stays where it is, also if it is used once.
// CHECK-LABEL: func @effects
// IMPURE-LABEL: func @effects
// IMPURE-NEXT: return
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @effects(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[NEW:.*]] = relay.ref_create %[[X]]
  // CHECK-NEXT: %[[R:.*]] = relay.let %[[NEW]] as "r"
  // CHECK-NEXT: %[[WRITE:.*]] = relay.ref_write %[[R]], %[[X]]
  // CHECK-NEXT: relay.let %[[WRITE]] as "w"
  // CHECK-NEXT: %[[READ:.*]] = relay.ref_read %[[R]]
  // CHECK-NEXT: relay.let %[[READ]] as "v"
  // CHECK-NEXT: return %[[X]]
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %r = relay.let %0 as "r" : (!relay.ref<tensor<f32>>) -> !relay.ref<tensor<f32>>
  %1 = relay.ref_write %r, %x : (!relay.ref<tensor<f32>>, tensor<f32>) -> tuple<>
  %w = relay.let %1 as "w" : (tuple<>) -> tuple<>
  %2 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  %v = relay.let %2 as "v" : (tensor<f32>) -> tensor<f32>
  %3 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %s = relay.let %3 as "s" : (!relay.ref<tensor<f32>>) -> !relay.ref<tensor<f32>>
  return %x : tensor<f32>
}

func.func private @external(tensor<f32>) -> tensor<f32>
func.func private @pure(tensor<f32>) -> tensor<f32> attributes {relay.pure}

// The effects of a callee count, and those of both branches of an if.
// CHECK-LABEL: func @calls
// CHECK-SAME: (%[[X:.*]]: tensor<f32>, %[[C:.*]]: tensor<i1>)
func.func @calls(%x: tensor<f32>, %c: tensor<i1>) -> tensor<f32> {
  // CHECK-NEXT: %[[CALL:.*]] = relay.call @external(%[[X]])
  // CHECK-NEXT: relay.let %[[CALL]] as "a"
  // CHECK-NEXT: %[[IF:.*]] = relay.if %[[C]]
  // CHECK-NEXT: %[[INNER:.*]] = relay.call @external(%[[X]])
  // CHECK-NEXT: relay.yield %[[INNER]]
  // CHECK: relay.let %[[IF]] as "i"
  // CHECK-NEXT: return %[[X]]
  %0 = relay.call @external(%x) : (tensor<f32>) -> tensor<f32>
  %a = relay.let %0 as "a" : (tensor<f32>) -> tensor<f32>
  %1 = relay.call @pure(%x) : (tensor<f32>) -> tensor<f32>
  %b = relay.let %1 as "b" : (tensor<f32>) -> tensor<f32>
  %2 = relay.if %c -> tensor<f32> {
    %3 = relay.call @external(%x) : (tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  } else {
    %4 = relay.exp %x : (tensor<f32>) -> tensor<f32>
    %e = relay.let %4 as "e" : (tensor<f32>) -> tensor<f32>
    relay.yield %x : tensor<f32>
  }
  %i = relay.let %2 as "i" : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}

// A use inside of a function literal may happen many times, and the use of a
// shared expression is met as often as the expression.
// CHECK-LABEL: func @scopes
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @scopes(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[A:.*]] = relay.let %[[EXP]] as "a"
  // CHECK-NEXT: %[[FN:.*]] = relay.fn (%[[Y:.*]]: tensor<f32>)
  // CHECK-NEXT: %[[ABS:.*]] = relay.abs %[[Y]]
  // KEEP-NEXT: %[[B:.*]] = relay.let %[[ABS]] as "b"
  // KEEP-NEXT: relay.add %[[B]], %[[A]]
  // INLINE-NEXT: relay.add %[[ABS]], %[[A]]
  // CHECK-NEXT: relay.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[NEG:.*]] = relay.negative %[[X]]
  // CHECK-NEXT: %[[C:.*]] = relay.let %[[NEG]] as "c"
  // CHECK-NEXT: %[[SHARED:.*]] = relay.sqrt %[[C]]
  // CHECK-NEXT: %[[TWICE:.*]] = relay.add %[[SHARED]], %[[SHARED]]
  // CHECK-NEXT: %[[CALL:.*]] = relay.apply %[[FN]](%[[TWICE]])
  // CHECK-NEXT: return %[[CALL]]
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  %a = relay.let %0 as "a" : (tensor<f32>) -> tensor<f32>
  %1 = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    %2 = relay.abs %y : (tensor<f32>) -> tensor<f32>
    %b = relay.let %2 as "b" : (tensor<f32>) -> tensor<f32>
    %3 = relay.add %b, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  %4 = relay.negative %x : (tensor<f32>) -> tensor<f32>
  %c = relay.let %4 as "c" : (tensor<f32>) -> tensor<f32>
  %5 = relay.sqrt %c : (tensor<f32>) -> tensor<f32>
  %6 = relay.add %5, %5 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = relay.apply %1(%6) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %7 : tensor<f32>
}

// Without the reference that nothing uses, branch and literal have no effects,
// and go too, in one run.
// CHECK-LABEL: func @loses_effects
// CHECK-SAME: (%[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<f32>)
func.func @loses_effects(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.if %c -> tensor<f32> {
    relay.yield %x : tensor<f32>
  } else {
    %3 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
    relay.yield %x : tensor<f32>
  }
  %1 = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    %3 = relay.ref_create %y : (tensor<f32>) -> !relay.ref<tensor<f32>>
    relay.yield %y : tensor<f32>
  }
  %2 = relay.apply %1(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
}
