// An input that the script does not find interesting is an error.

// RUN: rm -f %t
// RUN: not relay-lite-reduce %s --reduction-tree='traversal-mode=0 test=%S/Inputs/has-tanh.sh' -o %t 2>&1 \
// RUN:   | FileCheck %s
// RUN: not relay-lite-reduce %s --opt-reduction-pass='opt-pass=symbol-dce test=%S/Inputs/has-tanh.sh' -o %t 2>&1 \
// RUN:   | FileCheck %s
// RUN: not ls %t

// CHECK-NOT: {{.}}
// CHECK: error: the test does not find the input interesting: expected it to exit with another status than 0
// CHECK-NOT: {{.}}

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
