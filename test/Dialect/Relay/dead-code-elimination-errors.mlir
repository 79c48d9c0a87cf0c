// RUN: relay-lite-opt %s --relay-dead-code-elimination --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> tuple<> {
  %0 = relay.tuple : () -> tuple<>
  return %0 : tuple<>
}
