// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-lower-asserts))' 2>&1 | FileCheck %s
// CHECK: error: Can't add pass 'LowerAssertsPass' restricted to 'builtin.module'
