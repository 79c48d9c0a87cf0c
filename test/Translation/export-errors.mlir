// RUN: relay-lite-translate %s --export-relay --split-input-file --verify-diagnostics
// RUN: relay-lite-translate %s --export-relay-json --split-input-file --verify-diagnostics

// expected-error@+1 {{a function without body cannot be exported}}
func.func private @without_body(tensor<f32>) -> tensor<f32>

// -----

// expected-error@+1 {{expected a function with one result, but it has 2}}
func.func @two_results(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  return %x, %x : tensor<f32>, tensor<f32>
}

// -----

// expected-error@+1 {{expected a function of one block}}
func.func @two_blocks(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
^unreachable:
  return %x : tensor<f32>
}

// -----

func.func @call_of_other_dialect(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{operation 'func.call' has no counterpart in Relay}}
  %0 = func.call @call_of_other_dialect(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// expected-error@+1 {{operation 'builtin.module' has no counterpart in a Relay module}}
module @inner {}
func.func private @beside_module()

// -----

func.func @missing_resource() -> tensor<1024xf32> {
  // expected-error@+1 {{'relay.constant' op resource 'missing' has no data}}
  %0 = relay.constant dense_resource<missing> : tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// -----

func.func @short_resource() -> tensor<4xf32> {
  // expected-error@+1 {{'relay.constant' op expected 16 bytes in resource 'short' for 'tensor<4xf32>', but got 4}}
  %0 = relay.constant dense_resource<short> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

{-#
  dialect_resources: { builtin: { short: "0x0400000000000000" } }
#-}

// -----

// The bytes of so many elements would be none.
func.func @bytes_overflow() -> tensor<2305843009213693952xi64> {
  // expected-error@+1 {{'relay.constant' op the bytes of 'tensor<2305843009213693952xi64>' do not fit 63 bits}}
  %0 = relay.constant dense_resource<none> : tensor<2305843009213693952xi64>
  return %0 : tensor<2305843009213693952xi64>
}

{-#
  dialect_resources: { builtin: { none: "0x08000000" } }
#-}

// -----

func.func @more_than_memory() -> tensor<1125899906842624xf32> {
  // expected-error@+1 {{not enough memory for a constant of type 'tensor<1125899906842624xf32>'}}
  %0 = relay.constant dense<1.0> : tensor<1125899906842624xf32>
  return %0 : tensor<1125899906842624xf32>
}

// -----

// So many bytes have no number.
func.func @bytes_have_no_number() -> tensor<4611686018427387904xf32> {
  // expected-error@+1 {{not enough memory for a constant of type 'tensor<4611686018427387904xf32>'}}
  %0 = relay.constant dense<1.0> : tensor<4611686018427387904xf32>
  return %0 : tensor<4611686018427387904xf32>
}
