// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// Blocks are loops of their own: nothing moves.

// CHECK-DAG: #[[$TAPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * -2 + 3, d3 * -2, d4, d5)>
// CHECK-DAG: #[[$DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d5, d2 * 2 + d7, d3 * 2 + d8, d6)>
// CHECK-DAG: #[[$WEIGHT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d1, d5, d7, d8, d6, d4)>
// CHECK-DAG: #[[$RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8) -> (d0, d1, d2, d3, d4)>
// CHECK-DAG: #[[$FIRST_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d5, d2 + d6, d3 + d7 * 2)>
// CHECK-DAG: #[[$FIRST_WEIGHT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d1, d5, d6, d7, d4)>
// CHECK-DAG: #[[$CHANNEL_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2 + d5, d3 + d6, d4)>
// CHECK-DAG: #[[$CHANNEL_WEIGHT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, 0, d5, d6, 0, d4)>

// CHECK-DAG: #[[$GROUP_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) -> (d0, d1 * 2 + d6, d3 + d8, d4 + d9, d7)>
// CHECK-DAG: #[[$GROUP_WEIGHT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) -> (d1, d2, d6, d8, d9, d7, d5)>
// CHECK-DAG: #[[$GROUP_RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9) -> (d0, d1 * 3 + d2, d3, d4, d5)>

// CHECK-LABEL: func @dense(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8x8x4xf32>, %[[W:.*]]: tensor<3x2x3x3x4x4xf32>
func.func @dense(%x: tensor<1x2x8x8x4xf32>, %w: tensor<3x2x3x3x4x4xf32>) -> tensor<1x3x4x4x4xf32> {
  // CHECK-NOT: transpose
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 1, 1, 0] high[0, 0, 1, 1, 0]
  // CHECK: linalg.generic {indexing_maps = [#[[$DATA]], #[[$WEIGHT]], #[[$RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%[[PADDED]], %[[W]] :
  // CHECK-NOT: transpose
  // CHECK: return
  %0 = relay.nn.contrib_conv2d_NCHWc %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 1>, data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x2x8x8x4xf32>, tensor<3x2x3x3x4x4xf32>) -> tensor<1x3x4x4x4xf32>
  return %0 : tensor<1x3x4x4x4xf32>
}

// CHECK-LABEL: func @first(
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x8xf32>, %[[W:.*]]: tensor<2x3x3x3x4xf32>
func.func @first(%x: tensor<1x3x8x8xf32>, %w: tensor<2x3x3x3x4xf32>) -> tensor<1x2x6x4x4xf32> {
  // CHECK-NOT: transpose
  // CHECK: linalg.generic {indexing_maps = [#[[$FIRST_DATA]], #[[$FIRST_WEIGHT]], #{{.*}}], {{.*}} ins(%[[X]], %[[W]] :
  // CHECK-NOT: transpose
  // CHECK: return
  %0 = relay.nn.contrib_conv2d_NCHWc %x, %w {dilation = array<i64: 1, 2>, data_layout = "NCHW", kernel_layout = "OIHW4o", out_layout = "NCHW4c"} : (tensor<1x3x8x8xf32>, tensor<2x3x3x3x4xf32>) -> tensor<1x2x6x4x4xf32>
  return %0 : tensor<1x2x6x4x4xf32>
}

