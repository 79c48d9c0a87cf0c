// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-eta-expand{expand-global-var})' --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(relay-eta-expand)' 2>&1 </dev/null | FileCheck %s
// RUN: %python %S/Inputs/write_nested.py if 512 %t.mlir '%%g = relay.global @f : (tensor<i1>, tensor<f32>) -> ()'
// RUN: not relay-lite-opt %t.mlir --pass-pipeline='builtin.module(relay-eta-expand{expand-global-var})' 2>&1 | FileCheck %s --check-prefix=DEEP

// CHECK: error: expected expand-constructor or expand-global-var, but got neither
// DEEP: error: a function literal for '@f' nests branches and functions more than 512 deep

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
