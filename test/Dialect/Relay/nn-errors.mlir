// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @dense_scalar_data(%a0: tensor<f32>, %a1: tensor<5x4xf32>) {
  // expected-error@+2 {{nn.dense: expected data with at least 1 dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{'relay.nn.dense' op failed to infer returned types}}
  %0 = relay.nn.dense %a0, %a1 : (tensor<f32>, tensor<5x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @dense_weight_columns(%a0: tensor<2x4xf32>, %a1: tensor<5x3xf32>) {
  // expected-error@+2 {{nn.dense: expected weight of type 'tensor<?x4xf32>', but got 'tensor<5x3xf32>'}}
  // expected-error@+1 {{'relay.nn.dense' op failed to infer returned types}}
  %0 = relay.nn.dense %a0, %a1 : (tensor<2x4xf32>, tensor<5x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @dense_weight_units(%a0: tensor<2x4xf32>, %a1: tensor<5x4xf32>) {
  // expected-error@+2 {{nn.dense: expected weight of type 'tensor<6x4xf32>', but got 'tensor<5x4xf32>'}}
  // expected-error@+1 {{'relay.nn.dense' op failed to infer returned types}}
  %0 = relay.nn.dense %a0, %a1 {units = 6 : i64} : (tensor<2x4xf32>, tensor<5x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @dense_weight_rank(%a0: tensor<2x4xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{nn.dense: expected weight of type 'tensor<?x4xf32>', but got 'tensor<4xf32>'}}
  // expected-error@+1 {{'relay.nn.dense' op failed to infer returned types}}
  %0 = relay.nn.dense %a0, %a1 : (tensor<2x4xf32>, tensor<4xf32>) -> !relay.unknown
  return
}

// -----

func.func @dense_negative_units(%a0: tensor<2x4xf32>, %a1: tensor<5x4xf32>) {
  // expected-error@+2 {{nn.dense: expected units of 0 or more, but got -1}}
  // expected-error@+1 {{'relay.nn.dense' op failed to infer returned types}}
  %0 = relay.nn.dense %a0, %a1 {units = -1 : i64} : (tensor<2x4xf32>, tensor<5x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @dense_out_dtype(%a0: tensor<2x4xf32>, %a1: tensor<5x4xf32>) {
  // expected-error@+2 {{nn.dense: out_dtype 'i7' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.nn.dense' op failed to infer returned types}}
  %0 = relay.nn.dense %a0, %a1 {out_dtype = i7} : (tensor<2x4xf32>, tensor<5x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @matmul_rank(%a0: tensor<4xf32>, %a1: tensor<4x5xf32>) {
  // expected-error@+2 {{nn.matmul: expected tensor_a with at least 2 dimensions, but got 'tensor<4xf32>'}}
  // expected-error@+1 {{'relay.nn.matmul' op failed to infer returned types}}
  %0 = relay.nn.matmul %a0, %a1 {transpose_a = true} : (tensor<4xf32>, tensor<4x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @matmul_sizes_differ(%a0: tensor<4x2xf32>, %a1: tensor<2x5xf16>) {
  // expected-error@+2 {{nn.matmul: expected tensor_b of type 'tensor<4x?xf16>', but got 'tensor<2x5xf16>'}}
  // expected-error@+1 {{'relay.nn.matmul' op failed to infer returned types}}
  %0 = relay.nn.matmul %a0, %a1 {transpose_a = true} : (tensor<4x2xf32>, tensor<2x5xf16>) -> !relay.unknown
  return
}

// -----

func.func @batch_matmul_rank(%a0: tensor<3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+2 {{nn.batch_matmul: expected tensors of rank 3, but got 'tensor<3x4xf32>' and 'tensor<2x4x5xf32>'}}
  // expected-error@+1 {{'relay.nn.batch_matmul' op failed to infer returned types}}
  %0 = relay.nn.batch_matmul %a0, %a1 : (tensor<3x4xf32>, tensor<2x4x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @batch_matmul_sizes_differ(%a0: tensor<?x3x4xf32>, %a1: tensor<2x3x5xf32>) {
  // expected-error@+2 {{nn.batch_matmul: expected the same size in the dimensions to sum over, but got 4 and 3}}
  // expected-error@+1 {{'relay.nn.batch_matmul' op failed to infer returned types}}
  %0 = relay.nn.batch_matmul %a0, %a1 : (tensor<?x3x4xf32>, tensor<2x3x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @batch_matmul_batches_differ(%a0: tensor<3x3x4xf32>, %a1: tensor<2x4x?xf32>) {
  // expected-error@+2 {{nn.batch_matmul: expected batches of the same size or of size 1, but got 3 and 2}}
  // expected-error@+1 {{'relay.nn.batch_matmul' op failed to infer returned types}}
  %0 = relay.nn.batch_matmul %a0, %a1 : (tensor<3x3x4xf32>, tensor<2x4x?xf32>) -> !relay.unknown
  return
}

// -----

func.func @batch_matmul_out_dtype(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) {
  // expected-error@+2 {{nn.batch_matmul: out_dtype 'index' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.nn.batch_matmul' op failed to infer returned types}}
  %0 = relay.nn.batch_matmul %a0, %a1 {out_dtype = index} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @bias_add_axis_out_of_range(%a0: tensor<2x3x4xf32>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{nn.bias_add: expected axis in [-3, 3), but got 3}}
  // expected-error@+1 {{'relay.nn.bias_add' op failed to infer returned types}}
  %0 = relay.nn.bias_add %a0, %a1 {axis = 3 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>) -> !relay.unknown
  return
}

// -----

func.func @bias_add_scalar_data(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.bias_add: expected axis in [0, 0), but got 1}}
  // expected-error@+1 {{'relay.nn.bias_add' op failed to infer returned types}}
  %0 = relay.nn.bias_add %a0, %a1 : (tensor<f32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @bias_add_bias_size(%a0: tensor<2x3x4xf32>, %a1: tensor<1xf32>) {
  // expected-error@+2 {{nn.bias_add: expected bias of type 'tensor<3xf32>', but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.nn.bias_add' op failed to infer returned types}}
  %0 = relay.nn.bias_add %a0, %a1 : (tensor<2x3x4xf32>, tensor<1xf32>) -> !relay.unknown
  return
}

// -----

func.func @bias_add_bias_element_type(%a0: tensor<2x3x4xf32>, %a1: tensor<3xf64>) {
  // expected-error@+2 {{nn.bias_add: expected bias of type 'tensor<3xf32>', but got 'tensor<3xf64>'}}
  // expected-error@+1 {{'relay.nn.bias_add' op failed to infer returned types}}
  %0 = relay.nn.bias_add %a0, %a1 : (tensor<2x3x4xf32>, tensor<3xf64>) -> !relay.unknown
  return
}

// -----

func.func @batch_flatten_scalar(%a0: tensor<f32>) {
  // expected-error@+2 {{nn.batch_flatten: expected data with at least 1 dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{'relay.nn.batch_flatten' op failed to infer returned types}}
  %0 = relay.nn.batch_flatten %a0 : (tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @batch_flatten_overflow(%a0: tensor<1x4611686018427387904x2xf32>) {
  // expected-error@+2 {{nn.batch_flatten: the number of columns exceeds 64 bits}}
  // expected-error@+1 {{'relay.nn.batch_flatten' op failed to infer returned types}}
  %0 = relay.nn.batch_flatten %a0 : (tensor<1x4611686018427387904x2xf32>) -> !relay.unknown
  return
}

// -----

func.func @pad_too_few_pairs(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: expected pad_width to have 2 pairs, but got 1}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2>]} : (tensor<2x3xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_incomplete_pair(%a0: tensor<2x3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: expected pad_width to hold pairs, but entry 1 has 1 element}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2>, array<i64: 1>]} : (tensor<2x3xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_width_of_more_than_32_bits(%a0: tensor<?xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: expected pad_width of 32 bits, but got 2147483648}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2147483648>]} : (tensor<?xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_value_of_two_elements(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{nn.pad: expected pad_value with one element, but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2>]} : (tensor<2xf32>, tensor<2xf32>) -> !relay.unknown
  return
}

// -----

func.func @pad_unknown_mode(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: expected pad_mode to be one of "constant", "edge", "reflect", but got "wrap"}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2>], pad_mode = "wrap"} : (tensor<2xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_crops_too_much(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: pad_width [-1, -2] is out of range for dimension 0 of size 2}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: -1, -2>]} : (tensor<2xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_overflow(%a0: tensor<9223372036854775807xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: pad_width [1, 0] is out of range for dimension 0 of size 9223372036854775807}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 0>]} : (tensor<9223372036854775807xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_reflect_without_elements(%a0: tensor<3x0xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: expected elements in dimension 1 for pad_mode "reflect", but got none}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 1, 2>, array<i64: 2, 0>], pad_mode = "reflect"} : (tensor<3x0xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_edge_without_elements(%a0: tensor<0xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{nn.pad: expected elements in dimension 0 for pad_mode "edge", but got none}}
  // expected-error@+1 {{'relay.nn.pad' op failed to infer returned types}}
  %0 = relay.nn.pad %a0, %a1 {pad_width = [array<i64: 0, 1>], pad_mode = "edge"} : (tensor<0xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @lrn_axis_out_of_range(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.lrn: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.nn.lrn' op failed to infer returned types}}
  %0 = relay.nn.lrn %a0 {axis = 2 : i64} : (tensor<2x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @lrn_zero_size(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.lrn: expected size in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.nn.lrn' op failed to infer returned types}}
  %0 = relay.nn.lrn %a0 {size = 0 : i64} : (tensor<2x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @prelu_axis_out_of_range(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{nn.prelu: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.nn.prelu' op failed to infer returned types}}
  %0 = relay.nn.prelu %a0, %a1 {axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> !relay.unknown
  return
}

// -----

func.func @prelu_alpha_size(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{nn.prelu: expected alpha of type 'tensor<3xf32>', but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.nn.prelu' op failed to infer returned types}}
  %0 = relay.nn.prelu %a0, %a1 : (tensor<2x3xf32>, tensor<2xf32>) -> !relay.unknown
  return
}
