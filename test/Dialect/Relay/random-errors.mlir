// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @key(%a0: tensor<10xi64>) {
  // expected-error@+2 {{random.threefry_split: expected key of type 'tensor<10xui64>', but got 'tensor<10xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.threefry_split %a0 : (tensor<10xi64>) -> tensor<f32>
  return
}

// -----

func.func @generate_key(%a0: tensor<9xui64>) {
  // expected-error@+2 {{random.threefry_generate: expected key of type}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.threefry_generate %a0 {out_shape = array<i64: 2>} : (tensor<9xui64>) -> tensor<f32>
  return
}

// -----

func.func @generate_shape(%a0: tensor<10xui64>) {
  // expected-error@+2 {{random.threefry_generate: expected sizes of 0 or more in shape, but got -2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.threefry_generate %a0 {out_shape = array<i64: -2>} : (tensor<10xui64>) -> tensor<f32>
  return
}

// -----

func.func @uniform_dtype(%a0: tensor<10xui64>, %a1: tensor<f16>, %a2: tensor<f16>) {
  // expected-error@+2 {{random.uniform: expected out_dtype f32 or f64, but got 'f16'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.uniform %a0, %a1, %a2 {out_shape = array<i64: 2>, out_dtype = f16} : (tensor<10xui64>, tensor<f16>, tensor<f16>) -> tensor<f32>
  return
}

// -----

func.func @uniform_low(%a0: tensor<10xui64>, %a1: tensor<f64>, %a2: tensor<f32>) {
  // expected-error@+2 {{random.uniform: expected low of type 'tensor<f32>', but got 'tensor<f64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.uniform %a0, %a1, %a2 {out_shape = array<i64: 2>, out_dtype = f32} : (tensor<10xui64>, tensor<f64>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @normal_scale(%a0: tensor<10xui64>, %a1: tensor<f32>, %a2: tensor<2xf32>) {
  // expected-error@+2 {{random.normal: expected scale of type 'tensor<f32>', but got 'tensor<2xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.normal %a0, %a1, %a2 {out_shape = array<i64: 2>, out_dtype = f32} : (tensor<10xui64>, tensor<f32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @multinomial_key(%a0: tensor<10xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{random.multinomial: expected key of type}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.multinomial %a0, %a1 : (tensor<10xf32>, tensor<2xf32>) -> tensor<f32>
  return
}

// -----

func.func @multinomial_scalar(%a0: tensor<10xui64>, %a1: tensor<f32>) {
  // expected-error@+2 {{random.multinomial: expected probs with at least one dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.multinomial %a0, %a1 : (tensor<10xui64>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @multinomial_count(%a0: tensor<10xui64>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{random.multinomial: expected num_samples of 0 or more, but got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.random.multinomial %a0, %a1 {num_samples = -1 : i64} : (tensor<10xui64>, tensor<2xf32>) -> tensor<f32>
  return
}
