// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fold-explicit-padding))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fold-explicit-padding))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-fold-explicit-padding))' | diff - %t

// CHECK-LABEL: func @conv1d
// CHECK-SAME: %[[X:.*]]: tensor<1x10x3xf32>, %[[W:.*]]: tensor<3x3x8xf32>)
func.func @conv1d(%x: tensor<1x10x3xf32>, %w: tensor<3x3x8xf32>) -> tensor<1x11x8xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.nn.conv1d %[[X]], %[[W]] {data_layout = "NWC", kernel_layout = "WIO", padding = array<i64: 2, 1>} : (tensor<1x10x3xf32>, tensor<3x3x8xf32>) -> tensor<1x11x8xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.constant dense<0> : tensor<i32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 1, 0>, array<i64: 0, 0>]} : (tensor<1x10x3xf32>, tensor<i32>) -> tensor<1x11x3xf32>
  %2 = relay.nn.conv1d %1, %w {padding = array<i64: 1>, data_layout = "NWC", kernel_layout = "WIO"} : (tensor<1x11x3xf32>, tensor<3x3x8xf32>) -> tensor<1x11x8xf32>
  return %2 : tensor<1x11x8xf32>
}

// Padding that is written with two numbers; a pad of a pad; other users keep
// theirs.
// CHECK-LABEL: func @conv2d
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xf32>
func.func @conv2d(%x: tensor<1x4x8x8xf32>, %w: tensor<6x4x3x3xf32>) -> (tensor<1x6x12x13xf32>, tensor<1x4x8x9xf32>) {
  // CHECK: %[[P:.*]] = relay.nn.pad %[[X]]
  // CHECK-NOT: relay.nn.pad
  // CHECK: %[[R:.*]] = relay.nn.conv2d %[[X]], %{{.*}} {padding = array<i64: 2, 2, 4, 5>} : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x12x13xf32>
  // CHECK-NEXT: return %[[R]], %[[P]]
  %0 = relay.constant dense<-0.0> : tensor<1xf32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 0, 1>]} : (tensor<1x4x8x8xf32>, tensor<1xf32>) -> tensor<1x4x8x9xf32>
  %2 = relay.nn.pad %1, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 3>, array<i64: 0, 2>]} : (tensor<1x4x8x9xf32>, tensor<1xf32>) -> tensor<1x4x12x11xf32>
  %3 = relay.nn.conv2d %2, %w {padding = array<i64: 1, 2>} : (tensor<1x4x12x11xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x12x13xf32>
  return %3, %1 : tensor<1x6x12x13xf32>, tensor<1x4x8x9xf32>
}

// Channels in blocks are no spatial dimensions.
// CHECK-LABEL: func @blocks
func.func @blocks(%x: tensor<1x1x8x8x4xf32>, %w: tensor<8x4x3x3xf32>) -> tensor<1x2x8x8x4xf32> {
  // CHECK-NEXT: relay.nn.conv2d {{.*}}padding = array<i64: 1, 1, 1, 1>
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>, array<i64: 0, 0>]} : (tensor<1x1x8x8x4xf32>, tensor<f32>) -> tensor<1x1x10x10x4xf32>
  %2 = relay.nn.conv2d %1, %w {data_layout = "NCHW4c"} : (tensor<1x1x10x10x4xf32>, tensor<8x4x3x3xf32>) -> tensor<1x2x8x8x4xf32>
  return %2 : tensor<1x2x8x8x4xf32>
}

// CHECK-LABEL: func @conv3d
func.func @conv3d(%x: tensor<1x2x?x4x4xf32>, %w: tensor<3x2x3x3x3xf32>) -> tensor<1x3x?x2x3xf32> {
  // CHECK-NEXT: relay.nn.conv3d %{{.*}}, %{{.*}} {padding = array<i64: 1, 0, 0, 0, 0, 1>} : (tensor<1x2x?x4x4xf32>, tensor<3x2x3x3x3xf32>) -> tensor<1x3x?x2x3xf32>
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 0>, array<i64: 0, 0>, array<i64: 0, 1>]} : (tensor<1x2x?x4x4xf32>, tensor<f32>) -> tensor<1x2x?x4x5xf32>
  %2 = relay.nn.conv3d %1, %w : (tensor<1x2x?x4x5xf32>, tensor<3x2x3x3x3xf32>) -> tensor<1x3x?x2x3xf32>
  return %2 : tensor<1x3x?x2x3xf32>
}

