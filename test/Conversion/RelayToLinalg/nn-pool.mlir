// RUN: relay-lite-opt %s --convert-relay-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-DAG: #[[$NCHW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 * 2 + d5)>
// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>

// Padding is the lowest finite value; the maximum starts at minus infinity.
// CHECK-LABEL: func @max_pool_nchw
// CHECK-SAME: %[[X:.*]]: tensor<1x4x8x9xf32>
func.func @max_pool_nchw(%x: tensor<1x4x8x9xf32>) -> tensor<1x4x4x4xf32> {
  // CHECK-DAG: %[[LOWEST:.*]] = arith.constant -3.40282347E+38 : f32
  // CHECK-DAG: %[[START:.*]] = arith.constant 0xFF800000 : f32
  // CHECK: %[[PADDED:.*]] = tensor.pad %[[X]] low[0, 0, 1, 0] high[0, 0, 1, 0]
  // CHECK: tensor.yield %[[LOWEST]]
  // CHECK: %[[INIT:.*]] = linalg.fill ins(%[[START]] : f32)
  // CHECK: %[[W:.*]] = tensor.empty() : tensor<3x2xf32>
  // CHECK: linalg.pooling_nchw_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
  // CHECK-SAME: ins(%[[PADDED]], %[[W]] : {{.*}}) outs(%[[INIT]] :
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 3, 2>, strides = array<i64: 2, 2>, padding = array<i64: 1, 0>} : (tensor<1x4x8x9xf32>) -> tensor<1x4x4x4xf32>
  return %0 : tensor<1x4x4x4xf32>
}

// No padding.
// CHECK-LABEL: func @max_pool_nhwc
func.func @max_pool_nhwc(%x: tensor<1x8x9x4xui8>) -> tensor<1x4x4x4xui8> {
  // CHECK-NOT: tensor.pad
  // CHECK: linalg.pooling_nhwc_max_unsigned {dilations = dense<[1, 3]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
  // CHECK: linalg.pooling_nhwc_max_unsigned
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, dilation = array<i64: 1, 3>, strides = array<i64: 2, 1>, layout = "NHWC"} : (tensor<1x8x9x4xui8>) -> tensor<1x4x6x4xui8>
  %1 = relay.nn.max_pool2d %0 {pool_size = array<i64: 1, 3>, layout = "NHWC"} : (tensor<1x4x6x4xui8>) -> tensor<1x4x4x4xui8>
  return %1 : tensor<1x4x4x4xui8>
}

// Linalg has no operation that computes f16 in f32, nor one for unsigned
// integers with channels first.
// CHECK-LABEL: func @max_pool_generic
func.func @max_pool_generic(%x: tensor<1x4x8x9xf16>, %y: tensor<1x4x8x9xui8>) -> (tensor<1x4x4x4xf16>, tensor<1x4x4x4xui8>) {
  // CHECK: linalg.generic
  // CHECK-SAME: indexing_maps = [#[[$NCHW]], #[[$WINDOW]], #{{.*}}], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK: ^bb0(%[[E:.*]]: f16, %{{.*}}: f16, %[[MAX:.*]]: f16):
  // CHECK: %[[OLD:.*]] = arith.extf %[[MAX]] : f16 to f32
  // CHECK: %[[NEW:.*]] = arith.extf %[[E]] : f16 to f32
  // CHECK: arith.maximumf %[[OLD]], %[[NEW]] : f32
  // CHECK: linalg.generic
  // CHECK: arith.maxui
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x9xf16>) -> tensor<1x4x4x4xf16>
  %1 = relay.nn.max_pool2d %y {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x9xui8>) -> tensor<1x4x4x4xui8>
  return %0, %1 : tensor<1x4x4x4xf16>, tensor<1x4x4x4xui8>
}

