// RUN: split-file %s %t
// RUN: relay-lite-opt %t/conv.mlir --pass-pipeline='builtin.module(func.func(relay-merge-composite{patterns=%t/conv.patterns}))' \
// RUN:   | FileCheck %t/conv.mlir
// RUN: relay-lite-opt %t/kinds.mlir --pass-pipeline='builtin.module(func.func(relay-merge-composite{patterns=%t/kinds.patterns}))' \
// RUN:   | FileCheck %t/kinds.mlir
// RUN: relay-lite-opt %t/conv.mlir --pass-pipeline='builtin.module(func.func(relay-merge-composite))' \
// RUN:   | FileCheck %t/conv.mlir --check-prefix=NONE

//--- conv.patterns
# An operator that only TVM has matches nothing.
composite "quantized" = is_op("qnn.conv2d")(None)
# Later patterns take what earlier ones have left.
conv = is_op("nn.conv2d")(wildcard(), is_constant() | is_var())
composite "conv_bias_relu" = is_op("nn.relu")(is_op("nn.bias_add")(conv, wildcard()))
composite "conv_act" = conv.optional(is_op("nn.relu")).optional(lambda c: is_op("clip")(c))

//--- conv.mlir
// NONE-NOT: relay.Composite

// The constant weight is inside, the variable is an argument. The result of one
// function is the argument of the other.

// CHECK-LABEL: func.func @conv
// CHECK-SAME: (%[[X:.*]]: tensor<1x3x8x8xf32> {{.*}}, %[[W:.*]]: tensor<3x3x3x3xf32> {relay.name = "w"}, %[[B:.*]]: tensor<3xf32>)
// CHECK: %[[F:.*]] = relay.fused_fn (%[[P0:.*]]: tensor<1x3x8x8xf32> {relay.name = "FunctionVar_0_0"}, %[[P1:.*]]: tensor<3x3x3x3xf32> {relay.name = "FunctionVar_0_1"}, %[[P2:.*]]: tensor<3xf32> {relay.name = "FunctionVar_0_2"}) -> tensor<1x3x6x6xf32> attributes {relay.Composite = "conv_bias_relu", relay.PartitionedFromPattern = "nn.conv2d_nn.bias_add_nn.relu_"} {
// CHECK-NEXT:   %[[C:.*]] = relay.nn.conv2d %[[P0]], %[[P1]]
// CHECK-NEXT:   %[[D:.*]] = relay.nn.bias_add %[[C]], %[[P2]]
// CHECK-NEXT:   %[[E:.*]] = relay.nn.relu %[[D]]
// CHECK-NEXT:   relay.yield %[[E]]
// CHECK:      %[[Y:.*]] = relay.apply %[[F]](%[[X]], %[[W]], %[[B]])
// CHECK: %[[G:.*]] = relay.fused_fn (%[[Q:.*]]: tensor<1x3x6x6xf32> {{.*}}) -> tensor<1x3x4x4xf32> attributes {relay.Composite = "conv_act", relay.PartitionedFromPattern = "nn.conv2d_nn.relu_clip_"} {
// CHECK-NEXT:   %[[K:.*]] = relay.constant
// CHECK-NEXT:   relay.nn.conv2d %[[Q]], %[[K]]
// CHECK:      %[[Z:.*]] = relay.apply %[[G]](%[[Y]])
// CHECK-NEXT: return %[[Z]]
func.func @conv(%x: tensor<1x3x8x8xf32> {relay.name = "x"}, %w: tensor<3x3x3x3xf32> {relay.name = "w"}, %b: tensor<3xf32>) -> tensor<1x3x4x4xf32> {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x3x8x8xf32>, tensor<3x3x3x3xf32>) -> tensor<1x3x6x6xf32>
  %1 = relay.nn.bias_add %0, %b : (tensor<1x3x6x6xf32>, tensor<3xf32>) -> tensor<1x3x6x6xf32>
  %2 = relay.nn.relu %1 : (tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32>
  %c = relay.constant dense<1.0> : tensor<3x3x3x3xf32>
  %3 = relay.nn.conv2d %2, %c : (tensor<1x3x6x6xf32>, tensor<3x3x3x3xf32>) -> tensor<1x3x4x4xf32>
  %4 = relay.nn.relu %3 : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %5 = relay.clip %4 {a_min = 0.0 : f64, a_max = 6.0 : f64} : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  return %5 : tensor<1x3x4x4xf32>
}

