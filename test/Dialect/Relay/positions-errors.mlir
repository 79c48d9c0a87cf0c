// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

// Operators that read or write at indices: what type inference refuses.

func.func @adv_index_field(%x0: tuple<tensor<4xf32>, tuple<>>) {
  // expected-error@+2 {{adv_index: expected field 1 of inputs to be a tensor, but got 'tuple<>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.adv_index %x0 : (tuple<tensor<4xf32>, tuple<>>) -> tensor<f32>
  return
}

// -----

func.func @adv_index_none(%x0: tuple<tensor<4xf32>>) {
  // expected-error@+2 {{adv_index: expected data and at least one index, but got 1 field}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.adv_index %x0 : (tuple<tensor<4xf32>>) -> tensor<f32>
  return
}

// -----

func.func @adv_index_many(%x0: tuple<tensor<4xf32>, tensor<2xi64>, tensor<2xi64>>) {
  // expected-error@+2 {{adv_index: expected at most 1 indices for 'tensor<4xf32>', but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.adv_index %x0 : (tuple<tensor<4xf32>, tensor<2xi64>, tensor<2xi64>>) -> tensor<f32>
  return
}

// -----

func.func @adv_index_floats(%x0: tuple<tensor<4xf32>, tensor<2xf32>>) {
  // expected-error@+2 {{adv_index: expected integer indices, but got 'tensor<2xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.adv_index %x0 : (tuple<tensor<4xf32>, tensor<2xf32>>) -> tensor<f32>
  return
}

// -----

func.func @adv_index_shapes(%x0: tuple<tensor<4x5xf32>, tensor<2xi64>, tensor<3xi64>>) {
  // expected-error@+2 {{adv_index: the operands do not broadcast: dimension 0 of the result is 2 by lhs and 3 by rhs}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.adv_index %x0 : (tuple<tensor<4x5xf32>, tensor<2xi64>, tensor<3xi64>>) -> tensor<f32>
  return
}

// -----

func.func @gather_no_axis(%x0: tensor<4x5xf32>, %x1: tensor<4x5xi64>) {
  // expected-error@+2 {{gather: expected axis to be given, but got None}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather %x0, %x1 : (tensor<4x5xf32>, tensor<4x5xi64>) -> tensor<f32>
  return
}

// -----

func.func @gather_unsigned(%x0: tensor<4x5xf32>, %x1: tensor<4x5xui8>) {
  // expected-error@+2 {{gather: expected signed integers in indices, but got 'tensor<4x5xui8>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather %x0, %x1 {axis = 0 : i64} : (tensor<4x5xf32>, tensor<4x5xui8>) -> tensor<f32>
  return
}

// -----

func.func @gather_rank(%x0: tensor<4x5xf32>, %x1: tensor<4xi64>) {
  // expected-error@+2 {{gather: expected indices of rank 2, but got 'tensor<4xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather %x0, %x1 {axis = 0 : i64} : (tensor<4x5xf32>, tensor<4xi64>) -> tensor<f32>
  return
}

// -----

func.func @gather_axis(%x0: tensor<4x5xf32>, %x1: tensor<4x5xi64>) {
  // expected-error@+2 {{gather: expected axis in [-2, 2), but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather %x0, %x1 {axis = 2 : i64} : (tensor<4x5xf32>, tensor<4x5xi64>) -> tensor<f32>
  return
}

// -----

func.func @gather_shape(%x0: tensor<4x5xf32>, %x1: tensor<3x2xi64>) {
  // expected-error@+2 {{gather: expected dimension 0 of data and dimension 0 of indices to be equal, but got 4 and 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather %x0, %x1 {axis = 1 : i64} : (tensor<4x5xf32>, tensor<3x2xi64>) -> tensor<f32>
  return
}

// -----

