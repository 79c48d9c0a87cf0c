// RUN: extra-opt %s --split-input-file --verify-diagnostics

func.func @integers(%x: tensor<2xi32>) {
  // expected-error @below {{expected floating-point elements, but got 'i32'}}
  // expected-error @below {{failed to infer returned types}}
  %0 = extra.hard_swish %x : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @no_width(%x: tensor<2xf32>) {
  // expected-error @below {{expected a positive width, but got 0.0}}
  // expected-error @below {{failed to infer returned types}}
  %0 = extra.hard_swish %x {width = 0.0} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
