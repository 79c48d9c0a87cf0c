// The smallest module that the script finds interesting is left.

// RUN: relay-lite-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' \
// RUN:   | FileCheck %s

// CHECK-NOT: @unrelated
// CHECK: func.func @main
// CHECK-NOT: relay.exp
// CHECK: relay.tanh
// CHECK-NOT: relay.exp

func.func @unrelated(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tanh %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
