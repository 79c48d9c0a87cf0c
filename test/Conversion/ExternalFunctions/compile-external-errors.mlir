// RUN: relay-lite-opt %s --relay-compile-external=require --split-input-file --verify-diagnostics

// expected-error@+1 {{there is no external compiler 'demo'}}
func.func @unknown_compiler(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo"} {
  return %x : tensor<2xf32>
}

// -----

func.func @no_global_symbol(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot outline a function literal for another compiler: expected the attribute relay.global_symbol}}
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo"} {
    relay.yield %y : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @captured_value(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot outline 'demo_0': it uses values from outside}}
  %0 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
    %2 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @returned_function() -> ((tensor<2xf32>) -> tensor<2xf32>) {
  // expected-error@+1 {{expected only calls of a function for an external compiler}}
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
    relay.yield %y : tensor<2xf32>
  }
  return %0 : (tensor<2xf32>) -> tensor<2xf32>
}

// -----

func.func @demo_0(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{cannot outline 'demo_0': the module has something else of this name}}
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
    relay.yield %y : tensor<2xf32>
  }
  %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @two_functions_of_one_symbol(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
    relay.yield %y : tensor<2xf32>
  }
  // expected-error@+1 {{cannot outline 'demo_0': the module has something else of this name}}
  %1 = relay.fused_fn (%y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "demo", relay.global_symbol = "demo_0"} {
    %4 = relay.exp %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %4 : tensor<2xf32>
  }
  %2 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.apply %1(%2) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
