// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators on packed tensors: every attribute, and the types that TVM infers.

// CHECK: #[[$MAP:.*]] = affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>

// CHECK-LABEL: func @auto_scheduler_layout_transform(
// CHECK-SAME: %[[A0:.*]]: tensor<?x6xf32>
func.func @auto_scheduler_layout_transform(%a0: tensor<?x6xf32>) -> tensor<4x6x2xf32> {
  // CHECK: relay.auto_scheduler_layout_transform %[[A0]] {dst_layout = "4n6h2n", src_layout = "8n6h"} : (tensor<?x6xf32>) -> tensor<4x6x2xf32>
  %0 = relay.auto_scheduler_layout_transform %a0 {dst_layout = "4n6h2n", src_layout = "8n6h"} : (tensor<?x6xf32>) -> tensor<4x6x2xf32>
  return %0 : tensor<4x6x2xf32>
}

// CHECK-LABEL: func @meta_schedule_layout_transform(
// CHECK-SAME: %[[A0:.*]]: tensor<8x6xf32>
func.func @meta_schedule_layout_transform(%a0: tensor<8x6xf32>) -> tensor<2x6x4xf32> {
  // CHECK: relay.meta_schedule_layout_transform %[[A0]] {index_map = #[[$MAP]]} : (tensor<8x6xf32>) -> tensor<2x6x4xf32>
  %0 = relay.meta_schedule_layout_transform %a0 {index_map = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>} : (tensor<8x6xf32>) -> tensor<2x6x4xf32>
  return %0 : tensor<2x6x4xf32>
}

// CHECK-LABEL: func @bitpack(
// CHECK-SAME: %[[A0:.*]]: tensor<32x32x128x?xi16>
func.func @bitpack(%a0: tensor<32x32x128x?xi16>) -> tensor<32x2x128x?x1xui16> {
  // CHECK: relay.nn.bitpack %[[A0]] {bit_axis = 4 : i64, pack_type = ui16} : (tensor<32x32x128x?xi16>) -> tensor<32x2x128x?x1xui16>
  %0 = relay.nn.bitpack %a0 {bit_axis = 4 : i64, pack_type = ui16} : (tensor<32x32x128x?xi16>) -> tensor<32x2x128x?x1xui16>
  return %0 : tensor<32x2x128x?x1xui16>
}

// CHECK-LABEL: func @bitpack_first(
// CHECK-SAME: %[[A0:.*]]: tensor<?xi32>
func.func @bitpack_first(%a0: tensor<?xi32>) -> tensor<8x?xui8> {
  // CHECK: relay.nn.bitpack %[[A0]] {bit_axis = 0 : i64, bits = 8 : i64, name = "x", pack_axis = 0 : i64, pack_type = ui8} : (tensor<?xi32>) -> tensor<8x?xui8>
  %0 = relay.nn.bitpack %a0 {bit_axis = 0 : i64, bits = 8 : i64, name = "x", pack_axis = 0 : i64, pack_type = ui8} : (tensor<?xi32>) -> tensor<8x?xui8>
  return %0 : tensor<8x?xui8>
}

// CHECK-LABEL: func @bitserial_dense(
// CHECK-SAME: %[[A0:.*]]: tensor<?x64xi16>, %[[A1:.*]]: tensor<32x64xi16>
func.func @bitserial_dense(%a0: tensor<?x64xi16>, %a1: tensor<32x64xi16>) -> tensor<?x32xi16> {
  // CHECK: relay.nn.bitserial_dense %[[A0]], %[[A1]] {out_dtype = i16, pack_dtype = ui32, units = 32 : i64} : (tensor<?x64xi16>, tensor<32x64xi16>) -> tensor<?x32xi16>
  %0 = relay.nn.bitserial_dense %a0, %a1 {out_dtype = i16, pack_dtype = ui32, units = 32 : i64} : (tensor<?x64xi16>, tensor<32x64xi16>) -> tensor<?x32xi16>
  return %0 : tensor<?x32xi16>
}

