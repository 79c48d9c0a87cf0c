// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @reshape_element_count(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected 24 elements as in 'tensor<2x3x4xf32>', but newshape has 7}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: 7>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_indivisible(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected the 24 elements of 'tensor<2x3x4xf32>' for -1 in newshape to be a multiple of 7}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -1, 7>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_two_inferred(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected at most one -1 in newshape, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -1, -1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_copy_beyond(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: newshape entry 0 is behind the last dimension of data, which has rank 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: 0, 0, 0, 0>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_merge_beyond(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: newshape entry -3 is behind the last dimension of data, which has rank 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -3, -3>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_split_beyond(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: newshape entry -4 is behind the last dimension of data, which has rank 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -2, -4, 1, 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_split_incomplete(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected two sizes behind -4 in newshape, but got 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -4, 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_split_unknown(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected one size behind -4 in newshape to be known, but got -1 and -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -4, -1, -1, -2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_split_zero(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected positive sizes or -1 behind -4 in newshape, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -4, 0, 2, -2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_unknown_code(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: expected newshape entries of -4 or more, but got -5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -5>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_inferred_beside_zero(%x: tensor<0x3xf32>) {
  // expected-error@+2 {{reshape: -1 in newshape is not determined beside a size of 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: -1, 0>, allowzero = true} : (tensor<0x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_overflow(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{reshape: the number of elements exceeds 64 bits}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: 4611686018427387904, 4>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @squeeze_not_one(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{squeeze: expected dimension 0 to be 1, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.squeeze %x {axis = array<i64: 0>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @squeeze_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{squeeze: expected axis in [-3, 3), but got 7}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.squeeze %x {axis = array<i64: 7>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @squeeze_dynamic(%x: tensor<1x?xf32>) {
  // expected-error@+2 {{squeeze: expected axis to be given for a dynamic shape, but got 'tensor<1x?xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.squeeze %x : (tensor<1x?xf32>) -> tensor<f32>
  return
}

// -----

func.func @expand_dims_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{expand_dims: expected axis in [-4, 4), but got -5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.expand_dims %x {axis = -5 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @expand_dims_count(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{expand_dims: expected num_newaxis between 0 and 512, but got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.expand_dims %x {axis = 0 : i64, num_newaxis = -1 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @expand_dims_many(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{expand_dims: expected num_newaxis between 0 and 512, but got 1000000000}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.expand_dims %x {axis = 0 : i64, num_newaxis = 1000000000 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reshape_indivisible_dynamic(%x: tensor<?x5xf32>) {
  // expected-error@+2 {{reshape: expected the 5 elements of 'tensor<?x5xf32>' for -1 in newshape to be a multiple of 2}}
  // expected-error@+1 {{'relay.reshape' op failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: 0, -1, 2>} : (tensor<?x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @reshape_indivisible_split(%x: tensor<?x5xf32>) {
  // expected-error@+2 {{reshape: expected -4 in newshape to split the 5 elements of dimension 1 of 'tensor<?x5xf32>', but got 2 and 2}}
  // expected-error@+1 {{'relay.reshape' op failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: 0, -4, -1, 2>} : (tensor<?x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @reshape_split_product(%x: tensor<?x5xf32>) {
  // expected-error@+2 {{reshape: expected -4 in newshape to split the 5 elements of dimension 1 of 'tensor<?x5xf32>', but got 2 and 3}}
  // expected-error@+1 {{'relay.reshape' op failed to infer returned types}}
  %0 = relay.reshape %x {newshape = array<i64: 0, -4, 2, 3>} : (tensor<?x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @reverse_reshape_indivisible(%x: tensor<5x?xf32>) {
  // expected-error@+2 {{contrib_reverse_reshape: expected the 5 elements of 'tensor<?x5xf32>' for -1 in newshape to be a multiple of 2}}
  // expected-error@+1 {{'relay.contrib_reverse_reshape' op failed to infer returned types}}
  %0 = relay.contrib_reverse_reshape %x {newshape = array<i64: 2, -1, 0>} : (tensor<5x?xf32>) -> !relay.unknown
  return
}