// Other functions are left alone.

// CHECK-LABEL: func.func @skipped
// CHECK-NOT: relay.Composite
// CHECK: return
func.func @skipped(%x: tensor<1x3x8x8xf32>, %w: tensor<3x3x3x3xf32>) -> tensor<1x3x6x6xf32> attributes {relay.Compiler = "other"} {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x3x8x8xf32>, tensor<3x3x3x3xf32>) -> tensor<1x3x6x6xf32>
  return %0 : tensor<1x3x6x6xf32>
}

//--- kinds.patterns
composite "swish" = is_op("multiply")(wildcard().has_dtype("float32"),
                                      is_op("sigmoid")(wildcard())).has_shape([2, 3])
composite "concat" = is_op("concatenate")(is_tuple(None)).has_attr({"axis": 1})
composite "two" = is_op("concatenate")(is_tuple([is_var("x"), wildcard()])).has_attr({"axis": 0})
composite "field" = is_tuple_get_item(is_op("nn.batch_norm")(None), 0)
composite "scale" = is_op("exp")(wildcard() * is_expr(const(2.0)) - is_expr(const(3, "float32")))
composite "exact" = is_op("minimum")(wildcard(), is_expr(const(9007199254740993, "int64")))
composite "diamond" = dominates(is_op("nn.dense")(wildcard(), wildcard()),
                                wildcard().has_attr({"TOpPattern": 0})(None),
                                is_op("add")(wildcard(), wildcard()))
tanh = is_op("tanh")(is_op("erf")(wildcard()))
any = wildcard()
composite "shared" = tanh/any
composite "foreign" = is_op("arith.mulf")(is_op("arith.addf")(wildcard(), is_constant()), wildcard())
composite "call" = is_function([is_var("p")], is_op("log")(wildcard()))(None)
composite "branch" = is_op("sqrt")(is_if(wildcard(), wildcard(), is_op("abs")(wildcard())))
composite "let" = is_let(is_var("l"), wildcard(), is_op("ceil")(wildcard()))
composite "bound" = is_op("ceil")(is_op("floor")(wildcard()))

//--- kinds.mlir
// Types, in both orders of the operands.

