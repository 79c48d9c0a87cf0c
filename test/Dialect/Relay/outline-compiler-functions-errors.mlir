// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-outline-compiler-functions)' --split-input-file --verify-diagnostics

func.func @no_name(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot outline a function literal for another compiler: expected the attribute relay.global_symbol}}
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a"} {
    relay.yield %y : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @closure(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot outline 'part': it uses values from outside}}
  %0 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a", relay.global_symbol = "part"} {
    relay.yield %x : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @name(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot outline 'part': the module has something else of this name}}
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "a", relay.global_symbol = "part"} {
    relay.yield %y : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @part(tensor<3xf32>) -> tensor<3xf32>
