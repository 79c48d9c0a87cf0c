// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a}))' --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a supported-ops=add}))' 2>&1 | FileCheck %s --check-prefix=WORDS
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-annotate-target{targets=a supported-ops=a:no.such}))' 2>&1 | FileCheck %s --check-prefix=NAME

// WORDS: error: expected a compiler and operators between colons in supported-ops of 'relay-annotate-target', such as 'dnnl:nn.relu:add', but got 'add'
// NAME: error: supported-ops of 'relay-annotate-target' names the operator 'no.such', which does not exist

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
