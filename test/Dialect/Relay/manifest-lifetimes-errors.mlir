// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-manifest-lifetimes))' --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  %a = relay.let %x as "a" : (!relay.unknown) -> !relay.unknown
  return %a : !relay.unknown
}
