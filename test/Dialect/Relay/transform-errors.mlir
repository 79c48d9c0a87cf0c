// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_to(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{broadcast_to: 'tensor<2x3x4xf32>' does not broadcast to 'tensor<2x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.broadcast_to %x {shape = array<i64: 2, 4>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @broadcast_to_extent(%x: tensor<3xf32>) {
  // expected-error@+2 {{broadcast_to: 'tensor<3xf32>' does not broadcast to 'tensor<2xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.broadcast_to %x {shape = array<i64: 2>} : (tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_axis(%x: tuple<tensor<2x3xi8>>) {
  // expected-error@+2 {{concatenate: expected axis in [-2, 2), but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x {axis = 3 : i64} : (tuple<tensor<2x3xi8>>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_scalars(%x: tuple<tensor<f32>, tensor<f32>>) {
  // expected-error@+2 {{concatenate: expected axis in [0, 0), but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_nothing(%x: tuple<>) {
  // expected-error@+2 {{concatenate: expected at least one field in data, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_nested(%x: tuple<tensor<1xf32>, tuple<>>) {
  // expected-error@+2 {{concatenate: expected field 1 of data to be a tensor, but got 'tuple<>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<tensor<1xf32>, tuple<>>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_rank(%x: tuple<tensor<2x3xi8>, tensor<1xi8>>) {
  // expected-error@+2 {{concatenate: expected field 1 of data to have rank 2, but got 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<tensor<2x3xi8>, tensor<1xi8>>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_dtype(%x: tuple<tensor<2x3xi8>, tensor<1x3xi16>>) {
  // expected-error@+2 {{concatenate: expected field 1 of data to have element type 'i8', but got 'i16'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<tensor<2x3xi8>, tensor<1x3xi16>>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_extent(%x: tuple<tensor<2x5xf32>, tensor<2x3xf32>>) {
  // expected-error@+2 {{concatenate: expected dimension 1 of field 1 of data to be 5, but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<tensor<2x5xf32>, tensor<2x3xf32>>) -> tensor<f32>
  return
}

// -----

func.func @concatenate_overflow(%x: tuple<tensor<9223372036854775807xf32>, tensor<2xf32>>) {
  // expected-error@+2 {{concatenate: the size of dimension 0 exceeds 64 bits}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.concatenate %x : (tuple<tensor<9223372036854775807xf32>, tensor<2xf32>>) -> tensor<f32>
  return
}

// -----

func.func @stack_axis(%x: tuple<tensor<2x3x4xf32>>) {
  // expected-error@+2 {{stack: expected axis in [-4, 4), but got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stack %x {axis = 4 : i64} : (tuple<tensor<2x3x4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @stack_extent(%x: tuple<tensor<2x3xi8>, tensor<2x4xi8>>) {
  // expected-error@+2 {{stack: expected dimension 1 of field 1 of data to be 3, but got 4}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.stack %x {axis = -1 : i64} : (tuple<tensor<2x3xi8>, tensor<2x4xi8>>) -> tensor<f32>
  return
}

// -----

