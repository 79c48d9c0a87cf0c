// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm | FileCheck %s --check-prefix=LLVM

// Positions are merged between two rows; eight take three passes.

// CHECK-LABEL: func @topk(
// CHECK-SAME: %[[X:.*]]: tensor<2x8xf32>
// LLVM-LABEL: llvm.func @topk
func.func @topk(%x: tensor<2x8xf32>) -> tensor<2x3xf32> {
  // CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[RESULT:.*]] = tensor.empty() : tensor<2x3xf32>
  // CHECK-DAG: %[[POSITIONS:.*]] = tensor.empty() : tensor<2x8xi64>
  // CHECK: scf.for {{.*}} iter_args(%[[R:.*]] = %[[RESULT]], %{{.*}} = %[[POSITIONS]])
  // CHECK: scf.for %[[PASS:.*]] = %{{.*}} to %[[THREE]]
  // CHECK: arith.cmpf olt
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[THREE]]
  // CHECK: %[[ELEMENT:.*]] = tensor.extract %[[X]]
  // CHECK: tensor.insert %[[ELEMENT]]
  %0 = relay.topk %x {k = 3 : i64, dtype = i32, ret_type = "values"} : (tensor<2x8xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A line that turns out to be shorter than k is followed by zeros.

// CHECK-LABEL: func @dynamic_topk(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xi8>
// LLVM-LABEL: llvm.func @dynamic_topk
func.func @dynamic_topk(%x: tensor<?x?xi8>) -> tuple<tensor<?x3xi8>, tensor<?x3xf32>> {
  // CHECK: %[[COUNT:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x?xi8>
  // CHECK: arith.minui %[[COUNT]]
  // CHECK: linalg.fill
  // CHECK: linalg.fill
  // CHECK: math.ctlz
  // CHECK: arith.cmpi slt
  %0 = relay.topk %x {k = 3 : i64, is_ascend = true, dtype = f32} : (tensor<?x?xi8>) -> tuple<tensor<?x3xi8>, tensor<?x3xf32>>
  return %0 : tuple<tensor<?x3xi8>, tensor<?x3xf32>>
}

// CHECK-LABEL: func @sparse_to_dense(
// CHECK-SAME: %[[I:.*]]: tensor<?x2xi32>, %[[V:.*]]: tensor<?xf32>, %[[D:.*]]: tensor<f32>
// LLVM-LABEL: llvm.func @sparse_to_dense
func.func @sparse_to_dense(%i: tensor<?x2xi32>, %v: tensor<?xf32>, %d: tensor<f32>) -> tensor<3x4xf32> {
  // CHECK: %[[REST:.*]] = tensor.extract %[[D]][]
  // CHECK: %[[FILL:.*]] = linalg.fill ins(%[[REST]]
  // CHECK: scf.for %{{.*}} iter_args(%[[STATE:.*]] = %[[FILL]])
  // CHECK: arith.cmpi ult
  // CHECK: arith.cmpi ult
  // CHECK: %[[VALUE:.*]] = tensor.extract %[[V]]
  // CHECK: scf.if
  // CHECK: tensor.insert %[[VALUE]] into %[[STATE]]
  // CHECK: scf.yield %[[STATE]]
  %0 = relay.sparse_to_dense %i, %v, %d {output_shape = array<i64: 3, 4>} : (tensor<?x2xi32>, tensor<?xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
