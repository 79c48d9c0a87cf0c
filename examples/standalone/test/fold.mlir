// RUN: extra-fold %s | FileCheck %s --check-prefixes=CHECK,FOLDED
// RUN: extra-fold %s --max-growth=2 | FileCheck %s --check-prefixes=CHECK,LARGE

// FOLDED:      evaluated: 4, left: 1, bytes written: 40
// FOLDED-NEXT: returned: 4, ...
// LARGE:       evaluated: 3, left: 2, bytes written: 16
// LARGE-NEXT:  returned: 4, ...
// CHECK-NEXT:  returned: 0.268941432, ...
// CHECK-NEXT:  returned: 4, ...

// CHECK-LABEL: func.func @f
func.func @f() -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = relay.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %1 = relay.constant dense<[4.0, 5.0]> : tensor<2xf32>
  // FOLDED-NOT: relay.multiply
  // LARGE: relay.multiply
  %2 = relay.multiply %0, %1 : (tensor<3x1xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  // An operator that folding is told to leave; its operand is folded.
  // CHECK: relay.nn.softmax %[[C:.*]] :
  %3 = relay.negative %1 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.negative %3 : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.nn.softmax %4 : (tensor<2xf32>) -> tensor<2xf32>
  // One of another dialect, by its lowering.
  // CHECK-NOT: extra.hard_swish
  %6 = extra.hard_swish %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2, %5, %6 : tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>
}
