// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-div-to-mul))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.constant dense<2.0> : tensor<f32>
  %1 = relay.divide %x, %0 : (!relay.unknown, tensor<f32>) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

func.func @result(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.constant dense<2.0> : tensor<f32>
  // expected-error@+1 {{could not infer the type of its result: '!relay.unknown'}}
  %1 = relay.divide %x, %0 : (tensor<f32>, tensor<f32>) -> !relay.unknown
  return %x : tensor<f32>
}