func.func @gather_empty(%x0: tensor<4x5xf32>, %x1: tensor<4x0xi64>) {
  // expected-error@+2 {{gather: expected at least one index along the axis, but got 'tensor<4x0xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.gather %x0, %x1 {axis = 1 : i64} : (tensor<4x5xf32>, tensor<4x0xi64>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_mode(%x0: tensor<4x5xf32>, %x1: tensor<4x5xi64>, %x2: tensor<4x5xf32>) {
  // expected-error@+2 {{scatter_elements: expected reduction to be update, add, mul, mean, min or max, but got sub}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 {reduction = "sub"} : (tensor<4x5xf32>, tensor<4x5xi64>, tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_floats(%x0: tensor<4x5xf32>, %x1: tensor<4x5xf32>, %x2: tensor<4x5xf32>) {
  // expected-error@+2 {{scatter_elements: expected integer indices, but got 'tensor<4x5xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_type(%x0: tensor<4x5xf32>, %x1: tensor<4x5xi64>, %x2: tensor<4x5xi64>) {
  // expected-error@+2 {{scatter_elements: expected updates of element type 'f32', but got 'tensor<4x5xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<4x5xi64>, tensor<4x5xi64>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_axis(%x0: tensor<4x5xf32>, %x1: tensor<4x5xi64>, %x2: tensor<4x5xf32>) {
  // expected-error@+2 {{scatter_elements: expected axis in [-2, 2), but got -3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 {axis = -3 : i64} : (tensor<4x5xf32>, tensor<4x5xi64>, tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_shapes(%x0: tensor<4x5xf32>, %x1: tensor<4x5xi64>, %x2: tensor<4x4xf32>) {
  // expected-error@+2 {{scatter_elements: expected dimension 1 of indices to be at most 4 as in updates, but got 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<4x5xi64>, tensor<4x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_rank(%x0: tensor<4x5xf32>, %x1: tensor<4xi64>, %x2: tensor<4xf32>) {
  // expected-error@+2 {{scatter_elements: expected indices of rank 2 as data has, but got 'tensor<4xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_elements_extent(%x0: tensor<4x5xf32>, %x1: tensor<5x4xi64>, %x2: tensor<5x4xf32>) {
  // expected-error@+2 {{scatter_elements: expected dimension 0 of indices to be at most 4 as in data, but got 5}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_elements %x0, %x1, %x2 {axis = 1 : i64} : (tensor<4x5xf32>, tensor<5x4xi64>, tensor<5x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_nd_mode(%x0: tensor<4x5xf32>, %x1: tensor<1x3xi64>, %x2: tensor<3x5xf32>) {
  // expected-error@+2 {{scatter_nd: expected mode to be update, add, mul, min or max, but got mean}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_nd %x0, %x1, %x2 {mode = "mean"} : (tensor<4x5xf32>, tensor<1x3xi64>, tensor<3x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_nd_scalar(%x0: tensor<4x5xf32>, %x1: tensor<i64>, %x2: tensor<3x5xf32>) {
  // expected-error@+2 {{scatter_nd: expected indices with a static first dimension, but got 'tensor<i64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_nd %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<i64>, tensor<3x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_nd_many(%x0: tensor<4x5xf32>, %x1: tensor<3x3xi64>, %x2: tensor<3xf32>) {
  // expected-error@+2 {{scatter_nd: expected the first dimension of indices to be at most 2, but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_nd %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<3x3xi64>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @scatter_nd_shape(%x0: tensor<4x5xf32>, %x1: tensor<1x3xi64>, %x2: tensor<3x4xf32>) {
  // expected-error@+2 {{scatter_nd: expected updates of type 'tensor<3x5xf32>', but got 'tensor<3x4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.scatter_nd %x0, %x1, %x2 : (tensor<4x5xf32>, tensor<1x3xi64>, tensor<3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @invert_permutation(%x0: tensor<4x5xi64>) {
  // expected-error@+2 {{invert_permutation: expected a vector as data, but got 'tensor<4x5xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.invert_permutation %x0 : (tensor<4x5xi64>) -> tensor<f32>
  return
}

