// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-outline-compiler-functions{compiler-filter=a})' --split-input-file | FileCheck %s

// Literals of other compilers stay; two of one name share a function.

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[A:.*]] = relay.call @part(%[[X]])
// CHECK-NEXT: %[[B:.*]] = relay.fused_fn
// CHECK: %[[APPLY:.*]] = relay.apply %[[B]](%[[A]])
// CHECK-NEXT: relay.call @part(%[[APPLY]])
// CHECK: func.func private @part(%[[Y:.*]]: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a", relay.global_symbol = "part", relay.pure}
// CHECK-NEXT: relay.nn.relu %[[Y]]
// CHECK-NOT: func.func
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a", relay.global_symbol = "part"} {
    %6 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %6 : tensor<2xf32>
  }
  %f = relay.let %0 as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "b"} {
    relay.yield %y : tensor<2xf32>
  }
  %3 = relay.apply %2(%1) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a", relay.global_symbol = "part"} {
    %6 = relay.nn.relu %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %6 : tensor<2xf32>
  }
  %5 = relay.apply %4(%3) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// -----

// Constants move along; a literal that is also a value stays for that.

// CHECK-LABEL: func.func @value
// CHECK: %[[F:.*]] = relay.fn
// CHECK: relay.call @part
// CHECK-NEXT: relay.tuple %[[F]]
// CHECK: func.func private @part
// CHECK-NEXT: relay.constant
func.func @value(%x: tensor<2xf32>) -> tuple<(tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>> {
  %c = relay.constant dense<1.0> : tensor<2xf32>
  %0 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a", relay.global_symbol = "part"} {
    %3 = relay.add %y, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tuple<(tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>>
  return %2 : tuple<(tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>>
}
