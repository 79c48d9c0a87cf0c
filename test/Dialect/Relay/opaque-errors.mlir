// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics --relay-infer-type

func.func @tensor(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = ["_"]} : (tensor<2xf32>) -> !relay.opaque
  // expected-error @+1 {{'relay.nn.relu' op operand #0 must be ranked tensor, but got '!relay.opaque'}}
  %1 = relay.nn.relu %0 : (!relay.opaque) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

func.func @field(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = ["_"]} : (tensor<2xf32>) -> !relay.opaque
  %1 = relay.tuple %x, %0 : (tensor<2xf32>, !relay.opaque) -> tuple<tensor<2xf32>, !relay.opaque>
  // expected-error @+1 {{cannot take a value of type 'tuple<tensor<2xf32>, !relay.opaque>': only 'relay.custom' takes opaque values}}
  %2 = relay.concatenate %1 {axis = 0 : i64} : (tuple<tensor<2xf32>, !relay.opaque>) -> !relay.unknown
  return %2 : !relay.unknown
}

// -----

func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = ["_"]} : (tensor<2xf32>) -> !relay.opaque
  // expected-error @+1 {{expected branches of the same type, but got '!relay.opaque' and 'tensor<2xf32>'}}
  %1 = relay.if %c : tensor<i1> -> !relay.unknown {
    relay.yield %0 : !relay.opaque
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : !relay.unknown
}

// -----

func.func @text(%x: tensor<2xf32>) -> !relay.unknown {
  // expected-error @+2 {{expected a type as float32[1,?] or _, but got 'float31[2]'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = ["float31[2]"]} : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @size(%x: tensor<2xf32>) -> !relay.unknown {
  // expected-error @+2 {{expected a type as float32[1,?] or _, but got 'float32[-2]'}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = ["float32[-2]"]} : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @list(%x: tensor<2xf32>) -> !relay.unknown {
  // expected-error @+2 {{onnx.A: expected a list of types as onnx_results}}
  // expected-error @+1 {{failed to infer returned types}}
  %0 = relay.custom "onnx.A"(%x) {relay.onnx_results = 2 : i64} : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

// Unlike an opaque type, an unknown one is not final.
func.func @unknown(%x: tensor<2xf32>) -> !relay.unknown {
  // expected-error @+1 {{could not infer the type of its result}}
  %0 = relay.custom "onnx.A"(%x) : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}