// Each order of dimensions that linalg has an operation for; NCDHW has none.
// CHECK-LABEL: func @layouts
func.func @layouts(%w: tensor<1x8x4xi8>, %cw: tensor<1x4x8xi8>, %hw: tensor<1x8x8x4xf32>, %d: tensor<1x4x4x4x2xf32>, %cd: tensor<1x2x4x4x4xf32>) -> (tensor<1x7x4xi8>, tensor<1x4x7xi8>, tensor<1x7x7x4xf32>, tensor<1x3x3x3x2xf32>, tensor<1x2x3x3x3xf32>) {
  // CHECK: linalg.pooling_nwc_max
  // CHECK: linalg.pooling_ncw_sum
  // CHECK: linalg.pooling_nhwc_sum
  // CHECK: linalg.pooling_ndhwc_max
  // CHECK-NOT: linalg.pooling
  // CHECK: arith.maximumf
  %0 = relay.nn.max_pool1d %w {pool_size = array<i64: 2>, layout = "NWC"} : (tensor<1x8x4xi8>) -> tensor<1x7x4xi8>
  %1 = relay.nn.avg_pool1d %cw {pool_size = array<i64: 2>} : (tensor<1x4x8xi8>) -> tensor<1x4x7xi8>
  %2 = relay.nn.avg_pool2d %hw {pool_size = array<i64: 2, 2>, layout = "NHWC"} : (tensor<1x8x8x4xf32>) -> tensor<1x7x7x4xf32>
  %3 = relay.nn.max_pool3d %d {pool_size = array<i64: 2, 2, 2>, layout = "NDHWC"} : (tensor<1x4x4x4x2xf32>) -> tensor<1x3x3x3x2xf32>
  %4 = relay.nn.max_pool3d %cd {pool_size = array<i64: 2, 2, 2>} : (tensor<1x2x4x4x4xf32>) -> tensor<1x2x3x3x3xf32>
  return %0, %1, %2, %3, %4 : tensor<1x7x4xi8>, tensor<1x4x7xi8>, tensor<1x7x7x4xf32>, tensor<1x3x3x3x2xf32>, tensor<1x2x3x3x3xf32>
}

// ceil_mode pads what the last window needs.
// CHECK-LABEL: func @max_pool_dynamic
// CHECK-SAME: %[[X:.*]]: tensor<1x1x?x8xf32>
func.func @max_pool_dynamic(%x: tensor<1x1x?x8xf32>) -> tensor<1x1x?x7xf32> {
  // CHECK: %[[EXTENT:.*]] = tensor.dim %[[X]], %c2
  // CHECK: %[[ROOM:.*]] = arith.maxsi %[[EXTENT]], %c0
  // CHECK: %[[COUNT:.*]] = arith.divui %[[ROOM]], %c2
  // CHECK: %[[STRIDES:.*]] = arith.muli %[[COUNT]], %c2
  // CHECK: %[[END:.*]] = arith.addi %[[STRIDES]], %c1
  // CHECK: %[[REST:.*]] = arith.subi %[[END]], %[[EXTENT]]
  // CHECK: %[[AFTER:.*]] = arith.maxsi %[[REST]], %c0
  // CHECK: tensor.pad %[[X]] low[0, 0, 0, 0] high[0, 0, %[[AFTER]], 0]
  // CHECK: tensor.empty(%[[COUNT]]) : tensor<1x1x?x7xf32>
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 3, 2>, strides = array<i64: 2, 1>, ceil_mode = true} : (tensor<1x1x?x8xf32>) -> tensor<1x1x?x7xf32>
  return %0 : tensor<1x1x?x7xf32>
}

// No elements, and nothing but padding.
// CHECK-LABEL: func @max_pool_empty
func.func @max_pool_empty(%x: tensor<1x0x8x9xf32>, %y: tensor<1x1x0x1xf32>) -> (tensor<1x0x7x8xf32>, tensor<1x1x1x2xf32>) {
  // CHECK-NOT: linalg.generic
  // CHECK-DAG: %[[LOWEST:.*]] = arith.constant -3.40282347E+38 : f32
  // CHECK-DAG: %[[ALL:.*]] = linalg.fill ins(%[[LOWEST]] : f32) outs(%{{.*}} : tensor<1x1x1x2xf32>)
  // CHECK: return %{{.*}}, %[[ALL]]
  %0 = relay.nn.max_pool2d %x {pool_size = array<i64: 2, 2>} : (tensor<1x0x8x9xf32>) -> tensor<1x0x7x8xf32>
  %1 = relay.nn.max_pool2d %y {pool_size = array<i64: 2, 2>, padding = array<i64: 1>} : (tensor<1x1x0x1xf32>) -> tensor<1x1x1x2xf32>
  return %0, %1 : tensor<1x0x7x8xf32>, tensor<1x1x1x2xf32>
}

