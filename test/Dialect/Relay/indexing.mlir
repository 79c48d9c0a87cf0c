// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// strided_slice, take and gather_nd: every attribute in every form, and the types that TVM infers.

// CHECK-LABEL: func @strided_slice_leading(
func.func @strided_slice_leading(%x: tensor<2x3x4xf32>) -> tensor<1x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_missing_begin(
func.func @strided_slice_missing_begin(%x: tensor<2x3x4xf32>) -> tensor<1x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 0>, end = array<i64: 1, 2>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x2x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 0>, end = array<i64: 1, 2>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_missing_end(
func.func @strided_slice_missing_end(%x: tensor<2x3x4xf32>) -> tensor<1x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 0, 1>, end = array<i64: 1>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x2x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 0, 1>, end = array<i64: 1>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_nothing(
func.func @strided_slice_nothing(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64>, end = array<i64>, strides = array<i64>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64>, end = array<i64>, strides = array<i64>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_empty(
func.func @strided_slice_empty(%x: tensor<2x3x4xf32>) -> tensor<0x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 1>, end = array<i64: 1>, strides = array<i64>} : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 1>, end = array<i64: 1>, strides = array<i64>} : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>
  return %0 : tensor<0x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_end_beyond(
func.func @strided_slice_end_beyond(%x: tensor<2x3x4xf32>) -> tensor<2x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 9>, strides = array<i64: 2>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 9>, strides = array<i64: 2>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_downwards(
func.func @strided_slice_downwards(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: -1>, end = array<i64: -9>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: -1>, end = array<i64: -9>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_downwards_by_two(
func.func @strided_slice_downwards_by_two(%x: tensor<2x3x4xf32>) -> tensor<2x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: -2>, begin = array<i64: 7>, end = array<i64: -9>, strides = array<i64: -2>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: -2>, begin = array<i64: 7>, end = array<i64: -9>, strides = array<i64: -2>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_begin_beyond(
func.func @strided_slice_begin_beyond(%x: tensor<2x3x4xf32>) -> tensor<0x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 7>, end = array<i64: 9>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 7>, end = array<i64: 9>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>
  return %0 : tensor<0x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_before_the_first(
func.func @strided_slice_before_the_first(%x: tensor<2x3x4xf32>) -> tensor<0x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: -7>, end = array<i64: -9>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: -7>, end = array<i64: -9>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<0x3x4xf32>
  return %0 : tensor<0x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_downwards_to_zero(
func.func @strided_slice_downwards_to_zero(%x: tensor<2x3x4xf32>) -> tensor<1x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 1>, end = array<i64>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 1>, end = array<i64>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_downwards_from_the_last(
func.func @strided_slice_downwards_from_the_last(%x: tensor<2x3x4xf32>) -> tensor<1x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64>, end = array<i64: 0>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64>, end = array<i64: 0>, strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_huge_end(
func.func @strided_slice_huge_end(%x: tensor<2x3x4xf32>) -> tensor<2x3x3xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 2>, begin = array<i64: -3>, end = array<i64: 9223372036854775807>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x3x3xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 2>, begin = array<i64: -3>, end = array<i64: 9223372036854775807>, strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// CHECK-LABEL: func @strided_slice_huge_stride(
func.func @strided_slice_huge_stride(%x: tensor<2x3x4xf32>) -> tensor<2x1x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 2147483648>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: 0>, end = array<i64: 1>, strides = array<i64: 2147483648>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}

// CHECK-LABEL: func @strided_slice_lowest_stride(
func.func @strided_slice_lowest_stride(%x: tensor<2x3x4xf32>) -> tensor<2x1x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: 2>, end = array<i64: -9>, strides = array<i64: -9223372036854775808>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: 2>, end = array<i64: -9>, strides = array<i64: -9223372036854775808>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}

// CHECK-LABEL: func @strided_slice_size(
func.func @strided_slice_size(%x: tensor<2x3x4xf32>) -> tensor<2x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: 1>, end = array<i64: 9>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: 1>, end = array<i64: 9>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_size_to_the_end(
func.func @strided_slice_size_to_the_end(%x: tensor<2x3x4xf32>) -> tensor<2x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: 1>, end = array<i64: -2>, slice_mode = "size", strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: 1>, end = array<i64: -2>, slice_mode = "size", strides = array<i64: -1>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_size_from_the_end(
func.func @strided_slice_size_from_the_end(%x: tensor<2x3x4xf32>) -> tensor<2x1x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: -1>, end = array<i64: 1>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: -1>, end = array<i64: 1>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x1x4xf32>
  return %0 : tensor<2x1x4xf32>
}

// CHECK-LABEL: func @strided_slice_size_inside_from_the_end(
func.func @strided_slice_size_inside_from_the_end(%x: tensor<2x3x4xf32>) -> tensor<2x2x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: -3>, end = array<i64: 2>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: -3>, end = array<i64: 2>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  return %0 : tensor<2x2x4xf32>
}

// CHECK-LABEL: func @strided_slice_size_without_end(
func.func @strided_slice_size_without_end(%x: tensor<2x3x4xf32>) -> tensor<1x3x4xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 1>, end = array<i64>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  %0 = relay.strided_slice %x {begin = array<i64: 1>, end = array<i64>, slice_mode = "size", strides = array<i64: 1>} : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// CHECK-LABEL: func @strided_slice_dynamic(
func.func @strided_slice_dynamic(%x: tensor<?x3xi8>) -> tensor<?x3xi8> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 1>, end = array<i64: 3>, strides = array<i64: 1>} : (tensor<?x3xi8>) -> tensor<?x3xi8>
  %0 = relay.strided_slice %x {begin = array<i64: 1>, end = array<i64: 3>, strides = array<i64: 1>} : (tensor<?x3xi8>) -> tensor<?x3xi8>
  return %0 : tensor<?x3xi8>
}

// CHECK-LABEL: func @strided_slice_static_axis(
func.func @strided_slice_static_axis(%x: tensor<?x3xi8>) -> tensor<?x2xi8> {
  // CHECK: relay.strided_slice %{{.*}} {axes = array<i64: 1>, begin = array<i64: 1>, end = array<i64: 3>, strides = array<i64: 1>} : (tensor<?x3xi8>) -> tensor<?x2xi8>
  %0 = relay.strided_slice %x {axes = array<i64: 1>, begin = array<i64: 1>, end = array<i64: 3>, strides = array<i64: 1>} : (tensor<?x3xi8>) -> tensor<?x2xi8>
  return %0 : tensor<?x2xi8>
}

// CHECK-LABEL: func @take_flat(
func.func @take_flat(%x: tensor<2x3x4xf32>, %i: tensor<5x2xi32>) -> tensor<5x2xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<5x2xf32>
  %0 = relay.take %x, %i : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// CHECK-LABEL: func @take_axis(
func.func @take_axis(%x: tensor<2x3x4xf32>, %i: tensor<5x2xi32>) -> tensor<5x2x3x4xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} {axis = 0 : i64} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<5x2x3x4xf32>
  %0 = relay.take %x, %i {axis = 0 : i64} : (tensor<2x3x4xf32>, tensor<5x2xi32>) -> tensor<5x2x3x4xf32>
  return %0 : tensor<5x2x3x4xf32>
}

// CHECK-LABEL: func @take_negative_axis(
func.func @take_negative_axis(%x: tensor<2x3x4xf32>, %i: tensor<?xui8>) -> tensor<2x3x?xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} {axis = -1 : i64, mode = "wrap"} : (tensor<2x3x4xf32>, tensor<?xui8>) -> tensor<2x3x?xf32>
  %0 = relay.take %x, %i {axis = -1 : i64, mode = "wrap"} : (tensor<2x3x4xf32>, tensor<?xui8>) -> tensor<2x3x?xf32>
  return %0 : tensor<2x3x?xf32>
}

// CHECK-LABEL: func @take_scalar_index(
func.func @take_scalar_index(%x: tensor<2x3x4xf32>, %i: tensor<i64>) -> tensor<2x4xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} {axis = 1 : i64, mode = "fast"} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x4xf32>
  %0 = relay.take %x, %i {axis = 1 : i64, mode = "fast"} : (tensor<2x3x4xf32>, tensor<i64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// CHECK-LABEL: func @take_batch(
func.func @take_batch(%x: tensor<2x3x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x4xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
  %0 = relay.take %x, %i {axis = 1 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @take_two_batches(
func.func @take_two_batches(%x: tensor<2x3x4xf32>, %i: tensor<2x?xi32>) -> tensor<2x3xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<2x3x4xf32>, tensor<2x?xi32>) -> tensor<2x3xf32>
  %0 = relay.take %x, %i {axis = 2 : i64, batch_dims = 2 : i64} : (tensor<2x3x4xf32>, tensor<2x?xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func @take_one_batch(
func.func @take_one_batch(%x: tensor<2x3x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x3xf32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} {axis = 2 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x3xf32>
  %0 = relay.take %x, %i {axis = 2 : i64, batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<2x3xi32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// CHECK-LABEL: func @take_from_scalar(
func.func @take_from_scalar(%x: tensor<f32>, %i: tensor<i8>) -> tensor<f32> {
  // CHECK: relay.take %{{.*}}, %{{.*}} : (tensor<f32>, tensor<i8>) -> tensor<f32>
  %0 = relay.take %x, %i : (tensor<f32>, tensor<i8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @gather_nd_slices(
func.func @gather_nd_slices(%x: tensor<2x3x4xf32>, %i: tensor<2x5xi32>) -> tensor<5x4xf32> {
  // CHECK: relay.gather_nd %{{.*}}, %{{.*}} : (tensor<2x3x4xf32>, tensor<2x5xi32>) -> tensor<5x4xf32>
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<2x5xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK-LABEL: func @gather_nd_elements(
func.func @gather_nd_elements(%x: tensor<2x3x4xf32>, %i: tensor<3x?xi64>) -> tensor<?xf32> {
  // CHECK: relay.gather_nd %{{.*}}, %{{.*}} {index_rank = 3 : i64} : (tensor<2x3x4xf32>, tensor<3x?xi64>) -> tensor<?xf32>
  %0 = relay.gather_nd %x, %i {index_rank = 3 : i64} : (tensor<2x3x4xf32>, tensor<3x?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @gather_nd_vector(
func.func @gather_nd_vector(%x: tensor<2x3x4xf32>, %i: tensor<3xui8>) -> tensor<f32> {
  // CHECK: relay.gather_nd %{{.*}}, %{{.*}} : (tensor<2x3x4xf32>, tensor<3xui8>) -> tensor<f32>
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<3xui8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @gather_nd_no_coordinate(
func.func @gather_nd_no_coordinate(%x: tensor<2x3x4xf32>, %i: tensor<0x5xi64>) -> tensor<5x2x3x4xf32> {
  // CHECK: relay.gather_nd %{{.*}}, %{{.*}} : (tensor<2x3x4xf32>, tensor<0x5xi64>) -> tensor<5x2x3x4xf32>
  %0 = relay.gather_nd %x, %i : (tensor<2x3x4xf32>, tensor<0x5xi64>) -> tensor<5x2x3x4xf32>
  return %0 : tensor<5x2x3x4xf32>
}

// CHECK-LABEL: func @gather_nd_batch(
func.func @gather_nd_batch(%x: tensor<2x3x4xf32>, %i: tensor<1x2x7xi32>) -> tensor<2x7x4xf32> {
  // CHECK: relay.gather_nd %{{.*}}, %{{.*}} {batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<1x2x7xi32>) -> tensor<2x7x4xf32>
  %0 = relay.gather_nd %x, %i {batch_dims = 1 : i64} : (tensor<2x3x4xf32>, tensor<1x2x7xi32>) -> tensor<2x7x4xf32>
  return %0 : tensor<2x7x4xf32>
}

// CHECK-LABEL: func @gather_nd_two_batches(
func.func @gather_nd_two_batches(%x: tensor<2x3x4xf32>, %i: tensor<1x2x?xi32>) -> tensor<2x?xf32> {
  // CHECK: relay.gather_nd %{{.*}}, %{{.*}} {batch_dims = 2 : i64} : (tensor<2x3x4xf32>, tensor<1x2x?xi32>) -> tensor<2x?xf32>
  %0 = relay.gather_nd %x, %i {batch_dims = 2 : i64} : (tensor<2x3x4xf32>, tensor<1x2x?xi32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
