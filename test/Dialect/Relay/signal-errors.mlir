// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @dft_scalar(%a0: tensor<f32>, %a1: tensor<f32>) {
  // expected-error@+2 {{dft: expected re_data with at least one dimension, but got 'tensor<f32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.dft %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @dft_types(%a0: tensor<3xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{dft: expected im_data of type 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.dft %a0, %a1 : (tensor<3xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @stft_rank(%a0: tensor<1x2x12xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{stft: expected data to be a vector or a matrix, but got 'tensor<1x2x12xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stft %a0, %a1 {n_fft = 4 : i64, hop_length = 2 : i64, win_length = 4 : i64} : (tensor<1x2x12xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @stft_window(%a0: tensor<12xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{stft: expected window to be a vector, but got 'tensor<f32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stft %a0, %a1 {n_fft = 4 : i64, hop_length = 2 : i64, win_length = 4 : i64} : (tensor<12xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @stft_hop(%a0: tensor<12xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{stft: expected hop_length in [1, 2147483647], but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stft %a0, %a1 {n_fft = 4 : i64, hop_length = 0 : i64, win_length = 4 : i64} : (tensor<12xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @stft_default(%a0: tensor<12xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{stft: expected n_fft in [1, 2147483647], but got -1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stft %a0, %a1 : (tensor<12xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @stft_length(%a0: tensor<3xf32>, %a1: tensor<4xf32>) {
  // expected-error@+2 {{stft: expected n_fft of at most the length of data, 3, but got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stft %a0, %a1 {n_fft = 4 : i64, hop_length = 2 : i64, win_length = 4 : i64} : (tensor<3xf32>, tensor<4xf32>) -> tensor<f32>
  return
}
