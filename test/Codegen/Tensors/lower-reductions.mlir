// RUN: relay-lite-opt %s --convert-relay-to-linalg --relay-lower-reductions --canonicalize --cse | FileCheck %s

// CHECK-DAG: #[[$NHWC:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 * 2 + d3, d2 + d4 * 3, d5)>
// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4)>
// CHECK-DAG: #[[$RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d5)>

// A run of known length: the rest of 100 / 64 is masked, then lanes are halved.
// CHECK-LABEL: func @sum_run_f32
// CHECK-SAME: %[[X:.*]]: tensor<3x100xf32>
func.func @sum_run_f32(%x: tensor<3x100xf32>) -> tensor<3xf32> {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
  // CHECK: scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[OUT:.*]] = %{{.*}}) -> (tensor<3xf32>)
  // CHECK: %[[A:.*]] = vector.transfer_read %[[X]][%[[ROW]], %c0]
  // CHECK: %[[SUM:.*]] = arith.addf %[[A]], %[[ZERO]] : vector<64xf32>
  // CHECK: %[[MASK:.*]] = vector.constant_mask [36] : vector<64xi1>
  // CHECK: %[[B:.*]] = vector.transfer_read %[[X]][%[[ROW]], %c64], %{{.*}}, %[[MASK]]
  // CHECK: %[[LANES:.*]] = arith.addf %[[SUM]], %[[B]] : vector<64xf32>
  // CHECK: %[[LOW:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [0], sizes = [32]
  // CHECK: %[[HIGH:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [32], sizes = [32]
  // CHECK: arith.addf %[[LOW]], %[[HIGH]] : vector<32xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<16xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<8xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<4xf32>
  // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: %[[LAST:.*]] = arith.addf %{{.*}}, %{{.*}} : vector<1xf32>
  // CHECK: %[[RESULT:.*]] = vector.extract %[[LAST]][0]
  // CHECK: tensor.insert %[[RESULT]] into %[[OUT]][%[[ROW]]]
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<3x100xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A short run needs no more lanes than the next power of two.
// CHECK-LABEL: func @prod_short_run
func.func @prod_short_run(%x: tensor<3x5xf64>) -> tensor<3x1xf64> {
  // CHECK: vector.constant_mask [5] : vector<8xi1>
  // CHECK-COUNT-3: arith.mulf %{{.*}}, %{{.*}} : vector<{{[421]}}xf64>
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [3, 1]
  %0 = relay.prod %x {axis = array<i64: -1>, keepdims = true} : (tensor<3x5xf64>) -> tensor<3x1xf64>
  return %0 : tensor<3x1xf64>
}

// More than 2^16 elements: blocks go into lanes, too.
// CHECK-LABEL: func @sum_blocks
func.func @sum_blocks(%x: tensor<256x1024xf32>) -> tensor<f32> {
  // CHECK-DAG: %[[BLOCK:.*]] = arith.constant 65536 : index
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]]
  // CHECK: scf.for %[[START:.*]] = %{{.*}} to %{{.*}} step %[[BLOCK]] iter_args(%[[LANES:.*]] = %{{.*}}) -> (vector<64xf32>)
  // CHECK: %[[NUMBER:.*]] = arith.divui %[[START]], %[[BLOCK]]
  // CHECK: %[[LANE:.*]] = arith.remui %[[NUMBER]]
  // CHECK: %[[OLD:.*]] = vector.extract %[[LANES]][%[[LANE]]]
  // CHECK: %[[NEW:.*]] = arith.addf %[[OLD]], %{{.*}} : f32
  // CHECK: vector.insert %[[NEW]], %[[LANES]] [%[[LANE]]]
  %0 = relay.sum %x : (tensor<256x1024xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// f16 is accumulated in f32; the outer dimension adds rows; one rounding.
// CHECK-LABEL: func @mean_outer_and_run_f16
func.func @mean_outer_and_run_f16(%x: tensor<?x4x?xf16>) -> tensor<1x4x1xf16> {
  // CHECK: arith.extf %{{.*}} : vector<64xf16> to vector<64xf32>
  // CHECK: %[[ROWS:.*]] = tensor.expand_shape %{{.*}} into tensor<?x4xf32>
  // CHECK: linalg.reduce { arith.addf } ins(%[[ROWS]] : tensor<?x4xf32>) outs(%{{.*}} : tensor<4xf32>) dimensions = [0]
  // CHECK: linalg.generic
  // CHECK: arith.divf %{{.*}} : f32
  // CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.mean %x {axis = array<i64: 0, 2>, keepdims = true} : (tensor<?x4x?xf16>) -> tensor<1x4x1xf16>
  return %0 : tensor<1x4x1xf16>
}

// Without a run, rows are added in ascending order.
// CHECK-LABEL: func @sum_rows
func.func @sum_rows(%x: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NOT: vector
  // CHECK: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<2x3x4xf32>) outs(%{{.*}} : tensor<2x4xf32>) dimensions = [1]
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Accumulators are finished in the loop over runs.
// CHECK-LABEL: func @mean_run
// CHECK-SAME: %[[X:.*]]: tensor<?x64xbf16>
func.func @mean_run(%x: tensor<?x64xbf16>) -> tensor<?xbf16> {
  // CHECK: scf.for %{{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<?xbf16>)
  // CHECK: %[[SUM:.*]] = vector.extract %{{.*}}[0] : f32 from vector<1xf32>
  // CHECK-NEXT: %[[MEAN:.*]] = arith.divf %[[SUM]], %{{.*}} : f32
  // CHECK-NEXT: %[[ROUNDED:.*]] = arith.truncf %[[MEAN]] : f32 to bf16
  // CHECK-NEXT: tensor.insert %[[ROUNDED]]
  // CHECK-NOT: linalg.generic
  %0 = relay.mean %x {axis = array<i64: 1>} : (tensor<?x64xbf16>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// An operation with a second operand is not part of the loop.
// CHECK-LABEL: func @other_finish
func.func @other_finish(%x: tensor<3x5xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: %[[SUMS:.*]] = scf.for
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[SUMS]], %{{.*}} : tensor<3xf32>, tensor<3xf32>)
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<3x5xf32>) -> tensor<3xf32>
  %1 = relay.divide %0, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Integers give the same in any order.
// CHECK-LABEL: func @integers
func.func @integers(%x: tensor<3x5xi32>) -> tensor<3xi32> {
  // CHECK: linalg.reduce { arith.addi
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<3x5xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// It does not start from the identity.
// CHECK-LABEL: func @other_start
func.func @other_start(%x: tensor<3x5xf32>, %init: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %one = arith.constant 1.0 : f32
  %ones = linalg.fill ins(%one : f32) outs(%init : tensor<3xf32>) -> tensor<3xf32>
  // CHECK: linalg.reduce { arith.addf }
  // CHECK: linalg.reduce { arith.addf }
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<3x5xf32>) outs(%ones : tensor<3xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<3x5xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// Other combiners: a difference, and a sum of squares.
// CHECK-LABEL: func @other_combiners
func.func @other_combiners(%x: tensor<3x5xf32>, %init: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %zero = arith.constant 0.0 : f32
  %zeros = linalg.fill ins(%zero : f32) outs(%init : tensor<3xf32>) -> tensor<3xf32>
  // CHECK: linalg.reduce
  // CHECK: arith.subf
  // CHECK: linalg.reduce
  // CHECK: arith.mulf
  %0 = linalg.reduce ins(%x : tensor<3x5xf32>) outs(%zeros : tensor<3xf32>) dimensions = [1]
    (%a: f32, %sum: f32) {
      %2 = arith.subf %sum, %a : f32
      linalg.yield %2 : f32
    }
  %1 = linalg.reduce ins(%x : tensor<3x5xf32>) outs(%zeros : tensor<3xf32>) dimensions = [1]
    (%a: f32, %sum: f32) {
      %2 = arith.mulf %a, %a : f32
      %3 = arith.addf %sum, %2 : f32
      linalg.yield %3 : f32
    }
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// Channels become the innermost loop.
// CHECK-LABEL: func @pool_nhwc
func.func @pool_nhwc(%x: tensor<1x8x9x4xui8>) -> tensor<1x4x6x4xui8> {
  // CHECK: linalg.generic
  // CHECK-SAME: indexing_maps = [#[[$NHWC]], #[[$WINDOW]], #[[$RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "parallel"]
  // CHECK: arith.maxui
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, dilation = array<i64: 1, 3>, strides = array<i64: 2, 1>, layout = "NHWC"} : (tensor<1x8x9x4xui8>) -> tensor<1x4x6x4xui8>
  return %0 : tensor<1x4x6x4xui8>
}

// Other windows are accumulated by loops within the result's.
// CHECK-LABEL: func @pool_nchw
// CHECK-SAME: %[[X:.*]]: tensor<1x4x12x12xf32>
func.func @pool_nchw(%x: tensor<1x4x12x12xf32>) -> tensor<1x4x3x8xf32> {
  // CHECK-DAG: %[[START:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  // CHECK: %[[C:.*]] = linalg.index 1
  // CHECK: %[[Y:.*]] = linalg.index 2
  // CHECK: %[[Z:.*]] = linalg.index 3
  // CHECK: scf.for %[[I:[^ ]*]] = %c0 to %c7 step %c1 iter_args(%[[OUTER:.*]] = %[[START]]) -> (f32)
  // CHECK: scf.for %[[J:[^ ]*]] = %c0 to %c5 step %c1 iter_args(%[[MAX:.*]] = %[[OUTER]]) -> (f32)
  // CHECK: %[[ROW:.*]] = affine.apply #{{.*}}(%[[I]])[%[[Y]]]
  // CHECK: %[[COLUMN:.*]] = affine.apply #{{.*}}(%[[J]])[%[[Z]]]
  // CHECK: %[[E:.*]] = tensor.extract %[[X]][%{{.*}}, %[[C]], %[[ROW]], %[[COLUMN]]]
  // CHECK: arith.maximumf %[[MAX]], %[[E]] : f32
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 7, 5>, strides = array<i64: 2, 1>} : (tensor<1x4x12x12xf32>) -> tensor<1x4x3x8xf32>
  return %0 : tensor<1x4x3x8xf32>
}

// Small windows are unrolled, in row-major order. No number is below the first
// one that is compared.
// CHECK-LABEL: func @pool_unrolled
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x9xf32>
func.func @pool_unrolled(%x: tensor<1x4x8x9xf32>) -> tensor<1x4x3x8xf32> {
  // CHECK: linalg.generic
  // CHECK: %[[Y:.*]] = linalg.index 2
  // CHECK: %[[Z:.*]] = linalg.index 3
  // CHECK-NOT: scf.for
  // CHECK: %[[Y0:.*]] = affine.apply #{{.*}}()[%[[Y]]]
  // CHECK: %[[E0:.*]] = tensor.extract %[[X]][%{{.*}}, %{{.*}}, %[[Y0]], %[[Z]]]
  // CHECK: %[[Z1:.*]] = affine.apply #{{.*}}()[%[[Z]]]
  // CHECK: %[[E1:.*]] = tensor.extract %[[X]][%{{.*}}, %{{.*}}, %[[Y0]], %[[Z1]]]
  // CHECK: arith.maximumf %[[E0]], %[[E1]] : f32
  // CHECK-COUNT-4: arith.maximumf
  // CHECK-NOT: arith.maximumf
  // CHECK: linalg.yield
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 3, 2>, strides = array<i64: 2, 1>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x3x8xf32>
  return %0 : tensor<1x4x3x8xf32>
}

// The indices of both kinds of loops stay.
// CHECK-LABEL: func @indices
func.func @indices(%window: tensor<33xf32>) -> tensor<2xindex> {
  %zero = arith.constant 0 : index
  %empty = tensor.empty() : tensor<2xindex>
  %init = linalg.fill ins(%zero : index) outs(%empty : tensor<2xindex>) -> tensor<2xindex>
  // CHECK: linalg.generic
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: scf.for %[[J:[^ ]*]] = %c0 to %c33 step %c1 iter_args(%[[SUM:.*]] = %c0) -> (index)
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[I]], %[[J]]
  // CHECK: arith.addi %[[SUM]], %[[PRODUCT]]
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%window : tensor<33xf32>) outs(%init : tensor<2xindex>) {
  ^bb0(%a: f32, %sum: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %1 = arith.muli %i, %j : index
    %2 = arith.addi %sum, %1 : index
    linalg.yield %2 : index
  } -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// Products are not windows, and neither is what starts from other elements.
// CHECK-LABEL: func @no_windows
func.func @no_windows(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %init: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %zeros = linalg.fill ins(%zero : f32) outs(%init : tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NOT: scf.for
  %0 = linalg.matvec ins(%x, %y : tensor<2x3xf32>, tensor<3xf32>) outs(%zeros : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.generic {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x : tensor<2x3xf32>) outs(%init : tensor<2xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %2 = arith.addf %sum, %a : f32
    linalg.yield %2 : f32
  } -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
