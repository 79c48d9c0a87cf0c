// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-DAG: #[[$TAPS_11:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2 * -2 + 1, d3 * -2 + 1)>
// CHECK-DAG: #[[$TAPS_22:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2 * -2 + 2, d3 * -2 + 2)>
// CHECK-DAG: #[[$TAPS_EVEN:.*]] = affine_map<(d0, d1, d2) -> (d1, d0, d2 * -2 + 2)>
// CHECK-DAG: #[[$GROUP_DATA:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d3 + d5)>
// CHECK-DAG: #[[$GROUP_KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d4, d5)>
// CHECK-DAG: #[[$DEPTH_KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d6, d7, d3, d4)>

// CHECK-LABEL: func @nchw(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x12x9xf32>, %[[W:.*]]: tensor<6x4x3x2xf32>
func.func @nchw(%x: tensor<1x4x12x9xf32>, %w: tensor<6x4x3x2xf32>) -> tensor<1x6x3x8xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[ZERO]] : f32)
  // CHECK: %[[R:.*]] = linalg.conv_2d_nchw_fchw {dilations = dense<[3, 1]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>} ins(%[[X]], %[[W]] :{{.*}} outs(%[[INIT]] :
  // CHECK: return %[[R]]
  %0 = relay.nn.conv2d %x, %w {strides = array<i64: 2, 1>, dilation = array<i64: 3, 1>} : (tensor<1x4x12x9xf32>, tensor<6x4x3x2xf32>) -> tensor<1x6x3x8xf32>
  return %0 : tensor<1x6x3x8xf32>
}

// CHECK-LABEL: func @nhwc(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x8x4xf32>, %[[W:.*]]: tensor<3x3x4x6xf32>
func.func @nhwc(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32> {
  // CHECK: linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%[[X]], %[[W]] :
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// Groups are dimensions of their own; f16 is accumulated in f32.
// CHECK-LABEL: func @grouped_f16(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8xf16>, %[[W:.*]]: tensor<6x2x3xf16>
func.func @grouped_f16(%x: tensor<1x4x8xf16>, %w: tensor<6x2x3xf16>) -> tensor<1x6x6xf16> {
  // CHECK-DAG: %[[DATA_GROUPS:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2], [3]] output_shape [1, 2, 2, 8]
  // CHECK-DAG: %[[KERNEL_GROUPS:.*]] = tensor.expand_shape %[[W]] {{\[\[}}0, 1], [2], [3]] output_shape [2, 3, 2, 3]
  // CHECK: linalg.generic {indexing_maps = [#[[$GROUP_DATA]], #[[$GROUP_KERNEL]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%[[DATA_GROUPS]], %[[KERNEL_GROUPS]] :
  // CHECK-DAG: %[[A:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK-DAG: %[[B:.*]] = arith.extf %{{.*}} : f16 to f32
  // CHECK: %[[PRODUCT:.*]] = arith.mulf %[[A]], %[[B]] : f32
  // CHECK: arith.addf %[[PRODUCT]], %{{.*}} : f32
  // CHECK: linalg.generic
  // CHECK: arith.truncf %{{.*}} : f32 to f16
  // CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] : tensor<1x2x3x6xf16> into tensor<1x6x6xf16>
  %0 = relay.nn.conv1d %x, %w {groups = 2 : i64} : (tensor<1x4x8xf16>, tensor<6x2x3xf16>) -> tensor<1x6x6xf16>
  return %0 : tensor<1x6x6xf16>
}

// Operands are converted according to their signs before they are multiplied.
// CHECK-LABEL: func @depthwise_i8(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x8x4xi8>, %[[W:.*]]: tensor<3x3x4x2xi8>
func.func @depthwise_i8(%x: tensor<1x8x8x4xi8>, %w: tensor<3x3x4x2xui8>) -> tensor<1x6x6x8xi32> {
  // CHECK: %[[GROUPS:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2], [3, 4]] output_shape [1, 8, 8, 4, 1]
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$DEPTH_KERNEL]], #{{.*}}], {{.*}} ins(%[[GROUPS]], %[[W]] :
  // CHECK: %[[A:.*]] = arith.extsi %{{.*}} : i8 to i32
  // CHECK: %[[B:.*]] = arith.extui %{{.*}} : i8 to i32
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[A]], %[[B]] : i32
  // CHECK: arith.addi %[[PRODUCT]], %{{.*}} : i32
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWOI", groups = 4 : i64, channels = 8 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x8x8x4xi8>, tensor<3x3x4x2xui8>) -> tensor<1x6x6x8xi32>
  return %0 : tensor<1x6x6x8xi32>
}

