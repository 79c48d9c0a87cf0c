// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-protect-arguments))' | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm | FileCheck %s --check-prefix=LLVM

// CHECK: func @insert(%{{.*}}: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: f32)
// The caller's tensor is copied before the element is written.
// LLVM-LABEL: llvm.func @insert
// LLVM: llvm.call @malloc
// LLVM: llvm.intr.memcpy
func.func @insert(%x: tensor<4xf32>, %element: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %element into %x[%c0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Bufferization sees all calls of a private function.
// CHECK: func private @hidden(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func private @hidden(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
