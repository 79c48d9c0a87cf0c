// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

// einsum: what type inference refuses.

func.func @no_tensor(%x0: tuple<tuple<>>) {
  // expected-error@+2 {{einsum: expected field 0 of data to be a tensor, but got 'tuple<>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "i"} : (tuple<tuple<>>) -> tensor<f32>
  return
}

// -----

func.func @types(%x0: tuple<tensor<2xf32>, tensor<2xi8>>) {
  // expected-error@+2 {{einsum: expected field 1 of data to have element type 'f32', but got 'i8'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "i,i"} : (tuple<tensor<2xf32>, tensor<2xi8>>) -> tensor<f32>
  return
}

// -----

func.func @nothing(%x0: tuple<>) {
  // expected-error@+2 {{einsum: expected at least one field in data, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = ""} : (tuple<>) -> tensor<f32>
  return
}

// -----

func.func @two_ellipses(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected one ... in ......}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "......,jk"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @character(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected letters and ... in the equation, but got '1'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "i1,jk"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @arrows(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected letters and ... in the equation, but got '-'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij,jk->i->k"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @count(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected 1 field in data for ij, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @rank(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected field 1 of data to have 1 dimension, but got 'tensor<3x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij,j"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @rank_ellipsis(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected field 1 of data to have at least 3 dimensions, but got 'tensor<3x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij,...jkl"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @extent(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: expected dimension i of field 1 of data to be 2, but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij,ik"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @result_letter(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: the result has letter l, which no field of data has}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij,jk->il"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @result_twice(%x0: tuple<tensor<2x3xf32>, tensor<3x4xf32>>) {
  // expected-error@+2 {{einsum: the result has letter i twice}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "ij,jk->ii"} : (tuple<tensor<2x3xf32>, tensor<3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @ellipses(%x0: tuple<tensor<2x3xf32>, tensor<3x3xf32>>) {
  // expected-error@+2 {{einsum: the operands do not broadcast: dimension 0 of the result is 2 by lhs and 3 by rhs}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.einsum %x0 {equation = "...i,...i"} : (tuple<tensor<2x3xf32>, tensor<3x3xf32>>) -> tensor<f32>
  return
}
