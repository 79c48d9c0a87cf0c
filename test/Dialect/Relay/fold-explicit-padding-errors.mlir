// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fold-explicit-padding))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown, %w: tensor<1x1x3xf32>) -> !relay.unknown {
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>]} : (!relay.unknown, tensor<f32>) -> !relay.unknown
  %2 = relay.nn.conv1d %1, %w : (!relay.unknown, tensor<1x1x3xf32>) -> !relay.unknown
  return %2 : !relay.unknown
}

// -----

func.func @result(%x: tensor<1x1x8xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x8xf32> {
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.nn.conv1d %x, %w : (tensor<1x1x8xf32>, tensor<1x1x3xf32>) -> !relay.unknown
  return %x : tensor<1x1x8xf32>
}
