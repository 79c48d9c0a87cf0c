// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @resize2d_short_size(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected size to have 2 elements in [0, 2147483647], but got [8]}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_negative_size(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected size to have 2 elements in [0, 2147483647], but got [8, -1]}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, -1>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_short_roi(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected roi to have 4 elements, but got 2}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 1.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_layout_without_channels(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected a layout with N, C, H and W, of which N and C may be split, but got "NHW"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NHW"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_layout_splits_height(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected a layout with N, C, H and W, of which N and C may be split, but got "NCHW2h"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NCHW2h"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_layout_without_block_name(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected a layout with N, C, H and W, of which N and C may be split, but got "NCHW2"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NCHW2"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_rank(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected data of rank 5 for layout "NCHW4c", but got rank 4}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NCHW4c"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_unknown_method(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected method to be one of "nearest_neighbor", "linear", "cubic", but got "bicubic"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, method = "bicubic"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_unknown_coordinates(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected coordinate_transformation_mode to be one of "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn", "tf_crop_and_resize", but got "x"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, coordinate_transformation_mode = "x"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_unknown_rounding(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected rounding_method to be one of "", "round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil", but got "x"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, rounding_method = "x"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @resize2d_out_dtype(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: out_dtype 'i3' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, out_dtype = i3} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @upsampling_zero_scale(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling: expected scales in (0, 2147483647], but got 0.000000e+00}}
  // expected-error@+1 {{'relay.nn.upsampling' op failed to infer returned types}}
  %0 = relay.nn.upsampling %a0 {scale_h = 0.0} : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @upsampling_unknown_method(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling: expected method to be one of "nearest_neighbor", "bilinear", "bicubic", but got "cubic"}}
  // expected-error@+1 {{'relay.nn.upsampling' op failed to infer returned types}}
  %0 = relay.nn.upsampling %a0 {method = "cubic"} : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @upsampling3d_overflow(%a0: tensor<1x3x4x4x9007199254740992xf32>) {
  // expected-error@+2 {{nn.upsampling3d: the size 9007199254740992 times 2.000000e+00 exceeds 53 bits}}
  // expected-error@+1 {{'relay.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.nn.upsampling3d %a0 {scale_w = 2.0} : (tensor<1x3x4x4x9007199254740992xf32>) -> !relay.unknown
  return
}

// -----

func.func @upsampling3d_rank(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling3d: expected data of rank 5 for layout "NCDHW", but got rank 4}}
  // expected-error@+1 {{'relay.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.nn.upsampling3d %a0 : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @upsampling3d_unknown_coordinates(%a0: tensor<1x3x4x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling3d: expected coordinate_transformation_mode to be one of "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn", "tf_crop_and_resize", but got "x"}}
  // expected-error@+1 {{'relay.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.nn.upsampling3d %a0 {coordinate_transformation_mode = "x"} : (tensor<1x3x4x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @resize1d_layout_without_width(%x0: tensor<1x3x4xf32>) {
  // expected-error@+2 {{image.resize1d: expected a layout with the dimensions of NCW, but got "NHC"}}
  // expected-error@+1 {{'relay.image.resize1d' op failed to infer returned types}}
  %0 = relay.image.resize1d %x0 {size = array<i64: 8>, roi = array<f64: 0.0, 0.0>, layout = "NHC"} : (tensor<1x3x4xf32>) -> tensor<1x3x8xf32>
  return
}

// -----

func.func @resize3d_rank(%x0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize3d: expected data of rank 5 for layout "NCDHW", but got rank 4}}
  // expected-error@+1 {{'relay.image.resize3d' op failed to infer returned types}}
  %0 = relay.image.resize3d %x0 {size = array<i64: 8, 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0, 0.0, 0.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8x8xf32>
  return
}

// -----

func.func @affine_grid_data_shape(%x0: tensor<2x3x3xf32>) {
  // expected-error@+2 {{image.affine_grid: expected data of shape (batch, 2, 3), but got 'tensor<2x3x3xf32>'}}
  // expected-error@+1 {{'relay.image.affine_grid' op failed to infer returned types}}
  %0 = relay.image.affine_grid %x0 {target_shape = array<i64: 4, 5>} : (tensor<2x3x3xf32>) -> tensor<2x2x4x5xf32>
  return
}

// -----

func.func @affine_grid_small_target(%x0: tensor<2x2x3xf32>) {
  // expected-error@+2 {{image.affine_grid: expected target_shape to have 2 elements in [2, 2147483647], but got [1, 5]}}
  // expected-error@+1 {{'relay.image.affine_grid' op failed to infer returned types}}
  %0 = relay.image.affine_grid %x0 {target_shape = array<i64: 1, 5>} : (tensor<2x2x3xf32>) -> tensor<2x2x1x5xf32>
  return
}

// -----

func.func @crop_and_resize_integer_boxes(%x0: tensor<1x3x8x8xf32>, %x1: tensor<5x4xi32>, %x2: tensor<5xi32>) {
  // expected-error@+2 {{image.crop_and_resize: expected boxes of floats of shape (box, 4), but got 'tensor<5x4xi32>'}}
  // expected-error@+1 {{'relay.image.crop_and_resize' op failed to infer returned types}}
  %0 = relay.image.crop_and_resize %x0, %x1, %x2 {crop_size = array<i64: 4, 4>} : (tensor<1x3x8x8xf32>, tensor<5x4xi32>, tensor<5xi32>) -> tensor<5x3x4x4xf32>
  return
}

