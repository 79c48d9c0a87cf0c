// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-partition-graph)' --split-input-file --verify-diagnostics
// Contradictions in the annotations: merge-compiler-regions-errors.mlir.

// expected-error@+1 {{could not infer the type of argument 0 of '@argument': '!relay.unknown'}}
func.func @argument(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}

// -----

func.func @no_end(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{uses a value of the part for the compiler 'a' without annotation.compiler_end}}
  %2 = relay.let %1 as "y" : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.tuple %2, %3 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %4 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// -----

func.func @no_begin(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{an operation in the part for the compiler 'a' uses a value from outside of it without annotation.compiler_begin}}
  %3 = relay.add %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.annotation.compiler_end %3 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// -----

func.func @callee(%f: (tensor<2xf32>) -> tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{an operation in the part for the compiler 'a' uses a function value from outside of it without annotation.compiler_begin}}
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @closure(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %3 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{uses a function value from outside of it without annotation.compiler_begin}}
  %1 = relay.apply %f(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

func.func @cycle(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{a part for another compiler depends on its own results here}}
  %2 = relay.annotation.compiler_end %1 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tanh %2 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.annotation.compiler_begin %3 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.add %1, %4 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.annotation.compiler_end %5 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  return %6 : tensor<2xf32>
}

// -----

func.func @polymorphic(%x: !relay.type_var<"t">) -> !relay.type_var<"t"> attributes {relay.type_params = ["t"]} {
  // expected-error@+1 {{cannot move the part for the compiler 'a' out of a polymorphic function}}
  %0 = relay.annotation.compiler_begin %x {compiler = "a"} : (!relay.type_var<"t">) -> !relay.type_var<"t">
  %1 = relay.annotation.compiler_end %0 {compiler = "a"} : (!relay.type_var<"t">) -> !relay.type_var<"t">
  return %1 : !relay.type_var<"t">
}

// -----

func.func @effects(%r: !relay.ref<tensor<2xf32>>, %x: tensor<2xf32>) -> tuple<tuple<>, tensor<2xf32>> {
  %0 = relay.annotation.compiler_begin %r {compiler = "a"} : (!relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>>
  %1 = relay.ref_read %0 : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  // expected-error@+1 {{has effects between those of the part for the compiler 'a', which cannot be moved}}
  %2 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  %3 = relay.ref_read %0 : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
  %4 = relay.add %1, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.annotation.compiler_end %4 {compiler = "a"} : (tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.tuple %2, %5 : (tuple<>, tensor<2xf32>) -> tuple<tuple<>, tensor<2xf32>>
  return %6 : tuple<tuple<>, tensor<2xf32>>
}
