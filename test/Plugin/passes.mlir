// A pass of ours in the mlir-opt of the LLVM packages; loading both hooks of
// the plugin registers it once.

// RUN: mlir-opt --load-dialect-plugin=%plugin --load-pass-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(convert-relay-to-linalg)' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @swap
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>)
// CHECK-NEXT: return %[[Y]], %[[X]]
func.func @swap(%t: tuple<tensor<2xf32>, tensor<3xf32>>) -> tuple<tensor<3xf32>, tensor<2xf32>> {
  %0 = relay.tuple_get %t[0] : (tuple<tensor<2xf32>, tensor<3xf32>>) -> tensor<2xf32>
  %1 = relay.tuple_get %t[1] : (tuple<tensor<2xf32>, tensor<3xf32>>) -> tensor<3xf32>
  %2 = relay.tuple %1, %0 : (tensor<3xf32>, tensor<2xf32>) -> tuple<tensor<3xf32>, tensor<2xf32>>
  return %2 : tuple<tensor<3xf32>, tensor<2xf32>>
}