// CHECK-LABEL: func @per_channel(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8x8x4xf32>, %[[W:.*]]: tensor<2x1x3x3x1x4xf32>
func.func @per_channel(%x: tensor<1x2x8x8x4xf32>, %w: tensor<2x1x3x3x1x4xf32>) -> tensor<1x2x6x6x4xf32> {
  // CHECK-NOT: transpose
  // CHECK: linalg.generic {indexing_maps = [#[[$CHANNEL_DATA]], #[[$CHANNEL_WEIGHT]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[X]], %[[W]] :
  // CHECK-NOT: transpose
  // CHECK: return
  %0 = relay.nn.contrib_depthwise_conv2d_NCHWc %x, %w {groups = 8 : i64, channels = 8 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NCHW4c", kernel_layout = "OIHW1i4o"} : (tensor<1x2x8x8x4xf32>, tensor<2x1x3x3x1x4xf32>) -> tensor<1x2x6x6x4xf32>
  return %0 : tensor<1x2x6x6x4xf32>
}

// Each part of a transposed convolution is one in blocks, of some positions of
// the kernel in descending order.
// CHECK-LABEL: func @transposed(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x4x4x4xf32>, %[[W:.*]]: tensor<2x3x4x2x4x4xf32>
func.func @transposed(%x: tensor<1x2x4x4x4xf32>, %w: tensor<2x3x4x2x4x4xf32>) -> tensor<1x3x8x8x4xf32> {
  // CHECK-NOT: transpose
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 1, 0, 0] high[0, 0, 0, 0, 0]
  // CHECK: %[[TAPS:.*]] = linalg.generic {indexing_maps = [#[[$TAPS]], {{.*}} ins(%[[W]] : tensor<2x3x4x2x4x4xf32>) outs(%{{.*}} : tensor<2x3x2x1x4x4xf32>)
  // CHECK: %[[PART:.*]] = linalg.generic {{.*}}"reduction", "reduction", "reduction", "reduction"]} ins(%[[PADDED]], %[[TAPS]] :
  // CHECK: tensor.insert_slice %[[PART]] into %{{.*}}[0, 0, 0, 0, 0] [1, 3, 4, 4, 4] [1, 1, 2, 2, 1]
  // CHECK-COUNT-3: tensor.insert_slice
  // CHECK-NOT: transpose
  // CHECK: return
  %0 = relay.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 0>, data_layout = "NCHW4c", kernel_layout = "IOHW4i4o"} : (tensor<1x2x4x4x4xf32>, tensor<2x3x4x2x4x4xf32>) -> tensor<1x3x8x8x4xf32>
  return %0 : tensor<1x3x8x8x4xf32>
}

// Groups are one more loop, which leads along the blocks of data and result.
// CHECK-LABEL: func @groups(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8x4xf32>, %[[W:.*]]: tensor<6x2x3x3x4x4xf32>
func.func @groups(%x: tensor<1x4x8x8x4xf32>, %w: tensor<6x2x3x3x4x4xf32>) -> tensor<1x6x6x6x4xf32> {
  // CHECK-NOT: transpose
  // CHECK: %[[GROUPS:.*]] = tensor.expand_shape %[[W]] {{\[}}[0, 1], [2], [3], [4], [5], [6]] output_shape [2, 3, 2, 3, 3, 4, 4]
  // CHECK: linalg.generic {indexing_maps = [#[[$GROUP_DATA]], #[[$GROUP_WEIGHT]], #[[$GROUP_RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]} ins(%[[X]], %[[GROUPS]] : {{.*}}) outs(%{{.*}} : tensor<1x6x6x6x4xf32>)
  // CHECK-NOT: transpose
  // CHECK: return
  %0 = relay.nn.contrib_conv2d_NCHWc %x, %w {groups = 2 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x4x8x8x4xf32>, tensor<6x2x3x3x4x4xf32>) -> tensor<1x6x6x6x4xf32>
  return %0 : tensor<1x6x6x6x4xf32>
}

// Channels that do not fill their blocks, blocks of several groups and unknown
// sizes have loops over whole channels.
// CHECK-LABEL: func @incomplete(
func.func @incomplete(%x: tensor<1x2x8x8x4xf32>, %w: tensor<2x2x1x1x4x4xf32>) -> tensor<1x2x8x8x4xf32> {
  // CHECK: linalg.transpose
  // CHECK: linalg.conv_2d_nchw_fchw
  %0 = relay.nn.contrib_conv2d_NCHWc %x, %w {channels = 6 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x2x8x8x4xf32>, tensor<2x2x1x1x4x4xf32>) -> tensor<1x2x8x8x4xf32>
  return %0 : tensor<1x2x8x8x4xf32>
}

// CHECK-LABEL: func @several_groups(
func.func @several_groups(%x: tensor<1x2x8x8x4xf32>, %w: tensor<2x1x1x1x2x4xf32>) -> tensor<1x2x8x8x4xf32> {
  // CHECK: linalg.conv_2d_ngchw_gfchw
  %0 = relay.nn.contrib_conv2d_NCHWc %x, %w {groups = 4 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW2i4o"} : (tensor<1x2x8x8x4xf32>, tensor<2x1x1x1x2x4xf32>) -> tensor<1x2x8x8x4xf32>
  return %0 : tensor<1x2x8x8x4xf32>
}

// CHECK-LABEL: func @dynamic(
func.func @dynamic(%x: tensor<?x2x8x8x4xf32>, %w: tensor<3x2x1x1x4x4xf32>) -> tensor<?x3x8x8x4xf32> {
  // CHECK: linalg.conv_2d_nchw_fchw
  %0 = relay.nn.contrib_conv2d_NCHWc %x, %w {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<?x2x8x8x4xf32>, tensor<3x2x1x1x4x4xf32>) -> tensor<?x3x8x8x4xf32>
  return %0 : tensor<?x3x8x8x4xf32>
}
