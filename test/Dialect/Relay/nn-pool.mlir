// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// CHECK-LABEL: func @max_pool
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>
func.func @max_pool(%a0: tensor<1x4x8x9xf32>) -> tensor<1x4x6x8xf32> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {pool_size = array<i64: 3, 2>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x6x8xf32>
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 2>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x6x8xf32>
  return %0 : tensor<1x4x6x8xf32>
}

// Sizes (8 + 3 - 5) / 3 and (9 + 1 - 2) / 2, rounded up, plus 1. Defaults
// are not printed.
// CHECK-LABEL: func @max_pool_all
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>
func.func @max_pool_all(%a0: tensor<1x4x8x9xf32>) -> tensor<1x4x3x5xf32> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {ceil_mode = true, dilation = array<i64: 2, 1>, out_layout = "NHWC", padding = array<i64: 1, 0, 2, 1>, pool_size = array<i64: 3, 2>, strides = array<i64: 3, 2>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x3x5xf32>
  %0 = relay.nn.max_pool2d %a0 {ceil_mode = true, dilation = array<i64: 2, 1>, layout = "NCHW", out_layout = "NHWC", padding = array<i64: 1, 0, 2, 1>, pool_size = array<i64: 3, 2>, strides = array<i64: 3, 2>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x3x5xf32>
  return %0 : tensor<1x4x3x5xf32>
}

// One number pads all sides.
// CHECK-LABEL: func @max_pool_floor
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x9x4xi8>
func.func @max_pool_floor(%a0: tensor<1x8x9x4xi8>) -> tensor<1x4x4x4xi8> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {layout = "NHWC", padding = array<i64: 1>, pool_size = array<i64: 3, 4>, strides = array<i64: 2, 2>} : (tensor<1x8x9x4xi8>) -> tensor<1x4x4x4xi8>
  %0 = relay.nn.max_pool2d %a0 {layout = "NHWC", padding = array<i64: 1>, pool_size = array<i64: 3, 4>, strides = array<i64: 2, 2>} : (tensor<1x8x9x4xi8>) -> tensor<1x4x4x4xi8>
  return %0 : tensor<1x4x4x4xi8>
}

// CHECK-LABEL: func @max_pool_ceil
// CHECK-SAME: %[[A0:.*]]: tensor<1x8x9x4xi8>
func.func @max_pool_ceil(%a0: tensor<1x8x9x4xi8>) -> tensor<1x5x5x4xi8> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {ceil_mode = true, layout = "NHWC", padding = array<i64: 1>, pool_size = array<i64: 3, 4>, strides = array<i64: 2, 2>} : (tensor<1x8x9x4xi8>) -> tensor<1x5x5x4xi8>
  %0 = relay.nn.max_pool2d %a0 {ceil_mode = true, layout = "NHWC", padding = array<i64: 1>, pool_size = array<i64: 3, 4>, strides = array<i64: 2, 2>} : (tensor<1x8x9x4xi8>) -> tensor<1x5x5x4xi8>
  return %0 : tensor<1x5x5x4xi8>
}

// CHECK-LABEL: func @max_pool_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<?x4x?x9xf16>
func.func @max_pool_dynamic(%a0: tensor<?x4x?x9xf16>) -> tensor<?x4x?x11xf16> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {padding = array<i64: 1, 2>, pool_size = array<i64: 3, 3>} : (tensor<?x4x?x9xf16>) -> tensor<?x4x?x11xf16>
  %0 = relay.nn.max_pool2d %a0 {padding = array<i64: 1, 2>, pool_size = array<i64: 3, 3>} : (tensor<?x4x?x9xf16>) -> tensor<?x4x?x11xf16>
  return %0 : tensor<?x4x?x11xf16>
}

// CHECK-LABEL: func @max_pool_blocked
// CHECK-SAME: %[[A0:.*]]: tensor<1x2x8x9x4xui8>
func.func @max_pool_blocked(%a0: tensor<1x2x8x9x4xui8>) -> tensor<1x2x7x8x4xui8> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {layout = "NCHW4c", pool_size = array<i64: 2, 2>} : (tensor<1x2x8x9x4xui8>) -> tensor<1x2x7x8x4xui8>
  %0 = relay.nn.max_pool2d %a0 {layout = "NCHW4c", pool_size = array<i64: 2, 2>} : (tensor<1x2x8x9x4xui8>) -> tensor<1x2x7x8x4xui8>
  return %0 : tensor<1x2x7x8x4xui8>
}

