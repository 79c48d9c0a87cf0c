// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-flatten-nested-tuples)' --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
