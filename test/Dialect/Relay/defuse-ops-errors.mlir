// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-defuse-ops))' --split-input-file --verify-diagnostics
// RUN: %python %S/Inputs/write_nested_call.py 256 256 %t.fits.mlir literal
// RUN: relay-lite-opt %t.fits.mlir --pass-pipeline='builtin.module(func.func(relay-defuse-ops))' -o %t.inlined.mlir
// RUN: relay-lite-opt %t.inlined.mlir -o /dev/null
// RUN: %python %S/Inputs/write_nested_call.py 256 257 %t.mlir literal
// RUN: not relay-lite-opt %t.mlir --pass-pipeline='builtin.module(func.func(relay-defuse-ops))' 2>&1 | FileCheck %s

// CHECK: mlir:1032:{{.*}} error: inlining nests branches and functions more than 512 deep

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
