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
