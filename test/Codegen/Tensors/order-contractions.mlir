// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-order-contractions))' | FileCheck %s

// CHECK-DAG: #[[$ROW_DEPTH:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$DEPTH_COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$ROW_COLUMN:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[$NHWC_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 + d5, d3)>
// CHECK-DAG: #[[$HWCF:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d3, d6)>
// CHECK-DAG: #[[$NHWF:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d6)>
// CHECK-DAG: #[[$COLUMN_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d4 + d6, d2 + d5)>
// CHECK-DAG: #[[$DEPTHWISE_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 + d3, d4 + d5)>

// Columns are innermost, along the rows of the second matrix.
// CHECK-LABEL: func @matmul(
func.func @matmul(%x: tensor<2x4xf32>, %y: tensor<4x3xf32>, %z: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$ROW_DEPTH]], #[[$DEPTH_COLUMN]], #[[$ROW_COLUMN]]], iterator_types = ["parallel", "reduction", "parallel"]}
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[SUM:.*]]: f32):
  // CHECK-NEXT: %[[NEXT:.*]] = math.fma %[[A]], %[[B]], %[[SUM]] : f32
  // CHECK-NEXT: linalg.yield %[[NEXT]]
  %0 = linalg.matmul ins(%x, %y : tensor<2x4xf32>, tensor<4x3xf32>) outs(%z : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Both matrices run along the depth; it stays innermost.
// CHECK-LABEL: func @transposed(
func.func @transposed(%x: tensor<2x4xf16>, %y: tensor<3x4xf16>, %z: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK: %[[A:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[B:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: math.fma %[[A]], %[[B]], %{{.*}} : f32
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %y : tensor<2x4xf16>, tensor<3x4xf16>) outs(%z : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Sums take channels first.
// CHECK-LABEL: func @conv_nhwc(
func.func @conv_nhwc(%x: tensor<1x8x8x4xi32>, %w: tensor<3x3x4x6xi32>, %z: tensor<1x3x6x6xi32>) -> tensor<1x3x6x6xi32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$NHWC_DATA]], #[[$HWCF]], #[[$NHWF]]], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
  // CHECK: arith.muli
  // CHECK: arith.addi
  %0 = linalg.conv_2d_nhwc_hwcf {strides = dense<[2, 1]> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x4xi32>, tensor<3x3x4x6xi32>) outs(%z : tensor<1x3x6x6xi32>) -> tensor<1x3x6x6xi32>
  return %0 : tensor<1x3x6x6xi32>
}

// A loop of one step does not become the innermost one.
// CHECK-LABEL: func @one_column(
func.func @one_column(%x: tensor<1x4x8x3xf32>, %w: tensor<6x4x3x3xf32>, %z: tensor<1x6x6x1xf32>) -> tensor<1x6x6x1xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$COLUMN_DATA]], #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "parallel"]}
  // CHECK: math.fma
  %0 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x4x8x3xf32>, tensor<6x4x3x3xf32>) outs(%z : tensor<1x6x6x1xf32>) -> tensor<1x6x6x1xf32>
  return %0 : tensor<1x6x6x1xf32>
}

// The loops follow the dimensions of the result.
// CHECK-LABEL: func @depthwise(
func.func @depthwise(%x: tensor<1x4x8x8xf32>, %w: tensor<4x3x3xf32>, %z: tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[$DEPTHWISE_DATA]], #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "parallel"]}
  %0 = linalg.depthwise_conv_2d_nchw_chw ins(%x, %w : tensor<1x4x8x8xf32>, tensor<4x3x3xf32>) outs(%z : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// CHECK-LABEL: func @dot(
func.func @dot(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.generic
  // CHECK: math.fma
  %0 = linalg.dot ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Sums of squares round twice.
// CHECK-LABEL: func @squares(
func.func @squares(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  // CHECK: arith.mulf
  // CHECK: arith.addf
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%z : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @pad(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>, %[[V:.*]]: f32
func.func @pad(%x: tensor<2x?xf32>, %v: f32) -> tensor<5x?xf32> {
  // CHECK: %[[FILL:.*]] = linalg.fill ins(%[[V]] : f32)
  // CHECK: tensor.insert_slice %[[X]] into %[[FILL]][1, 0] [2, %{{.*}}] [1, 1]
  %0 = tensor.pad %x low[1, 0] high[2, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<2x?xf32> to tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// A copy of what may be repeated is read in place.
// CHECK-LABEL: func @repeated(
// CHECK-SAME: %[[X:.*]]: tensor<?x3x4xf32>, %[[Y:.*]]: tensor<2x4x5xf32>
func.func @repeated(%x: tensor<?x3x4xf32>, %y: tensor<2x4x5xf32>, %z: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?x3x4xf32>
  %one = arith.cmpi eq, %size, %c1 : index
  %empty = tensor.empty() : tensor<2x3x4xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[X]], %[[Y]] :
  // CHECK: %[[A:.*]] = tensor.extract %[[X]]
  // CHECK: math.fma %[[A]]
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, k) -> (0, m, k)>, affine_map<(b, m, k) -> (b, m, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x3x4xf32>) outs(%empty : tensor<2x3x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %k = linalg.index 2 : index
    %first = arith.select %one, %c0, %b : index
    %2 = tensor.extract %x[%first, %m, %k] : tensor<?x3x4xf32>
    linalg.yield %2 : f32
  } -> tensor<2x3x4xf32>
  %1 = linalg.batch_matmul ins(%0, %y : tensor<2x3x4xf32>, tensor<2x4x5xf32>) outs(%z : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %1 : tensor<2x3x5xf32>
}
