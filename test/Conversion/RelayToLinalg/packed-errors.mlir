// RUN: relay-lite-opt %s --convert-relay-to-linalg --split-input-file --verify-diagnostics

// Operators without a lowering: types are inferred, as TVM does.

func.func @winograd_tile(%w: tensor<8x4x3x3xf32>) -> tensor<11x11x8x4xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.contrib_conv2d_winograd_weight_transform'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_conv2d_winograd_weight_transform %w {tile_size = 9 : i64} : (tensor<8x4x3x3xf32>) -> tensor<11x11x8x4xf32>
  return %0 : tensor<11x11x8x4xf32>
}

// -----

func.func @winograd_integers(%w: tensor<8x4x3x3xi8>) -> tensor<4x4x8x4xi8> {
  // expected-error@+2 {{failed to legalize operation}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_conv2d_winograd_weight_transform %w {tile_size = 2 : i64} : (tensor<8x4x3x3xi8>) -> tensor<4x4x8x4xi8>
  return %0 : tensor<4x4x8x4xi8>
}

// -----

func.func @dense_pack_layout(%x: tensor<2x4xf32>, %w: tensor<2x4x8xf32>) -> tensor<2x16xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.contrib_dense_pack'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_dense_pack %x, %w : (tensor<2x4xf32>, tensor<2x4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

func.func @dense_pack_depth(%x: tensor<2x5xf32>, %w: tensor<2x4x8xf32>) -> tensor<2x16xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.contrib_dense_pack'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_dense_pack %x, %w {weight_layout = "NC8n"} : (tensor<2x5xf32>, tensor<2x4x8xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// -----

func.func @bitserial_dense(%x: tensor<2x8xi8>, %w: tensor<3x16xi8>) -> tensor<2x3xi8> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.bitserial_dense'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.bitserial_dense %x, %w {units = 3 : i64} : (tensor<2x8xi8>, tensor<3x16xi8>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// -----

func.func @bitserial_conv2d(%x: tensor<1x8x5x5xi8>, %w: tensor<4x16x3x3xi8>) -> tensor<1x4x3x3xi8> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.bitserial_conv2d'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.bitserial_conv2d %x, %w {channels = 4 : i64} : (tensor<1x8x5x5xi8>, tensor<4x16x3x3xi8>) -> tensor<1x4x3x3xi8>
  return %0 : tensor<1x4x3x3xi8>
}

// -----

func.func @bitpack_floats(%x: tensor<2x8xf32>) -> tensor<2x1x1xui8> {
  // expected-error@+1 {{expected integer data, but got 'f32'}}
  %0 = relay.nn.bitpack %x {bit_axis = 1 : i64, pack_type = ui8} : (tensor<2x8xf32>) -> tensor<2x1x1xui8>
  return %0 : tensor<2x1x1xui8>
}

// -----

func.func @dft_integers(%x: tensor<8xi32>) -> tuple<tensor<8xi32>, tensor<8xi32>> {
  // expected-error@+1 {{expected floating-point data, but got 'i32'}}
  %0 = relay.dft %x, %x : (tensor<8xi32>, tensor<8xi32>) -> tuple<tensor<8xi32>, tensor<8xi32>>
  return %0 : tuple<tensor<8xi32>, tensor<8xi32>>
}

// -----

func.func @sparse_types(%x: tensor<2x4xf32>, %d: tensor<3xf64>, %i: tensor<3xi32>, %p: tensor<6xi32>) -> tensor<2x5xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.sparse_dense'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.sparse_dense %x, %d, %i, %p : (tensor<2x4xf32>, tensor<3xf64>, tensor<3xi32>, tensor<6xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @generate_too_many(%key: tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<4611686018427387904x4xui64>> {
  // expected-error@+1 {{expected tensors of at most 2^62 bytes to lower}}
  %0 = relay.random.threefry_generate %key {out_shape = array<i64: 4611686018427387904, 4>} : (tensor<10xui64>) -> tuple<tensor<10xui64>, tensor<4611686018427387904x4xui64>>
  return %0 : tuple<tensor<10xui64>, tensor<4611686018427387904x4xui64>>
}

// -----

func.func @winograd_weight(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x4x8xf32>) -> tensor<1x8x6x6xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.contrib_conv2d_winograd_without_weight_transform'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %x, %w {tile_size = 2 : i64, channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x4x1x4x8xf32>) -> tensor<1x8x6x6xf32>
  return %0 : tensor<1x8x6x6xf32>
}

// -----

func.func @winograd_strides(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x8x4xf32>) -> tensor<1x8x3x3xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.contrib_conv2d_winograd_without_weight_transform'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_conv2d_winograd_without_weight_transform %x, %w {tile_size = 2 : i64, strides = array<i64: 2, 2>, channels = 8 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x4x8x8xf32>, tensor<4x4x8x4xf32>) -> tensor<1x8x3x3xf32>
  return %0 : tensor<1x8x3x3xf32>
}

// -----

func.func @gemm_tiles(%x: tensor<1x8x8x4xf32>, %w: tensor<1x20x2x4xf32>) -> tensor<1x6x6x6xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.contrib_conv2d_gemm_without_weight_transform'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.contrib_conv2d_gemm_without_weight_transform %x, %w {channels = 6 : i64, kernel_size = array<i64: 3, 3>, data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<1x20x2x4xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// -----

func.func @deformable_groups(%x: tensor<1x4x8x8xf32>, %o: tensor<1x18x6x6xf32>, %w: tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32> {
  // expected-error@+2 {{failed to legalize operation 'relay.nn.deformable_conv2d'}}
  // expected-note@+1 {{no lowering fits its types and attributes}}
  %0 = relay.nn.deformable_conv2d %x, %o, %w {groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<1x18x6x6xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x6x6xf32>
  return %0 : tensor<1x6x6x6xf32>
}

// -----

func.func @alloc_storage(%n: tensor<i64>, %s: tensor<1xi64>) -> !relay.storage {
  // expected-error@+1 {{'relay.memory.alloc_storage' op has no lowering: it is for programs whose memory TVM has planned}}
  %0 = relay.memory.alloc_storage %n, %s, %n : (tensor<i64>, tensor<1xi64>, tensor<i64>) -> !relay.storage
  return %0 : !relay.storage
}

// -----

func.func @alloc_tensor(%m: !relay.storage, %o: tensor<i64>, %s: tensor<1xi64>) -> tensor<?xf32> {
  // expected-error@+1 {{'relay.memory.alloc_tensor' op has no lowering: it is for programs whose memory TVM has planned}}
  %0 = relay.memory.alloc_tensor %m, %o, %s : (!relay.storage, tensor<i64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @invoke(%f: (tensor<2xf32>) -> tensor<3xf32>, %i: tuple<tensor<2xf32>>, %o: tuple<tensor<3xf32>>) -> tuple<> {
  // expected-error@+1 {{'relay.vm.invoke_tvm_op' op has no lowering: it is for programs whose memory TVM has planned}}
  %0 = relay.vm.invoke_tvm_op %f, %i, %o : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>, tuple<tensor<3xf32>>) -> tuple<>
  return %0 : tuple<>
}
