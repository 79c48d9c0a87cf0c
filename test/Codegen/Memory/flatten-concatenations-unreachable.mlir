// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-flatten-concatenations))' | FileCheck %s

// A block that nothing reaches may use values before their definition.

// CHECK-LABEL: func.func @unreachable
func.func @unreachable(%x: tensor<1xf32>) -> tensor<2xf32> {
  %0 = tensor.empty() : tensor<2xf32>
  return %0 : tensor<2xf32>
^bb1:
  %1 = tensor.insert_slice %x into %2[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %2 = tensor.insert_slice %x into %1[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %3 = tensor.insert_slice %3 into %0[0] [2] [1] : tensor<2xf32> into tensor<2xf32>
  cf.br ^bb1
}
