// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @fill_indices(%a0: tensor<4x2xf32>, %a1: tensor<4xi64>, %a2: tensor<2xi64>, %a3: tensor<1xi64>) {
  // expected-error@+2 {{sparse_fill_empty_rows: expected sparse_indices to be a matrix of integers, but got 'tensor<4x2xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_fill_empty_rows %a0, %a1, %a2, %a3 : (tensor<4x2xf32>, tensor<4xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<f32>
  return
}

// -----

func.func @fill_values(%a0: tensor<4x2xi64>, %a1: tensor<4x1xi64>, %a2: tensor<2xi64>, %a3: tensor<1xi64>) {
  // expected-error@+2 {{sparse_fill_empty_rows: expected sparse_values to be a vector, but got 'tensor<4x1xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_fill_empty_rows %a0, %a1, %a2, %a3 : (tensor<4x2xi64>, tensor<4x1xi64>, tensor<2xi64>, tensor<1xi64>) -> tensor<f32>
  return
}

// -----

func.func @fill_shape(%a0: tensor<4x2xi64>, %a1: tensor<4xi64>, %a2: tensor<2xf32>, %a3: tensor<1xi64>) {
  // expected-error@+2 {{sparse_fill_empty_rows: expected dense_shape to be a vector of integers, but got 'tensor<2xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_fill_empty_rows %a0, %a1, %a2, %a3 : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xf32>, tensor<1xi64>) -> tensor<f32>
  return
}

// -----

func.func @fill_default(%a0: tensor<4x2xi64>, %a1: tensor<4xi64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>) {
  // expected-error@+2 {{sparse_fill_empty_rows: expected default_value with one element, but got 'tensor<2xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_fill_empty_rows %a0, %a1, %a2, %a3 : (tensor<4x2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<f32>
  return
}

// -----

func.func @reshape_indices(%a0: tensor<4xi64>, %a1: tensor<2xi64>, %a2: tensor<2xi64>) {
  // expected-error@+2 {{sparse_reshape: expected sparse_indices to be a matrix of integers, but got 'tensor<4xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_reshape %a0, %a1, %a2 : (tensor<4xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<f32>
  return
}

// -----

func.func @reshape_shape(%a0: tensor<4x2xi64>, %a1: tensor<2xi64>, %a2: tensor<2x2xi64>) {
  // expected-error@+2 {{sparse_reshape: expected new_shape to be a vector of integers, but got 'tensor<2x2xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_reshape %a0, %a1, %a2 : (tensor<4x2xi64>, tensor<2xi64>, tensor<2x2xi64>) -> tensor<f32>
  return
}

// -----

func.func @reshape_rank(%a0: tensor<4x2xi64>, %a1: tensor<3xi64>, %a2: tensor<1xi64>) {
  // expected-error@+2 {{sparse_reshape: expected prev_shape of 2 elements, one for each column of sparse_indices, but got 'tensor<3xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sparse_reshape %a0, %a1, %a2 : (tensor<4x2xi64>, tensor<3xi64>, tensor<1xi64>) -> tensor<f32>
  return
}

// -----

func.func @dense_rank(%a0: tensor<2x3x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_dense: expected dense_data to be a matrix, but got 'tensor<2x3x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @dense_sparse(%a0: tensor<2x4xf32>, %a1: tensor<3x1xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_dense: expected sparse_data with one dimension (CSR) or three (BSR), but got 'tensor<3x1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3x1xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @dense_indices(%a0: tensor<2x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xf32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_dense: expected sparse_indices to be a vector of integers, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @dense_bounds(%a0: tensor<2x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xi32>, %a3: tensor<0xi32>) {
  // expected-error@+2 {{nn.sparse_dense: expected sparse_indptr with at least one element, but got 'tensor<0xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<0xi32>) -> tensor<f32>
  return
}

// -----

func.func @dense_rows(%a0: tensor<2x4xf32>, %a1: tensor<3x4611686018427387904x1xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_dense: 5 blocks of 4611686018427387904 rows are too many}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_dense %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3x4611686018427387904x1xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @padded_bounds(%a0: tensor<2x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xi32>, %a3: tensor<2x3xi32>) {
  // expected-error@+2 {{nn.internal.sparse_dense_padded: expected sparse_indptr to be a vector of integers, but got 'tensor<2x3xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.internal.sparse_dense_padded %a0, %a1, %a2, %a3 : (tensor<2x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<2x3xi32>) -> tensor<f32>
  return
}

// -----

func.func @add_sparse(%a0: tensor<2x3xf32>, %a1: tensor<2x1xf32>, %a2: tensor<3xi32>, %a3: tensor<3xi32>) {
  // expected-error@+2 {{nn.sparse_add: expected sparse_data to be a vector, but got 'tensor<2x1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_add %a0, %a1, %a2, %a3 : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @add_types(%a0: tensor<2x3xf32>, %a1: tensor<2xf64>, %a2: tensor<3xi32>, %a3: tensor<3xi32>) {
  // expected-error@+2 {{nn.sparse_add: expected sparse_data with elements of type 'f32', but got 'tensor<2xf64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_add %a0, %a1, %a2, %a3 : (tensor<2x3xf32>, tensor<2xf64>, tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @add_rows(%a0: tensor<3x3xf32>, %a1: tensor<2xf32>, %a2: tensor<3xi32>, %a3: tensor<3xi32>) {
  // expected-error@+2 {{nn.sparse_add: expected sparse_indptr with one element more than dense_data has rows, 3, but got 'tensor<3xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_add %a0, %a1, %a2, %a3 : (tensor<3x3xf32>, tensor<2xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @transpose(%a0: tensor<f32>, %a1: tensor<3xi32>, %a2: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_transpose: expected sparse_data to be a vector, but got 'tensor<f32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_transpose %a0, %a1, %a2 : (tensor<f32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @conv_layout(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3x2x1xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_conv2d: expected layout "NHWC" or "NCHW", but got "NHCW"}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_conv2d %a0, %a1, %a2, %a3 {layout = "NHCW"} : (tensor<1x8x8x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @conv_rank(%a0: tensor<8x8x4xf32>, %a1: tensor<3x2x1xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_conv2d: expected dense_data with four dimensions, but got 'tensor<8x8x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_conv2d %a0, %a1, %a2, %a3 : (tensor<8x8x4xf32>, tensor<3x2x1xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}

// -----

func.func @conv_sparse(%a0: tensor<1x8x8x4xf32>, %a1: tensor<3xf32>, %a2: tensor<3xi32>, %a3: tensor<6xi32>) {
  // expected-error@+2 {{nn.sparse_conv2d: expected sparse_data with two or three dimensions, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.nn.sparse_conv2d %a0, %a1, %a2, %a3 : (tensor<1x8x8x4xf32>, tensor<3xf32>, tensor<3xi32>, tensor<6xi32>) -> tensor<f32>
  return
}
