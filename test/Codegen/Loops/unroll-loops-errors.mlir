// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-unroll-loops{auto-max-step=many}))' 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: 'many' value invalid for long argument
// VALUE: error: 

// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-unroll-loops)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: error: Can't add pass 'UnrollLoopsPass' restricted to 'func.func'

// RUN: not relay-lite-opt %s --relay-config=tir.UnrollLoop.auto_max_step=many 2>&1 | FileCheck %s --check-prefix=CONFIG
// CONFIG: error: expect config tir.UnrollLoop.auto_max_step to have type IntImm, but got runtime.String
