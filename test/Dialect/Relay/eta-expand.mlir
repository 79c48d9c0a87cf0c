// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-eta-expand{expand-global-var})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-eta-expand{expand-global-var})' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-eta-expand{expand-global-var})' | diff - %t
// RUN: relay-lite-opt %s -o %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-eta-expand{expand-constructor})' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=EtaExpand{expand-global-var} opt-level=0})' | diff - %t

func.func @aux(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @id(%x: !relay.type_var<"A">) -> !relay.type_var<"A"> attributes {relay.type_params = ["A"]} {
  return %x : !relay.type_var<"A">
}
func.func private @declared() -> tensor<2xf32>

// CHECK-LABEL: func @values
func.func @values(%x: tensor<2xf32>) -> tuple<() -> tensor<2xf32>, (tensor<2xf32>) -> tensor<2xf32>> {
  // CHECK-NEXT: %[[F:.*]] = relay.fn () -> tensor<2xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.call @declared() : () -> tensor<2xf32>
  // CHECK-NEXT: relay.yield %[[R]]
  // CHECK: %[[G:.*]] = relay.fn (%[[X:.*]]: tensor<2xf32> {relay.name = "eta_expand_param"}) -> tensor<2xf32> {
  // CHECK-NEXT: relay.call @aux(%[[X]])
  // CHECK: relay.tuple %[[F]], %[[G]]
  %0 = relay.global @declared : () -> tensor<2xf32>
  %1 = relay.global @aux : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : (() -> tensor<2xf32>, (tensor<2xf32>) -> tensor<2xf32>) -> tuple<() -> tensor<2xf32>, (tensor<2xf32>) -> tensor<2xf32>>
  return %2 : tuple<() -> tensor<2xf32>, (tensor<2xf32>) -> tensor<2xf32>>
}

// CHECK-LABEL: func @polymorphic
func.func @polymorphic(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[F:.*]] = relay.fn types ["A"] (%[[X:.*]]: !relay.type_var<"A"> {{.*}}) -> !relay.type_var<"A"> {
  // CHECK-NEXT: relay.call @id types [!relay.type_var<"A">](%[[X]])
  // CHECK: relay.apply %[[F]] types [tensor<2xf32>](%arg0)
  %0 = relay.global @id : (!relay.type_var<"A">) -> !relay.type_var<"A">
  %1 = relay.apply %0 types [tensor<2xf32>](%x) : ((!relay.type_var<"A">) -> !relay.type_var<"A">, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @call
// CHECK-NEXT: relay.call @aux(%arg0)
func.func @call(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @aux(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
