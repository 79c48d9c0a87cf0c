// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @layout(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{auto_scheduler_layout_transform: expected src_layout to be a list of sizes and names, such as "4n8h", but got "8n6"}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.auto_scheduler_layout_transform %a0 {src_layout = "8n6", dst_layout = "8n6h"} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_empty(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{expected dst_layout to be a list of sizes and names}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.auto_scheduler_layout_transform %a0 {src_layout = "8n6h", dst_layout = ""} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_overflow(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{expected src_layout to be a list of sizes and names}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.auto_scheduler_layout_transform %a0 {src_layout = "99999999999999999999n", dst_layout = ""} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_data(%a0: tensor<8x7xf32>) {
  // expected-error@+2 {{auto_scheduler_layout_transform: expected data of type 'tensor<8x6xf32>', but got 'tensor<8x7xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.auto_scheduler_layout_transform %a0 {src_layout = "8n6h", dst_layout = "8n6h"} : (tensor<8x7xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_split(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{auto_scheduler_layout_transform: expected dst_layout to split dimension "n" of size 8, but got "3n6h2n"}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.auto_scheduler_layout_transform %a0 {src_layout = "8n6h", dst_layout = "3n6h2n"} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_names(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{auto_scheduler_layout_transform: expected src_layout with one dimension "w", but got "8n6h"}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.auto_scheduler_layout_transform %a0 {src_layout = "8n6h", dst_layout = "8n6h2w"} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @bitpack_bits(%a0: tensor<2x8xi8>) {
  // expected-error@+2 {{nn.bitpack: expected bits in [1, 8], but got 9}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitpack %a0 {bits = 9 : i64, pack_type = ui8, bit_axis = 1 : i64} : (tensor<2x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitpack_axis(%a0: tensor<2x8xi8>) {
  // expected-error@+2 {{nn.bitpack: expected pack_axis in [0, 1], but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitpack %a0 {pack_axis = 2 : i64, pack_type = ui8, bit_axis = 1 : i64} : (tensor<2x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitpack_bit_axis(%a0: tensor<2x8xi8>) {
  // expected-error@+2 {{nn.bitpack: expected bit_axis in [0, 2], but got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitpack %a0 {pack_type = ui8} : (tensor<2x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitpack_type(%a0: tensor<2x8xi8>) {
  // expected-error@+2 {{nn.bitpack: expected pack_type to be an unsigned integer of 8, 16, 32 or 64 bits, but got 'i8'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitpack %a0 {pack_type = i8, bit_axis = 1 : i64} : (tensor<2x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitpack_extent(%a0: tensor<2x8xi8>) {
  // expected-error@+2 {{nn.bitpack: expected dimension 1 of data to be a multiple of 16, but got 'tensor<2x8xi8>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitpack %a0 {pack_type = ui16, bit_axis = 1 : i64} : (tensor<2x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitserial_dense_scalar(%a0: tensor<i8>, %a1: tensor<3x8xi8>) {
  // expected-error@+2 {{nn.bitserial_dense: expected data with at least one dimension, but got 'tensor<i8>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitserial_dense %a0, %a1 {units = 3 : i64} : (tensor<i8>, tensor<3x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitserial_dense_units(%a0: tensor<2x8xi8>, %a1: tensor<3x8xi8>) {
  // expected-error@+2 {{nn.bitserial_dense: expected units}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitserial_dense %a0, %a1 : (tensor<2x8xi8>, tensor<3x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitserial_dense_bits(%a0: tensor<2x8xi8>, %a1: tensor<3x8xi8>) {
  // expected-error@+2 {{nn.bitserial_dense: expected weight_bits in [1, 8], but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitserial_dense %a0, %a1 {units = 3 : i64, weight_bits = 0 : i64} : (tensor<2x8xi8>, tensor<3x8xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitserial_conv2d_bits(%a0: tensor<1x8x5x5xi8>, %a1: tensor<4x8x3x3xi8>) {
  // expected-error@+2 {{nn.bitserial_conv2d: expected activation_bits in [1, 8], but got 16}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitserial_conv2d %a0, %a1 {channels = 4 : i64, activation_bits = 16 : i64} : (tensor<1x8x5x5xi8>, tensor<4x8x3x3xi8>) -> tensor<f32>
  return
}

// -----

func.func @bitserial_conv2d_channels(%a0: tensor<1x8x5x5xi8>, %a1: tensor<4x8x3x3xi8>) {
  // expected-error@+2 {{nn.bitserial_conv2d: expected channels and kernel_size}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.bitserial_conv2d %a0, %a1 : (tensor<1x8x5x5xi8>, tensor<4x8x3x3xi8>) -> tensor<f32>
  return
}

// -----

