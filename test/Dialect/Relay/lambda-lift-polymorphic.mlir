// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-lambda-lift)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-lambda-lift)' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-lambda-lift)' | diff - %t
// RUN: relay-lite-translate --export-relay %t | relay-lite-translate --import-relay

// Polymorphic literals: the types of functions have no type parameters.

// A closure would lose its type parameters.
// CHECK-LABEL: func @polymorphic_closure
func.func @polymorphic_closure(%x: tensor<2xf32>, %c: tensor<i1>) -> tuple<tensor<i1>, tensor<2xf32>> {
  // CHECK: %[[F:.*]] = relay.fn types ["T"]
  // CHECK: relay.apply %[[F]] types [tensor<i1>](%arg1)
  %f = relay.fn types ["T"] (%y: !relay.type_var<"T">) -> tuple<!relay.type_var<"T">, tensor<2xf32>> {
    %1 = relay.tuple %y, %x : (!relay.type_var<"T">, tensor<2xf32>) -> tuple<!relay.type_var<"T">, tensor<2xf32>>
    relay.yield %1 : tuple<!relay.type_var<"T">, tensor<2xf32>>
  }
  %0 = relay.apply %f types [tensor<i1>](%c) : ((!relay.type_var<"T">) -> tuple<!relay.type_var<"T">, tensor<2xf32>>, tensor<i1>) -> tuple<tensor<i1>, tensor<2xf32>>
  return %0 : tuple<tensor<i1>, tensor<2xf32>>
}

// A parameter would, too. A literal that captures nothing is lifted, and then
// the literals that have captured it.
// CHECK-LABEL: func @captures_polymorphic
func.func @captures_polymorphic(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[G:.*]] = relay.global @[[$ID:lifted_name[0-9]+]]
  // CHECK-NEXT: %[[L:.*]] = relay.let %[[G]]
  // CHECK-NEXT: %[[F:.*]] = relay.fn (
  // CHECK-NEXT: relay.apply %[[L]] types
  // CHECK: %[[A:.*]] = relay.apply %[[F]](%arg0)
  // CHECK-NEXT: %[[B:.*]] = relay.call @[[$H:lifted_name[0-9]+]](%[[A]])
  // CHECK-NEXT: return %[[B]]
  %g = relay.fn types ["T"] (%y: !relay.type_var<"T">) -> !relay.type_var<"T"> {
    relay.yield %y : !relay.type_var<"T">
  }
  %l = relay.let %g as "g" : ((!relay.type_var<"T">) -> !relay.type_var<"T">) -> ((!relay.type_var<"T">) -> !relay.type_var<"T">)
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %1 = relay.apply %l types [tensor<2xf32>](%y) : ((!relay.type_var<"T">) -> !relay.type_var<"T">, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %h = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %1 = relay.apply %g types [tensor<2xf32>](%y) : ((!relay.type_var<"T">) -> !relay.type_var<"T">, tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.apply %h(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
// CHECK: func.func private @[[$ID]]({{.*}}) -> !relay.type_var<"T"> attributes {{.*}}["T"]
// CHECK: func.func private @[[$H]]
// CHECK-NEXT: relay.call @[[$ID]] types [tensor<2xf32>]