// -----

func.func @reverse_sequence_axis(%x0: tensor<4x5xf32>, %x1: tensor<4xi32>) {
  // expected-error@+2 {{reverse_sequence: expected seq_axis in [-2, 2), but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reverse_sequence %x0, %x1 {seq_axis = 2 : i64} : (tensor<4x5xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @reverse_sequence_batch(%x0: tensor<4x5xf32>, %x1: tensor<4xi32>) {
  // expected-error@+2 {{reverse_sequence: expected batch_axis in [-2, 2), but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reverse_sequence %x0, %x1 {batch_axis = 2 : i64} : (tensor<4x5xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @reverse_sequence_floats(%x0: tensor<4x5xf32>, %x1: tensor<4xf32>) {
  // expected-error@+2 {{reverse_sequence: expected signed integers in seq_lengths, but got 'tensor<4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reverse_sequence %x0, %x1 : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @reverse_sequence_length(%x0: tensor<4x5xf32>, %x1: tensor<5xi32>) {
  // expected-error@+2 {{reverse_sequence: expected seq_lengths of type 'tensor<4xi32>', but got 'tensor<5xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reverse_sequence %x0, %x1 : (tensor<4x5xf32>, tensor<5xi32>) -> tensor<f32>
  return
}

// -----

func.func @sequence_mask_axis(%x0: tensor<4x5xf32>, %x1: tensor<4xi32>) {
  // expected-error@+2 {{sequence_mask: expected axis to be 0 or 1, but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sequence_mask %x0, %x1 {axis = 2 : i64} : (tensor<4x5xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @sequence_mask_rank(%x0: tensor<4xf32>, %x1: tensor<4xi32>) {
  // expected-error@+2 {{sequence_mask: expected data of at least 2 dimensions, but got 'tensor<4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sequence_mask %x0, %x1 : (tensor<4xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @sequence_mask_length(%x0: tensor<4x5xf32>, %x1: tensor<4xi32>) {
  // expected-error@+2 {{sequence_mask: expected valid_length of type 'tensor<5xi32>', but got 'tensor<4xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sequence_mask %x0, %x1 : (tensor<4x5xf32>, tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @sliding_window_axis(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{sliding_window: expected axis in [0, 2], but got 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sliding_window %x0 {axis = 3 : i64, window_shape = array<i64>, strides = array<i64>} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @sliding_window_count(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{sliding_window: expected window_shape to have 2 elements in [1, 2147483647], but got [2]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sliding_window %x0 {axis = 0 : i64, window_shape = array<i64: 2>, strides = array<i64: 1, 1>} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @sliding_window_stride(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{sliding_window: expected strides to have 1 element in [1, 2147483647], but got [0]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sliding_window %x0 {axis = 1 : i64, window_shape = array<i64: 2>, strides = array<i64: 0>} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @sliding_window_large(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{sliding_window: expected a window of at most 5 along dimension 1, but got 6}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.sliding_window %x0 {axis = 1 : i64, window_shape = array<i64: 6>, strides = array<i64: 1>} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @strided_set_rank(%x0: tensor<4x5xf32>, %x1: tensor<5xf32>, %x2: tensor<1xi32>, %x3: tensor<1xi32>, %x4: tensor<1xi32>) {
  // expected-error@+2 {{strided_set: expected v of rank 2 and element type 'f32', but got 'tensor<5xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_set %x0, %x1, %x2, %x3, %x4 : (tensor<4x5xf32>, tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<f32>
  return
}

// -----

