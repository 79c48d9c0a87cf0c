// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=0})' --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt %s --pass-pipeline='builtin.module(relay-to-mixed-precision)' --split-input-file 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(relay-to-mixed-precision{mixed-precision-type=int8})' 2>&1 </dev/null | FileCheck %s --check-prefix=TYPE
// RUN: not relay-lite-opt --pass-pipeline='builtin.module(relay-to-mixed-precision{missing-op-mode=3})' 2>&1 </dev/null | FileCheck %s --check-prefix=MODE

// TYPE: error: expected a floating-point type as mixed-precision-type, but got 'int8'
// MODE: error: expected missing-op-mode in [0, 2], but got 3

// WARNING: warning: operator 'negative' has no rule for mixed precision; it occurs 2 times
func.func @missing(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{operator 'negative' has no rule for mixed precision; it occurs 2 times}}
  %0 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// WARNING: error: could not infer the type of argument 0
// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
