// RUN: relay-lite-opt %s --relay-inline-globals --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --relay-inline-globals --relay-inline-globals --split-input-file | FileCheck %s

// Callees first: @outer has the body of @inner when it is inlined itself. Each
// call gets its own copy.
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:.*]]: tensor<f32>, %[[C:.*]]: tensor<i1>)
// CHECK-NOT: func @outer
// CHECK-NOT: func @inner
func.func @main(%x: tensor<f32>, %c: tensor<i1>) -> tensor<f32> {
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[ABS:.*]] = relay.abs %[[EXP]]
  // CHECK-NEXT: relay.if %[[C]]
  // CHECK-NEXT: %[[EXP2:.*]] = relay.exp %[[ABS]]
  // CHECK-NEXT: %[[ABS2:.*]] = relay.abs %[[EXP2]]
  // CHECK-NEXT: relay.yield %[[ABS2]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: relay.yield %[[X]]
  %0 = relay.call @outer(%x) : (tensor<f32>) -> tensor<f32>
  %1 = relay.if %c -> tensor<f32> {
    %2 = relay.call @outer(%0) : (tensor<f32>) -> tensor<f32>
    relay.yield %2 : tensor<f32>
  } else {
    %2 = relay.call @identity(%x) : (tensor<f32>) -> tensor<f32>
    relay.yield %2 : tensor<f32>
  }
  return %1 : tensor<f32>
}
func.func @outer(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.call @inner(%x) : (tensor<f32>) -> tensor<f32>
  %1 = relay.abs %0 : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func @inner(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @identity(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  return %x : tensor<f32>
}

// -----

// Functions that stay: without the mark, recursive, without a body,
// calling what stays, and entry points.
// CHECK-LABEL: func @main
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: relay.call @plain
  // CHECK-NEXT: relay.call @zero
  // CHECK-NEXT: relay.call @recursive
  // CHECK-NEXT: relay.call @declared
  // CHECK-NEXT: relay.call @caller
  %0 = relay.call @plain(%x) : (tensor<f32>) -> tensor<f32>
  %1 = relay.call @zero(%0) : (tensor<f32>) -> tensor<f32>
  %2 = relay.call @recursive(%1) : (tensor<f32>) -> tensor<f32>
  %4 = relay.call @declared(%2) : (tensor<f32>) -> tensor<f32>
  %5 = relay.call @caller(%4) : (tensor<f32>) -> tensor<f32>
  return %5 : tensor<f32>
}
// CHECK: func @plain
func.func @plain(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
// CHECK: func @zero
func.func @zero(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 0 : i64} {
  return %x : tensor<f32>
}
// CHECK: func @recursive
func.func @recursive(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.call @recursive(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// CHECK: func private @declared
func.func private @declared(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64}
// CHECK: func @caller
func.func @caller(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.call @plain(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// CHECK: func @entry
func.func @entry(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  return %x : tensor<f32>
}

// -----

// Functions that call each other: one is inlined into the other only where it
// calls nothing else.
// CHECK-LABEL: func @even
// CHECK: relay.call @odd
// CHECK: func @odd
// CHECK: relay.call @even
func.func @even(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.call @odd(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @odd(%x: tensor<f32>) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.call @even(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Values become literals, functions that are compiled by something else calls of
// literals.
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[FN:.*]] = relay.fn (%[[Y:.*]]: tensor<f32> {relay.name = "y"}) -> tensor<f32> attributes {relay.Inline = 1 : i64} {
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[Y]]
  // CHECK-NEXT: relay.yield %[[EXP]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[FN2:.*]] = relay.fn
  // CHECK: %[[OTHER:.*]] = relay.fused_fn (%[[Z:.*]]: tensor<f32>) -> tensor<f32> attributes {relay.Compiler = "other", relay.Inline = 1 : i64} {
  // CHECK: %[[CALL:.*]] = relay.apply %[[OTHER]](%[[X]])
  // CHECK-NEXT: %[[EXTERN:.*]] = relay.fused_fn {{.*}} attributes {relay.Extern = 1 : i64, relay.Inline = 1 : i64} {
  // CHECK: %[[CALL2:.*]] = relay.apply %[[EXTERN]](%[[CALL]])
  // CHECK-NEXT: %[[APPLY:.*]] = relay.apply %[[FN]](%[[CALL2]])
  // CHECK-NEXT: relay.apply %[[FN2]](%[[APPLY]])
  // CHECK-NOT: func @
  %f = relay.global @f : (tensor<f32>) -> tensor<f32>
  %g = relay.global @f : (tensor<f32>) -> tensor<f32>
  %0 = relay.call @other(%x) : (tensor<f32>) -> tensor<f32>
  %e = relay.call @extern(%0) : (tensor<f32>) -> tensor<f32>
  %1 = relay.apply %f(%e) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = relay.apply %g(%1) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
func.func @f(%x: tensor<f32> {relay.name = "y"}) -> tensor<f32> attributes {relay.Inline = 1 : i64, relay.pure} {
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @extern(%x: tensor<f32>) -> tensor<f32> attributes {relay.Extern = 1 : i64, relay.Inline = 1 : i64} {
  %0 = relay.abs %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @other(%x: tensor<f32>) -> tensor<f32> attributes {relay.Compiler = "other", relay.Inline = 1 : i64} {
  %0 = relay.abs %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Arguments and results of other precision are cast; type arguments replace type
// parameters.
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[ARG:.*]] = relay.type_cast %[[X]] : tensor<2xf32> to tensor<?xf32>
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[ARG]] : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT: %[[RESULT:.*]] = relay.type_cast %[[EXP]] : tensor<?xf32> to tensor<2xf32>
  // CHECK-NEXT: %[[TUPLE:.*]] = relay.tuple %[[RESULT]] : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  // CHECK-NEXT: %[[GET:.*]] = relay.tuple_get %[[TUPLE]][0] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  // CHECK-NEXT: return %[[GET]]
  %0 = relay.call @dynamic(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.call @polymorphic types [tensor<2xf32>](%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> attributes {relay.Inline = 1 : i64} {
  %0 = relay.exp %x : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @polymorphic(%x: !relay.type_var<"A">) -> !relay.type_var<"A"> attributes {relay.Inline = 1 : i64, relay.type_params = ["A"]} {
  %0 = relay.tuple %x : (!relay.type_var<"A">) -> tuple<!relay.type_var<"A">>
  %1 = relay.tuple_get %0[0] : (tuple<!relay.type_var<"A">>) -> !relay.type_var<"A">
  return %1 : !relay.type_var<"A">
}

// -----

// The devices of parameters and results become annotations.
// CHECK-LABEL: func @devices
// CHECK-SAME: (%[[X:.*]]: tensor<f32>)
func.func @devices(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: %[[XD:.*]] = relay.on_device %[[X]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cuda, id = 0>}
  // CHECK-NEXT: %[[EXP:.*]] = relay.exp %[[XD]]
  // CHECK-NEXT: %[[R:.*]] = relay.on_device %[[EXP]] {constrain_result = true, virtual_device = #relay.virtual_device<device = cpu, id = 0>}
  // CHECK-NEXT: return %[[R]]
  %0 = relay.call @on_devices(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @on_devices(%x: tensor<f32> {relay.virtual_device = #relay.virtual_device<device = cuda, id = 0>}) -> tensor<f32>
    attributes {relay.Inline = 1 : i64, relay.virtual_device = #relay.virtual_device<device = cpu, id = 0>} {
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
