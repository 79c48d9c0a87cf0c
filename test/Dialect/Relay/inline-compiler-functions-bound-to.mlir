// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-inline-compiler-functions-bound-to{global-vars=part})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-inline-compiler-functions-bound-to)' | FileCheck %s --check-prefix=NONE

// The function goes with the composite literals in it; others stay.

// CHECK-NOT: @part
// CHECK-LABEL: func.func private @other
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[RELU:.*]] = relay.nn.relu %[[X]]
// CHECK-NEXT: %[[TANH:.*]] = relay.tanh %[[RELU]]
// CHECK-NEXT: %[[CALL:.*]] = relay.call @other(%[[TANH]])
// CHECK-NEXT: %[[RELU2:.*]] = relay.nn.relu %[[CALL]]
// CHECK-NEXT: relay.tanh %[[RELU2]]
// CHECK-NOT: @part
// NONE: func.func private @part
// NONE: relay.call @part
func.func private @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"} {
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "a.relu"} {
    %3 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tanh %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
func.func private @other(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"} {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @part(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.call @other(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.call @part(%1) : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
