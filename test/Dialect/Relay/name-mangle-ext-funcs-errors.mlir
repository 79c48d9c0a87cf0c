// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-name-mangle-ext-funcs)' --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-name-mangle-ext-funcs{mod-name=a-b})' --split-input-file 2>&1 | FileCheck %s

// CHECK: error: expected letters, digits and underscores as mod-name, but got 'a-b'

func.func private @"a+"(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"}
// expected-error@+1 {{cannot name '@a-' '@tvmgen_default_a_': there is another function of this name}}
func.func private @"a-"(tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"}
