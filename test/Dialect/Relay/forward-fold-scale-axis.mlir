// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-forward-fold-scale-axis))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-forward-fold-scale-axis))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-forward-fold-scale-axis))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=ForwardFoldScaleAxis opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-forward-fold-scale-axis{constant-factors}))' | FileCheck %s --check-prefix=CONSTANT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=ForwardFoldScaleAxis opt-level=3 config=relay.FoldScaleAxis.constant_factors=true})' | FileCheck %s --check-prefix=CONSTANT
// LEVEL2-LABEL: func @convolution
// LEVEL2-NEXT: relay.multiply %arg0

// A factor that is computed stays with constant-factors.
// CONSTANT-LABEL: func @convolution
// CONSTANT-NEXT: relay.multiply %arg0
// CONSTANT-NEXT: relay.nn.conv2d
// CHECK-LABEL: func @convolution
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf32>, %[[W:.*]]: tensor<2x4x1x1xf32>, %[[S:.*]]: tensor<4x1x1xf32>)
func.func @convolution(%x: tensor<1x4x8x8xf32>, %w: tensor<2x4x1x1xf32>, %s: tensor<4x1x1xf32>) -> tensor<1x2x8x8xf32> {
  // CHECK-NEXT: %[[V:.*]] = relay.squeeze %[[S]] {axis = array<i64: 1, 2>} : (tensor<4x1x1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[E:.*]] = relay.expand_dims %[[V]] {axis = 1 : i64, num_newaxis = 2 : i64}
  // CHECK-NEXT: %[[M:.*]] = relay.multiply %[[W]], %[[E]]
  // CHECK-NEXT: %[[R:.*]] = relay.nn.conv2d %[[X]], %[[M]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.multiply %x, %s : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.conv2d %0, %w : (tensor<1x4x8x8xf32>, tensor<2x4x1x1xf32>) -> tensor<1x2x8x8xf32>
  return %1 : tensor<1x2x8x8xf32>
}

// Through activations and sums, to all users.
// CONSTANT-LABEL: func @path
// CONSTANT-NOT: relay.multiply %{{.*}}, %arg0
// CONSTANT: relay.nn.relu %arg0
// CHECK-LABEL: func @path
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @path(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant
  // CHECK-NEXT: %[[A:.*]] = relay.nn.relu %[[X]]
  // CHECK-NEXT: %[[D:.*]] = relay.divide %[[B]], %[[C]]
  // CHECK-NEXT: %[[S:.*]] = relay.subtract %[[D]], %[[A]]
  // CHECK-NEXT: %[[V:.*]] = relay.multiply %[[W]], %[[C]]
  // CHECK-NEXT: %[[L:.*]] = relay.nn.dense %[[S]], %[[V]]
  // CHECK-NEXT: %[[U:.*]] = relay.multiply %[[W]], %[[C]]
  // CHECK-NEXT: %[[R:.*]] = relay.nn.dense %[[S]], %[[U]]
  // CHECK-NEXT: relay.add %[[L]], %[[R]]
  %c = relay.constant dense<[1.0, 0.5, 2.0]> : tensor<3xf32>
  %0 = relay.multiply %c, %x : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.relu %0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.subtract %b, %1 : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = relay.nn.dense %2, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %4 = relay.nn.dense %2, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %5 = relay.add %3, %4 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %5 : tensor<2x4xf32>
}

