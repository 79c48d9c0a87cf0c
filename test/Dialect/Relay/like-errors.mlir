// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_to_like_other_size(%a0: tensor<3xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{broadcast_to_like: 'tensor<3xf32>' does not broadcast to 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.broadcast_to_like' op failed to infer returned types}}
  %0 = relay.broadcast_to_like %a0, %a1 : (tensor<3xf32>, tensor<2xf32>) -> !relay.unknown
  return
}

// -----

func.func @broadcast_to_like_lower_rank(%a0: tensor<2x3xf32>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{broadcast_to_like: 'tensor<2x3xf32>' does not broadcast to 'tensor<3xf32>'}}
  // expected-error@+1 {{'relay.broadcast_to_like' op failed to infer returned types}}
  %0 = relay.broadcast_to_like %a0, %a1 : (tensor<2x3xf32>, tensor<3xf32>) -> !relay.unknown
  return
}

// -----

func.func @broadcast_to_like_element_type(%a0: tensor<3xf32>, %a1: tensor<3xi32>) {
  // expected-error@+2 {{broadcast_to_like: 'tensor<3xf32>' does not broadcast to 'tensor<3xi32>'}}
  // expected-error@+1 {{'relay.broadcast_to_like' op failed to infer returned types}}
  %0 = relay.broadcast_to_like %a0, %a1 : (tensor<3xf32>, tensor<3xi32>) -> !relay.unknown
  return
}

// -----

func.func @collapse_sum_like_other_size(%a0: tensor<3xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{collapse_sum_like: expected a type that broadcasts to that of data, which is 'tensor<3xf32>', but got 'tensor<2xf32>'}}
  // expected-error@+1 {{'relay.collapse_sum_like' op failed to infer returned types}}
  %0 = relay.collapse_sum_like %a0, %a1 : (tensor<3xf32>, tensor<2xf32>) -> !relay.unknown
  return
}

// -----

