// RUN: relay-lite-opt %s --relay-to-a-normal-form | FileCheck %s

// CHECK-LABEL: func @graph
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @graph(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant
  // CHECK-NEXT: %[[LC:.*]] = relay.let %[[C]] as "x"
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[X]], %[[LC]]
  // CHECK-NEXT: %[[LADD:.*]] = relay.let %[[ADD]] as "x"
  // CHECK-NEXT: %[[MUL:.*]] = relay.multiply %[[LADD]], %[[LADD]]
  // CHECK-NEXT: %[[LMUL:.*]] = relay.let %[[MUL]] as "x"
  // CHECK-NEXT: return %[[LMUL]]
  %c = relay.constant dense<1.0> : tensor<f32>
  %0 = relay.add %x, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = relay.multiply %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %unused = relay.exp %c : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<2xf32>
}

// Bindings that are there stay; each gives the result another name.
// CHECK-LABEL: func @lets
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @lets(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[A:.*]] = relay.let %[[X]] as "a"
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[A]], %[[A]]
  // CHECK-NEXT: %[[B:.*]] = relay.let %[[ADD]] as "b"
  // CHECK-NEXT: %[[MUL:.*]] = relay.multiply %[[B]], %[[B]]
  // CHECK-NEXT: %[[R0:.*]] = relay.let %[[MUL]] as "x"
  // CHECK-NEXT: %[[R1:.*]] = relay.let %[[R0]] as "x"
  // CHECK-NEXT: %[[R2:.*]] = relay.let %[[R1]] as "x"
  // CHECK-NEXT: return %[[R2]]
  %a = relay.let %x as "a" : (tensor<f32>) -> tensor<f32>
  %0 = relay.add %x, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %b = relay.let %0 as "b" : (tensor<f32>) -> tensor<f32>
  %1 = relay.multiply %0, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// A variable that was used under its own name keeps it; a name that is given in
// a branch ends with it.
// CHECK-LABEL: func @names
// CHECK-SAME: (%[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>, %[[C:.*]]: tensor<i1>)
func.func @names(%x: tensor<f32>, %y: tensor<f32>, %c: tensor<i1>) -> tensor<f32> {
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[LEXP:.*]] = relay.let %[[EXP]] as "x"
  // CHECK-NEXT: relay.let %[[X]] as "a"
  // CHECK-NEXT: %[[IF:.*]] = relay.if %[[C]]
  // CHECK-NEXT: %[[B:.*]] = relay.let %[[Y]] as "b"
  // CHECK-NEXT: %[[ABS:.*]] = relay.abs %[[B]]
  // CHECK-NEXT: %[[LABS:.*]] = relay.let %[[ABS]] as "x"
  // CHECK-NEXT: %[[R:.*]] = relay.let %[[LABS]] as "x"
  // CHECK-NEXT: relay.yield %[[R]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: relay.yield %[[Y]]
  // CHECK: %[[LIF:.*]] = relay.let %[[IF]] as "x"
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[LIF]], %[[X]]
  // CHECK-NEXT: %[[LADD:.*]] = relay.let %[[ADD]] as "x"
  // CHECK-NEXT: %[[SUM:.*]] = relay.add %[[LADD]], %[[LEXP]]
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  %a = relay.let %x as "a" : (tensor<f32>) -> tensor<f32>
  %1 = relay.if %c -> tensor<f32> {
    %b = relay.let %y as "b" : (tensor<f32>) -> tensor<f32>
    %2 = relay.abs %y : (tensor<f32>) -> tensor<f32>
    relay.yield %2 : tensor<f32>
  } else {
    relay.yield %y : tensor<f32>
  }
  %3 = relay.add %1, %x : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %4 = relay.add %3, %0 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}

