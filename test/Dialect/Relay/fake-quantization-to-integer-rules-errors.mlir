// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer="hard-fail=true" --split-input-file --verify-diagnostics

// Rules that do not hold.

func.func @blocks(%x: tensor<1x1x4x4x4xi8>, %w: tensor<1x1x1x1x4x4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<1x1x4x4x4xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x1x4x4x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x1x4x4x4xf32>
  %1 = relay.qnn.dequantize %w, %s, %z {out_dtype = f32} : (tensor<1x1x1x1x4x4xi8>, tensor<f32>, tensor<i32>) -> tensor<1x1x1x1x4x4xf32>
  // expected-error@+1 {{'relay.nn.conv2d' op cannot be computed on integers: its layouts have blocks}}
  %2 = relay.nn.conv2d %0, %1 {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x1x4x4x4xf32>, tensor<1x1x1x1x4x4xf32>) -> tensor<1x1x4x4x4xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<1x1x4x4x4xf32>, tensor<f32>, tensor<i32>) -> tensor<1x1x4x4x4xi8>
  return %3 : tensor<1x1x4x4x4xi8>
}

// -----

func.func @scales_of_data(%x: tensor<2x3xi8>, %w: tensor<4x3xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<2xf32>) -> tensor<2x4xi8> {
  %0 = relay.qnn.dequantize %x, %t, %z {axis = 0 : i64, out_dtype = f32} : (tensor<2x3xi8>, tensor<2xf32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.qnn.dequantize %w, %s, %z {out_dtype = f32} : (tensor<4x3xi8>, tensor<f32>, tensor<i32>) -> tensor<4x3xf32>
  // expected-error@+1 {{'relay.nn.dense' op cannot be computed on integers: the scales of operand 0 are per axis}}
  %2 = relay.nn.dense %0, %1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> tensor<2x4xi8>
  return %3 : tensor<2x4xi8>
}

// -----

func.func @scales_of_columns(%x: tensor<2x3xi8>, %w: tensor<4x3xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<3xf32>) -> tensor<2x4xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.qnn.dequantize %w, %t, %z {axis = 1 : i64, out_dtype = f32} : (tensor<4x3xi8>, tensor<3xf32>, tensor<i32>) -> tensor<4x3xf32>
  // expected-error@+1 {{'relay.nn.dense' op cannot be computed on integers: the scales of operand 1 are not per channel}}
  %2 = relay.nn.dense %0, %1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> tensor<2x4xi8>
  return %3 : tensor<2x4xi8>
}

// -----

func.func @float_weight(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x4xi8> {
  %w = relay.constant dense<1.0> : tensor<4x3xf32>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  // expected-error@+1 {{'relay.nn.dense' op cannot be computed on integers: operand 1 is no quantized tensor}}
  %1 = relay.nn.dense %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> tensor<2x4xi8>
  return %2 : tensor<2x4xi8>
}

// -----

func.func @not_transposed(%x: tensor<2x3x4xi8>, %y: tensor<2x4x5xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x3x5xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3x4xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3x4xf32>
  %1 = relay.qnn.dequantize %y, %s, %z {out_dtype = f32} : (tensor<2x4x5xi8>, tensor<f32>, tensor<i32>) -> tensor<2x4x5xf32>
  // expected-error@+1 {{'relay.nn.batch_matmul' op cannot be computed on integers: qnn.batch_matmul transposes the second matrix, and only that}}
  %2 = relay.nn.batch_matmul %0, %1 : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<2x3x5xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3x5xi8>
  return %3 : tensor<2x3x5xi8>
}

// -----

func.func @bias_with_offset(%x: tensor<2x3xi32>, %b: tensor<3xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2x3xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.qnn.dequantize %b, %s, %z {out_dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
  // expected-error@+1 {{'relay.nn.bias_add' op cannot be computed on integers: operand 0 is not of 32 bits with zero point 0}}
  %2 = relay.nn.bias_add %0, %1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %3 : tensor<2x3xi8>
}

// -----

func.func @sum_of_constants(%s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
  %c = relay.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{'relay.add' op cannot be computed on integers: no operand is a quantized tensor}}
  %0 = relay.add %c, %c : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.qnn.quantize %0, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}

// -----

// qnn.add takes one scale for the output.
func.func @vector_sum(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<2xf32>) -> tensor<2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  // expected-error@+1 {{qnn.add}}
  %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.qnn.quantize %1, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xi8>
  return %2 : tensor<2xi8>
}

// -----

func.func @other_element_type(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xui8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  // expected-error@+1 {{'relay.exp' op cannot be computed on integers: the result has another type than its quantization}}
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = ui8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xui8>
  return %2 : tensor<2xui8>
}

// -----

func.func @scale_of_zero(%x: tensor<2xi8>, %z: tensor<i32>) -> tensor<2xi8> {
  %s = relay.constant dense<0.0> : tensor<f32>
  %y = relay.constant dense<0> : tensor<i32>
  %0 = relay.qnn.dequantize %x, %s, %y {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  // expected-error@+1 {{'relay.clip' op cannot be computed on integers: the scale of operand 0 is not positive}}
  %1 = relay.clip %0 {a_min = 0.0 : f64, a_max = 6.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %2 : tensor<2xi8>
}

// -----

func.func @unknown_number_of_scales(%x: tensor<2x?xi8>, %s: tensor<?xf32>, %z: tensor<i32>) -> tensor<2x?xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x?xi8>, tensor<?xf32>, tensor<i32>) -> tensor<2x?xf32>
  // expected-error@+1 {{'relay.clip' op cannot be computed on integers: the number of scales is not known}}
  %1 = relay.clip %0 {a_min = 0.0 : f64, a_max = 6.0 : f64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %2 = relay.qnn.quantize %1, %s, %z {axis = 1 : i64, out_dtype = i8} : (tensor<2x?xf32>, tensor<?xf32>, tensor<i32>) -> tensor<2x?xi8>
  return %2 : tensor<2x?xi8>
}

// -----

func.func @padding_counts(%x: tensor<1x1x2x2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<1x1x2x2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x1x2x2xi8>, tensor<f32>, tensor<i32>) -> tensor<1x1x2x2xf32>
  // expected-error@+1 {{'relay.nn.avg_pool2d' op cannot be computed on integers: padding counts, and the zero point is not 0}}
  %1 = relay.nn.avg_pool2d %0 {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 1>, count_include_pad = true} : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<1x1x2x2xf32>, tensor<f32>, tensor<i32>) -> tensor<1x1x2x2xi8>
  return %2 : tensor<1x1x2x2xi8>
}

// -----

func.func @mean_per_axis(%x: tensor<2x3xi8>, %s: tensor<3xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<2xi8> {
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x3xi8>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xf32>
  // expected-error@+1 {{'relay.mean' op cannot be computed on integers: the scales of operand 0 are per axis}}
  %1 = relay.mean %0 {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %2 = relay.qnn.quantize %1, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %2 : tensor<2xi8>
}