// The mean counts what was explicit.
// CHECK-LABEL: func @avg_pool
func.func @avg_pool(%x: tensor<1x3x10x10xf32>) -> (tensor<1x3x11x11xf32>, tensor<1x3x12x11xf32>, tensor<1x3x12x11xf32>) {
  // CHECK: relay.nn.avg_pool2d %{{.*}} {count_include_pad = true, padding = array<i64: 0, 2, 2, 0>, pool_size = array<i64: 2, 2>}
  // CHECK: relay.nn.avg_pool2d %{{.*}} {count_include_pad = true, padding = array<i64: 0, 2, 3, 0>, pool_size = array<i64: 2, 2>}
  // CHECK: %[[P:.*]] = relay.nn.pad
  // CHECK-NEXT: relay.nn.avg_pool2d %[[P]] {padding = array<i64: 0, 0, 1, 0>, pool_size = array<i64: 2, 2>}
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 0, 2>, array<i64: 2, 0>]} : (tensor<1x3x10x10xf32>, tensor<f32>) -> tensor<1x3x12x12xf32>
  %2 = relay.nn.avg_pool2d %1 {pool_size = array<i64: 2, 2>} : (tensor<1x3x12x12xf32>) -> tensor<1x3x11x11xf32>
  %3 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 0, 2>, array<i64: 2, 0>]} : (tensor<1x3x10x10xf32>, tensor<f32>) -> tensor<1x3x12x12xf32>
  %4 = relay.nn.avg_pool2d %3 {pool_size = array<i64: 2, 2>, padding = array<i64: 0, 0, 1, 0>, count_include_pad = true} : (tensor<1x3x12x12xf32>) -> tensor<1x3x12x11xf32>
  %5 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 0, 2>, array<i64: 2, 0>]} : (tensor<1x3x10x10xf32>, tensor<f32>) -> tensor<1x3x12x12xf32>
  %6 = relay.nn.avg_pool2d %5 {pool_size = array<i64: 2, 2>, padding = array<i64: 0, 0, 1, 0>} : (tensor<1x3x12x12xf32>) -> tensor<1x3x12x11xf32>
  return %2, %4, %6 : tensor<1x3x11x11xf32>, tensor<1x3x12x11xf32>, tensor<1x3x12x11xf32>
}