// CHECK-LABEL: func @bitserial_dense_packed(
// CHECK-SAME: %[[A0:.*]]: tensor<2x64xi8>, %[[A1:.*]]: tensor<3x8x2xui32>
func.func @bitserial_dense_packed(%a0: tensor<2x64xi8>, %a1: tensor<3x8x2xui32>) -> tensor<2x3xi8> {
  // CHECK: relay.nn.bitserial_dense %[[A0]], %[[A1]] {data_bits = 2 : i64, unipolar = false, units = 3 : i64, weight_bits = 8 : i64} : (tensor<2x64xi8>, tensor<3x8x2xui32>) -> tensor<2x3xi8>
  %0 = relay.nn.bitserial_dense %a0, %a1 {data_bits = 2 : i64, unipolar = false, units = 3 : i64, weight_bits = 8 : i64} : (tensor<2x64xi8>, tensor<3x8x2xui32>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// CHECK-LABEL: func @bitserial_conv2d(
// CHECK-SAME: %[[A0:.*]]: tensor<?x32x224x224xi16>, %[[A1:.*]]: tensor<32x32x3x3xi16>
func.func @bitserial_conv2d(%a0: tensor<?x32x224x224xi16>, %a1: tensor<32x32x3x3xi16>) -> tensor<?x32x222x222xi16> {
  // CHECK: relay.nn.bitserial_conv2d %[[A0]], %[[A1]] {channels = 32 : i64, out_dtype = i16, pack_dtype = ui32, padding = array<i64: 0, 0, 0, 0>} : (tensor<?x32x224x224xi16>, tensor<32x32x3x3xi16>) -> tensor<?x32x222x222xi16>
  %0 = relay.nn.bitserial_conv2d %a0, %a1 {channels = 32 : i64, out_dtype = i16, pack_dtype = ui32, padding = array<i64: 0, 0, 0, 0>} : (tensor<?x32x224x224xi16>, tensor<32x32x3x3xi16>) -> tensor<?x32x222x222xi16>
  return %0 : tensor<?x32x222x222xi16>
}

// CHECK-LABEL: func @bitserial_conv2d_nhwc(
// CHECK-SAME: %[[A0:.*]]: tensor<1x5x5x8xi32>, %[[A1:.*]]: tensor<1x3x8x4xi32>
func.func @bitserial_conv2d_nhwc(%a0: tensor<1x5x5x8xi32>, %a1: tensor<1x3x8x4xi32>) -> tensor<1x4x5x4xi32> {
  // CHECK: relay.nn.bitserial_conv2d %[[A0]], %[[A1]] {activation_bits = 2 : i64, channels = 4 : i64, data_layout = "NHWC", kernel_layout = "HWIO", kernel_size = array<i64: 1, 3>, padding = array<i64: 1>, strides = array<i64: 2, 1>, unipolar = false, weight_bits = 2 : i64} : (tensor<1x5x5x8xi32>, tensor<1x3x8x4xi32>) -> tensor<1x4x5x4xi32>
  %0 = relay.nn.bitserial_conv2d %a0, %a1 {activation_bits = 2 : i64, channels = 4 : i64, data_layout = "NHWC", kernel_layout = "HWIO", kernel_size = array<i64: 1, 3>, padding = array<i64: 1>, strides = array<i64: 2, 1>, unipolar = false, weight_bits = 2 : i64} : (tensor<1x5x5x8xi32>, tensor<1x3x8x4xi32>) -> tensor<1x4x5x4xi32>
  return %0 : tensor<1x4x5x4xi32>
}

// CHECK-LABEL: func @dense_pack(
// CHECK-SAME: %[[A0:.*]]: tensor<?x4xf32>, %[[A1:.*]]: tensor<2x4x8xf32>
func.func @dense_pack(%a0: tensor<?x4xf32>, %a1: tensor<2x4x8xf32>) -> tensor<?x16xf32> {
  // CHECK: relay.nn.contrib_dense_pack %[[A0]], %[[A1]] {units = 16 : i64, weight_layout = "NC8n"} : (tensor<?x4xf32>, tensor<2x4x8xf32>) -> tensor<?x16xf32>
  %0 = relay.nn.contrib_dense_pack %a0, %a1 {units = 16 : i64, weight_layout = "NC8n"} : (tensor<?x4xf32>, tensor<2x4x8xf32>) -> tensor<?x16xf32>
  return %0 : tensor<?x16xf32>
}

// CHECK-LABEL: func @dense_pack_blocks(
// CHECK-SAME: %[[A0:.*]]: tensor<2x8xui8>, %[[A1:.*]]: tensor<?x2x16x4xi8>
func.func @dense_pack_blocks(%a0: tensor<2x8xui8>, %a1: tensor<?x2x16x4xi8>) -> tensor<2x?xi32> {
  // CHECK: relay.nn.contrib_dense_pack %[[A0]], %[[A1]] {out_dtype = i32, weight_layout = "NC16n4c"} : (tensor<2x8xui8>, tensor<?x2x16x4xi8>) -> tensor<2x?xi32>
  %0 = relay.nn.contrib_dense_pack %a0, %a1 {out_dtype = i32, weight_layout = "NC16n4c"} : (tensor<2x8xui8>, tensor<?x2x16x4xi8>) -> tensor<2x?xi32>
  return %0 : tensor<2x?xi32>
}

// CHECK-LABEL: func @winograd_weight(
// CHECK-SAME: %[[A0:.*]]: tensor<8x?x3x?xf32>
func.func @winograd_weight(%a0: tensor<8x?x3x?xf32>) -> tensor<6x?x8x?xf32> {
  // CHECK: relay.nn.contrib_conv2d_winograd_weight_transform %[[A0]] {tile_size = 4 : i64} : (tensor<8x?x3x?xf32>) -> tensor<6x?x8x?xf32>
  %0 = relay.nn.contrib_conv2d_winograd_weight_transform %a0 {tile_size = 4 : i64} : (tensor<8x?x3x?xf32>) -> tensor<6x?x8x?xf32>
  return %0 : tensor<6x?x8x?xf32>
}

// CHECK-LABEL: func @winograd_weight_3d(
// CHECK-SAME: %[[A0:.*]]: tensor<8x4x3x3x3xf32>
func.func @winograd_weight_3d(%a0: tensor<8x4x3x3x3xf32>) -> tensor<4x4x4x8x4xf32> {
  // CHECK: relay.nn.contrib_conv3d_winograd_weight_transform %[[A0]] {tile_size = 2 : i64} : (tensor<8x4x3x3x3xf32>) -> tensor<4x4x4x8x4xf32>
  %0 = relay.nn.contrib_conv3d_winograd_weight_transform %a0 {tile_size = 2 : i64} : (tensor<8x4x3x3x3xf32>) -> tensor<4x4x4x8x4xf32>
  return %0 : tensor<4x4x4x8x4xf32>
}

// CHECK-LABEL: func @winograd_weight_3d_flat(
// CHECK-SAME: %[[A0:.*]]: tensor<8x4x1x3x3xf32>
func.func @winograd_weight_3d_flat(%a0: tensor<8x4x1x3x3xf32>) -> tensor<4x4x1x8x4xf32> {
  // CHECK: relay.nn.contrib_conv3d_winograd_weight_transform %[[A0]] {tile_size = 2 : i64} : (tensor<8x4x1x3x3xf32>) -> tensor<4x4x1x8x4xf32>
  %0 = relay.nn.contrib_conv3d_winograd_weight_transform %a0 {tile_size = 2 : i64} : (tensor<8x4x1x3x3xf32>) -> tensor<4x4x1x8x4xf32>
  return %0 : tensor<4x4x1x8x4xf32>
}

// CHECK-LABEL: func @nnpack_weight(
// CHECK-SAME: %[[A0:.*]]: tensor<8x?x3x3xf32>
func.func @nnpack_weight(%a0: tensor<8x?x3x3xf32>) -> tensor<8x?x8x8xf32> {
  // CHECK: relay.nn.contrib_conv2d_winograd_nnpack_weight_transform %[[A0]] {convolution_algorithm = 3 : i64} : (tensor<8x?x3x3xf32>) -> tensor<8x?x8x8xf32>
  %0 = relay.nn.contrib_conv2d_winograd_nnpack_weight_transform %a0 {convolution_algorithm = 3 : i64} : (tensor<8x?x3x3xf32>) -> tensor<8x?x8x8xf32>
  return %0 : tensor<8x?x8x8xf32>
}

// CHECK-LABEL: func @nnpack_weight_f16(
// CHECK-SAME: %[[A0:.*]]: tensor<8x4x3x3xf32>
func.func @nnpack_weight_f16(%a0: tensor<8x4x3x3xf32>) -> tensor<8x4x8x8xf16> {
  // CHECK: relay.nn.contrib_conv2d_winograd_nnpack_weight_transform %[[A0]] {convolution_algorithm = 3 : i64, out_dtype = f16} : (tensor<8x4x3x3xf32>) -> tensor<8x4x8x8xf16>
  %0 = relay.nn.contrib_conv2d_winograd_nnpack_weight_transform %a0 {convolution_algorithm = 3 : i64, out_dtype = f16} : (tensor<8x4x3x3xf32>) -> tensor<8x4x8x8xf16>
  return %0 : tensor<8x4x8x8xf16>
}

// CHECK-LABEL: func @gemm_weight(
// CHECK-SAME: %[[A0:.*]]: tensor<3x3x4x6xf32>
func.func @gemm_weight(%a0: tensor<3x3x4x6xf32>) -> tensor<2x20x2x4xf32> {
  // CHECK: relay.nn.contrib_conv2d_gemm_weight_transform %[[A0]] {tile_K = 2 : i64, tile_N = 4 : i64} : (tensor<3x3x4x6xf32>) -> tensor<2x20x2x4xf32>
  %0 = relay.nn.contrib_conv2d_gemm_weight_transform %a0 {tile_K = 2 : i64, tile_N = 4 : i64} : (tensor<3x3x4x6xf32>) -> tensor<2x20x2x4xf32>
  return %0 : tensor<2x20x2x4xf32>
}

// CHECK-LABEL: func @gemm_weight_i8(
// CHECK-SAME: %[[A0:.*]]: tensor<?x3x4x6xi8>
func.func @gemm_weight_i8(%a0: tensor<?x3x4x6xi8>) -> tensor<2x?x4x2xi8> {
  // CHECK: relay.nn.contrib_conv2d_gemm_weight_transform %[[A0]] {tile_K = 2 : i64, tile_N = 4 : i64} : (tensor<?x3x4x6xi8>) -> tensor<2x?x4x2xi8>
  %0 = relay.nn.contrib_conv2d_gemm_weight_transform %a0 {tile_K = 2 : i64, tile_N = 4 : i64} : (tensor<?x3x4x6xi8>) -> tensor<2x?x4x2xi8>
  return %0 : tensor<2x?x4x2xi8>
}

// CHECK-LABEL: func @winograd(
// CHECK-SAME: %[[A0:.*]]: tensor<?x4x8x8xf32>, %[[A1:.*]]: tensor<4x4x8x4xf32>
func.func @winograd(%a0: tensor<?x4x8x8xf32>, %a1: tensor<4x4x8x4xf32>) -> tensor<?x8x8x8xf16> {
  // CHECK: relay.nn.contrib_conv2d_winograd_without_weight_transform %[[A0]], %[[A1]] {channels = 8 : i64, kernel_size = array<i64: 3, 3>, out_dtype = f16, padding = array<i64: 1, 1>, tile_size = 2 : i64} : (tensor<?x4x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<?x8x8x8xf16>
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %a0, %a1 {channels = 8 : i64, kernel_size = array<i64: 3, 3>, out_dtype = f16, padding = array<i64: 1, 1>, tile_size = 2 : i64} : (tensor<?x4x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<?x8x8x8xf16>
  return %0 : tensor<?x8x8x8xf16>
}

// CHECK-LABEL: func @winograd_3d(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8x8xf32>, %[[A1:.*]]: tensor<4x4x1x8x4xf32>
func.func @winograd_3d(%a0: tensor<1x4x8x8x8xf32>, %a1: tensor<4x4x1x8x4xf32>) -> tensor<1x8x6x6x8xf32> {
  // CHECK: relay.nn.contrib_conv3d_winograd_without_weight_transform %[[A0]], %[[A1]] {channels = 8 : i64, kernel_size = array<i64: 1, 3, 3>, out_layout = "NDHWC", tile_size = 2 : i64} : (tensor<1x4x8x8x8xf32>, tensor<4x4x1x8x4xf32>) -> tensor<1x8x6x6x8xf32>
  %0 = relay.nn.contrib_conv3d_winograd_without_weight_transform %a0, %a1 {channels = 8 : i64, kernel_size = array<i64: 1, 3, 3>, out_layout = "NDHWC", tile_size = 2 : i64} : (tensor<1x4x8x8x8xf32>, tensor<4x4x1x8x4xf32>) -> tensor<1x8x6x6x8xf32>
  return %0 : tensor<1x8x6x6x8xf32>
}

// CHECK-LABEL: func @gemm(
// CHECK-SAME: %[[A0:.*]]: tensor<1x9x9x4xf32>, %[[A1:.*]]: tensor<2x20x2x4xf32>
func.func @gemm(%a0: tensor<1x9x9x4xf32>, %a1: tensor<2x20x2x4xf32>) -> tensor<1x3x3x6xf32> {
  // CHECK: relay.nn.contrib_conv2d_gemm_without_weight_transform %[[A0]], %[[A1]] {channels = 6 : i64, data_layout = "NHWC", dilation = array<i64: 2, 2>, kernel_layout = "HWIO", kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<1x9x9x4xf32>, tensor<2x20x2x4xf32>) -> tensor<1x3x3x6xf32>
  %0 = relay.nn.contrib_conv2d_gemm_without_weight_transform %a0, %a1 {channels = 6 : i64, data_layout = "NHWC", dilation = array<i64: 2, 2>, kernel_layout = "HWIO", kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<1x9x9x4xf32>, tensor<2x20x2x4xf32>) -> tensor<1x3x3x6xf32>
  return %0 : tensor<1x3x3x6xf32>
}
