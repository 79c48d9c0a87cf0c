// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @add
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>, %[[Y:.*]]: tensor<3xf32>
func.func @add(%x: tensor<2x?xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // CHECK: relay.add %[[X]], %[[Y]] : (tensor<2x?xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %0 = relay.add %x, %y : (tensor<2x?xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @leaky_relu
func.func @leaky_relu(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: relay.nn.leaky_relu %{{.*}} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.nn.leaky_relu %x {alpha = 0.25} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @sigmoid
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
func.func @sigmoid(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: relay.sigmoid %[[X]] : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = relay.sigmoid %x : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @bitwise_not
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xui8>
func.func @bitwise_not(%a0: tensor<2x?xui8>) -> tensor<2x?xui8> {
  // CHECK: relay.bitwise_not %[[A0]] : (tensor<2x?xui8>) -> tensor<2x?xui8>
  %0 = relay.bitwise_not %a0 : (tensor<2x?xui8>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// CHECK-LABEL: func @fast_erf
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>
func.func @fast_erf(%a0: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: relay.fast_erf %[[A0]] : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = relay.fast_erf %a0 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @fast_exp
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf16>
func.func @fast_exp(%a0: tensor<2x?xf16>) -> tensor<2x?xf16> {
  // CHECK: relay.fast_exp %[[A0]] : (tensor<2x?xf16>) -> tensor<2x?xf16>
  %0 = relay.fast_exp %a0 : (tensor<2x?xf16>) -> tensor<2x?xf16>
  return %0 : tensor<2x?xf16>
}

// CHECK-LABEL: func @fast_tanh
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf64>
func.func @fast_tanh(%a0: tensor<2x?xf64>) -> tensor<2x?xf64> {
  // CHECK: relay.fast_tanh %[[A0]] : (tensor<2x?xf64>) -> tensor<2x?xf64>
  %0 = relay.fast_tanh %a0 : (tensor<2x?xf64>) -> tensor<2x?xf64>
  return %0 : tensor<2x?xf64>
}
