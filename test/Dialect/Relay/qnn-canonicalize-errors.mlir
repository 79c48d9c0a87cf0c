// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics --relay-qnn-canonicalize
// RUN: not relay-lite-opt %s --relay-qnn-canonicalize="rounding=DOWN" 2>&1 | FileCheck %s --check-prefix=ROUNDING
// RUN: not relay-lite-opt %s --relay-qnn-canonicalize="compute-dtype=int8" 2>&1 | FileCheck %s --check-prefix=COMPUTE
// RUN: not relay-lite-opt %s --relay-qnn-canonicalize="target=-mcpu=x" 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not relay-lite-opt %s --relay-qnn-canonicalize="target={llvm -mcpu x y}" 2>&1 | FileCheck %s --check-prefix=WORD

// ROUNDING: error: expected the rounding UPWARD or TONEAREST, but got "DOWN"
// COMPUTE: error: expected the compute_dtype int64, float32 or float64, but got "int8"
// TARGET: error: expected a target that begins with its kind, but got "-mcpu=x"
// WORD: error: expected an attribute that begins with "-" in the target "llvm -mcpu x y", but got "y"

func.func @computed_scale(%x: tensor<4xi32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected a constant as input_scale}}
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @scale_of_zero(%x: tensor<4xi32>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<0.0> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected output_scale not to be 0}}
  %0 = relay.qnn.requantize %x, %t, %z, %t, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @negative_scale(%x: tensor<4xi32>, %z: tensor<i32>) -> tensor<4xi8> {
  %s = relay.constant dense<-0.5> : tensor<f32>
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected input_scale to be finite and not negative, but got -5.0}}
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @scale_of_nan(%x: tensor<4xi32>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<0x7FC00000> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected output_scale to be finite and not negative, but got nan}}
  %0 = relay.qnn.requantize %x, %t, %z, %t, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @rounding(%x: tensor<4xi32>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected rounding UPWARD or TONEAREST, but got "DOWN"}}
  %0 = relay.qnn.requantize %x, %t, %z, %t, %z {rounding = "DOWN", out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @compute_dtype(%x: tensor<4xi32>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.requantize' op expected compute_dtype int64, float32 or float64, but got "int8"}}
  %0 = relay.qnn.requantize %x, %t, %z, %t, %z {compute_dtype = "int8", out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @large_softmax_scale(%x: tensor<4xi8>, %z: tensor<i32>) -> tensor<4xi8> {
  %t = relay.constant dense<1.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.softmax' op expected scale in (0, 1], but got 1.5}}
  %0 = relay.qnn.softmax %x, %t, %z, %t, %z : (tensor<4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @infinite_alpha(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xi8> {
  // expected-error@+1 {{'relay.qnn.leaky_relu' op expected alpha to be finite, but got INF}}
  %0 = relay.qnn.leaky_relu %x, %s, %z, %s, %z {alpha = 0x7FF0000000000000 : f64} : (tensor<4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @floats(%x: tensor<4xf32>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xf32> {
  // expected-error@+1 {{'relay.qnn.add' op has no canonical form: expected integers of at most 32 bits as data, but got 'f32'}}
  %0 = relay.qnn.add %x, %x, %s, %z, %s, %z, %s, %z : (tensor<4xf32>, tensor<4xf32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @different_axes(%x: tensor<4x4xi8>, %z: tensor<i32>) -> tensor<4x4xi8> {
  %s = relay.constant dense<0.5> : tensor<4xf32>
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.mul' op expected lhs_axis and rhs_axis to be equal, but got 0 and 1}}
  %0 = relay.qnn.mul %x, %x, %s, %z, %s, %z, %t, %z {lhs_axis = 0 : i64, rhs_axis = 1 : i64} : (tensor<4x4xi8>, tensor<4x4xi8>, tensor<4xf32>, tensor<i32>, tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4x4xi8>
  return %0 : tensor<4x4xi8>
}

// -----

func.func @different_scales(%x: tensor<?x?xi8>, %y: tensor<?x?xi8>, %z: tensor<i32>) -> tensor<?x?xi8> {
  %s = relay.constant dense<0.5> : tensor<4xf32>
  %r = relay.constant dense<0.5> : tensor<2xf32>
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.mul' op expected as many elements in lhs_scale as in rhs_scale, but got 4 and 2}}
  %0 = relay.qnn.mul %x, %y, %s, %z, %r, %z, %t, %z {lhs_axis = 1 : i64, rhs_axis = 1 : i64} : (tensor<?x?xi8>, tensor<?x?xi8>, tensor<4xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// -----

func.func @data_layout(%x: tensor<1x8x1x8x4xui8>, %w: tensor<6x4x3x3xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x6x2x6x4xi32> {
  // expected-error@+1 {{'relay.qnn.conv2d' op has no canonical form: expected data_layout NCHW or NHWC, but got "NHCW4c"}}
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NHCW4c", out_dtype = i32} : (tensor<1x8x1x8x4xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x2x6x4xi32>
  return %0 : tensor<1x6x2x6x4xi32>
}

// -----

func.func @kernel_layout(%x: tensor<1x4x8x8xui8>, %w: tensor<4x6x3x3xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x6x6x6xi32> {
  // expected-error@+1 {{'relay.qnn.conv2d' op has no canonical form: expected kernel_layout OIHW, HWIO, HWOI or OHWI, but got "IOHW"}}
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, kernel_layout = "IOHW", out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<4x6x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  return %0 : tensor<1x6x6x6xi32>
}

// -----

func.func @unknown_sizes(%x: tensor<2x?xui8>, %w: tensor<5x?xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<2x5xi32> {
  // expected-error@+1 {{'relay.qnn.dense' op has no canonical form: expected the sizes of matrices to be known, and to have 31 bits}}
  %0 = relay.qnn.dense %x, %w, %z, %z, %s, %s {units = 5 : i64, out_dtype = i32} : (tensor<2x?xui8>, tensor<5x?xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// -----

func.func @packed(%x: tensor<2x8xui8>, %w: tensor<1x2x32x4xui8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<2x32xi32> {
  // expected-error@+1 {{'relay.qnn.contrib_dense_pack' op has no canonical form}}
  %0 = relay.qnn.contrib_dense_pack %x, %w, %z, %z, %s, %s {weight_layout = "NC32n4c", out_dtype = i32} : (tensor<2x8xui8>, tensor<1x2x32x4xui8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x32xi32>
  return %0 : tensor<2x32xi32>
}

// -----

func.func @not_transposed(%x: tensor<2x3x4xui8>, %y: tensor<2x4x5xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<2x3x5xi32> {
  // expected-error@+1 {{'relay.qnn.batch_matmul' op has no canonical form: expected the second matrix to be transposed, and only that}}
  %0 = relay.qnn.batch_matmul %x, %y, %z, %z, %s, %s {out_dtype = i32} : (tensor<2x3x4xui8>, tensor<2x4x5xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x3x5xi32>
  return %0 : tensor<2x3x5xi32>
}

// -----

func.func @quantize_scale_of_zero(%x: tensor<4x3xf32>, %z: tensor<i32>) -> tensor<4x3xi8> {
  %s = relay.constant dense<[0.5, 0.0, 1.0]> : tensor<3xf32>
  // expected-error@+1 {{'relay.qnn.quantize' op expected output_scale not to be 0}}
  %0 = relay.qnn.quantize %x, %s, %z {out_dtype = i8} : (tensor<4x3xf32>, tensor<3xf32>, tensor<i32>) -> tensor<4x3xi8>
  return %0 : tensor<4x3xi8>
}

// -----

func.func @dequantize_infinite_scale(%x: tensor<4x2xi8>, %z: tensor<i32>) -> tensor<4x2xf32> {
  %s = relay.constant dense<[0.5, 0x7F800000]> : tensor<2xf32>
  // expected-error@+1 {{'relay.qnn.dequantize' op expected input_scale to be finite and not negative, but got INF}}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<4x2xi8>, tensor<2xf32>, tensor<i32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

func.func @negative_scale_of_function(%x: tensor<4xi8>, %z: tensor<i32>) -> tensor<4xi8> {
  %s = relay.constant dense<0.5> : tensor<f32>
  %t = relay.constant dense<-0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.abs' op expected output_scale to be finite and not negative, but got -5.0}}
  %0 = relay.qnn.abs %x, %s, %z, %t, %z : (tensor<4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Nothing is requantized, but the scale is as wrong.
func.func @sum_of_equal_scales(%x: tensor<4xi8>) -> tensor<4xi8> {
  %s = relay.constant dense<0.0> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // expected-error@+1 {{'relay.qnn.add' op expected output_scale not to be 0}}
  %0 = relay.qnn.add %x, %x, %s, %z, %s, %z, %s, %z : (tensor<4xi8>, tensor<4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

func.func @concatenation_of_equal_scales(%x: tensor<4xi8>) -> tensor<8xi8> {
  %s = relay.constant dense<0x7FC00000> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  %0 = relay.tuple %x, %x : (tensor<4xi8>, tensor<4xi8>) -> tuple<tensor<4xi8>, tensor<4xi8>>
  %1 = relay.tuple %s, %s : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %2 = relay.tuple %z, %z : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  // expected-error@+1 {{'relay.qnn.concatenate' op expected output_scale to be finite and not negative, but got nan}}
  %3 = relay.qnn.concatenate %0, %1, %2, %s, %z {axis = 0 : i64} : (tuple<tensor<4xi8>, tensor<4xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<8xi8>
  return %3 : tensor<8xi8>
}

// -----

func.func @conv2d_out_layout(%x: tensor<1x4x4x4xi8>, %w: tensor<4x4x1x1xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x4x4x4xi32> {
  // expected-error@+1 {{'relay.qnn.conv2d' op has no canonical form: expected out_layout to be data_layout, but got "NHWC"}}
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %s {out_layout = "NHWC", out_dtype = i32} : (tensor<1x4x4x4xi8>, tensor<4x4x1x1xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x4x4x4xi32>
  return %0 : tensor<1x4x4x4xi32>
}

// -----

func.func @conv2d_transpose_groups(%x: tensor<1x4x4x4xi8>, %w: tensor<4x2x1x1xi8>, %z: tensor<i32>, %y: tensor<4xi32>, %s: tensor<f32>) -> tensor<1x4x4x4xi32> {
  // expected-error@+1 {{'relay.qnn.conv2d_transpose' op has no canonical form: expected a kernel_zero_point of one element with more than one group, but got 'tensor<4xi32>'}}
  %0 = relay.qnn.conv2d_transpose %x, %w, %z, %y, %s, %s {groups = 2 : i64, channels = 4 : i64, out_dtype = i32} : (tensor<1x4x4x4xi8>, tensor<4x2x1x1xi8>, tensor<i32>, tensor<4xi32>, tensor<f32>, tensor<f32>) -> tensor<1x4x4x4xi32>
  return %0 : tensor<1x4x4x4xi32>
}

// -----

func.func @product_along_other_dimension(%x: tensor<2x3xi8>, %y: tensor<4x2x3xi8>, %z: tensor<i32>) -> tensor<4x2x3xi8> {
  %s = relay.constant dense<0.5> : tensor<3xf32>
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.mul' op has no canonical form: expected scales along a dimension of the result, 'tensor<4x2x3xi8>', but got dimension 1 of 'tensor<2x3xi8>'}}
  %0 = relay.qnn.mul %x, %y, %s, %z, %t, %z, %t, %z {lhs_axis = 1 : i64, rhs_axis = 1 : i64} : (tensor<2x3xi8>, tensor<4x2x3xi8>, tensor<3xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4x2x3xi8>
  return %0 : tensor<4x2x3xi8>
}

// -----

func.func @product_of_broadcast_scales(%x: tensor<2x1xi8>, %y: tensor<2x3xi8>, %z: tensor<i32>) -> tensor<2x3xi8> {
  %s = relay.constant dense<0.5> : tensor<1xf32>
  %t = relay.constant dense<0.5> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.mul' op has no canonical form: expected scales along a dimension of the result, 'tensor<2x3xi8>', but got dimension 1 of 'tensor<2x1xi8>'}}
  %0 = relay.qnn.mul %x, %y, %s, %z, %t, %z, %t, %z : (tensor<2x1xi8>, tensor<2x3xi8>, tensor<1xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// -----

func.func @product_of_large_scales(%x: tensor<4xi8>, %z: tensor<i32>) -> tensor<4xi8> {
  %s = relay.constant dense<1.0e+30> : tensor<f32>
  // expected-error@+1 {{'relay.qnn.mul' op expected a finite product of lhs_scale and rhs_scale, but got the factors 1.0}}
  %0 = relay.qnn.mul %x, %x, %s, %z, %s, %z, %s, %z : (tensor<4xi8>, tensor<4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}
