// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-alter-op-layout{channel-block=4}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-alter-op-layout{channel-block=4}))' --remark-policy=all --remarks-filter=relay-alter-op-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: relay-lite-opt %s --relay-optimize='config=relay.AlterOpLayout.channel_block=4 opt-level=3 disabled=RemoveUnusedFunctions' | FileCheck %s --check-prefix=OPTIMIZE
// RUN: relay-lite-opt %s --relay-optimize='config=relay.AlterOpLayout.channel_block=4 opt-level=3 disabled=AlterOpLayout,RemoveUnusedFunctions' | FileCheck %s --check-prefix=DISABLED

// From the image to the average over its pixels, all is in blocks.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x8xf32>
// DISABLED-LABEL: func.func @main(
// DISABLED-NOT: NCHWc
// OPTIMIZE-LABEL: func.func @main(
// OPTIMIZE-NOT: OIHW"
// OPTIMIZE: relay.nn.contrib_conv2d_NCHWc
// OPTIMIZE-NOT: src_layout = "OIHW"
func.func @main(%x: tensor<1x3x8x8xf32>) -> tensor<1x8xf32> {
  // CHECK: %[[W:.*]] = relay.layout_transform {{.*}} {dst_layout = "OIHW4o", src_layout = "OIHW"} : (tensor<8x3x3x3xf32>) -> tensor<2x3x3x3x4xf32>
  // CHECK: %[[CONV:.*]] = relay.nn.contrib_conv2d_NCHWc %[[X]], %[[W]] {{{.*}}kernel_layout = "OIHW4o"{{.*}}out_layout = "NCHW4c"{{.*}}} : {{.*}} -> tensor<1x2x8x8x4xf32>
  // CHECK: %[[BIAS:.*]] = relay.add %[[CONV]], %{{.*}} -> tensor<1x2x8x8x4xf32>
  // CHECK: %[[RELU:.*]] = relay.nn.relu %[[BIAS]]
  // CHECK: %[[POOL:.*]] = relay.nn.max_pool2d %[[RELU]] {layout = "NCHW4c"
  // CHECK: relay.layout_transform {{.*}} {dst_layout = "OIHW1i4o", src_layout = "OIHW"} : (tensor<8x1x3x3xf32>) -> tensor<2x1x3x3x1x4xf32>
  // CHECK: %[[DEPTHWISE:.*]] = relay.nn.contrib_depthwise_conv2d_NCHWc %[[POOL]], %{{.*}} {{{.*}}data_layout = "NCHW4c"
  // CHECK: relay.layout_transform {{.*}} {dst_layout = "OIHW4i4o", src_layout = "OIHW"}
  // CHECK: %[[POINTWISE:.*]] = relay.nn.contrib_conv2d_NCHWc %[[DEPTHWISE]],
  // CHECK: %[[BOTH:.*]] = relay.tuple %[[POOL]], %[[POINTWISE]]
  // CHECK: %[[JOINED:.*]] = relay.concatenate %[[BOTH]] {axis = 1 : i64} : {{.*}} -> tensor<1x4x4x4x4xf32>
  // CHECK: relay.nn.contrib_conv2d_NCHWc %[[JOINED]],
  // CHECK: %[[MEAN:.*]] = relay.nn.global_avg_pool2d %{{.*}} {layout = "NCHW4c"}
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[MEAN]] {dst_layout = "NCHW", src_layout = "NCHW4c"}
  // CHECK: relay.nn.batch_flatten %[[BACK]]
  // REMARK: remark: [Passed] ChannelBlocks | Category:relay-alter-op-layout{{.*}}NCHW to NCHW4c, weight in OIHW4o
  // REMARK: remark: [Passed] ChannelBlocks | Category:relay-alter-op-layout{{.*}}NCHW4c to NCHW4c, weight in OIHW1i4o
  %w0 = relay.constant dense<1.0> : tensor<8x3x3x3xf32>
  %b0 = relay.constant dense<[[[1.0]], [[2.0]], [[3.0]], [[4.0]], [[5.0]], [[6.0]], [[7.0]], [[8.0]]]> : tensor<8x1x1xf32>
  %w1 = relay.constant dense<2.0> : tensor<8x1x3x3xf32>
  %w2 = relay.constant dense<3.0> : tensor<8x8x1x1xf32>
  %w3 = relay.constant dense<4.0> : tensor<8x16x1x1xf32>
  %0 = relay.nn.conv2d %x, %w0 {padding = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x8x8xf32>
  %1 = relay.add %0, %b0 : (tensor<1x8x8x8xf32>, tensor<8x1x1xf32>) -> tensor<1x8x8x8xf32>
  %2 = relay.nn.relu %1 : (tensor<1x8x8x8xf32>) -> tensor<1x8x8x8xf32>
  %3 = relay.nn.max_pool2d %2 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x8x8x8xf32>) -> tensor<1x8x4x4xf32>
  %4 = relay.nn.conv2d %3, %w1 {padding = array<i64: 1, 1>, groups = 8 : i64} : (tensor<1x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x4x4xf32>
  %5 = relay.nn.conv2d %4, %w2 : (tensor<1x8x4x4xf32>, tensor<8x8x1x1xf32>) -> tensor<1x8x4x4xf32>
  %6 = relay.tuple %3, %5 : (tensor<1x8x4x4xf32>, tensor<1x8x4x4xf32>) -> tuple<tensor<1x8x4x4xf32>, tensor<1x8x4x4xf32>>
  %7 = relay.concatenate %6 {axis = 1 : i64} : (tuple<tensor<1x8x4x4xf32>, tensor<1x8x4x4xf32>>) -> tensor<1x16x4x4xf32>
  %8 = relay.nn.conv2d %7, %w3 : (tensor<1x16x4x4xf32>, tensor<8x16x1x1xf32>) -> tensor<1x8x4x4xf32>
  %9 = relay.nn.global_avg_pool2d %8 : (tensor<1x8x4x4xf32>) -> tensor<1x8x1x1xf32>
  %10 = relay.nn.batch_flatten %9 : (tensor<1x8x1x1xf32>) -> tensor<1x8xf32>
  return %10 : tensor<1x8xf32>
}

