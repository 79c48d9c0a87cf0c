// RUN: relay-lite-opt %s --relay-defunctionalize --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op has no lowering: a function whose body is not in the module may be its argument or use its result of type '(tensor<f32>) -> tensor<f32>'}}
func.func @parameter(%f: (tensor<f32>) -> tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = relay.apply %f(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error @below {{has no lowering: a function whose body is not in the module may be its argument}}
func.func @result() -> tuple<(tensor<f32>) -> tensor<f32>> {
  %0 = relay.fn (%x: tensor<f32>) -> tensor<f32> {
    relay.yield %x : tensor<f32>
  }
  %1 = relay.tuple %0 : ((tensor<f32>) -> tensor<f32>) -> tuple<(tensor<f32>) -> tensor<f32>>
  return %1 : tuple<(tensor<f32>) -> tensor<f32>>
}

// -----

func.func @compose(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{has no lowering: a function captures one of its own type '(tensor<f32>) -> tensor<f32>'}}
  %0 = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    relay.yield %y : tensor<f32>
  }
  %1 = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    %3 = relay.apply %0(%y) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  %2 = relay.apply %1(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

func.func @polymorphic() {
  // expected-error @below {{'relay.fn' op has no lowering: it is polymorphic}}
  %0 = relay.fn (%x: tensor<f32>) -> tensor<f32> attributes {type_params = ["t"]} {
    relay.yield %x : tensor<f32>
  }
  return
}

// -----

func.func @compiler() {
  // expected-error @below {{'relay.fn' op has no lowering: it is for another compiler}}
  %0 = relay.fn (%x: tensor<f32>) -> tensor<f32> attributes {relay.Compiler = "dnnl"} {
    relay.yield %x : tensor<f32>
  }
  return
}

// -----

func.func @unknown_callee(%x: !relay.unknown, %y: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'relay.apply' op has no lowering: the type of its callee is unknown; run relay-infer-type before}}
  %0 = relay.apply %x(%y) : (!relay.unknown, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @unknown_type() {
  // expected-error @below {{'relay.global' op has no lowering: its type is unknown; run relay-infer-type before}}
  %0 = relay.global @unknown_type : !relay.unknown
  return
}

// -----

func.func @captures(%x: !relay.unknown) {
  // expected-error @below {{'relay.fn' op has no lowering: it captures a value of type '!relay.unknown'}}
  %0 = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    %1 = relay.type_cast %x : !relay.unknown to tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  return
}

// -----

func.func private @nobody(%f: (tensor<f32>) -> tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'relay.apply' op has no lowering: no function of the module has the type '(tensor<f32>) -> tensor<f32>'}}
  %0 = relay.apply %f(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
