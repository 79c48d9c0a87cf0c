// RUN: relay-lite-run --check %s

// Convolutions of small integers, whose sums are exact in every type.

func.func @conv2d() -> (tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[3.0, 1.0, 1.0, 3.0, 1.0], [2.0, 2.0, -2.0, -3.0, -1.0], [-2.0, 3.0, 3.0, -3.0, 0.0], [2.0, -3.0, 2.0, -3.0, 0.0]], [[2.0, -1.0, -1.0, -2.0, 2.0], [-2.0, 3.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 3.0, 2.0], [2.0, 1.0, 1.0, -1.0, 3.0]]]]> : tensor<1x2x4x5xf32>
  %w = relay.constant dense<[[[[0.0, -2.0], [2.0, -2.0], [3.0, 1.0]], [[-3.0, -3.0], [0.0, -3.0], [-3.0, 0.0]]], [[[3.0, 0.0], [2.0, 3.0], [2.0, 1.0]], [[0.0, 0.0], [-2.0, 0.0], [-1.0, -2.0]]], [[[3.0, -3.0], [-3.0, -2.0], [3.0, 1.0]], [[3.0, -2.0], [2.0, -1.0], [0.0, -3.0]]]]> : tensor<3x2x3x2xf32>
  %0 = relay.nn.conv2d %x, %w {strides = array<i64: 2, 1>, padding = array<i64: 1, 0, 0, 1>, dilation = array<i64: 1, 2>} : (tensor<1x2x4x5xf32>, tensor<3x2x3x2xf32>) -> tensor<1x3x2x4xf32>
  %e = relay.constant dense<[[[[17.0, -4.0, -13.0, -3.0], [2.0, -15.0, 5.0, -12.0]], [[9.0, 11.0, 2.0, 4.0], [11.0, -5.0, -3.0, -26.0]], [[-2.0, -6.0, -16.0, -22.0], [13.0, 9.0, -17.0, -3.0]]]]> : tensor<1x3x2x4xf32>
  return %0, %e : tensor<1x3x2x4xf32>, tensor<1x3x2x4xf32>
}

// Sums of booleans wrap, as integers of one bit do; padded, which other types
// leave to packing.
func.func @conv2d_booleans() -> (tensor<1x1x2x2xi1>, tensor<1x1x2x2xi1>) attributes {relay.check} {
  %x = relay.constant dense<[[[[true, true], [false, true]]]]> : tensor<1x1x2x2xi1>
  %w = relay.constant dense<[[[[false, false, false], [true, true, false], [false, false, false]]]]> : tensor<1x1x3x3xi1>
  %0 = relay.nn.conv2d %x, %w {padding = array<i64: 1, 1>} : (tensor<1x1x2x2xi1>, tensor<1x1x3x3xi1>) -> tensor<1x1x2x2xi1>
  %e = relay.constant dense<[[[[true, false], [false, true]]]]> : tensor<1x1x2x2xi1>
  return %0, %e : tensor<1x1x2x2xi1>, tensor<1x1x2x2xi1>
}