// A sum of floats is that of NCHW; a maximum has no order.
// CHECK-LABEL: func.func @order(
func.func @order(%x: tensor<1x4x8x8xf32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>) {
  // CHECK: %[[CONV:.*]] = relay.nn.contrib_conv2d_NCHWc
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[CONV]] {dst_layout = "NCHW", src_layout = "NCHW4c"}
  // CHECK: relay.sum %[[BACK]] {axis = array<i64: 2, 3>}
  // CHECK: relay.mean %[[BACK]] {axis = array<i64: 2, 3>}
  // CHECK: relay.max %[[CONV]] {axis = array<i64: 2, 3>}
  %w = relay.constant dense<1.0> : tensor<4x4x1x1xf32>
  %0 = relay.nn.conv2d %x, %w : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.sum %0 {axis = array<i64: 2, 3>} : (tensor<1x4x8x8xf32>) -> tensor<1x4xf32>
  %2 = relay.mean %0 {axis = array<i64: 2, 3>} : (tensor<1x4x8x8xf32>) -> tensor<1x4xf32>
  %3 = relay.max %0 {axis = array<i64: 2, 3>} : (tensor<1x4x8x8xf32>) -> tensor<1x4xf32>
  return %1, %2, %3 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<1x4xf32>
}

// Transposed convolutions have blocks, too.
// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x3x3xf32>
func.func @transposed(%x: tensor<1x4x3x3xf32>) -> tensor<1x3x13x13xf32> {
  // CHECK: %[[DATA:.*]] = relay.layout_transform %[[X]] {dst_layout = "NCHW4c", src_layout = "NCHW"}
  // CHECK: %[[W:.*]] = relay.layout_transform {{.*}} {dst_layout = "IOHW4i4o", src_layout = "IOHW"} : (tensor<4x8x4x4xf32>) -> tensor<1x2x4x4x4x4xf32>
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d_transpose %[[DATA]], %[[W]] {channels = 8 : i64, data_layout = "NCHW4c", kernel_layout = "IOHW4i4o", kernel_size = array<i64: 4, 4>, out_layout = "NCHW4c", padding = array<i64: 1, 1>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<1x2x6x6x4xf32>
  // CHECK: %[[RELU:.*]] = relay.nn.relu %[[CONV]]
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[RELU]] {dst_layout = "NCHW", src_layout = "NCHW4c"}
  // CHECK: relay.nn.conv2d_transpose %[[BACK]], %{{.*}} -> tensor<1x3x13x13xf32>
  // REMARK: [Passed] ChannelBlocks | Category:relay-alter-op-layout{{.*}}NCHW4c to NCHW4c, weight in IOHW4i4o
  // REMARK: no blocks of channels: blocks do not divide the channels of the result
  %w0 = relay.constant dense<1.0> : tensor<4x8x4x4xf32>
  %w1 = relay.constant dense<2.0> : tensor<8x3x3x3xf32>
  %0 = relay.nn.conv2d_transpose %x, %w0 {strides = array<i64: 2, 2>, padding = array<i64: 1, 1>} : (tensor<1x4x3x3xf32>, tensor<4x8x4x4xf32>) -> tensor<1x8x6x6xf32>
  %1 = relay.nn.relu %0 : (tensor<1x8x6x6xf32>) -> tensor<1x8x6x6xf32>
  %2 = relay.nn.conv2d_transpose %1, %w1 {strides = array<i64: 2, 2>} : (tensor<1x8x6x6xf32>, tensor<8x3x3x3xf32>) -> tensor<1x3x13x13xf32>
  return %2 : tensor<1x3x13x13xf32>
}

