// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-canonicalize-ops))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 1 of '@argument': '!relay.unknown'}}
func.func @argument(%x: tensor<2x3xf32>, %b: !relay.unknown) -> tensor<2x3xf32> {
  %0 = relay.nn.bias_add %x, %b : (tensor<2x3xf32>, !relay.unknown) -> !relay.unknown
  return %x : tensor<2x3xf32>
}

// -----

func.func @result(%x: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.nn.bias_add %x, %b : (tensor<2x3xf32>, tensor<3xf32>) -> !relay.unknown
  return %x : tensor<2x3xf32>
}
