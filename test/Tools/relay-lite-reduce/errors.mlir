// The dialect's verifier finds errors before anything is reduced.

// RUN: not relay-lite-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' 2>&1 \
// RUN:   | FileCheck %s

// CHECK: errors.mlir":[[# @LINE + 2]]:8): error: 'relay.tanh' op
func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = relay.tanh %x : (tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
