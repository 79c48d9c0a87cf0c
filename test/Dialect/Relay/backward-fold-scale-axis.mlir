// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-backward-fold-scale-axis))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-backward-fold-scale-axis))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-backward-fold-scale-axis))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=BackwardFoldScaleAxis opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-backward-fold-scale-axis{constant-factors}))' | FileCheck %s --check-prefix=CONSTANT
// LEVEL2-LABEL: func @convolution
// LEVEL2-NEXT: relay.nn.conv2d

// A factor that is computed stays with constant-factors.
// CONSTANT-LABEL: func @convolution
// CONSTANT-NEXT: %[[R:.*]] = relay.nn.conv2d %arg0, %arg1
// CONSTANT-NEXT: relay.multiply %[[R]], %arg2
// CHECK-LABEL: func @convolution
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8x8xf32>, %[[W:.*]]: tensor<4x2x1x1xf32>, %[[S:.*]]: tensor<1x4x1x1xf32>)
func.func @convolution(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %s: tensor<1x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  // CHECK-NEXT: %[[V:.*]] = relay.squeeze %[[S]] {axis = array<i64: 0, 2, 3>} : (tensor<1x4x1x1xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[E:.*]] = relay.expand_dims %[[V]] {axis = 1 : i64, num_newaxis = 3 : i64}
  // CHECK-NEXT: %[[M:.*]] = relay.multiply %[[W]], %[[E]]
  // CHECK-NEXT: %[[R:.*]] = relay.nn.conv2d %[[X]], %[[M]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.multiply %0, %s : (tensor<1x4x8x8xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}

// The factor may come after the convolution, on either side; what is added is
// multiplied.
// CHECK-LABEL: func @bias
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<4xf32>)
func.func @bias(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %b: tensor<4xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[F:.*]] = relay.exp %[[S]]
  // CHECK-NEXT: %[[N:.*]] = relay.multiply %[[B]], %[[F]]
  // CHECK-NEXT: %[[E:.*]] = relay.expand_dims %[[F]]
  // CHECK-NEXT: %[[M:.*]] = relay.multiply %[[W]], %[[E]]
  // CHECK-NEXT: %[[D:.*]] = relay.nn.dense %[[X]], %[[M]]
  // CHECK-NEXT: %[[R:.*]] = relay.subtract %[[N]], %[[D]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.subtract %b, %0 : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = relay.exp %s : (tensor<4xf32>) -> tensor<4xf32>
  %3 = relay.multiply %2, %1 : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// CHECK-LABEL: func @bias_add