// One channel for each group is no dimension.
// CHECK-LABEL: func @depthwise_nchw(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x1x3x3xf32>
func.func @depthwise_nchw(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32> {
  // CHECK: %[[KERNEL:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1], [2], [3]] : tensor<4x1x3x3xf32> into tensor<4x3x3xf32>
  // CHECK: linalg.depthwise_conv_2d_nchw_chw {{.*}} ins(%[[X]], %[[KERNEL]] :
  %0 = relay.nn.conv2d %x, %w {groups = 4 : i64} : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>
  return %0 : tensor<1x4x6x6xf32>
}

// CHECK-LABEL: func @depthwise_nhwc(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x8x4xf32>, %[[W:.*]]: tensor<3x3x4x1xf32>
func.func @depthwise_nhwc(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x1xf32>) -> tensor<1x6x6x4xf32> {
  // CHECK: %[[KERNEL:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0], [1], [2, 3]] : tensor<3x3x4x1xf32> into tensor<3x3x4xf32>
  // CHECK: linalg.depthwise_conv_2d_nhwc_hwc {{.*}} ins(%[[X]], %[[KERNEL]] :
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWOI", groups = 4 : i64} : (tensor<1x8x8x4xf32>, tensor<3x3x4x1xf32>) -> tensor<1x6x6x4xf32>
  return %0 : tensor<1x6x6x4xf32>
}

// CHECK-LABEL: func @grouped_f32(
func.func @grouped_f32(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  // CHECK: linalg.conv_2d_ngchw_gfchw {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x2x2x8x8xf32>, tensor<2x3x2x3x3xf32>) outs(%{{.*}} : tensor<1x2x3x6x6xf32>)
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// The height of the result is (height + 2 - 3 + 2) / 2, at least 0.
// CHECK-LABEL: func @padded_dynamic(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?x8xf32>, %[[W:.*]]: tensor<6x4x3x3xf32>
func.func @padded_dynamic(%x: tensor<?x4x?x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<?x6x?x8xf32> {
  // CHECK-DAG: %[[BATCH:.*]] = tensor.dim %[[X]], %c0
  // CHECK-DAG: %[[HEIGHT:.*]] = tensor.dim %[[X]], %c2
  // CHECK-DAG: %[[ROOM:.*]] = arith.addi %[[HEIGHT]], %c1
  // CHECK-DAG: %[[CLAMPED:.*]] = arith.maxsi %[[ROOM]], %c0
  // CHECK-DAG: %[[OUT_HEIGHT:.*]] = arith.divsi %[[CLAMPED]], %c2
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 2, 1] high[0, 0, 0, 1]
  // CHECK: tensor.empty(%[[BATCH]], %[[OUT_HEIGHT]]) : tensor<?x6x?x8xf32>
  // CHECK: linalg.conv_2d_nchw_fchw {{.*}} ins(%[[PADDED]], %[[W]] :
  %0 = relay.nn.conv2d %x, %w {padding = array<i64: 2, 1, 0, 1>, strides = array<i64: 2, 1>} : (tensor<?x4x?x8xf32>, tensor<6x4x3x3xf32>) -> tensor<?x6x?x8xf32>
  return %0 : tensor<?x6x?x8xf32>
}

// Blocks are put next to their dimension and cut to the channels there are;
// zeros complete those of the result.
// CHECK-LABEL: func @packed(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8x8x4xf32>, %[[W:.*]]: tensor<2x3x3x3x3x4xf32>
func.func @packed(%x: tensor<1x2x8x8x4xf32>, %w: tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32> {
  // CHECK: linalg.transpose ins(%[[X]] :{{.*}} permutation = [0, 1, 4, 2, 3]
  // CHECK: %[[DATA_CHANNELS:.*]] = tensor.collapse_shape %{{.*}} into tensor<1x8x8x8xf32>
  // CHECK: linalg.transpose ins(%[[W]] :{{.*}} permutation = [0, 5, 1, 4, 2, 3]
  // CHECK: tensor.collapse_shape %{{.*}} into tensor<8x9x3x3xf32>
  // CHECK: %[[KERNEL:.*]] = tensor.extract_slice %{{.*}} to tensor<6x8x3x3xf32>
  // CHECK: %[[SUMS:.*]] = linalg.conv_2d_nchw_fchw {{.*}} ins(%[[DATA_CHANNELS]], %[[KERNEL]] :
  // CHECK: %[[COMPLETE:.*]] = tensor.pad %[[SUMS]] low[0, 0, 0, 0] high[0, 2, 0, 0]
  // CHECK: tensor.expand_shape %[[COMPLETE]] {{\[\[}}0], [1, 2], [3], [4]] output_shape [1, 2, 4, 6, 6]
  // CHECK: linalg.transpose ins(%{{.*}} permutation = [0, 1, 3, 4, 2]
  %0 = relay.nn.conv2d %x, %w {channels = 6 : i64, data_layout = "NCHW4c", kernel_layout = "OIHW3i4o", kernel_size = array<i64: 3, 3>} : (tensor<1x2x8x8x4xf32>, tensor<2x3x3x3x3x4xf32>) -> tensor<1x2x6x6x4xf32>
  return %0 : tensor<1x2x6x6x4xf32>
}

// Each part of the result has positions of the kernel of its own, from the last
// one down, with channels as the named operation has them.
// CHECK-LABEL: func @transposed(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x6x3x3xf32>
func.func @transposed(%x: tensor<1x4x8x8xf32>, %w: tensor<4x6x3x3xf32>) -> tensor<1x6x16x15xf32> {
  // CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<1x6x16x15xf32>
  // CHECK: %[[MIDDLE:.*]] = linalg.generic {indexing_maps = [#[[$TAPS_11]], {{.*}} ins(%[[W]] : tensor<4x6x3x3xf32>) outs(%{{.*}} : tensor<6x4x1x1xf32>)
  // CHECK: %[[PART:.*]] = linalg.conv_2d_nchw_fchw {{.*}}strides = dense<1>{{.*}} ins(%[[X]], %[[MIDDLE]] : {{.*}} -> tensor<1x6x8x8xf32>
  // CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[PART]] into %[[EMPTY]][0, 0, 0, 0] [1, 6, 8, 8] [1, 1, 2, 2]
  // CHECK: linalg.conv_2d_nchw_fchw {{.*}} ins(%[[X]], %{{.*}} : {{.*}}, tensor<6x4x1x2xf32>)
  // CHECK: %[[SECOND:.*]] = tensor.insert_slice %{{.*}} into %[[FIRST]][0, 0, 0, 1] [1, 6, 8, 7] [1, 1, 2, 2]
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 0, 0] high[0, 0, 1, 0]
  // CHECK: linalg.conv_2d_nchw_fchw {{.*}} ins(%[[PADDED]], %{{.*}} : {{.*}}, tensor<6x4x2x1xf32>)
  // CHECK: %[[THIRD:.*]] = tensor.insert_slice %{{.*}} into %[[SECOND]][0, 0, 1, 0] [1, 6, 8, 8] [1, 1, 2, 2]
  // CHECK: %[[CORNERS:.*]] = linalg.generic {indexing_maps = [#[[$TAPS_22]], {{.*}} outs(%{{.*}} : tensor<6x4x2x2xf32>)
  // CHECK: linalg.conv_2d_nchw_fchw {{.*}} ins(%[[PADDED]], %[[CORNERS]] :
  // CHECK: %[[LAST:.*]] = tensor.insert_slice %{{.*}} into %[[THIRD]][0, 0, 1, 1] [1, 6, 8, 7] [1, 1, 2, 2]
  // CHECK: return %[[LAST]]
  %0 = relay.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 1>, output_padding = array<i64: 1, 0>} : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x16x15xf32>
  return %0 : tensor<1x6x16x15xf32>
}

// Padding beyond the reach of the kernel cuts off data, and elements that the
// kernel does not reach are zero.
// CHECK-LABEL: func @transposed_cut(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<4x6x1x1xf32>
func.func @transposed_cut(%x: tensor<1x4x8x8xf32>, %w: tensor<4x6x1x1xf32>) -> tensor<1x6x13x13xf32> {
  // CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<1x6x13x13xf32>
  // CHECK: %[[CUT:.*]] = tensor.extract_slice %[[X]][0, 0, 1, 1] [1, 4, 6, 6] [1, 1, 1, 1]
  // CHECK: %[[PART:.*]] = linalg.conv_2d_nchw_fchw {{.*}} ins(%[[CUT]],
  // CHECK: %[[RESULT:.*]] = tensor.insert_slice %[[PART]] into %[[ZEROS]][0, 0, 1, 1] [1, 6, 6, 6] [1, 1, 2, 2]
  // CHECK: return %[[RESULT]]
  %0 = relay.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<1x4x8x8xf32>, tensor<4x6x1x1xf32>) -> tensor<1x6x13x13xf32>
  return %0 : tensor<1x6x13x13xf32>
}