// CHECK-LABEL: func @max_pool_no_batch
// CHECK-SAME: %[[A0:.*]]: tensor<8x9xf64>
func.func @max_pool_no_batch(%a0: tensor<8x9xf64>) -> tensor<7x8xf64> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {layout = "HW", pool_size = array<i64: 2, 2>} : (tensor<8x9xf64>) -> tensor<7x8xf64>
  %0 = relay.nn.max_pool2d %a0 {layout = "HW", pool_size = array<i64: 2, 2>} : (tensor<8x9xf64>) -> tensor<7x8xf64>
  return %0 : tensor<7x8xf64>
}

// A window that is larger than the data by less than a stride gives nothing.
// CHECK-LABEL: func @max_pool_no_window
// CHECK-SAME: %[[A0:.*]]: tensor<1x0x2x2xf32>
func.func @max_pool_no_window(%a0: tensor<1x0x2x2xf32>) -> tensor<1x0x0x1xf32> {
  // CHECK: relay.nn.max_pool2d %[[A0]] {pool_size = array<i64: 3, 2>} : (tensor<1x0x2x2xf32>) -> tensor<1x0x0x1xf32>
  %0 = relay.nn.max_pool2d %a0 {pool_size = array<i64: 3, 2>} : (tensor<1x0x2x2xf32>) -> tensor<1x0x0x1xf32>
  return %0 : tensor<1x0x0x1xf32>
}

