// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-flatten-atrous-conv))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-flatten-atrous-conv))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-flatten-atrous-conv))' | diff - %t

// CHECK-LABEL: func @same
// CHECK-SAME: %[[X:.*]]: tensor<1x5x5x4xf32>, %[[W:.*]]: tensor<3x3x4x2xf32>
func.func @same(%x: tensor<1x5x5x4xf32>, %w: tensor<3x3x4x2xf32>) -> tensor<1x5x5x2xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.nn.conv2d %[[X]], %[[W]] {data_layout = "NHWC", dilation = array<i64: 2, 2>, kernel_layout = "HWIO", padding = array<i64: 2, 2, 2, 2>}
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 2, 3>, array<i64: 2, 3>]} : (tensor<1x5x5x4xf32>) -> tensor<4x5x5x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x5x5x4xf32>, tensor<3x3x4x2xf32>) -> tensor<4x3x3x2xf32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 1>, array<i64: 0, 1>]} : (tensor<4x3x3x2xf32>) -> tensor<1x5x5x2xf32>
  return %2 : tensor<1x5x5x2xf32>
}

// The padding determines the size of the result; blocks may differ, and the
// convolution may pad whole blocks and have a dilation itself.
// CHECK-LABEL: func @other
func.func @other(%x: tensor<?x4x9x4xf32>, %w: tensor<2x2x4x2xf32>) -> tensor<?x4x6x2xf32> {
  // CHECK-NEXT: relay.nn.conv2d %{{.*}} {data_layout = "NHWC", dilation = array<i64: 2, 6>, kernel_layout = "HWIO", padding = array<i64: 2, 2, 0, 1>} : (tensor<?x4x9x4xf32>, tensor<2x2x4x2xf32>) -> tensor<?x4x6x2xf32>
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 3>, paddings = [array<i64: 0, 0>, array<i64: 2, 1>]} : (tensor<?x4x9x4xf32>) -> tensor<?x2x4x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO", dilation = array<i64: 1, 2>, padding = array<i64: 1, 0, 0, 0>} : (tensor<?x2x4x4xf32>, tensor<2x2x4x2xf32>) -> tensor<?x2x2x2xf32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 3>, crops = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<?x2x2x2xf32>) -> tensor<?x4x6x2xf32>
  return %2 : tensor<?x4x6x2xf32>
}

// More is cropped than padded.
// CHECK-LABEL: func @cropped
func.func @cropped(%x: tensor<1x4x4x4xf32>, %w: tensor<1x1x4x2xf32>) -> tensor<1x3x4x2xf32> {
  // CHECK: relay.nn.batch_to_space_nd
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<1x4x4x4xf32>) -> tensor<4x2x2x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x2x2x4xf32>, tensor<1x1x4x2xf32>) -> tensor<4x2x2x2xf32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 1, 0>, array<i64: 0, 0>]} : (tensor<4x2x2x2xf32>) -> tensor<1x3x4x2xf32>
  return %2 : tensor<1x3x4x2xf32>
}

// Padding that is not 0.
// CHECK-LABEL: func @pad_value
func.func @pad_value(%x: tensor<1x4x4x4xf32>, %w: tensor<1x1x4x2xf32>) -> tensor<1x4x4x2xf32> {
  // CHECK: relay.nn.batch_to_space_nd
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 0>, array<i64: 0, 0>], pad_value = 1.0} : (tensor<1x4x4x4xf32>) -> tensor<4x2x2x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x2x2x4xf32>, tensor<1x1x4x2xf32>) -> tensor<4x2x2x2xf32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<4x2x2x2xf32>) -> tensor<1x4x4x2xf32>
  return %2 : tensor<1x4x4x2xf32>
}

// Other layouts, and a convolution that others use.
// CHECK-LABEL: func @layout
func.func @layout(%x: tensor<1x4x4x4xf32>, %w: tensor<2x4x1x1xf32>) -> tensor<1x4x4x4xf32> {
  // CHECK: relay.nn.batch_to_space_nd
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<1x4x4x4xf32>) -> tensor<4x2x2x4xf32>
  %w2 = relay.reshape %w {newshape = array<i64: 4, 2, 1, 1>} : (tensor<2x4x1x1xf32>) -> tensor<4x2x1x1xf32>
  %1 = relay.nn.conv2d %0, %w2 : (tensor<4x2x2x4xf32>, tensor<4x2x1x1xf32>) -> tensor<4x4x2x4xf32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 2, 2>, array<i64: 0, 0>]} : (tensor<4x4x2x4xf32>) -> tensor<1x4x4x4xf32>
  return %2 : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func @used