// The number of elements is known; one rounding.
// CHECK-LABEL: func @avg_pool
func.func @avg_pool(%x: tensor<1x4x8x8xf16>) -> tensor<1x4x7x7xf16> {
  // CHECK-DAG: %[[COUNT:.*]] = arith.constant 4.0
  // CHECK: %[[SUMS:.*]] = linalg.pooling_nchw_sum
  // CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<1x4x8x8xf16>, tensor<2x2xf16>) outs(%{{.*}} : tensor<1x4x7x7xf32>)
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[SUMS]] : tensor<1x4x7x7xf32>)
  // CHECK: %[[MEAN:.*]] = arith.divf %{{.*}}, %[[COUNT]] : f32
  // CHECK: arith.truncf %[[MEAN]] : f32 to f16
  %0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 2, 2>} : (tensor<1x4x8x8xf16>) -> tensor<1x4x7x7xf16>
  return %0 : tensor<1x4x7x7xf16>
}

// Only elements of the image count: min(i + 1, 7) - max(i - 1, 0) + 1 rows.
// CHECK-LABEL: func @avg_pool_exclude
func.func @avg_pool_exclude(%x: tensor<1x1x8x8xf32>) -> tensor<1x1x8x6xf32> {
  // CHECK: linalg.pooling_nchw_sum
  // CHECK: linalg.generic
  // CHECK: %[[I:.*]] = linalg.index 2
  // CHECK: %[[FIRST:.*]] = arith.addi %[[I]], %c-1
  // CHECK: %[[LAST:.*]] = arith.addi %[[I]], %c1
  // CHECK: %[[LIMITED:.*]] = arith.minsi %[[LAST]], %c7
  // CHECK: %[[MINUS:.*]] = arith.subi %c1, %[[I]]
  // CHECK: %[[SKIPPED:.*]] = arith.maxsi %[[MINUS]], %c0
  // CHECK: %[[BEGIN:.*]] = arith.addi %[[FIRST]], %[[SKIPPED]]
  // CHECK: %[[SPAN:.*]] = arith.subi %[[LIMITED]], %[[BEGIN]]
  // CHECK: %[[ROWS:.*]] = arith.addi %[[SPAN]], %c1
  // CHECK: %[[CLAMPED:.*]] = arith.maxsi %[[ROWS]], %c0
  // CHECK: arith.muli %[[CLAMPED]], %c3
  // CHECK: arith.divf
  %0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 3, 3>, padding = array<i64: 1, 0>} : (tensor<1x1x8x8xf32>) -> tensor<1x1x8x6xf32>
  return %0 : tensor<1x1x8x6xf32>
}

// Elements that ceil_mode adds do not count, but padding does: the limit is 8 +
// 1 - 1. The division is done in i64, where the count fits.
// CHECK-LABEL: func @avg_pool_include_i8
func.func @avg_pool_include_i8(%x: tensor<1x1x8x8xi8>) -> tensor<1x1x5x8xi8> {
  // CHECK: tensor.pad %{{.*}} low[0, 0, 1, 0] high[0, 0, 2, 0]
  // CHECK: linalg.pooling_nchw_sum
  // CHECK: linalg.generic
  // CHECK: arith.minsi %{{.*}}, %c8
  // CHECK: arith.extsi %{{.*}} : i8 to i64
  // CHECK: %[[MEAN:.*]] = arith.divsi %{{.*}}, %{{.*}} : i64
  // CHECK: arith.trunci %{{.*}} : i64 to i8
  %0 = relay.nn.avg_pool2d %x {pool_size = array<i64: 3, 1>, strides = array<i64: 2, 1>, padding = array<i64: 1, 0>, ceil_mode = true, count_include_pad = true} : (tensor<1x1x8x8xi8>) -> tensor<1x1x5x8xi8>
  return %0 : tensor<1x1x5x8xi8>
}

