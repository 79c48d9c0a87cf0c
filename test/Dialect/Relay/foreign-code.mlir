// Several blocks, and operations that no dialect knows, are not Relay's, but may
// be around it.

// RUN: relay-lite-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NHWC:default}))' | FileCheck %s --check-prefix=LAYOUT
// RUN: relay-lite-opt %s --allow-unregistered-dialect --relay-to-basic-block-normal-form | FileCheck %s --check-prefix=BLOCK
// RUN: relay-lite-opt %s --allow-unregistered-dialect --relay-dead-code-elimination=ignore-impurity=true | FileCheck %s --check-prefix=DCE
// RUN: %python %S/Inputs/write_params.py %t.params 'w=float32[2]:1,2'
// RUN: relay-lite-opt %s --allow-unregistered-dialect --relay-bind-params='file=%t.params function=bind' | FileCheck %s --check-prefix=BIND

// Blocks are visited in the order in which they run. A block that never runs
// keeps what it uses.
// LAYOUT-LABEL: func.func @layouts
// LAYOUT: ^bb1:
// LAYOUT-NEXT: %[[R:.*]] = relay.nn.relu %[[C:.*]] : (tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
// LAYOUT-NEXT: %[[T:.*]] = relay.layout_transform %[[R]] {dst_layout = "NCHW", src_layout = "NHWC"}
// LAYOUT-NEXT: return %[[T]]
// LAYOUT: ^bb2:
// LAYOUT: %[[C]] = relay.nn.conv2d %{{.*}} {data_layout = "NHWC", kernel_layout = "HWIO"}
// LAYOUT: cf.br ^bb1
// LAYOUT: ^bb3:
// LAYOUT-NEXT: %[[U:.*]] = relay.nn.relu %{{.*}} : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
// LAYOUT-NEXT: return %[[U]]
func.func @layouts(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32> {
  cf.br ^bb2
^bb1:
  %1 = relay.nn.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
^bb2:
  %0 = relay.nn.conv2d %x, %w : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  cf.br ^bb1
^bb3:
  %2 = relay.nn.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}

// A value that only another block needs is not shared with a scope.
// BLOCK-LABEL: func.func @shared
// BLOCK-NOT: relay.let
// BLOCK: ^bb1:
// BLOCK: return
func.func @shared(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  cf.br ^bb1
^bb1:
  %1 = relay.add %0, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// Nothing is known of the effects of what is not Relay's.
// DCE-LABEL: func.func @effects
// DCE-NEXT: "test.effect"
// DCE-NEXT: return
func.func @effects(%x: tensor<2xf32>, %r: !relay.ref<tensor<2xf32>>) -> tensor<2xf32> {
  %0 = "test.effect"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
  return %x : tensor<2xf32>
}

// Their operands keep their types.
// BIND-LABEL: func.func @bind
// BIND: %[[C:.*]] = relay.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// BIND: %[[T:.*]] = relay.type_cast %[[C]] : tensor<2xf32> to tensor<?xf32>
// BIND: "test.use"(%[[T]]) : (tensor<?xf32>) -> tensor<2xf32>
func.func @bind(%w: tensor<?xf32> {relay.name = "w"}) -> tensor<2xf32> {
  %0 = "test.use"(%w) : (tensor<?xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