// The lowest numbers of f32, i8 and ui8; zero and infinity are other values.
// CHECK-LABEL: func @max_pool
func.func @max_pool(%f: tensor<1x1x4x4xf32>, %i: tensor<1x1x4x4xi8>, %u: tensor<1x1x4x4xui8>) -> (tensor<1x1x5x5xf32>, tensor<1x1x5x5xi8>, tensor<1x1x5x5xui8>, tensor<1x1x5x5xf32>, tensor<1x1x5x5xf32>) {
  // CHECK-COUNT-3: relay.nn.max_pool2d %{{.*}} {padding = array<i64: 1, 1, 1, 1>, pool_size = array<i64: 2, 2>} : (tensor<1x1x4x4x
  // CHECK-COUNT-2: relay.nn.max_pool2d %{{.*}} {pool_size = array<i64: 2, 2>} : (tensor<1x1x6x6xf32>)
  %0 = relay.constant dense<0xFF7FFFFF> : tensor<f32>
  %1 = relay.nn.pad %f, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>]} : (tensor<1x1x4x4xf32>, tensor<f32>) -> tensor<1x1x6x6xf32>
  %2 = relay.nn.max_pool2d %1 {pool_size = array<i64: 2, 2>} : (tensor<1x1x6x6xf32>) -> tensor<1x1x5x5xf32>
  %3 = relay.constant dense<-128> : tensor<i8>
  %4 = relay.nn.pad %i, %3 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>]} : (tensor<1x1x4x4xi8>, tensor<i8>) -> tensor<1x1x6x6xi8>
  %5 = relay.nn.max_pool2d %4 {pool_size = array<i64: 2, 2>} : (tensor<1x1x6x6xi8>) -> tensor<1x1x5x5xi8>
  %6 = relay.constant dense<0> : tensor<ui8>
  %7 = relay.nn.pad %u, %6 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>]} : (tensor<1x1x4x4xui8>, tensor<ui8>) -> tensor<1x1x6x6xui8>
  %8 = relay.nn.max_pool2d %7 {pool_size = array<i64: 2, 2>} : (tensor<1x1x6x6xui8>) -> tensor<1x1x5x5xui8>
  %9 = relay.constant dense<0.0> : tensor<f32>
  %10 = relay.nn.pad %f, %9 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>]} : (tensor<1x1x4x4xf32>, tensor<f32>) -> tensor<1x1x6x6xf32>
  %11 = relay.nn.max_pool2d %10 {pool_size = array<i64: 2, 2>} : (tensor<1x1x6x6xf32>) -> tensor<1x1x5x5xf32>
  %12 = relay.constant dense<0xFF800000> : tensor<f32>
  %13 = relay.nn.pad %f, %12 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>]} : (tensor<1x1x4x4xf32>, tensor<f32>) -> tensor<1x1x6x6xf32>
  %14 = relay.nn.max_pool2d %13 {pool_size = array<i64: 2, 2>} : (tensor<1x1x6x6xf32>) -> tensor<1x1x5x5xf32>
  return %2, %5, %8, %11, %14 : tensor<1x1x5x5xf32>, tensor<1x1x5x5xi8>, tensor<1x1x5x5xui8>, tensor<1x1x5x5xf32>, tensor<1x1x5x5xf32>
}

// Another mode, value, or dimension; negative widths; a value that is no
// constant.
// CHECK-LABEL: func @kept
func.func @kept(%x: tensor<1x1x8xf32>, %w: tensor<1x1x3xf32>, %w2: tensor<1x3x3xf32>, %v: tensor<f32>) -> (tensor<1x1x8xf32>, tensor<1x1x8xf32>, tensor<1x1x6xf32>, tensor<1x1x5xf32>, tensor<1x1x8xf32>) {
  // CHECK-COUNT-5: relay.nn.conv1d %{{.*}}, %{{.*}} : (
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.constant dense<1.0> : tensor<f32>
  %2 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>], pad_mode = "edge"} : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<1x1x10xf32>
  %3 = relay.nn.conv1d %2, %w : (tensor<1x1x10xf32>, tensor<1x1x3xf32>) -> tensor<1x1x8xf32>
  %4 = relay.nn.pad %x, %1 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>]} : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<1x1x10xf32>
  %5 = relay.nn.conv1d %4, %w : (tensor<1x1x10xf32>, tensor<1x1x3xf32>) -> tensor<1x1x8xf32>
  %6 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 0, 0>]} : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<1x3x8xf32>
  %7 = relay.nn.conv1d %6, %w2 : (tensor<1x3x8xf32>, tensor<1x3x3xf32>) -> tensor<1x1x6xf32>
  %8 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: -1, 0>]} : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<1x1x7xf32>
  %9 = relay.nn.conv1d %8, %w : (tensor<1x1x7xf32>, tensor<1x1x3xf32>) -> tensor<1x1x5xf32>
  %10 = relay.nn.pad %x, %v {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>]} : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<1x1x10xf32>
  %11 = relay.nn.conv1d %10, %w : (tensor<1x1x10xf32>, tensor<1x1x3xf32>) -> tensor<1x1x8xf32>
  return %3, %5, %7, %9, %11 : tensor<1x1x8xf32>, tensor<1x1x8xf32>, tensor<1x1x6xf32>, tensor<1x1x5xf32>, tensor<1x1x8xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<1x1x8xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x8xf32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK: relay.nn.pad
  %0 = relay.constant dense<0.0> : tensor<f32>
  %1 = relay.nn.pad %x, %0 {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>]} : (tensor<1x1x8xf32>, tensor<f32>) -> tensor<1x1x10xf32>
  %2 = relay.nn.conv1d %1, %w : (tensor<1x1x10xf32>, tensor<1x1x3xf32>) -> tensor<1x1x8xf32>
  return %2 : tensor<1x1x8xf32>
}

