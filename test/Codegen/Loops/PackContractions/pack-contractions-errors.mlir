// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{tile-rows=0}))' --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{vector-bytes=24}))' 2>&1 | FileCheck %s
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{min-products=-1}))' 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions))' 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{num-registers=3}))' 2>&1 | FileCheck %s --check-prefix=REGISTERS

// REGISTERS: error: expected num-registers to be 0, or from 4 to 1024, but got 3
// CHECK: error: expected a power of two as vector-bytes, but got 24
// PRODUCTS: error: expected min-products to be at least 0, but got -1

// expected-error @+1 {{expected tile-rows from 1 to 65536, but got 0}}
func.func @tile_rows_of_zero() {
  return
}

// SHARE: error: expected 'memref<2xi64>' as the type of the argument with 'relay.share', but got 'memref<2xi32>'
// expected-error @+1 {{expected tile-rows from 1 to 65536, but got 0}}
func.func @share(%share: memref<2xi32> {relay.share}) {
  return
}
