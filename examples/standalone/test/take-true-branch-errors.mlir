// RUN: not extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranches})' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: relay-sequential: unknown pass 'TakeTrueBranches'; did you mean 'TakeTrueBranch'

// RUN: not extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch{x=1}})' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: relay-sequential: cannot make the pass 'TakeTrueBranch': {{.*}}no such option x

// RUN: not extra-opt %s --pass-pipeline='builtin.module(extra-take-true-branch)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: Can't add pass 'TakeTrueBranchPass' restricted to 'func.func'

// Types are inferred first. Without that, there is nothing to rewrite.
// RUN: not extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch})' 2>&1 | FileCheck %s --check-prefix=TYPES
// TYPES: error:
// RUN: extra-opt %s --pass-pipeline='builtin.module(func.func(extra-take-true-branch))' | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: relay.if
func.func @f(%c: tensor<i1>, %y: !relay.unknown) -> !relay.unknown {
  %0 = relay.if %c -> !relay.unknown {
    relay.yield %y : !relay.unknown
  } else {
    relay.yield %y : !relay.unknown
  }
  return %0 : !relay.unknown
}
