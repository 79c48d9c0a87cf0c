// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @max_pool2d_empty_layout(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected a layout, but got "": it is undefined}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 3>, layout = ""} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_layout_without_height(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected a layout with H that is not split, but got "NCW"}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 3>, layout = "NCW"} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @avg_pool2d_layout_splits_width(%a0: tensor<1x4x8x9x4xf32>) {
  // expected-error@+2 {{nn.avg_pool2d: expected a layout with W that is not split, but got "NCHW4w"}}
  // expected-error@+1 {{'relay.nn.avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.avg_pool2d %a0 {pool_size = array<i64: 3, 3>, layout = "NCHW4w"} : (tensor<1x4x8x9x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @avg_pool2d_rank(%a0: tensor<1x4x8xf32>) {
  // expected-error@+2 {{nn.avg_pool2d: expected data of rank 4 for layout "NCHW", but got rank 3}}
  // expected-error@+1 {{'relay.nn.avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.avg_pool2d %a0 {pool_size = array<i64: 3, 3>} : (tensor<1x4x8xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_short_pool_size(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected pool_size to have 2 elements in [1, 2147483647], but got [3]}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_zero_pool_size(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected pool_size to have 2 elements in [1, 2147483647], but got [3, 0]}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 0>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_large_pool_size(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected pool_size to have 2 elements in [1, 2147483647], but got [2147483648, 1]}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 2147483648, 1>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_zero_stride(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected strides to have 2 elements in [1, 2147483647], but got [0, 1]}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 3>, strides = array<i64: 0, 1>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @avg_pool2d_long_dilation(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.avg_pool2d: expected dilation to have 2 elements in [1, 2147483647], but got [1, 1, 1]}}
  // expected-error@+1 {{'relay.nn.avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.avg_pool2d %a0 {pool_size = array<i64: 3, 3>, dilation = array<i64: 1, 1, 1>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_three_paddings(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected padding to have 1, 2 or 4 elements in [0, 2147483647], but got [1, 2, 3]}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 2, 3>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_empty_padding(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected padding to have 1, 2 or 4 elements in [0, 2147483647], but got []}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 3>, padding = array<i64>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_negative_padding(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: expected padding to have 1, 2 or 4 elements in [0, 2147483647], but got [-1]}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 3>, padding = array<i64: -1>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_large_window(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.max_pool2d: a window of size 10 does not fit into dimension 2 of size 8 with its padding}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 10, 1>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @avg_pool2d_large_dilated_window(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.avg_pool2d: a window of size 13 does not fit into dimension 3 of size 9 with its padding}}
  // expected-error@+1 {{'relay.nn.avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.avg_pool2d %a0 {pool_size = array<i64: 3, 3>, ceil_mode = true, dilation = array<i64: 1, 6>, strides = array<i64: 1, 2>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool2d_overflow(%a0: tensor<1x1x1x9223372036854775807xf32>) {
  // expected-error@+2 {{nn.max_pool2d: the padded size of dimension 3 exceeds 64 bits}}
  // expected-error@+1 {{'relay.nn.max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 1, 1>, padding = array<i64: 1>} : (tensor<1x1x1x9223372036854775807xf32>) -> !relay.unknown
  return
}

// -----