// -----

func.func @crop_and_resize_box_indices_count(%x0: tensor<1x3x8x8xf32>, %x1: tensor<5x4xf32>, %x2: tensor<4xi32>) {
  // expected-error@+2 {{image.crop_and_resize: expected box_indices to have one integer for each box, but got 'tensor<4xi32>'}}
  // expected-error@+1 {{'relay.image.crop_and_resize' op failed to infer returned types}}
  %0 = relay.image.crop_and_resize %x0, %x1, %x2 {crop_size = array<i64: 4, 4>} : (tensor<1x3x8x8xf32>, tensor<5x4xf32>, tensor<4xi32>) -> tensor<5x3x4x4xf32>
  return
}

// -----

func.func @crop_and_resize_layout_splits_batch(%x0: tensor<1x3x8x8x4xf32>, %x1: tensor<5x4xf32>, %x2: tensor<5xi32>) {
  // expected-error@+2 {{image.crop_and_resize: expected a layout without blocks of N, but got "NCHW4n"}}
  // expected-error@+1 {{'relay.image.crop_and_resize' op failed to infer returned types}}
  %0 = relay.image.crop_and_resize %x0, %x1, %x2 {crop_size = array<i64: 4, 4>, layout = "NCHW4n"} : (tensor<1x3x8x8x4xf32>, tensor<5x4xf32>, tensor<5xi32>) -> tensor<5x3x4x4x4xf32>
  return
}

// -----

func.func @dilation2d_split_layout(%x0: tensor<1x3x8x8xf32>, %x1: tensor<3x3x3xf32>) {
  // expected-error@+2 {{image.dilation2d: expected data_layout with the dimensions of NCHW and no blocks, but got "NCHW4c"}}
  // expected-error@+1 {{'relay.image.dilation2d' op failed to infer returned types}}
  %0 = relay.image.dilation2d %x0, %x1 {data_layout = "NCHW4c"} : (tensor<1x3x8x8xf32>, tensor<3x3x3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @dilation2d_weight_rank(%x0: tensor<1x3x8x8xf32>, %x1: tensor<3x3xf32>) {
  // expected-error@+2 {{image.dilation2d: expected rank 3 for kernel_layout "IHW", but got 'tensor<3x3xf32>'}}
  // expected-error@+1 {{'relay.image.dilation2d' op failed to infer returned types}}
  %0 = relay.image.dilation2d %x0, %x1 : (tensor<1x3x8x8xf32>, tensor<3x3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @dilation2d_weight_channels(%x0: tensor<1x3x8x8xf32>, %x1: tensor<4x3x3xf32>) {
  // expected-error@+2 {{image.dilation2d: expected weight to have 3 channels, as data, but got 4}}
  // expected-error@+1 {{'relay.image.dilation2d' op failed to infer returned types}}
  %0 = relay.image.dilation2d %x0, %x1 : (tensor<1x3x8x8xf32>, tensor<4x3x3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @dilation2d_empty_weight(%x0: tensor<1x3x8x8xf32>, %x1: tensor<3x0x3xf32>) {
  // expected-error@+2 {{image.dilation2d: expected spatial sizes of weight in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.image.dilation2d' op failed to infer returned types}}
  %0 = relay.image.dilation2d %x0, %x1 : (tensor<1x3x8x8xf32>, tensor<3x0x3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @dilation2d_large_window(%x0: tensor<1x3x8x8xf32>, %x1: tensor<3x10x3xf32>) {
  // expected-error@+2 {{image.dilation2d: a window of size 10 does not fit into dimension 2 of size 8 with its padding}}
  // expected-error@+1 {{'relay.image.dilation2d' op failed to infer returned types}}
  %0 = relay.image.dilation2d %x0, %x1 : (tensor<1x3x8x8xf32>, tensor<3x10x3xf32>) -> tensor<1x3x6x6xf32>
  return
}

// -----

func.func @grid_sample_layout(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x2x4x5xf32>) {
  // expected-error@+2 {{image.grid_sample: expected layout to be NCHW or NCDHW, but got "NHWC"}}
  // expected-error@+1 {{'relay.image.grid_sample' op failed to infer returned types}}
  %0 = relay.image.grid_sample %x0, %x1 {layout = "NHWC"} : (tensor<1x3x8x8xf32>, tensor<1x2x4x5xf32>) -> tensor<1x3x4x5xf32>
  return
}

// -----

func.func @grid_sample_grid_channels(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x3x4x5xf32>) {
  // expected-error@+2 {{image.grid_sample: expected grid of type 'tensor<1x2x?x?xf32>', but got 'tensor<1x3x4x5xf32>'}}
  // expected-error@+1 {{'relay.image.grid_sample' op failed to infer returned types}}
  %0 = relay.image.grid_sample %x0, %x1 : (tensor<1x3x8x8xf32>, tensor<1x3x4x5xf32>) -> tensor<1x3x4x5xf32>
  return
}

// -----

func.func @grid_sample_data_rank(%x0: tensor<3x8x8xf32>, %x1: tensor<1x2x4x5xf32>) {
  // expected-error@+2 {{image.grid_sample: expected data of rank 4 for layout "NCHW", but got 'tensor<3x8x8xf32>'}}
  // expected-error@+1 {{'relay.image.grid_sample' op failed to infer returned types}}
  %0 = relay.image.grid_sample %x0, %x1 : (tensor<3x8x8xf32>, tensor<1x2x4x5xf32>) -> tensor<1x3x4x5xf32>
  return
}
