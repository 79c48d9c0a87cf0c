// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators on sparse tensors: every attribute, and the types that TVM infers.

// CHECK-LABEL: func @fill_empty_rows(
// CHECK-SAME: %[[A0:.*]]: tensor<4x2xi64>, %[[A1:.*]]: tensor<4xi64>, %[[A2:.*]]: tensor<2xi64>, %[[A3:.*]]: tensor<1xi64>
func.func @fill_empty_rows(%a0: tensor<4x2xi64>, %a1: tensor<4xi64>, %a2: tensor<2xi64>, %a3: tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>> {
  // CHECK: relay.sparse_fill_empty_rows %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
  %0 = relay.sparse_fill_empty_rows %a0, %a1, %a2, %a3 : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
  return %0 : tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
}

// CHECK-LABEL: func @fill_empty_rows_scalar(
// CHECK-SAME: %[[A0:.*]]: tensor<?x?xi32>, %[[A1:.*]]: tensor<?xf32>, %[[A2:.*]]: tensor<?xi32>, %[[A3:.*]]: tensor<f32>
func.func @fill_empty_rows_scalar(%a0: tensor<?x?xi32>, %a1: tensor<?xf32>, %a2: tensor<?xi32>, %a3: tensor<f32>) -> tuple<tensor<?x?xi64>, tensor<?xi64>, tensor<?xi64>> {
  // CHECK: relay.sparse_fill_empty_rows %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<?x?xi32>, tensor<?xf32>, tensor<?xi32>, tensor<f32>) -> tuple<tensor<?x?xi64>, tensor<?xi64>, tensor<?xi64>>
  %0 = relay.sparse_fill_empty_rows %a0, %a1, %a2, %a3 : (tensor<?x?xi32>, tensor<?xf32>, tensor<?xi32>, tensor<f32>) -> tuple<tensor<?x?xi64>, tensor<?xi64>, tensor<?xi64>>
  return %0 : tuple<tensor<?x?xi64>, tensor<?xi64>, tensor<?xi64>>
}

// CHECK-LABEL: func @sparse_reshape(
// CHECK-SAME: %[[A0:.*]]: tensor<?x3xi64>, %[[A1:.*]]: tensor<3xi64>, %[[A2:.*]]: tensor<2xi32>
func.func @sparse_reshape(%a0: tensor<?x3xi64>, %a1: tensor<3xi64>, %a2: tensor<2xi32>) -> tuple<tensor<?x2xi64>, tensor<2xi32>> {
  // CHECK: relay.sparse_reshape %[[A0]], %[[A1]], %[[A2]] : (tensor<?x3xi64>, tensor<3xi64>, tensor<2xi32>) -> tuple<tensor<?x2xi64>, tensor<2xi32>>
  %0 = relay.sparse_reshape %a0, %a1, %a2 : (tensor<?x3xi64>, tensor<3xi64>, tensor<2xi32>) -> tuple<tensor<?x2xi64>, tensor<2xi32>>
  return %0 : tuple<tensor<?x2xi64>, tensor<2xi32>>
}

// CHECK-LABEL: func @sparse_reshape_dynamic(
// CHECK-SAME: %[[A0:.*]]: tensor<5x?xi32>, %[[A1:.*]]: tensor<?xi64>, %[[A2:.*]]: tensor<?xi64>
func.func @sparse_reshape_dynamic(%a0: tensor<5x?xi32>, %a1: tensor<?xi64>, %a2: tensor<?xi64>) -> tuple<tensor<5x?xi32>, tensor<?xi64>> {
  // CHECK: relay.sparse_reshape %[[A0]], %[[A1]], %[[A2]] : (tensor<5x?xi32>, tensor<?xi64>, tensor<?xi64>) -> tuple<tensor<5x?xi32>, tensor<?xi64>>
  %0 = relay.sparse_reshape %a0, %a1, %a2 : (tensor<5x?xi32>, tensor<?xi64>, tensor<?xi64>) -> tuple<tensor<5x?xi32>, tensor<?xi64>>
  return %0 : tuple<tensor<5x?xi32>, tensor<?xi64>>
}

// CHECK-LABEL: func @sparse_dense_csr(
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<3xf32>, %[[A2:.*]]: tensor<3xi32>, %[[A3:.*]]: tensor<6xi32>
func.func @sparse_dense_csr(%a0: tensor<2x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) -> tensor<2x5xf32> {
  // CHECK: relay.nn.sparse_dense %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @sparse_dense_bsr(
// CHECK-SAME: %[[A0:.*]]: tensor<?x4xf32>, %[[A1:.*]]: tensor<3x2x1xf32>, %[[A2:.*]]: tensor<3xi32>, %[[A3:.*]]: tensor<6xi32>
func.func @sparse_dense_bsr(%a0: tensor<?x4xf32>, %a1: tensor<3x2x1xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) -> tensor<?x10xf32> {
  // CHECK: relay.nn.sparse_dense %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<?x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<?x10xf32>
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<?x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// CHECK-LABEL: func @sparse_dense_lhs(
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<3x?x1xf32>, %[[A2:.*]]: tensor<3xi32>, %[[A3:.*]]: tensor<6xi64>
func.func @sparse_dense_lhs(%a0: tensor<2x4xf32>, %a1: tensor<3x?x1xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi64>) -> tensor<?x2xf32> {
  // CHECK: relay.nn.sparse_dense %[[A0]], %[[A1]], %[[A2]], %[[A3]] {sparse_lhs = true} : (tensor<2x4xf32>, tensor<3x?x1xf32>, tensor<3xi32>, tensor<6xi64>) -> tensor<?x2xf32>
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 {sparse_lhs = true} : (tensor<2x4xf32>, tensor<3x?x1xf32>, tensor<3xi32>, tensor<6xi64>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// CHECK-LABEL: func @sparse_dense_dynamic(
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<?xf32>, %[[A2:.*]]: tensor<?xi32>, %[[A3:.*]]: tensor<?xi32>
func.func @sparse_dense_dynamic(%a0: tensor<2x4xf32>, %a1: tensor<?xf32>, %a2: tensor<?xi32>, %a3: tensor<?xi32>) -> tensor<2x?xf32> {
  // CHECK: relay.nn.sparse_dense %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<2x4xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<2x?xf32>
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @sparse_dense_padded(
// CHECK-SAME: %[[A0:.*]]: tensor<2x4xf32>, %[[A1:.*]]: tensor<3xf32>, %[[A2:.*]]: tensor<3xi32>, %[[A3:.*]]: tensor<6xi32>
func.func @sparse_dense_padded(%a0: tensor<2x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) -> tensor<2x5xf32> {
  // CHECK: relay.nn.internal.sparse_dense_padded %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>
  %0 = relay.nn.internal.sparse_dense_padded %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// CHECK-LABEL: func @sparse_add(
// CHECK-SAME: %[[A0:.*]]: tensor<?x3xf32>, %[[A1:.*]]: tensor<2xf32>, %[[A2:.*]]: tensor<2xi32>, %[[A3:.*]]: tensor<3xi32>
func.func @sparse_add(%a0: tensor<?x3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xi32>, %a3: tensor<3xi32>) -> tensor<?x3xf32> {
  // CHECK: relay.nn.sparse_add %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<?x3xf32>, tensor<2xf32>, tensor<2xi32>, tensor<3xi32>) -> tensor<?x3xf32>
  %0 = relay.nn.sparse_add %a0, %a1, %a2, %a3 : (tensor<?x3xf32>, tensor<2xf32>, tensor<2xi32>, tensor<3xi32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @sparse_transpose(
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>, %[[A1:.*]]: tensor<3xi32>, %[[A2:.*]]: tensor<4xi64>
func.func @sparse_transpose(%a0: tensor<?xf32>, %a1: tensor<3xi32>, %a2: tensor<4xi64>) -> tuple<tensor<?xf32>, tensor<3xi32>, tensor<4xi64>> {
  // CHECK: relay.nn.sparse_transpose %[[A0]], %[[A1]], %[[A2]] : (tensor<?xf32>, tensor<3xi32>, tensor<4xi64>) -> tuple<tensor<?xf32>, tensor<3xi32>, tensor<4xi64>>
  %0 = relay.nn.sparse_transpose %a0, %a1, %a2 : (tensor<?xf32>, tensor<3xi32>, tensor<4xi64>) -> tuple<tensor<?xf32>, tensor<3xi32>, tensor<4xi64>>
  return %0 : tuple<tensor<?xf32>, tensor<3xi32>, tensor<4xi64>>
}

// CHECK-LABEL: func @sparse_conv2d(
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x?x4xf32>, %[[A1:.*]]: tensor<3x2x1xf32>, %[[A2:.*]]: tensor<3xi32>, %[[A3:.*]]: tensor<4xi32>
func.func @sparse_conv2d(%a0: tensor<1x8x?x4xf32>, %a1: tensor<3x2x1xf32>, %a2: tensor<3xi32>, %a3: tensor<4xi32>) -> tensor<1x8x?x6xf32> {
  // CHECK: relay.nn.sparse_conv2d %[[A0]], %[[A1]], %[[A2]], %[[A3]] : (tensor<1x8x?x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<4xi32>) -> tensor<1x8x?x6xf32>
  %0 = relay.nn.sparse_conv2d %a0, %a1, %a2, %a3 : (tensor<1x8x?x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<4xi32>) -> tensor<1x8x?x6xf32>
  return %0 : tensor<1x8x?x6xf32>
}

// CHECK-LABEL: func @sparse_conv2d_nchw(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<3x2xf32>, %[[A2:.*]]: tensor<3xi32>, %[[A3:.*]]: tensor<4xi32>
func.func @sparse_conv2d_nchw(%a0: tensor<1x4x8x8xf32>, %a1: tensor<3x2xf32>, %a2: tensor<3xi32>, %a3: tensor<4xi32>) -> tensor<1x6x8x8xf32> {
  // CHECK: relay.nn.sparse_conv2d %[[A0]], %[[A1]], %[[A2]], %[[A3]] {kernel_size = array<i64: 3, 3>, layout = "NCHW"} : (tensor<1x4x8x8xf32>, tensor<3x2xf32>, tensor<3xi32>, tensor<4xi32>) -> tensor<1x6x8x8xf32>
  %0 = relay.nn.sparse_conv2d %a0, %a1, %a2, %a3 {kernel_size = array<i64: 3, 3>, layout = "NCHW"} : (tensor<1x4x8x8xf32>, tensor<3x2xf32>, tensor<3xi32>, tensor<4xi32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}
