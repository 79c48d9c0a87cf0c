// RUN: relay-lite-opt %s --relay-check-sizes | FileCheck %s

// Equal messages are there once.
// CHECK-DAG: llvm.mlir.global private constant @[[$WEIGHT:relay_size_message_[0-9]+]]("{{.*}}check-sizes.mlir:[[#@LINE+18]]:8: nn.dense: operand 1 has dimension 1 of size %lld, expected %lld\00")
// CHECK-DAG: :{{[0-9]+}}:8: topk: operand 0 has dimension 0 of size %lld, expected at least %lld\00")
// CHECK-DAG: scatter_elements: operand 1 has dimension 0 of size %lld, expected at most %lld\00")
// CHECK-DAG: split: operand 0 has dimension 1 of size %lld, expected a multiple of %lld\00")
// CHECK-DAG: nn.space_to_batch_nd: operand 0 has dimension 1 of size %lld, expected a multiple of %lld with its padding\00")
// CHECK-DAG: add: operand 1 has dimension 0 of size %lld, expected %lld or 1\00")
// CHECK-DAG: ("dimension 1 of %%y has size %lld, expected %lld as dimension 0 of %%x has: both are `n`\00")
// CHECK-DAG: llvm.func @relay_rt_fail_sizes(!llvm.ptr, i64, i64)

// CHECK-LABEL: func.func @dense
// CHECK:         %[[SIZE:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<4x?xf32>
// CHECK:         scf.if
// CHECK:           %[[TEXT:.*]] = llvm.mlir.addressof @[[$WEIGHT]]
// CHECK-DAG:       %[[GIVEN:.*]] = arith.index_cast %[[SIZE]]
// CHECK:           llvm.call @relay_rt_fail_sizes(%[[TEXT]], %[[GIVEN]], %{{.*}})
// CHECK-NOT:     scf.if
// CHECK:         relay.nn.dense
func.func @dense(%x: tensor<2x3xf32>, %w: tensor<4x?xf32>) -> tensor<2x4xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x3xf32>, tensor<4x?xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// Types know all that counts.
// CHECK-LABEL: func.func @known
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @known(%x: tensor<?x3xf32>, %w: tensor<4x3xf32>) -> tensor<?x4xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// The size of a kernel, and one scale for each channel.
// CHECK-LABEL: func.func @quantized
// CHECK-COUNT-3: scf.if
// CHECK-NOT:     scf.if
// CHECK:         relay.qnn.conv2d
func.func @quantized(%x: tensor<1x4x8x8xi8>, %w: tensor<6x4x?x?xi8>, %z: tensor<i32>, %s: tensor<f32>, %t: tensor<?xf32>) -> tensor<1x6x6x6xi32> {
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %t {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xi8>, tensor<6x4x?x?xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<?xf32>) -> tensor<1x6x6x6xi32>
  return %0 : tensor<1x6x6x6xi32>
}

// One scale for each row of the weight, along an axis, and for either operand.
// CHECK-LABEL: func.func @scales
// CHECK:         scf.if
// CHECK:         relay.qnn.quantize
// CHECK:         scf.if
// CHECK:         relay.qnn.dense
// CHECK-COUNT-2: scf.if
// CHECK:         relay.qnn.add
func.func @scales(%x: tensor<2x3xf32>, %w: tensor<4x3xi8>, %z: tensor<i32>, %s: tensor<f32>, %t: tensor<?xf32>, %u: tensor<?xf32>) -> tuple<tensor<2x4xi32>, tensor<2x3xi8>> {
  %0 = relay.qnn.quantize %x, %t, %z {out_dtype = i8} : (tensor<2x3xf32>, tensor<?xf32>, tensor<i32>) -> tensor<2x3xi8>
  %1 = relay.qnn.dense %0, %w, %z, %z, %s, %t {units = 4 : i64, out_dtype = i32} : (tensor<2x3xi8>, tensor<4x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<?xf32>) -> tensor<2x4xi32>
  %2 = relay.qnn.add %0, %0, %t, %z, %u, %z, %s, %z : (tensor<2x3xi8>, tensor<2x3xi8>, tensor<?xf32>, tensor<i32>, tensor<?xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x3xi8>
  %3 = relay.tuple %1, %2 : (tensor<2x4xi32>, tensor<2x3xi8>) -> tuple<tensor<2x4xi32>, tensor<2x3xi8>>
  return %3 : tuple<tensor<2x4xi32>, tensor<2x3xi8>>
}

// CHECK-LABEL: func.func @topk
// CHECK:         scf.if
func.func @topk(%x: tensor<?xf32>) -> tensor<5xi32> {
  %0 = relay.topk %x {k = 5 : i64, ret_type = "indices", dtype = i32} : (tensor<?xf32>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

// Each dimension of the indices is at most that of the data, but for the axis,
// and that of the updates.
// CHECK-LABEL: func.func @scatter
// CHECK-COUNT-3: scf.if
// CHECK-NOT:     scf.if
// CHECK:         relay.scatter_elements
func.func @scatter(%x: tensor<?x?xf32>, %i: tensor<?x?xi64>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = relay.scatter_elements %x, %i, %u {axis = 1 : i64} : (tensor<?x?xf32>, tensor<?x?xi64>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @split
// CHECK:         arith.remui
func.func @split(%x: tensor<2x?xf32>) -> tuple<tensor<2x?xf32>, tensor<2x?xf32>> {
  %0 = relay.split %x {axis = -1 : i64, indices_or_sections = 2 : i64} : (tensor<2x?xf32>) -> tuple<tensor<2x?xf32>, tensor<2x?xf32>>
  return %0 : tuple<tensor<2x?xf32>, tensor<2x?xf32>>
}

// CHECK-LABEL: func.func @blocks
// CHECK:         arith.addi
// CHECK:         arith.remui
func.func @blocks(%x: tensor<1x?x4xf32>) -> tensor<2x?x4xf32> {
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2>, paddings = [array<i64: 1, 0>]} : (tensor<1x?x4xf32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// CHECK-LABEL: func.func @add
// CHECK:         arith.ori
func.func @add(%x: tensor<3xf32>, %y: tensor<?xf32>) -> tensor<3xf32> {
  %0 = relay.add %x, %y : (tensor<3xf32>, tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A tuple counts as its fields. The fields of unsigned integers get the type
// that the conversion to linalg gives them.
// CHECK-LABEL: func.func @concatenate
// CHECK:         %[[FIELD:.*]] = relay.tuple_get %{{.*}}[1]
// CHECK:         %[[CAST:.*]] = builtin.unrealized_conversion_cast %[[FIELD]] : tensor<?x?xui8> to tensor<?x?xi8>
// CHECK:         tensor.dim %[[CAST]]
// CHECK:         scf.if
func.func @concatenate(%t: tuple<tensor<2x?xui8>, tensor<?x?xui8>>) -> tensor<2x?xui8> {
  %0 = relay.concatenate %t {axis = 1 : i64} : (tuple<tensor<2x?xui8>, tensor<?x?xui8>>) -> tensor<2x?xui8>
  return %0 : tensor<2x?xui8>
}

// Names tell what types do not.
// CHECK-LABEL: func.func @names
// CHECK:         %[[N:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<2x?xf32>
// CHECK:         scf.if
// CHECK:           llvm.call @relay_rt_fail_sizes
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @names(%x: tensor<?x?xf32> {relay.dims = ["n", ["+", "n", 1]], relay.name = "x"},
                 %y: tensor<2x?xf32> {relay.dims = [unit, "n"], relay.name = "y"}) -> tensor<2x?xf32> {
  return %y : tensor<2x?xf32>
}
