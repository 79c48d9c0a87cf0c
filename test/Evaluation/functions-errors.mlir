// RUN: split-file %s %t
// RUN: not relay-lite-run %t/endless.mlir 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not bash -c 'ulimit -v 2097152; relay-lite-run %t/memory.mlir --random-inputs --mlir-disable-threading' 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not relay-lite-run %t/type.mlir --random-inputs 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not relay-lite-run %t/shapes.mlir --random-inputs 2>&1 | FileCheck %s --check-prefix=SHAPES
// RUN: not relay-lite-run %t/callee.mlir 2>&1 | FileCheck %s --check-prefix=CALLEE
// RUN: not relay-lite-run %t/integers.mlir --random-inputs 2>&1 | FileCheck %s --check-prefix=INTEGERS
// RUN: not relay-lite-run %t/tuples.mlir 2>&1 | FileCheck %s --check-prefix=TUPLES

// TUPLES: tuples.mlir:8:8: error: the tuple nests more than 256 deep or has more than 1048576 parts
// ENDLESS: endless.mlir:2:8: error: evaluation is nested more than 1000000 calls deep
// MEMORY: memory.mlir:4:8: error: not enough memory to evaluate {{[0-9]+}} nested calls
// TYPE: type.mlir:3:8: error: expected a value of type 'tensor<3xf32>', but got 'tensor<2xf32>'
// SHAPES: shapes.mlir:4:8: error: cannot evaluate: add: the operands do not broadcast: dimension 0 of the result is 2 by lhs and 3 by rhs
// INTEGERS: integers.mlir:2:8: error: cannot evaluate: the kernel cannot be compiled: 'relay.nn.softmax' op expected floating-point data, but got 'i32'
// CALLEE: callee.mlir:3:8: error: expected a callee with a body

//--- endless.mlir
func.func @main() -> tensor<f32> {
  %0 = relay.call @main() : () -> tensor<f32>
  return %0 : tensor<f32>
}
//--- memory.mlir
// What a call needs after another one lives until that returns.
func.func @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = relay.negative %x : (tensor<4096xf32>) -> tensor<4096xf32>
  %1 = relay.call @main(%0) : (tensor<4096xf32>) -> tensor<4096xf32>
  %2 = relay.add %0, %1 : (tensor<4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  return %2 : tensor<4096xf32>
}
//--- type.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = relay.type_cast %x : tensor<2xf32> to tensor<?xf32>
  %1 = relay.type_cast %0 : tensor<?xf32> to tensor<3xf32>
  return %1 : tensor<3xf32>
}
//--- shapes.mlir
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %0 = relay.type_cast %x : tensor<2xf32> to tensor<?xf32>
  %1 = relay.type_cast %y : tensor<3xf32> to tensor<?xf32>
  %2 = relay.add %0, %1 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
//--- callee.mlir
func.func private @without_body() -> tensor<f32>
func.func @main() -> tensor<f32> {
  %0 = relay.call @without_body() : () -> tensor<f32>
  return %0 : tensor<f32>
}
//--- integers.mlir
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %0 = relay.nn.softmax %x : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
//--- tuples.mlir
func.func @main() -> !relay.unknown {
  %0 = relay.constant dense<1> : tensor<i32>
  %1 = relay.type_cast %0 : tensor<i32> to !relay.unknown
  %2 = relay.call @grow(%1) : (!relay.unknown) -> !relay.unknown
  return %2 : !relay.unknown
}
func.func @grow(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.tuple %x, %x : (!relay.unknown, !relay.unknown) -> !relay.unknown
  %1 = relay.call @grow(%0) : (!relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}