// Literals are scopes; a fused one stays as it is. A global is a name already.
// CHECK-LABEL: func @literals
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @literals(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[FN:.*]] = relay.fn (%[[Y:.*]]: tensor<f32>)
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[Y]]
  // CHECK-NEXT: %[[LEXP:.*]] = relay.let %[[EXP]] as "x"
  // CHECK-NEXT: relay.yield %[[LEXP]]
  // CHECK: %[[F:.*]] = relay.let %[[FN]] as "f"
  // CHECK-NEXT: %[[FUSED:.*]] = relay.fused_fn (%[[Z:.*]]: tensor<f32>)
  // CHECK-NEXT: %[[ABS:.*]] = relay.abs %[[Z]]
  // CHECK-NEXT: relay.yield %[[ABS]]
  // CHECK: %[[G:.*]] = relay.let %[[FUSED]] as "x"
  // CHECK-NEXT: %[[GLOBAL:.*]] = relay.global @graph
  // CHECK-NEXT: %[[TUPLE:.*]] = relay.tuple %[[F]], %[[GLOBAL]]
  // CHECK-NEXT: relay.let %[[TUPLE]] as "x"
  %0 = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    %1 = relay.exp %y : (tensor<f32>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  %f = relay.let %0 as "f" : ((tensor<f32>) -> tensor<f32>) -> ((tensor<f32>) -> tensor<f32>)
  %2 = relay.fused_fn (%z: tensor<f32>) -> tensor<f32> attributes {relay.Primitive = 1 : i64} {
    %3 = relay.abs %z : (tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  %g = relay.global @graph : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.tuple %0, %g : ((tensor<f32>) -> tensor<f32>, (tensor<2xf32>) -> tensor<2xf32>) -> tuple<(tensor<f32>) -> tensor<f32>, (tensor<2xf32>) -> tensor<2xf32>>
  %5 = relay.tuple_get %4[0] : (tuple<(tensor<f32>) -> tensor<f32>, (tensor<2xf32>) -> tensor<2xf32>>) -> ((tensor<f32>) -> tensor<f32>)
  %6 = relay.apply %5(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  %7 = relay.apply %2(%6) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %7 : tensor<f32>
}

// Effects keep their order, and what nothing uses its effect.
// CHECK-LABEL: func @effects
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @effects(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[NEW:.*]] = relay.ref_create %[[X]]
  // CHECK-NEXT: %[[REF:.*]] = relay.let %[[NEW]] as "r"
  // CHECK-NEXT: %[[WRITE:.*]] = relay.ref_write %[[REF]], %[[X]]
  // CHECK-NEXT: relay.let %[[WRITE]] as "x"
  // CHECK-NEXT: %[[READ:.*]] = relay.ref_read %[[REF]]
  // CHECK-NEXT: %[[LREAD:.*]] = relay.let %[[READ]] as "x"
  // CHECK-NEXT: %[[R:.*]] = relay.let %[[LREAD]] as "x"
  // CHECK-NEXT: return %[[R]]
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %r = relay.let %0 as "r" : (!relay.ref<tensor<f32>>) -> !relay.ref<tensor<f32>>
  %1 = relay.ref_write %r, %x : (!relay.ref<tensor<f32>>, tensor<f32>) -> tuple<>
  %2 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  return %2 : tensor<f32>
}

// Changes of the precision of types are not part of Relay text.
// CHECK-LABEL: func @precision
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @precision(%x: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[CAST:.*]] = relay.type_cast %[[EXP]]
  // CHECK-NEXT: %[[A:.*]] = relay.let %[[CAST]] as "a"
  // CHECK-NEXT: %[[BACK:.*]] = relay.type_cast %[[A]]
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[BACK]], %[[A]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.type_cast %0 : tensor<2xf32> to tensor<?xf32>
  %a = relay.let %1 as "a" : (tensor<?xf32>) -> tensor<?xf32>
  %2 = relay.add %0, %a : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func @compiler
func.func @compiler(%x: tensor<f32>) -> tensor<f32> attributes {relay.Compiler = "other"} {
  // CHECK-NEXT: relay.exp
  // CHECK-NEXT: return
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @primitive
func.func @primitive(%x: tensor<f32>) -> tensor<f32> attributes {relay.Primitive = 1 : i64} {
  // CHECK-NEXT: relay.exp
  // CHECK-NEXT: return
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
