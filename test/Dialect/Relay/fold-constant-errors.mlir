// RUN: relay-lite-opt %s --relay-fold-constant --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt --relay-fold-constant='max-growth=many' /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: for the --max-growth option: 'many' value invalid for ulong argument
// RUN: not relay-lite-opt --relay-fold-constant='max-cost=-1' /dev/null 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not relay-lite-opt --relay-fold-constant='max-temporary=18446744073709551616' /dev/null 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.max_growth=-1})' /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CONFIG
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstant config=relay.FoldConstant.max_cost=1.5})' /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TYPE

// NEGATIVE: for the --max-cost option: '-1' value invalid for ulong argument
// OVERFLOW: for the --max-temporary option: '18446744073709551616' value invalid for ulong argument
// CONFIG: error: relay-sequential: expect config relay.FoldConstant.max_growth to be at least 0, but got -1
// TYPE: error: relay-sequential: expect config relay.FoldConstant.max_cost to have type IntImm, but got FloatImm
// RUN: not relay-lite-opt --relay-fold-constant='no-fold-ops=abs,nn.dens' /dev/null 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relay-lite-opt --relay-fold-constant='no-fold-ops=qqqqqq' /dev/null 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: echo 'func.func @anchor() { return }' > %t.function
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(func.func(relay-fold-constant{report=%t}))' %t.function -o /dev/null 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: echo 'module { module {} }' > %t.module
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(builtin.module(relay-fold-constant{report=%t}))' %t.module -o /dev/null 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: echo 'module {}' > %t.empty && not relay-lite-opt --relay-fold-constant='report=%t/none' %t.empty 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: mkdir -p %t.directory && not relay-lite-opt --relay-fold-constant='report=%t.directory' %t.empty 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// RUN: test ! -e /dev/full || not relay-lite-opt --relay-fold-constant='report=/dev/full' %t.empty > %t.full 2>&1
// RUN: test ! -e /dev/full || FileCheck %s --check-prefix=FULL < %t.full

// NAME: error: relay-fold-constant: unknown operator 'nn.dens'; did you mean 'nn.dense'?{{$}}
// FAR: error: relay-fold-constant: unknown operator 'qqqqqq'{{$}}
// ANCHOR: error: expected the option 'report' with the pass on the outermost module, but it is on a function{{$}}
// NESTED: error: expected the option 'report' with the pass on the outermost module, but it is on a module inside it{{$}}
// FILE: error: cannot write '{{.*}}none': {{.*}}
// DIRECTORY: error: cannot write '{{.*}}directory': Is a directory{{$}}
// FULL: error: cannot write '/dev/full': No space left on device{{$}}

// A constant whose data is missing.
func.func @missing() -> tensor<4xf32> {
  // expected-error @below {{resource 'none' has no data}}
  %0 = relay.constant dense_resource<none> : tensor<4xf32>
  %1 = relay.negative %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