// CHECK: %[[V:.*]] = relay.squeeze
// CHECK-NEXT: %[[B:.*]] = relay.multiply %arg2, %[[V]]
// CHECK-NEXT: relay.expand_dims
// CHECK-NEXT: relay.multiply %arg1
// CHECK-NEXT: relay.nn.conv2d
// CHECK-NEXT: relay.nn.bias_add %{{.*}}, %[[B]]
// CHECK-NEXT: return
func.func @bias_add(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %b: tensor<4xf32>, %s: tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.bias_add %0, %b : (tensor<1x4x8x8xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.multiply %1, %s : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}
// CHECK-LABEL: func @other_bias
// CHECK-NEXT: relay.nn.conv2d %arg0, %arg1
func.func @other_bias(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %b: tensor<8xf32>, %s: tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.bias_add %0, %b {axis = -1 : i64} : (tensor<1x4x8x8xf32>, tensor<8xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.multiply %1, %s : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}

// A scalar is repeated; an activation needs a factor that is not negative, on
// both ways.
// CONSTANT-LABEL: func @positive
// CONSTANT: relay.multiply %arg2
// CONSTANT: relay.multiply %arg1
// CHECK-LABEL: func @positive
func.func @positive(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %v: tensor<4x3xf32>) -> tensor<2x4xf32> {
  // CHECK: %[[C:.*]] = relay.constant dense<2.{{.*}}> : tensor<f32>
  // CHECK-NEXT: %[[E:.*]] = relay.expand_dims %[[C]] {axis = 0 : i64} : (tensor<f32>) -> tensor<1xf32>
  // CHECK-NEXT: %[[F:.*]] = relay.repeat %[[E]] {axis = 0 : i64, repeats = 4 : i64} : (tensor<1xf32>) -> tensor<4xf32>
  // CHECK: relay.multiply %arg2
  // CHECK: relay.nn.relu
  // CHECK: relay.multiply %arg1
  // CHECK: %[[A:.*]] = relay.add
  // CHECK-NEXT: return %[[A]]
  %c = relay.constant dense<2.0> : tensor<f32>
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.nn.dense %x, %v : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %2 = relay.nn.relu %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = relay.add %0, %2 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = relay.multiply %3, %c : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// CHECK-LABEL: func @negative
// CHECK: relay.nn.dense %{{.*}}, %arg1
// CHECK: relay.multiply
func.func @negative(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %v: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %c = relay.constant dense<[1.0, -1.0, 2.0, 3.0]> : tensor<4xf32>
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.nn.dense %x, %v : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %2 = relay.nn.relu %1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %3 = relay.add %0, %2 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %4 = relay.multiply %3, %c : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// Split channels.
// CHECK-LABEL: func @blocks
func.func @blocks(%x: tensor<1x2x8x8x2xf32>, %w: tensor<3x4x1x1x1x2xf32>, %s: tensor<3x1x1x2xf32>) -> tensor<1x3x8x8x2xf32> {
  // CHECK-NEXT: %[[V:.*]] = relay.squeeze %{{.*}} {axis = array<i64: 1, 2>} : (tensor<3x1x1x2xf32>) -> tensor<3x2xf32>
  // CHECK-NEXT: %[[E:.*]] = relay.reshape %[[V]] {newshape = array<i64: 3, 1, 1, 1, 1, 2>}
  // CHECK-NEXT: %[[M:.*]] = relay.multiply %{{.*}}, %[[E]]
  // CHECK-NEXT: relay.nn.conv2d %{{.*}}, %[[M]]
  // CHECK-NEXT: return
  %0 = relay.nn.conv2d %x, %w {data_layout = "NCHW2c", kernel_layout = "OIHW1i2o"} : (tensor<1x2x8x8x2xf32>, tensor<3x4x1x1x1x2xf32>) -> tensor<1x3x8x8x2xf32>
  %1 = relay.multiply %0, %s : (tensor<1x3x8x8x2xf32>, tensor<3x1x1x2xf32>) -> tensor<1x3x8x8x2xf32>
  return %1 : tensor<1x3x8x8x2xf32>
}

// One multiplication after the other.
// CHECK-LABEL: func @twice
// CHECK-COUNT-2: relay.multiply
// CHECK-NEXT: relay.nn.dense
// CHECK-NEXT: return
func.func @twice(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = relay.multiply %1, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// CHECK-LABEL: func @two_users
// CHECK: relay.nn.dense %arg0, %arg1
func.func @two_users(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = relay.add %0, %1 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// Other axes, groups, dynamic sizes, integers, branches.
// CHECK-LABEL: func @rows
// CHECK: relay.nn.dense %arg0, %arg1
func.func @rows(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
// CHECK-LABEL: func @groups
// CHECK: relay.nn.conv2d %arg0, %arg1
func.func @groups(%x: tensor<1x4x8x8xf32>, %w: tensor<4x2x1x1xf32>, %s: tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64} : (tensor<1x4x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.multiply %0, %s : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}
// CHECK-LABEL: func @depthwise
// CHECK: relay.multiply %arg1
// CHECK-NEXT: relay.nn.conv2d
func.func @depthwise(%x: tensor<1x4x8x8xf32>, %w: tensor<4x1x1x1xf32>, %s: tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  %0 = relay.nn.conv2d %x, %w {groups = 4 : i64} : (tensor<1x4x8x8xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.multiply %0, %s : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}
// CHECK-LABEL: func @dynamic
// CHECK: relay.nn.dense %arg0, %arg1
func.func @dynamic(%x: tensor<2x3xf32>, %w: tensor<?x3xf32>, %s: tensor<?xf32>) -> tensor<2x?xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<2x?xf32>
  %1 = relay.multiply %0, %s : (tensor<2x?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %1 : tensor<2x?xf32>
}
// CHECK-LABEL: func @integers
// CHECK: relay.nn.dense %arg0, %arg1
func.func @integers(%x: tensor<2x3xi8>, %w: tensor<4x3xi8>, %s: tensor<4xi32>) -> tensor<2x4xi32> {
  %0 = relay.nn.dense %x, %w {out_dtype = i32} : (tensor<2x3xi8>, tensor<4x3xi8>) -> tensor<2x4xi32>
  %1 = relay.multiply %0, %s : (tensor<2x4xi32>, tensor<4xi32>) -> tensor<2x4xi32>
  return %1 : tensor<2x4xi32>
}
// CHECK-LABEL: func @branch
// CHECK: relay.nn.dense %arg0, %arg1
// CHECK: relay.if
// CHECK-NEXT: relay.multiply
func.func @branch(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>, %c: tensor<i1>) -> tensor<2x4xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.if %c -> tensor<2x4xf32> {
    %2 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    relay.yield %2 : tensor<2x4xf32>
  } else {
    %2 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
    %3 = relay.multiply %2, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
    // CHECK: else
    // CHECK: relay.multiply %arg1
    // CHECK-NEXT: relay.nn.dense
    // CHECK-NEXT: relay.yield
    relay.yield %3 : tensor<2x4xf32>
  }
  return %1 : tensor<2x4xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-NEXT: relay.nn.dense %arg0, %arg1
func.func @skipped(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}

// The operator that took the first factor has two users; the second factor is
// for one of them.
// CHECK-LABEL: func @product_with_two_users
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8x8xf32>, %[[W:.*]]: tensor<4x2x1x1xf32>, %[[S:.*]]: tensor<1x4x1x1xf32>, %[[T:.*]]: tensor<1x4x1x1xf32>)
func.func @product_with_two_users(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %s: tensor<1x4x1x1xf32>, %t: tensor<1x4x1x1xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>> {
  // CHECK: %[[M:.*]] = relay.multiply %[[W]]
  // CHECK-NEXT: %[[C:.*]] = relay.nn.conv2d %[[X]], %[[M]]
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[C]]
  // CHECK-NEXT: %[[P:.*]] = relay.multiply %[[C]], %[[T]]
  // CHECK-NEXT: relay.tuple %[[E]], %[[P]]
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.multiply %0, %s : (tensor<1x4x8x8xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.exp %1 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = relay.multiply %1, %t : (tensor<1x4x8x8xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %4 = relay.tuple %2, %3 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>>
  return %4 : tuple<tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>>
}

// The sum cannot be scaled before its product has gone, and not as a whole where
// that has another user.
// CHECK-LABEL: func @sum_with_product_used_twice
// CHECK-SAME: %[[X:.*]]: tensor<1x3xf32>, %[[Y:.*]]: tensor<1x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[V:.*]]: tensor<4x3xf32>, %[[S:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<4xf32>)
func.func @sum_with_product_used_twice(%x: tensor<1x3xf32>, %y: tensor<1x3xf32>, %w: tensor<4x3xf32>, %v: tensor<4x3xf32>, %s: tensor<4xf32>, %t: tensor<4xf32>) -> tuple<tensor<1x4xf32>, tensor<1x4xf32>> {
  // CHECK: %[[VS:.*]] = relay.multiply %[[V]]
  // CHECK-NEXT: %[[B:.*]] = relay.nn.dense %[[Y]], %[[VS]]
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[B]]
  // CHECK: %[[BT:.*]] = relay.multiply %[[B]], %[[T]]
  // CHECK: %[[WT:.*]] = relay.multiply %[[W]]
  // CHECK-NEXT: %[[A:.*]] = relay.nn.dense %[[X]], %[[WT]]
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[A]], %[[BT]]
  // CHECK-NEXT: relay.tuple %[[R]], %[[E]]
  %0 = relay.nn.dense %y, %v : (tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<1x4xf32>
  %1 = relay.multiply %0, %s : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %2 = relay.exp %1 : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %3 = relay.nn.dense %x, %w : (tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<1x4xf32>
  %4 = relay.add %3, %1 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %5 = relay.multiply %4, %t : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %6 = relay.tuple %5, %2 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tuple<tensor<1x4xf32>, tensor<1x4xf32>>
  return %6 : tuple<tensor<1x4xf32>, tensor<1x4xf32>>
}

// A negative factor of such a sum stays behind the activation in it.
// CHECK-LABEL: func @sum_with_scaled_activation
// CHECK-SAME: %[[X:.*]]: tensor<1x3xf32>, %[[Y:.*]]: tensor<1x3xf32>, %[[W:.*]]: tensor<4x3xf32>, %[[V:.*]]: tensor<4x3xf32>)
func.func @sum_with_scaled_activation(%x: tensor<1x3xf32>, %y: tensor<1x3xf32>, %w: tensor<4x3xf32>, %v: tensor<4x3xf32>) -> tensor<1x4xf32> {
  // CHECK-DAG: %[[S:.*]] = relay.constant dense<[1.0{{.*}}, 2.0
  // CHECK-DAG: %[[T:.*]] = relay.constant dense<[-5.0
  // CHECK: %[[VS:.*]] = relay.multiply %[[V]]
  // CHECK-NEXT: %[[B:.*]] = relay.nn.dense %[[Y]], %[[VS]]
  // CHECK-NEXT: %[[C:.*]] = relay.nn.relu %[[B]]
  // CHECK: relay.multiply %[[C]], %[[T]]
  %s = relay.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %t = relay.constant dense<[-5.0, -6.0, -7.0, -8.0]> : tensor<4xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<1x4xf32>
  %1 = relay.nn.dense %y, %v : (tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<1x4xf32>
  %2 = relay.nn.relu %1 : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %3 = relay.multiply %2, %s : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %4 = relay.add %0, %3 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32>
  %5 = relay.multiply %4, %t : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %5 : tensor<1x4xf32>
}

// Products with the weight, and with the bias, have to be normal numbers.
// CHECK-LABEL: func @extreme_weight
// CHECK: relay.nn.dense
// CHECK-NEXT: relay.multiply
func.func @extreme_weight(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %s = relay.constant dense<[1.0, 1.0e+30]> : tensor<2xf32>
  %w = relay.constant dense<[[1.0e+10, 1.0], [1.0, 2.0]]> : tensor<2x2xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %1 = relay.multiply %0, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %1 : tensor<1x2xf32>
}
// CHECK-LABEL: func @extreme_bias
// CHECK: relay.nn.bias_add
// CHECK-NEXT: relay.multiply
func.func @extreme_bias(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %s = relay.constant dense<[1.0, 1.0e-20]> : tensor<2xf32>
  %b = relay.constant dense<[1.0, 1.0e-20]> : tensor<2xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %1 = relay.nn.bias_add %0, %b : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %2 = relay.multiply %1, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}
// CHECK-LABEL: func @extreme_sum
// CHECK: relay.add
// CHECK-NEXT: relay.multiply
func.func @extreme_sum(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %s = relay.constant dense<[1.0, 1.0e+20]> : tensor<2xf32>
  %b = relay.constant dense<[1.0, 1.0e+20]> : tensor<2xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %1 = relay.add %0, %b : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %2 = relay.multiply %1, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}

// Each product is asked for, also where the factors come one after the other.
// CHECK-LABEL: func @extreme_in_a_row
// CHECK: %[[W:.*]] = relay.multiply
// CHECK-NEXT: %[[D:.*]] = relay.nn.dense %arg0, %[[W]]
// CHECK-NEXT: relay.multiply %[[D]]
func.func @extreme_in_a_row(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %s = relay.constant dense<[1.0e+20, 2.0e+20]> : tensor<2xf32>
  %t = relay.constant dense<[3.0e+20, 2.0e+20]> : tensor<2xf32>
  %w = relay.constant dense<1.0> : tensor<2x2xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %1 = relay.multiply %0, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %2 = relay.multiply %1, %t : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}

// Zeros are multiplied like other numbers.
// CHECK-LABEL: func @zeros
// CHECK-NOT: relay.multiply %{{.*}}tensor<1x2xf32>
func.func @zeros(%x: tensor<1x2xf32>, %w: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %s = relay.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %b = relay.constant dense<0.0> : tensor<2xf32>
  %0 = relay.nn.dense %x, %w : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %1 = relay.nn.bias_add %0, %b : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %2 = relay.multiply %1, %s : (tensor<1x2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %2 : tensor<1x2xf32>
}

// matmul(x, w) * s -> matmul(x, w * s)
// CHECK-LABEL: func @matmul
func.func @matmul(%x: tensor<3x2xf32>, %w: tensor<3x4xf32>, %s: tensor<4xf32>) -> tensor<2x4xf32> {
  // CHECK-NEXT: %[[W:.*]] = relay.multiply %arg1, %arg2
  // CHECK-NEXT: relay.nn.matmul %arg0, %[[W]] {transpose_a = true}
  %0 = relay.nn.matmul %x, %w {transpose_a = true} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = relay.multiply %0, %s : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