func.func @split_zero(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected indices_or_sections between 1 and 1048576, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = 0 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_negative(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected indices_or_sections between 1 and 1048576, but got -2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = -2 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_indivisible(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected indices_or_sections to divide the size 2, but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = 3 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_unsorted(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected ascending positive indices_or_sections, but got 1 after 1}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = array<i64: 1, 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_negative_index(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected ascending positive indices_or_sections, but got -1 after 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_beyond(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected indices_or_sections below the size 2, but got 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = array<i64: 5>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{split: expected axis in [-3, 3), but got 7}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = 2 : i64, axis = 7 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @split_scalar(%x: tensor<f32>) {
  // expected-error@+2 {{split: expected axis in [0, 0), but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.split %x {indices_or_sections = 1 : i64} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @tile_reps(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{tile: expected reps of at least 1, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.tile %x {reps = array<i64: 2, 0>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @tile_overflow(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{tile: the size 4 times 4611686018427387904 exceeds 64 bits}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.tile %x {reps = array<i64: 4611686018427387904>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @repeat_axis_missing(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{repeat: expected axis to be given, but got None}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.repeat %x {repeats = 2 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @repeat_count(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{repeat: expected repeats of at least 1, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.repeat %x {repeats = 0 : i64, axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @repeat_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{repeat: expected axis in [-3, 3), but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.repeat %x {repeats = 2 : i64, axis = 3 : i64} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @transpose_count(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{transpose: expected 3 axes as data has dimensions, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.transpose %x {axes = array<i64: 0, 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @transpose_twice(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{transpose: axis 0 occurs twice in axes}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.transpose %x {axes = array<i64: 0, -3, 1>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @transpose_axis(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{transpose: expected axes in [-3, 3), but got 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.transpose %x {axes = array<i64: 0, 1, 5>} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_missing(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected layouts with the same dimensions, but got NCHW and NCH}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCH"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_other(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected layouts with the same dimensions, but got NCHW and NCHX}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHX"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_rank(%x: tensor<1x8x5xf32>) {
  // expected-error@+2 {{layout_transform: expected data of rank 4 for NCHW, but got rank 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NHWC"} : (tensor<1x8x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_block_extent(%x: tensor<1x2x5x6x3xf32>) {
  // expected-error@+2 {{layout_transform: 'tensor<1x2x5x6x3xf32>' does not have the layout NCHW4c}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW4c", dst_layout = "NCHW"} : (tensor<1x2x5x6x3xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_undefined(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "__undef__": it is undefined}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "__undef__"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_empty(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "": it is undefined}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = ""} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_no_factor(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "NCHWc": dimension c has no factor}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHWc"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_no_primal(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "4c": dimension C is missing}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "4c"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_twice(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "NCHWC": dimension C occurs twice}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHWC"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_factor_before_primal(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "NCHW4C": a factor precedes the primal dimension C}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4C"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_character(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "N!HW": it has a character that is no letter or digit}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "N!HW"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_number_last(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "NCHW4": it ends with a number}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_large_factor(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "NCHW99999999999c": the factor is too large}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW99999999999c"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @layout_transform_large_factors(%x: tensor<1x8x5x6xf32>) {
  // expected-error@+2 {{layout_transform: expected a layout, but got "NCHW65536c65536c": the factors are too large}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW65536c65536c"} : (tensor<1x8x5x6xf32>) -> tensor<f32>
  return
}

// -----

func.func @shape_of_dtype(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{shape_of: dtype 'index' is not the element type of a Relay tensor}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.shape_of %x {dtype = index} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @ndarray_size_dtype(%x: tensor<2x3x4xf32>) {
  // expected-error@+2 {{ndarray_size: dtype 'i7' is not the element type of a Relay tensor}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.ndarray_size %x {dtype = i7} : (tensor<2x3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reverse_axis(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{reverse: expected axis to be given, but got None}}
  // expected-error@+1 {{'relay.reverse' op failed to infer returned types}}
  %0 = relay.reverse %a0 : (tensor<2x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @reverse_range(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{reverse: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.reverse' op failed to infer returned types}}
  %0 = relay.reverse %a0 {axis = 2 : i64} : (tensor<2x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @reverse_scalar(%a0: tensor<f32>) {
  // expected-error@+2 {{reverse: expected axis in [0, 0), but got 0}}
  // expected-error@+1 {{'relay.reverse' op failed to infer returned types}}
  %0 = relay.reverse %a0 {axis = 0 : i64} : (tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @one_hot_indices(%a0: tensor<3xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error@+2 {{one_hot: expected indices of integers, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'relay.one_hot' op failed to infer returned types}}
  %0 = relay.one_hot %a0, %a1, %a2 {dtype = f32} : (tensor<3xf32>, tensor<f32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @one_hot_value(%a0: tensor<3xi32>, %a1: tensor<f32>, %a2: tensor<1xf32>) {
  // expected-error@+2 {{one_hot: expected on_value and off_value without dimensions, but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.one_hot' op failed to infer returned types}}
  %0 = relay.one_hot %a0, %a1, %a2 {dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<1xf32>) -> !relay.unknown
  return
}

// -----

func.func @one_hot_depth(%a0: tensor<3xi32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error@+2 {{one_hot: expected depth of at least 1, but got 0}}
  // expected-error@+1 {{'relay.one_hot' op failed to infer returned types}}
  %0 = relay.one_hot %a0, %a1, %a2 {depth = 0 : i64, dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @one_hot_axis(%a0: tensor<3xi32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error@+2 {{one_hot: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.one_hot' op failed to infer returned types}}
  %0 = relay.one_hot %a0, %a1, %a2 {axis = 2 : i64, dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @topk_k(%a0: tensor<3x5xf32>) {
  // expected-error@+2 {{topk: expected k of at most 5, but got 6}}
  // expected-error@+1 {{'relay.topk' op failed to infer returned types}}
  %0 = relay.topk %a0 {dtype = i32, k = 6 : i64} : (tensor<3x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @topk_axis(%a0: tensor<3x5xf32>) {
  // expected-error@+2 {{topk: expected axis in [-2, 2), but got -3}}
  // expected-error@+1 {{'relay.topk' op failed to infer returned types}}
  %0 = relay.topk %a0 {axis = -3 : i64, dtype = i32} : (tensor<3x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @topk_ret_type(%a0: tensor<3x5xf32>) {
  // expected-error@+2 {{topk: expected ret_type to be both, values or indices, but got all}}
  // expected-error@+1 {{'relay.topk' op failed to infer returned types}}
  %0 = relay.topk %a0 {dtype = i32, ret_type = "all"} : (tensor<3x5xf32>) -> !relay.unknown
  return
}

// -----

func.func @sparse_to_dense_indices(%a0: tensor<2x2x1xi32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{sparse_to_dense: expected sparse_indices of rank 0, 1 or 2, but got 'tensor<2x2x1xi32>'}}
  // expected-error@+1 {{'relay.sparse_to_dense' op failed to infer returned types}}
  %0 = relay.sparse_to_dense %a0, %a1, %a2 {output_shape = array<i64: 3>} : (tensor<2x2x1xi32>, tensor<2xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @sparse_to_dense_values(%a0: tensor<2xi32>, %a1: tensor<2x1xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{sparse_to_dense: expected sparse_values of rank 0 or 1, but got 'tensor<2x1xf32>'}}
  // expected-error@+1 {{'relay.sparse_to_dense' op failed to infer returned types}}
  %0 = relay.sparse_to_dense %a0, %a1, %a2 {output_shape = array<i64: 3>} : (tensor<2xi32>, tensor<2x1xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @sparse_to_dense_rank(%a0: tensor<2x3xi32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{sparse_to_dense: expected sparse_indices for 2 dimensions, but got 'tensor<2x3xi32>'}}
  // expected-error@+1 {{'relay.sparse_to_dense' op failed to infer returned types}}
  %0 = relay.sparse_to_dense %a0, %a1, %a2 {output_shape = array<i64: 3, 4>} : (tensor<2x3xi32>, tensor<2xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @sparse_to_dense_count(%a0: tensor<2xi32>, %a1: tensor<3xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{sparse_to_dense: expected 2 sparse_values, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{'relay.sparse_to_dense' op failed to infer returned types}}
  %0 = relay.sparse_to_dense %a0, %a1, %a2 {output_shape = array<i64: 3>} : (tensor<2xi32>, tensor<3xf32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @sparse_to_dense_default(%a0: tensor<2xi32>, %a1: tensor<2xf32>, %a2: tensor<1xf32>) {
  // expected-error@+2 {{sparse_to_dense: expected a scalar as default_value, but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.sparse_to_dense' op failed to infer returned types}}
  %0 = relay.sparse_to_dense %a0, %a1, %a2 {output_shape = array<i64: 3>} : (tensor<2xi32>, tensor<2xf32>, tensor<1xf32>) -> !relay.unknown
  return
}
