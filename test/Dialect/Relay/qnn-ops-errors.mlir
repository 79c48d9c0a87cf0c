// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @quantize_element_type(%x0: tensor<2x3xf16>, %x1: tensor<f32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.quantize: expected data of element type float32, but got float16}}
  // expected-error@+1 {{'relay.qnn.quantize' op failed to infer returned types}}
  %0 = relay.qnn.quantize %x0, %x1, %x2 {out_dtype = i8} : (tensor<2x3xf16>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_out_dtype(%x0: tensor<2x3xf32>, %x1: tensor<f32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.quantize: expected out_dtype of element type int8, uint8, int16, uint16 or int32, but got int64}}
  // expected-error@+1 {{'relay.qnn.quantize' op failed to infer returned types}}
  %0 = relay.qnn.quantize %x0, %x1, %x2 {out_dtype = i64} : (tensor<2x3xf32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi64>
  return
}

// -----

func.func @quantize_scale(%x0: tensor<2x3xf32>, %x1: tensor<2xf32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.quantize: expected output_scale of type 'tensor<3xf32>', but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.qnn.quantize' op failed to infer returned types}}
  %0 = relay.qnn.quantize %x0, %x1, %x2 {out_dtype = i8} : (tensor<2x3xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_zero_point(%x0: tensor<2x3xf32>, %x1: tensor<f32>, %x2: tensor<i8>) {
  // expected-error@+2 {{qnn.quantize: expected output_zero_point of type 'tensor<i32>', but got 'tensor<i8>'}}
  // expected-error@+1 {{'relay.qnn.quantize' op failed to infer returned types}}
  %0 = relay.qnn.quantize %x0, %x1, %x2 {out_dtype = i8} : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xi8>
  return
}

// -----

func.func @quantize_axis(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.quantize: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.qnn.quantize' op failed to infer returned types}}
  %0 = relay.qnn.quantize %x0, %x1, %x2 {axis = 2 : i64, out_dtype = i8} : (tensor<2x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @dequantize_element_type(%x0: tensor<2x3xi64>, %x1: tensor<f32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.dequantize: expected data of element type int8, uint8, int16, uint16 or int32, but got int64}}
  // expected-error@+1 {{'relay.qnn.dequantize' op failed to infer returned types}}
  %0 = relay.qnn.dequantize %x0, %x1, %x2 {out_dtype = f32} : (tensor<2x3xi64>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @dequantize_out_dtype(%x0: tensor<2x3xi8>, %x1: tensor<f32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.dequantize: expected out_dtype of element type float16 or float32, but got float64}}
  // expected-error@+1 {{'relay.qnn.dequantize' op failed to infer returned types}}
  %0 = relay.qnn.dequantize %x0, %x1, %x2 {out_dtype = f64} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @dequantize_scale_rank(%x0: tensor<2x3xi8>, %x1: tensor<1x3xf32>, %x2: tensor<i32>) {
  // expected-error@+2 {{qnn.dequantize: expected input_scale of type 'tensor<3xf32>', but got 'tensor<1x3xf32>'}}
  // expected-error@+1 {{'relay.qnn.dequantize' op failed to infer returned types}}
  %0 = relay.qnn.dequantize %x0, %x1, %x2 {out_dtype = f32} : (tensor<2x3xi8>, tensor<1x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @requantize_element_type(%x0: tensor<2x3xui16>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.requantize: expected data of element type int8, uint8, int16, int32 or int64, but got uint16}}
  // expected-error@+1 {{'relay.qnn.requantize' op failed to infer returned types}}
  %0 = relay.qnn.requantize %x0, %x1, %x2, %x3, %x4 {out_dtype = i8} : (tensor<2x3xui16>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @requantize_no_out_dtype(%x0: tensor<2x3xi32>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.requantize: expected out_dtype, but there is none}}
  // expected-error@+1 {{'relay.qnn.requantize' op failed to infer returned types}}
  %0 = relay.qnn.requantize %x0, %x1, %x2, %x3, %x4 : (tensor<2x3xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @requantize_output_scale(%x0: tensor<2x3xi32>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<3xf32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.requantize: expected output_scale of type 'tensor<f32>', but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'relay.qnn.requantize' op failed to infer returned types}}
  %0 = relay.qnn.requantize %x0, %x1, %x2, %x3, %x4 {out_dtype = i8} : (tensor<2x3xi32>, tensor<f32>, tensor<i32>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @requantize_output_zero_point(%x0: tensor<2x3xi32>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<3xi32>) {
  // expected-error@+2 {{qnn.requantize: expected output_zero_point of type 'tensor<i32>', but got 'tensor<3xi32>'}}
  // expected-error@+1 {{'relay.qnn.requantize' op failed to infer returned types}}
  %0 = relay.qnn.requantize %x0, %x1, %x2, %x3, %x4 {out_dtype = i8} : (tensor<2x3xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<3xi32>) -> tensor<2x3xi8>
  return
}

// -----

func.func @simulated_type(%x0: tensor<2x3xf32>, %x1: tensor<2xi32>, %x2: tensor<f32>, %x3: tensor<i32>) {
  // expected-error@+2 {{qnn.simulated_quantize: expected out_dtype with one element of i32, but got 'tensor<2xi32>'}}
  // expected-error@+1 {{'relay.qnn.simulated_quantize' op failed to infer returned types}}
  %0 = relay.qnn.simulated_quantize %x0, %x1, %x2, %x3 : (tensor<2x3xf32>, tensor<2xi32>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @simulated_scale(%x0: tensor<2x3xf32>, %x1: tensor<i32>, %x2: tensor<2xf32>, %x3: tensor<i32>) {
  // expected-error@+2 {{qnn.simulated_dequantize: expected scales and zero points with one element or along dimension 1 of 'tensor<2x3xf32>', but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.qnn.simulated_dequantize' op failed to infer returned types}}
  %0 = relay.qnn.simulated_dequantize %x0, %x1, %x2, %x3 : (tensor<2x3xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @simulated_axis(%x0: tensor<2x3xf32>, %x1: tensor<i32>, %x2: tensor<2xf32>, %x3: tensor<i32>) {
  // expected-error@+2 {{qnn.simulated_dequantize: expected axis in [-2, 2), but got -3}}
  // expected-error@+1 {{'relay.qnn.simulated_dequantize' op failed to infer returned types}}
  %0 = relay.qnn.simulated_dequantize %x0, %x1, %x2, %x3 {axis = -3 : i64} : (tensor<2x3xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @annotation_rank(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>) {
  // expected-error@+2 {{relay.op.annotation.simulated_quantize: expected data with at least one dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{'relay.annotation.simulated_quantize' op failed to infer returned types}}
  %0 = relay.annotation.simulated_quantize %x0, %x1, %x2, %x3 {kind = 1 : i64} : (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @annotation_scale(%x0: tensor<2xf32>, %x1: tensor<1xf32>, %x2: tensor<f32>, %x3: tensor<f32>) {
  // expected-error@+2 {{relay.op.annotation.simulated_quantize: expected dom_scale of type 'tensor<f32>', but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.annotation.simulated_quantize' op failed to infer returned types}}
  %0 = relay.annotation.simulated_quantize %x0, %x1, %x2, %x3 {kind = 1 : i64} : (tensor<2xf32>, tensor<1xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @annotation_kind(%x0: tensor<2xf32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>) {
  // expected-error@+2 {{relay.op.annotation.simulated_quantize: expected kind in [0, 3], but got 4}}
  // expected-error@+1 {{'relay.annotation.simulated_quantize' op failed to infer returned types}}
  %0 = relay.annotation.simulated_quantize %x0, %x1, %x2, %x3 {kind = 4 : i64} : (tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @annotation_rounding(%x0: tensor<2xf32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>) {
  // expected-error@+2 {{relay.op.annotation.simulated_quantize: expected sign and the rounding "round", but got sign and "floor"}}
  // expected-error@+1 {{'relay.annotation.simulated_quantize' op failed to infer returned types}}
  %0 = relay.annotation.simulated_quantize %x0, %x1, %x2, %x3 {kind = 1 : i64, rounding = "floor"} : (tensor<2xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

func.func @unary_element_type(%x0: tensor<2xi16>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.tanh: expected x of element type int8 or uint8, but got int16}}
  // expected-error@+1 {{'relay.qnn.tanh' op failed to infer returned types}}
  %0 = relay.qnn.tanh %x0, %x1, %x2, %x3, %x4 : (tensor<2xi16>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi16>
  return
}

// -----

func.func @unary_scale(%x0: tensor<2xi8>, %x1: tensor<2xf32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.exp: expected the scale of type 'tensor<f32>', but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.qnn.exp' op failed to infer returned types}}
  %0 = relay.qnn.exp %x0, %x1, %x2, %x3, %x4 : (tensor<2xi8>, tensor<2xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @leaky_relu_zero_point(%x0: tensor<2xi8>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.leaky_relu: expected the zero point of type 'tensor<i32>', but got 'tensor<f32>'}}
  // expected-error@+1 {{'relay.qnn.leaky_relu' op failed to infer returned types}}
  %0 = relay.qnn.leaky_relu %x0, %x1, %x2, %x3, %x4 : (tensor<2xi8>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @softmax_element_type(%x0: tensor<2xui8>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.softmax: expected x of element type int8, but got uint8}}
  // expected-error@+1 {{'relay.qnn.softmax' op failed to infer returned types}}
  %0 = relay.qnn.softmax %x0, %x1, %x2, %x3, %x4 : (tensor<2xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xui8>
  return
}

// -----

func.func @softmax_axis(%x0: tensor<2xi8>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.softmax: expected axis in [-1, 1), but got 1}}
  // expected-error@+1 {{'relay.qnn.softmax' op failed to infer returned types}}
  %0 = relay.qnn.softmax %x0, %x1, %x2, %x3, %x4 {axis = 1 : i64} : (tensor<2xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @avg_pool2d_element_type(%x0: tensor<1x3x8x8xi32>, %x1: tensor<f32>, %x2: tensor<i32>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.avg_pool2d: expected data of element type int8 or uint8, but got int32}}
  // expected-error@+1 {{'relay.qnn.avg_pool2d' op failed to infer returned types}}
  %0 = relay.qnn.avg_pool2d %x0, %x1, %x2, %x3, %x4 {pool_size = array<i64: 2, 2>} : (tensor<1x3x8x8xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x3x7x7xi32>
  return
}

// -----

func.func @add_axis(%x0: tensor<2xi8>, %x1: tensor<2xi8>, %x2: tensor<2xf32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<i32>, %x6: tensor<f32>, %x7: tensor<i32>) {
  // expected-error@+2 {{qnn.add: expected lhs_axis in [-1, 1), but got 1}}
  // expected-error@+1 {{'relay.qnn.add' op failed to infer returned types}}
  %0 = relay.qnn.add %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 {lhs_axis = 1 : i64} : (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @add_signedness(%x0: tensor<2xi8>, %x1: tensor<2xui8>, %x2: tensor<f32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<i32>, %x6: tensor<f32>, %x7: tensor<i32>) {
  // expected-error@+2 {{qnn.add: expected operands of one element type}}
  // expected-error@+1 {{'relay.qnn.add' op failed to infer returned types}}
  %0 = relay.qnn.add %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : (tensor<2xi8>, tensor<2xui8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @mul_scale(%x0: tensor<2xi8>, %x1: tensor<2xi8>, %x2: tensor<f32>, %x3: tensor<i32>, %x4: tensor<3xf32>, %x5: tensor<i32>, %x6: tensor<f32>, %x7: tensor<i32>) {
  // expected-error@+2 {{qnn.mul: expected rhs_scale of type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'relay.qnn.mul' op failed to infer returned types}}
  %0 = relay.qnn.mul %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7 : (tensor<2xi8>, tensor<2xi8>, tensor<f32>, tensor<i32>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return
}

// -----

func.func @concatenate_scales(%x0: tuple<tensor<2xi8>, tensor<3xi8>>, %x1: tuple<tensor<f32>>, %x2: tuple<tensor<i32>, tensor<i32>>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.concatenate: expected input_scales with 2 fields as data, but got 1}}
  // expected-error@+1 {{'relay.qnn.concatenate' op failed to infer returned types}}
  %0 = relay.qnn.concatenate %x0, %x1, %x2, %x3, %x4 : (tuple<tensor<2xi8>, tensor<3xi8>>, tuple<tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<5xi8>
  return
}

// -----

func.func @concatenate_zero_points(%x0: tuple<tensor<2xi8>, tensor<3xi8>>, %x1: tuple<tensor<f32>, tensor<f32>>, %x2: tuple<tensor<i32>, tensor<1xi32>>, %x3: tensor<f32>, %x4: tensor<i32>) {
  // expected-error@+2 {{qnn.concatenate: expected input_zero_points of type 'tensor<i32>', but got 'tensor<1xi32>'}}
  // expected-error@+1 {{'relay.qnn.concatenate' op failed to infer returned types}}
  %0 = relay.qnn.concatenate %x0, %x1, %x2, %x3, %x4 : (tuple<tensor<2xi8>, tensor<3xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<1xi32>>, tensor<f32>, tensor<i32>) -> tensor<5xi8>
  return
}

// -----

func.func @conv2d_data(%x0: tensor<1x4x8x8xi32>, %x1: tensor<6x4x3x3xi8>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.conv2d: expected data of element type int8, uint8 or int16, but got int32}}
  // expected-error@+1 {{'relay.qnn.conv2d' op failed to infer returned types}}
  %0 = relay.qnn.conv2d %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<1x4x8x8xi32>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  return
}

// -----

func.func @conv2d_weight(%x0: tensor<1x4x8x8xi8>, %x1: tensor<6x4x3x3xf32>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.conv2d: expected weight of element type int8, uint8 or int16, but got float32}}
  // expected-error@+1 {{'relay.qnn.conv2d' op failed to infer returned types}}
  %0 = relay.qnn.conv2d %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<1x4x8x8xi8>, tensor<6x4x3x3xf32>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  return
}

// -----

func.func @conv2d_out_dtype(%x0: tensor<1x4x8x8xi8>, %x1: tensor<6x4x3x3xi8>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.conv2d: expected out_dtype of element type int16, int32 or int64, but got int8}}
  // expected-error@+1 {{'relay.qnn.conv2d' op failed to infer returned types}}
  %0 = relay.qnn.conv2d %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i8} : (tensor<1x4x8x8xi8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi8>
  return
}

// -----

func.func @conv2d_zero_point(%x0: tensor<1x4x8x8xi8>, %x1: tensor<6x4x3x3xi8>, %x2: tensor<1xi32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.conv2d: expected input_zero_point of type 'tensor<i32>', but got 'tensor<1xi32>'}}
  // expected-error@+1 {{'relay.qnn.conv2d' op failed to infer returned types}}
  %0 = relay.qnn.conv2d %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<1x4x8x8xi8>, tensor<6x4x3x3xi8>, tensor<1xi32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  return
}

// -----

func.func @conv2d_scale(%x0: tensor<1x4x8x8xi8>, %x1: tensor<6x4x3x3xi8>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<4xf32>) {
  // expected-error@+2 {{qnn.conv2d: expected kernel_scale of type 'tensor<6xf32>', but got 'tensor<4xf32>'}}
  // expected-error@+1 {{'relay.qnn.conv2d' op failed to infer returned types}}
  %0 = relay.qnn.conv2d %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<1x4x8x8xi8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<4xf32>) -> tensor<1x6x6x6xi32>
  return
}

// -----

func.func @dense_weight(%x0: tensor<2x4xi8>, %x1: tensor<5x4xi16>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.dense: expected weight of element type int8 or uint8, but got int16}}
  // expected-error@+1 {{'relay.qnn.dense' op failed to infer returned types}}
  %0 = relay.qnn.dense %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<2x4xi8>, tensor<5x4xi16>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x5xi32>
  return
}

// -----

func.func @dense_zero_point(%x0: tensor<2x4xi8>, %x1: tensor<5x4xi8>, %x2: tensor<i32>, %x3: tensor<4xi32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.dense: expected kernel_zero_point of type 'tensor<5xi32>', but got 'tensor<4xi32>'}}
  // expected-error@+1 {{'relay.qnn.dense' op failed to infer returned types}}
  %0 = relay.qnn.dense %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<2x4xi8>, tensor<5x4xi8>, tensor<i32>, tensor<4xi32>, tensor<f32>, tensor<f32>) -> tensor<2x5xi32>
  return
}

// -----

func.func @dense_pack_rank(%x0: tensor<2x4xi8>, %x1: tensor<5x4xi8>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.contrib_dense_pack: expected data of rank 2 and weight of rank 4, but got 'tensor<2x4xi8>' and 'tensor<5x4xi8>'}}
  // expected-error@+1 {{'relay.qnn.contrib_dense_pack' op failed to infer returned types}}
  %0 = relay.qnn.contrib_dense_pack %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32} : (tensor<2x4xi8>, tensor<5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x5xi32>
  return
}

// -----

func.func @dense_pack_no_out_dtype(%x0: tensor<2x4xi8>, %x1: tensor<5x1x1x4xi8>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.contrib_dense_pack: expected out_dtype, but there is none}}
  // expected-error@+1 {{'relay.qnn.contrib_dense_pack' op failed to infer returned types}}
  %0 = relay.qnn.contrib_dense_pack %x0, %x1, %x2, %x3, %x4, %x5 : (tensor<2x4xi8>, tensor<5x1x1x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x5xi32>
  return
}

// -----

func.func @batch_matmul_out_dtype(%x0: tensor<2x3x4xi8>, %x1: tensor<2x5x4xi8>, %x2: tensor<i32>, %x3: tensor<i32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.batch_matmul: expected out_dtype of element type int32, but got int64}}
  // expected-error@+1 {{'relay.qnn.batch_matmul' op failed to infer returned types}}
  %0 = relay.qnn.batch_matmul %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i64} : (tensor<2x3x4xi8>, tensor<2x5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3x5xi64>
  return
}

// -----

func.func @batch_matmul_zero_point(%x0: tensor<2x3x4xi8>, %x1: tensor<2x5x4xi8>, %x2: tensor<i32>, %x3: tensor<1xi32>, %x4: tensor<f32>, %x5: tensor<f32>) {
  // expected-error@+2 {{qnn.batch_matmul: expected y_zero_point of type 'tensor<i32>', but got 'tensor<1xi32>'}}
  // expected-error@+1 {{'relay.qnn.batch_matmul' op failed to infer returned types}}
  %0 = relay.qnn.batch_matmul %x0, %x1, %x2, %x3, %x4, %x5 {out_dtype = i32, transpose_b = true} : (tensor<2x3x4xi8>, tensor<2x5x4xi8>, tensor<i32>, tensor<1xi32>, tensor<f32>, tensor<f32>) -> tensor<2x3x5xi32>
  return
}
