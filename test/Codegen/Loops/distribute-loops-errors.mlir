// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-distribute-loops{threads=0}))' --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-distribute-loops{min-steps=0}))' 2>&1 | FileCheck %s

// CHECK: error: expected min-steps to be at least 1, but got 0
// expected-error @+1 {{expected threads from 1 to 1024, but got 0}}
func.func @no_threads() {
  return
}
