// An operation is replaced by an operand of its type, as long as the script
// finds the module interesting.

// RUN: relay-lite-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' 2>&1 \
// RUN:   | FileCheck %s

// CHECK-NOT:  error
// CHECK:      func.func @chain(%[[X:.*]]: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NEXT:   %[[TANH:.*]] = relay.tanh %[[X]]
// CHECK-NEXT:   return %[[TANH]]
func.func @chain(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tanh %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.exp %2 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.negative %3 : (tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}
