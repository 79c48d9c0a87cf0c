// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-simplify-inference))' | FileCheck %s

// CHECK-LABEL: func @batch_norm
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8xf32>, %[[G:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>, %[[M:.*]]: tensor<3xf32>, %[[V:.*]]: tensor<3xf32>)
func.func @batch_norm(%x: tensor<1x3x8xf32>, %g: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<1x3x8xf32> {
  // CHECK-NEXT: %[[EPS:.*]] = relay.constant dense<1.000000e-03> : tensor<f32>
  // CHECK-NEXT: %[[VAR:.*]] = relay.add %[[V]], %[[EPS]]
  // CHECK-NEXT: %[[SQRT:.*]] = relay.sqrt %[[VAR]]
  // CHECK-NEXT: %[[ONE:.*]] = relay.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[DIV:.*]] = relay.divide %[[ONE]], %[[SQRT]]
  // CHECK-NEXT: %[[SCALE:.*]] = relay.multiply %[[DIV]], %[[G]]
  // CHECK-NEXT: %[[NEG:.*]] = relay.negative %[[M]]
  // CHECK-NEXT: %[[MUL:.*]] = relay.multiply %[[NEG]], %[[SCALE]]
  // CHECK-NEXT: %[[SHIFT:.*]] = relay.add %[[MUL]], %[[B]]
  // CHECK-NEXT: %[[S:.*]] = relay.expand_dims %[[SCALE]] {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3x1xf32>
  // CHECK-NEXT: %[[SCALED:.*]] = relay.multiply %[[X]], %[[S]]
  // CHECK-NEXT: %[[T:.*]] = relay.expand_dims %[[SHIFT]] {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3x1xf32>
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[SCALED]], %[[T]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.batch_norm %x, %g, %b, %m, %v {epsilon = 1.0e-3 : f64} : (tensor<1x3x8xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<1x3x8xf32>, tensor<3xf32>, tensor<3xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<1x3x8xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<1x3x8xf32>
  return %1 : tensor<1x3x8xf32>
}

// Neither gamma nor beta; the last axis needs no new dimensions.
// CHECK-LABEL: func @batch_norm_plain
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf16>, %{{.*}}: tensor<3xf16>, %[[M:.*]]: tensor<3xf16>, %[[V:.*]]: tensor<3xf16>)
func.func @batch_norm_plain(%x: tensor<2x3xf16>, %g: tensor<3xf16>, %m: tensor<3xf16>, %v: tensor<3xf16>) -> tensor<2x3xf16> {
  // CHECK-NEXT: relay.constant dense<1.001360e-05> : tensor<f16>
  // CHECK: %[[DIV:.*]] = relay.divide
  // CHECK-NEXT: %[[NEG:.*]] = relay.negative %[[M]]
  // CHECK-NEXT: %[[SHIFT:.*]] = relay.multiply %[[NEG]], %[[DIV]]
  // CHECK-NEXT: %[[SCALED:.*]] = relay.multiply %[[X]], %[[DIV]]
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[SCALED]], %[[SHIFT]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.batch_norm %x, %g, %g, %m, %v {axis = -1 : i64, center = false, scale = false} : (tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tuple<tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>>) -> tensor<2x3xf16>
  return %1 : tensor<2x3xf16>
}

// The other fields keep the operator, the first one does not.
// CHECK-LABEL: func @batch_norm_fields
func.func @batch_norm_fields(%x: tensor<2x3xf32>, %v: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  // CHECK-NEXT: %[[NORM:.*]] = relay.nn.batch_norm
  // CHECK-NOT: relay.tuple_get %[[NORM]][0]
  // CHECK: %[[DATA:.*]] = relay.add %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>)
  // CHECK-NEXT: %[[MEAN:.*]] = relay.tuple_get %[[NORM]][1]
  // CHECK-NEXT: return %[[DATA]], %[[MEAN]]
  %0 = relay.nn.batch_norm %x, %v, %v, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<2x3xf32>
  %2 = relay.tuple_get %0[1] : (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<3xf32>
}

// A tuple that is used whole, or bound by let, is not taken apart.
// CHECK-LABEL: func @batch_norm_kept
func.func @batch_norm_kept(%x: tensor<2x3xf32>, %v: tensor<3xf32>) -> (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>, tensor<2x3xf32>) {
  // CHECK-NEXT: %[[NORM:.*]] = relay.nn.batch_norm
  // CHECK-NEXT: %[[LET:.*]] = relay.let %[[NORM]]
  // CHECK-NEXT: %[[DATA:.*]] = relay.tuple_get %[[LET]][0]
  // CHECK-NEXT: return %[[NORM]], %[[DATA]]
  %0 = relay.nn.batch_norm %x, %v, %v, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  %1 = relay.let %0 as "n" : (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<2x3xf32>
  return %0, %2 : tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>, tensor<2x3xf32>
}

// The sizes 3 and 4 contradict each other, though each fits the dynamic data.
// CHECK-LABEL: func @contradiction
func.func @contradiction(%x: tensor<2x?xf32>, %g: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: relay.nn.layer_norm
  // CHECK-NEXT: return
  %0 = relay.nn.layer_norm %x, %g, %b : (tensor<2x?xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// A dynamic size that a vector refines stays as the result says.
// CHECK-LABEL: func @dynamic
func.func @dynamic(%x: tensor<2x?xf32>, %g: tensor<3xf32>, %b: tensor<?xf32>) -> tensor<2x?xf32> {
  // CHECK: %[[R:.*]] = relay.add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.layer_norm %x, %g, %b : (tensor<2x?xf32>, tensor<3xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func @layer_norm
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>, %[[G:.*]]: tensor<3xf32>, %[[B:.*]]: tensor<3xf32>)
func.func @layer_norm(%x: tensor<2x3x4xf32>, %g: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<2x3x4xf32> {
  // CHECK-NEXT: %[[MEAN:.*]] = relay.mean %[[X]] {axis = array<i64: -2>, keepdims = true}
  // CHECK-NEXT: %[[VAR:.*]] = relay.variance %[[X]], %[[MEAN]] {axis = array<i64: -2>, keepdims = true}
  // CHECK-NEXT: %[[EPS:.*]] = relay.constant dense<9.99999974E-6> : tensor<f32>
  // CHECK-NEXT: %[[SHIFTED:.*]] = relay.add %[[VAR]], %[[EPS]]
  // CHECK-NEXT: %[[DEV:.*]] = relay.sqrt %[[SHIFTED]]
  // CHECK-NEXT: %[[CENTERED:.*]] = relay.subtract %[[X]], %[[MEAN]]
  // CHECK-NEXT: %[[DIV:.*]] = relay.divide %[[CENTERED]], %[[DEV]]
  // CHECK-NEXT: %[[GAMMA:.*]] = relay.expand_dims %[[G]] {axis = 1 : i64}
  // CHECK-NEXT: %[[MUL:.*]] = relay.multiply %[[DIV]], %[[GAMMA]]
  // CHECK-NEXT: %[[BETA:.*]] = relay.expand_dims %[[B]] {axis = 1 : i64}
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[MUL]], %[[BETA]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.layer_norm %x, %g, %b {axis = -2 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @instance_norm
func.func @instance_norm(%x: tensor<2x4x5x3xf32>, %g: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<2x4x5x3xf32> {
  // CHECK: relay.mean %{{.*}} {axis = array<i64: 1, 2>, keepdims = true} : (tensor<2x4x5x3xf32>) -> tensor<2x1x1x3xf32>
  // CHECK: relay.divide
  // CHECK-NEXT: %[[R:.*]] = relay.add %{{.*}}, %{{.*}} : (tensor<2x4x5x3xf32>, tensor<3xf32>)
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.instance_norm %x, %g, %b {axis = -1 : i64, scale = false} : (tensor<2x4x5x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x5x3xf32>
  return %0 : tensor<2x4x5x3xf32>
}

// CHECK-LABEL: func @group_norm
func.func @group_norm(%x: tensor<1x4x8xf32>, %g: tensor<4xf32>) -> tensor<1x4x8xf32> {
  // CHECK-NEXT: %[[SPLIT:.*]] = relay.reshape %{{.*}} {newshape = array<i64: 1, 2, 2, 8>}
  // CHECK-NEXT: relay.mean %[[SPLIT]] {axis = array<i64: 2, 3>, keepdims = true}
  // CHECK: %[[DIV:.*]] = relay.divide
  // CHECK-NEXT: %[[MERGED:.*]] = relay.reshape %[[DIV]] {newshape = array<i64: 1, 4, 8>}
  // CHECK: relay.multiply %[[MERGED]]
  // CHECK: relay.add
  %0 = relay.nn.group_norm %x, %g, %g {num_groups = 2 : i64} : (tensor<1x4x8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8xf32>
  return %0 : tensor<1x4x8xf32>
}

// More elements than `reshape` takes.
// CHECK-LABEL: func @group_norm_huge
// CHECK-NEXT: relay.nn.group_norm
func.func @group_norm_huge(%x: tensor<1x4611686018427387904x8xf32>, %g: tensor<4611686018427387904xf32>) -> tensor<1x4611686018427387904x8xf32> {
  %0 = relay.nn.group_norm %x, %g, %g {num_groups = 2 : i64} : (tensor<1x4611686018427387904x8xf32>, tensor<4611686018427387904xf32>, tensor<4611686018427387904xf32>) -> tensor<1x4611686018427387904x8xf32>
  return %0 : tensor<1x4611686018427387904x8xf32>
}

// CHECK-LABEL: func @group_norm_dynamic
func.func @group_norm_dynamic(%x: tensor<?x?x8xf32>, %g: tensor<?xf32>) -> tensor<?x?x8xf32> {
  // CHECK-NEXT: relay.reshape %{{.*}} {newshape = array<i64: 0, -4, 2, -1, 0>} : (tensor<?x?x8xf32>) -> tensor<?x2x?x8xf32>
  // CHECK: relay.divide
  // CHECK-NEXT: %[[R:.*]] = relay.reshape %{{.*}} {newshape = array<i64: 0, -3, 0>} : (tensor<?x2x?x8xf32>) -> tensor<?x?x8xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.group_norm %x, %g, %g {num_groups = 2 : i64, center = false, scale = false} : (tensor<?x?x8xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?x8xf32>
  return %0 : tensor<?x?x8xf32>
}

// A size of 0 must not be taken for a code of reshape.
// CHECK-LABEL: func @group_norm_empty
func.func @group_norm_empty(%x: tensor<2x0x3xf32>, %g: tensor<0xf32>) -> tensor<2x0x3xf32> {
  // CHECK-NEXT: relay.reshape %{{.*}} {newshape = array<i64: 0, -4, 2, -1, 0>} : (tensor<2x0x3xf32>) -> tensor<2x2x0x3xf32>
  %0 = relay.nn.group_norm %x, %g, %g {num_groups = 2 : i64} : (tensor<2x0x3xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<2x0x3xf32>
  return %0 : tensor<2x0x3xf32>
}

// CHECK-LABEL: func @l2_normalize
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf16>)
func.func @l2_normalize(%x: tensor<2x3xf16>) -> tensor<2x3xf16> {
  // CHECK-NEXT: %[[SQUARES:.*]] = relay.multiply %[[X]], %[[X]]
  // CHECK-NEXT: %[[SUM:.*]] = relay.sum %[[SQUARES]] {axis = array<i64: 1>, keepdims = true}
  // CHECK-NEXT: %[[EPS:.*]] = relay.constant dense<1.000400e-03> : tensor<f16>
  // CHECK-NEXT: %[[MAX:.*]] = relay.maximum %[[SUM]], %[[EPS]]
  // CHECK-NEXT: %[[NORM:.*]] = relay.sqrt %[[MAX]]
  // CHECK-NEXT: %[[R:.*]] = relay.divide %[[X]], %[[NORM]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.nn.l2_normalize %x {axis = array<i64: 1>, eps = 1.0e-3 : f64} : (tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// CHECK-LABEL: func @dropout
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>)
func.func @dropout(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.nn.dropout %x : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func @dropout_mask
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>)
func.func @dropout_mask(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  // CHECK-NEXT: %[[D:.*]] = relay.nn.dropout %[[X]]
  // CHECK-NEXT: %[[MASK:.*]] = relay.tuple_get %[[D]][1]
  // CHECK-NEXT: return %[[X]], %[[MASK]]
  %0 = relay.nn.dropout %x : (tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %1 = relay.tuple_get %0[0] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  %2 = relay.tuple_get %0[1] : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// Inside regions, too.
// CHECK-LABEL: func @nested
func.func @nested(%c: tensor<i1>, %x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NOT: relay.nn.l2_normalize
  // CHECK: relay.divide
  %0 = relay.if %c -> tensor<3xf32> {
    %1 = relay.nn.l2_normalize %x {eps = 1.0 : f64} : (tensor<3xf32>) -> tensor<3xf32>
    relay.yield %1 : tensor<3xf32>
  } else {
    relay.yield %x : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// Operators that are not used and constants that are alike stay.
// CHECK-LABEL: func @untouched
func.func @untouched(%x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: relay.constant
  // CHECK-NEXT: relay.constant
  // CHECK-NEXT: relay.nn.l2_normalize
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: return
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.constant dense<1.0> : tensor<f32>
  %2 = relay.nn.l2_normalize %x {eps = 1.0 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  %3 = relay.add %x, %1 : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// CHECK-LABEL: func @compiler
func.func @compiler(%x: tensor<3xf32>) -> tensor<3xf32> attributes {relay.Compiler = "dnnl"} {
  // CHECK: relay.nn.l2_normalize
  %0 = relay.nn.l2_normalize %x {eps = 1.0 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<3xf32>) -> tensor<3xf32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK: relay.nn.l2_normalize
  %0 = relay.nn.l2_normalize %x {eps = 1.0 : f64} : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
