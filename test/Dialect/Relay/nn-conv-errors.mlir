// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @f0(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected a layout, but got "NCHW4": it ends with a number}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {data_layout = "NCHW4"} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f1(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected data_layout with the dimensions of NCHW, but got "NCW"}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {data_layout = "NCW"} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f2(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected kernel_layout with the dimensions of OIHW, but got "OIDHW"}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {kernel_layout = "OIDHW"} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f3(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected kernel_layout with the dimensions of OIHW, but got "GOIHW"}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {kernel_layout = "GOIHW"} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f4(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected kernel_layout with the dimensions of GOIHW, but got "GOIDHW"}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {groups = 2 : i64, kernel_layout = "GOIDHW"} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f5(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected out_layout with the dimensions of NCHW, but got "NCDHW"}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {out_layout = "NCDHW"} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f6(%a0: tensor<1x4x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected data of rank 4 for layout "NCHW", but got 'tensor<1x4x8xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<1x4x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f7(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight of rank 4 for layout "OIHW", but got 'tensor<6x4x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<1x4x8x8xf32>, tensor<6x4x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f8(%a0: tensor<1x2x8x8x5xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected data with the blocks of layout "NCHW4c", but got 'tensor<1x2x8x8x5xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {data_layout = "NCHW4c"} : (tensor<1x2x8x8x5xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f9(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x2x3x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight with the blocks of layout "OIHW2i", but got 'tensor<6x2x3x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {kernel_layout = "OIHW2i"} : (tensor<1x4x8x8xf32>, tensor<6x2x3x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f10(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected strides to have 2 elements in [1, 2147483647], but got [2]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {strides = array<i64: 2>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f11(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected strides to have 2 elements in [1, 2147483647], but got [0, 1]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {strides = array<i64: 0, 1>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f12(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected padding to have 1, 2 or 4 elements in [0, 2147483647], but got [1, 2, 3]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {padding = array<i64: 1, 2, 3>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f13(%a0: tensor<1x4x8xf32>, %a1: tensor<6x4x3xf32>) {
  // expected-error@+2 {{nn.conv1d: expected strides to have 1 element in [1, 2147483647], but got [2, 2]}}
  // expected-error@+1 {{'relay.nn.conv1d' op failed to infer returned types}}
  %0 = relay.nn.conv1d %a0, %a1 {strides = array<i64: 2, 2>} : (tensor<1x4x8xf32>, tensor<6x4x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f14(%a0: tensor<1x4x8xf32>, %a1: tensor<6x4x3xf32>) {
  // expected-error@+2 {{nn.conv1d: expected padding to have 1 or 2 elements in [0, 2147483647], but got [1, 2, 3]}}
  // expected-error@+1 {{'relay.nn.conv1d' op failed to infer returned types}}
  %0 = relay.nn.conv1d %a0, %a1 {padding = array<i64: 1, 2, 3>} : (tensor<1x4x8xf32>, tensor<6x4x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f15(%a0: tensor<1x4x8x8x8xf32>, %a1: tensor<6x4x3x3x3xf32>) {
  // expected-error@+2 {{nn.conv3d: expected padding to have 1, 3 or 6 elements in [0, 2147483647], but got [1, 2]}}
  // expected-error@+1 {{'relay.nn.conv3d' op failed to infer returned types}}
  %0 = relay.nn.conv3d %a0, %a1 {padding = array<i64: 1, 2>} : (tensor<1x4x8x8x8xf32>, tensor<6x4x3x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f16(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected padding to have 1, 2 or 4 elements in [0, 2147483647], but got [-1, -1]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {padding = array<i64: -1, -1>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f17(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected dilation to have 2 elements in [1, 2147483647], but got [1, 4294967296]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {dilation = array<i64: 1, 4294967296>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f18(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected groups in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {groups = 0 : i64} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f19(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected channels in [0, 2147483647], but got -1}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {channels = -1 : i64} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f20(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected kernel_size to have 2 elements in [1, 2147483647], but got [3, 3, 3]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {channels = 6 : i64, kernel_size = array<i64: 3, 3, 3>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f21(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x6x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d_transpose: expected output_padding to have 2 elements in [0, 2147483647], but got [1]}}
  // expected-error@+1 {{'relay.nn.conv2d_transpose' op failed to infer returned types}}
  %0 = relay.nn.conv2d_transpose %a0, %a1 {output_padding = array<i64: 1>} : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f22(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x3x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d_transpose: expected groups to divide channels, 3, but got 2}}
  // expected-error@+1 {{'relay.nn.conv2d_transpose' op failed to infer returned types}}
  %0 = relay.nn.conv2d_transpose %a0, %a1 {channels = 3 : i64, groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<4x3x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f23(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x1x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected groups to divide the number of channels of data, 4, but got 3}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {groups = 3 : i64} : (tensor<1x4x8x8xf32>, tensor<6x1x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f24(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x1x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected groups to divide the number of channels of the result, 6, but got 4}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {groups = 4 : i64} : (tensor<1x4x8x8xf32>, tensor<6x1x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f25(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x3x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight of type 'tensor<?x4x?x?xf32>', but got 'tensor<6x3x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<1x4x8x8xf32>, tensor<6x3x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f26(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight of type 'tensor<5x4x?x?xf32>', but got 'tensor<6x4x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {channels = 5 : i64} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f27(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight of type 'tensor<?x4x5x3xf32>', but got 'tensor<6x4x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {kernel_size = array<i64: 5, 3>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f28(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x2x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight of type 'tensor<?x1x?x?xf32>', but got 'tensor<4x2x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {groups = 4 : i64} : (tensor<1x4x8x8xf32>, tensor<4x2x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f29(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x3x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected weight of type 'tensor<4x2x3x3xf32>', but got 'tensor<4x3x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {channels = 8 : i64, groups = 4 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x3x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f30(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d_transpose: expected weight of type 'tensor<4x?x?x?xf32>', but got 'tensor<6x4x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d_transpose' op failed to infer returned types}}
  %0 = relay.nn.conv2d_transpose %a0, %a1 : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f31(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x6x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d_transpose: expected weight of type 'tensor<4x3x?x?xf32>', but got 'tensor<4x6x3x3xf32>'}}
  // expected-error@+1 {{'relay.nn.conv2d_transpose' op failed to infer returned types}}
  %0 = relay.nn.conv2d_transpose %a0, %a1 {channels = 6 : i64, groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f32(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x0x3xf32>) {
  // expected-error@+2 {{nn.conv2d: expected spatial sizes of weight in [1, 2147483647], but got 0}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 : (tensor<1x4x8x8xf32>, tensor<6x4x0x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f33(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x11xf32>) {
  // expected-error@+2 {{nn.conv2d: a kernel of size 11 with dilation 1 does not fit into dimension W of size 8 with padding [1, 0]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {padding = array<i64: 0, 1, 0, 0>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x11xf32>) -> !relay.unknown
  return
}

// -----

func.func @f34(%a0: tensor<1x4x8x8xf32>, %a1: tensor<4x6x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d_transpose: a kernel of size 3 with dilation 1 does not fit into dimension H of size 8 with padding [6, 6]}}
  // expected-error@+1 {{'relay.nn.conv2d_transpose' op failed to infer returned types}}
  %0 = relay.nn.conv2d_transpose %a0, %a1 {padding = array<i64: 6, 0>} : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> !relay.unknown
  return
}

// -----

func.func @f35(%a0: tensor<1x4x9223372036854775807x8xf32>, %a1: tensor<6x4x1x1xf32>) {
  // expected-error@+2 {{nn.conv2d: a kernel of size 1 with dilation 1 does not fit into dimension H of size 9223372036854775807 with padding [1, 1]}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {padding = array<i64: 1, 1>} : (tensor<1x4x9223372036854775807x8xf32>, tensor<6x4x1x1xf32>) -> !relay.unknown
  return
}

// -----

func.func @f36(%a0: tensor<1x4x8x8xf32>, %a1: tensor<6x4x3x3xf32>) {
  // expected-error@+2 {{nn.conv2d: out_dtype 'i7' is not the element type of a Relay tensor}}
  // expected-error@+1 {{'relay.nn.conv2d' op failed to infer returned types}}
  %0 = relay.nn.conv2d %a0, %a1 {out_dtype = i7} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> !relay.unknown
  return
}
