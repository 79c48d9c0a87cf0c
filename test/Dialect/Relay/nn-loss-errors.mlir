// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @cross_entropy_types_differ(%x0: tensor<2x5xf32>, %x1: tensor<2x4xf32>) {
  // expected-error@+2 {{nn.cross_entropy: expected predictions and targets to be matrices of one type, but got 'tensor<2x5xf32>' and 'tensor<2x4xf32>'}}
  // expected-error@+1 {{'relay.nn.cross_entropy' op failed to infer returned types}}
  %0 = relay.nn.cross_entropy %x0, %x1 : (tensor<2x5xf32>, tensor<2x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_ranks(%x0: tensor<2x5xf32>, %x1: tensor<2x5xi32>, %x2: tensor<5xf32>) {
  // expected-error@+2 {{nn.nll_loss: expected predictions to have one dimension more than targets, but got 'tensor<2x5xf32>' and 'tensor<2x5xi32>'}}
  // expected-error@+1 {{'relay.nn.nll_loss' op failed to infer returned types}}
  %0 = relay.nn.nll_loss %x0, %x1, %x2 {ignore_index = 0 : i64} : (tensor<2x5xf32>, tensor<2x5xi32>, tensor<5xf32>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_targets_type(%x0: tensor<2x5xf32>, %x1: tensor<3xi32>, %x2: tensor<5xf32>) {
  // expected-error@+2 {{nn.nll_loss: expected targets of type 'tensor<2xi32>', but got 'tensor<3xi32>'}}
  // expected-error@+1 {{'relay.nn.nll_loss' op failed to infer returned types}}
  %0 = relay.nn.nll_loss %x0, %x1, %x2 {ignore_index = 0 : i64} : (tensor<2x5xf32>, tensor<3xi32>, tensor<5xf32>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_integer_predictions(%x0: tensor<2x5xi32>, %x1: tensor<2xi32>, %x2: tensor<5xi32>) {
  // expected-error@+2 {{nn.nll_loss: expected predictions of floats, but got 'tensor<2x5xi32>'}}
  // expected-error@+1 {{'relay.nn.nll_loss' op failed to infer returned types}}
  %0 = relay.nn.nll_loss %x0, %x1, %x2 {ignore_index = 0 : i64} : (tensor<2x5xi32>, tensor<2xi32>, tensor<5xi32>) -> tensor<i32>
  return
}

// -----

func.func @nll_loss_weights_type(%x0: tensor<2x5xf32>, %x1: tensor<2xi32>, %x2: tensor<4xf32>) {
  // expected-error@+2 {{nn.nll_loss: expected weights of type 'tensor<5xf32>', but got 'tensor<4xf32>'}}
  // expected-error@+1 {{'relay.nn.nll_loss' op failed to infer returned types}}
  %0 = relay.nn.nll_loss %x0, %x1, %x2 {ignore_index = 0 : i64} : (tensor<2x5xf32>, tensor<2xi32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_unsigned_targets(%x0: tensor<2x5xf32>, %x1: tensor<2xui32>, %x2: tensor<5xf32>) {
  // expected-error@+2 {{nn.nll_loss: expected targets of signed integers, but got 'tensor<2xui32>'}}
  // expected-error@+1 {{'relay.nn.nll_loss' op failed to infer returned types}}
  %0 = relay.nn.nll_loss %x0, %x1, %x2 {ignore_index = 0 : i64} : (tensor<2x5xf32>, tensor<2xui32>, tensor<5xf32>) -> tensor<f32>
  return
}

// -----

func.func @nll_loss_unknown_reduction(%x0: tensor<2x5xf32>, %x1: tensor<2xi32>, %x2: tensor<5xf32>) {
  // expected-error@+2 {{nn.nll_loss: expected reduction to be none, sum or mean, but got "max"}}
  // expected-error@+1 {{'relay.nn.nll_loss' op failed to infer returned types}}
  %0 = relay.nn.nll_loss %x0, %x1, %x2 {ignore_index = 0 : i64, reduction = "max"} : (tensor<2x5xf32>, tensor<2xi32>, tensor<5xf32>) -> tensor<f32>
  return
}
