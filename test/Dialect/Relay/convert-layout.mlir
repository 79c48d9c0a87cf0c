// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW:default,nn.conv2d_transpose:NHWC:default,nn.conv3d:NDHWC:default,nn.max_pool2d:NHWC,image.resize2d:NHWC}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW:default,nn.conv2d_transpose:NHWC:default,nn.conv3d:NDHWC:default,nn.max_pool2d:NHWC,image.resize2d:NHWC}))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW:default,nn.conv2d_transpose:NHWC:default,nn.conv3d:NDHWC:default,nn.max_pool2d:NHWC,image.resize2d:NHWC}))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=ConvertLayout{desired-layouts=nn.conv2d:NCHW:default} opt-level=2})' | FileCheck %s --check-prefix=LEVEL2
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW4c:OIHW4i4o}))' | FileCheck %s --check-prefix=TILED
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=nn.conv2d:NCHW:default skip-layers=1}))' | FileCheck %s --check-prefix=SKIP
// LEVEL2-NOT: relay.layout_transform

// Elementwise operators take the new layout, and operands of fewer dimensions
// follow.
// CHECK-LABEL: func.func @follow(
// CHECK-SAME:    %[[X:.*]]: tensor<1x8x8x4xf32>, %[[W:.*]]: tensor<3x3x4x8xf32>, %[[B:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<f32>)
// TILED-LABEL: func.func @follow(
// TILED-SAME:    %[[X:.*]]: tensor<1x8x8x4xf32>, %[[W:.*]]: tensor<3x3x4x8xf32>, %[[B:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<f32>)
func.func @follow(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x8xf32>, %b: tensor<8xf32>, %s: tensor<f32>) -> tensor<1x6x6x8xf32> {
  // CHECK-DAG: %[[XT:.*]] = relay.layout_transform %[[X]] {dst_layout = "NCHW", src_layout = "NHWC"} : (tensor<1x8x8x4xf32>) -> tensor<1x4x8x8xf32>
  // CHECK-DAG: %[[WT:.*]] = relay.layout_transform %[[W]] {dst_layout = "OIHW", src_layout = "HWIO"} : (tensor<3x3x4x8xf32>) -> tensor<8x4x3x3xf32>
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d %[[XT]], %[[WT]] : (tensor<1x4x8x8xf32>, tensor<8x4x3x3xf32>) -> tensor<1x8x6x6xf32>
  // CHECK: %[[BE:.*]] = relay.expand_dims %[[B]] {axis = 0 : i64, num_newaxis = 3 : i64} : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
  // CHECK: %[[BT:.*]] = relay.layout_transform %[[BE]] {dst_layout = "NCHW", src_layout = "NHWC"} : (tensor<1x1x1x8xf32>) -> tensor<1x8x1x1xf32>
  // CHECK: %[[ADD:.*]] = relay.add %[[CONV]], %[[BT]]
  // CHECK: %[[MUL:.*]] = relay.multiply %[[S]], %[[ADD]]
  // CHECK: %[[RELU:.*]] = relay.nn.relu %[[MUL]]
  // CHECK: %[[R:.*]] = relay.layout_transform %[[RELU]] {dst_layout = "NHWC", src_layout = "NCHW"} : (tensor<1x8x6x6xf32>) -> tensor<1x6x6x8xf32>
  // CHECK: return %[[R]]
  // TILED-DAG: %[[XT:.*]] = relay.layout_transform %[[X]] {dst_layout = "NCHW4c", src_layout = "NHWC"}
  // TILED-DAG: %[[WT:.*]] = relay.layout_transform %[[W]] {dst_layout = "OIHW4i4o", src_layout = "HWIO"}
  // TILED: %[[CONV:.*]] = relay.nn.contrib_conv2d_NCHWc %[[XT]], %[[WT]] {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<1x1x8x8x4xf32>, tensor<2x1x3x3x4x4xf32>) -> tensor<1x2x6x6x4xf32>
  // TILED: relay.layout_transform %{{.*}} {dst_layout = "NCHW4c", src_layout = "NHWC"} : (tensor<1x1x1x8xf32>) -> tensor<1x2x1x1x4xf32>
  // TILED: %[[RELU:.*]] = relay.nn.relu %{{.*}} : (tensor<1x2x6x6x4xf32>)
  // TILED: relay.layout_transform %[[RELU]] {dst_layout = "NHWC", src_layout = "NCHW4c"}
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x6x6x8xf32>
  %1 = relay.add %0, %b : (tensor<1x6x6x8xf32>, tensor<8xf32>) -> tensor<1x6x6x8xf32>
  %2 = relay.multiply %s, %1 : (tensor<f32>, tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  %3 = relay.nn.relu %2 : (tensor<1x6x6x8xf32>) -> tensor<1x6x6x8xf32>
  return %3 : tensor<1x6x6x8xf32>
}

// Operators in the right layout, and those without a layout, stay.
// CHECK-LABEL: func.func @unchanged(
// CHECK-NOT: relay.layout_transform
// CHECK-NOT: relay.expand_dims
// CHECK: return
func.func @unchanged(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %b: tensor<4x1x1xf32>) -> (tensor<1x4x8x8xf32>, tensor<2xf32>) {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.add %0, %b : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.zeros {dtype = f32, shape = array<i64: 2>} : () -> tensor<2xf32>
  return %1, %2 : tensor<1x4x8x8xf32>, tensor<2xf32>
}

// A tensor is brought to one layout once; readers in branches and tuples that
// leave see the old one.
// CHECK-LABEL: func.func @shared(
func.func @shared(%x: tensor<1x2x2x4xf32>, %w: tensor<1x1x4x4xf32>, %c: tensor<i1>) -> tuple<tensor<16xf32>, tensor<1x2x2x4xf32>> {
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[CONV]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK: %[[FLAT:.*]] = relay.reshape %[[BACK]]
  // CHECK: %[[IF:.*]] = relay.if
  // CHECK: yield %[[BACK]]
  // CHECK: %[[RELU:.*]] = relay.nn.relu %[[CONV]]
  // CHECK: %[[RELUBACK:.*]] = relay.layout_transform %[[RELU]]
  // CHECK: yield %[[RELUBACK]]
  // CHECK: relay.tuple %[[FLAT]], %[[IF]]
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32>
  %1 = relay.reshape %0 {newshape = array<i64: -1>} : (tensor<1x2x2x4xf32>) -> tensor<16xf32>
  %2 = relay.if %c -> tensor<1x2x2x4xf32> {
    relay.yield %0 : tensor<1x2x2x4xf32>
  } else {
    %3 = relay.nn.relu %0 : (tensor<1x2x2x4xf32>) -> tensor<1x2x2x4xf32>
    relay.yield %3 : tensor<1x2x2x4xf32>
  }
  %4 = relay.tuple %1, %2 : (tensor<16xf32>, tensor<1x2x2x4xf32>) -> tuple<tensor<16xf32>, tensor<1x2x2x4xf32>>
  return %4 : tuple<tensor<16xf32>, tensor<1x2x2x4xf32>>
}

// Axes of other operators change: those of a concatenation, of a reduction, of
// a normalisation with several results, of a slice and of padding.
// CHECK-LABEL: func.func @axes(
func.func @axes(%x: tensor<1x8x8x4xf32>, %w: tensor<1x1x4x4xf32>, %v: tensor<4xf32>) -> tensor<1x8xf32> {
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d {{.*}} -> tensor<1x4x8x8xf32>
  // CHECK: %[[NORM:.*]] = relay.nn.batch_norm %[[CONV]], {{.*}} -> tuple<tensor<1x4x8x8xf32>,
  // CHECK: %[[GET:.*]] = relay.tuple_get %[[NORM]][0]
  // CHECK: %[[T:.*]] = relay.tuple %[[CONV]], %[[GET]]
  // CHECK: %[[CAT:.*]] = relay.concatenate %[[T]] {axis = 1 : i64} : {{.*}} -> tensor<1x8x8x8xf32>
  // CHECK: %[[SLICE:.*]] = relay.strided_slice %[[CAT]] {axes = array<i64: 2, 1>, begin = array<i64: 2, 0>, end = array<i64: 6, 8>, strides = array<i64: 1, 1>} : {{.*}} -> tensor<1x8x4x8xf32>
  // CHECK: %[[PAD:.*]] = relay.nn.pad %[[SLICE]], %{{.*}} {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 2, 2>]} : {{.*}} -> tensor<1x8x6x12xf32>
  // CHECK: %[[MEAN:.*]] = relay.mean %[[PAD]] {axis = array<i64: 2, 3>, keepdims = true} : {{.*}} -> tensor<1x8x1x1xf32>
  // CHECK: %[[SQUEEZE:.*]] = relay.squeeze %[[MEAN]] {axis = array<i64: 2, 3>} : {{.*}} -> tensor<1x8xf32>
  // CHECK: return %[[SQUEEZE]]
  %p = relay.constant dense<0.0> : tensor<f32>
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = relay.nn.batch_norm %0, %v, %v, %v, %v {axis = -1 : i64} : (tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<1x8x8x4xf32>, tensor<4xf32>, tensor<4xf32>>) -> tensor<1x8x8x4xf32>
  %3 = relay.tuple %0, %2 : (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) -> tuple<tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>>
  %4 = relay.concatenate %3 {axis = 3 : i64} : (tuple<tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>>) -> tensor<1x8x8x8xf32>
  %5 = relay.strided_slice %4 {begin = array<i64: 2, 0>, end = array<i64: 6, 8>, strides = array<i64: 1, 1>, axes = array<i64: 1, 3>} : (tensor<1x8x8x8xf32>) -> tensor<1x4x8x8xf32>
  %6 = relay.nn.pad %5, %p {pad_width = [array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 2, 2>, array<i64: 0, 0>]} : (tensor<1x4x8x8xf32>, tensor<f32>) -> tensor<1x6x12x8xf32>
  %7 = relay.mean %6 {axis = array<i64: 1, 2>, keepdims = true} : (tensor<1x6x12x8xf32>) -> tensor<1x1x1x8xf32>
  %8 = relay.squeeze %7 {axis = array<i64: 1, 2>} : (tensor<1x1x1x8xf32>) -> tensor<1x8xf32>
  return %8 : tensor<1x8xf32>
}

// A transposition takes the new layout and leads to the old result.
// CHECK-LABEL: func.func @transpose(
func.func @transpose(%x: tensor<1x8x6x4xf32>, %w: tensor<1x1x4x4xf32>) -> tensor<4x1x8x6xf32> {
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d
  // CHECK: %[[T:.*]] = relay.transpose %[[CONV]] {axes = array<i64: 1, 0, 2, 3>} : (tensor<1x4x8x6xf32>) -> tensor<4x1x8x6xf32>
  // CHECK: return %[[T]]
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x6x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x8x6x4xf32>
  %1 = relay.transpose %0 {axes = array<i64: 3, 0, 1, 2>} : (tensor<1x8x6x4xf32>) -> tensor<4x1x8x6xf32>
  return %1 : tensor<4x1x8x6xf32>
}

// The parts of a split, of which one leaves in a tuple.
// CHECK-LABEL: func.func @split(
func.func @split(%x: tensor<1x2x2x4xf32>, %w: tensor<1x1x4x4xf32>) -> tuple<tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>> {
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d
  // CHECK: %[[S:.*]] = relay.split %[[CONV]] {axis = 1 : i64, indices_or_sections = 2 : i64} : (tensor<1x4x2x2xf32>) -> tuple<tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>>
  // CHECK: %[[A:.*]] = relay.tuple_get %[[S]][0]
  // CHECK: %[[AT:.*]] = relay.layout_transform %[[A]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK: %[[B:.*]] = relay.tuple_get %[[S]][1]
  // CHECK: %[[BT:.*]] = relay.layout_transform %[[B]]
  // CHECK: %[[R:.*]] = relay.tuple %[[AT]], %[[BT]]
  // CHECK: return %[[R]]
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32>
  %1 = relay.split %0 {indices_or_sections = 2 : i64, axis = 3 : i64} : (tensor<1x2x2x4xf32>) -> tuple<tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>>
  return %1 : tuple<tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>>
}

// A concatenation of tensors of which one is not in the new layout stays.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %[[X:.*]]: tensor<1x2x2x4xf32>
func.func @mixed(%x: tensor<1x2x2x4xf32>, %w: tensor<1x1x4x4xf32>) -> tensor<1x2x2x8xf32> {
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[CONV]]
  // CHECK: %[[T:.*]] = relay.tuple %[[X]], %[[BACK]]
  // CHECK: relay.concatenate %[[T]] {axis = 3 : i64}
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32>
  %1 = relay.tuple %x, %0 : (tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>) -> tuple<tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>>
  %2 = relay.concatenate %1 {axis = 3 : i64} : (tuple<tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>>) -> tensor<1x2x2x8xf32>
  return %2 : tensor<1x2x2x8xf32>
}

