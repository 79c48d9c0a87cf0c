// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @strided_slice_stride_zero(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: expected strides other than 0, but got 0 at position 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 0>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_reversed(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: the range of dimension 0 from 5 to 1 with stride 1 is reversed}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 5>, end = array<i64: 1>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_reversed_downwards(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: the range of dimension 0 from 0 to 2 with stride -1 is reversed}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0>, end = array<i64: 2>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_too_many(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: expected at most 3 entries in begin, but got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0, 0, 0, 0>, end = array<i64: 1>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_axes_count(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: expected begin to have 1 entries as axes has, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0, 0>, end = array<i64: 1, 1>, strides = array<i64: 1, 1>, axes = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: expected axes in [-3, 3), but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 1>, axes = array<i64: 3>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_axis_twice(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: axis 1 occurs twice in axes}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0, 0>, end = array<i64: 1, 1>, strides = array<i64: 1, 1>, axes = array<i64: 1, -2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_slice_mode(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{strided_slice: expected slice_mode to be end or size, but got foo}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_slice %x {begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 1>, slice_mode = "foo"} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @take_axis(%x: tensor<2x3x4xf32>, %i: tensor<5x2xi32>) {
  // expected-error@+2 {{take: expected axis in [-3, 3), but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.take %x, %i {axis = 3 : i64} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<f32>
  return
}

// -----

func.func @take_float_indices(%x: tensor<2x3x4xf32>, %i: tensor<2xf32>) {
  // expected-error@+2 {{take: expected integer indices, but got 'tensor<2xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.take %x, %i {axis = 0 : i64} : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @take_mode(%x: tensor<2x3x4xf32>, %i: tensor<5x2xi32>) {
  // expected-error@+2 {{take: expected mode to be clip, wrap or fast, but got foo}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.take %x, %i {mode = "foo"} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<f32>
  return
}

// -----

func.func @take_batch_dims(%x: tensor<2x3x4xf32>, %i: tensor<5x2xi32>) {
  // expected-error@+2 {{take: expected batch_dims between 0 and 1, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.take %x, %i {axis = 1 : i64, batch_dims = 2 : i64} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<f32>
  return
}

// -----

func.func @take_batch_extent(%x: tensor<2x3x4xf32>, %i: tensor<5x2xi32>) {
  // expected-error@+2 {{take: expected dimension 0 of data and dimension 0 of indices to be equal, but got 2 and 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.take %x, %i {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_scalar_indices(%x: tensor<2x3x4xf32>, %i: tensor<i32>) {
  // expected-error@+2 {{gather_nd: expected indices with a static first dimension, but got 'tensor<i32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_dynamic_indices(%x: tensor<2x3x4xf32>, %i: tensor<?x5xi32>) {
  // expected-error@+2 {{gather_nd: expected indices with a static first dimension, but got 'tensor<?x5xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<?x5xi32>) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_float_indices(%x: tensor<2x3x4xf32>, %i: tensor<1xf32>) {
  // expected-error@+2 {{gather_nd: expected integer indices, but got 'tensor<1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_coordinates(%x: tensor<2x3x4xf32>, %i: tensor<4x5xi64>) {
  // expected-error@+2 {{gather_nd: expected the first dimension of indices to be at most 3, but got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<4x5xi64>) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_batch_dims(%x: tensor<2x3x4xf32>, %i: tensor<1x2xi32>) {
  // expected-error@+2 {{gather_nd: expected batch_dims between 0 and 1, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather_nd %x, %i {batch_dims = 2 : i64} : (tensor<2x3x4xf32>, tensor<1x2xi32>) -> tensor<f32>
  return
}

// -----

func.func @gather_nd_batch_extent(%x: tensor<2x3x4xf32>, %i: tensor<1x7xi32>) {
  // expected-error@+2 {{gather_nd: expected dimension 0 of data and dimension 1 of indices to be equal, but got 2 and 7}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<1x7xi32>) -> tensor<f32>
  return
}