// Nothing is divided by zero, nor by what may be zero.
// CHECK-LABEL: func @zero
// CHECK: relay.multiply %arg0
// CHECK-NOT: relay.divide
func.func @zero(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<2x4xf32> {
  %c = relay.constant dense<[1.0, 0.0, 2.0]> : tensor<3xf32>
  %0 = relay.multiply %x, %c : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.add %0, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
// CHECK-LABEL: func @not_constant
// CHECK-NEXT: relay.multiply %arg0, %arg3
func.func @not_constant(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.add %0, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
// CHECK-LABEL: func @negative
// CHECK: relay.divide %arg2
func.func @negative(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<2x4xf32> {
  %c = relay.constant dense<[1.0, -0.5, 2.0]> : tensor<3xf32>
  %0 = relay.multiply %x, %c : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.add %0, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
// CHECK-LABEL: func @unknown
// CHECK: relay.multiply %arg0
func.func @unknown(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.leaky_relu %0 {alpha = 0.5 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// Another user takes no factor.
// CHECK-LABEL: func @other_user
// CHECK-NEXT: relay.multiply %arg0
func.func @other_user(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tuple<tensor<2x4xf32>, tensor<2x3xf32>> {
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.dense %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %2 = relay.tuple %1, %0 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tuple<tensor<2x4xf32>, tensor<2x3xf32>>
  return %2 : tuple<tensor<2x4xf32>, tensor<2x3xf32>>
}
// CHECK-LABEL: func @captured
// CHECK-NEXT: relay.multiply %arg0
func.func @captured(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> (() -> tensor<2x4xf32>) {
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %f = relay.fn () -> tensor<2x4xf32> {
    %1 = relay.nn.dense %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
    relay.yield %1 : tensor<2x4xf32>
  }
  return %f : () -> tensor<2x4xf32>
}

// CHECK-LABEL: func @scalar
// CHECK: relay.expand_dims %{{.*}} {axis = 0 : i64, num_newaxis = 2 : i64}
// CHECK-NEXT: relay.repeat %{{.*}} {axis = 0 : i64, repeats = 2 : i64}
// CHECK-NEXT: %[[F:.*]] = relay.repeat %{{.*}} {axis = 1 : i64, repeats = 2 : i64}
// CHECK-NEXT: relay.reshape %[[F]] {newshape = array<i64: 1, 1, 1, 1, 4, 1>}
// CHECK-NEXT: relay.multiply
// CHECK-NEXT: relay.nn.conv2d
func.func @scalar(%x: tensor<1x2x8x8x2xf32>, %w: tensor<3x1x1x1x4x2xf32>, %s: tensor<f32>) -> tensor<1x3x8x8x2xf32> {
  %0 = relay.multiply %x, %s : (tensor<1x2x8x8x2xf32>, tensor<f32>) -> tensor<1x2x8x8x2xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NCHW2c", kernel_layout = "OIHW4i2o"} : (tensor<1x2x8x8x2xf32>, tensor<3x1x1x1x4x2xf32>) -> tensor<1x3x8x8x2xf32>
  return %1 : tensor<1x3x8x8x2xf32>
}

// CHECK-LABEL: func @projection
// CHECK-NEXT: %[[S:.*]] = relay.multiply %arg1, %arg2
// CHECK-NEXT: relay.nn.dense %arg0, %[[S]]
// CHECK-NEXT: return
func.func @projection(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.tuple %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tuple<tensor<2x3xf32>, tensor<4x3xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2x3xf32>, tensor<4x3xf32>>) -> tensor<2x3xf32>
  %3 = relay.tuple_get %1[1] : (tuple<tensor<2x3xf32>, tensor<4x3xf32>>) -> tensor<4x3xf32>
  %4 = relay.nn.dense %2, %3 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// The size of the data counts, not that of the factor.
// CHECK-LABEL: func @dynamic
// CHECK-NEXT: relay.multiply %arg0
func.func @dynamic(%x: tensor<2x?xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
  %0 = relay.multiply %x, %s : (tensor<2x?xf32>, tensor<3xf32>) -> tensor<2x?xf32>
  %1 = relay.nn.dense %0, %w : (tensor<2x?xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-NEXT: relay.multiply %arg0
func.func @skipped(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.dense %0, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func @in_a_row
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[S:.*]]: tensor<3xf32>, %[[T:.*]]: tensor<3xf32>)
func.func @in_a_row(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<3xf32>, %t: tensor<3xf32>) -> tensor<2x4xf32> {
  // CHECK: %[[WT:.*]] = relay.multiply %[[W]], %[[T]]
  // CHECK: %[[WTS:.*]] = relay.multiply %[[WT]], %[[S]]
  // CHECK: relay.nn.dense %[[X]], %[[WTS]]
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.multiply %0, %t : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// Users that scale along different axes take no common factor.
// CHECK-LABEL: func @other_axes
// CHECK: %[[M:.*]] = relay.multiply %arg0
// CHECK-NEXT: relay.nn.conv2d %[[M]], %arg1
// CHECK-NEXT: relay.nn.dense %[[M]], %arg2
func.func @other_axes(%x: tensor<1x2x5x5x4xf32>, %w: tensor<2x2x3x3x4x4xf32>, %v: tensor<3x4xf32>, %s: tensor<4xf32>) -> tuple<tensor<1x2x3x3x4xf32>, tensor<1x2x5x5x3xf32>> {
  %0 = relay.multiply %x, %s : (tensor<1x2x5x5x4xf32>, tensor<4xf32>) -> tensor<1x2x5x5x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o", kernel_size = array<i64: 3, 3>, channels = 8 : i64} : (tensor<1x2x5x5x4xf32>, tensor<2x2x3x3x4x4xf32>) -> tensor<1x2x3x3x4xf32>
  %2 = relay.nn.dense %0, %v : (tensor<1x2x5x5x4xf32>, tensor<3x4xf32>) -> tensor<1x2x5x5x3xf32>
  %3 = relay.tuple %1, %2 : (tensor<1x2x3x3x4xf32>, tensor<1x2x5x5x3xf32>) -> tuple<tensor<1x2x3x3x4xf32>, tensor<1x2x5x5x3xf32>>
  return %3 : tuple<tensor<1x2x3x3x4xf32>, tensor<1x2x5x5x3xf32>>
}

// The quotient overflows, of a constant and of a number about 1.
// CHECK-LABEL: func @overflow_of_quotient
// CHECK: relay.multiply %arg0
// CHECK-NOT: relay.divide
func.func @overflow_of_quotient(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %s = relay.constant dense<[1.0, 1.0e-30, 2.0]> : tensor<3xf32>
  %b = relay.constant dense<[0.5, 1.0e+10, 2.0]> : tensor<3xf32>
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.add %0, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
// CHECK-LABEL: func @overflow_of_reciprocal
// CHECK: relay.multiply %arg0
// CHECK-NOT: relay.divide
func.func @overflow_of_reciprocal(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<3xf32>) -> tensor<2x4xf32> {
  %s = relay.constant dense<[1.0, 1.0e-40, 2.0]> : tensor<3xf32>
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.add %0, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.dense %1, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// The product with the weight overflows, vanishes, or is infinite.
// CHECK-LABEL: func @overflow_of_product
// CHECK-COUNT-3: relay.multiply %arg0
// CHECK-NOT: relay.multiply %{{[0-9a-z_]*}}
func.func @overflow_of_product(%x: tensor<1x2xf32>) -> tuple<tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>> {
  %s = relay.constant dense<[1.0, 1.0e+30]> : tensor<2xf32>
  %t = relay.constant dense<[1.0, -1.0e-30]> : tensor<2xf32>
  %u = relay.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  %w = relay.constant dense<[[1.0e+10, 1.0]]> : tensor<1x2xf32>
  %v = relay.constant dense<1.0e-10> : tensor<1x2xf32>
  %0 = relay.multiply %x, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %1 = relay.nn.dense %0, %w : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %2 = relay.multiply %x, %t : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %3 = relay.nn.dense %2, %v : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %4 = relay.multiply %x, %u : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %5 = relay.nn.dense %4, %w : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  %6 = relay.tuple %1, %3, %5 : (tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> tuple<tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>>
  return %6 : tuple<tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>>
}

// Elements of a weight that are zero, denormal or much smaller than others do
// not matter.
// CHECK-LABEL: func @small_elements
// CHECK-NOT: relay.multiply %arg0
func.func @small_elements(%x: tensor<1x3xf32>) -> tensor<1x1xf32> {
  %s = relay.constant dense<[1.0e-10, 1.0, 2.0]> : tensor<3xf32>
  %w = relay.constant dense<[[1.0e-40, 0.5, 1.0e-30]]> : tensor<1x3xf32>
  %0 = relay.multiply %x, %s : (tensor<1x3xf32>, tensor<3xf32>) -> tensor<1x3xf32>
  %1 = relay.nn.dense %0, %w : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x1xf32>
  return %1 : tensor<1x1xf32>
}

// The product of the first two of three factors overflows.
// CHECK-LABEL: func @overflow_in_a_row
// CHECK: %[[X:.*]] = relay.multiply %arg0
// CHECK: %[[W:.*]] = relay.multiply
// CHECK: relay.nn.dense %[[X]], %[[W]]
func.func @overflow_in_a_row(%x: tensor<1x2xf32>) -> tensor<1x1xf32> {
  %s = relay.constant dense<1.0e+20> : tensor<2xf32>
  %t = relay.constant dense<[3.0e+20, 2.0e+20]> : tensor<2xf32>
  %w = relay.constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %0 = relay.multiply %x, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %1 = relay.multiply %0, %t : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %2 = relay.nn.dense %1, %w : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x1xf32>
  return %2 : tensor<1x1xf32>
}

// The range is that of the type.
// CHECK-LABEL: func @half
// CHECK: relay.multiply %arg0
// CHECK-NOT: relay.multiply
func.func @half(%x: tensor<1x2xf16>) -> tensor<1x1xf16> {
  %s = relay.constant dense<[1.0, 4.0e+02]> : tensor<2xf16>
  %w = relay.constant dense<[[1.0, 2.0e+02]]> : tensor<1x2xf16>
  %0 = relay.multiply %x, %s : (tensor<1x2xf16>, tensor<2xf16>) -> tensor<1x2xf16>
  %1 = relay.nn.dense %0, %w : (tensor<1x2xf16>, tensor<1x2xf16>) -> tensor<1x1xf16>
  return %1 : tensor<1x1xf16>
}

// matmul(x * s, w) -> matmul(x, expand_dims(s) * w)
// CHECK-LABEL: func @matmul
func.func @matmul(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %s: tensor<3xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[S:.*]] = relay.expand_dims %arg2 {axis = 1 : i64
  // CHECK-NEXT: %[[W:.*]] = relay.multiply %arg1, %[[S]]
  // CHECK-NEXT: relay.nn.matmul %arg0, %[[W]]
  %0 = relay.multiply %x, %s : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %1 = relay.nn.matmul %0, %w : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// The sum is not over the axis of the factor.
// CHECK-LABEL: func @transposed
// CHECK-NEXT: relay.multiply %arg0
func.func @transposed(%x: tensor<3x3xf32>, %w: tensor<3x4xf32>, %s: tensor<3xf32>) -> tensor<3x4xf32> {
  %0 = relay.multiply %x, %s : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3x3xf32>
  %1 = relay.nn.matmul %0, %w {transpose_a = true} : (tensor<3x3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}