// As relay.mean.
// CHECK-LABEL: func @global_avg
func.func @global_avg(%x: tensor<2x4x7x9xf32>) -> tensor<2x4x1x1xf32> {
  // CHECK: linalg.reduce { arith.addf } ins(%{{.*}} : tensor<2x4x7x9xf32>) outs(%{{.*}} : tensor<2x4xf32>) dimensions = [2, 3]
  // CHECK: arith.divf
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2, 3]] output_shape [2, 4, 1, 1]
  %0 = relay.nn.global_avg_pool2d %x : (tensor<2x4x7x9xf32>) -> tensor<2x4x1x1xf32>
  return %0 : tensor<2x4x1x1xf32>
}

// The sum is that of channels first in every layout.
// CHECK-LABEL: func @global_avg_blocks
// CHECK-SAME: %[[X:.*]]: tensor<1x2x7x9x4xf32>
func.func @global_avg_blocks(%x: tensor<1x2x7x9x4xf32>) -> tensor<1x2x1x1x4xf32> {
  // CHECK: %[[PIXELS:.*]] = linalg.transpose ins(%[[X]] : {{.*}} permutation = [0, 1, 4, 2, 3]
  // CHECK: linalg.reduce { arith.addf } ins(%[[PIXELS]] : tensor<1x2x4x7x9xf32>) outs(%{{.*}} : tensor<1x2x4xf32>) dimensions = [3, 4]
  // CHECK: arith.divf
  // CHECK: linalg.transpose {{.*}} permutation = [0, 1, 3, 4, 2]
  %0 = relay.nn.global_avg_pool2d %x {layout = "NCHW4c"} : (tensor<1x2x7x9x4xf32>) -> tensor<1x2x1x1x4xf32>
  return %0 : tensor<1x2x1x1x4xf32>
}

// CHECK-LABEL: func @global_max_nhwc
func.func @global_max_nhwc(%x: tensor<2x7x9x4xf32>) -> tensor<2x1x1x4xf32> {
  // CHECK: linalg.reduce { arith.maximumf } ins(%{{.*}} : tensor<2x7x9x4xf32>) outs(%{{.*}} : tensor<2x4xf32>) dimensions = [1, 2]
  // CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2], [3]] output_shape [2, 1, 1, 4]
  %0 = relay.nn.global_max_pool2d %x {layout = "NHWC"} : (tensor<2x7x9x4xf32>) -> tensor<2x1x1x4xf32>
  return %0 : tensor<2x1x1x4xf32>
}

// CHECK-LABEL: func @adaptive_one
func.func @adaptive_one(%x: tensor<2x4x7x9xf32>) -> tensor<2x4x1x1xf32> {
  // CHECK: linalg.reduce { arith.addf }
  // CHECK-SAME: dimensions = [2, 3]
  %0 = relay.nn.adaptive_avg_pool2d %x {output_size = array<i64: 1>} : (tensor<2x4x7x9xf32>) -> tensor<2x4x1x1xf32>
  return %0 : tensor<2x4x1x1xf32>
}

// CHECK-LABEL: func @adaptive_same
// CHECK-SAME: %[[X:.*]]: tensor<2x4x7x?xf32>
func.func @adaptive_same(%x: tensor<2x4x7x?xf32>) -> tensor<2x4x7x?xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.nn.adaptive_avg_pool2d %x : (tensor<2x4x7x?xf32>) -> tensor<2x4x7x?xf32>
  return %0 : tensor<2x4x7x?xf32>
}

// Fields of one size are windows.
// CHECK-LABEL: func @adaptive_windows
func.func @adaptive_windows(%x: tensor<1x4x6x9xf32>) -> tensor<1x4x2x3xf32> {
  // CHECK-DAG: %[[COUNT:.*]] = arith.constant 9.0
  // CHECK: linalg.pooling_nchw_sum {dilations = dense<1> : tensor<2xi64>, strides = dense<3> : tensor<2xi64>}
  // CHECK: arith.divf %{{.*}}, %[[COUNT]] : f32
  %0 = relay.nn.adaptive_avg_pool2d %x {output_size = array<i64: 2, 3>} : (tensor<1x4x6x9xf32>) -> tensor<1x4x2x3xf32>
  return %0 : tensor<1x4x2x3xf32>
}

