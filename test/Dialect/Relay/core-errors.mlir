// RUN: relay-lite-opt %s --split-input-file --verify-diagnostics

func.func @tuple_get_out_of_range(%t: tuple<tensor<f32>>) {
  // expected-error@+2 {{tuple index 1 is out of range for 'tuple<tensor<f32>>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.tuple_get %t[1] : (tuple<tensor<f32>>) -> tensor<f32>
  return
}

// -----

func.func @type_cast_incompatible(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected compatible types, but got 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %0 = relay.type_cast %x : tensor<2xf32> to tensor<3xf32>
  return
}

// -----

func.func @ref_write_other_type(%r: !relay.ref<tensor<2xf32>>, %x: tensor<i1>) {
  // expected-error@+2 {{expected a value of type 'tensor<2xf32>' for the reference, but got 'tensor<i1>'}}
  // expected-error@+1 {{failed to infer returned types}}
  %0 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<i1>) -> tuple<>
  return
}

// -----

func.func @call_unknown_function() {
  // expected-error@+1 {{'missing' does not name a function}}
  %0 = relay.call @missing() : () -> tensor<f32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>
func.func @call_argument_count() {
  // expected-error@+1 {{expected 1 arguments, but got 0}}
  %0 = relay.call @callee() : () -> tensor<2xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>
func.func @call_argument_type(%x: tensor<3xf32>) {
  // expected-error@+1 {{expected 'tensor<2xf32>' as argument 0, but got 'tensor<3xf32>'}}
  %0 = relay.call @callee(%x) : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>
func.func @call_result_type(%x: tensor<2xf32>) {
  // expected-error@+1 {{the callee returns 'tensor<2xf32>', but the result is 'tensor<3xf32>'}}
  %0 = relay.call @callee(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>)
func.func @call_without_result(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected a callee with one result, but it has 0}}
  %0 = relay.call @callee(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>
func.func @call_type_arguments(%x: tensor<2xf32>) {
  // expected-error@+1 {{expected 0 type arguments, but got 1}}
  %0 = relay.call @callee types [f32] (%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @apply_argument_type(%f: (tensor<2xf32>) -> tensor<2xf32>, %x: tensor<3xf32>) {
  // expected-error@+1 {{expected 'tensor<2xf32>' as argument 0, but got 'tensor<3xf32>'}}
  %0 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @callee(tensor<2xf32>) -> tensor<2xf32>
func.func @global_type() {
  // expected-error@+1 {{the function has type '(tensor<2xf32>) -> tensor<2xf32>', but the result is '() -> tensor<2xf32>'}}
  %0 = relay.global @callee : () -> tensor<2xf32>
  return
}

// -----

func.func @fn_two_results() {
  // expected-error@+1 {{expected one result type, but got 2}}
  %0 = relay.fn () -> (tensor<f32>, tensor<f32>) {
  }
  return
}

// -----

func.func @fn_unnamed_arguments() {
  // expected-error@+1 {{expected named arguments}}
  %0 = relay.fn (tensor<f32>) -> tensor<f32> {
  }
  return
}

// -----

func.func @fn_yields_other_type(%x: tensor<i1>) {
  // expected-error@+1 {{expected a body that yields 'tensor<f32>', but got 'tensor<i1>'}}
  %0 = relay.fn () -> tensor<f32> {
    relay.yield %x : tensor<i1>
  }
  return
}

// -----

func.func @fn_without_yield() {
  // expected-error@+1 {{expected a body that ends in 'relay.yield'}}
  %0 = relay.fn () -> tensor<f32> {
    llvm.unreachable
  }
  return
}

// -----

func.func @fn_unknown_type(%x: tensor<i1>) {
  // expected-error@+1 {{expected a function type as the type of the result}}
  %0 = "relay.fn"() ({
    "relay.yield"(%x) : (tensor<i1>) -> ()
  }) : () -> !relay.unknown
  return
}

// -----

func.func @fn_arguments(%x: tensor<i1>) {
  // expected-error@+1 {{expected arguments of types 'tensor<i1>', but got 'tensor<f32>'}}
  %0 = "relay.fn"() ({
  ^bb0(%a: tensor<f32>):
    "relay.yield"(%x) : (tensor<i1>) -> ()
  }) : () -> ((tensor<i1>) -> tensor<i1>)
  return
}

// -----

func.func @fn_no_result(%x: tensor<i1>) {
  // expected-error@+1 {{expected one result, but got 0}}
  %0 = "relay.fn"() ({
    "relay.yield"(%x) : (tensor<i1>) -> ()
  }) : () -> (() -> ())
  return
}

// -----

func.func @fn_self_missing(%x: tensor<i1>) {
  // expected-error@+1 {{expected the function itself as first argument}}
  %0 = "relay.fn"() <{has_self}> ({
    "relay.yield"(%x) : (tensor<i1>) -> ()
  }) : () -> (() -> tensor<i1>)
  return
}

// -----

func.func @fn_self_type(%x: tensor<i1>) {
  // expected-error@+1 {{expected the function itself as first argument, of type '() -> tensor<i1>', but got 'tensor<i1>'}}
  %0 = "relay.fn"() <{has_self}> ({
  ^bb0(%me: tensor<i1>):
    "relay.yield"(%x) : (tensor<i1>) -> ()
  }) : () -> (() -> tensor<i1>)
  return
}

// -----

func.func @fn_argument_attributes(%x: tensor<i1>) {
  // expected-error@+1 {{expected attributes of 0 arguments, but got 1}}
  %0 = "relay.fn"() <{arg_attrs = [{}]}> ({
    "relay.yield"(%x) : (tensor<i1>) -> ()
  }) : () -> (() -> tensor<i1>)
  return
}

// -----

func.func @if_yields_other_type(%c: tensor<i1>, %x: tensor<i1>) {
  // expected-error@+1 {{expected a branch that yields 'tensor<f32>', but got 'tensor<i1>'}}
  %0 = relay.if %c -> tensor<f32> {
    relay.yield %x : tensor<i1>
  } else {
    relay.yield %x : tensor<i1>
  }
  return
}

// -----

func.func @if_without_yield(%c: tensor<i1>) {
  // expected-error@+1 {{expected branches that end in 'relay.yield'}}
  %0 = relay.if %c -> tensor<f32> {
    llvm.unreachable
  } else {
    llvm.unreachable
  }
  return
}

// -----

// expected-error@+1 {{expected an integer as the value of 'relay.Primitive', but got "yes"}}
func.func private @primitive_value() attributes {relay.Primitive = "yes"}

// -----

// expected-error@+1 {{expected a string as the value of 'relay.Compiler', but got 1}}
func.func private @compiler_value() attributes {relay.Compiler = 1 : i64}

// -----

// expected-error@+1 {{expected an array of strings as the value of 'relay.type_params', but got [1]}}
func.func private @type_params_value() attributes {relay.type_params = [1]}

// -----

// expected-error@+1 {{expected unit or an integer as the value of 'relay.no_fold', but got "yes"}}
func.func private @no_fold_value() attributes {relay.no_fold = "yes"}

// -----

func.func @no_fold_value_of_literal() -> (() -> tensor<f32>) {
  // expected-error@+1 {{expected unit or an integer as the value of 'relay.no_fold', but got 1.5}}
  %0 = relay.fn () -> tensor<f32> attributes {relay.no_fold = 1.5 : f32} {
    %1 = relay.constant dense<1.0> : tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  return %0 : () -> tensor<f32>
}

// -----

// expected-error@+1 {{argument 0: expected unit as the value of 'relay.no_fold', but got 1}}
func.func private @no_fold_value_of_argument(tensor<f32> {relay.no_fold = 1 : i64})

// -----

func.func @no_fold_value_of_operator(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{expected unit as the value of 'relay.no_fold', but got 0}}
  %0 = relay.negative %x {relay.no_fold = 0} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error@+1 {{expected unit as the value of 'relay.pure', but got 1}}
func.func private @pure_value() attributes {relay.pure = 1 : i64}

// -----

// expected-error@+1 {{argument 0: expected a string as the value of 'relay.name', but got 1}}
func.func private @name_value_of_argument(tensor<f32> {relay.name = 1 : i64})

// -----

func.func @constant_element_type() {
  // expected-error@+1 {{expected a tensor of Relay's element types, but got 'tensor<2xcomplex<f32>>'}}
  %0 = relay.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @constant_dynamic_shape() {
  // expected-error@+1 {{expected a constant of static shape with integer or float elements, but got 'tensor<?xf32>'}}
  %0 = relay.constant dense_resource<x> : tensor<?xf32>
  return
}

// -----

func.func @constant_sparse() {
  // expected-error@+1 {{expected a dense or dense_resource constant}}
  %0 = relay.constant sparse<[[0]], [1.0]> : tensor<2xf32>
  return
}

// -----

func.func @constant_bool_bytes() {
  // expected-error@+1 {{'relay.constant' op expected bytes of 0 or 1 in resource 'bytes' for 'tensor<3xi1>', but got 255}}
  %0 = relay.constant dense_resource<bytes> : tensor<3xi1>
  return
}

{-#
  dialect_resources: {
    builtin: {
      bytes: "0x010000000100FF"
    }
  }
#-}
