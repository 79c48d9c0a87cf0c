// RUN: relay-lite-opt %s --convert-relay-to-linalg --split-input-file --verify-diagnostics

func.func @unknown_result(%x: !relay.unknown) -> !relay.unknown {
  // expected-error @+1 {{failed to legalize operation 'relay.abs'}}
  %0 = relay.abs %x : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @reference(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{failed to legalize operation 'relay.ref_create'}}
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %1 = relay.ref_read %0 : (!relay.ref<tensor<f32>>) -> tensor<f32>
  return %1 : tensor<f32>
}
