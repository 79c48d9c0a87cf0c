// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected size to be a height and a width, but got [8]}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected size to be a height and a width, but got [8, -1]}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, -1>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected roi to have 4 elements, but got 2}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 1.0>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected a layout with N, C, H and W, of which N and C may be split, but got "NHW"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NHW"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected a layout with N, C, H and W, of which N and C may be split, but got "NCHW2h"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NCHW2h"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected a layout with N, C, H and W, of which N and C may be split, but got "NCHW2"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NCHW2"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected data of rank 5 for layout "NCHW4c", but got rank 4}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NCHW4c"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected method to be one of "nearest_neighbor", "linear", "cubic", but got "bicubic"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, method = "bicubic"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected coordinate_transformation_mode to be one of "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn", "tf_crop_and_resize", but got "x"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, coordinate_transformation_mode = "x"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: expected rounding_method to be one of "", "round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil", but got "x"}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, rounding_method = "x"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{image.resize2d: out_dtype 'i3' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.image.resize2d' op failed to infer returned types}}
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, out_dtype = i3} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @f(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling: expected scales in (0, 2147483647], but got 0.000000e+00}}
  // expected-error@+1 {{'relay.nn.upsampling' op failed to infer returned types}}
  %0 = relay.nn.upsampling %a0 {scale_h = 0.0} : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @f(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling: expected method to be one of "nearest_neighbor", "bilinear", "bicubic", but got "cubic"}}
  // expected-error@+1 {{'relay.nn.upsampling' op failed to infer returned types}}
  %0 = relay.nn.upsampling %a0 {method = "cubic"} : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @f(%a0: tensor<1x3x4x4x9007199254740992xf32>) {
  // expected-error@+2 {{nn.upsampling3d: the extent 9007199254740992 times 2.000000e+00 exceeds 53 bits}}
  // expected-error@+1 {{'relay.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.nn.upsampling3d %a0 {scale_w = 2.0} : (tensor<1x3x4x4x9007199254740992xf32>) -> !relay.unknown
  return
}

// -----

func.func @f(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling3d: expected data of rank 5 for layout "NCDHW", but got rank 4}}
  // expected-error@+1 {{'relay.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.nn.upsampling3d %a0 : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @f(%a0: tensor<1x3x4x4x4xf32>) {
  // expected-error@+2 {{nn.upsampling3d: expected coordinate_transformation_mode to be one of "half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn", "tf_crop_and_resize", but got "x"}}
  // expected-error@+1 {{'relay.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.nn.upsampling3d %a0 {coordinate_transformation_mode = "x"} : (tensor<1x3x4x4x4xf32>) -> !relay.unknown
  return
}
