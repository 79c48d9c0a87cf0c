// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-check-sizes))' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'CheckSizesPass' restricted to 'builtin.module'
