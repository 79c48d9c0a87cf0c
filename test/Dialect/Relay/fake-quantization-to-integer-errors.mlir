// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer="hard-fail=true" --split-input-file --verify-diagnostics

func.func @no_rule(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  // expected-error@+1 {{'relay.cos' op has no rule that computes it on integers}}
  %1 = relay.cos %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.reshape %1 {newshape = array<i64: 2, 1>} : (tensor<2xf32>) -> tensor<2x1xf32>
  %3 = relay.reshape %2 {newshape = array<i64: 2>} : (tensor<2x1xf32>) -> tensor<2xf32>
  // expected-note@+1 {{its result is quantized here}}
  %4 = relay.qnn.quantize %3, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %4 : tensor<2xi8>
}

// -----

func.func @constants(%s: tensor<f32>, %z: tensor<i32>) -> tensor<1x2xi8> {
  %c = relay.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{'relay.reshape' op cannot be computed on integers: operand 0 is no quantized tensor}}
  %0 = relay.reshape %c {newshape = array<i64: 1, 2>} : (tensor<2xf32>) -> tensor<1x2xf32>
  %1 = relay.qnn.quantize %0, %s, %z {out_dtype = i8} : (tensor<1x2xf32>, tensor<f32>, tensor<i32>) -> tensor<1x2xi8>
  return %1 : tensor<1x2xi8>
}

// -----

func.func @per_axis(%x: tensor<2x3xi8>, %s: tensor<3xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<6xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x3xi8>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xf32>
  // expected-error@+1 {{'relay.reshape' op cannot be computed on integers: the scales of operand 0 are per axis}}
  %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = relay.qnn.quantize %1, %t, %z {out_dtype = i8} : (tensor<6xf32>, tensor<f32>, tensor<i32>) -> tensor<6xi8>
  return %2 : tensor<6xi8>
}

// -----

func.func @split_axis(%x: tensor<2x4xi8>, %s: tensor<4xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<2x2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x4xi8>, tensor<4xf32>, tensor<i32>) -> tensor<2x4xf32>
  // expected-error@+1 {{'relay.split' op cannot be computed on integers: the scales of operand 0 are per axis}}
  %1 = relay.split %0 {axis = 1 : i64, indices_or_sections = 2 : i64} : (tensor<2x4xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2x2xf32>, tensor<2x2xf32>>) -> tensor<2x2xf32>
  %3 = relay.qnn.quantize %2, %t, %z {out_dtype = i8} : (tensor<2x2xf32>, tensor<f32>, tensor<i32>) -> tensor<2x2xi8>
  return %3 : tensor<2x2xi8>
}

// -----

func.func @no_field(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xi8> {
  %c = relay.constant dense<1.0> : tensor<2xf32>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  // expected-error@+1 {{'relay.tuple' op cannot be computed on integers: operand 1 is no quantized tensor}}
  %1 = relay.tuple %0, %c : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %2 = relay.concatenate %1 {axis = 0 : i64} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %3 : tensor<4xi8>
}

// -----

func.func @topk_indices(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<4xi8>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  // expected-error@+1 {{'relay.topk' op cannot be computed on integers: expected ret_type "values", but got "both"}}
  %1 = relay.topk %0 {k = 2 : i64, dtype = i32} : (tensor<4xf32>) -> tuple<tensor<2xf32>, tensor<2xi32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2xf32>, tensor<2xi32>>) -> tensor<2xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %3 : tensor<2xi8>
}

// -----

func.func @concatenate_types(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %y: tensor<2xui8>) -> tensor<4xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.qnn.dequantize %y, %s, %z {out_dtype = f32} : (tensor<2xui8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  // expected-error@+1 {{qnn.concatenate}}
  %3 = relay.concatenate %2 {axis = 0 : i64} : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<4xf32>
  %4 = relay.qnn.quantize %3, %s, %z {out_dtype = i8} : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %4 : tensor<4xi8>
}

// -----

func.func @resize_to_floats(%x: tensor<1x1x2x2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<1x1x4x4xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x1x2x2xi8>, tensor<f32>, tensor<i32>) -> tensor<1x1x2x2xf32>
  // expected-error@+1 {{'relay.image.resize2d' op cannot be computed on integers: the result has another type than its quantization}}
  %1 = relay.image.resize2d %0 {size = array<i64: 4, 4>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, out_dtype = f32} : (tensor<1x1x2x2xf32>) -> tensor<1x1x4x4xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<1x1x4x4xf32>, tensor<f32>, tensor<i32>) -> tensor<1x1x4x4xi8>
  return %2 : tensor<1x1x4x4xi8>
}

// -----

func.func @vector_output(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<2xf32>) -> tensor<2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  // expected-error@+1 {{qnn.requantize}}
  %1 = relay.qnn.quantize %0, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}
