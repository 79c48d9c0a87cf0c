// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that annotate expressions.

// CHECK-LABEL: func @stop_fusion
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xi8>
func.func @stop_fusion(%a0: tensor<2x?xi8>) -> tensor<2x?xi8> {
  // CHECK: relay.annotation.stop_fusion %[[A0]] : (tensor<2x?xi8>) -> tensor<2x?xi8>
  %0 = relay.annotation.stop_fusion %a0 : (tensor<2x?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @stop_fusion_scalar
// CHECK-SAME: %[[A0:.*]]: tensor<f32>
func.func @stop_fusion_scalar(%a0: tensor<f32>) -> tensor<f32> {
  // CHECK: relay.annotation.stop_fusion %[[A0]] : (tensor<f32>) -> tensor<f32>
  %0 = relay.annotation.stop_fusion %a0 : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @stop_fusion_tuple
// CHECK-SAME: %[[A0:.*]]: tuple<tensor<2xf32>, tensor<i8>>
func.func @stop_fusion_tuple(%a0: tuple<tensor<2xf32>, tensor<i8>>) -> tuple<tensor<2xf32>, tensor<i8>> {
  // CHECK: relay.annotation.stop_fusion %[[A0]] : (tuple<tensor<2xf32>, tensor<i8>>) -> tuple<tensor<2xf32>, tensor<i8>>
  %0 = relay.annotation.stop_fusion %a0 : (tuple<tensor<2xf32>, tensor<i8>>) -> tuple<tensor<2xf32>, tensor<i8>>
  return %0 : tuple<tensor<2xf32>, tensor<i8>>
}

// CHECK-LABEL: func @compiler_begin
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>
func.func @compiler_begin(%a0: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: relay.annotation.compiler_begin %[[A0]] {compiler = "dnnl"} : (tensor<?xf32>) -> tensor<?xf32>
  %0 = relay.annotation.compiler_begin %a0 {compiler = "dnnl"} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @compiler_end
// CHECK-SAME: %[[A0:.*]]: tuple<tensor<2xf32>>
func.func @compiler_end(%a0: tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>> {
  // CHECK: relay.annotation.compiler_end %[[A0]] {compiler = "dnnl"} : (tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>>
  %0 = relay.annotation.compiler_end %a0 {compiler = "dnnl"} : (tuple<tensor<2xf32>>) -> tuple<tensor<2xf32>>
  return %0 : tuple<tensor<2xf32>>
}

// CHECK-LABEL: func @bitpack_end(
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>
func.func @bitpack_end(%a0: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: relay.annotation.bitpack_end %[[A0]] : (tensor<?xf32>) -> tensor<?xf32>
  %0 = relay.annotation.bitpack_end %a0 : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @bitpack_start(
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>
func.func @bitpack_start(%a0: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: relay.annotation.bitpack_start %[[A0]] : (tensor<?xf32>) -> tensor<?xf32>
  %0 = relay.annotation.bitpack_start %a0 : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @cast_hint(
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>
func.func @cast_hint(%a0: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: relay.annotation.cast_hint %[[A0]] {dtype = i8} : (tensor<?xf32>) -> tensor<?xf32>
  %0 = relay.annotation.cast_hint %a0 {dtype = i8} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @checkpoint(
// CHECK-SAME: %[[A0:.*]]: tuple<tensor<?xf32>, tensor<2xi64>>
func.func @checkpoint(%a0: tuple<tensor<?xf32>, tensor<2xi64>>) -> tuple<tensor<?xf32>, tensor<2xi64>> {
  // CHECK: relay.annotation.checkpoint %[[A0]] : (tuple<tensor<?xf32>, tensor<2xi64>>) -> tuple<tensor<?xf32>, tensor<2xi64>>
  %0 = relay.annotation.checkpoint %a0 : (tuple<tensor<?xf32>, tensor<2xi64>>) -> tuple<tensor<?xf32>, tensor<2xi64>>
  return %0 : tuple<tensor<?xf32>, tensor<2xi64>>
}

// CHECK-LABEL: func @with_funcid(
// CHECK-SAME: %[[A0:.*]]: (tensor<2xf32>) -> tensor<3xf32>
func.func @with_funcid(%a0: (tensor<2xf32>) -> tensor<3xf32>) -> ((tensor<2xf32>) -> tensor<3xf32>) {
  // CHECK: relay.annotation.with_funcid %[[A0]] {fid = 3 : i64} : ((tensor<2xf32>) -> tensor<3xf32>) -> ((tensor<2xf32>) -> tensor<3xf32>)
  %0 = relay.annotation.with_funcid %a0 {fid = 3 : i64} : ((tensor<2xf32>) -> tensor<3xf32>) -> ((tensor<2xf32>) -> tensor<3xf32>)
  return %0 : (tensor<2xf32>) -> tensor<3xf32>
}

// CHECK-LABEL: func @debug(
// CHECK-SAME: %[[A0:.*]]: tuple<tensor<?xf32>>
func.func @debug(%a0: tuple<tensor<?xf32>>) -> tuple<tensor<?xf32>> {
  // CHECK: relay.debug %[[A0]] : (tuple<tensor<?xf32>>) -> tuple<tensor<?xf32>>
  %0 = relay.debug %a0 : (tuple<tensor<?xf32>>) -> tuple<tensor<?xf32>>
  return %0 : tuple<tensor<?xf32>>
}
