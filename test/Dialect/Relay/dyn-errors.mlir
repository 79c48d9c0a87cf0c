// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @broadcast_to_short_target(%a0: tensor<2x3xf32>, %a1: tensor<1xi64>) {
  // expected-error@+2 {{dyn.broadcast_to: expected target of at least 2 sizes, the rank of data, but got 1}}
  // expected-error@+1 {{'relay.dyn.broadcast_to' op failed to infer returned types}}
  %0 = relay.dyn.broadcast_to %a0, %a1 : (tensor<2x3xf32>, tensor<1xi64>) -> !relay.unknown
  return
}

// -----

func.func @reshape_dynamic_target(%a0: tensor<2x3xf32>, %a1: tensor<?xi64>) {
  // expected-error@+2 {{dyn.reshape: expected target to be a vector of at most 512 integers, but got 'tensor<?xi64>'}}
  // expected-error@+1 {{'relay.dyn.reshape' op failed to infer returned types}}
  %0 = relay.dyn.reshape %a0, %a1 : (tensor<2x3xf32>, tensor<?xi64>) -> !relay.unknown
  return
}

// -----

func.func @reshape_float_target(%a0: tensor<2x3xf32>, %a1: tensor<1xf32>) {
  // expected-error@+2 {{dyn.reshape: expected target to be a vector of at most 512 integers, but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.dyn.reshape' op failed to infer returned types}}
  %0 = relay.dyn.reshape %a0, %a1 : (tensor<2x3xf32>, tensor<1xf32>) -> !relay.unknown
  return
}

// -----

func.func @full_fill_value_rank(%a0: tensor<1xf32>, %a1: tensor<1xi64>) {
  // expected-error@+2 {{dyn.full: expected fill_value of type 'tensor<f32>', but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.dyn.full' op failed to infer returned types}}
  %0 = relay.dyn.full %a0, %a1 : (tensor<1xf32>, tensor<1xi64>) -> !relay.unknown
  return
}

// -----

func.func @ones_dtype(%a0: tensor<1xi64>) {
  // expected-error@+2 {{dyn.ones: dtype 'i7' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.dyn.ones' op failed to infer returned types}}
  %0 = relay.dyn.ones %a0 {dtype = i7} : (tensor<1xi64>) -> !relay.unknown
  return
}

// -----

func.func @squeeze_too_many_axes(%a0: tensor<1xf32>, %a1: tensor<2xi64>) {
  // expected-error@+2 {{dyn.squeeze: expected at most 1 axes, but got 2}}
  // expected-error@+1 {{'relay.dyn.squeeze' op failed to infer returned types}}
  %0 = relay.dyn.squeeze %a0, %a1 : (tensor<1xf32>, tensor<2xi64>) -> !relay.unknown
  return
}

// -----

func.func @tile_unknown_float_repetitions(%a0: tensor<1xf32>, %a1: tensor<?xf32>) {
  // expected-error@+2 {{dyn.tile: expected repetitions to be a vector of at most 512 integers, but got 'tensor<?xf32>'}}
  // expected-error@+1 {{'relay.dyn.tile' op failed to infer returned types}}
  %0 = relay.dyn.tile %a0, %a1 : (tensor<1xf32>, tensor<?xf32>) -> !relay.unknown
  return
}

// -----

func.func @tile_scalar_repetitions(%a0: tensor<1xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{dyn.tile: expected repetitions to be a vector of at most 512 integers, but got 'tensor<i64>'}}
  // expected-error@+1 {{'relay.dyn.tile' op failed to infer returned types}}
  %0 = relay.dyn.tile %a0, %a1 : (tensor<1xf32>, tensor<i64>) -> !relay.unknown
  return
}

// -----

func.func @strided_slice_too_many_starts(%a0: tensor<4xf32>, %a1: tensor<2xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) {
  // expected-error@+2 {{dyn.strided_slice: expected at most 1 element in first, but got 2}}
  // expected-error@+1 {{'relay.dyn.strided_slice' op failed to infer returned types}}
  %0 = relay.dyn.strided_slice %a0, %a1, %a2, %a3 : (tensor<4xf32>, tensor<2xi64>, tensor<1xi64>, tensor<1xi64>) -> !relay.unknown
  return
}

// -----