// Every second element has products: the stride and the dilation are even. How
// data are padded does not depend on their size.
// CHECK-LABEL: func @transposed_dilated(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?xf32>, %[[W:.*]]: tensor<4x6x3xf32>
func.func @transposed_dilated(%x: tensor<?x4x?xf32>, %w: tensor<4x6x3xf32>) -> tensor<?x6x?xf32> {
  // CHECK: %[[ZEROS:.*]] = linalg.fill {{.*}} -> tensor<?x6x?xf32>
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 3] high[0, 0, 3]
  // CHECK: %[[TAPS:.*]] = linalg.generic {indexing_maps = [#[[$TAPS_EVEN]], {{.*}} outs(%{{.*}} : tensor<6x4x2xf32>)
  // CHECK: linalg.conv_1d_ncw_fcw {dilations = dense<3> {{.*}} ins(%[[PADDED]], %[[TAPS]] :
  // CHECK: tensor.insert_slice %{{.*}} into %[[ZEROS]][0, 0, 0] {{.*}} [1, 1, 4]
  // CHECK: tensor.pad %[[X]] low[0, 0, 1] high[0, 0, 1]
  // CHECK: tensor.insert_slice %{{.*}}[0, 0, 2] {{.*}} [1, 1, 4]
  // CHECK-NOT: tensor.insert_slice
  // CHECK: return
  %0 = relay.nn.conv1d_transpose %x, %w {strides = array<i64: 4>, dilation = array<i64: 6>} : (tensor<?x4x?xf32>, tensor<4x6x3xf32>) -> tensor<?x6x?xf32>
  return %0 : tensor<?x6x?xf32>
}

