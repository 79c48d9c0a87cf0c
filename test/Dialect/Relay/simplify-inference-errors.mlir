// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-simplify-inference))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.nn.l2_normalize %x {eps = 1.0 : f64} : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @result(%x: tensor<2x3xf32>, %v: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.nn.layer_norm %x, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> !relay.unknown
  return %x : tensor<2x3xf32>
}
