// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @call_lowered(%a0: (tensor<2xf32>) -> tensor<3xf32>, %a1: tuple<tensor<3xf32>>) {
  // expected-error@+2 {{call_lowered: expected call_args of type 'tuple<tensor<2xf32>>', but got 'tuple<tensor<3xf32>>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.call_lowered %a0, %a1 : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<3xf32>>) -> tensor<f32>
  return
}

// -----

func.func @invoke_ins(%a0: (tensor<2xf32>) -> tensor<3xf32>, %a1: tuple<>, %a2: tuple<tensor<3xf32>>) {
  // expected-error@+2 {{vm.invoke_tvm_op: expected ins of type 'tuple<tensor<2xf32>>', but got 'tuple<>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.vm.invoke_tvm_op %a0, %a1, %a2 : ((tensor<2xf32>) -> tensor<3xf32>, tuple<>, tuple<tensor<3xf32>>) -> tensor<f32>
  return
}

// -----

func.func @invoke_outs(%a0: (tensor<2xf32>) -> tensor<3xf32>, %a1: tuple<tensor<2xf32>>, %a2: tuple<tensor<2xf32>>) {
  // expected-error@+2 {{vm.invoke_tvm_op: expected outs of type 'tuple<tensor<3xf32>>', but got 'tuple<tensor<2xf32>>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.vm.invoke_tvm_op %a0, %a1, %a2 : ((tensor<2xf32>) -> tensor<3xf32>, tuple<tensor<2xf32>>, tuple<tensor<2xf32>>) -> tensor<f32>
  return
}

// -----

func.func @reshape_extent(%a0: tensor<6xf32>, %a1: tensor<2xi64>) {
  // expected-error@+2 {{vm.reshape_tensor: expected sizes of 0 or more in shape, but got -3}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.vm.reshape_tensor %a0, %a1 {newshape = array<i64: -3, 2>} : (tensor<6xf32>, tensor<2xi64>) -> tensor<f32>
  return
}

// -----

func.func @reshape_count(%a0: tensor<6xf32>, %a1: tensor<2xi64>) {
  // expected-error@+2 {{vm.reshape_tensor: expected newshape with the number of elements of data, 'tensor<6xf32>', but got [3, 3]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.vm.reshape_tensor %a0, %a1 {newshape = array<i64: 3, 3>} : (tensor<6xf32>, tensor<2xi64>) -> tensor<f32>
  return
}

// -----

func.func @storage_size(%a0: tensor<i32>, %a1: tensor<2xi64>, %a2: tensor<i64>) {
  // expected-error@+2 {{memory.alloc_storage: expected size of type 'tensor<i64>', but got 'tensor<i32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.memory.alloc_storage %a0, %a1, %a2 : (tensor<i32>, tensor<2xi64>, tensor<i64>) -> !relay.storage
  return
}

// -----

func.func @storage_alignment(%a0: tensor<i64>, %a1: tensor<2xi64>, %a2: tensor<1xi64>) {
  // expected-error@+2 {{memory.alloc_storage: expected alignment of type 'tensor<i64>', but got 'tensor<1xi64>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.memory.alloc_storage %a0, %a1, %a2 : (tensor<i64>, tensor<2xi64>, tensor<1xi64>) -> !relay.storage
  return
}

// -----

func.func @storage_dtype(%a0: tensor<i64>, %a1: tensor<2xi64>) {
  // expected-error@+2 {{memory.alloc_storage: dtype 'i3' is not the element type of a Relay tensor}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.memory.alloc_storage %a0, %a1, %a0 {dtype = i3} : (tensor<i64>, tensor<2xi64>, tensor<i64>) -> !relay.storage
  return
}

// -----

func.func @tensor_storage(%a0: tensor<i64>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{operand #0 must be storage, but got 'tensor<i64>'}}
  %0 = relay.memory.alloc_tensor %a0, %a0, %a1 : (tensor<i64>, tensor<i64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @tensor_shape(%a0: !relay.storage, %a1: tensor<i64>) {
  %shape = relay.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+2 {{memory.alloc_tensor: expected assert_shape to be the sizes in shape, but got [2, 4]}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.memory.alloc_tensor %a0, %a1, %shape {assert_shape = array<i64: 2, 4>} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<2x4xf32>
  return
}

// -----

func.func @tensor_dtype(%a0: !relay.storage, %a1: tensor<i64>, %a2: tensor<2xi64>) {
  // expected-error@+2 {{memory.alloc_tensor: dtype 'i3' is not the element type of a Relay tensor}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.memory.alloc_tensor %a0, %a1, %a2 {dtype = i3} : (!relay.storage, tensor<i64>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}
