// RUN: relay-lite-opt %s --relay-infer-type --split-input-file --verify-diagnostics

func.func @operands_do_not_broadcast(%x: tensor<2xf32>, %y: tensor<3xf32>) -> !relay.unknown {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{add: the operands do not broadcast: dimension 0 of the result is 2 by lhs and 3 by rhs}}
  %1 = relay.add %0, %y : (!relay.unknown, tensor<3xf32>) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

// An operand of another kind than the operator takes.

func.func @tuple_as_operand(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.tuple %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.exp' op operand #0 must be ranked tensor, but got 'tuple<tensor<2xf32>>'}}
  %1 = relay.exp %0 : (!relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

// expected-error@+1 {{could not infer the type of argument 1 ('w') of '@untyped_argument': '!relay.unknown'}}
func.func @untyped_argument(%x: tensor<2xf32>, %w: !relay.unknown {relay.name = "w"}) -> !relay.unknown {
  %0 = relay.add %x, %w : (tensor<2xf32>, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @untyped_literal_argument() -> ((!relay.unknown) -> !relay.unknown) {
  // expected-error@+1 {{could not infer the type of argument 0: '!relay.unknown'}}
  %0 = relay.fn (%x: !relay.unknown) -> !relay.unknown {
    relay.yield %x : !relay.unknown
  }
  return %0 : (!relay.unknown) -> !relay.unknown
}

// -----

func.func @untyped_recursive_literal(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{could not infer the type of a function that calls itself ('f'): '(!relay.unknown) -> !relay.unknown'}}
  %0 = relay.fn self(%self) (%y: !relay.unknown) -> !relay.unknown {
    %2 = relay.apply %self(%y) : ((!relay.unknown) -> !relay.unknown, !relay.unknown) -> !relay.unknown
    relay.yield %2 : !relay.unknown
  }
  %1 = relay.let %0 as "f" : ((!relay.unknown) -> !relay.unknown) -> ((!relay.unknown) -> !relay.unknown)
  return %x : tensor<2xf32>
}

// -----

func.func @untyped_call_result(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'relay.call' op could not infer the type of its result: '!relay.unknown'}}
  %0 = relay.call @endless(%x) : (tensor<2xf32>) -> !relay.unknown
  return %x : tensor<2xf32>
}
func.func @endless(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.call @endless(%x) : (tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @branches_of_two_ranks(%x: tensor<2xf32>, %y: tensor<2x3xf32>, %c: tensor<i1>) -> !relay.unknown {
  // expected-error@+1 {{'relay.if' op expected branches of the same type, but got 'tensor<2xf32>' and 'tensor<2x3xf32>'}}
  %0 = relay.if %c -> !relay.unknown {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %y : tensor<2x3xf32>
  }
  return %0 : !relay.unknown
}

// -----

func.func @branches_of_two_types(%x: tensor<2xf32>, %c: tensor<i1>) -> !relay.unknown {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.if' op expected branches of the same type, but got 'tensor<2xf32>' and 'tensor<i1>'}}
  %1 = relay.if %c -> !relay.unknown {
    relay.yield %0 : !relay.unknown
  } else {
    relay.yield %c : tensor<i1>
  }
  return %1 : !relay.unknown
}

// -----

func.func @condition_not_boolean(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.if' op expected 'tensor<i1>' as the condition, but got 'tensor<2xf32>'}}
  %1 = relay.if %0 : !relay.unknown -> !relay.unknown {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %1 : !relay.unknown
}

// -----

func.func @three_elements(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
func.func @call_argument_type(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.call' op expected 'tensor<3xf32>' as argument 0, but got 'tensor<2xf32>'}}
  %1 = relay.call @three_elements(%0) : (!relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

// Two uses of a literal that no type fits.

func.func @apply_at_two_types(%x: tensor<2xf32>, %y: tensor<3xf32>) -> !relay.unknown {
  %f = relay.fn (%a: !relay.unknown) -> !relay.unknown {
    relay.yield %a : !relay.unknown
  }
  %0 = relay.apply %f(%x) : ((!relay.unknown) -> !relay.unknown, tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.apply' op expected '(tensor<3xf32>) -> !relay.unknown' as callee, but got '(tensor<2xf32>) -> !relay.unknown'}}
  %1 = relay.apply %f(%y) : ((!relay.unknown) -> !relay.unknown, tensor<3xf32>) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

func.func @apply_tensor_result(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.apply' op expected '(tensor<2xf32>) -> !relay.unknown' as callee, but got 'tensor<2xf32>'}}
  %1 = relay.apply %0(%x) : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

func.func @apply_argument_count(%x: tensor<2xf32>) -> !relay.unknown {
  %g = relay.fn (%a: tensor<2xf32>) -> tensor<2xf32> {
    relay.yield %a : tensor<2xf32>
  }
  %h = relay.let %g as "h" : ((tensor<2xf32>) -> tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.apply' op expected 1 arguments, but got 2}}
  %0 = relay.apply %h(%x, %x) : (!relay.unknown, tensor<2xf32>, tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

// A function that is applied to itself.

func.func @apply_to_itself(%g: !relay.unknown) -> !relay.unknown {
  // expected-error@+1 {{'relay.apply' op needs a type that contains itself}}
  %0 = relay.apply %g(%g) : (!relay.unknown, !relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

// Tuples of equal halves: small in memory, large as text.

func.func @tuple_of_too_many_parts(%x: tensor<2xf32>) -> !relay.unknown {
  %t0 = relay.tuple %x, %x, %x, %x, %x, %x, %x, %x : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> !relay.unknown
  %t1 = relay.tuple %t0, %t0, %t0, %t0, %t0, %t0, %t0, %t0 : (!relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  %t2 = relay.tuple %t1, %t1, %t1, %t1, %t1, %t1, %t1, %t1 : (!relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  %t3 = relay.tuple %t2, %t2, %t2, %t2, %t2, %t2, %t2, %t2 : (!relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  %t4 = relay.tuple %t3, %t3, %t3, %t3, %t3, %t3, %t3, %t3 : (!relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  %t5 = relay.tuple %t4, %t4, %t4, %t4, %t4, %t4, %t4, %t4 : (!relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  // expected-error@+1 {{'relay.tuple' op needs a type of more than 1048576 parts}}
  %t6 = relay.tuple %t5, %t5, %t5, %t5, %t5, %t5, %t5, %t5 : (!relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown, !relay.unknown) -> !relay.unknown
  return %t6 : !relay.unknown
}

// -----

func.func @tuple_of_own_result(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.call @tuple_of_own_result(%x) : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.tuple' op needs a type that contains itself}}
  %1 = relay.tuple %0, %x : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %1 : !relay.unknown
}

// -----

func.func @cast_to_other_shape(%x: tensor<2xf32>) -> tensor<3xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.type_cast' op expected 'tensor<3xf32>' as its operand, but got 'tensor<2xf32>'}}
  %1 = relay.type_cast %0 : !relay.unknown to tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

func.func @literal_result_type(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.fn' op expected a body that yields 'tensor<3xf32>', but got 'tensor<2xf32>'}}
  %f = relay.fn () -> tensor<3xf32> {
    relay.yield %0 : !relay.unknown
  }
  return %x : tensor<2xf32>
}

// -----

func.func @result_type(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.abs' op expected a result of type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %1 = relay.abs %0 : (!relay.unknown) -> tensor<3xf32>
  return %x : tensor<2xf32>
}

// -----

func.func @polymorphic(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.type_params = ["A"]} {
  return %x : tensor<2xf32>
}
func.func @type_argument_unknown(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'relay.call' op could not infer the type argument "A"}}
  %0 = relay.call @polymorphic(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @apply_bound_tensor(%x: tensor<2xf32>) -> !relay.unknown {
  %g = relay.let %x as "g" : (tensor<2xf32>) -> !relay.unknown
  // expected-error@+1 {{'relay.apply' op expected a function as callee, but got 'tensor<2xf32>'}}
  %0 = relay.apply %g(%x) : (!relay.unknown, tensor<2xf32>) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @element_types_differ(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error@+2 {{add: expected operands of one element type, but lhs is 'tensor<2xf32>' and rhs is 'tensor<2xi32>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.add %x, %y : (tensor<2xf32>, tensor<2xi32>) -> !relay.unknown
  return
}

// -----

func.func @names(%x: tensor<?x4xf32> {relay.dims = ["n", 4]}, %y: tensor<?x4xf32> {relay.dims = ["m", 4]}) -> tensor<?x4xf32> {
  // expected-error@+1 {{add: the operands do not broadcast: dimension 0 of the result is n and m, which are not known to be equal}}
  %0 = relay.add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @name_and_number(%x: tensor<4x?xf32> {relay.dims = [4, ["*", "n", 2]]}, %y: tensor<3xf32>) -> tensor<4x3xf32> {
  // expected-error@+1 {{multiply: the operands do not broadcast: dimension 1 of the result is n*2 and 3, which are not known to be equal}}
  %0 = relay.multiply %x, %y : (tensor<4x?xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
