// RUN: not extra-opt %s --extra-find-calls='callee=gone' 2>&1 | FileCheck %s
// RUN: not extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FindCalls{callee=gone}})' 2>&1 | FileCheck %s

// CHECK-NOT: remark:
// CHECK:     error: no function of the module is called 'gone'
// CHECK-NOT: remark:
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
