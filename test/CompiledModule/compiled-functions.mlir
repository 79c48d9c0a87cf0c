// Functions of dynamic shapes, recursion, tuples, and what fails when it runs.

// REQUIRES: c-compiler
// RUN: rm -rf %t && mkdir %t
// RUN: relay-lite-compile %s --optimize=false -o %t/net.so --header %t/net.h --description %t/net.json
// RUN: gcc -std=c11 -pedantic -Wall -Wextra -Werror -I %t %S/Inputs/compiled-functions.c %t/net.so -o %t/a.out
// RUN: %t/a.out | FileCheck %s
// RUN: FileCheck %s --input-file=%t/net.h --check-prefix=HEADER

// CHECK:      add 2 + 2: (2, 3) 0 2 4 6 8 10
// CHECK-NEXT: add 1 + 2: (2, 3) 0 2 4 3 5 7
// CHECK-NEXT: add 5 + 2: 5 {{.*}}compiled-functions.mlir:[[#@LINE+11]]:8: add: operand 1 has dimension 0 of size 2, expected 5 or 1
// CHECK-NEXT: add 0 + 0: (0, 3){{$}}
// CHECK-NEXT: add 2 + 1: (2, 3) 0 2 4 3 5 7
// CHECK-NEXT: factorial: 0 120
// CHECK-NEXT: both: 0 120 1 4
// CHECK-NEXT: nothing: 0
// CHECK-NEXT: large: 5 not enough memory

// HEADER: [0] x: float32(?, 3)
// HEADER: It allocates its outputs: see free_output.
func.func @add(%x: tensor<?x3xf32> {relay.name = "x"}, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = relay.add %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func @factorial(%n: tensor<i32>) -> tensor<i32> {
  %one = relay.constant dense<1> : tensor<i32>
  %c = relay.less_equal %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = relay.if %c -> tensor<i32> {
    relay.yield %one : tensor<i32>
  } else {
    %m = relay.subtract %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %f = relay.call @factorial(%m) : (tensor<i32>) -> tensor<i32>
    %p = relay.multiply %n, %f : (tensor<i32>, tensor<i32>) -> tensor<i32>
    relay.yield %p : tensor<i32>
  }
  return %r : tensor<i32>
}
func.func @both(%x: tensor<4xf32>, %n: tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>> {
  %f = relay.call @factorial(%n) : (tensor<i32>) -> tensor<i32>
  %0 = relay.tuple %x, %f : (tensor<4xf32>, tensor<i32>) -> tuple<tensor<4xf32>, tensor<i32>>
  return %0 : tuple<tensor<4xf32>, tensor<i32>>
}
func.func @nothing() -> tuple<> {
  %0 = relay.tuple : () -> tuple<>
  return %0 : tuple<>
}
func.func @large(%x: tensor<?x1xf32>, %y: tensor<1x?xf32>) -> tensor<?x?xf32> {
  %0 = relay.add %x, %y : (tensor<?x1xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
