// RUN: relay-lite-run --check %s | FileCheck %s
// CHECK: 18 checks passed

// Operators that take their shapes from operands do what those do that take
// them from attributes.

func.func @zeros_and_ones() -> (tuple<tensor<?x?xf32>, tensor<?xi8>>, tuple<tensor<2x3xf32>, tensor<4xi8>>) attributes {relay.check} {
  %s = relay.constant dense<[2, 3]> : tensor<2xi64>
  %t = relay.constant dense<4> : tensor<1xi32>
  %0 = relay.dyn.zeros %s {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>
  %1 = relay.dyn.ones %t {dtype = i8} : (tensor<1xi32>) -> tensor<?xi8>
  %2 = relay.tuple %0, %1 : (tensor<?x?xf32>, tensor<?xi8>) -> tuple<tensor<?x?xf32>, tensor<?xi8>>
  %3 = relay.constant dense<0.0> : tensor<2x3xf32>
  %4 = relay.constant dense<1> : tensor<4xi8>
  %5 = relay.tuple %3, %4 : (tensor<2x3xf32>, tensor<4xi8>) -> tuple<tensor<2x3xf32>, tensor<4xi8>>
  return %2, %5 : tuple<tensor<?x?xf32>, tensor<?xi8>>, tuple<tensor<2x3xf32>, tensor<4xi8>>
}

func.func @no_dimensions_no_elements() -> (tuple<tensor<f32>, tensor<?x?xf32>>, tuple<tensor<f32>, tensor<0x2xf32>>) attributes {relay.check} {
  %s = relay.constant dense<> : tensor<0xi64>
  %t = relay.constant dense<[0, 2]> : tensor<2xi64>
  %0 = relay.dyn.ones %s {dtype = f32} : (tensor<0xi64>) -> tensor<f32>
  %1 = relay.dyn.zeros %t {dtype = f32} : (tensor<2xi64>) -> tensor<?x?xf32>
  %2 = relay.tuple %0, %1 : (tensor<f32>, tensor<?x?xf32>) -> tuple<tensor<f32>, tensor<?x?xf32>>
  %3 = relay.constant dense<1.0> : tensor<f32>
  %4 = relay.constant dense<> : tensor<0x2xf32>
  %5 = relay.tuple %3, %4 : (tensor<f32>, tensor<0x2xf32>) -> tuple<tensor<f32>, tensor<0x2xf32>>
  return %2, %5 : tuple<tensor<f32>, tensor<?x?xf32>>, tuple<tensor<f32>, tensor<0x2xf32>>
}

func.func @full() -> (tensor<?xf32>, tensor<2xf32>) attributes {relay.check} {
  %v = relay.constant dense<2.5> : tensor<f32>
  %s = relay.constant dense<2> : tensor<1xi64>
  %0 = relay.dyn.full %v, %s : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = relay.constant dense<2.5> : tensor<2xf32>
  return %0, %1 : tensor<?xf32>, tensor<2xf32>
}

func.func @reshape() -> (tensor<?x?xi32>, tensor<3x2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = relay.constant dense<[3, -1]> : tensor<2xi64>
  %0 = relay.dyn.reshape %x, %s : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %1 = relay.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<3x2xi32>
}

func.func @broadcast_and_tile() -> (tuple<tensor<?x?xi32>, tensor<?xi32>>, tuple<tensor<2x2xi32>, tensor<4xi32>>) attributes {relay.check} {
  %x = relay.constant dense<[1, 2]> : tensor<2xi32>
  %s = relay.constant dense<[2, 2]> : tensor<2xi64>
  %r = relay.constant dense<2> : tensor<1xi64>
  %0 = relay.dyn.broadcast_to %x, %s : (tensor<2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %1 = relay.dyn.tile %x, %r : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>
  %2 = relay.tuple %0, %1 : (tensor<?x?xi32>, tensor<?xi32>) -> tuple<tensor<?x?xi32>, tensor<?xi32>>
  %3 = relay.constant dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
  %4 = relay.constant dense<[1, 2, 1, 2]> : tensor<4xi32>
  %5 = relay.tuple %3, %4 : (tensor<2x2xi32>, tensor<4xi32>) -> tuple<tensor<2x2xi32>, tensor<4xi32>>
  return %2, %5 : tuple<tensor<?x?xi32>, tensor<?xi32>>, tuple<tensor<2x2xi32>, tensor<4xi32>>
}

func.func @strided_slice() -> (tensor<?xi32>, tensor<2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %begin = relay.constant dense<0> : tensor<1xi64>
  %end = relay.constant dense<4> : tensor<1xi64>
  %step = relay.constant dense<2> : tensor<1xi64>
  %0 = relay.dyn.strided_slice %x, %begin, %end, %step : (tensor<4xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %1 = relay.constant dense<[1, 3]> : tensor<2xi32>
  return %0, %1 : tensor<?xi32>, tensor<2xi32>
}

// An axis that counts from the end.
func.func @prelu() -> (tensor<2x2xf32>, tensor<2x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[-1.0, -1.0], [2.0, -4.0]]> : tensor<2x2xf32>
  %a = relay.constant dense<[0.5, 0.25]> : tensor<2xf32>
  %0 = relay.nn.prelu %x, %a {axis = -1 : i64} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %1 = relay.constant dense<[[-0.5, -0.25], [2.0, -1.0]]> : tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}

func.func @resize2d() -> (tensor<1x1x?x?xf32>, tensor<1x1x1x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %s = relay.constant dense<[1, 4]> : tensor<2xi64>
  %roi = relay.constant dense<0.0> : tensor<4xf32>
  %r = relay.dyn.image.resize2d %x, %s, %roi {method = "nearest_neighbor", coordinate_transformation_mode = "asymmetric"} : (tensor<1x1x1x2xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x1x?x?xf32>
  %e = relay.constant dense<[[[[1.0, 2.0, 2.0, 2.0]]]]> : tensor<1x1x1x4xf32>
  return %r, %e : tensor<1x1x?x?xf32>, tensor<1x1x1x4xf32>
}

func.func @pad() -> (tensor<?xi32>, tensor<5xi32>) attributes {relay.check} {
  %x = relay.constant dense<[1, 2]> : tensor<2xi32>
  %w = relay.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %v = relay.constant dense<7> : tensor<i32>
  %r = relay.dyn.nn.pad %x, %w, %v : (tensor<2xi32>, tensor<1x2xi64>, tensor<i32>) -> tensor<?xi32>
  %e = relay.constant dense<[7, 1, 2, 7, 7]> : tensor<5xi32>
  return %r, %e : tensor<?xi32>, tensor<5xi32>
}

func.func @upsampling() -> (tensor<1x1x?x?xf32>, tensor<1x1x2x2xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>
  %one = relay.constant dense<1.0> : tensor<f32>
  %two = relay.constant dense<2.0> : tensor<f32>
  %r = relay.dyn.nn.upsampling %x, %two, %one : (tensor<1x1x1x2xf32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?xf32>
  %e = relay.constant dense<[[[[1.0, 2.0], [1.0, 2.0]]]]> : tensor<1x1x2x2xf32>
  return %r, %e : tensor<1x1x?x?xf32>, tensor<1x1x2x2xf32>
}

func.func @upsampling3d() -> (tensor<1x1x?x?x?xf32>, tensor<1x1x2x1x4xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[[[[1.0, 2.0]]]]]> : tensor<1x1x1x1x2xf32>
  %one = relay.constant dense<1.0> : tensor<f32>
  %two = relay.constant dense<2.0> : tensor<f32>
  %r = relay.dyn.nn.upsampling3d %x, %two, %one, %two {coordinate_transformation_mode = "asymmetric"} : (tensor<1x1x1x1x2xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<1x1x?x?x?xf32>
  %e = relay.constant dense<[[[[[1.0, 1.0, 2.0, 2.0]], [[1.0, 1.0, 2.0, 2.0]]]]]> : tensor<1x1x2x1x4xf32>
  return %r, %e : tensor<1x1x?x?x?xf32>, tensor<1x1x2x1x4xf32>
}

func.func @one_hot() -> (tensor<2x?xf32>, tensor<2x3xf32>) attributes {relay.check} {
  %i = relay.constant dense<[0, 2]> : tensor<2xi32>
  %on = relay.constant dense<1.0> : tensor<f32>
  %off = relay.constant dense<0.0> : tensor<f32>
  %n = relay.constant dense<3> : tensor<i32>
  %r = relay.dyn.one_hot %i, %on, %off, %n {dtype = f32} : (tensor<2xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<2x?xf32>
  %e = relay.constant dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32>
  return %r, %e : tensor<2x?xf32>, tensor<2x3xf32>
}

func.func @sparse_to_dense() -> (tensor<?x?xi32>, tensor<2x2xi32>) attributes {relay.check} {
  %i = relay.constant dense<[[0, 1], [1, 0]]> : tensor<2x2xi32>
  %v = relay.constant dense<[5, 6]> : tensor<2xi32>
  %d = relay.constant dense<0> : tensor<i32>
  %s = relay.constant dense<[2, 2]> : tensor<2xi64>
  %r = relay.dyn.sparse_to_dense %i, %v, %d, %s : (tensor<2x2xi32>, tensor<2xi32>, tensor<i32>, tensor<2xi64>) -> tensor<?x?xi32>
  %e = relay.constant dense<[[0, 5], [6, 0]]> : tensor<2x2xi32>
  return %r, %e : tensor<?x?xi32>, tensor<2x2xi32>
}

func.func @squeeze() -> (tensor<?xi32>, tensor<2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[[[1], [2]]]> : tensor<1x2x1xi32>
  %a = relay.constant dense<[0, 2]> : tensor<2xi64>
  %r = relay.dyn.squeeze %x, %a : (tensor<1x2x1xi32>, tensor<2xi64>) -> tensor<?xi32>
  %e = relay.constant dense<[1, 2]> : tensor<2xi32>
  return %r, %e : tensor<?xi32>, tensor<2xi32>
}

// Fractions are cut off.
func.func @tile_floats() -> (tensor<?x?xi32>, tensor<2x2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[1, 2]> : tensor<2xi32>
  %r = relay.constant dense<[2.0, 1.9]> : tensor<2xf32>
  %0 = relay.dyn.tile %x, %r : (tensor<2xi32>, tensor<2xf32>) -> tensor<?x?xi32>
  %1 = relay.constant dense<[[1, 2], [1, 2]]> : tensor<2x2xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<2x2xi32>
}

func.func @topk_float() -> (tensor<1x?xi32>, tensor<1x2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[[3, 1, 2]]> : tensor<1x3xi32>
  %k = relay.constant dense<2.5> : tensor<1xf64>
  %r = relay.dyn.topk %x, %k {ret_type = "values", dtype = i32} : (tensor<1x3xi32>, tensor<1xf64>) -> tensor<1x?xi32>
  %e = relay.constant dense<[[3, 2]]> : tensor<1x2xi32>
  return %r, %e : tensor<1x?xi32>, tensor<1x2xi32>
}

func.func @topk() -> (tensor<1x?xi32>, tensor<1x2xi32>) attributes {relay.check} {
  %x = relay.constant dense<[[3, 1, 2]]> : tensor<1x3xi32>
  %k = relay.constant dense<2> : tensor<i64>
  %r = relay.dyn.topk %x, %k {ret_type = "values", dtype = i32} : (tensor<1x3xi32>, tensor<i64>) -> tensor<1x?xi32>
  %e = relay.constant dense<[[3, 2]]> : tensor<1x2xi32>
  return %r, %e : tensor<1x?xi32>, tensor<1x2xi32>
}

func.func @expand_dims() -> (tensor<?x?x?xf32>, tensor<2x1x3xf32>) attributes {relay.check} {
  %x = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %axis = relay.constant dense<1> : tensor<i64>
  %0 = relay.dyn.expand_dims %x, %axis {num_newaxis = 1 : i64} : (tensor<2x3xf32>, tensor<i64>) -> tensor<?x?x?xf32>
  %1 = relay.constant dense<[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]> : tensor<2x1x3xf32>
  return %0, %1 : tensor<?x?x?xf32>, tensor<2x1x3xf32>
}
