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

// CHECK-LABEL: func @kill(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: return %[[X]]
// LLVM-LABEL: llvm.func @kill
func.func @kill(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.memory.kill %x : (tensor<2xf32>) -> tuple<>
  return %x : tensor<2xf32>
}
