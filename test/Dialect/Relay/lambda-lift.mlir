// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-lambda-lift)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-lambda-lift)' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-lambda-lift)' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=LambdaLift opt-level=0})' | FileCheck %s --check-prefix=LEVEL0
// LEVEL0-NOT: lifted_name

// Equal literals share a function, also where they are not called, whatever the
// names in them.
// CHECK-LABEL: func @literal
func.func @literal(%x: tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>) {
  // CHECK-NEXT: %[[A:.*]] = relay.call @[[$F:lifted_name[0-9]+]](%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NEXT: %[[G:.*]] = relay.global @[[$F]]
  // CHECK-NEXT: return %[[G]]
  %f = relay.fn (%y: tensor<2xf32> {relay.name = "y"}) -> tensor<2xf32> attributes {relay.Composite = "c"} {
    %1 = relay.exp %y : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.let %1 as "a" : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %g = relay.fn (%z: tensor<2xf32> {relay.name = "z"}) -> tensor<2xf32> attributes {relay.Composite = "c"} {
    %1 = relay.exp %z : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.let %1 as "b" : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %g : (tensor<2xf32>) -> tensor<2xf32>
}

// CHECK-LABEL: func @closure
func.func @closure(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[C:.*]] = relay.call @[[$C:lifted_name[0-9]+]](%arg0) : (tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  // CHECK-NEXT: %[[L:.*]] = relay.let %[[C]]
  // CHECK-NEXT: relay.apply %[[L]](%arg0)
  %c = relay.constant dense<1.0> : tensor<f32>
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %1 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.add %1, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %l = relay.let %f as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  %0 = relay.apply %l(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @recursion
func.func @recursion(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[A:.*]] = relay.call @[[$R:lifted_name[0-9]+]](%arg0, %arg1)
  // CHECK-NEXT: %[[F:.*]] = relay.call @[[$S:lifted_name[0-9]+]](%arg0) : (tensor<i1>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  // CHECK-NEXT: relay.apply %[[F]](%[[A]])
  %f = relay.fn self(%me) (%d: tensor<i1>, %y: tensor<2xf32>) -> tensor<2xf32> {
    %1 = relay.apply %me(%d, %y) : ((tensor<i1>, tensor<2xf32>) -> tensor<2xf32>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %0 = relay.apply %f(%c, %x) : ((tensor<i1>, tensor<2xf32>) -> tensor<2xf32>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  %g = relay.fn self(%me) (%y: tensor<2xf32>) -> tensor<2xf32> {
    %1 = relay.if %c -> tensor<2xf32> {
      %2 = relay.apply %me(%y) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %2 : tensor<2xf32>
    } else {
      relay.yield %y : tensor<2xf32>
    }
    relay.yield %1 : tensor<2xf32>
  }
  %3 = relay.apply %g(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// A literal inside of a literal.
// CHECK-LABEL: func @nested
// CHECK: relay.call @[[$O:lifted_name[0-9]+]](%arg0, %arg0)
func.func @nested(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%y: tensor<2xf32>, %z: tensor<2xf32>) -> tensor<2xf32> {
    %g = relay.fn (%w: tensor<2xf32>) -> tensor<2xf32> {
      %2 = relay.add %y, %w : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %2 : tensor<2xf32>
    }
    %1 = relay.apply %g(%z) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x, %x) : ((tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Effects stay with the call.
// CHECK-LABEL: func @effects
// CHECK-NOT: relay.pure
// CHECK: %[[F:.*]] = relay.call @[[$E:lifted_name[0-9]+]](%arg0)
// CHECK: relay.apply %[[F]]()
func.func @effects(%r: !relay.ref<tensor<2xf32>>) -> tensor<2xf32> {
  %f = relay.fn () -> tensor<2xf32> {
    %1 = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %0 = relay.apply %f() : (() -> tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @stays
// CHECK-NEXT: relay.fused_fn {{.*}}relay.Primitive
func.func @stays(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %1 = relay.exp %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  }
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
// CHECK-LABEL: func @polymorphic
// CHECK-NEXT: relay.fn
func.func @polymorphic(%x: !relay.type_var<"A">) -> !relay.type_var<"A"> attributes {relay.type_params = ["A"]} {
  %f = relay.fn (%y: !relay.type_var<"A">) -> !relay.type_var<"A"> {
    relay.yield %y : !relay.type_var<"A">
  }
  %0 = relay.apply %f(%x) : ((!relay.type_var<"A">) -> !relay.type_var<"A">, !relay.type_var<"A">) -> !relay.type_var<"A">
  return %0 : !relay.type_var<"A">
}
// CHECK-LABEL: func @other_compiler
// CHECK-NEXT: relay.fn
func.func @other_compiler() -> (() -> tensor<f32>) attributes {relay.Compiler = "other"} {
  %f = relay.fn () -> tensor<f32> {
    %0 = relay.constant dense<1.0> : tensor<f32>
    relay.yield %0 : tensor<f32>
  }
  return %f : () -> tensor<f32>
}

// CHECK: func.func private @[[$F]](%{{.*}}: tensor<2xf32> {relay.name = "{{[yz]}}"}) -> tensor<2xf32> attributes {relay.Composite = "c", relay.pure}
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.let
// CHECK-NEXT: return
// CHECK: func.func private @[[$C]](%[[X:.*]]: tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>) attributes {relay.Closure = 1 : i64, relay.pure}
// CHECK-NEXT: relay.fn (%[[Y:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[ONE:.*]] = relay.constant
// CHECK-NEXT: %[[S:.*]] = relay.add %[[X]], %[[Y]]
// CHECK-NEXT: relay.add %[[S]], %[[ONE]]
// CHECK: func.func private @[[$S]](%[[B:.*]]: tensor<i1>)
// CHECK: relay.fn (
// CHECK: %[[ME:.*]] = relay.call @[[$S]](%[[B]])
// CHECK-NEXT: relay.apply %[[ME]]
// CHECK: func.func private @[[$R]](%[[P:.*]]: tensor<i1>, %[[Q:.*]]: tensor<2xf32>)
// CHECK-NEXT: relay.call @[[$R]](%[[P]], %[[Q]])
// CHECK: func.func private @[[I:lifted_name[0-9]+]](%{{.*}}: tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
// CHECK: func.func private @[[$O]](%[[P:.*]]: tensor<2xf32>, %[[Q:.*]]: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[G:.*]] = relay.call @[[I]](%[[P]])
// CHECK-NEXT: relay.apply %[[G]](%[[Q]])
// CHECK: func.func private @[[$E]]({{.*}} attributes {relay.Closure = 1 : i64, relay.pure}