// CHECK-LABEL: func @pool1d
// CHECK-SAME: %[[X:.*]]: tensor<1x3x10xf32>)
func.func @pool1d(%x: tensor<1x3x10xf32>) -> tensor<1x3x12xf32> {
  // CHECK-NEXT: relay.nn.avg_pool1d %[[X]] {count_include_pad = true, padding = array<i64: 1, 2>, pool_size = array<i64: 2>}
  %c = relay.constant dense<0.0> : tensor<f32>
  %0 = relay.nn.pad %x, %c {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 2>]} : (tensor<1x3x10xf32>, tensor<f32>) -> tensor<1x3x13xf32>
  %1 = relay.nn.avg_pool1d %0 {pool_size = array<i64: 2>} : (tensor<1x3x13xf32>) -> tensor<1x3x12xf32>
  return %1 : tensor<1x3x12xf32>
}

// CHECK-LABEL: func @pool3d
// CHECK-SAME: %[[X:.*]]: tensor<1x4x4x4x3xui8>)
func.func @pool3d(%x: tensor<1x4x4x4x3xui8>) -> tensor<1x5x4x5x3xui8> {
  // CHECK-NEXT: relay.nn.max_pool3d %[[X]] {layout = "NDHWC", padding = array<i64: 1, 0, 0, 1, 1, 2>, pool_size = array<i64: 2, 2, 2>}
  %c = relay.constant dense<0> : tensor<ui8>
  %0 = relay.nn.pad %x, %c {pad_width = [array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 0, 1>, array<i64: 0, 2>, array<i64: 0, 0>]} : (tensor<1x4x4x4x3xui8>, tensor<ui8>) -> tensor<1x6x5x6x3xui8>
  %1 = relay.nn.max_pool3d %0 {pool_size = array<i64: 2, 2, 2>, layout = "NDHWC"} : (tensor<1x6x5x6x3xui8>) -> tensor<1x5x4x5x3xui8>
  return %1 : tensor<1x5x4x5x3xui8>
}

// Quantized data is padded with its zero point.
// CHECK-LABEL: func @qnn_conv2d
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x8xui8>
func.func @qnn_conv2d(%x: tensor<1x4x8x8xui8>, %w: tensor<6x4x3x3xi8>) -> tensor<1x6x9x10xi32> {
  // CHECK: relay.qnn.conv2d %[[X]], {{.*}} padding = array<i64: 2, 2, 1, 2>}
  // CHECK-NEXT: return
  %p = relay.constant dense<200> : tensor<ui8>
  %z = relay.constant dense<200> : tensor<i32>
  %s = relay.constant dense<0.5> : tensor<f32>
  %0 = relay.nn.pad %x, %p {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 2>]} : (tensor<1x4x8x8xui8>, tensor<ui8>) -> tensor<1x4x10x11xui8>
  %1 = relay.qnn.conv2d %0, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32, padding = array<i64: 1, 1, 0, 0>} : (tensor<1x4x10x11xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x9x10xi32>
  return %1 : tensor<1x6x9x10xi32>
}

// CHECK-LABEL: func @qnn_conv2d_other_value
func.func @qnn_conv2d_other_value(%x: tensor<1x4x8x8xi8>, %w: tensor<6x4x3x3xi8>) -> tensor<1x6x8x8xi32> {
  // CHECK: %[[P:.*]] = relay.nn.pad
  // CHECK-NEXT: relay.qnn.conv2d %[[P]],
  %p = relay.constant dense<0> : tensor<i32>
  %z = relay.constant dense<1> : tensor<i32>
  %s = relay.constant dense<0.5> : tensor<f32>
  %0 = relay.nn.pad %x, %p {pad_width = [array<i64: 0, 0>, array<i64: 0, 0>, array<i64: 1, 1>, array<i64: 1, 1>]} : (tensor<1x4x8x8xi8>, tensor<i32>) -> tensor<1x4x10x10xi8>
  %1 = relay.qnn.conv2d %0, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x10x10xi8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x8x8xi32>
  return %1 : tensor<1x6x8x8xi32>
}