// CHECK-LABEL: func.func @swish
// CHECK-COUNT-1: relay.Composite = "swish", relay.PartitionedFromPattern = "sigmoid_multiply_"
// CHECK-NOT: relay.Composite
func.func @swish(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %z: tensor<2x3xf64>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf64>> {
  %0 = relay.sigmoid %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = relay.multiply %0, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.sigmoid %y : (tensor<3xf32>) -> tensor<3xf32>
  %3 = relay.multiply %2, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %4 = relay.sigmoid %z : (tensor<2x3xf64>) -> tensor<2x3xf64>
  %5 = relay.multiply %4, %z : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %6 = relay.tuple %1, %3, %5 : (tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf64>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf64>>
  return %6 : tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xf64>>
}

// Tuples, attributes with defaults, names of parameters.

// CHECK-LABEL: func.func @tuples
// CHECK: relay.Composite = "concat", relay.PartitionedFromPattern = "Tuple_concatenate_"
// CHECK: relay.Composite = "two", relay.PartitionedFromPattern = "Tuple_concatenate_"
// CHECK: relay.Composite = "field", relay.PartitionedFromPattern = "nn.batch_norm_TupleGetItem0_"
// CHECK-NOT: relay.Composite
func.func @tuples(%x: tensor<2x3xf32> {relay.name = "x"}, %v: tensor<3xf32>) -> tuple<tensor<2x6xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>> {
  %0 = relay.tuple %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %1 = relay.concatenate %0 {axis = 1 : i64} : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<2x6xf32>
  %e = relay.exp %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = relay.tuple %x, %e : (tensor<2x3xf32>, tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %3 = relay.concatenate %2 : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<4x3xf32>
  %4 = relay.tuple %e, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tuple<tensor<2x3xf32>, tensor<2x3xf32>>
  %5 = relay.concatenate %4 : (tuple<tensor<2x3xf32>, tensor<2x3xf32>>) -> tensor<4x3xf32>
  %6 = relay.nn.batch_norm %x, %v, %v, %v, %v : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>
  %7 = relay.tuple_get %6[0] : (tuple<tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>>) -> tensor<2x3xf32>
  %8 = relay.tuple %1, %3, %5, %7 : (tensor<2x6xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>) -> tuple<tensor<2x6xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>>
  return %8 : tuple<tensor<2x6xf32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<2x3xf32>>
}

// Constants with one value, which are inside.

// CHECK-LABEL: func.func @scale
// CHECK: relay.fused_fn (%[[P:[^:]*]]: tensor<2xf32> {relay.name = "FunctionVar_0_0"}) -> tensor<2xf32> attributes {relay.Composite = "scale"
// CHECK-NOT: relay.Composite
func.func @scale(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %two = relay.constant dense<2.0> : tensor<f32>
  %three = relay.constant dense<3.0> : tensor<f32>
  %0 = relay.multiply %two, %x : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.subtract %0, %three : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = relay.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.multiply %three, %x : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.subtract %3, %two : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %5 = relay.exp %4 : (tensor<2xf32>) -> tensor<2xf32>
  %6 = relay.tuple %2, %5 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %6 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// A constant of 54 bits.

// CHECK-LABEL: func.func @exact
// CHECK: relay.minimum %{{.*}}, %{{.*}} : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
// CHECK: relay.Composite = "exact"
// CHECK: relay.minimum %{{.*}}, %{{.*}} : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
func.func @exact(%x: tensor<2xi64>) -> tensor<2xi64> {
  %even = relay.constant dense<9007199254740992> : tensor<i64>
  %odd = relay.constant dense<9007199254740993> : tensor<i64>
  %0 = relay.minimum %x, %even : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %1 = relay.minimum %0, %odd : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  return %1 : tensor<2xi64>
}

// All ways lead to one product.

// CHECK-LABEL: func.func @diamond
// CHECK: relay.Composite = "diamond", relay.PartitionedFromPattern = "nn.dense_nn.relu_exp_add_"
// CHECK-NOT: relay.Composite
func.func @diamond(%x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = relay.nn.dense %x, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = relay.nn.relu %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = relay.exp %0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = relay.add %1, %2 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}

// The user of an inner operator leads to the root, so that this operator is
// also computed outside. If it does not, nothing is merged.

// CHECK-LABEL: func.func @shared
// CHECK: %[[E:.*]] = relay.erf
// CHECK: %[[N:.*]] = relay.negative %[[E]]
// CHECK: relay.Composite = "shared"
// CHECK-NEXT: relay.erf
// CHECK: relay.apply %{{.*}}(%{{.*}}, %[[N]])
// CHECK-LABEL: func.func @used
// CHECK-NOT: relay.Composite
// CHECK: return
func.func @shared(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.erf %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tanh %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.negative %0 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.divide %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
func.func @used(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.erf %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.tanh %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.divide %1, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %2, %0 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// Operations of other dialects.

// CHECK-LABEL: func.func @foreign
// CHECK: relay.Composite = "foreign", relay.PartitionedFromPattern = "arith.addf_arith.mulf_"
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.mulf
func.func @foreign(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense<1.0> : tensor<2xf32>
  %0 = arith.addf %x, %c : tensor<2xf32>
  %1 = arith.mulf %0, %x : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A function is inside with its body, unless it captures what is outside.

// CHECK-LABEL: func.func @call
// CHECK: relay.Composite = "call", relay.PartitionedFromPattern = "log_FunctionCall_"
// CHECK-NEXT: relay.fn
// CHECK-NEXT: relay.log
func.func @call(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%p: tensor<2xf32> {relay.name = "p"}) -> tensor<2xf32> {
    %0 = relay.log %p : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %0 : tensor<2xf32>
  }
  %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A value that a wildcard would take out of a branch stays there, and lets
// stay.

// CHECK-LABEL: func.func @branch
// CHECK-NOT: relay.Composite
// CHECK-LABEL: func.func @let
// CHECK-NOT: relay.Composite
func.func @branch(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %c -> tensor<2xf32> {
    %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  } else {
    %2 = relay.abs %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  %3 = relay.sqrt %0 : (tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
func.func @let(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.floor %x : (tensor<2xf32>) -> tensor<2xf32>
  %l = relay.let %0 as "l" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.ceil %l : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
