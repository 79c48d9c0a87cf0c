// Operators that the accelerator cannot compute, and results of unknown shapes.

// RUN: relay-lite-opt %s --load-dialect-plugin=%accelerator --relay-compile-external \
// RUN:   --split-input-file --verify-diagnostics

func.func @depthwise_convolution(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x3x3xf32>, %b: tensor<4xf32>) -> tensor<1x4x6x6xf32>
    attributes {relay.Compiler = "accel"} {
  %0 = relay.fused_fn (%x0: tensor<1x4x8x8xf32>, %w0: tensor<4x1x3x3xf32>, %b0: tensor<4xf32>) -> tensor<1x4x6x6xf32> attributes {relay.Composite = "accel.conv2d_bias_relu"} {
    // expected-error@+1 {{the accelerator has no such convolution}}
    %2 = relay.nn.conv2d %x0, %w0 {groups = 4 : i64, channels = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>) -> tensor<1x4x6x6xf32>
    relay.yield %2 : tensor<1x4x6x6xf32>
  }
  %1 = relay.apply %0(%x, %w, %b) : ((tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>, tensor<1x4x8x8xf32>, tensor<4x1x3x3xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
  return %1 : tensor<1x4x6x6xf32>
}

// -----

func.func @dynamic_result(%x: tensor<?x4xf32>, %w: tensor<3x4xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32>
    attributes {relay.Compiler = "accel"} {
  %0 = relay.fused_fn (%x0: tensor<?x4xf32>, %w0: tensor<3x4xf32>, %b0: tensor<3xf32>) -> tensor<?x3xf32> attributes {relay.Composite = "accel.dense_bias_relu"} {
    %2 = relay.nn.dense %x0, %w0 : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x3xf32>
    relay.yield %2 : tensor<?x3xf32>
  }
  // expected-error@+1 {{expected a tensor of static shape as a result of 'accel_dense_bias_relu', but got 'tensor<?x3xf32>'}}
  %1 = relay.apply %0(%x, %w, %b) : ((tensor<?x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x3xf32>, tensor<?x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}