// Groups in the layouts of TensorFlow.
func.func @conv2d_nhwc() -> (tensor<2x2x3x4xf64>, tensor<2x2x3x4xf64>) attributes {relay.check} {
  %x = relay.constant dense<[[[[1.0, 2.0, 1.0, -2.0], [0.0, -2.0, 3.0, 3.0], [-2.0, 0.0, 3.0, 2.0], [1.0, 1.0, -3.0, 2.0]], [[0.0, -3.0, -2.0, 0.0], [2.0, 0.0, 1.0, 3.0], [1.0, -1.0, 1.0, 1.0], [-3.0, -3.0, 1.0, -1.0]], [[1.0, -1.0, -2.0, -2.0], [-1.0, 2.0, -1.0, -1.0], [1.0, 3.0, -1.0, 1.0], [0.0, 1.0, 0.0, 1.0]]], [[[0.0, 1.0, 3.0, -2.0], [0.0, 0.0, -1.0, -2.0], [-3.0, -1.0, 2.0, -3.0], [-1.0, 3.0, 3.0, -2.0]], [[-3.0, 1.0, -3.0, -1.0], [0.0, 3.0, -3.0, 1.0], [0.0, -3.0, 2.0, 2.0], [0.0, 3.0, 1.0, 3.0]], [[3.0, 0.0, -2.0, -2.0], [0.0, -2.0, 2.0, 3.0], [-2.0, 0.0, -3.0, -2.0], [-1.0, 3.0, 3.0, 1.0]]]]> : tensor<2x3x4x4xf64>
  %w = relay.constant dense<[[[[1.0, 0.0, -3.0, -1.0], [3.0, -1.0, -2.0, -2.0]], [[1.0, -3.0, 3.0, 3.0], [0.0, 0.0, 2.0, 0.0]]], [[[0.0, -1.0, 0.0, 2.0], [-3.0, -3.0, 2.0, -1.0]], [[2.0, -3.0, 3.0, -3.0], [-1.0, 3.0, -3.0, 1.0]]]]> : tensor<2x2x2x4xf64>
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64, data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<2x3x4x4xf64>, tensor<2x2x2x4xf64>) -> tensor<2x2x3x4xf64>
  %e = relay.constant dense<[[[[20.0, 1.0, 10.0, 8.0], [-5.0, 0.0, 4.0, -3.0], [-1.0, -1.0, -10.0, -19.0]], [[-8.0, 8.0, 11.0, 5.0], [-4.0, -2.0, -12.0, -1.0], [-15.0, 3.0, -5.0, -2.0]]], [[[-3.0, 8.0, -26.0, 3.0], [-9.0, -9.0, 9.0, 0.0], [-1.0, 22.0, 3.0, 15.0]], [[2.0, -10.0, -3.0, -9.0], [11.0, 9.0, 20.0, 15.0], [-14.0, 17.0, 1.0, -15.0]]]]> : tensor<2x2x3x4xf64>
  return %0, %e : tensor<2x2x3x4xf64>, tensor<2x2x3x4xf64>
}

// Channel c of the data makes channels 2c and 2c + 1.
func.func @conv2d_depthwise() -> (tensor<1x4x2x2xf16>, tensor<1x4x2x2xf16>) attributes {relay.check} {
  %x = relay.constant dense<[[[[2.0, -1.0, -3.0], [0.0, 0.0, 3.0], [1.0, -1.0, -3.0]], [[1.0, -2.0, 1.0], [3.0, -1.0, 3.0], [0.0, 0.0, 2.0]]]]> : tensor<1x2x3x3xf16>
  %w = relay.constant dense<[[[[2.0, 3.0], [3.0, -2.0]], [[-1.0, 3.0], [-1.0, -3.0]]], [[[1.0, 2.0], [2.0, 2.0]], [[1.0, -3.0], [2.0, -1.0]]]]> : tensor<2x2x2x2xf16>
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64, channels = 4 : i64, kernel_size = array<i64: 2, 2>} : (tensor<1x2x3x3xf16>, tensor<2x2x2x2xf16>) -> tensor<1x4x2x2xf16>
  %e = relay.constant dense<[[[[1.0, -17.0], [5.0, 12.0]], [[-5.0, -17.0], [2.0, 19.0]], [[1.0, 4.0], [1.0, 9.0]], [[14.0, -10.0], [6.0, -12.0]]]]> : tensor<1x4x2x2xf16>
  return %0, %e : tensor<1x4x2x2xf16>, tensor<1x4x2x2xf16>
}

func.func @conv2d_group_dim() -> (tensor<1x4x2x2xbf16>, tensor<1x4x2x2xbf16>) attributes {relay.check} {
  %x = relay.constant dense<[[[[2.0, 2.0, 3.0], [-3.0, 3.0, 1.0], [0.0, 2.0, 3.0]], [[0.0, -3.0, 2.0], [-2.0, -2.0, -2.0], [-2.0, 3.0, -1.0]]]]> : tensor<1x2x3x3xbf16>
  %w = relay.constant dense<[[[[[-3.0, -2.0], [-1.0, -1.0]]], [[[-1.0, 3.0], [3.0, 1.0]]]], [[[[3.0, -1.0], [-3.0, -2.0]]], [[[-3.0, 3.0], [-2.0, 0.0]]]]]> : tensor<2x2x1x2x2xbf16>
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64, kernel_layout = "GOIHW"} : (tensor<1x2x3x3xbf16>, tensor<2x2x1x2x2xbf16>) -> tensor<1x4x2x2xbf16>
  %e = relay.constant dense<[[[[-10.0, -16.0], [1.0, -16.0]], [[-2.0, 17.0], [14.0, 9.0]], [[13.0, -1.0], [-4.0, -11.0]], [[-5.0, 19.0], [4.0, -6.0]]]]> : tensor<1x4x2x2xbf16>
  return %0, %e : tensor<1x4x2x2xbf16>, tensor<1x4x2x2xbf16>
}

