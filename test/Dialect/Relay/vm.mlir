// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators of compiled programs: every attribute, and the types that TVM infers.

// CHECK-LABEL: func @call_lowered(
// CHECK-SAME: %[[A0:.*]]: (tensor<2xf32>) -> tensor<3xf32>, %[[A1:.*]]: tuple<tensor<2xf32>>
func.func @call_lowered(%a0: (tensor<2xf32>) -> tensor<3xf32>, %a1: tuple<tensor<2xf32>>) -> tensor<3xf32> {
  // CHECK: relay.call_lowered %[[A0]], %[[A1]] : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>) -> tensor<3xf32>
  %0 = relay.call_lowered %a0, %a1 : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @kill(
// CHECK-SAME: %[[A0:.*]]: tuple<tensor<2xf32>, tensor<?xf32>>
func.func @kill(%a0: tuple<tensor<2xf32>, tensor<?xf32>>) -> tuple<> {
  // CHECK: relay.memory.kill %[[A0]] : (tuple<tensor<2xf32>, tensor<?xf32>>) -> tuple<>
  %0 = relay.memory.kill %a0 : (tuple<tensor<2xf32>, tensor<?xf32>>) -> tuple<>
  return %0 : tuple<>
}

// CHECK-LABEL: func @invoke(
// CHECK-SAME: %[[A0:.*]]: (tensor<2xf32>) -> tensor<3xf32>, %[[A1:.*]]: tuple<tensor<2xf32>>, %[[A2:.*]]: tuple<tensor<3xf32>>
func.func @invoke(%a0: (tensor<2xf32>) -> tensor<3xf32>, %a1: tuple<tensor<2xf32>>, %a2: tuple<tensor<3xf32>>) -> tuple<> {
  // CHECK: relay.vm.invoke_tvm_op %[[A0]], %[[A1]], %[[A2]] : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>, tuple<tensor<3xf32>>) -> tuple<>
  %0 = relay.vm.invoke_tvm_op %a0, %a1, %a2 : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>, tuple<tensor<3xf32>>) -> tuple<>
  return %0 : tuple<>
}

// CHECK-LABEL: func @invoke_tuple(
// CHECK-SAME: %[[A0:.*]]: () -> tuple<tensor<3xf32>, tensor<2xf32>>, %[[A1:.*]]: tuple<>, %[[A2:.*]]: tuple<tensor<3xf32>, tensor<2xf32>>
func.func @invoke_tuple(%a0: () -> tuple<tensor<3xf32>, tensor<2xf32>>, %a1: tuple<>, %a2: tuple<tensor<3xf32>, tensor<2xf32>>) -> tuple<> {
  // CHECK: relay.vm.invoke_tvm_op %[[A0]], %[[A1]], %[[A2]] : (() -> tuple<tensor<3xf32>, tensor<2xf32>>, tuple<>, tuple<tensor<3xf32>, tensor<2xf32>>) -> tuple<>
  %0 = relay.vm.invoke_tvm_op %a0, %a1, %a2 : (() -> tuple<tensor<3xf32>, tensor<2xf32>>, tuple<>, tuple<tensor<3xf32>, tensor<2xf32>>) -> tuple<>
  return %0 : tuple<>
}

// CHECK-LABEL: func @reshape_tensor(
// CHECK-SAME: %[[A0:.*]]: tensor<?xf32>, %[[A1:.*]]: tensor<2xi64>
func.func @reshape_tensor(%a0: tensor<?xf32>, %a1: tensor<2xi64>) -> tensor<3x2xf32> {
  // CHECK: relay.vm.reshape_tensor %[[A0]], %[[A1]] {newshape = array<i64: 3, 2>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  %0 = relay.vm.reshape_tensor %a0, %a1 {newshape = array<i64: 3, 2>} : (tensor<?xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// CHECK-LABEL: func @shape_of(
// CHECK-SAME: %[[A0:.*]]: tensor<2x?xf32>
func.func @shape_of(%a0: tensor<2x?xf32>) -> tensor<2xi64> {
  // CHECK: relay.vm.shape_of %[[A0]] {dtype = i64} : (tensor<2x?xf32>) -> tensor<2xi64>
  %0 = relay.vm.shape_of %a0 {dtype = i64} : (tensor<2x?xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// CHECK-LABEL: func @alloc_storage(
// CHECK-SAME: %[[A0:.*]]: tensor<i64>, %[[A1:.*]]: tensor<?xi32>
func.func @alloc_storage(%a0: tensor<i64>, %a1: tensor<?xi32>) -> !relay.storage {
  // CHECK: relay.memory.alloc_storage %[[A0]], %[[A1]], %[[A0]] {dtype = i8, virtual_device = #relay.virtual_device<device = cuda, id = 0>} : (tensor<i64>, tensor<?xi32>, tensor<i64>) -> !relay.storage
  %0 = relay.memory.alloc_storage %a0, %a1, %a0 {dtype = i8, virtual_device = #relay.virtual_device<device = cuda, id = 0>} : (tensor<i64>, tensor<?xi32>, tensor<i64>) -> !relay.storage
  return %0 : !relay.storage
}

// CHECK-LABEL: func @alloc_tensor(
// CHECK-SAME: %[[A0:.*]]: !relay.storage, %[[A1:.*]]: tensor<i64>, %[[A2:.*]]: tensor<2xi64>
func.func @alloc_tensor(%a0: !relay.storage, %a1: tensor<i64>, %a2: tensor<2xi64>) -> tensor<3x?xi8> {
  // CHECK: %[[S:.*]] = relay.constant
  %shape = relay.constant dense<[2, 3]> : tensor<2xi64>
  // CHECK: relay.memory.alloc_tensor %[[A0]], %[[A1]], %[[S]] : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<2x3xf32>
  %0 = relay.memory.alloc_tensor %a0, %a1, %shape : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<2x3xf32>
  // CHECK: relay.memory.alloc_tensor %[[A0]], %[[A1]], %[[A2]] {assert_shape = array<i64: 3, 4>} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<3x4xf32>
  %1 = relay.memory.alloc_tensor %a0, %a1, %a2 {assert_shape = array<i64: 3, 4>} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<3x4xf32>
  // CHECK: relay.memory.alloc_tensor %[[A0]], %[[A1]], %[[A2]] {dtype = i8} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<3x?xi8>
  %2 = relay.memory.alloc_tensor %a0, %a1, %a2 {dtype = i8} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<3x?xi8>
  return %2 : tensor<3x?xi8>
}
