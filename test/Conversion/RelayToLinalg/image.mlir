// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// Rounding down at a whole factor is an integer division; pixels are not
// converted.
// CHECK-LABEL: func @nearest_asymmetric
// CHECK-SAME: %[[X:.*]]: tensor<1x2x3x4xi8>
func.func @nearest_asymmetric(%x: tensor<1x2x3x4xui8>) -> tensor<1x2x6x8xui8> {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  // CHECK: %[[C:.*]] = linalg.index 1
  // CHECK: %[[H:.*]] = linalg.index 2
  // CHECK: %[[W:.*]] = linalg.index 3
  // CHECK: arith.divsi %[[H]], %c2
  // CHECK: arith.divsi %[[W]], %c2
  // CHECK: %[[PIXEL:.*]] = tensor.extract %[[X]][%c0, %[[C]], %{{.*}}, %{{.*}}]
  // CHECK-NEXT: linalg.yield %[[PIXEL]] : i8
  %0 = relay.image.resize2d %x {size = array<i64: 6, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, method = "nearest_neighbor", coordinate_transformation_mode = "asymmetric", rounding_method = ""} : (tensor<1x2x3x4xui8>) -> tensor<1x2x6x8xui8>
  return %0 : tensor<1x2x6x8xui8>
}

// CHECK-LABEL: func @linear_half_pixel_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?x2xf16>
func.func @linear_half_pixel_dynamic(%x: tensor<?x?x?x2xf16>) -> tensor<?x6x8x2xf16> {
  // CHECK-DAG: tensor.dim %[[X]], %c0
  // CHECK: linalg.generic
  // CHECK-COUNT-4: tensor.extract %[[X]]
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.image.resize2d %x {size = array<i64: 6, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, layout = "NHWC"} : (tensor<?x?x?x2xf16>) -> tensor<?x6x8x2xf16>
  return %0 : tensor<?x6x8x2xf16>
}

// CHECK-LABEL: func @cubic_f64
func.func @cubic_f64(%x: tensor<1x2x3x4xf64>) -> tensor<1x2x6x8xf32> {
  // CHECK-COUNT-16: tensor.extract
  // CHECK: arith.truncf %{{.*}} : f64 to f32
  %0 = relay.image.resize2d %x {size = array<i64: 6, 8>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, method = "cubic", coordinate_transformation_mode = "align_corners", out_dtype = f32} : (tensor<1x2x3x4xf64>) -> tensor<1x2x6x8xf32>
  return %0 : tensor<1x2x6x8xf32>
}

// CHECK-LABEL: func @crop_extrapolates
func.func @crop_extrapolates(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x6x8xf32> {
  // CHECK-DAG: %[[VALUE:.*]] = arith.constant 7.000000e+00 : f32
  // CHECK: arith.select %{{.*}}, %[[VALUE]], %{{.*}} : f32
  %0 = relay.image.resize2d %x {size = array<i64: 6, 8>, roi = array<f64: -0.5, 0.0, 1.5, 1.0>, method = "nearest_neighbor", coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 7.0 : f64} : (tensor<1x2x3x4xf32>) -> tensor<1x2x6x8xf32>
  return %0 : tensor<1x2x6x8xf32>
}

// Eight voxels; the nearest one is found by integer divisions.
// CHECK-LABEL: func @upsampling3d
// CHECK-SAME: %[[X:.*]]: tensor<1x2x2x3x?xf16>
func.func @upsampling3d(%x: tensor<1x2x2x3x?xf16>, %y: tensor<1x2x2x2x3xi8>) -> (tensor<1x2x4x6x9xf16>, tensor<1x4x4x4x3xi8>) {
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]
  // CHECK-COUNT-8: tensor.extract %[[X]]
  // CHECK-NOT: tensor.extract
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  %0 = relay.nn.upsampling3d %x {scale_d = 2.0, scale_h = 2.0, scale_w = 3.0, method = "trilinear"} : (tensor<1x2x2x3x?xf16>) -> tensor<1x2x4x6x9xf16>
  // CHECK: linalg.generic
  // CHECK-COUNT-3: arith.divsi
  // CHECK: %[[VOXEL:.*]] = tensor.extract
  // CHECK-NEXT: linalg.yield %[[VOXEL]] : i8
  %1 = relay.nn.upsampling3d %y {scale_d = 2.0, scale_h = 2.0, scale_w = 2.0, layout = "NDHWC", coordinate_transformation_mode = "asymmetric"} : (tensor<1x2x2x2x3xi8>) -> tensor<1x4x4x4x3xi8>
  return %0, %1 : tensor<1x2x4x6x9xf16>, tensor<1x4x4x4x3xi8>
}