// A channel of zeros completes the second block.
func.func @conv2d_packed() -> (tensor<1x2x2x2x2xf32>, tensor<1x2x2x2x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[[-2.0, 3.0], [3.0, 0.0]], [[-2.0, 3.0], [0.0, 3.0]]], [[[2.0, 2.0], [2.0, -1.0]], [[1.0, 3.0], [1.0, 3.0]]]]]> : tensor<1x2x2x2x2xf32>
  %w = relay.constant dense<[[[[-1.0]], [[-1.0]], [[2.0]], [[3.0]]], [[[-3.0]], [[-3.0]], [[-2.0]], [[0.0]]], [[[-2.0]], [[0.0]], [[0.0]], [[3.0]]]]> : tensor<3x4x1x1xf32>
  %0 = relay.nn.conv2d %x, %w {channels = 3 : i64, kernel_size = array<i64: 1, 1>, data_layout = "NCHW2c", kernel_layout = "OIHW"} : (tensor<1x2x2x2x2xf32>, tensor<3x4x1x1xf32>) -> tensor<1x2x2x2x2xf32>
  %e = relay.constant dense<[[[[[9.0, -7.0], [-2.0, -13.0]], [[10.0, -5.0], [8.0, -11.0]]], [[[10.0, 0.0], [-9.0, 0.0]], [[13.0, 0.0], [9.0, 0.0]]]]]> : tensor<1x2x2x2x2xf32>
  return %0, %e : tensor<1x2x2x2x2xf32>, tensor<1x2x2x2x2xf32>
}

// Operands are converted first.
func.func @conv2d_i32() -> (tensor<1x1x2x2xi32>, tensor<1x1x2x2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[62, -64, 73], [78, 46, 45], [-49, 55, -94]], [[33, 107, 120], [-52, -43, 30], [-27, 59, -77]]]]> : tensor<1x2x3x3xi8>
  %w = relay.constant dense<[[[[209, 202], [226, 211]], [[216, 251], [245, 247]]]]> : tensor<1x2x2x2xui8>
  %0 = relay.nn.conv2d %x, %w {out_dtype = i32} : (tensor<1x2x3x3xi8>, tensor<1x2x2x2xui8>) -> tensor<1x1x2x2xi32>
  %e = relay.constant dense<[[[[37988, 71368], [12058, 4978]]]]> : tensor<1x1x2x2xi32>
  return %0, %e : tensor<1x1x2x2xi32>, tensor<1x1x2x2xi32>
}

func.func @conv1d() -> (tensor<1x6x4xi16>, tensor<1x6x4xi16>) attributes {relay.check} {
  %x = relay.constant dense<[[[1, -3, 2, 1, 3, 0, -2], [1, 0, 1, -1, -1, -3, 3], [2, 0, -2, 1, -1, 1, -3], [-2, 2, -3, 1, -1, -3, 2]]]> : tensor<1x4x7xi16>
  %w = relay.constant dense<[[[1, 2, 3], [2, 2, -3]], [[3, 3, 1], [2, 2, 3]], [[3, 0, 2], [3, -1, -3]], [[-2, -3, 0], [-3, -2, -2]], [[1, -2, 3], [-2, 3, 0]], [[-2, -3, -1], [1, -3, -2]]]> : tensor<6x2x3xi16>
  %0 = relay.nn.conv1d %x, %w {groups = 2 : i64, strides = array<i64: 2>, padding = array<i64: 1, 2>} : (tensor<1x4x7xi16>, tensor<6x2x3xi16>) -> tensor<1x6x4xi16>
  %e = relay.constant dense<[[[-5, 9, 12, -4], [2, -3, -1, -6], [-7, -5, 10, -12], [-6, 4, 6, 12], [-10, -6, 1, 19], [-4, 14, 10, -2]]]> : tensor<1x6x4xi16>
  return %0, %e : tensor<1x6x4xi16>, tensor<1x6x4xi16>
}