// CHECK-LABEL: func @avg_pool
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>
func.func @avg_pool(%a0: tensor<1x4x8x9xf32>) -> tensor<1x4x4x4xf32> {
  // CHECK: relay.nn.avg_pool2d %[[A0]] {ceil_mode = true, count_include_pad = true, pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x4x4xf32>
  %0 = relay.nn.avg_pool2d %a0 {ceil_mode = true, count_include_pad = true, pool_size = array<i64: 3, 3>, strides = array<i64: 2, 2>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// CHECK-LABEL: func @avg_pool_dynamic
// CHECK-SAME: %[[A0:.*]]: tensor<1x?x9x4xbf16>
func.func @avg_pool_dynamic(%a0: tensor<1x?x9x4xbf16>) -> tensor<1x?x7x4xbf16> {
  // CHECK: relay.nn.avg_pool2d %[[A0]] {layout = "NHWC", pool_size = array<i64: 3, 3>} : (tensor<1x?x9x4xbf16>) -> tensor<1x?x7x4xbf16>
  %0 = relay.nn.avg_pool2d %a0 {layout = "NHWC", pool_size = array<i64: 3, 3>} : (tensor<1x?x9x4xbf16>) -> tensor<1x?x7x4xbf16>
  return %0 : tensor<1x?x7x4xbf16>
}

// CHECK-LABEL: func @global_max
// CHECK-SAME: %[[A0:.*]]: tensor<2x4x?x9xf32>
func.func @global_max(%a0: tensor<2x4x?x9xf32>) -> tensor<2x4x1x1xf32> {
  // CHECK: relay.nn.global_max_pool2d %[[A0]] : (tensor<2x4x?x9xf32>) -> tensor<2x4x1x1xf32>
  %0 = relay.nn.global_max_pool2d %a0 : (tensor<2x4x?x9xf32>) -> tensor<2x4x1x1xf32>
  return %0 : tensor<2x4x1x1xf32>
}

// CHECK-LABEL: func @global_avg
// CHECK-SAME: %[[A0:.*]]: tensor<2x7x9x?xf32>
func.func @global_avg(%a0: tensor<2x7x9x?xf32>) -> tensor<2x1x1x?xf32> {
  // CHECK: relay.nn.global_avg_pool2d %[[A0]] {layout = "NHWC"} : (tensor<2x7x9x?xf32>) -> tensor<2x1x1x?xf32>
  %0 = relay.nn.global_avg_pool2d %a0 {layout = "NHWC"} : (tensor<2x7x9x?xf32>) -> tensor<2x1x1x?xf32>
  return %0 : tensor<2x1x1x?xf32>
}

// CHECK-LABEL: func @adaptive_none
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x?x9xf32>
func.func @adaptive_none(%a0: tensor<1x4x?x9xf32>) -> tensor<1x4x?x9xf32> {
  // CHECK: relay.nn.adaptive_avg_pool2d %[[A0]] : (tensor<1x4x?x9xf32>) -> tensor<1x4x?x9xf32>
  %0 = relay.nn.adaptive_avg_pool2d %a0 : (tensor<1x4x?x9xf32>) -> tensor<1x4x?x9xf32>
  return %0 : tensor<1x4x?x9xf32>
}

// CHECK-LABEL: func @adaptive_empty
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>
func.func @adaptive_empty(%a0: tensor<1x4x8x9xf32>) -> tensor<1x4x8x9xf32> {
  // CHECK: relay.nn.adaptive_avg_pool2d %[[A0]] {output_size = array<i64>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x8x9xf32>
  %0 = relay.nn.adaptive_avg_pool2d %a0 {output_size = array<i64>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x8x9xf32>
  return %0 : tensor<1x4x8x9xf32>
}

// CHECK-LABEL: func @adaptive_one
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x8x9xf32>
func.func @adaptive_one(%a0: tensor<1x4x8x9xf32>) -> tensor<1x4x3x3xf32> {
  // CHECK: relay.nn.adaptive_avg_pool2d %[[A0]] {output_size = array<i64: 3>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x3x3xf32>
  %0 = relay.nn.adaptive_avg_pool2d %a0 {output_size = array<i64: 3>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x3x3xf32>
  return %0 : tensor<1x4x3x3xf32>
}

// CHECK-LABEL: func @adaptive_two
// CHECK-SAME: %[[A0:.*]]: tensor<1x?x9x4xf32>
func.func @adaptive_two(%a0: tensor<1x?x9x4xf32>) -> tensor<1x3x0x4xf32> {
  // CHECK: relay.nn.adaptive_avg_pool2d %[[A0]] {layout = "NHWC", output_size = array<i64: 3, 0>} : (tensor<1x?x9x4xf32>) -> tensor<1x3x0x4xf32>
  %0 = relay.nn.adaptive_avg_pool2d %a0 {layout = "NHWC", output_size = array<i64: 3, 0>} : (tensor<1x?x9x4xf32>) -> tensor<1x3x0x4xf32>
  return %0 : tensor<1x3x0x4xf32>
}

// CHECK-LABEL: func @adaptive_3d
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x5x6x7xf32>
func.func @adaptive_3d(%a0: tensor<1x4x5x6x7xf32>) -> tensor<1x4x2x3x4xf32> {
  // CHECK: relay.nn.adaptive_avg_pool3d %[[A0]] {output_size = array<i64: 2, 3, 4>} : (tensor<1x4x5x6x7xf32>) -> tensor<1x4x2x3x4xf32>
  %0 = relay.nn.adaptive_avg_pool3d %a0 {output_size = array<i64: 2, 3, 4>} : (tensor<1x4x5x6x7xf32>) -> tensor<1x4x2x3x4xf32>
  return %0 : tensor<1x4x2x3x4xf32>
}

// CHECK-LABEL: func @adaptive_3d_one
// CHECK-SAME: %[[A0:.*]]: tensor<1x5x6x7x4xi32>
func.func @adaptive_3d_one(%a0: tensor<1x5x6x7x4xi32>) -> tensor<1x1x1x1x4xi32> {
  // CHECK: relay.nn.adaptive_avg_pool3d %[[A0]] {layout = "NDHWC", output_size = array<i64: 1>} : (tensor<1x5x6x7x4xi32>) -> tensor<1x1x1x1x4xi32>
  %0 = relay.nn.adaptive_avg_pool3d %a0 {layout = "NDHWC", output_size = array<i64: 1>} : (tensor<1x5x6x7x4xi32>) -> tensor<1x1x1x1x4xi32>
  return %0 : tensor<1x1x1x1x4xi32>
}

// CHECK-LABEL: func @adaptive_1d
// CHECK-SAME: %[[A0:.*]]: tensor<1x4x5xf32>
func.func @adaptive_1d(%a0: tensor<1x4x5xf32>) -> tensor<1x4x7xf32> {
  // CHECK: relay.nn.adaptive_max_pool1d %[[A0]] {output_size = array<i64: 7>} : (tensor<1x4x5xf32>) -> tensor<1x4x7xf32>
  %0 = relay.nn.adaptive_max_pool1d %a0 {output_size = array<i64: 7>} : (tensor<1x4x5xf32>) -> tensor<1x4x7xf32>
  return %0 : tensor<1x4x7xf32>
}

// CHECK-LABEL: func @adaptive_1d_nwc
// CHECK-SAME: %[[A0:.*]]: tensor<1x?x4xf32>
func.func @adaptive_1d_nwc(%a0: tensor<1x?x4xf32>) -> tensor<1x1x4xf32> {
  // CHECK: relay.nn.adaptive_max_pool1d %[[A0]] {layout = "NWC", output_size = array<i64: 1>} : (tensor<1x?x4xf32>) -> tensor<1x1x4xf32>
  %0 = relay.nn.adaptive_max_pool1d %a0 {layout = "NWC", output_size = array<i64: 1>} : (tensor<1x?x4xf32>) -> tensor<1x1x4xf32>
  return %0 : tensor<1x1x4xf32>
}

// CHECK-LABEL: func @avg_pool1d
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x10xf32>
func.func @avg_pool1d(%a0: tensor<1x3x10xf32>) -> tensor<1x3x6xf32> {
  // CHECK: relay.nn.avg_pool1d %[[A0]] {padding = array<i64: 1>, pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x3x10xf32>) -> tensor<1x3x6xf32>
  %0 = relay.nn.avg_pool1d %a0 {padding = array<i64: 1>, pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x3x10xf32>) -> tensor<1x3x6xf32>
  return %0 : tensor<1x3x6xf32>
}

// CHECK-LABEL: func @avg_pool1d_sides
// CHECK-SAME: %[[A0:.*]]: tensor<1x?x3xf32>
func.func @avg_pool1d_sides(%a0: tensor<1x?x3xf32>) -> tensor<1x?x3xf32> {
  // CHECK: relay.nn.avg_pool1d %[[A0]] {ceil_mode = true, dilation = array<i64: 2>, layout = "NWC", out_layout = "NWC", padding = array<i64: 1, 2>, pool_size = array<i64: 2>} : (tensor<1x?x3xf32>) -> tensor<1x?x3xf32>
  %0 = relay.nn.avg_pool1d %a0 {ceil_mode = true, dilation = array<i64: 2>, layout = "NWC", out_layout = "NWC", padding = array<i64: 1, 2>, pool_size = array<i64: 2>} : (tensor<1x?x3xf32>) -> tensor<1x?x3xf32>
  return %0 : tensor<1x?x3xf32>
}

// CHECK-LABEL: func @avg_pool3d
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x10x11x12xf32>
func.func @avg_pool3d(%a0: tensor<1x3x10x11x12xf32>) -> tensor<1x3x6x6x6xf32> {
  // CHECK: relay.nn.avg_pool3d %[[A0]] {padding = array<i64: 1, 1, 1>, pool_size = array<i64: 2, 3, 4>, strides = array<i64: 2, 2, 2>} : (tensor<1x3x10x11x12xf32>) -> tensor<1x3x6x6x6xf32>
  %0 = relay.nn.avg_pool3d %a0 {padding = array<i64: 1, 1, 1>, pool_size = array<i64: 2, 3, 4>, strides = array<i64: 2, 2, 2>} : (tensor<1x3x10x11x12xf32>) -> tensor<1x3x6x6x6xf32>
  return %0 : tensor<1x3x6x6x6xf32>
}

// CHECK-LABEL: func @avg_pool3d_sides
// CHECK-SAME: %[[A0:.*]]: tensor<1x10x11x12x3xi8>
func.func @avg_pool3d_sides(%a0: tensor<1x10x11x12x3xi8>) -> tensor<1x10x10x9x3xi8> {
  // CHECK: relay.nn.avg_pool3d %[[A0]] {layout = "NDHWC", padding = array<i64: 1, 1, 0, 0, 0, 0>, pool_size = array<i64: 2, 3, 4>} : (tensor<1x10x11x12x3xi8>) -> tensor<1x10x10x9x3xi8>
  %0 = relay.nn.avg_pool3d %a0 {layout = "NDHWC", padding = array<i64: 1, 1, 0, 0, 0, 0>, pool_size = array<i64: 2, 3, 4>} : (tensor<1x10x11x12x3xi8>) -> tensor<1x10x10x9x3xi8>
  return %0 : tensor<1x10x10x9x3xi8>
}

// CHECK-LABEL: func @max_pool1d
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x10xf32>
func.func @max_pool1d(%a0: tensor<1x3x10xf32>) -> tensor<1x3x6xf32> {
  // CHECK: relay.nn.max_pool1d %[[A0]] {padding = array<i64: 1>, pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x3x10xf32>) -> tensor<1x3x6xf32>
  %0 = relay.nn.max_pool1d %a0 {padding = array<i64: 1>, pool_size = array<i64: 2>, strides = array<i64: 2>} : (tensor<1x3x10xf32>) -> tensor<1x3x6xf32>
  return %0 : tensor<1x3x6xf32>
}

// CHECK-LABEL: func @max_pool1d_sides
// CHECK-SAME: %[[A0:.*]]: tensor<1x?x3xf32>
func.func @max_pool1d_sides(%a0: tensor<1x?x3xf32>) -> tensor<1x?x3xf32> {
  // CHECK: relay.nn.max_pool1d %[[A0]] {ceil_mode = true, dilation = array<i64: 2>, layout = "NWC", out_layout = "NWC", padding = array<i64: 1, 2>, pool_size = array<i64: 2>} : (tensor<1x?x3xf32>) -> tensor<1x?x3xf32>
  %0 = relay.nn.max_pool1d %a0 {ceil_mode = true, dilation = array<i64: 2>, layout = "NWC", out_layout = "NWC", padding = array<i64: 1, 2>, pool_size = array<i64: 2>} : (tensor<1x?x3xf32>) -> tensor<1x?x3xf32>
  return %0 : tensor<1x?x3xf32>
}

// CHECK-LABEL: func @max_pool3d
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x10x11x12xf32>
func.func @max_pool3d(%a0: tensor<1x3x10x11x12xf32>) -> tensor<1x3x6x6x6xf32> {
  // CHECK: relay.nn.max_pool3d %[[A0]] {padding = array<i64: 1, 1, 1>, pool_size = array<i64: 2, 3, 4>, strides = array<i64: 2, 2, 2>} : (tensor<1x3x10x11x12xf32>) -> tensor<1x3x6x6x6xf32>
  %0 = relay.nn.max_pool3d %a0 {padding = array<i64: 1, 1, 1>, pool_size = array<i64: 2, 3, 4>, strides = array<i64: 2, 2, 2>} : (tensor<1x3x10x11x12xf32>) -> tensor<1x3x6x6x6xf32>
  return %0 : tensor<1x3x6x6x6xf32>
}

// CHECK-LABEL: func @max_pool3d_sides
// CHECK-SAME: %[[A0:.*]]: tensor<1x10x11x12x3xi8>
func.func @max_pool3d_sides(%a0: tensor<1x10x11x12x3xi8>) -> tensor<1x10x10x9x3xi8> {
  // CHECK: relay.nn.max_pool3d %[[A0]] {layout = "NDHWC", padding = array<i64: 1, 1, 0, 0, 0, 0>, pool_size = array<i64: 2, 3, 4>} : (tensor<1x10x11x12x3xi8>) -> tensor<1x10x10x9x3xi8>
  %0 = relay.nn.max_pool3d %a0 {layout = "NDHWC", padding = array<i64: 1, 1, 0, 0, 0, 0>, pool_size = array<i64: 2, 3, 4>} : (tensor<1x10x11x12x3xi8>) -> tensor<1x10x10x9x3xi8>
  return %0 : tensor<1x10x10x9x3xi8>
}

// CHECK-LABEL: func @avg_pool3d_count
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x4x4x4xf32>
func.func @avg_pool3d_count(%a0: tensor<1x3x4x4x4xf32>) -> tensor<1x3x5x5x5xf32> {
  // CHECK: relay.nn.avg_pool3d %[[A0]] {count_include_pad = true, padding = array<i64: 1>, pool_size = array<i64: 2, 2, 2>} : (tensor<1x3x4x4x4xf32>) -> tensor<1x3x5x5x5xf32>
  %0 = relay.nn.avg_pool3d %a0 {count_include_pad = true, padding = array<i64: 1>, pool_size = array<i64: 2, 2, 2>} : (tensor<1x3x4x4x4xf32>) -> tensor<1x3x5x5x5xf32>
  return %0 : tensor<1x3x5x5x5xf32>
}

// CHECK-LABEL: func @adaptive_max_pool2d
// CHECK-SAME: %[[A0:.*]]: tensor<1x3x?x8xf32>
func.func @adaptive_max_pool2d(%a0: tensor<1x3x?x8xf32>) -> tensor<1x3x2x4xf32> {
  // CHECK: relay.nn.adaptive_max_pool2d %[[A0]] {output_size = array<i64: 2, 4>} : (tensor<1x3x?x8xf32>) -> tensor<1x3x2x4xf32>
  %0 = relay.nn.adaptive_max_pool2d %a0 {output_size = array<i64: 2, 4>} : (tensor<1x3x?x8xf32>) -> tensor<1x3x2x4xf32>
  return %0 : tensor<1x3x2x4xf32>
}