// CHECK-LABEL: func.func @transposed_stay(
func.func @transposed_stay(%x: tensor<1x4x3x3xf32>, %y: tensor<1x3x3x3xf32>) {
  // CHECK-NOT: NCHW4c
  // CHECK: return
  %w0 = relay.constant dense<1.0> : tensor<4x4x1x1xf32>
  %w1 = relay.constant dense<1.0> : tensor<3x4x1x1xf32>
  %w2 = relay.constant dense<1.0> : tensor<4x4x1x1xf32>
  // REMARK: no blocks of channels: it has groups"
  %0 = relay.nn.conv2d_transpose %x, %w0 {groups = 2 : i64} : (tensor<1x4x3x3xf32>, tensor<4x4x1x1xf32>) -> tensor<1x8x3x3xf32>
  // REMARK: no blocks of channels: blocks do not divide the channels of the data
  %1 = relay.nn.conv2d_transpose %y, %w1 : (tensor<1x3x3x3xf32>, tensor<3x4x1x1xf32>) -> tensor<1x4x3x3xf32>
  // REMARK: no blocks of channels: its layouts are not NCHW and IOHW
  %2 = relay.nn.conv2d_transpose %x, %w2 {kernel_layout = "OIHW"} : (tensor<1x4x3x3xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x3x3xf32>
  return
}

// Groups whose channels are whole blocks.
// CHECK-LABEL: func.func @groups(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x4x4xf32>
func.func @groups(%x: tensor<1x8x4x4xf32>) -> tensor<1x16x4x4xf32> {
  // CHECK: %[[DATA:.*]] = relay.layout_transform %[[X]] {dst_layout = "NCHW4c", src_layout = "NCHW"}
  // CHECK: %[[W:.*]] = relay.layout_transform {{.*}} {dst_layout = "OIHW4i4o", src_layout = "OIHW"} : (tensor<16x4x1x1xf32>) -> tensor<4x1x1x1x4x4xf32>
  // CHECK: relay.nn.contrib_conv2d_NCHWc %[[DATA]], %[[W]] {{{.*}}groups = 2 : i64{{.*}}} : {{.*}} -> tensor<1x4x4x4x4xf32>
  // REMARK: [Passed] ChannelBlocks | Category:relay-alter-op-layout{{.*}}NCHW4c to NCHW4c, weight in OIHW4i4o
  %w = relay.constant dense<1.0> : tensor<16x4x1x1xf32>
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x8x4x4xf32>, tensor<16x4x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %0 : tensor<1x16x4x4xf32>
}

// Convolutions that stay, with the reasons.
// CHECK-LABEL: func.func @stay(
func.func @stay(%x: tensor<1x6x4x4xf32>, %d: tensor<?x4x4x4xf32>, %w: tensor<4x6x1x1xf32>, %h: tensor<1x4x4x4xf16>, %n: tensor<1x4x4x4xf32>, %image: tensor<1x3x4x4xf32>) {
  // CHECK-NOT: NCHWc
  // CHECK: return
  %w0 = relay.constant dense<1.0> : tensor<6x3x1x1xf32>
  %w1 = relay.constant dense<1.0> : tensor<4x4x1x1xf32>
  %w2 = relay.constant dense<1.0> : tensor<4x6x1x1xf32>
  %w3 = relay.constant dense<1.0> : tensor<4x4x1x1xf16>
  %w4 = relay.constant dense<1.0> : tensor<4x2x1x1xf32>
  %w5 = relay.constant dense<1.0> : tensor<4x1x1x4xf32>
  // REMARK: [Missed] ChannelBlocks {{.*}}no blocks of channels: blocks do not divide the channels of the result
  %0 = relay.nn.conv2d %image, %w0 : (tensor<1x3x4x4xf32>, tensor<6x3x1x1xf32>) -> tensor<1x6x4x4xf32>
  // REMARK: no blocks of channels: a shape is dynamic
  %1 = relay.nn.conv2d %d, %w1 : (tensor<?x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<?x4x4x4xf32>
  // REMARK: no blocks of channels: the weight is not constant
  %2 = relay.nn.conv2d %x, %w : (tensor<1x6x4x4xf32>, tensor<4x6x1x1xf32>) -> tensor<1x4x4x4xf32>
  // REMARK: no blocks of channels: blocks do not divide the channels of the data
  %3 = relay.nn.conv2d %x, %w2 : (tensor<1x6x4x4xf32>, tensor<4x6x1x1xf32>) -> tensor<1x4x4x4xf32>
  // REMARK: no blocks of channels: elements are not f32
  %4 = relay.nn.conv2d %h, %w3 : (tensor<1x4x4x4xf16>, tensor<4x4x1x1xf16>) -> tensor<1x4x4x4xf16>
  // REMARK: no blocks of channels: blocks do not divide the channels of a group
  %5 = relay.nn.conv2d %n, %w4 {groups = 2 : i64} : (tensor<1x4x4x4xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x4x4xf32>
  // REMARK: no blocks of channels: its layouts are not NCHW and OIHW
  %6 = relay.nn.conv2d %n, %w5 {data_layout = "NHWC", kernel_layout = "OHWI"} : (tensor<1x4x4x4xf32>, tensor<4x1x1x4xf32>) -> tensor<1x4x4x4xf32>
  return
}
