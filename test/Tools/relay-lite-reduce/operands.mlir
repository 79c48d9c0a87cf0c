// Any operand of the right type may take the place of an operation. Operations
// without such an operand stay.

// RUN: relay-lite-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' \
// RUN:   | FileCheck %s

// CHECK:      func.func @operands(%[[X:.*]]: tensor<2x2xf32>, %[[C:.*]]: tensor<i1>) -> tensor<2xf32> {
// CHECK-NEXT:   %[[TANH:.*]] = relay.tanh %[[X]]
// CHECK-NEXT:   %[[SUM:.*]] = relay.sum %[[TANH]]
// CHECK-NEXT:   return %[[SUM]]
func.func @operands(%x: tensor<2x2xf32>, %c: tensor<i1>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = relay.abs %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = relay.tanh %x : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = relay.subtract %1, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = relay.where %c, %0, %3 : (tensor<i1>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = relay.sum %4 {axis = array<i64: 1>} : (tensor<2x2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}