func.func @pad_widths_shape(%a0: tensor<4xf32>, %a1: tensor<2x2xi64>, %a2: tensor<f32>) {
  // expected-error@+2 {{dyn.nn.pad: expected widths of type 'tensor<1x2xi64>', but got 'tensor<2x2xi64>'}}
  // expected-error@+1 {{'relay.dyn.nn.pad' op failed to infer returned types}}
  %0 = relay.dyn.nn.pad %a0, %a1, %a2 : (tensor<4xf32>, tensor<2x2xi64>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @pad_value_rank(%a0: tensor<4xf32>, %a1: tensor<1x2xi64>, %a2: tensor<1xf32>) {
  // expected-error@+2 {{dyn.nn.pad: expected pad_value of type 'tensor<f32>', but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.dyn.nn.pad' op failed to infer returned types}}
  %0 = relay.dyn.nn.pad %a0, %a1, %a2 : (tensor<4xf32>, tensor<1x2xi64>, tensor<1xf32>) -> !relay.unknown
  return
}

// -----

func.func @resize2d_out_dtype(%a0: tensor<1x3x4x4xf32>, %a1: tensor<2xi64>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{dyn.image.resize2d: out_dtype 'i7' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.dyn.image.resize2d' op failed to infer returned types}}
  %0 = relay.dyn.image.resize2d %a0, %a1, %a2 {out_dtype = i7} : (tensor<1x3x4x4xf32>, tensor<2xi64>, tensor<4xf32>) -> !relay.unknown
  return
}

// -----

func.func @resize2d_target_size_length(%a0: tensor<1x3x4x4xf32>, %a1: tensor<3xi64>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{dyn.image.resize2d: expected target_size of type 'tensor<2xi64>', but got 'tensor<3xi64>'}}
  // expected-error@+1 {{'relay.dyn.image.resize2d' op failed to infer returned types}}
  %0 = relay.dyn.image.resize2d %a0, %a1, %a2 : (tensor<1x3x4x4xf32>, tensor<3xi64>, tensor<4xf32>) -> !relay.unknown
  return
}

// -----

func.func @one_hot_length_rank(%a0: tensor<3xi32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<1xi32>) {
  // expected-error@+2 {{dyn.one_hot: expected length of type 'tensor<i32>', but got 'tensor<1xi32>'}}
  // expected-error@+1 {{'relay.dyn.one_hot' op failed to infer returned types}}
  %0 = relay.dyn.one_hot %a0, %a1, %a2, %a3 {dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<f32>, tensor<1xi32>) -> !relay.unknown
  return
}

// -----

func.func @topk_count_length(%a0: tensor<3xf32>, %a1: tensor<2xi64>) {
  // expected-error@+2 {{dyn.topk: expected count of type 'tensor<1xi64>', but got 'tensor<2xi64>'}}
  // expected-error@+1 {{'relay.dyn.topk' op failed to infer returned types}}
  %0 = relay.dyn.topk %a0, %a1 {dtype = i32} : (tensor<3xf32>, tensor<2xi64>) -> !relay.unknown
  return
}

// -----

func.func @upsampling_factor_rank(%a0: tensor<1x3x4x4xf32>, %a1: tensor<f32>, %a2: tensor<1xf32>) {
  // expected-error@+2 {{dyn.nn.upsampling: expected factor_w of type 'tensor<f32>', but got 'tensor<1xf32>'}}
  // expected-error@+1 {{'relay.dyn.nn.upsampling' op failed to infer returned types}}
  %0 = relay.dyn.nn.upsampling %a0, %a1, %a2 : (tensor<1x3x4x4xf32>, tensor<f32>, tensor<1xf32>) -> !relay.unknown
  return
}

// -----

func.func @pad_unknown_mode(%a0: tensor<4xf32>, %a1: tensor<1x2xi64>, %a2: tensor<f32>) {
  // expected-error@+2 {{dyn.nn.pad: expected pad_mode to be one of "constant", "edge", "reflect", but got "wrap"}}
  // expected-error@+1 {{'relay.dyn.nn.pad' op failed to infer returned types}}
  %0 = relay.dyn.nn.pad %a0, %a1, %a2 {pad_mode = "wrap"} : (tensor<4xf32>, tensor<1x2xi64>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @resize2d_unknown_method(%a0: tensor<1x3x4x4xf32>, %a1: tensor<2xi64>, %a2: tensor<4xf32>) {
  // expected-error@+2 {{dyn.image.resize2d: expected method to be one of "nearest_neighbor", "linear", "cubic", but got "bilinear"}}
  // expected-error@+1 {{'relay.dyn.image.resize2d' op failed to infer returned types}}
  %0 = relay.dyn.image.resize2d %a0, %a1, %a2 {method = "bilinear"} : (tensor<1x3x4x4xf32>, tensor<2xi64>, tensor<4xf32>) -> !relay.unknown
  return
}

// -----

func.func @upsampling_unknown_method(%a0: tensor<1x3x4x4xf32>, %a1: tensor<f32>, %a2: tensor<f32>) {
  // expected-error@+2 {{dyn.nn.upsampling: expected method to be one of "nearest_neighbor", "bilinear", "bicubic", but got "linear"}}
  // expected-error@+1 {{'relay.dyn.nn.upsampling' op failed to infer returned types}}
  %0 = relay.dyn.nn.upsampling %a0, %a1, %a2 {method = "linear"} : (tensor<1x3x4x4xf32>, tensor<f32>, tensor<f32>) -> !relay.unknown
  return
}

// -----

func.func @upsampling3d_unknown_method(%a0: tensor<1x3x4x4x4xf32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>) {
  // expected-error@+2 {{dyn.nn.upsampling3d: expected method to be one of "nearest_neighbor", "trilinear", but got "linear"}}
  // expected-error@+1 {{'relay.dyn.nn.upsampling3d' op failed to infer returned types}}
  %0 = relay.dyn.nn.upsampling3d %a0, %a1, %a2, %a3 {method = "linear"} : (tensor<1x3x4x4x4xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> !relay.unknown
  return
}
