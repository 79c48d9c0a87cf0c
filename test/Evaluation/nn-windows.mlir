// RUN: relay-lite-run --check %s

// Windows, transposed and blocked convolutions of small integers, with values that
// NumPy gave.

func.func @conv1d_transpose() -> (tensor<1x3x7xf32>, tensor<1x3x7xf32>) attributes {relay.check} {
  %x0 = relay.constant dense<[[[1.0, 2.0, -3.0, 2.0], [0.0, 0.0, 1.0, -1.0]]]> : tensor<1x2x4xf32>
  %x1 = relay.constant dense<[[[3.0, -3.0, -2.0], [-1.0, 0.0, -1.0], [-3.0, -3.0, -3.0]], [[-3.0, -2.0, 3.0], [-2.0, 1.0, 2.0], [-2.0, -2.0, 0.0]]]> : tensor<2x3x3xf32>
  %0 = relay.nn.conv1d_transpose %x0, %x1 {strides = array<i64: 2>, padding = array<i64: 1, 1>} : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x7xf32>
  %e = relay.constant dense<[[[-3.0, 4.0, -6.0, -16.0, 7.0, 18.0, -4.0], [0.0, -3.0, 0.0, -1.0, 1.0, 5.0, -1.0], [-3.0, -9.0, -6.0, 1.0, 7.0, 5.0, -4.0]]]> : tensor<1x3x7xf32>
  return %0, %e : tensor<1x3x7xf32>, tensor<1x3x7xf32>
}

func.func @conv3d_transpose() -> (tensor<1x1x3x4x2xf32>, tensor<1x1x3x4x2xf32>) attributes {relay.check} {
  %x0 = relay.constant dense<[[[[[-2.0, 3.0], [-2.0, 3.0]], [[2.0, 2.0], [-3.0, -1.0]]], [[[1.0, 0.0], [1.0, 1.0]], [[1.0, -3.0], [3.0, 0.0]]]]]> : tensor<1x2x2x2x2xf32>
  %x1 = relay.constant dense<[[[[[3.0, -2.0, -1.0], [3.0, -2.0, -3.0]], [[-1.0, 1.0, -3.0], [3.0, -1.0, -2.0]]]], [[[[0.0, 3.0, 3.0], [3.0, -1.0, -3.0]], [[2.0, 1.0, 2.0], [-3.0, -3.0, 0.0]]]]]> : tensor<2x1x2x2x3xf32>
  %0 = relay.nn.conv3d_transpose %x0, %x1 {strides = array<i64: 1, 2, 1>, padding = array<i64: 0, 0, 1>} : (tensor<1x2x2x2x2xf32>, tensor<2x1x2x2x3xf32>) -> tensor<1x1x3x4x2xf32>
  %e = relay.constant dense<[[[[[16.0, -1.0], [12.0, -3.0], [16.0, 2.0], [15.0, -4.0]], [[1.0, -1.0], [0.0, -9.0], [10.0, 26.0], [5.0, 0.0]], [[-5.0, -5.0], [10.0, 3.0], [1.0, 14.0], [-9.0, 7.0]]]]]> : tensor<1x1x3x4x2xf32>
  return %0, %e : tensor<1x1x3x4x2xf32>, tensor<1x1x3x4x2xf32>
}

func.func @adaptive_avg_pool1d() -> (tensor<1x2x3xf32>, tensor<1x2x3xf32>) attributes {relay.check} {
  %x0 = relay.constant dense<[[[-3.0, 0.0, 9.0, -6.0, 0.0, -3.0, -3.0, 6.0], [-6.0, -3.0, -9.0, -6.0, -6.0, 3.0, 3.0, 0.0]]]> : tensor<1x2x8xf32>
  %0 = relay.nn.adaptive_avg_pool1d %x0 {output_size = array<i64: 3>} : (tensor<1x2x8xf32>) -> tensor<1x2x3xf32>
  %e = relay.constant dense<[[[2.0, 0.0, 0.0], [-6.0, -4.5, 2.0]]]> : tensor<1x2x3xf32>
  return %0, %e : tensor<1x2x3xf32>, tensor<1x2x3xf32>
}

