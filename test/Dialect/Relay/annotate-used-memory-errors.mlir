// RUN: relay-lite-opt %s --relay-annotate-used-memory --split-input-file --verify-diagnostics

// expected-error@+1 {{expected a static shape, but got 'tensor<?xf32>': AnnotateUsedMemory does not support dynamic shapes}}
func.func @main(%x: tensor<?xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %primitive = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %p : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<f32>, %i: tensor<1xi64>) -> tensor<f32> {
  %primitive = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %p : tensor<2xf32>
  }
  %0 = relay.dyn.full %x, %i : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  // expected-error@+1 {{expected a static shape, but got 'tensor<?xf32>': AnnotateUsedMemory does not support dynamic shapes}}
  %y = relay.let %0 as "y" : (tensor<?xf32>) -> tensor<?xf32>
  %1 = relay.exp %y : (tensor<?xf32>) -> tensor<?xf32>
  %z = relay.let %1 as "z" : (tensor<?xf32>) -> tensor<?xf32>
  return %x : tensor<f32>
}

// -----

// expected-error@+1 {{expected a tensor of less than 2^63 bytes, but got 'tensor<4611686018427387904xf32>'}}
func.func @main(%x: tensor<4611686018427387904xf32>) -> tensor<4611686018427387904xf32> {
  %primitive = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %p : tensor<2xf32>
  }
  return %x : tensor<4611686018427387904xf32>
}

// -----

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %primitive = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %p : tensor<2xf32>
  }
  // expected-error@+1 {{expected a primitive function: AnnotateUsedMemory follows fusion}}
  %0 = relay.fn (%p: tensor<2xf32>) -> tensor<2xf32> {
    relay.yield %p : tensor<2xf32>
  }
  %f = relay.let %0 as "f" : ((tensor<2xf32>) -> tensor<2xf32>) -> ((tensor<2xf32>) -> tensor<2xf32>)
  %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// expected-error@+1 {{could not infer the type of argument 0 of '@main': '!relay.unknown'}}
func.func @main(%x: !relay.unknown) -> !relay.unknown {
  %primitive = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    relay.yield %p : tensor<2xf32>
  }
  %a = relay.let %x as "a" : (!relay.unknown) -> !relay.unknown
  return %a : !relay.unknown
}
