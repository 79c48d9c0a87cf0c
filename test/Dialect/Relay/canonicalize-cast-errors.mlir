// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-canonicalize-cast))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.cast %x {dtype = f32} : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @result(%x: tensor<2xi8>) -> tensor<2xi8> {
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.cast %x {dtype = f32} : (tensor<2xi8>) -> !relay.unknown
  return %x : tensor<2xi8>
}
