// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{type parameter 'A' is declared more than once}}
relay.type_data @T params ["A", "A"] = [#relay.constructor<"C">]

// -----

// expected-error@+1 {{constructor 'C' is defined more than once}}
relay.type_data @T = [#relay.constructor<"C">, #relay.constructor<"C"(tensor<f32>)>]

// -----

// expected-error@+1 {{constructor 'C' cannot have a field of type '!relay.unknown'}}
relay.type_data @T = [#relay.constructor<"C"(!relay.unknown)>]

// -----

// expected-error@+1 {{constructor 'C' cannot have a field of type 'tuple<i17>'}}
relay.type_data @T = [#relay.constructor<"C"(tuple<i17>)>]

// -----

// expected-error@+1 {{type parameter 'B' is not declared}}
relay.type_data @T params ["A"] = [#relay.constructor<"C"(tuple<!relay.type_var<"A">, !relay.type_var<"B">>)>]

// -----

// expected-error@+1 {{type 'S' is not defined}}
relay.type_data @T = [#relay.constructor<"C"(!relay.data<@S>)>]

// -----

// expected-error@+1 {{type 'f' is not defined}}
relay.type_data @T = [#relay.constructor<"C"(!relay.data<@f>)>]
func.func private @f()

// -----

// expected-error@+1 {{type 'T' takes 1 type arguments, but got 2}}
relay.type_data @T params ["A"] = [#relay.constructor<"C"(!relay.data<@T, tensor<f32>, tensor<f32>>)>]

// -----

// expected-note@+1 {{see existing symbol definition here}}
relay.type_data @T = []
// expected-error@+1 {{redefinition of symbol named 'T'}}
relay.type_data @T = [#relay.constructor<"C">]

// -----

func.func @value(%x: tensor<f32>, %y: !relay.data<@T>) -> tuple<tensor<f32>, !relay.data<@T>> {
  // expected-error@+1 {{operand #1 must be variadic of relay value type, but got '!relay.data<@T>'}}
  %0 = relay.tuple %x, %y : (tensor<f32>, !relay.data<@T>) -> tuple<tensor<f32>, !relay.data<@T>>
  return %0 : tuple<tensor<f32>, !relay.data<@T>>
}
relay.type_data @T = []

// -----

func.func @inside() {
  // expected-error@+1 {{expects parent op 'builtin.module'}}
  relay.type_data @T = []
  return
}
