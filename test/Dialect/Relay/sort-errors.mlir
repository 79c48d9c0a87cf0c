// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

// Sorting, searching and scanning: what type inference refuses.

func.func @sort_axis(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{sort: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sort %x0 {axis = 2 : i64} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @sort_scalar(%x0: tensor<f32>) {
  // expected-error@+2 {{sort: expected axis in [0, 0), but got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sort %x0 : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @argsort_axis(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{argsort: expected axis in [-2, 2), but got -3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.argsort %x0 {axis = -3 : i64, dtype = i32} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @searchsorted_types(%x0: tensor<5xf32>, %x1: tensor<5xf64>) {
  // expected-error@+2 {{searchsorted: expected values of element type 'f32', but got 'tensor<5xf64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.searchsorted %x0, %x1 : (tensor<5xf32>, tensor<5xf64>) -> tensor<f32>
  return
}

// -----

func.func @searchsorted_scalar(%x0: tensor<5xf32>, %x1: tensor<f32>) {
  // expected-error@+2 {{searchsorted: expected operands of at least one dimension, but got 'tensor<5xf32>' and 'tensor<f32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.searchsorted %x0, %x1 : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @searchsorted_rank(%x0: tensor<4x5xf32>, %x1: tensor<5xf32>) {
  // expected-error@+2 {{searchsorted: expected values of rank 2, but got 'tensor<5xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.searchsorted %x0, %x1 : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<f32>
  return
}

// -----

func.func @searchsorted_extent(%x0: tensor<4x5xf32>, %x1: tensor<3x5xf32>) {
  // expected-error@+2 {{searchsorted: expected dimension 0 of values to be 4, but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.searchsorted %x0, %x1 : (tensor<4x5xf32>, tensor<3x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @unique(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{unique: expected a vector as data, but got 'tensor<4x5xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.unique %x0 {sorted = true} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @cumsum_axis(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{cumsum: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.cumsum %x0 {axis = 2 : i64} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @cumprod_large(%x0: tensor<4294967296x4294967296xi8>) {
  // expected-error@+2 {{cumprod: the number of elements exceeds 64 bits}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.cumprod %x0 : (tensor<4294967296x4294967296xi8>) -> tensor<f32>
  return
}
