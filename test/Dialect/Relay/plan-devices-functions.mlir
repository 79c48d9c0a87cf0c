// RUN: relay-lite-opt %s --relay-plan-devices="default-device=cuda" > %t
// RUN: FileCheck %s '-D$CPU=#relay.virtual_device<device = cpu, id = 0>' '-D$CUDA=#relay.virtual_device<device = cuda, id = 0>' < %t
// RUN: relay-lite-opt %t --relay-plan-devices="default-device=cuda" | diff %t -

!t = tensor<2xf32>
!f = (!t) -> !t
#cpu = #relay.virtual_device<device = cpu, id = 0>
#cuda = #relay.virtual_device<device = cuda, id = 0>

// A parameter has one device for all calls.
// CHECK-LABEL: func @second_on_cpu
// CHECK-SAME: %[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CUDA]]}, %[[B:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]})
// CHECK-NEXT: %[[T0:.*]] = relay.device_copy %[[B]]
// CHECK-NEXT: relay.add %[[A]], %[[T0]]
func.func @second_on_cpu(%a: !t, %b: !t) -> !t {
  %0 = relay.on_device %b {virtual_device = #cpu} : (!t) -> !t
  %1 = relay.add %a, %0 : (!t, !t) -> !t
  return %1 : !t
}
// CHECK-LABEL: func @caller
// CHECK-SAME: {relay.virtual_device = [[$CPU]]}, %{{.*}} {relay.virtual_device = [[$CUDA]]})
// CHECK-NEXT: relay.call
func.func @caller(%x: !t, %y: !t) -> !t {
  %0 = relay.call @second_on_cpu(%y, %x) : (!t, !t) -> !t
  return %0 : !t
}

// An annotation of a call is one of its arguments, too, unless the function says
// where its parameters are.
func.func @plain(%x: !t) -> !t attributes {relay.pure} {
  %0 = relay.exp %x : (!t) -> !t
  return %0 : !t
}
// CHECK-LABEL: func @arguments
// CHECK-SAME: %[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}, %[[B:.*]]: tensor<2xf32> {relay.virtual_device = [[$CUDA]]})
// CHECK-NEXT: relay.call @plain(%[[A]])
// CHECK-NEXT: %[[T0:.*]] = relay.device_copy %[[A]] {dst_virtual_device = [[$CUDA]], src_virtual_device = [[$CPU]]}
// CHECK-NEXT: relay.add %[[T0]], %[[B]]
func.func @arguments(%a: !t, %b: !t) -> !t {
  %0 = relay.call @plain(%a) : (!t) -> !t
  %1 = relay.on_device %0 {virtual_device = #cpu} : (!t) -> !t
  %2 = relay.add %a, %b : (!t, !t) -> !t
  %3 = relay.on_device %2 {virtual_device = #cuda} : (!t) -> !t
  %4 = relay.subtract %1, %3 : (!t, !t) -> !t
  return %4 : !t
}
// CHECK-LABEL: func @parameter_on_cuda
// CHECK-SAME: (%[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CUDA]]})
// CHECK-NEXT: relay.fn
// CHECK: relay.let
// CHECK-NEXT: %[[T0:.*]] = relay.apply %{{.*}}(%[[A]])
// CHECK-NEXT: %[[T1:.*]] = relay.exp %[[A]]
// CHECK-NEXT: %[[T2:.*]] = relay.on_device %[[T0]]
// CHECK-NEXT: %[[T3:.*]] = relay.device_copy %[[T2]]
// CHECK-NEXT: relay.subtract %[[T3]], %[[T1]]
func.func @parameter_on_cuda(%a: !t) -> !t {
  %0 = relay.fn (%x: !t {relay.virtual_device = #cuda}) -> !t attributes {relay.virtual_device = #cpu} {
    %10 = relay.device_copy %x {src_virtual_device = #cuda, dst_virtual_device = #cpu} : (!t) -> !t
    relay.yield %10 : !t
  }
  %f = relay.let %0 as "f" : (!f) -> !f
  %1 = relay.apply %f(%a) : (!f, !t) -> !t
  %2 = relay.on_device %1 {virtual_device = #cpu} : (!t) -> !t
  %3 = relay.exp %a : (!t) -> !t
  %4 = relay.on_device %3 {virtual_device = #cuda} : (!t) -> !t
  %5 = relay.subtract %2, %4 : (!t, !t) -> !t
  return %5 : !t
}

// Constraints flow through functions that are values.
// CHECK-LABEL: func @higher_order
// CHECK-SAME: {relay.virtual_device = [[$CUDA]]}, %[[Y:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]})
// CHECK-NEXT: relay.fn (%[[G:.*]]: {{.*}} {relay.virtual_device = [[$CUDA]]}) {{.*}} attributes {relay.virtual_device = [[$CUDA]]}
// CHECK-NEXT: relay.fn (%[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}) {{.*}} attributes {relay.virtual_device = [[$CUDA]]}
// CHECK-NEXT: %[[T0:.*]] = relay.device_copy %[[A]]
// CHECK-NEXT: relay.apply %[[G]](%[[T0]])
// CHECK: relay.let
// CHECK-NEXT: relay.fn (%{{.*}}: tensor<2xf32> {relay.virtual_device = [[$CUDA]]})
// CHECK: relay.let
// CHECK-NEXT: relay.apply
// CHECK-NEXT: relay.apply %{{.*}}(%[[Y]])
func.func @higher_order(%x: !t, %y: !t) -> !t {
  %0 = relay.fn (%g: !f) -> !f {
    %10 = relay.fn (%a: !t) -> !t {
      %11 = relay.on_device %a {virtual_device = #cpu} : (!t) -> !t
      %12 = relay.apply %g(%11) : (!f, !t) -> !t
      relay.yield %12 : !t
    }
    relay.yield %10 : !f
  }
  %f = relay.let %0 as "f" : ((!f) -> !f) -> ((!f) -> !f)
  %1 = relay.fn (%b: !t) -> !t {
    %13 = relay.negative %b : (!t) -> !t
    relay.yield %13 : !t
  }
  %h = relay.let %1 as "h" : (!f) -> !f
  %2 = relay.apply %f(%h) : ((!f) -> !f, !f) -> !f
  %3 = relay.apply %2(%y) : (!f, !t) -> !t
  %4 = relay.subtract %x, %3 : (!t, !t) -> !t
  return %4 : !t
}

// A function in a tuple has all its parts where the tuple is.
// CHECK-LABEL: func @in_tuple
// CHECK-SAME: {relay.virtual_device = [[$CPU]]}, %{{.*}} {relay.virtual_device = [[$CPU]]}) {{.*}} attributes {relay.virtual_device = [[$CPU]]}
// CHECK-NEXT: relay.fn (%{{.*}} {relay.virtual_device = [[$CPU]]}, %{{.*}} {relay.virtual_device = [[$CPU]]}) {{.*}} attributes {relay.virtual_device = [[$CPU]]}
// CHECK-NEXT: relay.add
func.func @in_tuple(%x: !t, %y: !t) -> !t {
  %0 = relay.fn (%a: !t, %b: !t) -> !t {
    %10 = relay.on_device %b {virtual_device = #cpu} : (!t) -> !t
    %11 = relay.add %a, %10 : (!t, !t) -> !t
    relay.yield %11 : !t
  }
  %1 = relay.tuple %0, %x : ((!t, !t) -> !t, !t) -> tuple<(!t, !t) -> !t, !t>
  %2 = relay.tuple_get %1[0] : (tuple<(!t, !t) -> !t, !t>) -> ((!t, !t) -> !t)
  %3 = relay.tuple_get %1[1] : (tuple<(!t, !t) -> !t, !t>) -> !t
  %4 = relay.apply %2(%3, %y) : ((!t, !t) -> !t, !t, !t) -> !t
  return %4 : !t
}

// The branches and the condition are where the result is.
// CHECK-LABEL: func @branch
// CHECK-SAME: %[[C:.*]]: tensor<i1> {relay.virtual_device = [[$CUDA]]}, %[[Y:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}, %[[Z:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]})
// CHECK-NEXT: relay.if %[[C]]
// CHECK-NEXT: %[[T0:.*]] = relay.device_copy %[[Y]]
// CHECK-NEXT: %[[T1:.*]] = relay.exp %[[T0]]
// CHECK-NEXT: relay.yield %[[T1]]
// CHECK: %[[T2:.*]] = relay.exp %[[Z]]
// CHECK-NEXT: %[[T3:.*]] = relay.on_device %[[T2]]
// CHECK-NEXT: %[[T4:.*]] = relay.device_copy %[[T3]]
// CHECK-NEXT: relay.yield %[[T4]]
func.func @branch(%c: tensor<i1>, %y: !t, %z: !t) -> !t {
  %0 = relay.if %c -> !t {
    %10 = relay.on_device %y {virtual_device = #cpu} : (!t) -> !t
    %11 = relay.exp %10 : (!t) -> !t
    relay.yield %11 : !t
  } else {
    %12 = relay.exp %z : (!t) -> !t
    %13 = relay.on_device %12 {virtual_device = #cpu} : (!t) -> !t
    relay.yield %13 : !t
  }
  %1 = relay.negative %0 : (!t) -> !t
  return %1 : !t
}

// CHECK-LABEL: func @reference
// CHECK-SAME: %{{.*}}, %[[Y:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]})
// CHECK-NEXT: %[[T0:.*]] = relay.ref_create
// CHECK-NEXT: %[[T1:.*]] = relay.on_device %[[T0]]
// CHECK-NEXT: %[[R:.*]] = relay.let %[[T1]]
// CHECK-NEXT: %[[T2:.*]] = relay.device_copy %[[Y]]
// CHECK-NEXT: %[[T3:.*]] = relay.ref_write %[[R]], %[[T2]]
// CHECK-NEXT: %[[T4:.*]] = relay.on_device %[[T3]]
// CHECK-NEXT: relay.let %[[T4]]
// CHECK-NEXT: relay.ref_read %[[R]]
func.func @reference(%x: !t, %y: !t) -> !t {
  %0 = relay.ref_create %x : (!t) -> !relay.ref<!t>
  %r = relay.let %0 as "r" : (!relay.ref<!t>) -> !relay.ref<!t>
  %1 = relay.on_device %y {virtual_device = #cpu} : (!t) -> !t
  %2 = relay.ref_write %r, %1 : (!relay.ref<!t>, !t) -> tuple<>
  %3 = relay.let %2 as "_" : (tuple<>) -> tuple<>
  %4 = relay.ref_read %r : (!relay.ref<!t>) -> !t
  %5 = relay.add %x, %4 : (!t, !t) -> !t
  return %5 : !t
}

// A function has the same devices where it calls itself.
// CHECK-LABEL: func @recursive
// CHECK: relay.fn self(%[[ME:.*]]) (%[[D:.*]]: tensor<i1> {relay.virtual_device = [[$CUDA]]}, %[[Y:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}) {{.*}} attributes {relay.virtual_device = [[$CUDA]]}
// CHECK: relay.device_copy %[[Y]]
// CHECK: relay.apply %[[ME]](%[[D]], %[[Y]])
func.func @recursive(%c: tensor<i1>, %x: !t) -> !t {
  %f = relay.fn self(%me) (%d: tensor<i1>, %y: !t) -> !t {
    %10 = relay.if %d -> !t {
      %11 = relay.on_device %y {virtual_device = #cpu} : (!t) -> !t
      relay.yield %11 : !t
    } else {
      %12 = relay.apply %me(%d, %y) : ((tensor<i1>, !t) -> !t, tensor<i1>, !t) -> !t
      relay.yield %12 : !t
    }
    relay.yield %10 : !t
  }
  %0 = relay.apply %f(%c, %x) : ((tensor<i1>, !t) -> !t, tensor<i1>, !t) -> !t
  return %0 : !t
}

// A polymorphic function has one device where its type has a variable.
// CHECK-LABEL: func @identity
// CHECK-SAME: {relay.virtual_device = [[$CPU]]}
func.func @identity(%x: !relay.type_var<"A">) -> !relay.type_var<"A"> attributes {relay.type_params = ["A"]} {
  return %x : !relay.type_var<"A">
}
// CHECK-LABEL: func @polymorphic
// CHECK-SAME: {relay.virtual_device = [[$CPU]]}
func.func @polymorphic(%x: !t) -> !t {
  %0 = relay.global @caller1 : !f
  %1 = relay.call @identity types [!f](%0) : (!f) -> !f
  %2 = relay.apply %1(%x) : (!f, !t) -> !t
  return %2 : !t
}
func.func @caller1(%x: !t) -> !t {
  %0 = relay.on_device %x {virtual_device = #cpu, constrain_result = true} : (!t) -> !t
  %1 = relay.exp %0 : (!t) -> !t
  return %1 : !t
}

// The body of a fused function is one kernel, whose parameters may be anywhere.
// CHECK-LABEL: func @kernel
// CHECK-SAME: {relay.virtual_device = [[$CPU]]}) {{.*}} attributes {relay.virtual_device = [[$CUDA]]}
// CHECK-NEXT: relay.fused_fn (%[[A:.*]]: tensor<2xf32> {relay.virtual_device = [[$CPU]]}) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
// CHECK-NEXT: relay.exp %[[A]]
func.func @kernel(%x: !t) -> !t {
  %f = relay.fused_fn (%a: !t {relay.virtual_device = #cpu}) -> !t attributes {relay.Primitive = 1 : i64} {
    %10 = relay.exp %a : (!t) -> !t
    relay.yield %10 : !t
  }
  %0 = relay.apply %f(%x) : (!f, !t) -> !t
  return %0 : !t
}
