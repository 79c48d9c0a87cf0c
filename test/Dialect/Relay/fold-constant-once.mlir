// Folding again changes nothing, threads change nothing, and what a limit
// keeps in place is not evaluated.

// RUN: split-file %s %t
// RUN: relay-lite-opt %t/again.mlir --relay-fold-constant | FileCheck %t/again.mlir
// RUN: relay-lite-opt %t/again.mlir --relay-fold-constant --relay-fold-constant | FileCheck %t/again.mlir
// RUN: relay-lite-opt %t/bytes.mlir --pass-pipeline='builtin.module(func.func(relay-fold-constant))' > %t/threads.mlir
// RUN: relay-lite-opt %t/bytes.mlir --pass-pipeline='builtin.module(func.func(relay-fold-constant))' --mlir-disable-threading > %t/one-by-one.mlir
// RUN: diff %t/threads.mlir %t/one-by-one.mlir
// RUN: FileCheck %t/bytes.mlir < %t/threads.mlir
// RUN: relay-lite-run %t/mean.mlir > %t/threads.txt
// RUN: relay-lite-run %t/mean.mlir --mlir-disable-threading > %t/one-by-one.txt
// RUN: diff %t/threads.txt %t/one-by-one.txt
// RUN: relay-lite-opt %t/group.mlir --relay-fold-constant='max-growth=0 max-cost=140000 report=%t/group.json' -o /dev/null
// RUN: FileCheck %t/group.mlir < %t/group.json
// RUN: relay-lite-opt %t/trap.mlir --relay-fold-constant='max-cost=4 report=%t/trap.json' | FileCheck %t/trap.mlir
// RUN: FileCheck %t/trap.mlir --check-prefix=REPORT < %t/trap.json
// RUN: relay-lite-opt %t/types.mlir --relay-fold-constant='report=%t/types.json' | FileCheck %t/types.mlir
// RUN: FileCheck %t/types.mlir --check-prefix=REPORT < %t/types.json

//--- again.mlir
// The cast that takes the place of a branch is looked at.
// CHECK-LABEL: func.func @branch
// CHECK-NEXT: relay.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: return
func.func @branch() -> tensor<f32> {
  %c = relay.constant dense<true> : tensor<i1>
  %d = relay.constant dense<[0.0]> : tensor<1xf32>
  %0 = relay.if %c : tensor<i1> -> tensor<?xf32> {
    relay.yield %d : tensor<1xf32>
  } else {
    relay.yield %d : tensor<1xf32>
  }
  %1 = relay.exp %0 : (tensor<?xf32>) -> tensor<?xf32>
  %2 = relay.sum %1 : (tensor<?xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

//--- trap.mlir
// What has no value costs nothing.
// CHECK: relay.divide
// CHECK: relay.constant dense<[8, 7]>
// REPORT: "evaluated": 1,
// REPORT: "work": 4,
func.func @trap() -> (tensor<2xi32>, tensor<2xi32>) {
  %0 = relay.constant dense<[6, 7]> : tensor<2xi32>
  %1 = relay.constant dense<[2, 0]> : tensor<2xi32>
  %2 = relay.divide %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = relay.add %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %2, %3 : tensor<2xi32>, tensor<2xi32>
}

//--- bytes.mlir
// The same bytes of different elements are one resource.
// CHECK: dense_resource<[[KEY:relay_[0-9a-f]*]]> : tensor<4096xi8>
// CHECK: dense_resource<[[KEY]]> : tensor<512xi64>
// CHECK: [[KEY]]: "0x10000000
func.func @bytes() -> tensor<4096xi8> {
  %a = relay.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<16xi8>
  %b = relay.tile %a {reps = array<i64: 256>} : (tensor<16xi8>) -> tensor<4096xi8>
  return %b : tensor<4096xi8>
}
func.func @words() -> tensor<512xi64> {
  %a = relay.constant dense<[578437695752307201, 1157159078456920585]> : tensor<2xi64>
  %b = relay.tile %a {reps = array<i64: 256>} : (tensor<2xi64>) -> tensor<512xi64>
  return %b : tensor<512xi64>
}

//--- mean.mlir
func.func @main() -> (tensor<i1>, tensor<i1>) {
  %a = relay.constant dense<[true, false]> : tensor<2xi1>
  %b = relay.tile %a {reps = array<i64: 4194304>} : (tensor<2xi1>) -> tensor<8388608xi1>
  %0 = relay.mean %b : (tensor<8388608xi1>) -> tensor<i1>
  %c = relay.constant dense<[true, false, true]> : tensor<3xi1>
  %d = relay.tile %c {reps = array<i64: 2796203>} : (tensor<3xi1>) -> tensor<8388609xi1>
  %1 = relay.mean %d : (tensor<8388609xi1>) -> tensor<i1>
  return %0, %1 : tensor<i1>, tensor<i1>
}

//--- group.mlir
// The limit lets the tile and the negation pass, of 2^16
// elements each. Only the kernel of the negation is needed.
// CHECK: "evaluated": 2,
// CHECK: "not_folded": 2,
// CHECK: "used": 1,
func.func @group() -> (tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>) {
  %a = relay.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %b = relay.tile %a {reps = array<i64: 32768>} : (tensor<2xf32>) -> tensor<65536xf32>
  %c = relay.negative %b : (tensor<65536xf32>) -> tensor<65536xf32>
  %d = relay.erf %c : (tensor<65536xf32>) -> tensor<65536xf32>
  %e = relay.erf %b : (tensor<65536xf32>) -> tensor<65536xf32>
  return %c, %d, %e : tensor<65536xf32>, tensor<65536xf32>, tensor<65536xf32>
}

//--- types.mlir
// Types tell the shape of what is constant, too.
// CHECK-LABEL: func.func @types
// CHECK-NEXT: relay.constant dense<8589934592> : tensor<1xi64>
// CHECK-NEXT: relay.constant dense<2048> : tensor<2xi64>
// CHECK-NEXT: relay.constant dense<2> : tensor<i64>
// CHECK-NEXT: return
// REPORT: "evaluated": 0,
func.func @types() -> (tensor<1xi64>, tensor<2xi64>, tensor<i64>) {
  %a = relay.constant dense<1.0> : tensor<8589934592xf32>
  %0 = relay.shape_of %a {dtype = i64} : (tensor<8589934592xf32>) -> tensor<1xi64>
  %b = relay.constant dense<1.0> : tensor<2048x2048xf32>
  %c = relay.nn.dense %b, %b : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %1 = relay.shape_of %c {dtype = i64} : (tensor<2048x2048xf32>) -> tensor<2xi64>
  %d = relay.constant dense<[0, 1]> : tensor<2xi32>
  %e = relay.divide %d, %d : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.ndarray_size %e {dtype = i64} : (tensor<2xi32>) -> tensor<i64>
  return %0, %1, %2 : tensor<1xi64>, tensor<2xi64>, tensor<i64>
}
