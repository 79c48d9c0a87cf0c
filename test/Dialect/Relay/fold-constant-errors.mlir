// RUN: relay-lite-opt %s --relay-fold-constant --split-input-file --verify-diagnostics
// RUN: not relay-lite-opt --relay-fold-constant='max-growth=many' /dev/null 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: for the --max-growth option: 'many' value invalid for ulong argument

// A constant whose data is missing.
func.func @missing() -> tensor<4xf32> {
  // expected-error @below {{resource 'none' has no data}}
  %0 = relay.constant dense_resource<none> : tensor<4xf32>
  %1 = relay.negative %0 : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
