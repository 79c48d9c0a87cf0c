// RUN: relay-lite-opt %s --relay-infer-type | FileCheck %s

// Channels and the size of the kernel give the weight its type.

// CHECK-LABEL: func.func @conv1d_groups
// CHECK-SAME: %{{.*}}: tensor<1x4x8xf16>, %{{.*}}: tensor<6x2x3xf16>) -> tensor<1x6x6xf16>
func.func @conv1d_groups(%x: tensor<1x4x8xf16>, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.conv1d %x, %w {groups = 2 : i64, channels = 6 : i64, kernel_size = array<i64: 3>} : (tensor<1x4x8xf16>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @conv2d
// CHECK-SAME: %{{.*}}: tensor<1x?x8x?xi8>, %{{.*}}: tensor<6x?x3x2xi8>) -> tensor<1x6x6x?xi32>
func.func @conv2d(%x: tensor<1x?x8x?xi8>, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.conv2d %x, %w {channels = 6 : i64, kernel_size = array<i64: 3, 2>, out_dtype = i32} : (tensor<1x?x8x?xi8>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @conv2d_packed
// CHECK-SAME: %{{.*}}: tensor<1x2x8x8x4xf32>, %{{.*}}: tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32>
func.func @conv2d_packed(%x: tensor<1x2x8x8x4xf32>, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.conv2d %x, %w {channels = 6 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NCHW4c", kernel_layout = "OIHW3i4o"} : (tensor<1x2x8x8x4xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @conv3d
// CHECK-SAME: %{{.*}}: tensor<1x8x8x8x4xf32>, %{{.*}}: tensor<6x4x1x2x3xf32>) -> tensor<1x8x7x6x6xf32>
func.func @conv3d(%x: tensor<1x8x8x8x4xf32>, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.conv3d %x, %w {channels = 6 : i64, kernel_size = array<i64: 1, 2, 3>, data_layout = "NDHWC"} : (tensor<1x8x8x8x4xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// CHECK-LABEL: func.func @conv2d_transpose_groups
// CHECK-SAME: %{{.*}}: tensor<1x4x8x8xf32>, %{{.*}}: tensor<4x3x3x3xf32>) -> tensor<1x6x10x10xf32>
func.func @conv2d_transpose_groups(%x: tensor<1x4x8x8xf32>, %w: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.conv2d_transpose %x, %w {groups = 2 : i64, channels = 6 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}