// Other fields have up to 7 / 3 + 1 rows and w / 2 + 2 columns. An element
// behind the end is not added.
// CHECK-LABEL: func @adaptive_avg
// CHECK-SAME: %[[X:.*]]: tensor<1x4x7x?xf32>
func.func @adaptive_avg(%x: tensor<1x4x7x?xf32>) -> tensor<1x4x3x2xf32> {
  // CHECK-NOT: scf
  // CHECK: %[[EXTENT:.*]] = tensor.dim %[[X]], %c3
  // CHECK: %[[HALF:.*]] = arith.divui %[[EXTENT]], %c2
  // CHECK: %[[MOST:.*]] = arith.addi %[[HALF]], %c2
  // CHECK: %[[COLUMNS:.*]] = arith.minui %[[MOST]], %[[EXTENT]]
  // CHECK: %[[FIELD:.*]] = tensor.empty(%[[COLUMNS]]) : tensor<3x?xf32>
  // CHECK: %[[SUMS:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  // CHECK-SAME: ins(%[[FIELD]] : tensor<3x?xf32>)
  // CHECK: ^bb0(%{{.*}}: f32, %[[SUM:.*]]: f32):
  // CHECK: %[[C:.*]] = linalg.index 1
  // CHECK: %[[Y:.*]] = linalg.index 2
  // CHECK: %[[Y7:.*]] = arith.muli %[[Y]], %c7
  // CHECK: %[[Y9:.*]] = arith.addi %[[Y7]], %c9
  // CHECK: %[[TOP:.*]] = arith.divui %[[Y7]], %c3
  // CHECK: %[[BOTTOM:.*]] = arith.divui %[[Y9]], %c3
  // CHECK: %[[K:.*]] = linalg.index 4
  // CHECK: %[[ROW:.*]] = arith.addi %[[TOP]], %[[K]]
  // CHECK: %[[LAST:.*]] = arith.subi %[[BOTTOM]], %c1
  // CHECK: %[[I:.*]] = arith.minsi %[[ROW]], %[[LAST]]
  // CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %[[ROW]], %[[BOTTOM]]
  // CHECK: %[[BOTH:.*]] = arith.andi %[[INSIDE]], %{{.*}} : i1
  // CHECK: %[[E:.*]] = tensor.extract %[[X]][%c0, %[[C]], %[[I]], %{{.*}}]
  // CHECK: %[[NEW:.*]] = arith.addf %[[SUM]], %[[E]] : f32
  // CHECK: arith.select %[[BOTH]], %[[NEW]], %[[SUM]] : f32
  // CHECK: linalg.generic
  // CHECK: arith.divf
  %0 = relay.nn.adaptive_avg_pool2d %x {output_size = array<i64: 3, 2>} : (tensor<1x4x7x?xf32>) -> tensor<1x4x3x2xf32>
  return %0 : tensor<1x4x3x2xf32>
}

// The last element again leaves a maximum as it is.
// CHECK-LABEL: func @adaptive_max
// CHECK-SAME: %[[X:.*]]: tensor<1x?x4xi8>
func.func @adaptive_max(%x: tensor<1x?x4xi8>) -> tensor<1x3x4xi8> {
  // CHECK: %[[LOWEST:.*]] = arith.constant -128 : i8
  // CHECK: linalg.fill ins(%[[LOWEST]] : i8)
  // CHECK: ^bb0(%{{.*}}: i8, %[[MAX:.*]]: i8):
  // CHECK: %[[I:.*]] = arith.minsi
  // CHECK: %[[E:.*]] = tensor.extract %[[X]][%c0, %[[I]], %{{.*}}]
  // CHECK: %[[NEW:.*]] = arith.maxsi %[[MAX]], %[[E]] : i8
  // CHECK: linalg.yield %[[NEW]]
  %0 = relay.nn.adaptive_max_pool1d %x {output_size = array<i64: 3>, layout = "NWC"} : (tensor<1x?x4xi8>) -> tensor<1x3x4xi8>
  return %0 : tensor<1x3x4xi8>
}
