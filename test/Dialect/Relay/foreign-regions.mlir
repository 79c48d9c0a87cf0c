// Regions of operations that are not Relay's, among operators: passes either
// work on them or leave them as they are.

// DEFINE: %{passes} =
// DEFINE: %{run} = relay-lite-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(%{passes})'

// REDEFINE: %{passes} = relay-to-a-normal-form
// RUN: %{run} | FileCheck %s --check-prefixes=CHECK,LET
// REDEFINE: %{passes} = relay-to-basic-block-normal-form
// RUN: %{run} | FileCheck %s --check-prefix=CHECK
// REDEFINE: %{passes} = func.func(relay-fuse-ops{fuse-opt-level=0})
// RUN: %{run} | FileCheck %s --check-prefix=FUSE
// REDEFINE: %{passes} = relay-to-mixed-precision{missing-op-mode=2}
// RUN: %{run} | FileCheck %s --check-prefix=HALF
// REDEFINE: %{passes} = relay-lambda-lift
// RUN: %{run} | FileCheck %s --check-prefix=LIFT

// An operation that is not registered has no dialect and may hold a graph.
// CHECK-LABEL: func @graph
// LET: %[[E:.*]] = relay.exp
// LET-NEXT: relay.let %[[E]]
// CHECK: "test.graph"
// CHECK-NEXT: relay.exp
// CHECK-NEXT: relay.exp
// CHECK-NOT: relay.let
// CHECK: "test.end"
// CHECK: "test.none"
// FUSE-LABEL: func @graph
// FUSE: relay.fused_fn
// FUSE: "test.graph"
// FUSE-NEXT: relay.exp
// FUSE-NEXT: relay.exp
// FUSE-NEXT: "test.end"
func.func @graph(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "test.graph"() ({
    %2 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
    %3 = relay.exp %2 : (tensor<2xf32>) -> tensor<2xf32>
    "test.end"(%3) : (tensor<2xf32>) -> ()
  }) : () -> tensor<2xf32>
  "test.none"() ({ ^bb0: }) : () -> ()
  return %1 : tensor<2xf32>
}

// Structured control flow is in order.
// LET-LABEL: func @structured
// LET: scf.if
// LET: relay.let
// LET: scf.yield
// FUSE-LABEL: func @structured
// FUSE: scf.if
// FUSE: relay.fused_fn
// FUSE: scf.yield
// Operators inside do not change; they read what they read before.
// HALF-LABEL: func @structured
// HALF: %[[D:.*]] = relay.nn.dense {{.*}} {out_dtype = f16}
// HALF: %[[C:.*]] = relay.cast %[[D]] {dtype = f32}
// HALF: scf.if
// HALF-NEXT: relay.exp %[[C]] : (tensor<2x2xf32>) -> tensor<2x2xf32>
// HALF-NEXT: scf.yield
// HALF-NEXT: } else {
// HALF-NEXT: scf.yield %[[C]]
func.func @structured(%c: i1, %x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %0 = relay.nn.dense %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  %1 = scf.if %c -> tensor<2x2xf32> {
    %2 = relay.exp %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
    scf.yield %2 : tensor<2x2xf32>
  } else {
    scf.yield %0 : tensor<2x2xf32>
  }
  return %1 : tensor<2x2xf32>
}

// Functions that others call keep their types, and so do functions with several
// blocks.
// HALF-LABEL: func @called
// HALF-SAME: -> tensor<2x2xf32>
// HALF: relay.nn.dense {{.*}} {out_dtype = f16}
// HALF: relay.cast {{.*}} {dtype = f32}
func.func @called(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %0 = relay.nn.dense %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
// HALF-LABEL: func @blocks
// HALF-NOT: f16
func.func @blocks(%c: i1, %x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = relay.nn.dense %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
^bb2:
  %1 = func.call @called(%x) : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// A literal in a graph stays there.
// LIFT-LABEL: func @literal
// LIFT: "test.graph"
// LIFT: relay.fn
func.func @literal(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "test.graph"() ({
    %f = relay.fn(%y: tensor<2xf32>) -> tensor<2xf32> {
      relay.yield %y : tensor<2xf32>
    }
    %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "test.end"(%1) : (tensor<2xf32>) -> ()
  }) : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
