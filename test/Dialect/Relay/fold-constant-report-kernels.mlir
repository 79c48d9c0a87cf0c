// RUN: relay-lite-opt %s --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s < %t.json

// Products of all sizes have one kernel.
// CHECK: "evaluated": 2,
// CHECK: "used": 1,
func.func @f() -> (tensor<2x2xf32>, tensor<1x3xf32>) {
  %a = relay.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = relay.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %c = relay.constant dense<[[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0]]> : tensor<3x3xf32>
  %0 = relay.nn.dense %a, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = relay.nn.dense %b, %c : (tensor<1x3xf32>, tensor<3x3xf32>) -> tensor<1x3xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<1x3xf32>
}