func.func @strided_set_list(%x0: tensor<4x5xf32>, %x1: tensor<4x5xf32>, %x2: tensor<1xi32>, %x3: tensor<1xf32>, %x4: tensor<1xi32>) {
  // expected-error@+2 {{strided_set: expected end to be a vector of at most 512 integers, but got 'tensor<1xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.strided_set %x0, %x1, %x2, %x3, %x4 : (tensor<4x5xf32>, tensor<4x5xf32>, tensor<1xi32>, tensor<1xf32>, tensor<1xi32>) -> tensor<f32>
  return
}

// -----

func.func @matrix_set_diag_rank(%x0: tensor<4xf32>, %x1: tensor<4xf32>) {
  // expected-error@+2 {{matrix_set_diag: expected input of at least 2 dimensions, but got 'tensor<4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.matrix_set_diag %x0, %x1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @matrix_set_diag_far(%x0: tensor<4x5xf32>, %x1: tensor<4xf32>) {
  // expected-error@+2 {{matrix_set_diag: expected k1 and k2 to have 2 elements in [-2147483647, 2147483647], but got [-9223372036854775808, 0]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.matrix_set_diag %x0, %x1 {k1 = -9223372036854775808 : i64} : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @matrix_set_diag_order(%x0: tensor<4x5xf32>, %x1: tensor<4xf32>) {
  // expected-error@+2 {{matrix_set_diag: expected k1 of at most k2, but got 1 and 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.matrix_set_diag %x0, %x1 {k1 = 1 : i64} : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @matrix_set_diag_outside(%x0: tensor<4x5xf32>, %x1: tensor<4xf32>) {
  // expected-error@+2 {{matrix_set_diag: expected diagonals inside of 'tensor<4x5xf32>', but got -4 to 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.matrix_set_diag %x0, %x1 {k1 = -4 : i64} : (tensor<4x5xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @matrix_set_diag_shape(%x0: tensor<4x5xf32>, %x1: tensor<2x5xf32>) {
  // expected-error@+2 {{matrix_set_diag: expected diagonal of type 'tensor<2x4xf32>', but got 'tensor<2x5xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.matrix_set_diag %x0, %x1 {k2 = 1 : i64} : (tensor<4x5xf32>, tensor<2x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @trilu_k(%x0: tensor<4x5xf32>, %x1: tensor<1xi32>) {
  // expected-error@+2 {{trilu: expected an integer scalar as k, but got 'tensor<1xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.trilu %x0, %x1 : (tensor<4x5xf32>, tensor<1xi32>) -> tensor<f32>
  return
}

// -----

func.func @trilu_rank(%x0: tensor<4xf32>, %x1: tensor<i32>) {
  // expected-error@+2 {{trilu: expected data of at least 2 dimensions, but got 'tensor<4xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.trilu %x0, %x1 : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @unravel_index_floats(%x0: tensor<3xf32>, %x1: tensor<2xi64>) {
  // expected-error@+2 {{unravel_index: expected integer indices, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.unravel_index %x0, %x1 : (tensor<3xf32>, tensor<2xi64>) -> tensor<f32>
  return
}

// -----

func.func @unravel_index_rank(%x0: tensor<4x5xi64>, %x1: tensor<2xi64>) {
  // expected-error@+2 {{unravel_index: expected a scalar or vector as indices, but got 'tensor<4x5xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.unravel_index %x0, %x1 : (tensor<4x5xi64>, tensor<2xi64>) -> tensor<f32>
  return
}

// -----

func.func @unravel_index_shape(%x0: tensor<3xi64>, %x1: tensor<i64>) {
  // expected-error@+2 {{unravel_index: expected a vector of integers as shape, but got 'tensor<i64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.unravel_index %x0, %x1 : (tensor<3xi64>, tensor<i64>) -> tensor<f32>
  return
}

// -----

func.func @meshgrid_indexing(%x0: tuple<tensor<3xf32>>) {
  // expected-error@+2 {{meshgrid: expected indexing to be ij or xy, but got ji}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meshgrid %x0 {indexing = "ji"} : (tuple<tensor<3xf32>>) -> tensor<f32>
  return
}

