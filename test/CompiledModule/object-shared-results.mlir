// Each result of a public function has memory of its own, which the caller frees.

// RUN: relay-lite-translate --relay-to-object --symbol-prefix=net %s -o %t.o
// RUN: cc %S/Inputs/shared_results.c %t.o -lm -o %t.exe
// RUN: %t.exe | FileCheck %s
// CHECK-COUNT-3: equal values
// CHECK-NOT:     {{.}}

func.func @twice(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = relay.exp %x : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %0 : tensor<3xf32>, tensor<3xf32>
}

func.func private @pair(%x: tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>> attributes {relay.pure} {
  %0 = relay.exp %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = relay.tuple %0, %0 : (tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>>
  return %1 : tuple<tensor<3xf32>, tensor<3xf32>>
}
func.func @called(%x: tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>> {
  %0 = relay.call @pair(%x) : (tensor<3xf32>) -> tuple<tensor<3xf32>, tensor<3xf32>>
  return %0 : tuple<tensor<3xf32>, tensor<3xf32>>
}

func.func @argument(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  return %x, %x : tensor<3xf32>, tensor<3xf32>
}
