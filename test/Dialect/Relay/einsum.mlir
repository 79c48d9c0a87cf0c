// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Equations, and the types that TVM infers.

// CHECK-LABEL: func @product(
func.func @product(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<2x4xf32> {
  // CHECK: relay.einsum %{{.*}} {equation = "ij, jk -> ik"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<2x4xf32>
  %0 = relay.einsum %x0 {equation = "ij, jk -> ik"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func @implicit(
func.func @implicit(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<4x2xf32> {
  // CHECK: relay.einsum %{{.*}} {equation = "zj,jA"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<4x2xf32>
  %0 = relay.einsum %x0 {equation = "zj,jA"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// CHECK-LABEL: func @ellipsis(
func.func @ellipsis(%x0: tuple<tensor<2x1x3x4xf32>, tensor<5x4x2xf32>>) -> tensor<3x2x2x5xf32> {
  // CHECK: relay.einsum %{{.*}} {equation = "...ab,...bc->ac..."} : (tuple<tensor<2x1x3x4xf32>, tensor<5x4x2xf32>>) -> tensor<3x2x2x5xf32>
  %0 = relay.einsum %x0 {equation = "...ab,...bc->ac..."} : (tuple<tensor<2x1x3x4xf32>, tensor<5x4x2xf32>>) -> tensor<3x2x2x5xf32>
  return %0 : tensor<3x2x2x5xf32>
}

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x0: tuple<tensor<?x3xf32>, tensor<3x1xf32>>) -> tensor<?x3xf32> {
  // CHECK: relay.einsum %{{.*}} {equation = "ij,ji->ij"} : (tuple<tensor<?x3xf32>, tensor<3x1xf32>>) -> tensor<?x3xf32>
  %0 = relay.einsum %x0 {equation = "ij,ji->ij"} : (tuple<tensor<?x3xf32>, tensor<3x1xf32>>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @scalar(
func.func @scalar(%x0: tuple<tensor<f32>>) -> tensor<f32> {
  // CHECK: relay.einsum %{{.*}} {equation = ""} : (tuple<tensor<f32>>) -> tensor<f32>
  %0 = relay.einsum %x0 {equation = ""} : (tuple<tensor<f32>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @ones(
func.func @ones(%x0: tuple<tensor<2x1xf32>, tensor<3x4xf32>>) -> tensor<2x3x4xf32> {
  // CHECK: relay.einsum %{{.*}} {equation = "ij,jk->ijk"} : (tuple<tensor<2x1xf32>, tensor<3x4xf32>>) -> tensor<2x3x4xf32>
  %0 = relay.einsum %x0 {equation = "ij,jk->ijk"} : (tuple<tensor<2x1xf32>, tensor<3x4xf32>>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
