// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-dynamic-to-static)' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-dynamic-to-static)' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(relay-dynamic-to-static)' | diff - %t

// CHECK-LABEL: func @reshape_of_shape
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<6x1xi8>) -> tensor<6x1xf32>
func.func @reshape_of_shape(%x: tensor<2x3xf32>, %y: tensor<6x1xi8>) -> tensor<?x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.reshape %[[X]] {newshape = array<i64: 6, 1>} : (tensor<2x3xf32>) -> tensor<6x1xf32>
  // CHECK-NEXT: return %[[R]] : tensor<6x1xf32>
  %0 = relay.shape_of %y {dtype = i32} : (tensor<6x1xi8>) -> tensor<2xi32>
  %1 = relay.dyn.reshape %x, %0 : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// The shape of what has become static is a constant, too.
// CHECK-LABEL: func @in_turn
// CHECK-SAME: -> tensor<2x4x3xf32>
func.func @in_turn(%x: tensor<3xf32>) -> tensor<?x?x?xf32> {
  // CHECK: relay.tile %{{.*}} {reps = array<i64: 4, 1>} : (tensor<3xf32>) -> tensor<4x3xf32>
  // CHECK: relay.broadcast_to %{{.*}} {shape = array<i64: 2, 4, 3>} : (tensor<4x3xf32>) -> tensor<2x4x3xf32>
  %r = relay.constant dense<[4, 1]> : tensor<2xi64>
  %0 = relay.dyn.tile %x, %r : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = relay.shape_of %0 {dtype = i64} : (tensor<?x?xf32>) -> tensor<2xi64>
  %two = relay.constant dense<2> : tensor<1xi64>
  %2 = relay.tuple %two, %1 : (tensor<1xi64>, tensor<2xi64>) -> tuple<tensor<1xi64>, tensor<2xi64>>
  %3 = relay.concatenate %2 : (tuple<tensor<1xi64>, tensor<2xi64>>) -> tensor<3xi64>
  %4 = relay.dyn.broadcast_to %0, %3 : (tensor<?x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %4 : tensor<?x?x?xf32>
}

// CHECK-LABEL: func @others
func.func @others(%x: tensor<1x3x4x4xf32>, %v: tensor<f32>, %i: tensor<3xi32>) -> tuple<tensor<?x?xf32>, tensor<?xf32>, tensor<1x3x?x?xf32>, tensor<?x?x?x?xf32>, tensor<3x?xf32>, tensor<?x?x?xf32>, tensor<?x3x4x4xf32>, tensor<1x3x4x?xf32>> {
  // CHECK: relay.full %{{.*}} {dtype = f32, shape = array<i64: 4, 5>} : (tensor<f32>) -> tensor<4x5xf32>
  // CHECK: relay.zeros {dtype = f32, shape = array<i64: 7>} : () -> tensor<7xf32>
  // CHECK: relay.image.resize2d %{{.*}} {method = "cubic", roi = array<f64: 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00>, size = array<i64: 4, 5>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x5xf32>
  // CHECK: relay.nn.pad %{{.*}} {pad_width = [array<i64: 0, 1>, array<i64: 0, 0>, array<i64: 2, 0>, array<i64: 0, 0>]} : (tensor<1x3x4x4xf32>, tensor<f32>) -> tensor<2x3x6x4xf32>
  // CHECK: relay.one_hot %{{.*}} {depth = 6 : i64, dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<f32>) -> tensor<3x6xf32>
  // CHECK: relay.squeeze %{{.*}} {axis = array<i64: 0>} : (tensor<1x3x4x4xf32>) -> tensor<3x4x4xf32>
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: 0>, end = array<i64: 0>, strides = array<i64: 1>} : (tensor<1x3x4x4xf32>) -> tensor<0x3x4x4xf32>
  // CHECK: relay.topk %{{.*}} {dtype = i32, k = 2 : i64, ret_type = "values"} : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x2xf32>
  %s = relay.constant dense<[4, 5]> : tensor<2xi64>
  %seven = relay.constant dense<7> : tensor<1xui8>
  %roi = relay.constant dense<[0.0, 0.0, 1.0, 1.0]> : tensor<4xf32>
  %w = relay.constant dense<[[0, 1], [0, 0], [2, 0], [0, 0]]> : tensor<4x2xi64>
  %six = relay.constant dense<6> : tensor<i32>
  %zero = relay.constant dense<0> : tensor<1xi64>
  %one = relay.constant dense<1> : tensor<1xi64>
  %two = relay.constant dense<2> : tensor<i64>
  %0 = relay.dyn.full %v, %s {dtype = f32} : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = relay.dyn.zeros %seven {dtype = f32} : (tensor<1xui8>) -> tensor<?xf32>
  %2 = relay.dyn.image.resize2d %x, %s, %roi {method = "cubic", size = array<i64>} : (tensor<1x3x4x4xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<1x3x?x?xf32>
  %3 = relay.dyn.nn.pad %x, %w, %v {pad_width = []} : (tensor<1x3x4x4xf32>, tensor<4x2xi64>, tensor<f32>) -> tensor<?x?x?x?xf32>
  %4 = relay.dyn.one_hot %i, %v, %v, %six {dtype = f32} : (tensor<3xi32>, tensor<f32>, tensor<f32>, tensor<i32>) -> tensor<3x?xf32>
  %5 = relay.dyn.squeeze %x, %zero : (tensor<1x3x4x4xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  %6 = relay.dyn.strided_slice %x, %zero, %zero, %one : (tensor<1x3x4x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3x4x4xf32>
  %7 = relay.dyn.topk %x, %two {dtype = i32, ret_type = "values"} : (tensor<1x3x4x4xf32>, tensor<i64>) -> tensor<1x3x4x?xf32>
  %8 = relay.tuple %0, %1, %2, %3, %4, %5, %6, %7 : (tensor<?x?xf32>, tensor<?xf32>, tensor<1x3x?x?xf32>, tensor<?x?x?x?xf32>, tensor<3x?xf32>, tensor<?x?x?xf32>, tensor<?x3x4x4xf32>, tensor<1x3x4x?xf32>) -> tuple<tensor<?x?xf32>, tensor<?xf32>, tensor<1x3x?x?xf32>, tensor<?x?x?x?xf32>, tensor<3x?xf32>, tensor<?x?x?xf32>, tensor<?x3x4x4xf32>, tensor<1x3x4x?xf32>>
  return %8 : tuple<tensor<?x?xf32>, tensor<?xf32>, tensor<1x3x?x?xf32>, tensor<?x?x?x?xf32>, tensor<3x?xf32>, tensor<?x?x?xf32>, tensor<?x3x4x4xf32>, tensor<1x3x4x?xf32>>
}

// An operand that is not constant, and constants that are no shape.
// CHECK-LABEL: func @stays
func.func @stays(%x: tensor<2x3xf32>, %s: tensor<1xi64>) -> tuple<tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>> {
  // CHECK: relay.dyn.reshape
  // CHECK: relay.dyn.reshape
  // CHECK: relay.dyn.broadcast_to
  %five = relay.constant dense<5> : tensor<1xi64>
  %t = relay.constant dense<[-1, 3]> : tensor<2xi64>
  %0 = relay.dyn.reshape %x, %s : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = relay.dyn.reshape %x, %five : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = relay.dyn.broadcast_to %x, %t : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %3 = relay.tuple %0, %1, %2 : (tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>>
  return %3 : tuple<tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>>
}

// CHECK-LABEL: func @skipped
func.func @skipped() -> tensor<?xf32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK: relay.dyn.ones
  %s = relay.constant dense<5> : tensor<1xi64>
  %0 = relay.dyn.ones %s {dtype = f32} : (tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Importers of ONNX compute sizes as floats.
// CHECK-LABEL: func @float_sizes
func.func @float_sizes(%x: tensor<1x3x4x4xf32>) -> tuple<tensor<1x3x?x?xf32>, tensor<1x3x?x?xf32>> {
  // CHECK: relay.image.resize2d %{{.*}} {roi = array<f64: 0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00>, size = array<i64: 8, 6>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x6xf32>
  // CHECK: relay.dyn.image.resize2d
  %s = relay.constant dense<[8.0, 6.0]> : tensor<2xf32>
  %half = relay.constant dense<[8.0, 6.5]> : tensor<2xf32>
  %roi = relay.constant dense<[0.0, 0.0, 1.0, 1.0]> : tensor<4xf32>
  %0 = relay.dyn.image.resize2d %x, %s, %roi : (tensor<1x3x4x4xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<1x3x?x?xf32>
  %1 = relay.dyn.image.resize2d %x, %half, %roi : (tensor<1x3x4x4xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<1x3x?x?xf32>
  %2 = relay.tuple %0, %1 : (tensor<1x3x?x?xf32>, tensor<1x3x?x?xf32>) -> tuple<tensor<1x3x?x?xf32>, tensor<1x3x?x?xf32>>
  return %2 : tuple<tensor<1x3x?x?xf32>, tensor<1x3x?x?xf32>>
}

// A range that is reversed is empty.
// CHECK-LABEL: func @reversed
func.func @reversed(%x: tensor<5x2xf32>) -> tensor<?x2xf32> {
  // CHECK: relay.strided_slice %{{.*}} {begin = array<i64: -9>, end = array<i64: -9>, strides = array<i64: -1>} : (tensor<5x2xf32>) -> tensor<0x2xf32>
  %begin = relay.constant dense<-9> : tensor<1xi64>
  %end = relay.constant dense<[]> : tensor<0xi64>
  %step = relay.constant dense<-1> : tensor<1xi64>
  %0 = relay.dyn.strided_slice %x, %begin, %end, %step : (tensor<5x2xf32>, tensor<1xi64>, tensor<0xi64>, tensor<1xi64>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
