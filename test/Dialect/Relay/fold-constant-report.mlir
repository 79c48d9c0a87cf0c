// RUN: relay-lite-opt %s --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s < %t.json
// RUN: %python -m json.tool %t.json > /dev/null
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.report=%t.config.json})' -o /dev/null
// RUN: FileCheck %s < %t.config.json

// Kernels that were used are compiled, or come from the cache the second time.
// RUN: rm -rf %t.cache
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t.cache relay-lite-opt %s --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s --check-prefix=COLD < %t.json
// RUN: env RELAYLITE_CACHE=on RELAYLITE_CACHE_DIR=%t.cache relay-lite-opt %s --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s --check-prefix=WARM < %t.json
// COLD: "used": [[#USED:]],
// COLD: "cached": 0
// WARM: "used": [[#USED:]],
// WARM: "compiled": 0,

// Nothing to do.
// RUN: echo 'module {}' | relay-lite-opt --relay-fold-constant='report=%t.json' -o /dev/null
// RUN: FileCheck %s --check-prefix=EMPTY < %t.json
// EMPTY: "evaluated": 0,
// EMPTY: "operators": [],
// EMPTY-NEXT: "most_expensive": []

// 15 constants of 4 bytes are read, 13 values of 4 bytes are written; of 12
// negations the ten most expensive ones are listed.
// CHECK: {
// CHECK-NEXT:   "evaluated": 14,
// CHECK-NEXT:   "not_folded": 1,
// CHECK-NEXT:   "constants": 13,
// CHECK-NEXT:   "bytes_read": 60,
// CHECK-NEXT:   "bytes_written": 52,
// CHECK-NEXT:   "peak_bytes": {{5[26]}},
// CHECK-NEXT:   "work": 14,
// CHECK-NEXT:   "kernels": {
// CHECK-NEXT:     "used": 2,
// CHECK-NEXT:     "compiled": {{[0-9]+}},
// CHECK-NEXT:     "cached": 0
// CHECK-NEXT:   },
// CHECK-NEXT:   "seconds": {{[0-9.e+-]+}},
// CHECK-NEXT:   "cpu_seconds": {{[0-9.e+-]+}},
// CHECK-NEXT:   "operators": [
// CHECK-DAG:        "operator": "relay.negative",{{[[:space:]]*}}"count": 12,{{[[:space:]]*}}"bytes": 48,{{[[:space:]]*}}"seconds":
// CHECK-DAG:        "operator": "relay.add",{{[[:space:]]*}}"count": 2,{{[[:space:]]*}}"bytes": 8,{{[[:space:]]*}}"seconds":
// CHECK:        "most_expensive": [
// CHECK-COUNT-10: "location": "loc({{.*}}fold-constant-report.mlir{{.*}})"
// CHECK-NOT:      "location"
func.func @f() -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %c0 = relay.constant dense<0> : tensor<i32>
  %n0 = relay.negative %c0 : (tensor<i32>) -> tensor<i32>
  %c1 = relay.constant dense<1> : tensor<i32>
  %n1 = relay.negative %c1 : (tensor<i32>) -> tensor<i32>
  %c2 = relay.constant dense<2> : tensor<i32>
  %n2 = relay.negative %c2 : (tensor<i32>) -> tensor<i32>
  %c3 = relay.constant dense<3> : tensor<i32>
  %n3 = relay.negative %c3 : (tensor<i32>) -> tensor<i32>
  %c4 = relay.constant dense<4> : tensor<i32>
  %n4 = relay.negative %c4 : (tensor<i32>) -> tensor<i32>
  %c5 = relay.constant dense<5> : tensor<i32>
  %n5 = relay.negative %c5 : (tensor<i32>) -> tensor<i32>
  %c6 = relay.constant dense<6> : tensor<i32>
  %n6 = relay.negative %c6 : (tensor<i32>) -> tensor<i32>
  %c7 = relay.constant dense<7> : tensor<i32>
  %n7 = relay.negative %c7 : (tensor<i32>) -> tensor<i32>
  %c8 = relay.constant dense<8> : tensor<i32>
  %n8 = relay.negative %c8 : (tensor<i32>) -> tensor<i32>
  %c9 = relay.constant dense<9> : tensor<i32>
  %n9 = relay.negative %c9 : (tensor<i32>) -> tensor<i32>
  %c10 = relay.constant dense<10> : tensor<i32>
  %n10 = relay.negative %c10 : (tensor<i32>) -> tensor<i32>
  %c11 = relay.constant dense<11> : tensor<i32>
  %n11 = relay.negative %c11 : (tensor<i32>) -> tensor<i32>
  %x = relay.constant dense<100> : tensor<i32>
  %y = relay.constant dense<101> : tensor<i32>
  %0 = relay.add %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = relay.add %0, %y : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %z = relay.constant dense<0> : tensor<i32>
  %d = relay.divide %x, %z : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %n0, %n1, %n2, %n3, %n4, %n5, %n6, %n7, %n8, %n9, %n10, %n11, %1, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}
