// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm | FileCheck %s --check-prefix=LLVM

// Positions are merged from one tensor into another and back; eight take three
// passes, and the fourth copies them.

// CHECK-LABEL: func @topk(
// CHECK-SAME: %[[X:.*]]: tensor<2x8xf32>
// LLVM-LABEL: llvm.func @topk
func.func @topk(%x: tensor<2x8xf32>) -> tensor<2x3xf32> {
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : index
  // CHECK-DAG: %[[THREE:.*]] = arith.constant 3 : index
  // CHECK-DAG: %[[RESULT:.*]] = tensor.empty() : tensor<2x3xf32>
  // CHECK: scf.for %[[LINE:.*]] = {{.*}} iter_args(%[[R:.*]] = %[[RESULT]])
  // CHECK: %[[START:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8xi64>)
  // CHECK: linalg.index 0
  // CHECK: %[[SORTED:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[THREE]] step %[[TWO]] iter_args(%[[A:.*]] = %[[START]], %[[B:.*]] = %[[START]])
  // CHECK: %[[THERE:.*]]:2 = linalg.generic {{.*}} iterator_types = ["reduction"]} outs(%[[B]], %{{.*}} : tensor<8xi64>, tensor<i64>)
  // CHECK: tensor.extract %[[A]][
  // CHECK: tensor.extract %[[X]][%[[LINE]], %{{.*}}]
  // CHECK: arith.cmpf olt
  // CHECK: %[[BACK:.*]]:2 = linalg.generic {{.*}} iterator_types = ["reduction"]} outs(%[[A]], %{{.*}} : tensor<8xi64>, tensor<i64>)
  // CHECK: tensor.extract %[[THERE]]#0[
  // CHECK: scf.yield %[[BACK]]#0, %[[THERE]]#0
  // CHECK: %[[FIRST:.*]] = tensor.extract_slice %[[SORTED]]#0[0] [3] [1]
  // CHECK: %[[PART:.*]] = linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[FIRST]] : tensor<3xi64>)
  // CHECK: tensor.extract %[[X]][%[[LINE]], %{{.*}}]
  // CHECK: tensor.insert_slice %[[PART]] into %[[R]][%[[LINE]], 0] [1, 3] [1, 1]
  %0 = relay.topk %x {k = 3 : i64, dtype = i32, ret_type = "values"} : (tensor<2x8xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Keys of floats: zeros are one, negative numbers are reversed, and NaN comes
// last also in descending order.

// CHECK-LABEL: func @sort_floats(
// LLVM-LABEL: llvm.func @sort_floats
func.func @sort_floats(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
  // CHECK-DAG: %[[SIGN:.*]] = arith.constant -2147483648 : i32
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[E:.*]] = tensor.extract
  // CHECK: %[[IS_ZERO:.*]] = arith.cmpf oeq, %[[E]], %[[ZERO]]
  // CHECK: %[[NUMBER:.*]] = arith.select %[[IS_ZERO]], %[[ZERO]], %[[E]]
  // CHECK: %[[BITS:.*]] = arith.bitcast %[[NUMBER]] : f32 to i32
  // CHECK: %[[IS_NEGATIVE:.*]] = arith.cmpi slt, %[[BITS]]
  // CHECK: %[[MASK:.*]] = arith.select %[[IS_NEGATIVE]], %[[ALL]], %[[SIGN]]
  // CHECK: %[[KEY:.*]] = arith.xori %[[BITS]], %[[MASK]]
  // CHECK: %[[REVERSED:.*]] = arith.xori %[[KEY]], %[[ALL]]
  // CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[E]], %[[E]]
  // CHECK: arith.select %[[IS_NAN]], %[[ALL]], %[[REVERSED]]
  %0 = relay.sort %x {is_ascend = false} : (tensor<1000xf32>) -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// A k below one takes whole lines.

// CHECK-LABEL: func @topk_all(
// LLVM-LABEL: llvm.func @topk_all
func.func @topk_all(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  // CHECK: tensor.empty() : tensor<2x3xi8>
  // CHECK: tensor.insert_slice {{.*}} [1, 3] [1, 1] : tensor<3xi8> into tensor<2x3xi8>
  %0 = relay.topk %x {k = -1 : i64, dtype = i32, ret_type = "values"} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// Lines that may be long are distributed by the digits of their keys. A line
// that turns out to be shorter than k is followed by zeros.

// CHECK-LABEL: func @dynamic_topk(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xi8>
// LLVM-LABEL: llvm.func @dynamic_topk
func.func @dynamic_topk(%x: tensor<?x?xi8>) -> tuple<tensor<?x3xi8>, tensor<?x3xf32>> {
  // CHECK: %[[COUNT:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x?xi8>
  // CHECK: arith.minui %[[COUNT]]
  // CHECK: linalg.fill
  // CHECK: linalg.fill
  // Keys have two digits, for one turn there and back.
  // CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?xi16>)
  // CHECK: arith.xori %{{.*}}, %c-128_i8 : i8
  // CHECK-NEXT: arith.extui {{.*}} : i8 to i16
  // How many keys have each digit.
  // CHECK: linalg.fill {{.*}} tensor<256xi64>
  // CHECK: tensor.insert {{.*}} tensor<256xi64>
  // CHECK: tensor.insert {{.*}} tensor<256xi64>
  // CHECK: tensor.insert {{.*}} tensor<?xi16>
  // CHECK: tensor.insert {{.*}} tensor<?xi64>
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
  // CHECK: arith.minui
  // CHECK: arith.cmpi ult
  // CHECK: %[[INSIDE:.*]] = arith.andi
  // CHECK: arith.minui
  // CHECK: %[[OLD:.*]] = tensor.extract_slice %[[STATE]]
  // CHECK: %[[VALUE:.*]] = tensor.extract_slice %[[V]]
  // CHECK: %[[NEW:.*]] = linalg.generic {{.*}} ins(%[[VALUE]] : tensor<f32>) outs(%[[OLD]] : tensor<f32>)
  // CHECK: arith.select %[[INSIDE]]
  // CHECK: tensor.insert_slice %[[NEW]] into %[[STATE]]
  %0 = relay.sparse_to_dense %i, %v, %d {output_shape = array<i64: 3, 4>} : (tensor<?x2xi32>, tensor<?xf32>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// The default is converted beside the elements.

// CHECK-LABEL: func @sparse_to_dense_default(
// CHECK-SAME: %{{.*}}: tensor<2xi32>, %{{.*}}: tensor<i32>, %[[D:.*]]: tensor<f32>
// LLVM-LABEL: llvm.func @sparse_to_dense_default
func.func @sparse_to_dense_default(%i: tensor<2xi32>, %v: tensor<i32>, %d: tensor<f32>) -> tensor<3xi32> {
  // CHECK: linalg.generic {{.*}} ins(%[[D]] : tensor<f32>) outs(%{{.*}} : tensor<3xi32>)
  // CHECK: arith.fptosi
  // CHECK: scf.for
  %0 = relay.sparse_to_dense %i, %v, %d {output_shape = array<i64: 3>} : (tensor<2xi32>, tensor<i32>, tensor<f32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// There is nowhere to write to.

// CHECK-LABEL: func @sparse_to_dense_empty(
// LLVM-LABEL: llvm.func @sparse_to_dense_empty
func.func @sparse_to_dense_empty(%i: tensor<2x2xi32>, %v: tensor<2xf32>, %d: tensor<f32>) -> tensor<3x0xf32> {
  // CHECK-NOT: scf.for
  // CHECK: return
  %0 = relay.sparse_to_dense %i, %v, %d {output_shape = array<i64: 3, 0>} : (tensor<2x2xi32>, tensor<2xf32>, tensor<f32>) -> tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}
