// RUN: relay-lite-opt %s --relay-check-sizes | FileCheck %s

// Equal messages are there once.
// CHECK-DAG: llvm.mlir.global private constant @[[$WEIGHT:relay_size_message_[0-9]+]]("{{.*}}check-sizes.mlir:[[#@LINE+13]]:8: nn.dense: operand 1 has dimension 1 of size %lld, expected %lld\00")
// CHECK-DAG: nn.space_to_batch_nd: operand 0 has dimension 1 of size %lld, expected a multiple of %lld with its padding\00")
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

// CHECK-LABEL: func.func @blocks
// CHECK:         arith.addi
// CHECK:         arith.remui
func.func @blocks(%x: tensor<1x?x4xf32>) -> tensor<2x?x4xf32> {
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2>, paddings = [array<i64: 1, 0>]} : (tensor<1x?x4xf32>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}
