// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-conv2d{min-num-branches=2}))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-conv2d{min-num-branches=2}))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-combine-parallel-conv2d{min-num-branches=2}))' | diff - %t
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-combine-parallel-conv2d))' | FileCheck %s --check-prefix=THREE
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=CombineParallelConv2d{min-num-branches=2} opt-level=3})' | FileCheck %s --check-prefix=THREE

// Others of the same data stay: another size of the kernel, groups. Users of
// the result move behind it.
// CHECK-LABEL: func @branches
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8x8xf32>, %[[W:.*]]: tensor<4x2x1x1xf32>
// THREE-LABEL: func @branches
func.func @branches(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %v: tensor<4x2x3x3xf32>, %d: tensor<2x1x1x1xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x4x6x6xf32>, tensor<1x3x8x8xf32>, tensor<1x2x8x8xf32>> {
  // CHECK-NEXT: %[[O:.*]] = relay.nn.conv2d %[[X]], %{{.*}} : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>)
  // CHECK-NEXT: %[[C:.*]] = relay.constant
  // CHECK-NEXT: %[[T:.*]] = relay.tuple %[[W]], %[[C]]
  // CHECK-NEXT: %[[V:.*]] = relay.concatenate %[[T]]
  // CHECK-NEXT: %[[R:.*]] = relay.nn.conv2d %[[X]], %[[V]] {channels = 7 : i64}
  // CHECK-NEXT: %[[A:.*]] = relay.strided_slice %[[R]] {begin = array<i64: 0, 0>, end = array<i64: -1, 4>
  // CHECK-NEXT: %[[B:.*]] = relay.strided_slice %[[R]] {begin = array<i64: 0, 4>, end = array<i64: -1, 3>
  // CHECK-NEXT: %[[E:.*]] = relay.nn.relu %[[A]]
  // CHECK-NEXT: relay.nn.conv2d %[[X]], %{{.*}} {groups = 2 : i64}
  // CHECK-NEXT: relay.tuple %[[E]], %[[O]], %[[B]]
  // THREE: relay.nn.conv2d %arg0, %arg1 :
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.nn.conv2d %x, %v : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>) -> tensor<1x4x6x6xf32>
  %c = relay.constant dense<1.0> : tensor<3x2x1x1xf32>
  %3 = relay.nn.conv2d %x, %c : (tensor<1x2x8x8xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x8x8xf32>
  %4 = relay.nn.conv2d %x, %d {groups = 2 : i64} : (tensor<1x2x8x8xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x8x8xf32>
  %5 = relay.tuple %1, %2, %3, %4 : (tensor<1x4x8x8xf32>, tensor<1x4x6x6xf32>, tensor<1x3x8x8xf32>, tensor<1x2x8x8xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x4x6x6xf32>, tensor<1x3x8x8xf32>, tensor<1x2x8x8xf32>>
  return %5 : tuple<tensor<1x4x8x8xf32>, tensor<1x4x6x6xf32>, tensor<1x3x8x8xf32>, tensor<1x2x8x8xf32>>
}

// Elementwise operators behind are combined up to where they differ.
// CHECK-LABEL: func @chains
func.func @chains(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %b: tensor<4x1x1xf32>, %v: tensor<3x2x1x1xf32>, %c: tensor<3x1x1xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x3x8x8xf32>> {
  // CHECK: relay.nn.conv2d
  // CHECK: %[[T:.*]] = relay.tuple %arg2, %arg4
  // CHECK-NEXT: %[[B:.*]] = relay.concatenate %[[T]] : {{.*}} -> tensor<7x1x1xf32>
  // CHECK-NEXT: %[[S:.*]] = relay.add %{{.*}}, %[[B]]
  // CHECK-NEXT: %[[R:.*]] = relay.nn.relu %[[S]]
  // CHECK-NEXT: %[[P:.*]] = relay.strided_slice %[[R]]
  // CHECK-NEXT: %[[Q:.*]] = relay.strided_slice %[[R]]
  // CHECK-NEXT: relay.exp %[[P]]
  // CHECK-NEXT: relay.log %[[Q]]
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.add %0, %b : (tensor<1x4x8x8xf32>, tensor<4x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.nn.relu %1 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = relay.exp %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = relay.nn.conv2d %x, %v : (tensor<1x2x8x8xf32>, tensor<3x2x1x1xf32>) -> tensor<1x3x8x8xf32>
  %5 = relay.add %4, %c : (tensor<1x3x8x8xf32>, tensor<3x1x1xf32>) -> tensor<1x3x8x8xf32>
  %6 = relay.nn.relu %5 : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  %7 = relay.log %6 : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  %8 = relay.tuple %3, %7 : (tensor<1x4x8x8xf32>, tensor<1x3x8x8xf32>) -> tuple<tensor<1x4x8x8xf32>, tensor<1x3x8x8xf32>>
  return %8 : tuple<tensor<1x4x8x8xf32>, tensor<1x3x8x8xf32>>
}

// Operands that broadcast over the channels are not repeated; the sum of both
// branches belongs to neither.
// CHECK-LABEL: func @ends
// CHECK: relay.nn.conv2d
// CHECK-NEXT: %[[P:.*]] = relay.strided_slice
// CHECK-NEXT: %[[Q:.*]] = relay.strided_slice
// CHECK-NEXT: %[[A:.*]] = relay.multiply %[[P]], %arg2
// CHECK-NEXT: %[[B:.*]] = relay.multiply %[[Q]], %arg3
// CHECK-NEXT: relay.add %[[A]], %[[B]]
func.func @ends(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %s: tensor<f32>, %t: tensor<f32>) -> tensor<1x4x8x8xf32> {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.multiply %0, %s : (tensor<1x4x8x8xf32>, tensor<f32>) -> tensor<1x4x8x8xf32>
  %2 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %3 = relay.multiply %2, %t : (tensor<1x4x8x8xf32>, tensor<f32>) -> tensor<1x4x8x8xf32>
  %4 = relay.add %1, %3 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %4 : tensor<1x4x8x8xf32>
}

// A weight that another convolution gives keeps them apart.
// CHECK-LABEL: func @dependent
// CHECK-COUNT-2: relay.nn.conv2d %arg0
// CHECK-NOT: relay.strided_slice
func.func @dependent(%x: tensor<4x4x1x1xf32>, %w: tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32> {
  %0 = relay.nn.conv2d %x, %w : (tensor<4x4x1x1xf32>, tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
  %1 = relay.nn.conv2d %x, %0 : (tensor<4x4x1x1xf32>, tensor<4x4x1x1xf32>) -> tensor<4x4x1x1xf32>
  return %1 : tensor<4x4x1x1xf32>
}

// One group behind another, other layouts with split channels, dynamic sizes.
// CHECK-LABEL: func @layers
// CHECK-COUNT-2: relay.nn.conv2d
// CHECK-NOT: relay.nn.conv2d
// CHECK: return
func.func @layers(%x: tensor<?x2x8x8x2xf32>, %w: tensor<1x2x1x1x2x4xf32>, %v: tensor<2x2x1x1x2x4xf32>, %u: tensor<2x1x1x1x4x4xf32>) -> tuple<tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>> {
  %0 = relay.nn.conv2d %x, %w {data_layout = "NCHW2c", kernel_layout = "OIHW2i4o", out_layout = "NCHW4c"} : (tensor<?x2x8x8x2xf32>, tensor<1x2x1x1x2x4xf32>) -> tensor<?x1x8x8x4xf32>
  %1 = relay.nn.conv2d %0, %u {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<?x1x8x8x4xf32>, tensor<2x1x1x1x4x4xf32>) -> tensor<?x2x8x8x4xf32>
  %2 = relay.nn.conv2d %0, %u {data_layout = "NCHW4c", kernel_layout = "OIHW4i4o"} : (tensor<?x1x8x8x4xf32>, tensor<2x1x1x1x4x4xf32>) -> tensor<?x2x8x8x4xf32>
  %3 = relay.nn.conv2d %x, %v {data_layout = "NCHW2c", kernel_layout = "OIHW2i4o", out_layout = "NCHW4c"} : (tensor<?x2x8x8x2xf32>, tensor<2x2x1x1x2x4xf32>) -> tensor<?x2x8x8x4xf32>
  %4 = relay.tuple %1, %2, %3 : (tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>) -> tuple<tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>>
  return %4 : tuple<tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>, tensor<?x2x8x8x4xf32>>
}

// Branches have their own; effects keep their order.
// CHECK-LABEL: func @blocks
func.func @blocks(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>, %c: tensor<i1>) -> tensor<1x4x8x8xf32> {
  // CHECK: relay.nn.conv2d %arg0, %arg1 :
  // CHECK-NEXT: relay.ref_create
  // CHECK: relay.if
  // CHECK: relay.nn.conv2d %arg0, %{{.*}} {channels = 8 : i64}
  // CHECK: %[[P:.*]] = relay.strided_slice
  // CHECK-NEXT: %[[Q:.*]] = relay.strided_slice
  // CHECK-NEXT: relay.ref_write %{{.*}}, %[[P]]
  // CHECK-NEXT: relay.ref_write %{{.*}}, %[[Q]]
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %r = relay.ref_create %0 : (tensor<1x4x8x8xf32>) -> !relay.ref<tensor<1x4x8x8xf32>>
  %1 = relay.if %c -> tensor<1x4x8x8xf32> {
    %2 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
    %3 = relay.ref_write %r, %2 : (!relay.ref<tensor<1x4x8x8xf32>>, tensor<1x4x8x8xf32>) -> tuple<>
    %4 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
    %5 = relay.ref_write %r, %4 : (!relay.ref<tensor<1x4x8x8xf32>>, tensor<1x4x8x8xf32>) -> tuple<>
    relay.yield %0 : tensor<1x4x8x8xf32>
  } else {
    relay.yield %0 : tensor<1x4x8x8xf32>
  }
  return %1 : tensor<1x4x8x8xf32>
}

// CHECK-LABEL: func @skipped
// CHECK-COUNT-2: relay.nn.conv2d %arg0, %arg1 :
func.func @skipped(%x: tensor<1x2x8x8xf32>, %w: tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %1 = relay.nn.conv2d %x, %w : (tensor<1x2x8x8xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x8x8xf32>
  %2 = relay.add %0, %1 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %2 : tensor<1x4x8x8xf32>
}
