// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-inline-composites{target=a})' | FileCheck %s

// Composite literals inside of others as well; other literals and functions of
// other compilers stay.

// CHECK-LABEL: func.func @part
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[F:.*]] = relay.fused_fn
// CHECK: %[[RELU:.*]] = relay.nn.relu %[[X]]
// CHECK-NEXT: %[[TANH:.*]] = relay.tanh %[[RELU]]
// CHECK-NEXT: relay.apply %[[F]](%[[TANH]])
func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"} {
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "a.outer"} {
    %4 = relay.fused_fn (%z: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "a.inner"} {
      %7 = relay.nn.relu %z : (tensor<2xf32>) -> tensor<2xf32>
      relay.yield %7 : tensor<2xf32>
    }
    %5 = relay.apply %4(%y) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %6 = relay.tanh %5 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %6 : tensor<2xf32>
  }
  %1 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %y : tensor<2xf32>
  }
  %2 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.apply %1(%2) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// CHECK-LABEL: func.func @other
// CHECK: relay.apply
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "b"} {
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Composite = "a.relu"} {
    relay.yield %y : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