func.func @used(%x: tensor<1x4x4x4xf32>, %w: tensor<1x1x4x2xf32>) -> tuple<tensor<4x2x2x2xf32>, tensor<1x4x4x2xf32>> {
  // CHECK: relay.nn.batch_to_space_nd
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<1x4x4x4xf32>) -> tensor<4x2x2x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<4x2x2x4xf32>, tensor<1x1x4x2xf32>) -> tensor<4x2x2x2xf32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<4x2x2x2xf32>) -> tensor<1x4x4x2xf32>
  %3 = relay.tuple %1, %2 : (tensor<4x2x2x2xf32>, tensor<1x4x4x2xf32>) -> tuple<tensor<4x2x2x2xf32>, tensor<1x4x4x2xf32>>
  return %3 : tuple<tensor<4x2x2x2xf32>, tensor<1x4x4x2xf32>>
}

// A quantized convolution whose padding is the zero point of its data.
// CHECK-LABEL: func @quantized
func.func @quantized(%x: tensor<1x5x5x4xui8>, %w: tensor<3x3x4x2xi8>, %s: tensor<f32>) -> tensor<1x5x5x2xi32> {
  %z = relay.constant dense<3> : tensor<i32>
  %y = relay.constant dense<0> : tensor<i32>
  // CHECK: %[[R:.*]] = relay.qnn.conv2d %arg0, %arg1, {{.*}} {channels = 2 : i64, data_layout = "NHWC", dilation = array<i64: 2, 2>, kernel_layout = "HWIO", kernel_size = array<i64: 3, 3>, out_dtype = i32, padding = array<i64: 2, 2, 2, 2>}
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, pad_value = 3.0, paddings = [array<i64: 2, 3>, array<i64: 2, 3>]} : (tensor<1x5x5x4xui8>) -> tensor<4x5x5x4xui8>
  %1 = relay.qnn.conv2d %0, %w, %z, %y, %s, %s {channels = 2 : i64, data_layout = "NHWC", kernel_layout = "HWIO", kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<4x5x5x4xui8>, tensor<3x3x4x2xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<4x3x3x2xi32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 1>, array<i64: 0, 1>]} : (tensor<4x3x3x2xi32>) -> tensor<1x5x5x2xi32>
  return %2 : tensor<1x5x5x2xi32>
}

// Padding that is another number than the zero point, and a zero point that is
// not constant.
// CHECK-LABEL: func @quantized_padding
func.func @quantized_padding(%x: tensor<1x4x4x4xui8>, %w: tensor<1x1x4x2xi8>, %s: tensor<f32>, %p: tensor<i32>) -> (tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>) {
  %z = relay.constant dense<3> : tensor<i32>
  // CHECK-COUNT-2: relay.nn.batch_to_space_nd
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<1x4x4x4xui8>) -> tensor<4x2x2x4xui8>
  %1 = relay.qnn.conv2d %0, %w, %z, %z, %s, %s {channels = 2 : i64, data_layout = "NHWC", kernel_layout = "HWIO", kernel_size = array<i64: 1, 1>, out_dtype = i32} : (tensor<4x2x2x4xui8>, tensor<1x1x4x2xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<4x2x2x2xi32>
  %2 = relay.nn.batch_to_space_nd %1 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<4x2x2x2xi32>) -> tensor<1x4x4x2xi32>
  %3 = relay.qnn.conv2d %0, %w, %p, %z, %s, %s {channels = 2 : i64, data_layout = "NHWC", kernel_layout = "HWIO", kernel_size = array<i64: 1, 1>, out_dtype = i32} : (tensor<4x2x2x4xui8>, tensor<1x1x4x2xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<4x2x2x2xi32>
  %4 = relay.nn.batch_to_space_nd %3 {block_shape = array<i64: 2, 2>, crops = [array<i64: 0, 0>, array<i64: 0, 0>]} : (tensor<4x2x2x2xi32>) -> tensor<1x4x4x2xi32>
  return %2, %4 : tensor<1x4x4x2xi32>, tensor<1x4x4x2xi32>
}
