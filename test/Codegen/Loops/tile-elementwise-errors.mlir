// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-tile-elementwise{vector-bytes=-1}))' --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-tile-elementwise{tile-size=5000}))' 2>&1 | FileCheck %s

// CHECK: error: expected tile-size from 0 to 4096, but got 5000
// expected-error @+1 {{expected vector-bytes from 0 to 4096, but got -1}}
func.func @negative_vector_bytes() {
  return
}
