// Nine operators on 16 Mi elements become one kernel, which is compiled once
// and kept on disk.
// RUN: rm -rf %t.cache
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t.cache relay-lite-opt %s --relay-fold-constant='report=%t.cold.json' | FileCheck %s
// RUN: FileCheck %s --check-prefix=COLD < %t.cold.json
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t.cache relay-lite-opt %s --relay-fold-constant='report=%t.warm.json' --mlir-disable-threading | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARM < %t.warm.json
// COLD:      "used": 1,
// COLD-NEXT: "compiled": 1,
// COLD-NEXT: "cached": 0
// WARM:      "used": 1,
// WARM-NEXT: "compiled": 0,
// WARM-NEXT: "cached": 1

// v = (((x + 100) * 3 - x) ^ 5 | 1) + 1 wraps; then max(min(-v, 50), -50).
// CHECK-LABEL: func.func @chain
// CHECK:         relay.constant dense<[-42, -44, -50, -50]> : tensor<4xi8>
func.func @chain() -> tensor<4xi8> {
  %some = relay.constant dense<[0, 1, 2, 3]> : tensor<4xi8>
  %x = relay.tile %some {reps = array<i64: 4194304>} : (tensor<4xi8>) -> tensor<16777216xi8>
  %c100 = relay.constant dense<100> : tensor<i8>
  %c3 = relay.constant dense<3> : tensor<i8>
  %c5 = relay.constant dense<5> : tensor<i8>
  %c1 = relay.constant dense<1> : tensor<i8>
  %c50 = relay.constant dense<50> : tensor<i8>
  %m50 = relay.constant dense<-50> : tensor<i8>
  %0 = relay.add %x, %c100 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %1 = relay.multiply %0, %c3 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %2 = relay.subtract %1, %x : (tensor<16777216xi8>, tensor<16777216xi8>) -> tensor<16777216xi8>
  %3 = relay.bitwise_xor %2, %c5 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %4 = relay.bitwise_or %3, %c1 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %5 = relay.add %4, %c1 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %6 = relay.negative %5 : (tensor<16777216xi8>) -> tensor<16777216xi8>
  %7 = relay.minimum %6, %c50 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %8 = relay.maximum %7, %m50 : (tensor<16777216xi8>, tensor<i8>) -> tensor<16777216xi8>
  %9 = relay.strided_slice %8 {begin = array<i64: 16777212>, end = array<i64: 16777216>, strides = array<i64: 1>} : (tensor<16777216xi8>) -> tensor<4xi8>
  return %9 : tensor<4xi8>
}
