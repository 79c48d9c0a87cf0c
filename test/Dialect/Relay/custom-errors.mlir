// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics --relay-infer-type

// Without its relation, nothing tells the type of a result.
func.func @unknown(%x: tensor<2xf32>) -> !relay.unknown {
  // expected-error @+1 {{could not infer the type of its result}}
  %0 = relay.custom "my_op"(%x) : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @name(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relay.custom' op requires attribute 'op_name'}}
  %0 = "relay.custom"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
