// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @space_to_batch_nd_long_block_shape(%a0: tensor<2xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: expected block_shape of less than 1 sizes, the rank of data, but got 1}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2>, paddings = [array<i64: 0, 0>]} : (tensor<2xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_zero_block(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: expected block_shape of positive sizes with at most 2147483647 elements, but got [0]}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 0>, paddings = [array<i64: 0, 0>]} : (tensor<2x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_too_few_pairs(%a0: tensor<2x4x4xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: expected 2 pairs in paddings, but got 1}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2, 2>, paddings = [array<i64: 0, 0>]} : (tensor<2x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_incomplete_pair(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: expected paddings to hold pairs of numbers in [0, 2147483647], but got [0]}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2>, paddings = [array<i64: 0>]} : (tensor<2x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_negative_padding(%a0: tensor<2x4xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: expected paddings to hold pairs of numbers in [0, 2147483647], but got [-1, 0]}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2>, paddings = [array<i64: -1, 0>]} : (tensor<2x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_indivisible(%a0: tensor<2x5xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: expected dimension 1 with its padding to be a multiple of 2, but got 5}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2>, paddings = [array<i64: 0, 0>]} : (tensor<2x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_padded_size_overflow(%a0: tensor<2x9223372036854775807xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: a size exceeds 64 bits}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2>, paddings = [array<i64: 1, 0>]} : (tensor<2x9223372036854775807xf32>) -> !relay.unknown
  return
}

// -----

func.func @space_to_batch_nd_batch_overflow(%a0: tensor<9223372036854775807x2xf32>) {
  // expected-error@+2 {{nn.space_to_batch_nd: the size 9223372036854775807 times 2 exceeds 64 bits}}
  // expected-error@+1 {{'relay.nn.space_to_batch_nd' op failed to infer returned types}}
  %0 = relay.nn.space_to_batch_nd %a0 {block_shape = array<i64: 2>, paddings = [array<i64: 0, 0>]} : (tensor<9223372036854775807x2xf32>) -> !relay.unknown
  return
}

// -----

func.func @batch_to_space_nd_crops_too_much(%a0: tensor<4x4xf32>) {
  // expected-error@+2 {{nn.batch_to_space_nd: expected crops of at most 8 elements of dimension 1, but got 9}}
  // expected-error@+1 {{'relay.nn.batch_to_space_nd' op failed to infer returned types}}
  %0 = relay.nn.batch_to_space_nd %a0 {block_shape = array<i64: 2>, crops = [array<i64: 4, 5>]} : (tensor<4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @batch_to_space_nd_overflow(%a0: tensor<4x9223372036854775807xf32>) {
  // expected-error@+2 {{nn.batch_to_space_nd: the size 9223372036854775807 times 2 exceeds 64 bits}}
  // expected-error@+1 {{'relay.nn.batch_to_space_nd' op failed to infer returned types}}
  %0 = relay.nn.batch_to_space_nd %a0 {block_shape = array<i64: 2>, crops = [array<i64: 0, 0>]} : (tensor<4x9223372036854775807xf32>) -> !relay.unknown
  return
}
