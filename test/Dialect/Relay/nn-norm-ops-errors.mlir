// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @batch_norm_axis_below_range(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.batch_norm: expected axis in [-1, 2), but got -2}}
  // expected-error@+1 {{'relay.nn.batch_norm' op failed to infer returned types}}
  %0 = relay.nn.batch_norm %x, %v, %v, %v, %v {axis = -2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  return
}

// -----

func.func @batch_norm_axis_above_range(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.batch_norm: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.nn.batch_norm' op failed to infer returned types}}
  %0 = relay.nn.batch_norm %x, %v, %v, %v, %v {axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  return
}

// -----

func.func @batch_norm_vector_size(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.batch_norm: expected operand 2 of type 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  // expected-error@+1 {{'relay.nn.batch_norm' op failed to infer returned types}}
  %0 = relay.nn.batch_norm %x, %v, %w, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  return
}

// -----

func.func @batch_norm_vector_element_type(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.batch_norm: expected operand 4 of type 'tensor<3xf32>', but got 'tensor<3xf64>'}}
  // expected-error@+1 {{'relay.nn.batch_norm' op failed to infer returned types}}
  %0 = relay.nn.batch_norm %x, %v, %v, %v, %d : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf64>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  return
}

// -----

func.func @layer_norm_axis_out_of_range(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.layer_norm: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.nn.layer_norm' op failed to infer returned types}}
  %0 = relay.nn.layer_norm %x, %v, %v {axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @layer_norm_vector_size(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.layer_norm: expected operand 1 of type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'relay.nn.layer_norm' op failed to infer returned types}}
  %0 = relay.nn.layer_norm %x, %v, %v {axis = 0 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @instance_norm_rank(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.instance_norm: expected data with at least 3 dimensions, but got 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'relay.nn.instance_norm' op failed to infer returned types}}
  %0 = relay.nn.instance_norm %x, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_indivisible_channels(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.group_norm: expected num_groups to divide the channels, dimension 1 of 'tensor<2x3xf32>', but got 2}}
  // expected-error@+1 {{'relay.nn.group_norm' op failed to infer returned types}}
  %0 = relay.nn.group_norm %x, %v, %v {num_groups = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @group_norm_zero_groups(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %w: tensor<4xf32>, %d: tensor<3xf64>) {
  // expected-error@+2 {{nn.group_norm: expected num_groups to divide the channels, dimension 1 of 'tensor<2x3xf32>', but got 0}}
  // expected-error@+1 {{'relay.nn.group_norm' op failed to infer returned types}}
  %0 = relay.nn.group_norm %x, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @l2_normalize_axis_out_of_range(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.l2_normalize: expected axis in [-2, 2), but got 4}}
  // expected-error@+1 {{'relay.nn.l2_normalize' op failed to infer returned types}}
  %0 = relay.nn.l2_normalize %x {axis = array<i64: 4>, eps = 0.1 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @softmax_axis_out_of_range(%x: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.softmax: expected axis in [-2, 2), but got 5}}
  // expected-error@+1 {{'relay.nn.softmax' op failed to infer returned types}}
  %0 = relay.nn.softmax %x {axis = 5 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @log_softmax_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{nn.log_softmax: expected axis in [0, 0), but got -1}}
  // expected-error@+1 {{'relay.nn.log_softmax' op failed to infer returned types}}
  %0 = relay.nn.log_softmax %x : (tensor<f32>) -> tensor<f32>
  return
}
