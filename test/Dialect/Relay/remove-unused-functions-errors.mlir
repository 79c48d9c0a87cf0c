// RUN: relay-lite-opt %s --relay-remove-unused-functions --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@below {{expected the entry function '@main', but the module has none of this name}}
module {
  func.func @not_main(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

module {
  func.func @main(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
  // expected-error@+1 {{cannot tell which functions an operation uses that may be a symbol table}}
  "unregistered.op"() ({}) : () -> ()
}