func.func @conv3d() -> (tensor<1x2x2x3x4xf32>, tensor<1x2x2x3x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[[-3.0, 1.0, -3.0, -3.0], [0.0, -1.0, 0.0, 3.0], [3.0, 0.0, 1.0, 2.0]], [[0.0, 1.0, -2.0, 1.0], [-2.0, -2.0, 2.0, 1.0], [-1.0, -3.0, -2.0, 2.0]], [[0.0, 3.0, 3.0, 2.0], [-3.0, -3.0, 1.0, -1.0], [2.0, -1.0, -2.0, -3.0]]], [[[-1.0, 1.0, -3.0, 2.0], [-1.0, -1.0, 1.0, 3.0], [0.0, 2.0, -1.0, -3.0]], [[2.0, 2.0, 2.0, 3.0], [0.0, -2.0, 1.0, 1.0], [-1.0, 1.0, -2.0, 1.0]], [[2.0, -3.0, 0.0, 1.0], [-3.0, 1.0, 3.0, 2.0], [1.0, 2.0, -1.0, -1.0]]]]]> : tensor<1x2x3x3x4xf32>
  %w = relay.constant dense<[[[[[-3.0, 2.0, -1.0]], [[3.0, 0.0, 3.0]]], [[[-3.0, -2.0, -1.0]], [[-3.0, 0.0, 1.0]]]], [[[[1.0, -2.0, -2.0]], [[0.0, 1.0, 3.0]]], [[[3.0, -1.0, -2.0]], [[-2.0, 3.0, 0.0]]]]]> : tensor<2x2x2x1x3xf32>
  %0 = relay.nn.conv3d %x, %w {padding = array<i64: 0, 0, 1>} : (tensor<1x2x3x3x4xf32>, tensor<2x2x2x1x3xf32>) -> tensor<1x2x2x3x4xf32>
  %e = relay.constant dense<[[[[[-1.0, 8.0, -2.0, -4.0], [-4.0, 3.0, 2.0, 0.0], [-4.0, -21.0, -6.0, 10.0]], [[-1.0, -5.0, 4.0, 5.0], [-8.0, 9.0, -1.0, -15.0], [1.0, -2.0, -16.0, 11.0]]], [[[12.0, 0.0, 18.0, -2.0], [-3.0, -4.0, -5.0, -4.0], [-23.0, -3.0, 3.0, 6.0]], [[7.0, 1.0, 16.0, 4.0], [-9.0, 7.0, -12.0, 1.0], [9.0, 6.0, -18.0, -17.0]]]]]> : tensor<1x2x2x3x4xf32>
  return %0, %e : tensor<1x2x2x3x4xf32>, tensor<1x2x2x3x4xf32>
}

