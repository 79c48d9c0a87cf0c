// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{tile-rows=0}))' --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-pack-contractions{vector-bytes=24}))' 2>&1 | FileCheck %s

// CHECK: error: expected a power of two as vector-bytes, but got 24

// expected-error @+1 {{expected tile-rows from 1 to 65536, but got 0}}
func.func @f() {
  return
}
