// A function that another object defines keeps its name.

// RUN: relay-lite-translate --relay-to-object %s | llvm-nm -g - | FileCheck %s
// CHECK-DAG: U other
// CHECK-DAG: T relay_main
func.func private @other(tensor<2xf32>) -> tensor<2xf32>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @other(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