func.func @conv2d_transpose() -> (tensor<1x3x7x7xf32>, tensor<1x3x7x7xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[3.0, 1.0], [1.0, -3.0], [1.0, -1.0]], [[2.0, -3.0], [-2.0, 1.0], [1.0, 2.0]]]]> : tensor<1x2x3x2xf32>
  %w = relay.constant dense<[[[[0.0, -1.0, -1.0], [-1.0, 1.0, 0.0]], [[-1.0, -2.0, 1.0], [-2.0, -2.0, -1.0]], [[2.0, 0.0, 1.0], [-3.0, -1.0, 2.0]]], [[[2.0, 1.0, 3.0], [-1.0, -2.0, -3.0]], [[-2.0, 2.0, 3.0], [-3.0, 0.0, -3.0]], [[2.0, -3.0, 1.0], [-3.0, 2.0, 3.0]]]]> : tensor<2x3x2x3xf32>
  %0 = relay.nn.conv2d_transpose %x, %w {strides = array<i64: 2, 3>, padding = array<i64: 1, 0, 0, 1>, dilation = array<i64: 2, 1>, output_padding = array<i64: 1, 2>} : (tensor<1x2x3x2xf32>, tensor<2x3x2x3xf32>) -> tensor<1x3x7x7xf32>
  %e = relay.constant dense<[[[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-9.0, -4.0, -13.0, 4.0, 11.0, 15.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 5.0, 8.0, 6.0, -2.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-2.0, -1.0, -3.0, -1.0, -5.0, -6.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-9.0, -12.0, -14.0, 8.0, 6.0, 8.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, -2.0, 9.0, 0.0, 12.0, 5.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-5.0, -2.0, -4.0, -4.0, 2.0, -5.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-17.0, 7.0, 11.0, 2.0, -10.0, -9.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [7.0, -8.0, -2.0, 8.0, -1.0, -2.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [-6.0, 1.0, 5.0, -3.0, 5.0, 4.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x3x7x7xf32>
  return %0, %e : tensor<1x3x7x7xf32>, tensor<1x3x7x7xf32>
}

// Indices between those of the data add nothing, so that an infinite weight
// meets no zero there.
func.func @conv1d_transpose_infinite() -> (tensor<1x1x4xf32>, tensor<1x1x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[1.0, -2.0]]]> : tensor<1x1x2xf32>
  %w = relay.constant dense<[[[0x7F800000, 3.0]]]> : tensor<1x1x2xf32>
  %0 = relay.nn.conv1d_transpose %x, %w {strides = array<i64: 2>} : (tensor<1x1x2xf32>, tensor<1x1x2xf32>) -> tensor<1x1x4xf32>
  %e = relay.constant dense<[[[0x7F800000, 3.0, 0xFF800000, -6.0]]]> : tensor<1x1x4xf32>
  return %0, %e : tensor<1x1x4xf32>, tensor<1x1x4xf32>
}

// If the strides have more than 16 parts, these are zeros.
func.func @conv1d_transpose_far() -> (tensor<1x1x17xf32>, tensor<1x1x17xf32>) attributes {relay.check} {
  %x = relay.constant dense<1.0> : tensor<1x1x1xf32>
  %w = relay.constant dense<0x7F800000> : tensor<1x1x1xf32>
  %0 = relay.nn.conv1d_transpose %x, %w {strides = array<i64: 17>, output_padding = array<i64: 16>} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x17xf32>
  %nan = relay.constant dense<0x7FC00000> : tensor<1x1x16xf32>
  %parts = relay.tuple %w, %nan : (tensor<1x1x1xf32>, tensor<1x1x16xf32>) -> tuple<tensor<1x1x1xf32>, tensor<1x1x16xf32>>
  %e = relay.concatenate %parts {axis = 2 : i64} : (tuple<tensor<1x1x1xf32>, tensor<1x1x16xf32>>) -> tensor<1x1x17xf32>
  return %0, %e : tensor<1x1x17xf32>, tensor<1x1x17xf32>
}

// The padding cuts more than the kernel adds.
func.func @conv2d_transpose_groups() -> (tensor<1x2x3x3xi32>, tensor<1x2x3x3xi32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[2, -2], [2, -1]], [[2, 2], [0, 1]], [[2, -2], [-3, 0]], [[-2, 3], [3, -1]]]]> : tensor<1x4x2x2xi32>
  %w = relay.constant dense<[[[[-1, 1], [0, -3]]], [[[1, 2], [-3, 2]]], [[[0, 2], [2, 1]]], [[[-1, -1], [2, -3]]]]> : tensor<4x1x2x2xi32>
  %0 = relay.nn.conv2d_transpose %x, %w {groups = 2 : i64, padding = array<i64: 1, 1>, strides = array<i64: 3, 3>} : (tensor<1x4x2x2xi32>, tensor<4x1x2x2xi32>) -> tensor<1x2x3x3xi32>
  %e = relay.constant dense<[[[[-2, 0, -6], [0, 0, 0], [2, 0, 2]], [[8, 0, 2], [0, 0, 0], [-9, 0, 1]]]]> : tensor<1x2x3x3xi32>
  return %0, %e : tensor<1x2x3x3xi32>, tensor<1x2x3x3xi32>
}

// The sum of nothing is zero.
func.func @no_channels() -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<> : tensor<1x0x2x2xf32>
  %w = relay.constant dense<> : tensor<2x0x1x1xf32>
  %0 = relay.nn.conv2d %x, %w : (tensor<1x0x2x2xf32>, tensor<2x0x1x1xf32>) -> tensor<1x2x2x2xf32>
  %e = relay.constant dense<[[[[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]]> : tensor<1x2x2x2xf32>
  return %0, %e : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
}
