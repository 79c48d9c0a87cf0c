// The dialect and the passes work in the mlir-opt of the LLVM packages.

// RUN: mlir-opt --load-dialect-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(func.func(canonicalize,cse))' \
// RUN:   | FileCheck %s
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT

// CHECK-LABEL: func.func @equal_calls
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: %[[ABS:.*]] = relay.abs %[[X]]
// CHECK-NEXT: %[[TUPLE:.*]] = relay.tuple %[[ABS]], %[[ABS]]
// CHECK-NEXT: return %[[TUPLE]]
// WITHOUT: error: Dialect `relay' not found for custom op 'relay.
func.func @equal_calls(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.abs %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %2 : tuple<tensor<2xf32>, tensor<2xf32>>
}
