// RUN: relay-lite-opt %s --convert-relay-to-linalg --split-input-file --verify-diagnostics

// expected-error @+1 {{expected known types to lower, but got '!relay.unknown'; run relay-infer-type before}}
func.func @unknown_argument(%x: !relay.unknown) -> !relay.unknown {
  %0 = relay.abs %x : (!relay.unknown) -> !relay.unknown
  return %0 : !relay.unknown
}

// -----

func.func @unknown_result(%x: tensor<2xf32>) -> tuple<!relay.unknown> {
  // expected-error @+1 {{expected known types to lower, but got '!relay.unknown'}}
  %0 = relay.abs %x : (tensor<2xf32>) -> !relay.unknown
  %1 = relay.tuple %0 : (!relay.unknown) -> tuple<!relay.unknown>
  return %1 : tuple<!relay.unknown>
}

// -----

// expected-error @+1 {{expected known types to lower, but got 'tuple<!relay.unknown>'}}
func.func private @unknown_declared() -> tuple<!relay.unknown>

// -----

// expected-error @+1 {{'builtin.module' op has no lowering: expected functions in one module, but this is in another one}}
module @inner {
  func.func @nested_module(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relay.abs %x : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
func.func @outer() {
  return
}

// -----

func.func @custom(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relay.custom' op has no lowering: what "my_log" computes is not known; a pattern has to replace it before}}
  %0 = relay.custom "my_log"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @reference_to_reference(%x: tensor<f32>) {
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  // expected-error @+1 {{expected references to tensors of static shapes, or tuples of these, to lower, but got '!relay.ref<!relay.ref<tensor<f32>>>'}}
  %1 = relay.ref_create %0 : (!relay.ref<tensor<f32>>) -> !relay.ref<!relay.ref<tensor<f32>>>
  return
}

// -----

// expected-error @+1 {{to lower, but got '!relay.ref<tuple<tensor<2xf32>, tensor<?xf32>>>'}}
func.func @reference_to_dynamic(%r: !relay.ref<tuple<tensor<2xf32>, tensor<?xf32>>>) {
  return
}

// -----

// expected-error @+1 {{to lower, but got '!relay.ref<(tensor<f32>) -> tensor<f32>>'}}
func.func @reference_to_function(%r: tuple<!relay.ref<(tensor<f32>) -> tensor<f32>>>) {
  return
}

// -----

// expected-error @+1 {{'func.func' op has no lowering: only a private function with a body may return a reference; make it private (symbol-privatize)}}
func.func @returned_reference(%x: tensor<f32>) -> tuple<!relay.ref<tensor<f32>>> {
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %1 = relay.tuple %0 : (!relay.ref<tensor<f32>>) -> tuple<!relay.ref<tensor<f32>>>
  return %1 : tuple<!relay.ref<tensor<f32>>>
}

// -----

// expected-error @+1 {{has no lowering: only a private function with a body may return a reference}}
func.func private @external() -> !relay.ref<tensor<f32>>

// -----

func.func @sqrt_of_integers(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error @+1 {{'relay.sqrt' op expected floating-point data, but got 'i32'}}
  %0 = relay.sqrt %x : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @layer_norm_of_integers(%x: tensor<2x4x3xi32>, %v: tensor<4xi32>) -> tensor<2x4x3xi32> {
  // expected-error @+1 {{'relay.nn.layer_norm' op expected floating-point data, but got 'i32'}}
  %0 = relay.nn.layer_norm %x, %v, %v {axis = 1 : i64} : (tensor<2x4x3xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<2x4x3xi32>
  return %0 : tensor<2x4x3xi32>
}

// -----

func.func @instance_norm_of_integers(%x: tensor<2x4x3xui8>, %v: tensor<4xui8>) -> tensor<2x4x3xui8> {
  // expected-error @+1 {{'relay.nn.instance_norm' op expected floating-point data, but got 'ui8'}}
  %0 = relay.nn.instance_norm %x, %v, %v : (tensor<2x4x3xui8>, tensor<4xui8>, tensor<4xui8>) -> tensor<2x4x3xui8>
  return %0 : tensor<2x4x3xui8>
}

// -----

func.func @group_norm_of_integers(%x: tensor<2x4x3xi64>, %v: tensor<4xi64>) -> tensor<2x4x3xi64> {
  // expected-error @+1 {{'relay.nn.group_norm' op expected floating-point data, but got 'i64'}}
  %0 = relay.nn.group_norm %x, %v, %v {num_groups = 2 : i64} : (tensor<2x4x3xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<2x4x3xi64>
  return %0 : tensor<2x4x3xi64>
}

// -----

func.func @softmax_of_integers(%x: tensor<2x4x3xi32>) -> tensor<2x4x3xi32> {
  // expected-error @+1 {{'relay.nn.softmax' op expected floating-point data, but got 'i32'}}
  %0 = relay.nn.softmax %x : (tensor<2x4x3xi32>) -> tensor<2x4x3xi32>
  return %0 : tensor<2x4x3xi32>
}

// -----

func.func @log_softmax_of_integers(%x: tensor<2x4x3xi32>) -> tensor<2x4x3xi32> {
  // expected-error @+1 {{'relay.nn.log_softmax' op expected floating-point data, but got 'i32'}}
  %0 = relay.nn.log_softmax %x : (tensor<2x4x3xi32>) -> tensor<2x4x3xi32>
  return %0 : tensor<2x4x3xi32>
}

// -----

func.func @l2_normalize_of_integers(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  // expected-error @+1 {{'relay.nn.l2_normalize' op expected floating-point data, but got 'i8'}}
  %0 = relay.nn.l2_normalize %x {eps = 1.0e-3, axis = array<i64: 1>} : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// -----

func.func @batch_norm_of_integers(%x: tensor<2x4xi32>, %v: tensor<4xi32>) -> tuple<tensor<2x4xi32>, tensor<4xi32>, tensor<4xi32>> {
  // expected-error @+1 {{'relay.nn.batch_norm' op expected floating-point data, but got 'i32'}}
  %0 = relay.nn.batch_norm %x, %v, %v, %v, %v : (tensor<2x4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tuple<tensor<2x4xi32>, tensor<4xi32>, tensor<4xi32>>
  return %0 : tuple<tensor<2x4xi32>, tensor<4xi32>, tensor<4xi32>>
}

// -----

func.func @erf_of_integers(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @+1 {{'relay.erf' op expected floating-point data, but got 'i1'}}
  %0 = relay.erf %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @exp_of_integers(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @+1 {{'relay.exp' op expected floating-point data, but got 'i1'}}
  %0 = relay.exp %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @log_of_integers(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @+1 {{'relay.log' op expected floating-point data, but got 'i1'}}
  %0 = relay.log %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @rsqrt_of_integers(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @+1 {{'relay.rsqrt' op expected floating-point data, but got 'i1'}}
  %0 = relay.rsqrt %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @sigmoid_of_integers(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @+1 {{'relay.sigmoid' op expected floating-point data, but got 'i1'}}
  %0 = relay.sigmoid %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @tanh_of_integers(%x: tensor<2xi1>) -> tensor<2xi1> {
  // expected-error @+1 {{'relay.tanh' op expected floating-point data, but got 'i1'}}
  %0 = relay.tanh %x : (tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

func.func @lrn_of_integers(%x: tensor<1x4x2x2xi32>) -> tensor<1x4x2x2xi32> {
  // expected-error @+1 {{'relay.nn.lrn' op expected floating-point data, but got 'i32'}}
  %0 = relay.nn.lrn %x : (tensor<1x4x2x2xi32>) -> tensor<1x4x2x2xi32>
  return %0 : tensor<1x4x2x2xi32>
}

// -----

func.func @lrn_without_middle(%x: tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32> {
  // expected-error @+1 {{'relay.nn.lrn' op expected size to be odd, but got 4}}
  %0 = relay.nn.lrn %x {size = 4 : i64} : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %0 : tensor<1x4x2x2xf32>
}

// -----

func.func @not_of_floats(%a0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relay.bitwise_not' op expected integer data, but got 'f32'}}
  %0 = relay.bitwise_not %a0 : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @shift_of_floats(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'relay.left_shift' op expected integer data, but got 'f32'}}
  %0 = relay.left_shift %a0, %a1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @any_of_integers(%a0: tensor<2xi8>) -> tensor<i8> {
  // expected-error @+1 {{'relay.any' op expected boolean data, but got 'i8'}}
  %0 = relay.any %a0 : (tensor<2xi8>) -> tensor<i8>
  return %0 : tensor<i8>
}

// -----

func.func @collapse_of_dynamic(%a0: tensor<2xf32>, %a1: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note @+2 {{no lowering fits its types and attributes; some need static shapes}}
  // expected-error @+1 {{failed to legalize operation 'relay.collapse_sum_like'}}
  %0 = relay.collapse_sum_like %a0, %a1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Operands and results whose bytes exceed 63 bits, and padded ones in between.

func.func @large_result(%x: tensor<1x4611686018427387904x1xi8>, %y: tensor<1x4x1xi8>) -> tensor<1x4611686018427387904x4xi8> {
  // expected-error @+1 {{expected tensors of at most 2^62 bytes to lower, but got 'tensor<1x4611686018427387904x4xi8>'}}
  %0 = relay.nn.batch_matmul %x, %y {transpose_b = true} : (tensor<1x4611686018427387904x1xi8>, tensor<1x4x1xi8>) -> tensor<1x4611686018427387904x4xi8>
  return %0 : tensor<1x4611686018427387904x4xi8>
}

// -----

// expected-error @+1 {{expected tensors of at most 2^62 bytes to lower, but got 'tensor<2147483648x?x2147483648xf32>'}}
func.func @large_operand(%x: tuple<tensor<2147483648x?x2147483648xf32>>) -> tensor<f32> {
  %0 = relay.tuple_get %x[0] : (tuple<tensor<2147483648x?x2147483648xf32>>) -> tensor<2147483648x?x2147483648xf32>
  %1 = relay.sum %0 : (tensor<2147483648x?x2147483648xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

func.func @large_line(%x: tensor<1x1x4611686018427387904xi8>, %w: tensor<1x1x3xi8>) -> tensor<1x1x2305843009213693952xi8> {
  // expected-error @+1 {{but got 'tensor<1x1x4611686018427387906xi8>'}}
  %0 = relay.nn.conv1d %x, %w {strides = array<i64: 2>, padding = array<i64: 1, 1>} : (tensor<1x1x4611686018427387904xi8>, tensor<1x1x3xi8>) -> tensor<1x1x2305843009213693952xi8>
  return %0 : tensor<1x1x2305843009213693952xi8>
}

// -----

func.func @large_image(%x: tensor<1x1x2147483648x2147483648xi8>, %w: tensor<1x1x1x1xi8>) -> tensor<1x1x1610612736x1610612736xi8> {
  // expected-error @+1 {{but got 'tensor<1x1x3221225471x3221225471xi8>'}}
  %0 = relay.nn.conv2d %x, %w {strides = array<i64: 2, 2>, padding = array<i64: 536870911, 536870911, 536870912, 536870912>} : (tensor<1x1x2147483648x2147483648xi8>, tensor<1x1x1x1xi8>) -> tensor<1x1x1610612736x1610612736xi8>
  return %0 : tensor<1x1x1610612736x1610612736xi8>
}

// -----

func.func @large_pool(%x: tensor<1x1x4611686018427387903xi8>) -> tensor<1x1x2147483650xi8> {
  // expected-error @+1 {{but got 'tensor<1x1x4611686018427387905xi8>'}}
  %0 = relay.nn.max_pool1d %x {pool_size = array<i64: 2>, strides = array<i64: 2147483647>, ceil_mode = true} : (tensor<1x1x4611686018427387903xi8>) -> tensor<1x1x2147483650xi8>
  return %0 : tensor<1x1x2147483650xi8>
}

// -----

func.func @large_space(%x: tensor<1x4611686018427387904x1xi8>) -> tensor<2x2305843009213693953x1xi8> {
  // expected-error @+1 {{but got 'tensor<2x2305843009213693953x1xi8>'}}
  %0 = relay.nn.space_to_batch_nd %x {block_shape = array<i64: 2>, paddings = [array<i64: 1, 1>]} : (tensor<1x4611686018427387904x1xi8>) -> tensor<2x2305843009213693953x1xi8>
  return %0 : tensor<2x2305843009213693953x1xi8>
}

// -----

func.func @closure(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'relay.fn' op has no lowering: function values have to be inlined (relay-defuse-ops) or made data (relay-defunctionalize) before}}
  %f = relay.fn (%y: tensor<f32>) -> tensor<f32> {
    %0 = relay.add %x, %y : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %0 : tensor<f32>
  }
  %1 = relay.apply %f(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// expected-error @+1 {{'func.func' op has no lowering: its type parameters have to be known; mark it by 'relay.Inline = 1', and run relay-inline-globals}}
func.func private @polymorphic(%x: !relay.type_var<"t">) -> !relay.type_var<"t"> attributes {relay.type_params = ["t"]} {
  return %x : !relay.type_var<"t">
}
