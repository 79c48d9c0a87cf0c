// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-dynamic-to-static)' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}

// -----

func.func @result(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.exp %x : (tensor<2x3xf32>) -> !relay.unknown
  return %x : tensor<2x3xf32>
}