func.func @collapse_sum_like_higher_rank(%a0: tensor<3xf32>, %a1: tensor<1x3xf32>) {
  // expected-error@+2 {{collapse_sum_like: expected a type that broadcasts to that of data, which is 'tensor<3xf32>', but got 'tensor<1x3xf32>'}}
  // expected-error@+1 {{'relay.collapse_sum_like' op failed to infer returned types}}
  %0 = relay.collapse_sum_like %a0, %a1 : (tensor<3xf32>, tensor<1x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @collapse_sum_to_float_target(%a0: tensor<3xf32>, %a1: tensor<1xf32>) {
  // expected-error@+2 {{collapse_sum_to: expected target to be a vector of at most 512 integers, but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.collapse_sum_to' op failed to infer returned types}}
  %0 = relay.collapse_sum_to %a0, %a1 : (tensor<3xf32>, tensor<1xf32>) -> !relay.unknown
  return
}

// -----

func.func @collapse_sum_to_dynamic_target(%a0: tensor<3xf32>, %a1: tensor<?xi32>) {
  // expected-error@+2 {{collapse_sum_to: expected target to be a vector of at most 512 integers, but got 'tensor<?xi32>'}}
  // expected-error@+1 {{'relay.collapse_sum_to' op failed to infer returned types}}
  %0 = relay.collapse_sum_to %a0, %a1 : (tensor<3xf32>, tensor<?xi32>) -> !relay.unknown
  return
}

// -----

func.func @collapse_sum_to_higher_rank(%a0: tensor<3xf32>, %a1: tensor<2xi32>) {
  // expected-error@+2 {{collapse_sum_to: expected a type that broadcasts to that of data, which is 'tensor<3xf32>', but got 'tensor<?x?xf32>'}}
  // expected-error@+1 {{'relay.collapse_sum_to' op failed to infer returned types}}
  %0 = relay.collapse_sum_to %a0, %a1 : (tensor<3xf32>, tensor<2xi32>) -> !relay.unknown
  return
}

// -----

func.func @collapse_sum_to_negative_size(%x: tensor<3xf32>) {
  %s = relay.constant dense<-1> : tensor<1xi32>
  // expected-error@+2 {{collapse_sum_to: expected sizes of 0 or more in target, but got -1}}
  // expected-error@+1 {{'relay.collapse_sum_to' op failed to infer returned types}}
  %0 = relay.collapse_sum_to %x, %s : (tensor<3xf32>, tensor<1xi32>) -> !relay.unknown
  return
}

// -----

func.func @reshape_like_element_count(%a0: tensor<2x6xf32>, %a1: tensor<5xi8>) {
  // expected-error@+2 {{reshape_like: expected 12 elements as in 'tensor<2x6xf32>', but the shape of the result has 5}}
  // expected-error@+1 {{'relay.reshape_like' op failed to infer returned types}}
  %0 = relay.reshape_like %a0, %a1 : (tensor<2x6xf32>, tensor<5xi8>) -> !relay.unknown
  return
}

// -----

func.func @reshape_like_empty_lhs_range(%a0: tensor<2x6xf32>, %a1: tensor<2x6xi8>) {
  // expected-error@+2 {{reshape_like: expected lhs_begin and lhs_end to be a range of the 2 dimensions, but got 3 and 2}}
  // expected-error@+1 {{'relay.reshape_like' op failed to infer returned types}}
  %0 = relay.reshape_like %a0, %a1 {lhs_begin = 3 : i64} : (tensor<2x6xf32>, tensor<2x6xi8>) -> !relay.unknown
  return
}

// -----

func.func @reshape_like_rhs_end_out_of_range(%a0: tensor<2x6xf32>, %a1: tensor<2x6xi8>) {
  // expected-error@+2 {{reshape_like: expected rhs_begin and rhs_end to be a range of the 2 dimensions, but got 0 and -3}}
  // expected-error@+1 {{'relay.reshape_like' op failed to infer returned types}}
  %0 = relay.reshape_like %a0, %a1 {rhs_end = -3 : i64} : (tensor<2x6xf32>, tensor<2x6xi8>) -> !relay.unknown
  return
}

// -----

func.func @reshape_like_overflow(%a0: tensor<?xf32>, %a1: tensor<4294967296x4294967296xi8>) {
  // expected-error@+2 {{reshape_like: the number of elements exceeds 64 bits}}
  // expected-error@+1 {{'relay.reshape_like' op failed to infer returned types}}
  %0 = relay.reshape_like %a0, %a1 : (tensor<?xf32>, tensor<4294967296x4294967296xi8>) -> !relay.unknown
  return
}

// -----

func.func @slice_like_larger_shape(%a0: tensor<2x6xf32>, %a1: tensor<3x3xi8>) {
  // expected-error@+2 {{slice_like: expected dimension 0 of shape_like to be at most 2, but got 3}}
  // expected-error@+1 {{'relay.slice_like' op failed to infer returned types}}
  %0 = relay.slice_like %a0, %a1 : (tensor<2x6xf32>, tensor<3x3xi8>) -> !relay.unknown
  return
}

// -----

func.func @slice_like_axis_beyond_shape(%a0: tensor<2x6xf32>, %a1: tensor<2xi8>) {
  // expected-error@+2 {{slice_like: expected axes below the rank of shape_like, which is 1, but got 1}}
  // expected-error@+1 {{'relay.slice_like' op failed to infer returned types}}
  %0 = relay.slice_like %a0, %a1 {axes = array<i64: 1>} : (tensor<2x6xf32>, tensor<2xi8>) -> !relay.unknown
  return
}

// -----

func.func @slice_like_axis_out_of_range(%a0: tensor<2x6xf32>, %a1: tensor<2x3x4xi8>) {
  // expected-error@+2 {{slice_like: expected axes in [-2, 2), but got 2}}
  // expected-error@+1 {{'relay.slice_like' op failed to infer returned types}}
  %0 = relay.slice_like %a0, %a1 {axes = array<i64: 2>} : (tensor<2x6xf32>, tensor<2x3x4xi8>) -> !relay.unknown
  return
}
