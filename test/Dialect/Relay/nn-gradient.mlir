// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @pool_grad
func.func @pool_grad(%g: tensor<?x3x4x?xf32>, %x: tensor<?x3x8x?xf32>) -> (tensor<?x3x8x?xf32>, tensor<?x3x8x?xf32>) {
  // CHECK: relay.nn.max_pool2d_grad {{.*}} -> tensor<?x3x8x?xf32>
  %0 = relay.nn.max_pool2d_grad %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x3x4x?xf32>, tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32>
  // CHECK: relay.nn.avg_pool2d_grad {{.*}} {count_include_pad = true, {{.*}} -> tensor<?x3x8x?xf32>
  %1 = relay.nn.avg_pool2d_grad %g, %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>, count_include_pad = true} : (tensor<?x3x4x?xf32>, tensor<?x3x8x?xf32>) -> tensor<?x3x8x?xf32>
  return %0, %1 : tensor<?x3x8x?xf32>, tensor<?x3x8x?xf32>
}

// CHECK-LABEL: func @conv2d_backward_weight
func.func @conv2d_backward_weight(%g: tensor<?x8x8x6xf32>, %x: tensor<?x?x?x4xf32>) -> tensor<3x3x2x6xf16> {
  // CHECK: relay.nn.conv2d_backward_weight {{.*}} -> tensor<3x3x2x6xf16>
  %0 = relay.nn.conv2d_backward_weight %g, %x {padding = array<i64: 1, 1>, groups = 2 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NHWC", kernel_layout = "NHWC", out_layout = "HWIO", out_dtype = f16} : (tensor<?x8x8x6xf32>, tensor<?x?x?x4xf32>) -> tensor<3x3x2x6xf16>
  return %0 : tensor<3x3x2x6xf16>
}

// CHECK-LABEL: func @correlation
func.func @correlation(%a: tensor<?x3x8x?xf32>, %b: tensor<?x3x8x?xf32>) -> tensor<?x25x4x?xf32> {
  // CHECK: relay.nn.correlation {{.*}} -> tensor<?x25x4x?xf32>
  %0 = relay.nn.correlation %a, %b {max_displacement = 2 : i64, stride1 = 2 : i64, padding = array<i64: 2, 2>} : (tensor<?x3x8x?xf32>, tensor<?x3x8x?xf32>) -> tensor<?x25x4x?xf32>
  return %0 : tensor<?x25x4x?xf32>
}

// CHECK-LABEL: func @deformable_conv2d
func.func @deformable_conv2d(%x: tensor<1x4x8x?xf32>, %o: tensor<1x36x8x?xf32>, %w: tensor<6x4x3x3xf32>) -> tensor<1x6x8x?xf32> {
  // CHECK: relay.nn.deformable_conv2d {{.*}} -> tensor<1x6x8x?xf32>
  %0 = relay.nn.deformable_conv2d %x, %o, %w {padding = array<i64: 1, 1>, deformable_groups = 2 : i64} : (tensor<1x4x8x?xf32>, tensor<1x36x8x?xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x8x?xf32>
  return %0 : tensor<1x6x8x?xf32>
}

// CHECK-LABEL: func @losses
func.func @losses(%p: tensor<?x5xf16>, %t: tensor<2x5xf16>, %q: tensor<2x5x?xf32>, %c: tensor<2x?xi64>, %w: tensor<5xf32>) -> (tensor<f16>, tensor<2x?xf32>) {
  // CHECK: relay.nn.cross_entropy {{.*}} -> tensor<f16>
  %0 = relay.nn.cross_entropy %p, %t : (tensor<?x5xf16>, tensor<2x5xf16>) -> tensor<f16>
  // CHECK: relay.nn.nll_loss {{.*}} -> tensor<2x?xf32>
  %1 = relay.nn.nll_loss %q, %c, %w {reduction = "none", ignore_index = 1 : i64} : (tensor<2x5x?xf32>, tensor<2x?xi64>, tensor<5xf32>) -> tensor<2x?xf32>
  return %0, %1 : tensor<f16>, tensor<2x?xf32>
}

// CHECK-LABEL: func @transposed
func.func @transposed(%x: tensor<1x4x?xf32>, %w: tensor<4x3x3xf32>, %y: tensor<1x3x4x5x4xf32>, %v: tensor<3x3x3x6x4xf32>) -> (tensor<1x6x?xf32>, tensor<1x5x7x9x6xf32>) {
  // CHECK: relay.nn.conv1d_transpose {{.*}} -> tensor<1x6x?xf32>
  %0 = relay.nn.conv1d_transpose %x, %w {strides = array<i64: 2>, groups = 2 : i64} : (tensor<1x4x?xf32>, tensor<4x3x3xf32>) -> tensor<1x6x?xf32>
  // CHECK: relay.nn.conv3d_transpose {{.*}} -> tensor<1x5x7x9x6xf32>
  %1 = relay.nn.conv3d_transpose %y, %v {strides = array<i64: 2, 2, 2>, padding = array<i64: 1, 1, 1>, data_layout = "NDHWC", kernel_layout = "DHWOI"} : (tensor<1x3x4x5x4xf32>, tensor<3x3x3x6x4xf32>) -> tensor<1x5x7x9x6xf32>
  return %0, %1 : tensor<1x6x?xf32>, tensor<1x5x7x9x6xf32>
}

// CHECK-LABEL: func @moves
func.func @moves(%x: tensor<?x8x2x?xi8>, %y: tensor<2x0x?xi8>, %b: tensor<4x?xi8>, %d: tensor<?x?xi8>) -> (tensor<?x2x4x?xi8>, tensor<3x0x?xi8>, tensor<7x?xi8>, tensor<4x?xi8>) {
  // CHECK: relay.nn.depth_to_space {{.*}}mode = "CRD"{{.*}} -> tensor<?x2x4x?xi8>
  %0 = relay.nn.depth_to_space %x {block_size = 2 : i64, mode = "CRD"} : (tensor<?x8x2x?xi8>) -> tensor<?x2x4x?xi8>
  // CHECK: relay.nn.dilate {{.*}} -> tensor<3x0x?xi8>
  %1 = relay.nn.dilate %y {strides = array<i64: 2, 2, 2>} : (tensor<2x0x?xi8>) -> tensor<3x0x?xi8>
  // CHECK: relay.nn.mirror_pad {{.*}} -> tensor<7x?xi8>
  %2 = relay.nn.mirror_pad %b {pad_width = [array<i64: 1, 2>, array<i64: 3, 0>]} : (tensor<4x?xi8>) -> tensor<7x?xi8>
  // CHECK: relay.nn.fifo_buffer {{.*}} -> tensor<4x?xi8>
  %3 = relay.nn.fifo_buffer %d, %b {axis = 1 : i64} : (tensor<?x?xi8>, tensor<4x?xi8>) -> tensor<4x?xi8>
  return %0, %1, %2, %3 : tensor<?x2x4x?xi8>, tensor<3x0x?xi8>, tensor<7x?xi8>, tensor<4x?xi8>
}
