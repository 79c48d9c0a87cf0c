// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that annotate expressions.

// CHECK-LABEL: func @stop_fusion
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xi8>
func.func @stop_fusion(%a0: tensor<2x?xi8>) -> tensor<2x?xi8> {
  // CHECK: relay.annotation.stop_fusion %[[A0]] : (tensor<2x?xi8>) -> tensor<2x?xi8>
  %0 = relay.annotation.stop_fusion %a0 : (tensor<2x?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @stop_fusion_scalar
// CHECK-SAME: %[[A0:.*]]: tensor<f32>
func.func @stop_fusion_scalar(%a0: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.annotation.stop_fusion %[[A0]] : (tensor<f32>) -> tensor<f32>
  %0 = relay.annotation.stop_fusion %a0 : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