func.func @adaptive_max_pool3d() -> (tensor<1x1x2x2x1xf32>, tensor<1x1x2x2x1xf32>) attributes {relay.check} {
  %x0 = relay.constant dense<[[[[[-2.0, 2.0], [2.0, -2.0], [-3.0, -1.0], [-2.0, 2.0]], [[0.0, 0.0], [-1.0, 0.0], [3.0, -2.0], [2.0, -3.0]], [[-1.0, 3.0], [3.0, -3.0], [2.0, 2.0], [0.0, -1.0]]]]]> : tensor<1x1x3x4x2xf32>
  %0 = relay.nn.adaptive_max_pool3d %x0 {output_size = array<i64: 2, 2, 1>} : (tensor<1x1x3x4x2xf32>) -> tensor<1x1x2x2x1xf32>
  %e = relay.constant dense<[[[[[2.0], [3.0]], [[3.0], [3.0]]]]]> : tensor<1x1x2x2x1xf32>
  return %0, %e : tensor<1x1x2x2x1xf32>, tensor<1x1x2x2x1xf32>
}

func.func @depthwise_blocked() -> (tensor<1x2x2x2x2xf32>, tensor<1x2x2x2x2xf32>) attributes {relay.check} {
  %x0 = relay.constant dense<[[[[[3.0, 3.0], [1.0, -1.0], [-2.0, 3.0]], [[-2.0, 0.0], [1.0, -2.0], [-1.0, 2.0]], [[-2.0, 1.0], [3.0, 1.0], [1.0, 0.0]]], [[[3.0, -2.0], [-1.0, 1.0], [1.0, -3.0]], [[-2.0, 1.0], [2.0, 1.0], [3.0, -1.0]], [[-1.0, 2.0], [-3.0, -2.0], [-2.0, -1.0]]]]]> : tensor<1x2x3x3x2xf32>
  %x1 = relay.constant dense<[[[[[[-2.0, 2.0]], [[2.0, -1.0]]], [[[-3.0, 1.0]], [[-3.0, 1.0]]]]], [[[[[-2.0, 3.0]], [[1.0, 3.0]]], [[[1.0, 2.0]], [[-1.0, 2.0]]]]]]> : tensor<2x1x2x2x1x2xf32>
  %0 = relay.nn.contrib_depthwise_conv2d_NCHWc %x0, %x1 {groups = 4 : i64, channels = 4 : i64, kernel_size = array<i64: 2, 2>, data_layout = "NCHW2c", kernel_layout = "OIHW1i2o"} : (tensor<1x2x3x3x2xf32>, tensor<2x1x2x2x1x2xf32>) -> tensor<1x2x2x2x2xf32>
  %e = relay.constant dense<[[[[[-1.0, 5.0], [-6.0, -5.0]], [[3.0, 4.0], [-16.0, -5.0]]], [[[-11.0, 1.0], [2.0, -6.0]], [[8.0, 6.0], [-2.0, -6.0]]]]]> : tensor<1x2x2x2x2xf32>
  return %0, %e : tensor<1x2x2x2x2xf32>, tensor<1x2x2x2x2xf32>
}

func.func @reverse_reshape() -> (tensor<6x4xf32>, tensor<6x4xf32>) attributes {relay.check} {
  %x0 = relay.constant dense<[[[-3.0, -2.0, -1.0, 1.0], [0.0, 2.0, 3.0, -1.0], [-1.0, 0.0, 1.0, 0.0]], [[1.0, 3.0, 2.0, -1.0], [-1.0, -1.0, -2.0, -3.0], [2.0, -1.0, -1.0, 1.0]]]> : tensor<2x3x4xf32>
  %0 = relay.contrib_reverse_reshape %x0 {newshape = array<i64: -1, 0>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %e = relay.constant dense<[[-3.0, -2.0, -1.0, 1.0], [0.0, 2.0, 3.0, -1.0], [-1.0, 0.0, 1.0, 0.0], [1.0, 3.0, 2.0, -1.0], [-1.0, -1.0, -2.0, -3.0], [2.0, -1.0, -1.0, 1.0]]> : tensor<6x4xf32>
  return %0, %e : tensor<6x4xf32>, tensor<6x4xf32>
}
