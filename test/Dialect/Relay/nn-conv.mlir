// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @conv2d(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>, %[[A1:.*]]: tensor<6x4x3x2xf32>
func.func @conv2d(%a0: tensor<1x4x8x9xf32>, %a1: tensor<6x4x3x2xf32>) -> tensor<1x6x6x8xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] : (tensor<1x4x8x9xf32>, tensor<6x4x3x2xf32>) -> tensor<1x6x6x8xf32>
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<1x4x8x9xf32>, tensor<6x4x3x2xf32>) -> tensor<1x6x6x8xf32>
  return %0 : tensor<1x6x6x8xf32>
}

// Sizes (8 + 1 + 0 - 3) / 2 + 1 and (9 + 2 + 1 - 3) / 3 + 1.
// CHECK-LABEL: func @conv2d_all(
// CHECK-SAME: %[[A0:.*]]: tensor<2x4x8x9xf32>, %[[A1:.*]]: tensor<6x2x3x2xf32>
func.func @conv2d_all(%a0: tensor<2x4x8x9xf32>, %a1: tensor<6x2x3x2xf32>) -> tensor<2x6x4x4xf16> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 6 : i64, dilation = array<i64: 1, 2>, groups = 2 : i64, kernel_size = array<i64: 3, 2>, out_dtype = f16, padding = array<i64: 1, 2, 0, 1>, strides = array<i64: 2, 3>} : (tensor<2x4x8x9xf32>, tensor<6x2x3x2xf32>) -> tensor<2x6x4x4xf16>
  %0 = relay.nn.conv2d %a0, %a1 {channels = 6 : i64, dilation = array<i64: 1, 2>, groups = 2 : i64, kernel_size = array<i64: 3, 2>, out_dtype = f16, padding = array<i64: 1, 2, 0, 1>, strides = array<i64: 2, 3>} : (tensor<2x4x8x9xf32>, tensor<6x2x3x2xf32>) -> tensor<2x6x4x4xf16>
  return %0 : tensor<2x6x4x4xf16>
}

// CHECK-LABEL: func @conv2d_one_padding(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<6x4x3x3xf32>
func.func @conv2d_one_padding(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {padding = array<i64: 1>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  %0 = relay.nn.conv2d %a0, %a1 {padding = array<i64: 1>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x8xf32>
  return %0 : tensor<1x6x8x8xf32>
}

// The result takes the type of the data.
// CHECK-LABEL: func @conv2d_mixed(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xi8>, %[[A1:.*]]: tensor<6x4x1x1xui8>
func.func @conv2d_mixed(%a0: tensor<1x4x8x8xi8>, %a1: tensor<6x4x1x1xui8>) -> tensor<1x6x8x8xi8> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] : (tensor<1x4x8x8xi8>, tensor<6x4x1x1xui8>) -> tensor<1x6x8x8xi8>
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<1x4x8x8xi8>, tensor<6x4x1x1xui8>) -> tensor<1x6x8x8xi8>
  return %0 : tensor<1x6x8x8xi8>
}

// CHECK-LABEL: func @conv2d_layouts(
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x9x4xf32>, %[[A1:.*]]: tensor<3x2x4x6xf32>
func.func @conv2d_layouts(%a0: tensor<1x8x9x4xf32>, %a1: tensor<3x2x4x6xf32>) -> tensor<6x1x6x8xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {data_layout = "NHWC", kernel_layout = "HWIO", out_layout = "CNHW"} : (tensor<1x8x9x4xf32>, tensor<3x2x4x6xf32>) -> tensor<6x1x6x8xf32>
  %0 = relay.nn.conv2d %a0, %a1 {data_layout = "NHWC", kernel_layout = "HWIO", out_layout = "CNHW"} : (tensor<1x8x9x4xf32>, tensor<3x2x4x6xf32>) -> tensor<6x1x6x8xf32>
  return %0 : tensor<6x1x6x8xf32>
}

