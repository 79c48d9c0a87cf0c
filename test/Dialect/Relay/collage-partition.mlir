// RUN: split-file %s %t
// RUN: relay-lite-opt %t/input.mlir --relay-collage-partition='costs=llvm:2,ext:1 patterns=ext:%t/ext.patterns' \
// RUN:   | FileCheck %t/input.mlir
// RUN: relay-lite-opt %t/chain.mlir --relay-collage-partition='costs=llvm:100,ext:99 patterns=ext:%t/ext.patterns tvm-max-depth=2 byoc-max-depth=1' \
// RUN:   | FileCheck %t/chain.mlir --check-prefix=TWO
// RUN: relay-lite-opt %t/chain.mlir --relay-collage-partition='costs=llvm:100,ext:99 patterns=ext:%t/ext.patterns tvm-max-depth=3 byoc-max-depth=1' \
// RUN:   | FileCheck %t/chain.mlir --check-prefix=THREE
// RUN: relay-lite-opt %t/chain.mlir --relay-collage-partition='costs=llvm:99,ext:100 patterns=ext:%t/ext.patterns tvm-max-depth=1 byoc-max-depth=3' \
// RUN:   | FileCheck %t/chain.mlir --check-prefix=JOINED
// RUN: relay-lite-opt %t/chain.mlir --relay-collage-partition='costs=llvm:99,ext:100 patterns=ext:%t/ext.patterns tvm-max-depth=1 byoc-max-depth=3 byoc-fusion-style=ext.NoFusion' \
// RUN:   | FileCheck %t/chain.mlir --check-prefix=THREE
// RUN: relay-lite-opt %t/chain.mlir --relay-collage-partition='costs=llvm:99,ext:100 patterns=ext:%t/ext.patterns' --relay-config=relay.collage.tvm_max_depth=1 \
// RUN:   | FileCheck %t/chain.mlir --check-prefix=JOINED
// RUN: relay-lite-opt %t/chain.mlir --relay-collage-partition | FileCheck %t/chain.mlir --check-prefix=THREE
// RUN: relay-lite-opt %t/conv.mlir --relay-collage-partition='costs=llvm:2,ext:1 patterns=ext:%t/conv.patterns' \
// RUN:   | FileCheck %t/conv.mlir

//--- ext.patterns
composite "relu" = is_op("nn.relu")(wildcard())
composite "add" = is_op("add")(wildcard(), wildcard())
composite "concatenate" = is_op("concatenate")(wildcard())

//--- input.mlir
// The external compiler is cheaper for what its patterns match.

