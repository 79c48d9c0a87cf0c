// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @space_to_depth_indivisible(%x0: tensor<1x2x5x8xf32>) {
  // expected-error@+2 {{nn.space_to_depth: expected dimension 2 to be a multiple of 2, but got 5}}
  // expected-error@+1 {{'relay.nn.space_to_depth' op failed to infer returned types}}
  %0 = relay.nn.space_to_depth %x0 {block_size = 2 : i64} : (tensor<1x2x5x8xf32>) -> tensor<1x8x2x4xf32>
  return
}

// -----

func.func @depth_to_space_unknown_mode(%x0: tensor<1x8x3x4xf32>) {
  // expected-error@+2 {{nn.depth_to_space: expected mode to be DCR, CDR or CRD, but got "RCD"}}
  // expected-error@+1 {{'relay.nn.depth_to_space' op failed to infer returned types}}
  %0 = relay.nn.depth_to_space %x0 {block_size = 2 : i64, mode = "RCD"} : (tensor<1x8x3x4xf32>) -> tensor<1x2x6x8xf32>
  return
}

// -----

func.func @space_to_depth_zero_block(%x0: tensor<1x2x6x8xf32>) {
  // expected-error@+2 {{nn.space_to_depth: expected block_size in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.nn.space_to_depth' op failed to infer returned types}}
  %0 = relay.nn.space_to_depth %x0 {block_size = 0 : i64} : (tensor<1x2x6x8xf32>) -> tensor<1x8x3x4xf32>
  return
}

// -----

func.func @space_to_depth_split_layout(%x0: tensor<1x2x6x8xf32>) {
  // expected-error@+2 {{nn.space_to_depth: expected a layout with the dimensions of NCHW and no blocks, but got "NCHW2c"}}
  // expected-error@+1 {{'relay.nn.space_to_depth' op failed to infer returned types}}
  %0 = relay.nn.space_to_depth %x0 {block_size = 2 : i64, layout = "NCHW2c"} : (tensor<1x2x6x8xf32>) -> tensor<1x8x3x4xf32>
  return
}

// -----

func.func @space_to_depth_overflow(%x0: tensor<1x4611686018427387904x6x8xf32>) {
  // expected-error@+2 {{nn.space_to_depth: the size 4611686018427387904 times 4 exceeds 64 bits}}
  // expected-error@+1 {{'relay.nn.space_to_depth' op failed to infer returned types}}
  %0 = relay.nn.space_to_depth %x0 {block_size = 2 : i64} : (tensor<1x4611686018427387904x6x8xf32>) -> tensor<1x8x3x4xf32>
  return
}

// -----

func.func @dilate_short_strides(%x0: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.dilate: expected strides to have 2 elements in [1, 2147483647], but got [2]}}
  // expected-error@+1 {{'relay.nn.dilate' op failed to infer returned types}}
  %0 = relay.nn.dilate %x0 {strides = array<i64: 2>} : (tensor<2x3xf32>) -> tensor<3x7xf32>
  return
}

// -----

func.func @mirror_pad_negative_width(%x0: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.mirror_pad: expected pad_width of 0 or more, but got [0, -2]}}
  // expected-error@+1 {{'relay.nn.mirror_pad' op failed to infer returned types}}
  %0 = relay.nn.mirror_pad %x0 {pad_width = [array<i64: 1, 1>, array<i64: 0, -2>]} : (tensor<2x3xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @mirror_pad_unknown_mode(%x0: tensor<2x3xf32>) {
  // expected-error@+2 {{nn.mirror_pad: expected mode to be SYMMETRIC or REFLECT, but got "EDGE"}}
  // expected-error@+1 {{'relay.nn.mirror_pad' op failed to infer returned types}}
  %0 = relay.nn.mirror_pad %x0 {mode = "EDGE", pad_width = [array<i64: 1, 1>, array<i64: 0, 2>]} : (tensor<2x3xf32>) -> tensor<4x5xf32>
  return
}

// -----

func.func @fifo_buffer_large_data(%x0: tensor<2x5xf32>, %x1: tensor<2x4xf32>) {
  // expected-error@+2 {{nn.fifo_buffer: expected data of at most 4 elements along axis 1, but got 5}}
  // expected-error@+1 {{'relay.nn.fifo_buffer' op failed to infer returned types}}
  %0 = relay.nn.fifo_buffer %x0, %x1 {axis = 1 : i64} : (tensor<2x5xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @fifo_buffer_data_type(%x0: tensor<3x1xf32>, %x1: tensor<2x4xf32>) {
  // expected-error@+2 {{nn.fifo_buffer: expected data of type 'tensor<2x1xf32>', but got 'tensor<3x1xf32>'}}
  // expected-error@+1 {{'relay.nn.fifo_buffer' op failed to infer returned types}}
  %0 = relay.nn.fifo_buffer %x0, %x1 {axis = 1 : i64} : (tensor<3x1xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}
