// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-merge-compiler-regions))' --split-input-file --verify-diagnostics
// PartitionGraph finds the same parts.
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-partition-graph)' --split-input-file --verify-diagnostics

func.func @no_begin(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{expected an annotation.compiler_begin for the compiler 'a' before it, but found none}}
  %0 = relay.annotation.compiler_end %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @other_end(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{ends a part for the compiler 'b', but it began for 'a'}}
  %1 = relay.annotation.compiler_end %0 {compiler = "b"} : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @outside(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{argument 1 is in no part, but another one is in a part for 'a'}}
  %1 = relay.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @compilers(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.annotation.compiler_begin %x {compiler = "b"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{arguments are in parts for different compilers, 'a' and 'b'}}
  %2 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @blocks(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %b = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.abs %b : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    %2 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
    // expected-error@+1 {{arguments are in parts of different blocks}}
    %3 = relay.add %0, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// -----

func.func @into_branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %b = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.abs %b : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c -> tensor<2xf32> {
    // expected-error@+1 {{is in a branch or function literal, and the part for the compiler 'a' that it belongs to begins outside}}
    %2 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}