// -----

func.func @meshgrid_matrix(%x0: tuple<tensor<3x3xf32>>) {
  // expected-error@+2 {{meshgrid: expected field 0 of data to be a vector or a scalar, but got 'tensor<3x3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meshgrid %x0 : (tuple<tensor<3x3xf32>>) -> tensor<f32>
  return
}

// -----

func.func @meshgrid_types(%x0: tuple<tensor<3xf32>, tensor<2xi8>>) {
  // expected-error@+2 {{meshgrid: expected field 1 of data to have element type 'f32', but got 'i8'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meshgrid %x0 : (tuple<tensor<3xf32>, tensor<2xi8>>) -> tensor<f32>
  return
}

// -----

func.func @meshgrid_none(%x0: tuple<>) {
  // expected-error@+2 {{meshgrid: expected at least one field in data, but got 0}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.meshgrid %x0 : (tuple<>) -> tensor<f32>
  return
}

// -----

func.func @reinterpret(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{reinterpret: expected dtype to have as many bits as 'f32', but got 'f16'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.reinterpret %x0 {dtype = f16} : (tensor<4x5xf32>) -> tensor<f32>
  return
}

// -----

func.func @fixed_point_multiply(%x0: tensor<4xi32>) {
  // expected-error@+2 {{fixed_point_multiply: expected multiplier and shift to have 2 elements in [-2147483648, 2147483647], but got [4294967296, 0]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.fixed_point_multiply %x0 {multiplier = 4294967296 : i64, shift = 0 : i64} : (tensor<4xi32>) -> tensor<f32>
  return
}

// -----

func.func @fixed_point_axis(%x0: tensor<2x3xi32>, %x1: tensor<3xi32>, %x2: tensor<3xi32>, %x3: tensor<3xi32>) {
  // expected-error@+2 {{fixed_point_multiply_per_axis: expected axes in [-2, 2), but got 2}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.fixed_point_multiply_per_axis %x0, %x1, %x2, %x3 {axes = array<i64: 2>} : (tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @fixed_point_axis_twice(%x0: tensor<2x3xi32>, %x1: tensor<3xi32>, %x2: tensor<3xi32>, %x3: tensor<3xi32>) {
  // expected-error@+2 {{fixed_point_multiply_per_axis: axis 1 occurs twice in axes}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.fixed_point_multiply_per_axis %x0, %x1, %x2, %x3 {axes = array<i64: 1, -1>} : (tensor<2x3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @fixed_point_floats(%x0: tensor<2x3xi32>, %x1: tensor<3xf32>, %x2: tensor<3xi32>, %x3: tensor<3xi32>) {
  // expected-error@+2 {{fixed_point_multiply_per_axis: expected integers in fp_multiplier, but got 'tensor<3xf32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.fixed_point_multiply_per_axis %x0, %x1, %x2, %x3 {axes = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xf32>, tensor<3xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @fixed_point_shape(%x0: tensor<2x3xi32>, %x1: tensor<3xi32>, %x2: tensor<2xi32>, %x3: tensor<3xi32>) {
  // expected-error@+2 {{fixed_point_multiply_per_axis: expected left_shift of type 'tensor<3xi32>', but got 'tensor<2xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.fixed_point_multiply_per_axis %x0, %x1, %x2, %x3 {axes = array<i64: 1>} : (tensor<2x3xi32>, tensor<3xi32>, tensor<2xi32>, tensor<3xi32>) -> tensor<f32>
  return
}

// -----

func.func @reverse_reshape(%x0: tensor<4x5xf32>) {
  // expected-error@+2 {{contrib_reverse_reshape: expected the 20 elements of 'tensor<5x4xf32>' for -1 in newshape to be a multiple of 3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.contrib_reverse_reshape %x0 {newshape = array<i64: 3, -1>} : (tensor<4x5xf32>) -> tensor<f32>
  return
}
