// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Fourier transforms: every attribute, and the types that TVM infers.

// CHECK-LABEL: func @dft(
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>, %[[A1:.*]]: tensor<2x?xf32>
func.func @dft(%a0: tensor<2x?xf32>, %a1: tensor<2x?xf32>) -> tuple<tensor<2x?xf32>, tensor<2x?xf32>> {
  // CHECK: relay.dft %[[A0]], %[[A1]] : (tensor<2x?xf32>, tensor<2x?xf32>) -> tuple<tensor<2x?xf32>, tensor<2x?xf32>>
  %0 = relay.dft %a0, %a1 : (tensor<2x?xf32>, tensor<2x?xf32>) -> tuple<tensor<2x?xf32>, tensor<2x?xf32>>
  return %0 : tuple<tensor<2x?xf32>, tensor<2x?xf32>>
}

// CHECK-LABEL: func @dft_inverse(
// CHECK-SAME: %[[A0:.*]]: tensor<8xf64>, %[[A1:.*]]: tensor<8xf64>
func.func @dft_inverse(%a0: tensor<8xf64>, %a1: tensor<8xf64>) -> tuple<tensor<8xf64>, tensor<8xf64>> {
  // CHECK: relay.dft %[[A0]], %[[A1]] {inverse = true} : (tensor<8xf64>, tensor<8xf64>) -> tuple<tensor<8xf64>, tensor<8xf64>>
  %0 = relay.dft %a0, %a1 {inverse = true} : (tensor<8xf64>, tensor<8xf64>) -> tuple<tensor<8xf64>, tensor<8xf64>>
  return %0 : tuple<tensor<8xf64>, tensor<8xf64>>
}

// CHECK-LABEL: func @stft_vector(
// CHECK-SAME: %[[A0:.*]]: tensor<12xf32>, %[[A1:.*]]: tensor<4xi32>
func.func @stft_vector(%a0: tensor<12xf32>, %a1: tensor<4xi32>) -> tensor<3x5x2xf32> {
  // CHECK: relay.stft %[[A0]], %[[A1]] {hop_length = 2 : i64, n_fft = 4 : i64, win_length = 4 : i64} : (tensor<12xf32>, tensor<4xi32>) -> tensor<3x5x2xf32>
  %0 = relay.stft %a0, %a1 {hop_length = 2 : i64, n_fft = 4 : i64, win_length = 4 : i64} : (tensor<12xf32>, tensor<4xi32>) -> tensor<3x5x2xf32>
  return %0 : tensor<3x5x2xf32>
}

// CHECK-LABEL: func @stft_twosided(
// CHECK-SAME: %[[A0:.*]]: tensor<?x12xf32>, %[[A1:.*]]: tensor<2xf32>
func.func @stft_twosided(%a0: tensor<?x12xf32>, %a1: tensor<2xf32>) -> tensor<?x3x10x2xf32> {
  // CHECK: relay.stft %[[A0]], %[[A1]] {hop_length = 1 : i64, n_fft = 3 : i64, normalized = true, onesided = false, win_length = 2 : i64} : (tensor<?x12xf32>, tensor<2xf32>) -> tensor<?x3x10x2xf32>
  %0 = relay.stft %a0, %a1 {hop_length = 1 : i64, n_fft = 3 : i64, normalized = true, onesided = false, win_length = 2 : i64} : (tensor<?x12xf32>, tensor<2xf32>) -> tensor<?x3x10x2xf32>
  return %0 : tensor<?x3x10x2xf32>
}

// CHECK-LABEL: func @stft_dynamic(
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>, %[[A1:.*]]: tensor<?xf32>
func.func @stft_dynamic(%a0: tensor<2x?xf32>, %a1: tensor<?xf32>) -> tensor<2x2x?x2xf32> {
  // CHECK: relay.stft %[[A0]], %[[A1]] {hop_length = 1 : i64, n_fft = 3 : i64, win_length = 2 : i64} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x2x?x2xf32>
  %0 = relay.stft %a0, %a1 {hop_length = 1 : i64, n_fft = 3 : i64, win_length = 2 : i64} : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x2x?x2xf32>
  return %0 : tensor<2x2x?x2xf32>
}
