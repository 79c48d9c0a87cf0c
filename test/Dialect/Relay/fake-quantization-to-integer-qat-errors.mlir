// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer="hard-fail=true use-qat=true" --split-input-file --verify-diagnostics

func.func @float_operand(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xf32> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'relay.nn.relu' op cannot be computed on integers: its operands are not dequantized}}
  %2 = relay.nn.relu %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @rule_does_not_hold(%x: tensor<2x3xi8>, %s: tensor<3xf32>, %z: tensor<i32>) -> tensor<6xf32> {
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x3xi8>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xf32>
  // expected-error@+1 {{'relay.reshape' op cannot be computed on integers: the scales of operand 0 are per axis}}
  %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}
