// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-eliminate-common-subexpr))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.exp %x : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @result(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  return %x : tensor<2xf32>
}
