// In a graph region, a value may depend on itself: no pass works on such a
// module.

// RUN: relay-lite-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --relay-infer-type
// RUN: relay-lite-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --relay-to-a-normal-form
// RUN: relay-lite-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(relay-fuse-ops))'
// RUN: relay-lite-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(relay-simplify-expr))'

func.func @graph(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "test.graph"() ({
    // expected-error@+1 {{'relay.exp' op expected operands that are defined before it, but operand 0 is defined later}}
    %1 = relay.exp %2 : (tensor<2xf32>) -> tensor<2xf32>
    %2 = relay.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
    "test.end"(%2) : (tensor<2xf32>) -> ()
  }) : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A function that calls itself by capture.
func.func @literal(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "test.graph"() ({
    %f = relay.fn(%y: tensor<2xf32>) -> tensor<2xf32> {
      // expected-error@+1 {{'relay.apply' op expected operands that are defined before it, but operand 0 is defined later}}
      %1 = relay.apply %f(%y) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      relay.yield %1 : tensor<2xf32>
    }
    "test.end"(%f) : ((tensor<2xf32>) -> tensor<2xf32>) -> ()
  }) : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @unreachable(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
^bb1:
  // expected-error@+1 {{'relay.let' op expected operands that are defined before it, but operand 0 is defined later}}
  %0 = relay.let %0 as "x" : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Unreachable blocks that are in order do not matter.
func.func @ordered(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
^bb1:
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  cf.br ^bb2
^bb2:
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
