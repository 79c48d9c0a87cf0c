// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-inline-composites{target=a})' --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-inline-composites)' 2>&1 | FileCheck %s

// CHECK: error: expected the option 'target' of 'relay-inline-composites' to name a compiler

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
