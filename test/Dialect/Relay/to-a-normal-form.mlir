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

// A value that is computed in the scope of an annotation keeps its device.
// CHECK-LABEL: func @on_device
// CHECK-SAME: (%[[X:.*]]: tensor<i32>)
func.func @on_device(%x: tensor<i32>) -> tensor<i32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<1>
  // CHECK-NEXT: %[[CD:.*]] = relay.on_device %[[C]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>}
  // CHECK-NEXT: %[[LC:.*]] = relay.let %[[CD]] as "x"
  // CHECK-NEXT: %[[ADD:.*]] = relay.add %[[LC]], %[[X]]
  // CHECK-NEXT: %[[ADDD:.*]] = relay.on_device %[[ADD]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>}
  // CHECK-NEXT: %[[Y:.*]] = relay.let %[[ADDD]] as "y"
  // CHECK-NEXT: %[[E:.*]] = relay.negative %[[Y]]
  // CHECK-NEXT: %[[ED:.*]] = relay.on_device %[[E]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 2>}
  // CHECK-NEXT: %[[LE:.*]] = relay.let %[[ED]] as "x"
  // CHECK-NEXT: %[[M:.*]] = relay.multiply %[[LE]], %[[Y]]
  // CHECK-NEXT: %[[LM:.*]] = relay.let %[[M]] as "x"
  %c = relay.constant dense<1> : tensor<i32>
  %0 = relay.add %c, %x : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = relay.on_device %0 {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>} : (tensor<i32>) -> tensor<i32>
  %y = relay.let %1 as "y" : (tensor<i32>) -> tensor<i32>
  %2 = relay.negative %y : (tensor<i32>) -> tensor<i32>
  %3 = relay.on_device %2 {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 2>} : (tensor<i32>) -> tensor<i32>
  %4 = relay.multiply %3, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %4 : tensor<i32>
}

// Scopes reach into branches, not into functions; what is used in several is in
// none. An annotation of a variable needs no binding.
// CHECK-LABEL: func @scopes
// CHECK-SAME: (%[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<f32>)
func.func @scopes(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[S:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[LS:.*]] = relay.let %[[S]] as "x"
  // CHECK-NEXT: %[[IF:.*]] = relay.if
  // CHECK-NEXT: %[[N:.*]] = relay.negative %[[LS]]
  // CHECK-NEXT: %[[ND:.*]] = relay.on_device %[[N]] {{.*}}id = 1>
  // CHECK-NEXT: relay.let %[[ND]] as "x"
  // CHECK: } else {
  // CHECK-NEXT: relay.yield %[[X]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[IFD:.*]] = relay.on_device %[[IF]] {{.*}}id = 1>
  // CHECK-NEXT: %[[LIF:.*]] = relay.let %[[IFD]] as "x"
  // CHECK-NEXT: %[[FN:.*]] = relay.fn
  // CHECK-NEXT: %[[A:.*]] = relay.abs
  // CHECK-NEXT: relay.let %[[A]] as "x"
  // CHECK: %[[LFN:.*]] = relay.let %[[FN]] as "x"
  // CHECK-NEXT: %[[CALL:.*]] = relay.apply %[[LFN]](%[[LS]])
  // CHECK-NEXT: %[[CALLD:.*]] = relay.on_device %[[CALL]] {{.*}}id = 2>
  // CHECK-NEXT: %[[LCALL:.*]] = relay.let %[[CALLD]] as "x"
  // CHECK-NEXT: %[[XD:.*]] = relay.on_device %[[X]] {{.*}}id = 3>
  // CHECK-NEXT: relay.add %[[LCALL]], %[[XD]]
  %s = relay.exp %x : (tensor<f32>) -> tensor<f32>
  %0 = relay.if %c -> tensor<f32> {
    %n = relay.negative %s : (tensor<f32>) -> tensor<f32>
    relay.yield %n : tensor<f32>
  } else {
    relay.yield %x : tensor<f32>
  }
  %1 = relay.on_device %0 {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 1>} : (tensor<f32>) -> tensor<f32>
  %f = relay.fn (%p: tensor<f32>) -> tensor<f32> {
    %a = relay.abs %p : (tensor<f32>) -> tensor<f32>
    relay.yield %a : tensor<f32>
  }
  %2 = relay.apply %f(%s) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = relay.on_device %2 {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 2>} : (tensor<f32>) -> tensor<f32>
  %4 = relay.on_device %x {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 3>} : (tensor<f32>) -> tensor<f32>
  %5 = relay.add %3, %4 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %6 = relay.multiply %5, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %6 : tensor<f32>
}