func.func @global_max_pool2d_layout_without_height(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.global_max_pool2d: expected a layout with H that is not split, but got "NC"}}
  // expected-error@+1 {{'relay.nn.global_max_pool2d' op failed to infer returned types}}
  %0 = relay.nn.global_max_pool2d %a0 {layout = "NC"} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @global_avg_pool2d_rank(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.global_avg_pool2d: expected data of rank 5 for layout "NCHW4c", but got rank 4}}
  // expected-error@+1 {{'relay.nn.global_avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.global_avg_pool2d %a0 {layout = "NCHW4c"} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @adaptive_avg_pool2d_long_output_size(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.adaptive_avg_pool2d: expected output_size to be one size of 0 or more for each of HW or for all, but got [1, 2, 3]}}
  // expected-error@+1 {{'relay.nn.adaptive_avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.adaptive_avg_pool2d %a0 {output_size = array<i64: 1, 2, 3>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @adaptive_avg_pool2d_negative_output_size(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.adaptive_avg_pool2d: expected output_size to be one size of 0 or more for each of HW or for all, but got [-1]}}
  // expected-error@+1 {{'relay.nn.adaptive_avg_pool2d' op failed to infer returned types}}
  %0 = relay.nn.adaptive_avg_pool2d %a0 {output_size = array<i64: -1>} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @adaptive_avg_pool3d_rank(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.adaptive_avg_pool3d: expected data of rank 5 for layout "NCDHW", but got rank 4}}
  // expected-error@+1 {{'relay.nn.adaptive_avg_pool3d' op failed to infer returned types}}
  %0 = relay.nn.adaptive_avg_pool3d %a0 : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @adaptive_avg_pool3d_short_output_size(%a0: tensor<1x4x5x6x7xf32>) {
  // expected-error@+2 {{nn.adaptive_avg_pool3d: expected output_size to be one size of 0 or more for each of DHW or for all, but got [1, 2]}}
  // expected-error@+1 {{'relay.nn.adaptive_avg_pool3d' op failed to infer returned types}}
  %0 = relay.nn.adaptive_avg_pool3d %a0 {output_size = array<i64: 1, 2>} : (tensor<1x4x5x6x7xf32>) -> !relay.unknown
  return
}

// -----

func.func @adaptive_max_pool1d_layout_without_width(%a0: tensor<1x4x8x9xf32>) {
  // expected-error@+2 {{nn.adaptive_max_pool1d: expected a layout with W that is not split, but got "NCH"}}
  // expected-error@+1 {{'relay.nn.adaptive_max_pool1d' op failed to infer returned types}}
  %0 = relay.nn.adaptive_max_pool1d %a0 {layout = "NCH"} : (tensor<1x4x8x9xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool1d_long_pool_size(%a0: tensor<1x3x10xf32>) {
  // expected-error@+2 {{nn.max_pool1d: expected pool_size to have 1 element in [1, 2147483647], but got [2, 2]}}
  // expected-error@+1 {{'relay.nn.max_pool1d' op failed to infer returned types}}
  %0 = relay.nn.max_pool1d %a0 {pool_size = array<i64: 2, 2>} : (tensor<1x3x10xf32>) -> !relay.unknown
  return
}

// -----

func.func @max_pool1d_long_padding(%a0: tensor<1x3x10xf32>) {
  // expected-error@+2 {{nn.max_pool1d: expected padding to have 1 or 2 elements in [0, 2147483647], but got [1, 1, 1]}}
  // expected-error@+1 {{'relay.nn.max_pool1d' op failed to infer returned types}}
  %0 = relay.nn.max_pool1d %a0 {padding = array<i64: 1, 1, 1>, pool_size = array<i64: 2>} : (tensor<1x3x10xf32>) -> !relay.unknown
  return
}

// -----

func.func @avg_pool3d_two_paddings(%a0: tensor<1x3x4x4x4xf32>) {
  // expected-error@+2 {{nn.avg_pool3d: expected padding to have 1, 3 or 6 elements in [0, 2147483647], but got [1, 1]}}
  // expected-error@+1 {{'relay.nn.avg_pool3d' op failed to infer returned types}}
  %0 = relay.nn.avg_pool3d %a0 {padding = array<i64: 1, 1>, pool_size = array<i64: 2, 2, 2>} : (tensor<1x3x4x4x4xf32>) -> !relay.unknown
  return
}

// -----

func.func @avg_pool1d_rank(%a0: tensor<1x3x4x4xf32>) {
  // expected-error@+2 {{nn.avg_pool1d: expected data of rank 3 for layout "NCW", but got rank 4}}
  // expected-error@+1 {{'relay.nn.avg_pool1d' op failed to infer returned types}}
  %0 = relay.nn.avg_pool1d %a0 {pool_size = array<i64: 2>} : (tensor<1x3x4x4xf32>) -> !relay.unknown
  return
}
