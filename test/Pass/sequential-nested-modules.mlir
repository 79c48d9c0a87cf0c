// MLIR copies the pass for each of its threads.

// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(builtin.module(relay-sequential{passes=FoldConstant}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(builtin.module(relay-sequential{passes=relay-sequential{passes=FoldConstant}}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(builtin.module(relay-optimize))' | FileCheck %s
// RUN: relay-lite-opt %s --mlir-disable-threading --pass-pipeline='builtin.module(builtin.module(relay-sequential{passes=FoldConstant}))' | FileCheck %s

// CHECK-LABEL: module @a
// CHECK:         relay.constant dense<2.000000e+00>
// CHECK-NOT:     relay.sqrt
module @a {
  func.func @main() -> tensor<f32> {
    %0 = relay.constant dense<4.0> : tensor<f32>
    %1 = relay.sqrt %0 : (tensor<f32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
}

// CHECK-LABEL: module @b
// CHECK:         relay.constant dense<3.000000e+00>
// CHECK-NOT:     relay.sqrt
module @b {
  func.func @main() -> tensor<f32> {
    %0 = relay.constant dense<9.0> : tensor<f32>
    %1 = relay.sqrt %0 : (tensor<f32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
}