// More than 16 parts would be too much code.
// CHECK-LABEL: func @transposed_far(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8xf32>
func.func @transposed_far(%x: tensor<1x4x8xf32>, %w: tensor<4x6x20xf32>) -> tensor<1x6x139xf32> {
  // CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3]] output_shape [1, 4, 8, 1]
  // CHECK: %[[ZEROS:.*]] = tensor.pad %[[EXPANDED]] low[0, 0, 0, 0] high[0, 0, 0, 16]
  // CHECK: %[[DILATED:.*]] = tensor.collapse_shape %[[ZEROS]] {{.*}} into tensor<1x4x136xf32>
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[DILATED]] low[0, 0, 19] high[0, 0, 3]
  // CHECK: %[[FLIPPED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x4x20xf32>)
  // CHECK: linalg.conv_1d_ncw_fcw {{.*}} ins(%[[PADDED]], %[[FLIPPED]] :
  // CHECK-NOT: tensor.insert_slice
  // CHECK: return
  %0 = relay.nn.conv1d_transpose %x, %w {strides = array<i64: 17>} : (tensor<1x4x8xf32>, tensor<4x6x20xf32>) -> tensor<1x6x139xf32>
  return %0 : tensor<1x6x139xf32>
}

// CHECK-LABEL: func @empty(
func.func @empty(%x: tensor<1x4x2x8xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x0x6xf32> {
  // CHECK-NEXT: %[[R:.*]] = tensor.empty() : tensor<1x6x0x6xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.conv2d %x, %w : (tensor<1x4x2x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x0x6xf32>
  return %0 : tensor<1x6x0x6xf32>
}
