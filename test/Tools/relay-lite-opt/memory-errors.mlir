// It is an error if LLVM itself runs out of memory, as here for the text of the
// constant. Incomplete output is removed.

// RUN: not bash -c 'ulimit -v 2097152; relay-lite-opt %s --relay-fold-constant=max-growth=0 --mlir-disable-threading -o %t.mlir' 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not={{.}}
// RUN: not ls %t.mlir

// CHECK: {{^}}error: not enough memory{{$}}

func.func @large_constant() -> tensor<209715200xf32> {
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.constant dense<209715200.0> : tensor<f32>
  %2 = relay.constant dense<1.0> : tensor<f32>
  %3 = relay.arange %0, %1, %2 {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<209715200xf32>
  return %3 : tensor<209715200xf32>
}
