// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-conv2d))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
