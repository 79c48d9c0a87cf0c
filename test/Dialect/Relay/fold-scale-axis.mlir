// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldScaleAxis opt-level=3})' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=relay-fold-scale-axis opt-level=3})' | FileCheck %s
// RUN: relay-lite-opt %s --relay-fold-scale-axis | FileCheck %s --check-prefix=LEVEL2

// The weight is computed, scaled from both sides. At level 2 nothing is folded,
// as with TVM.
// CHECK-LABEL: func @f
// CHECK: relay.constant dense<{{\[\[}}2.{{0*}}e+01, 6.{{0*}}e+01], [{{.*}}]]> : tensor<2x2xf32>
// CHECK-NEXT: relay.nn.dense
// CHECK-NEXT: return
// LEVEL2-LABEL: func @f
// LEVEL2-COUNT-2: relay.multiply
func.func @f(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = relay.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %s = relay.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %t = relay.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %0 = relay.multiply %x, %s : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %1 = relay.nn.dense %0, %w : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %2 = relay.multiply %1, %t : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}
