// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-vectorize-reductions{vector-bytes=-1}))' 2>&1 | FileCheck %s

// CHECK: error: expected vector-bytes from 0 to 4096, but got -1
func.func @f() {
  return
}