// An operand may have names for its dimensions that its user does not share:
// the elements stay where they are.
// CHECK-LABEL: func.func @renamed(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x4x4xf32>, %[[W:.*]]: tensor<4x4x1x1xf32>
func.func @renamed(%x: tensor<1x4x4x4xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32> {
  // CHECK-NEXT: %[[POOL:.*]] = relay.nn.avg_pool2d %[[X]]
  // CHECK-NEXT: %[[CONV:.*]] = relay.nn.conv2d %[[POOL]], %[[W]]
  // CHECK-NEXT: return %[[CONV]]
  %0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 1, 1>, layout = "NHWC"} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %1 = relay.nn.conv2d %0, %w : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  return %1 : tensor<1x4x4x4xf32>
}

// argmax over several dimensions counts elements in their old order.
// CHECK-LABEL: func.func @argmax(
func.func @argmax(%x: tensor<1x2x2x4xf32>, %w: tensor<1x1x4x4xf32>) -> (tensor<1xi32>, tensor<1x2x2xi32>) {
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[CONV]]
  // CHECK: relay.argmax %[[BACK]] {axis = array<i64: 2, 3>}
  // CHECK: %[[ONE:.*]] = relay.argmax %[[CONV]] {axis = array<i64: 1>} : (tensor<1x4x2x2xf32>) -> tensor<1x2x2xi32>
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32>
  %1 = relay.argmax %0 {axis = array<i64: 2, 3>} : (tensor<1x2x2x4xf32>) -> tensor<1x2xi32>
  %2 = relay.argmax %0 {axis = array<i64: 3>} : (tensor<1x2x2x4xf32>) -> tensor<1x2x2xi32>
  %3 = relay.max %1 {axis = array<i64: 1>} : (tensor<1x2xi32>) -> tensor<1xi32>
  return %3, %2 : tensor<1xi32>, tensor<1x2x2xi32>
}