// CHECK-LABEL: func @conv2d_packed(
// CHECK-SAME: %[[A0:.*]]: tensor<1x2x8x8x4xf32>, %[[A1:.*]]: tensor<3x2x3x3x4x2xf32>
func.func @conv2d_packed(%a0: tensor<1x2x8x8x4xf32>, %a1: tensor<3x2x3x3x4x2xf32>) -> tensor<1x2x6x6x4xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {data_layout = "NCHW4c", kernel_layout = "OIHW4i2o"} : (tensor<1x2x8x8x4xf32>, tensor<3x2x3x3x4x2xf32>) -> tensor<1x2x6x6x4xf32>
  %0 = relay.nn.conv2d %a0, %a1 {data_layout = "NCHW4c", kernel_layout = "OIHW4i2o"} : (tensor<1x2x8x8x4xf32>, tensor<3x2x3x3x4x2xf32>) -> tensor<1x2x6x6x4xf32>
  return %0 : tensor<1x2x6x6x4xf32>
}

// Two blocks of four hold six channels, three blocks of three eight.
// CHECK-LABEL: func @conv2d_packed_rest(
// CHECK-SAME: %[[A0:.*]]: tensor<1x2x8x8x4xf32>, %[[A1:.*]]: tensor<2x3x3x3x3x4xf32>
func.func @conv2d_packed_rest(%a0: tensor<1x2x8x8x4xf32>, %a1: tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 6 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW3i4o", kernel_size = array<i64: 3, 3>} : (tensor<1x2x8x8x4xf32>, tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32>
  %0 = relay.nn.conv2d %a0, %a1 {channels = 6 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW3i4o", kernel_size = array<i64: 3, 3>} : (tensor<1x2x8x8x4xf32>, tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32>
  return %0 : tensor<1x2x6x6x4xf32>
}

// CHECK-LABEL: func @conv2d_depthwise(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<4x2x3x3xf32>
func.func @conv2d_depthwise(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x2x3x3xf32>) -> tensor<1x8x6x6xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 8 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x2x3x3xf32>) -> tensor<1x8x6x6xf32>
  %0 = relay.nn.conv2d %a0, %a1 {channels = 8 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x2x3x3xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

// CHECK-LABEL: func @conv2d_grouped_like_depthwise(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<8x1x3x3xf32>
func.func @conv2d_grouped_like_depthwise(%a0: tensor<1x4x8x8xf32>, %a1: tensor<8x1x3x3xf32>) -> tensor<1x8x6x6xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 8 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x6x6xf32>
  %0 = relay.nn.conv2d %a0, %a1 {channels = 8 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

// CHECK-LABEL: func @conv2d_depthwise_hwoi(
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x8x4xf32>, %[[A1:.*]]: tensor<3x3x4x1xf32>
func.func @conv2d_depthwise_hwoi(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x4x1xf32>) -> tensor<1x6x6x4xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 4 : i64, data_layout = "NHWC", groups = 4 : i64, kernel_layout = "HWOI", kernel_size = array<i64: 3, 3>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>) -> tensor<1x6x6x4xf32>
  %0 = relay.nn.conv2d %a0, %a1 {channels = 4 : i64, data_layout = "NHWC", groups = 4 : i64, kernel_layout = "HWOI", kernel_size = array<i64: 3, 3>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func @conv2d_group_dim(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<2x3x2x3x3xf32>
func.func @conv2d_group_dim(%a0: tensor<1x4x8x8xf32>, %a1: tensor<2x3x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {groups = 2 : i64, kernel_layout = "GOIHW"} : (tensor<1x4x8x8xf32>, tensor<2x3x2x3x3xf32>) -> tensor<1x6x6x6xf32>
  %0 = relay.nn.conv2d %a0, %a1 {groups = 2 : i64, kernel_layout = "GOIHW"} : (tensor<1x4x8x8xf32>, tensor<2x3x2x3x3xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// CHECK-LABEL: func @conv2d_dynamic(
// CHECK-SAME: %[[A0:.*]]: tensor<?x4x?x8xf32>, %[[A1:.*]]: tensor<?x?x3x3xf32>
func.func @conv2d_dynamic(%a0: tensor<?x4x?x8xf32>, %a1: tensor<?x?x3x3xf32>) -> tensor<?x?x?x6xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] : (tensor<?x4x?x8xf32>, tensor<?x?x3x3xf32>) -> tensor<?x?x?x6xf32>
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<?x4x?x8xf32>, tensor<?x?x3x3xf32>) -> tensor<?x?x?x6xf32>
  return %0 : tensor<?x?x?x6xf32>
}

// CHECK-LABEL: func @conv2d_dynamic_kernel(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<?x4x3x?xf32>
func.func @conv2d_dynamic_kernel(%a0: tensor<1x4x8x8xf32>, %a1: tensor<?x4x3x?xf32>) -> tensor<1x6x6x?xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 6 : i64} : (tensor<1x4x8x8xf32>, tensor<?x4x3x?xf32>) -> tensor<1x6x6x?xf32>
  %0 = relay.nn.conv2d %a0, %a1 {channels = 6 : i64} : (tensor<1x4x8x8xf32>, tensor<?x4x3x?xf32>) -> tensor<1x6x6x?xf32>
  return %0 : tensor<1x6x6x?xf32>
}

