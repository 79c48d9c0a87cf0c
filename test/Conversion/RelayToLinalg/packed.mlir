// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm --split-input-file | FileCheck %s --check-prefix=LLVM

// A transform reads its factors from two tables.

// CHECK-LABEL: func @dft(
// CHECK-SAME: %[[RE:.*]]: tensor<2x8xf32>, %[[IM:.*]]: tensor<2x8xf32>
// CHECK: %[[SINES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
// CHECK: %[[COSINES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<2x8xf32>, tensor<2x8xf32>)
// CHECK: scf.for
// CHECK-DAG: tensor.extract %[[SINES]]
// CHECK-DAG: tensor.extract %[[COSINES]]
// CHECK-DAG: tensor.extract %[[RE]]
// CHECK-DAG: tensor.extract %[[IM]]
// LLVM-LABEL: llvm.func @dft
func.func @dft(%re: tensor<2x8xf32>, %im: tensor<2x8xf32>) -> tuple<tensor<2x8xf32>, tensor<2x8xf32>> {
  %0 = relay.dft %re, %im : (tensor<2x8xf32>, tensor<2x8xf32>) -> tuple<tensor<2x8xf32>, tensor<2x8xf32>>
  return %0 : tuple<tensor<2x8xf32>, tensor<2x8xf32>>
}

// -----

// CHECK-LABEL: func @stft(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x?x2xf32>)
// CHECK: scf.for
// LLVM-LABEL: llvm.func @stft
func.func @stft(%x: tensor<?xf32>, %w: tensor<4xf32>) -> tensor<3x?x2xf32> {
  %0 = relay.stft %x, %w {n_fft = 4 : i64, hop_length = 2 : i64, win_length = 4 : i64} : (tensor<?xf32>, tensor<4xf32>) -> tensor<3x?x2xf32>
  return %0 : tensor<3x?x2xf32>
}

// -----

// Six words are two blocks of four; the last two words of the second are left out.