func.func @dense_pack_data(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x8xf32>) {
  // expected-error@+2 {{nn.contrib_dense_pack: expected data with 2 dimensions, but got 'tensor<2x3x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_dense_pack %a0, %a1 : (tensor<2x3x4xf32>, tensor<2x4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @dense_pack_weight(%a0: tensor<2x4xf32>, %a1: tensor<4x8xf32>) {
  // expected-error@+2 {{nn.contrib_dense_pack: expected weight with 3 or 4 dimensions, but got 'tensor<4x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_dense_pack %a0, %a1 : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @dense_pack_rows(%a0: tensor<2x4xf32>, %a1: tensor<4611686018427387904x4x8xf32>) {
  // expected-error@+2 {{nn.contrib_dense_pack: the rows of weight are too many: 'tensor<4611686018427387904x4x8xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_dense_pack %a0, %a1 : (tensor<2x4xf32>, tensor<4611686018427387904x4x8xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_rank(%a0: tensor<8x4x3xf32>) {
  // expected-error@+2 {{nn.contrib_conv2d_winograd_weight_transform: expected weight with 4 dimensions, but got 'tensor<8x4x3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_winograd_weight_transform %a0 {tile_size = 2 : i64} : (tensor<8x4x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_tile(%a0: tensor<8x4x3x3xf32>) {
  // expected-error@+2 {{nn.contrib_conv2d_winograd_weight_transform: expected tile_size in [1, 2147483647], but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_winograd_weight_transform %a0 {tile_size = 0 : i64} : (tensor<8x4x3x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_depth(%a0: tensor<8x4x?x3x3xf32>) {
  // expected-error@+2 {{nn.contrib_conv3d_winograd_weight_transform: expected weight of known depth, but got 'tensor<8x4x?x3x3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv3d_winograd_weight_transform %a0 {tile_size = 2 : i64} : (tensor<8x4x?x3x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @nnpack_rank(%a0: tensor<8x4xf32>) {
  // expected-error@+2 {{nn.contrib_conv2d_winograd_nnpack_weight_transform: expected weight with 4 dimensions}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_winograd_nnpack_weight_transform %a0 {convolution_algorithm = 3 : i64} : (tensor<8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @gemm_tile(%a0: tensor<8x4x3x3xf32>) {
  // expected-error@+2 {{nn.contrib_conv2d_gemm_weight_transform: expected tile_N in [1, 2147483647], but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_gemm_weight_transform %a0 {tile_N = 0 : i64, tile_K = 4 : i64} : (tensor<8x4x3x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @gemm_rows(%a0: tensor<4611686018427387904x4x3x3xf32>) {
  // expected-error@+2 {{nn.contrib_conv2d_gemm_weight_transform: the kernels of weights are too large: 'tensor<4611686018427387904x4x3x3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_gemm_weight_transform %a0 {tile_N = 4 : i64, tile_K = 4 : i64} : (tensor<4611686018427387904x4x3x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_channels(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x4x8x4xf32>) {
  // expected-error@+2 {{nn.contrib_conv2d_winograd_without_weight_transform: expected channels and kernel_size}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %a0, %a1 {tile_size = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_layout(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x4x8x4xf32>) {
  // expected-error@+2 {{expected data_layout with the dimensions of NCHW}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %a0, %a1 {tile_size = 2 : i64, data_layout = "NCW", channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_kernel(%a0: tensor<1x4x1x8xf32>, %a1: tensor<4x4x8x4xf32>) {
  // expected-error@+2 {{does not fit into dimension H of size 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %a0, %a1 {tile_size = 2 : i64, channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x1x8xf32>, tensor<4x4x8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @winograd_3d_strides(%a0: tensor<1x4x8x8x8xf32>, %a1: tensor<4x4x8x4xf32>) {
  // expected-error@+2 {{expected strides to have 3 elements}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv3d_winograd_without_weight_transform %a0, %a1 {tile_size = 2 : i64, strides = array<i64: 1>, channels = 8 : i64, kernel_size = array<i64: 3, 3, 3>} : (tensor<1x4x8x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @gemm_data(%a0: tensor<1x4x8xf32>, %a1: tensor<4x4x8x4xf32>) {
  // expected-error@+2 {{expected data of rank 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.contrib_conv2d_gemm_without_weight_transform %a0, %a1 {channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8xf32>, tensor<4x4x8x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @index_map_rank(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{meta_schedule_layout_transform: expected index_map of as many indices as data has dimensions, 2, but got affine_map<(d0) -> (d0)>}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meta_schedule_layout_transform %a0 {index_map = affine_map<(i) -> (i)>} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @index_map_dynamic(%a0: tensor<?x6xf32>) {
  // expected-error@+2 {{meta_schedule_layout_transform: expected data of static shape, but got 'tensor<?x6xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meta_schedule_layout_transform %a0 {index_map = affine_map<(i, j) -> (j, i)>} : (tensor<?x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @index_map_begin(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{meta_schedule_layout_transform: expected index_map to count from 0, but got affine_map<(d0, d1) -> (d0 + 1, d1)>}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meta_schedule_layout_transform %a0 {index_map = affine_map<(i, j) -> (i + 1, j)>} : (tensor<8x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @index_map_count(%a0: tensor<8x6xf32>) {
  // expected-error@+2 {{meta_schedule_layout_transform: expected index_map to keep the number of elements of data, 'tensor<8x6xf32>', but got affine_map<(d0, d1) -> (d0 floordiv 3, d0 mod 3, d1)>}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meta_schedule_layout_transform %a0 {index_map = affine_map<(i, j) -> (i floordiv 3, i mod 3, j)>} : (tensor<8x6xf32>) -> tensor<f32>
  return
}
