// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @tuples
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: !relay.unknown
func.func @tuples(%x: tensor<2xf32>, %y: !relay.unknown) -> !relay.unknown {
  // CHECK: %[[T:.*]] = relay.tuple %[[X]], %[[Y]] : (tensor<2xf32>, !relay.unknown) -> tuple<tensor<2xf32>, !relay.unknown>
  %0 = relay.tuple %x, %y : (tensor<2xf32>, !relay.unknown) -> tuple<tensor<2xf32>, !relay.unknown>
  // CHECK: relay.tuple_get %[[T]][1] : (tuple<tensor<2xf32>, !relay.unknown>) -> !relay.unknown
  %1 = relay.tuple_get %0[1] : (tuple<tensor<2xf32>, !relay.unknown>) -> !relay.unknown
  // CHECK: relay.tuple : () -> tuple<>
  %2 = relay.tuple : () -> tuple<>
  return %1 : !relay.unknown
}

// CHECK-LABEL: func @constants
func.func @constants() -> tensor<2xui8> {
  // CHECK: relay.constant dense<[1, 255]> : tensor<2xui8>
  %0 = relay.constant dense<[1, 255]> : tensor<2xui8>
  // CHECK: relay.constant dense<true> : tensor<i1>
  %1 = relay.constant dense<true> : tensor<i1>
  return %0 : tensor<2xui8>
}

// CHECK-LABEL: func @let
// CHECK-SAME: %[[X:.*]]: tensor<2xf32> {relay.name = "x"}
func.func @let(%x: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> {
  // CHECK: relay.let %[[X]] as "y" : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.let %x as "y" : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @type_cast
func.func @type_cast(%x: tuple<tensor<?xf32>>) -> tuple<tensor<2xf32>> {
  // CHECK: relay.type_cast %{{.*}} : tuple<tensor<?xf32>> to tuple<tensor<2xf32>>
  %0 = relay.type_cast %x : tuple<tensor<?xf32>> to tuple<tensor<2xf32>>
  return %0 : tuple<tensor<2xf32>>
}

// CHECK-LABEL: func @references
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @references(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[R:.*]] = relay.ref_create %[[X]] : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
  %0 = relay.ref_create %x : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
  // CHECK: relay.ref_write %[[R]], %[[X]] : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  %1 = relay.ref_write %0, %x : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  // CHECK: relay.ref_read %[[R]] : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  %2 = relay.ref_read %0 : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK-LABEL: func private @dynamic(tensor<?xf32>) -> tensor<?xf32>
func.func private @dynamic(tensor<?xf32>) -> tensor<?xf32>

// CHECK-LABEL: func private @polymorphic
// CHECK-SAME: attributes {relay.type_params = ["A"]}
func.func private @polymorphic(%x: !relay.type_var<"A">) -> !relay.type_var<"A">
    attributes {relay.type_params = ["A"]} {
  return %x : !relay.type_var<"A">
}

// CHECK-LABEL: func @calls
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
func.func @calls(%x: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK: relay.call @dynamic(%[[X]]) : (tensor<2xf32>) -> tensor<?xf32>
  %0 = relay.call @dynamic(%x) : (tensor<2xf32>) -> tensor<?xf32>
  // CHECK: relay.call @polymorphic types [tensor<2xf32>](%[[X]]) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.call @polymorphic types [tensor<2xf32>] (%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: relay.call @polymorphic(%[[X]]) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.call @polymorphic(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %[[F:.*]] = relay.global @dynamic : (tensor<?xf32>) -> tensor<?xf32>
  %3 = relay.global @dynamic : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: relay.apply %[[F]](%[[X]]) : ((tensor<?xf32>) -> tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %4 = relay.apply %3(%x) : ((tensor<?xf32>) -> tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}

// CHECK-LABEL: func @literals
// CHECK-SAME: %[[C:.*]]: tensor<2xf32>
func.func @literals(%c: tensor<2xf32>) {
  // CHECK: relay.fn (%[[X:.*]]: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> {
  // CHECK-NEXT: %[[S:.*]] = relay.add %[[X]], %[[C]]
  // CHECK-NEXT: relay.yield %[[S]] : tensor<2xf32>
  %0 = relay.fn (%x: tensor<2xf32> {relay.name = "x"}) -> tensor<2xf32> {
    %1 = relay.add %x, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  // CHECK: relay.fn self(%[[SELF:.*]]) (%[[Y:.*]]: tensor<i1>) -> tensor<i1> {
  // CHECK-NEXT: relay.apply %[[SELF]](%[[Y]])
  %2 = relay.fn self(%me) (%y: tensor<i1>) -> tensor<i1> {
    %3 = relay.apply %me(%y) : ((tensor<i1>) -> tensor<i1>, tensor<i1>) -> tensor<i1>
    relay.yield %3 : tensor<i1>
  }
  // CHECK: relay.fn () -> ((tensor<i1>) -> tensor<i1>) attributes {relay.Closure = 1 : i64} {
  %4 = relay.fn () -> ((tensor<i1>) -> tensor<i1>) attributes {relay.Closure = 1 : i64} {
    relay.yield %2 : (tensor<i1>) -> tensor<i1>
  }
  // CHECK: relay.fn types ["A"] (%{{.*}}: !relay.type_var<"A">) -> !relay.type_var<"A"> {
  %5 = relay.fn types ["A"] (%a: !relay.type_var<"A">) -> !relay.type_var<"A"> {
    relay.yield %a : !relay.type_var<"A">
  }
  // CHECK: relay.fused_fn (%{{.*}}: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
  %6 = relay.fused_fn (%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %7 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %7 : tensor<2xf32>
  }
  return
}

// CHECK-LABEL: func @if
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[U:.*]]: !relay.unknown
func.func @if(%c: tensor<i1>, %u: !relay.unknown, %x: tensor<2xf32>) -> tensor<?xf32> {
  // CHECK: relay.if %[[C]] -> tensor<?xf32> {
  // CHECK: } else {
  %0 = relay.if %c -> tensor<?xf32> {
    relay.yield %x : tensor<2xf32>
  } else {
    %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  // CHECK: relay.if %[[U]] : !relay.unknown -> tensor<2xf32> {
  %2 = relay.if %u : !relay.unknown -> tensor<2xf32> {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %0 : tensor<?xf32>
}
