// Whatever the memory that a process may have, folding ends with an error or
// with the right result: with one thread, and with several, which take memory
// of their own; for large values, and for kernels.

// RUN: split-file %s %t
// RUN: %python %S/Inputs/limit_memory.py relay-lite-opt %t/large.mlir | FileCheck %s
// RUN: %python %S/Inputs/limit_memory.py relay-lite-opt %t/large.mlir --mlir-disable-threading | FileCheck %s
// RUN: %python %S/Inputs/limit_memory.py relay-lite-opt %t/kernels.mlir | FileCheck %s --check-prefixes=CHECK,KERNEL
// RUN: %python -c "for i in range(40000): print('func.func @f() {' if i == 0 else '', '%%c{} = relay.constant dense<[{}, 7]> : tensor<2xi32>'.format(i, i), 'return }' if i == 39999 else '')" > %t/constants.mlir
// RUN: %python %S/Inputs/limit_memory.py relay-lite-opt %t/constants.mlir --mlir-disable-threading | FileCheck %s --check-prefixes=CHECK,GRAPH
// CHECK: {{^[1-9][0-9]*}} failed, 2 folded
// GRAPH: {{^}}the graph of constants{{$}}
// KERNEL: {{^}}the compilation of a kernel{{$}}

//--- large.mlir
func.func @f() -> tensor<f32> {
  %0 = relay.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %1 = relay.broadcast_to %0 {shape = array<i64: 2, 2000000>} : (tensor<2x1xf32>) -> tensor<2x2000000xf32>
  %2 = relay.exp %1 : (tensor<2x2000000xf32>) -> tensor<2x2000000xf32>
  %3 = relay.add %2, %1 : (tensor<2x2000000xf32>, tensor<2x2000000xf32>) -> tensor<2x2000000xf32>
  %4 = relay.nn.softmax %3 {axis = 0 : i64} : (tensor<2x2000000xf32>) -> tensor<2x2000000xf32>
  %5 = relay.sum %4 : (tensor<2x2000000xf32>) -> tensor<f32>
  return %5 : tensor<f32>
}
//--- kernels.mlir
func.func @f() -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x2x1x3xf32>, tensor<2x3xf32>) {
  %0 = relay.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]]> : tensor<2x3xf32>
  %1 = relay.nn.softmax %0 {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.nn.log_softmax %0 {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = relay.constant dense<[[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 7.0]]]]> : tensor<1x2x1x3xf32>
  %4 = relay.nn.lrn %3 {size = 3 : i64} : (tensor<1x2x1x3xf32>) -> tensor<1x2x1x3xf32>
  %5 = relay.nn.l2_normalize %0 {axis = array<i64: 1>, eps = 1.0e-3 : f64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1, %2, %4, %5 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<1x2x1x3xf32>, tensor<2x3xf32>
}
