// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @sum_axis_above_range(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{sum: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.sum' op failed to infer returned types}}
  %0 = relay.sum %x {axis = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @max_axis_below_range(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{max: expected axis in [-2, 2), but got -3}}
  // expected-error@+1 {{'relay.max' op failed to infer returned types}}
  %0 = relay.max %x {axis = array<i64: -3>} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mean_axis_twice(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{mean: expected each axis once, but axis -1 names dimension 1 again}}
  // expected-error@+1 {{'relay.mean' op failed to infer returned types}}
  %0 = relay.mean %x {axis = array<i64: 1, -1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @prod_excluded_axis_twice(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{prod: expected each axis once, but axis 0 names dimension 0 again}}
  // expected-error@+1 {{'relay.prod' op failed to infer returned types}}
  %0 = relay.prod %x {axis = array<i64: 0, 0>, exclude = true} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @argmax_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{argmax: expected data with at least one dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{'relay.argmax' op failed to infer returned types}}
  %0 = relay.argmax %x : (tensor<f32>) -> tensor<i32>
  return
}

// -----

func.func @variance_scalar(%x: tensor<f32>, %m: tensor<f32>) {
  // expected-error@+2 {{variance: expected data with at least one dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{'relay.variance' op failed to infer returned types}}
  %0 = relay.variance %x, %m : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @variance_mean_rank(%x: tensor<2x3xf32>, %m: tensor<2xf32>) {
  // expected-error@+2 {{variance: expected a mean with the rank and element type of data, but data is 'tensor<2x3xf32>' and mean is 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.variance' op failed to infer returned types}}
  %0 = relay.variance %x, %m : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @variance_mean_element_type(%x: tensor<2x3xf32>, %m: tensor<2x1xf64>) {
  // expected-error@+2 {{variance: expected a mean with the rank and element type of data, but data is 'tensor<2x3xf32>' and mean is 'tensor<2x1xf64>'}}
  // expected-error@+1 {{'relay.variance' op failed to infer returned types}}
  %0 = relay.variance %x, %m : (tensor<2x3xf32>, tensor<2x1xf64>) -> tensor<f32>
  return
}

// -----

func.func @variance_mean_does_not_broadcast(%x: tensor<2x3xf32>, %m: tensor<2x2xf32>) {
  // expected-error@+2 {{variance: expected a mean that broadcasts to data, but dimension 1 is 2 against 3}}
  // expected-error@+1 {{'relay.variance' op failed to infer returned types}}
  %0 = relay.variance %x, %m : (tensor<2x3xf32>, tensor<2x2xf32>) -> tensor<f32>
  return
}
