// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @resize2d
func.func @resize2d(%x: tensor<?x3x4x?xf32>) -> tensor<?x3x8x9xf32> {
  // CHECK: relay.image.resize2d %{{.*}} {roi = array<f64: 0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00>, size = array<i64: 8, 9>} : (tensor<?x3x4x?xf32>) -> tensor<?x3x8x9xf32>
  %0 = relay.image.resize2d %x {size = array<i64: 8, 9>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, rounding_method = "round", cubic_alpha = -0.5 : f64} : (tensor<?x3x4x?xf32>) -> tensor<?x3x8x9xf32>
  return %0 : tensor<?x3x8x9xf32>
}

// CHECK-LABEL: func @resize2d_nhwc_dtype
func.func @resize2d_nhwc_dtype(%x: tensor<1x4x4x3xui8>) -> tensor<1x8x9x3xf16> {
  // CHECK: relay.image.resize2d %{{.*}} {coordinate_transformation_mode = "align_corners", cubic_alpha = -7.500000e-01 : f64, cubic_exclude = 1 : i64, layout = "NHWC", method = "cubic", out_dtype = f16, roi = {{.*}}, rounding_method = "", size = array<i64: 8, 9>} : (tensor<1x4x4x3xui8>) -> tensor<1x8x9x3xf16>
  %0 = relay.image.resize2d %x {size = array<i64: 8, 9>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NHWC", method = "cubic", coordinate_transformation_mode = "align_corners", rounding_method = "", cubic_alpha = -0.75 : f64, cubic_exclude = 1 : i64, out_dtype = f16} : (tensor<1x4x4x3xui8>) -> tensor<1x8x9x3xf16>
  return %0 : tensor<1x8x9x3xf16>
}

// CHECK-LABEL: func @resize2d_packed
func.func @resize2d_packed(%x: tensor<1x2x4x4x8xf32>) -> tensor<1x2x8x8x8xf32> {
  // CHECK: relay.image.resize2d %{{.*}} {coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 1.000000e+00 : f64, layout = "NCHW8c", method = "nearest_neighbor"
  %0 = relay.image.resize2d %x {size = array<i64: 8, 8>, roi = array<f64: 0.1, 0.2, 0.9, 1.0>, layout = "NCHW8c", method = "nearest_neighbor", coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 1.0 : f64} : (tensor<1x2x4x4x8xf32>) -> tensor<1x2x8x8x8xf32>
  return %0 : tensor<1x2x8x8x8xf32>
}

// CHECK-LABEL: func @upsampling
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x4x?xf32>
func.func @upsampling(%a0: tensor<1x3x4x?xf32>) -> tensor<1x3x10x?xf32> {
  // CHECK: relay.nn.upsampling %[[A0]] {align_corners = true, method = "bilinear", scale_h = 2.500000e+00 : f64, scale_w = 2.000000e+00 : f64} : (tensor<1x3x4x?xf32>) -> tensor<1x3x10x?xf32>
  %0 = relay.nn.upsampling %a0 {align_corners = true, method = "bilinear", scale_h = 2.500000e+00 : f64, scale_w = 2.000000e+00 : f64} : (tensor<1x3x4x?xf32>) -> tensor<1x3x10x?xf32>
  return %0 : tensor<1x3x10x?xf32>
}

// CHECK-LABEL: func @upsampling3d
// CHECK-SAME: %[[A0:.*]]: tensor<1x2x4x5x3xi8>
func.func @upsampling3d(%a0: tensor<1x2x4x5x3xi8>) -> tensor<1x4x4x2x3xi8> {
  // CHECK: relay.nn.upsampling3d %[[A0]] {layout = "NDHWC", scale_d = 2.000000e+00 : f64, scale_w = 5.000000e-01 : f64} : (tensor<1x2x4x5x3xi8>) -> tensor<1x4x4x2x3xi8>
  %0 = relay.nn.upsampling3d %a0 {layout = "NDHWC", scale_d = 2.000000e+00 : f64, scale_w = 5.000000e-01 : f64} : (tensor<1x2x4x5x3xi8>) -> tensor<1x4x4x2x3xi8>
  return %0 : tensor<1x4x4x2x3xi8>
}

// Halves are rounded to even sizes: 4.5 and 7.5.
// CHECK-LABEL: func @upsampling_halves
func.func @upsampling_halves(%a0: tensor<1x1x3x5xf32>) -> tensor<1x1x4x8xf32> {
  // CHECK: relay.nn.upsampling
  %0 = relay.nn.upsampling %a0 {scale_h = 1.5, scale_w = 1.5} : (tensor<1x1x3x5xf32>) -> tensor<1x1x4x8xf32>
  return %0 : tensor<1x1x4x8xf32>
}