// Two convolutions next to each other; a pooling with a layout of its own.
// CHECK-LABEL: func.func @chain(
// SKIP-LABEL: func.func @chain(
func.func @chain(%x: tensor<1x8x8x4xf32>, %w: tensor<1x1x4x4xf32>) -> tensor<1x7x7x4xf32> {
  // CHECK-COUNT-2: relay.layout_transform
  // CHECK: relay.nn.conv2d
  // CHECK-NOT: relay.layout_transform
  // CHECK: %[[CONV:.*]] = relay.nn.conv2d
  // CHECK: %[[BACK:.*]] = relay.layout_transform %[[CONV]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK: relay.nn.max_pool2d %[[BACK]] {layout = "NHWC", out_layout = "NHWC", pool_size = array<i64: 2, 2>}
  // SKIP: relay.nn.conv2d
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = relay.nn.conv2d %0, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x8x8x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x8x8x4xf32>
  // SKIP: relay.nn.conv2d {{.*}} {data_layout = "NHWC", kernel_layout = "HWIO"}
  %2 = relay.nn.max_pool2d %1 {pool_size = array<i64: 2, 2>, layout = "NHWC"} : (tensor<1x8x8x4xf32>) -> tensor<1x7x7x4xf32>
  return %2 : tensor<1x7x7x4xf32>
}

// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<1x4x8x8xf32>, %w: tensor<4x4x1x1xf32>, %y: tensor<1x4x4x4x4xf32>, %v: tensor<4x4x1x1x1xf32>) -> tuple<tensor<1x4x4x4xf32>, tensor<1x4x4x4x4xf32>> {
  // CHECK: relay.nn.conv2d_transpose {{.*}}data_layout = "NHWC", kernel_layout = "HWIO"
  // CHECK: relay.image.resize2d {{.*}}layout = "NHWC"
  // CHECK: relay.nn.conv3d {{.*}}data_layout = "NDHWC", kernel_layout = "DHWIO"
  %0 = relay.nn.conv2d_transpose %x, %w : (tensor<1x4x8x8xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.image.resize2d %0 {size = array<i64: 4, 4>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  %2 = relay.nn.conv3d %y, %v : (tensor<1x4x4x4x4xf32>, tensor<4x4x1x1x1xf32>) -> tensor<1x4x4x4x4xf32>
  %3 = relay.tuple %1, %2 : (tensor<1x4x4x4xf32>, tensor<1x4x4x4x4xf32>) -> tuple<tensor<1x4x4x4xf32>, tensor<1x4x4x4x4xf32>>
  return %3 : tuple<tensor<1x4x4x4xf32>, tensor<1x4x4x4x4xf32>>
}

// Replaced operators are erased, though nothing uses their users.
// CHECK-LABEL: func.func @unused(
func.func @unused(%x: tensor<1x2x2x4xf32>, %w: tensor<1x1x4x4xf32>, %v: tensor<4xf32>) -> tensor<1x2x2x4xf32> {
  // CHECK: relay.nn.conv2d
  // CHECK-NOT: relay.nn.conv2d
  // CHECK: return
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32>
  %1 = relay.nn.batch_norm %0, %v, %v, %v, %v {axis = 3 : i64} : (tensor<1x2x2x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tuple<tensor<1x2x2x4xf32>, tensor<4xf32>, tensor<4xf32>>
  %2 = relay.tuple_get %1[0] : (tuple<tensor<1x2x2x4xf32>, tensor<4xf32>, tensor<4xf32>>) -> tensor<1x2x2x4xf32>
  %3 = relay.tuple %0, %x : (tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>) -> tuple<tensor<1x2x2x4xf32>, tensor<1x2x2x4xf32>>
  return %0 : tensor<1x2x2x4xf32>
}

// Functions for other compilers are left alone.
// CHECK-LABEL: func.func @skipped(
// CHECK-NOT: relay.layout_transform
func.func @skipped(%x: tensor<1x2x2x4xf32>, %w: tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32> attributes {relay.Compiler = "dnnl"} {
  %0 = relay.nn.conv2d %x, %w {data_layout = "NHWC", kernel_layout = "HWIO"} : (tensor<1x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<1x2x2x4xf32>
  return %0 : tensor<1x2x2x4xf32>
}
