// RUN: relay-lite-opt %s --relay-infer-type --split-input-file --verify-diagnostics

// The weight may be that of a depthwise convolution or not.
func.func @groups(%x: tensor<1x4x8x8xf32>, %w: !relay.unknown) -> !relay.unknown {
  // expected-error@+1 {{nn.conv2d: expected a weight of known type with more than one group, but got '!relay.unknown'}}
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64, channels = 6 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}