// CHECK-LABEL: func @generate(
// CHECK: %[[BLOCKS:.*]]:4 = linalg.generic {{.*}} outs({{.*}} : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
// CHECK: arith.xori
// CHECK: tensor.insert_slice %[[BLOCKS]]#0
// CHECK: tensor.extract_slice {{.*}} : tensor<8xi64> to tensor<6xi64>
// LLVM-LABEL: llvm.func @generate
func.func @generate(%key: tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<2x3xui64>> {
  %0 = relay.random.threefry_generate %key {out_shape = array<i64: 2, 3>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<2x3xui64>>
  return %0 : tuple<tensor<10xui64>, tensor<2x3xui64>>
}

// -----

// Columns are compared before anything is read for them.

// CHECK-LABEL: func @sparse_dense(
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>
// CHECK: linalg.generic
// CHECK: scf.for
// CHECK: %[[FITS:.*]] = arith.cmpi ult
// CHECK: scf.if %[[FITS]]
// CHECK: tensor.extract %[[X]]
// LLVM-LABEL: llvm.func @sparse_dense
func.func @sparse_dense(%x: tensor<2x4xf32>, %d: tensor<3xf32>, %i: tensor<3xi32>, %p: tensor<6xi32>) -> tensor<2x5xf32> {
  %0 = relay.nn.sparse_dense %x, %d, %i, %p : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func @dynamic_sparse(
// LLVM-LABEL: llvm.func @dynamic_sparse
func.func @dynamic_sparse(%x: tensor<?x?xf32>, %d: tensor<?x?x?xf32>, %i: tensor<?xi32>, %p: tensor<?xi32>) -> tensor<?x?xf32> {
  // CHECK: linalg.generic
  %0 = relay.nn.sparse_dense %x, %d, %i, %p : (tensor<?x?xf32>, tensor<?x?x?xf32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @fill_empty_rows(
// LLVM-LABEL: llvm.func @fill_empty_rows
func.func @fill_empty_rows(%i: tensor<4x2xi64>, %v: tensor<4xi64>, %s: tensor<2xi64>, %d: tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>> {
  // CHECK-COUNT-2: scf.for
  %0 = relay.sparse_fill_empty_rows %i, %v, %s, %d : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
  return %0 : tuple<tensor<?x2xi64>, tensor<?xi64>, tensor<?xi64>>
}

// -----

// CHECK-LABEL: func @dense_pack(
// CHECK: linalg.{{matmul|generic}}
// LLVM-LABEL: llvm.func @dense_pack
func.func @dense_pack(%x: tensor<2x4xf32>, %w: tensor<2x4x8xf32>) -> tensor<2x16xf32> {
  %0 = relay.nn.contrib_dense_pack %x, %w {weight_layout = "NC8n"} : (tensor<2x4xf32>, tensor<2x4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

// CHECK-LABEL: func @winograd_weight(
// CHECK: %[[G:.*]] = arith.constant dense<{{.*}}> : tensor<4x3xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x4x8x4xf32>)
// CHECK: tensor.extract %[[G]]
// LLVM-LABEL: llvm.func @winograd_weight
func.func @winograd_weight(%w: tensor<8x4x3x3xf32>) -> tensor<4x4x8x4xf32> {
  %0 = relay.nn.contrib_conv2d_winograd_weight_transform %w {tile_size = 2 : i64} : (tensor<8x4x3x3xf32>) -> tensor<4x4x8x4xf32>
  return %0 : tensor<4x4x8x4xf32>
}

// -----

// The tiles of the padded image, transformed in both dimensions; the sums of products; the results
// transformed back, and put together.
// CHECK-LABEL: func @winograd(
// CHECK: tensor.pad
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x4x3x4x4x4xf32>)
// CHECK-COUNT-2: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x4xf32>, tensor<1x4x3x4x4x4xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x8x3x4x4x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<2x4xf32>, tensor<1x8x3x4x4x4xf32>) outs(%{{.*}} : tensor<1x8x3x4x2x4xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x8x3x4x2x2xf32>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<1x8x6x7xf32>)
// LLVM-LABEL: llvm.func @winograd
func.func @winograd(%x: tensor<1x4x6x7xf32>, %u: tensor<4x4x8x4xf32>) -> tensor<1x8x6x7xf32> {
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %x, %u {tile_size = 2 : i64, padding = array<i64: 1, 1>, channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x6x7xf32>, tensor<4x4x8x4xf32>) -> tensor<1x8x6x7xf32>
  return %0 : tensor<1x8x6x7xf32>
}

// -----

// CHECK-LABEL: func @gemm(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x3x4x6xf32>)
// CHECK: linalg.conv_2d_nhwc_hwcf
// LLVM-LABEL: llvm.func @gemm
func.func @gemm(%x: tensor<1x8x8x4xf32>, %w: tensor<2x20x2x4xf32>) -> tensor<1x6x6x6xf32> {
  %0 = relay.nn.contrib_conv2d_gemm_without_weight_transform %x, %w {channels = 6 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<2x20x2x4xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// -----

// CHECK-LABEL: func @meta_schedule_layout_transform(
// CHECK: scf.for
// CHECK: scf.for
// CHECK: tensor.extract
// CHECK: tensor.insert {{.*}} : tensor<2x6x4xf32>
// LLVM-LABEL: llvm.func @meta_schedule_layout_transform
func.func @meta_schedule_layout_transform(%x: tensor<8x6xf32>) -> tensor<2x6x4xf32> {
  %0 = relay.meta_schedule_layout_transform %x {index_map = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>} : (tensor<8x6xf32>) -> tensor<2x6x4xf32>
  return %0 : tensor<2x6x4xf32>
}

// -----

// CHECK-LABEL: func @kill(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: return %[[X]]
// LLVM-LABEL: llvm.func @kill
func.func @kill(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.memory.kill %x : (tensor<2xf32>) -> tuple<>
  return %x : tensor<2xf32>
}
