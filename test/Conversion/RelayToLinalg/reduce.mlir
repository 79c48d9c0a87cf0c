// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

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
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["reduction", "parallel"]
  // CHECK-SAME: ins(%[[ROWS]] : tensor<?x4xf32>)
  // CHECK: arith.divf %{{.*}} : f32
  // CHECK-NEXT: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.mean %x {axis = array<i64: 0, 2>, keepdims = true} : (tensor<?x4x?xf16>) -> tensor<1x4x1xf16>
  return %0 : tensor<1x4x1xf16>
}

// Without a run, rows are added in ascending order.
// CHECK-LABEL: func @sum_rows
func.func @sum_rows(%x: tensor<2x3x4xf32>) -> tensor<2x4xf32> {
  // CHECK-NOT: vector
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "reduction", "parallel"]
  %0 = relay.sum %x {axis = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func @max_unsigned
func.func @max_unsigned(%x: tensor<2x3xui8>) -> tensor<2xui8> {
  // CHECK: linalg.fill ins(%c0_i8
  // CHECK: arith.maxui
  %0 = relay.max %x {axis = array<i64: 1>} : (tensor<2x3xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// CHECK-LABEL: func @nothing_to_reduce
// CHECK-SAME: %[[X:.*]]: tensor<f32>
func.func @nothing_to_reduce(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.sum %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @variance_unbiased
func.func @variance_unbiased(%x: tensor<2x?xf32>, %m: tensor<2x1xf32>) -> tensor<2xf32> {
  // CHECK: %[[D:.*]] = arith.subf
  // CHECK: arith.mulf %[[D]], %[[D]]
  // CHECK: %[[COUNT:.*]] = arith.subi %{{.*}}, %c1
  // CHECK: arith.index_cast %[[COUNT]]
  // CHECK: arith.divf
  %0 = relay.variance %x, %m {axis = array<i64: 1>, unbiased = true} : (tensor<2x?xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @argmax_two_axes
func.func @argmax_two_axes(%x: tensor<2x?x4xf32>) -> tensor<4xi32> {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["reduction", "reduction", "parallel"]
  // CHECK: %[[I:.*]] = linalg.index 0
  // CHECK: %[[SCALED:.*]] = arith.muli %[[I]], %{{.*}} : index
  // CHECK: %[[J:.*]] = linalg.index 1
  // CHECK: arith.addi %[[SCALED]], %[[J]] : index
  // CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
  %0 = relay.argmax %x {axis = array<i64: 0, 1>} : (tensor<2x?x4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
