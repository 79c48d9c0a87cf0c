// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @max_pool2d_grad_out_grad_type(%x0: tensor<1x3x3x4xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.max_pool2d_grad: expected out_grad of type 'tensor<1x3x4x4xf32>', but got 'tensor<1x3x3x4xf32>'}}
  // expected-error@+1 {{'relay.nn.max_pool2d_grad' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d_grad %x0, %x1 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x3x4xf32>, tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @avg_pool2d_grad_dilation(%x0: tensor<1x3x4x4xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.avg_pool2d_grad: expected dilation to be 1, but got [2, 2]}}
  // expected-error@+1 {{'relay.nn.avg_pool2d_grad' op failed to infer returned types}}
  %0 = relay.nn.avg_pool2d_grad %x0, %x1 {pool_size = array<i64: 2, 2>, dilation = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @conv2d_backward_weight_without_kernel_size(%x0: tensor<1x6x8x8xf32>, %x1: tensor<1x4x8x8xf32>) {
  // expected-error@+2 {{nn.conv2d_backward_weight: expected kernel_size, but there is none}}
  // expected-error@+1 {{'relay.nn.conv2d_backward_weight' op failed to infer returned types}}
  %0 = relay.nn.conv2d_backward_weight %x0, %x1 {kernel_layout = "NCHW"} : (tensor<1x6x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return
}

// -----

func.func @conv2d_backward_weight_split_layout(%x0: tensor<1x6x8x8x1xf32>, %x1: tensor<1x4x8x8xf32>) {
  // expected-error@+2 {{nn.conv2d_backward_weight: expected layouts without blocks, but got "NCHW1c", "NCHW" and "OIHW"}}
  // expected-error@+1 {{'relay.nn.conv2d_backward_weight' op failed to infer returned types}}
  %0 = relay.nn.conv2d_backward_weight %x0, %x1 {kernel_size = array<i64: 3, 3>, kernel_layout = "NCHW", out_layout = "OIHW", data_layout = "NCHW1c"} : (tensor<1x6x8x8x1xf32>, tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return
}

// -----

func.func @conv2d_backward_weight_channels(%x0: tensor<1x6x8x8xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.conv2d_backward_weight: expected operands whose known numbers of channels groups divides, and channels to be that of grad, but got 'tensor<1x6x8x8xf32>' and 'tensor<1x3x8x8xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d_backward_weight' op failed to infer returned types}}
  %0 = relay.nn.conv2d_backward_weight %x0, %x1 {kernel_size = array<i64: 3, 3>, kernel_layout = "NCHW", out_layout = "OIHW", groups = 2 : i64} : (tensor<1x6x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<6x4x3x3xf32>
  return
}

// -----

func.func @conv2d_backward_weight_batches_differ(%x0: tensor<2x6x8x8xf32>, %x1: tensor<1x4x8x8xf32>) {
  // expected-error@+2 {{nn.conv2d_backward_weight: expected operands of one batch, but got 'tensor<2x6x8x8xf32>' and 'tensor<1x4x8x8xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d_backward_weight' op failed to infer returned types}}
  %0 = relay.nn.conv2d_backward_weight %x0, %x1 {kernel_size = array<i64: 3, 3>, kernel_layout = "NCHW", out_layout = "OIHW"} : (tensor<2x6x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<6x4x3x3xf32>
  return
}

// -----

func.func @correlation_types_differ(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x3x8x7xf32>) {
  // expected-error@+2 {{nn.correlation: expected data1 and data2 of one type of rank 4, but got 'tensor<1x3x8x8xf32>' and 'tensor<1x3x8x7xf32>'}}
  // expected-error@+1 {{'relay.nn.correlation' op failed to infer returned types}}
  %0 = relay.nn.correlation %x0, %x1 : (tensor<1x3x8x8xf32>, tensor<1x3x8x7xf32>) -> tensor<1x9x6x6xf32>
  return
}

// -----

func.func @correlation_layout(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.correlation: expected layout to be NCHW, but got "NHWC"}}
  // expected-error@+1 {{'relay.nn.correlation' op failed to infer returned types}}
  %0 = relay.nn.correlation %x0, %x1 {layout = "NHWC"} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x9x6x6xf32>
  return
}

// -----

func.func @correlation_even_kernel(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.correlation: expected kernel_size to be odd and in [1, 16777216], but got 2}}
  // expected-error@+1 {{'relay.nn.correlation' op failed to infer returned types}}
  %0 = relay.nn.correlation %x0, %x1 {kernel_size = 2 : i64} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x9x6x6xf32>
  return
}

// -----

func.func @correlation_negative_displacement(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.correlation: expected max_displacement in [0, 16777216], but got -1}}
  // expected-error@+1 {{'relay.nn.correlation' op failed to infer returned types}}
  %0 = relay.nn.correlation %x0, %x1 {max_displacement = -1 : i64} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x9x6x6xf32>
  return
}

// -----

func.func @correlation_large_patch(%x0: tensor<1x3x8x8xf32>, %x1: tensor<1x3x8x8xf32>) {
  // expected-error@+2 {{nn.correlation: a patch with its displacements does not fit into dimension 2 of size 8 with its padding}}
  // expected-error@+1 {{'relay.nn.correlation' op failed to infer returned types}}
  %0 = relay.nn.correlation %x0, %x1 {max_displacement = 5 : i64} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xf32>) -> tensor<1x9x6x6xf32>
  return
}

// -----

func.func @deformable_conv2d_offset_type(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x18x6x7xf32>, %x2: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.deformable_conv2d: expected offset of type 'tensor<1x18x6x6xf32>', but got 'tensor<1x18x6x7xf32>'}}
  // expected-error@+1 {{'relay.nn.deformable_conv2d' op failed to infer returned types}}
  %0 = relay.nn.deformable_conv2d %x0, %x1, %x2 : (tensor<1x4x8x8xf32>, tensor<1x18x6x7xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @deformable_conv2d_indivisible_groups(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x18x6x6xf32>, %x2: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.deformable_conv2d: expected deformable_groups to divide the number of channels of data, 4, but got 3}}
  // expected-error@+1 {{'relay.nn.deformable_conv2d' op failed to infer returned types}}
  %0 = relay.nn.deformable_conv2d %x0, %x1, %x2 {deformable_groups = 3 : i64} : (tensor<1x4x8x8xf32>, tensor<1x18x6x6xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @deformable_conv2d_layouts(%x0: tensor<1x8x8x4xf32>, %x1: tensor<1x18x6x6xf32>, %x2: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.deformable_conv2d: expected layouts NCHW and OIHW, or NHWC and HWIO, but got "NHWC", "OIHW" and ""}}
  // expected-error@+1 {{'relay.nn.deformable_conv2d' op failed to infer returned types}}
  %0 = relay.nn.deformable_conv2d %x0, %x1, %x2 {data_layout = "NHWC"} : (tensor<1x8x8x4xf32>, tensor<1x18x6x6xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}
