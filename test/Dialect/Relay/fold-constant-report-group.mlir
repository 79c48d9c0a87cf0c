// RUN: relay-lite-opt %s --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s < %t.json

// Without a kernel for one of them, large pointwise operators are evaluated one
// by one. The work of the other two is counted once.
// CHECK: "evaluated": 2,
// CHECK-NEXT: "not_folded": 1,
// CHECK: "work": 80000,
func.func @f() -> (tensor<2x20000xi32>, tensor<2x20000xi32>) {
  %0 = relay.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %1 = relay.broadcast_to %0 {shape = array<i64: 2, 20000>} : (tensor<2x1xi32>) -> tensor<2x20000xi32>
  %2 = relay.tanh %1 : (tensor<2x20000xi32>) -> tensor<2x20000xi32>
  %3 = relay.negative %1 : (tensor<2x20000xi32>) -> tensor<2x20000xi32>
  return %2, %3 : tensor<2x20000xi32>, tensor<2x20000xi32>
}
