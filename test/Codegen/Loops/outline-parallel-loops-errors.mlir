// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-outline-parallel-loops))' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'OutlineParallelLoopsPass' restricted to 'builtin.module'
