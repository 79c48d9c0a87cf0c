// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-alter-op-layout))' --split-input-file --verify-diagnostics
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-legalize))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
