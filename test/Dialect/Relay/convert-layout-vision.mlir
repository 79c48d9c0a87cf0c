// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=vision.roi_align:NHWC:default,nn.deformable_conv2d:NHWC:default,nn.conv3d_transpose:NDHWC:default,image.resize1d:NWC,nn.conv2d_backward_weight:NHWC:HWIO}))' | FileCheck %s

// Regions stay as they are.
// CHECK-LABEL: func.func @roi_align(
// CHECK-SAME:    %[[X:.*]]: tensor<2x4x8x8xf32>, %[[R:.*]]: tensor<5x5xf32>)
func.func @roi_align(%x: tensor<2x4x8x8xf32>, %r: tensor<5x5xf32>) -> tensor<5x4x2x3xf32> {
  // CHECK: %[[XT:.*]] = relay.layout_transform %[[X]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK: %[[Y:.*]] = relay.vision.roi_align %[[XT]], %[[R]] {layout = "NHWC", {{.*}} -> tensor<5x2x3x4xf32>
  // CHECK: relay.layout_transform %[[Y]] {dst_layout = "NCHW", src_layout = "NHWC"}
  %0 = relay.vision.roi_align %x, %r {pooled_size = array<i64: 2, 3>, spatial_scale = 0.5} : (tensor<2x4x8x8xf32>, tensor<5x5xf32>) -> tensor<5x4x2x3xf32>
  return %0 : tensor<5x4x2x3xf32>
}

// Offsets have the layout of the data.
// CHECK-LABEL: func.func @deformable_conv2d(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xf32>, %[[O:.*]]: tensor<1x18x6x6xf32>, %[[W:.*]]: tensor<6x4x3x3xf32>)
func.func @deformable_conv2d(%x: tensor<1x4x8x8xf32>, %o: tensor<1x18x6x6xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32> {
  // CHECK-DAG: %[[XT:.*]] = relay.layout_transform %[[X]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK-DAG: %[[OT:.*]] = relay.layout_transform %[[O]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK-DAG: %[[WT:.*]] = relay.layout_transform %[[W]] {dst_layout = "HWIO", src_layout = "OIHW"}
  // CHECK: relay.nn.deformable_conv2d %[[XT]], %[[OT]], %[[WT]] {data_layout = "NHWC", kernel_layout = "HWIO"}
  %0 = relay.nn.deformable_conv2d %x, %o, %w : (tensor<1x4x8x8xf32>, tensor<1x18x6x6xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// CHECK-LABEL: func.func @conv3d_transpose(
func.func @conv3d_transpose(%x: tensor<1x4x3x4x5xf32>, %w: tensor<4x6x3x3x3xf32>) -> tensor<1x6x5x6x7xf32> {
  // CHECK: relay.nn.conv3d_transpose {{.*}} {data_layout = "NDHWC", kernel_layout = "DHWOI"}
  %0 = relay.nn.conv3d_transpose %x, %w : (tensor<1x4x3x4x5xf32>, tensor<4x6x3x3x3xf32>) -> tensor<1x6x5x6x7xf32>
  return %0 : tensor<1x6x5x6x7xf32>
}

// CHECK-LABEL: func.func @resize1d(
func.func @resize1d(%x: tensor<1x3x4xf32>) -> tensor<1x3x8xf32> {
  // CHECK: relay.image.resize1d {{.*}} {layout = "NWC", {{.*}} -> tensor<1x8x3xf32>
  %0 = relay.image.resize1d %x {size = array<i64: 8>, roi = array<f64: 0.0, 0.0>} : (tensor<1x3x4xf32>) -> tensor<1x3x8xf32>
  return %0 : tensor<1x3x8xf32>
}

// CHECK-LABEL: func.func @conv2d_backward_weight(
func.func @conv2d_backward_weight(%g: tensor<2x6x8x8xf32>, %x: tensor<2x4x8x8xf32>) -> tensor<6x4x3x3xf32> {
  // CHECK: relay.nn.conv2d_backward_weight {{.*}} {data_layout = "NHWC", kernel_layout = "NHWC", kernel_size = array<i64: 3, 3>, out_layout = "HWIO", padding = array<i64: 1, 1>} : {{.*}} -> tensor<3x3x4x6xf32>
  %0 = relay.nn.conv2d_backward_weight %g, %x {padding = array<i64: 1, 1>, kernel_size = array<i64: 3, 3>, kernel_layout = "NCHW", out_layout = "OIHW"} : (tensor<2x6x8x8xf32>, tensor<2x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return %0 : tensor<6x4x3x3xf32>
}