// CHECK-LABEL: func.func @diamond
// CHECK-NEXT: %[[A:.*]] = relay.call @collage_ext_nn_relu(%{{.*}})
// CHECK-NEXT: %[[B:.*]] = relay.abs %[[A]]
// CHECK-NEXT: %[[C:.*]] = relay.call @collage_ext_nn_relu_add(%[[B]])
// CHECK-NEXT: return %[[C]]
func.func @diamond(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.nn.relu %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.add %1, %2 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// Two candidates are joined, and have two results then. A tuple is of the host.

// CHECK-LABEL: func.func @results
// CHECK-NEXT: %[[A:.*]] = relay.call @collage_ext(%{{.*}})
// CHECK-DAG:  %[[B:.*]] = relay.tuple_get %[[A]]{{.*}}0
// CHECK-DAG:  %[[C:.*]] = relay.tuple_get %[[A]]{{.*}}1
// CHECK:      %[[D:.*]] = relay.abs %[[C]]
// CHECK-NEXT: %[[E:.*]] = relay.tuple %[[B]], %[[D]]
// CHECK-NEXT: return %[[E]]
func.func @results(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.abs %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %0, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %3 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// Branches are covered on their own.

// CHECK-LABEL: func.func @branches
// CHECK-NEXT: %[[A:.*]] = relay.call @collage_ext_nn_relu(%{{.*}})
// CHECK-NEXT: relay.if
// CHECK:        relay.call @collage_ext_nn_relu(%[[A]])
// CHECK:      } else {
// CHECK:        relay.exp %[[A]]
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.if %c : tensor<i1> -> tensor<2xf32> {
    %2 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  } else {
    %2 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %2 : tensor<2xf32>
  }
  return %1 : tensor<2xf32>
}

// A function of the activation and the sum would depend on its own result.

// CHECK-LABEL: func.func @convex
// CHECK-NEXT: %[[A:.*]] = relay.call @collage_ext_nn_relu(%{{.*}})
// CHECK-NEXT: %[[B:.*]] = relay.abs %[[A]]
// CHECK-NEXT: %[[C:.*]] = relay.call @collage_ext_add(%[[A]], %[[B]])
// CHECK-NEXT: return %[[C]]
func.func @convex(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.abs %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// Equal functions are one.

// CHECK-LABEL: func.func @equal
// CHECK-NEXT: %[[A:.*]] = relay.call @collage_ext_nn_relu(%{{.*}})
// CHECK-NEXT: %[[B:.*]] = relay.exp %[[A]]
// CHECK-NEXT: %[[C:.*]] = relay.call @collage_ext_nn_relu(%[[B]])
// CHECK-NEXT: return %[[C]]
func.func @equal(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.nn.relu %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// Other shapes get another name.

// CHECK-LABEL: func.func @shapes
// CHECK-NEXT: relay.call @collage_ext_nn_relu_1(
func.func @shapes(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = relay.nn.relu %x : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Types of polymorphic functions mean nothing outside.

// CHECK-LABEL: func.func @polymorphic
// CHECK-NEXT: relay.nn.relu
func.func @polymorphic(%x: tensor<2xf32>, %y: !relay.type_var<"t">) -> tensor<2xf32> attributes {relay.type_params = ["t"]} {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Functions that are for a compiler already are left alone.

// CHECK-LABEL: func.func @skipped
// CHECK-NEXT: relay.nn.relu
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Compiler = "other"} {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- chain.mlir
// TWO-LABEL: func.func @main
// TWO-NEXT: relay.call @collage_ext_nn_relu(
// TWO-NEXT: relay.nn.relu
// TWO-NEXT: relay.nn.relu
// TWO-NEXT: return

// THREE-LABEL: func.func @main
// THREE-NEXT: relay.nn.relu
// THREE-NEXT: relay.nn.relu
// THREE-NEXT: relay.nn.relu
// THREE-NEXT: return

// JOINED-LABEL: func.func @main
// JOINED-NEXT: relay.call @collage_ext_nn_relu_nn_relu_nn_relu(
// JOINED-NEXT: return
// JOINED: func.func private @collage_ext_nn_relu_nn_relu_nn_relu(%[[X:.*]]: tensor<2xf32> {relay.name = "FunctionVar_0"}) -> tensor<2xf32> attributes {relay.Compiler = "ext", relay.Primitive = 1 : i64, relay.global_symbol = "collage_ext_nn_relu_nn_relu_nn_relu", relay.pure} {
// JOINED: relay.fused_fn (%{{.*}}: tensor<2xf32> {relay.name = "FunctionVar_0"}) -> tensor<2xf32> attributes {relay.Composite = "relu"} {
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.nn.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.nn.relu %0 : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.nn.relu %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

//--- conv.patterns
conv = is_op("nn.conv2d")(wildcard(), is_constant() | wildcard())
composite "conv_relu" = is_op("nn.relu")(conv)
composite "conv" = conv

//--- conv.mlir
// The largest candidate is cheapest. A constant that the pattern names is
// inside, another one is an argument.

// CHECK-LABEL: func.func @conv
// CHECK-NEXT: %[[A:.*]] = relay.call @collage_ext_nn_conv2d_nn_relu(%{{.*}})
// CHECK: relay.abs %[[A]]
// CHECK: func.func private @collage_ext_nn_conv2d_nn_relu(%{{.*}}: tensor<1x1x4x4xf32> {relay.name = "FunctionVar_0"}) -> tensor<1x1x4x4xf32>
// CHECK: relay.Composite = "conv_relu"
// CHECK: relay.constant
// CHECK: relay.nn.conv2d
// CHECK: relay.nn.relu
func.func @conv(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32> {
  %w = relay.constant dense<1.0> : tensor<1x1x1x1xf32>
  %0 = relay.nn.conv2d %x, %w : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>) -> tensor<1x1x4x4xf32>
  %1 = relay.nn.relu %0 : (tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %2 = relay.abs %1 : (tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  return %2 : tensor<1x1x4x4xf32>
}
