// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-inline-compiler-functions-bound-to{global-vars=part})' --split-input-file --verify-diagnostics

// expected-error@-3 {{no function '@part' to inline}}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error@+1 {{cannot inline '@part': expected a function with relay.Compiler, a body and no type parameters}}
func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

func.func @part(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"} {
  return %x : tensor<2xf32>
}
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"} {
  // expected-error@+1 {{cannot inline '@part': it is used by something other than a call in a function that passes may change}}
  %0 = relay.call @part(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
