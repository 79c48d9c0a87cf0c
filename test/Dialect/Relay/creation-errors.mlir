// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @full_shape(%x: tensor<f32>) {
  // expected-error@+2 {{full: expected sizes of 0 or more in shape, but got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.full %x {shape = array<i64: 2, -1>} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @full_value(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{full: expected a scalar fill_value, but got rank 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.full %x {shape = array<i64: 2>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @full_like_value(%x: tensor<2x3x4xf32>, %v: tensor<1xf32>) {
  // expected-error@+2 {{full_like: expected a scalar fill_value, but got rank 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.full_like %x, %v : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<f32>
  return
}

// -----

func.func @zeros_dtype() {
  // expected-error@+2 {{zeros: dtype 'i5' is not the element type of a Relay tensor}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.zeros {shape = array<i64>, dtype = i5} : () -> tensor<f32>
  return
}

// -----

func.func @ones_shape() {
  // expected-error@+2 {{ones: expected sizes of 0 or more in shape, but got -2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.ones {shape = array<i64: -2>, dtype = f32} : () -> tensor<f32>
  return
}

// -----

func.func @arange_type(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>) {
  // expected-error@+2 {{arange: expected stop of type 'tensor<f32>', but got 'tensor<i32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.arange %a, %b, %c {dtype = f32} : (tensor<f32>, tensor<i32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @arange_empty() {
  %a = relay.constant dense<1.0> : tensor<f32>
  // expected-error@+2 {{arange: expected between 1 and 2147483647 elements, but start, stop and step are 1.000000e+00, 1.000000e+00 and 1.000000e+00}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.arange %a, %a, %a {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