// CHECK-LABEL: func @conv2d_empty(
// CHECK-SAME: %[[A0:.*]]: tensor<0x0x3x8xf32>, %[[A1:.*]]: tensor<6x0x4x3xf32>
func.func @conv2d_empty(%a0: tensor<0x0x3x8xf32>, %a1: tensor<6x0x4x3xf32>) -> tensor<0x6x0x6xf32> {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] : (tensor<0x0x3x8xf32>, tensor<6x0x4x3xf32>) -> tensor<0x6x0x6xf32>
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<0x0x3x8xf32>, tensor<6x0x4x3xf32>) -> tensor<0x6x0x6xf32>
  return %0 : tensor<0x6x0x6xf32>
}

// CHECK-LABEL: func @conv2d_unknown(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: !relay.unknown
func.func @conv2d_unknown(%a0: tensor<1x4x8x8xf32>, %a1: !relay.unknown) -> !relay.unknown {
  // CHECK: relay.nn.conv2d %[[A0]], %[[A1]] {channels = 6 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, !relay.unknown) -> !relay.unknown
  %0 = relay.nn.conv2d %a0, %a1 {channels = 6 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// Defaults are not printed.
// CHECK-LABEL: func @conv1d(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8xf32>, %[[A1:.*]]: tensor<6x4x3xf32>
func.func @conv1d(%a0: tensor<1x4x8xf32>, %a1: tensor<6x4x3xf32>) -> tensor<1x6x6xf32> {
  // CHECK: relay.nn.conv1d %[[A0]], %[[A1]] : (tensor<1x4x8xf32>, tensor<6x4x3xf32>) -> tensor<1x6x6xf32>
  %0 = relay.nn.conv1d %a0, %a1 {data_layout = "NCW", dilation = array<i64: 1>, groups = 1 : i64, kernel_layout = "OIW", out_layout = "", padding = array<i64: 0, 0>, strides = array<i64: 1>} : (tensor<1x4x8xf32>, tensor<6x4x3xf32>) -> tensor<1x6x6xf32>
  return %0 : tensor<1x6x6xf32>
}

// CHECK-LABEL: func @conv1d_all(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8xf32>, %[[A1:.*]]: tensor<6x2x3xf32>
func.func @conv1d_all(%a0: tensor<1x4x8xf32>, %a1: tensor<6x2x3xf32>) -> tensor<1x6x3xf32> {
  // CHECK: relay.nn.conv1d %[[A0]], %[[A1]] {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1, 2>, strides = array<i64: 3>} : (tensor<1x4x8xf32>, tensor<6x2x3xf32>) -> tensor<1x6x3xf32>
  %0 = relay.nn.conv1d %a0, %a1 {dilation = array<i64: 2>, groups = 2 : i64, padding = array<i64: 1, 2>, strides = array<i64: 3>} : (tensor<1x4x8xf32>, tensor<6x2x3xf32>) -> tensor<1x6x3xf32>
  return %0 : tensor<1x6x3xf32>
}

// CHECK-LABEL: func @conv1d_layouts(
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x4xf32>, %[[A1:.*]]: tensor<3x4x6xf32>
func.func @conv1d_layouts(%a0: tensor<1x8x4xf32>, %a1: tensor<3x4x6xf32>) -> tensor<1x6x6xf32> {
  // CHECK: relay.nn.conv1d %[[A0]], %[[A1]] {data_layout = "NWC", kernel_layout = "WIO"} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  %0 = relay.nn.conv1d %a0, %a1 {data_layout = "NWC", kernel_layout = "WIO"} : (tensor<1x8x4xf32>, tensor<3x4x6xf32>) -> tensor<1x6x6xf32>
  return %0 : tensor<1x6x6xf32>
}

// CHECK-LABEL: func @conv3d(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8x8xf32>, %[[A1:.*]]: tensor<6x4x3x3x3xf32>
func.func @conv3d(%a0: tensor<1x4x8x8x8xf32>, %a1: tensor<6x4x3x3x3xf32>) -> tensor<1x6x6x8x10xf32> {
  // CHECK: relay.nn.conv3d %[[A0]], %[[A1]] {padding = array<i64: 0, 1, 2>} : (tensor<1x4x8x8x8xf32>, tensor<6x4x3x3x3xf32>) -> tensor<1x6x6x8x10xf32>
  %0 = relay.nn.conv3d %a0, %a1 {padding = array<i64: 0, 1, 2>} : (tensor<1x4x8x8x8xf32>, tensor<6x4x3x3x3xf32>) -> tensor<1x6x6x8x10xf32>
  return %0 : tensor<1x6x6x8x10xf32>
}

// CHECK-LABEL: func @conv3d_all(
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x8x8x4xf32>, %[[A1:.*]]: tensor<4x2x3x3x3xf32>
func.func @conv3d_all(%a0: tensor<1x8x8x8x4xf32>, %a1: tensor<4x2x3x3x3xf32>) -> tensor<1x8x5x8x8xf32> {
  // CHECK: relay.nn.conv3d %[[A0]], %[[A1]] {channels = 8 : i64, data_layout = "NDHWC", dilation = array<i64: 1, 1, 2>, groups = 4 : i64, kernel_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 2, 3, 1, 1, 1>, strides = array<i64: 1, 2, 1>} : (tensor<1x8x8x8x4xf32>, tensor<4x2x3x3x3xf32>) -> tensor<1x8x5x8x8xf32>
  %0 = relay.nn.conv3d %a0, %a1 {channels = 8 : i64, data_layout = "NDHWC", dilation = array<i64: 1, 1, 2>, groups = 4 : i64, kernel_size = array<i64: 3, 3, 3>, padding = array<i64: 1, 2, 3, 1, 1, 1>, strides = array<i64: 1, 2, 1>} : (tensor<1x8x8x8x4xf32>, tensor<4x2x3x3x3xf32>) -> tensor<1x8x5x8x8xf32>
  return %0 : tensor<1x8x5x8x8xf32>
}

// CHECK-LABEL: func @conv2d_transpose(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8xf32>, %[[A1:.*]]: tensor<4x3x3x3xf32>
func.func @conv2d_transpose(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x3x3x3xf32>) -> tensor<1x3x10x10xf32> {
  // CHECK: relay.nn.conv2d_transpose %[[A0]], %[[A1]] : (tensor<1x4x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x3x10x10xf32>
  %0 = relay.nn.conv2d_transpose %a0, %a1 : (tensor<1x4x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x3x10x10xf32>
  return %0 : tensor<1x3x10x10xf32>
}

// Sizes 2 * 7 + 3 - 3 + 1 and 3 * 8 + 3 - 3 + 2.
// CHECK-LABEL: func @conv2d_transpose_all(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>, %[[A1:.*]]: tensor<4x3x3x2xf32>
func.func @conv2d_transpose_all(%a0: tensor<1x4x8x9xf32>, %a1: tensor<4x3x3x2xf32>) -> tensor<1x6x15x26xf32> {
  // CHECK: relay.nn.conv2d_transpose %[[A0]], %[[A1]] {channels = 6 : i64, dilation = array<i64: 1, 2>, groups = 2 : i64, kernel_size = array<i64: 3, 2>, output_padding = array<i64: 1, 2>, padding = array<i64: 1, 2, 2, 1>, strides = array<i64: 2, 3>} : (tensor<1x4x8x9xf32>, tensor<4x3x3x2xf32>) -> tensor<1x6x15x26xf32>
  %0 = relay.nn.conv2d_transpose %a0, %a1 {channels = 6 : i64, dilation = array<i64: 1, 2>, groups = 2 : i64, kernel_size = array<i64: 3, 2>, output_padding = array<i64: 1, 2>, padding = array<i64: 1, 2, 2, 1>, strides = array<i64: 2, 3>} : (tensor<1x4x8x9xf32>, tensor<4x3x3x2xf32>) -> tensor<1x6x15x26xf32>
  return %0 : tensor<1x6x15x26xf32>
}

// CHECK-LABEL: func @conv2d_transpose_layouts(
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x8x4xf32>, %[[A1:.*]]: tensor<3x3x6x4xf32>
func.func @conv2d_transpose_layouts(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x3x6x4xf32>) -> tensor<1x10x10x6xf32> {
  // CHECK: relay.nn.conv2d_transpose %[[A0]], %[[A1]] {data_layout = "NHWC", kernel_layout = "HWOI"} : (tensor<1x8x8x4xf32>, tensor<3x3x6x4xf32>) -> tensor<1x10x10x6xf32>
  %0 = relay.nn.conv2d_transpose %a0, %a1 {data_layout = "NHWC", kernel_layout = "HWOI"} : (tensor<1x8x8x4xf32>, tensor<3x3x6x4xf32>) -> tensor<1x10x10x6xf32>
  return %0 : tensor<1x10x10x6xf32>
}

// CHECK-LABEL: func @conv2d_transpose_dynamic(
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x?x8xf32>, %[[A1:.*]]: tensor<4x3x3x3xf32>
func.func @conv2d_transpose_dynamic(%a0: tensor<1x4x?x8xf32>, %a1: tensor<4x3x3x3xf32>) -> tensor<1x6x?x10xf32> {
  // CHECK: relay.nn.conv2d_transpose %[[A0]], %[[A1]] {groups = 2 : i64} : (tensor<1x4x?x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x6x?x10xf32>
  %0 = relay.nn.conv2d_transpose %a0, %a1 {groups = 2 : i64} : (tensor<1x4x?x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x6x?x10xf32>
  return %0 : tensor<1x6x?x10xf32>
}

// CHECK-LABEL: func @conv2d_NCHWc
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x8x8xf32>, %[[A1:.*]]: tensor<4x4x3x3x8x8xf32>
func.func @conv2d_NCHWc(%a0: tensor<1x4x8x8x8xf32>, %a1: tensor<4x4x3x3x8x8xf32>) -> tensor<1x4x8x8x8xf32> {
  // CHECK: relay.nn.contrib_conv2d_NCHWc %[[A0]], %[[A1]] {channels = 32 : i64, data_layout = "NCHW8c", kernel_layout = "OIHW8i8o", kernel_size = array<i64: 3, 3>, out_layout = "NCHW8c", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x8x8x8xf32>, tensor<4x4x3x3x8x8xf32>) -> tensor<1x4x8x8x8xf32>
  %0 = relay.nn.contrib_conv2d_NCHWc %a0, %a1 {channels = 32 : i64, data_layout = "NCHW8c", kernel_layout = "OIHW8i8o", kernel_size = array<i64: 3, 3>, out_layout = "NCHW8c", padding = array<i64: 1, 1, 1, 1>} : (tensor<1x4x8x8x8xf32>, tensor<4x4x3x3x8x8xf32>) -> tensor<1x4x8x8x8xf32>
  return %0 : tensor<1x4x8x8x8xf32>
}

// The layout OIHW of a weight with blocks.
// CHECK-LABEL: func @conv2d_NCHWc_default_kernel_layout
func.func @conv2d_NCHWc_default_kernel_layout(%a0: tensor<1x2x8x8x4xf32>, %a1: tensor<3x2x3x3x4x8xf32>) -> tensor<1x6x8x8x4xf32> {
  // CHECK: relay.nn.contrib_conv2d_NCHWc %{{.*}}, %{{.*}} {data_layout = "NCHW4c", padding = array<i64: 1, 1>} : (tensor<1x2x8x8x4xf32>, tensor<3x2x3x3x4x8xf32>) -> tensor<1x6x8x8x4xf32>
  %0 = relay.nn.contrib_conv2d_NCHWc %a0, %a1 {data_layout = "NCHW4c", padding = array<i64: 1, 1>} : (tensor<1x2x8x8x4xf32>, tensor<3x2x3x3x4x8xf32>) -> tensor<1x6x8x8x4xf32>
  return %0 : tensor<1x6x8x8x4xf32>
}
