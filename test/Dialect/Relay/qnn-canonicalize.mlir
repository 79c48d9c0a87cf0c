// RUN: relay-lite-opt %s --relay-qnn-canonicalize | FileCheck %s
// RUN: relay-lite-opt %s --relay-legalize="legalize-map-attr-name=FTVMQnnCanonicalize" | FileCheck %s

// CHECK-LABEL: func @quantize_along_axis
// CHECK-SAME: %[[X:[^:]*]]: tensor<2x3x?xf32>, %[[S:[^:]*]]: tensor<3xf32>, %[[Z:[^:]*]]: tensor<i32>
func.func @quantize_along_axis(%x: tensor<2x3x?xf32>, %s: tensor<3xf32>, %z: tensor<i32>) -> tensor<2x3x?xui8> {
  // CHECK: %[[SCALE:.*]] = relay.expand_dims %[[S]] {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3x1xf32>
  // CHECK: %[[Q:.*]] = relay.divide %[[X]], %[[SCALE]]
  // CHECK: %[[R:.*]] = relay.round %[[Q]]
  // CHECK: %[[F:.*]] = relay.cast %[[Z]] {dtype = f32}
  // CHECK: %[[SUM:.*]] = relay.add %[[R]], %[[F]]
  // CHECK: %[[C:.*]] = relay.clip %[[SUM]] {a_max = 2.550000e+02 : f64, a_min = 0.000000e+00 : f64}
  // CHECK: relay.cast %[[C]] {dtype = ui8}
  %0 = relay.qnn.quantize %x, %s, %z {axis = 1 : i64, out_dtype = ui8} : (tensor<2x3x?xf32>, tensor<3xf32>, tensor<i32>) -> tensor<2x3x?xui8>
  return %0 : tensor<2x3x?xui8>
}

// CHECK-LABEL: func @dequantize_to_half
func.func @dequantize_to_half(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xf16> {
  // CHECK: relay.subtract
  // CHECK: %[[P:.*]] = relay.multiply
  // CHECK: %[[C:.*]] = relay.clip %[[P]] {a_max = 6.550400e+04 : f64, a_min = -6.550400e+04 : f64}
  // CHECK: relay.cast %[[C]] {dtype = f16}
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f16} : (tensor<4xi8>, tensor<f32>, tensor<i32>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: func @requantize_upward
func.func @requantize_upward(%x: tensor<4xi32>) -> tensor<4xi8> {
  %s = relay.constant dense<0.75> : tensor<f32>
  %t = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK: %[[X:.*]] = relay.cast %{{.*}} {dtype = i32}
  // CHECK: %[[P:.*]] = relay.fixed_point_multiply %[[X]] {multiplier = 1610612736 : i64, shift = 1 : i64}
  // CHECK: %[[C:.*]] = relay.clip %[[P]]
  // CHECK: relay.cast %[[C]] {dtype = i8}
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i8} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func @requantize_channels
func.func @requantize_channels(%x: tensor<4x2xi32>) -> tensor<4x2xi32> {
  %s = relay.constant dense<[0.75, 2.0]> : tensor<2xf32>
  %t = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK-DAG: %[[M:.*]] = relay.constant dense<[1610612736, 1073741824]> : tensor<2xi32>
  // CHECK-DAG: %[[L:.*]] = relay.constant dense<[1, 3]> : tensor<2xi32>
  // CHECK: relay.fixed_point_multiply_per_axis %{{.*}}, %[[M]], %[[L]], %{{.*}} {axes = array<i64: 1>, is_lshift_required = true}
  // CHECK-NEXT: return
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i32} : (tensor<4x2xi32>, tensor<2xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// A factor below 2^-32 gives 0.
// CHECK-LABEL: func @requantize_tiny
func.func @requantize_tiny(%x: tensor<4xi32>) -> tensor<4xi32> {
  %s = relay.constant dense<1.0e-12> : tensor<f32>
  %t = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK: relay.fixed_point_multiply %{{.*}} {multiplier = 0 : i64, shift = 0 : i64}
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {out_dtype = i32} : (tensor<4xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func @requantize_to_nearest
func.func @requantize_to_nearest(%x: tensor<?xi32>) -> tensor<?xi32> {
  %s = relay.constant dense<0.75> : tensor<f32>
  %t = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK: %[[P:.*]] = relay.multiply %{{.*}}, %{{.*}} : (tensor<?xi64>, tensor<i64>)
  // CHECK: %[[ZERO:.*]] = relay.constant dense<0> : tensor<i64>
  // CHECK: %[[C:.*]] = relay.greater_equal %[[P]], %[[ZERO]]
  // CHECK: relay.where %[[C]]
  // CHECK: relay.right_shift
  %0 = relay.qnn.requantize %x, %s, %z, %t, %z {rounding = "TONEAREST", out_dtype = i32} : (tensor<?xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @equal_scales
func.func @equal_scales(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %s = relay.constant dense<0.75> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK-COUNT-2: relay.cast {{.*}} {dtype = i32}
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast
  %0 = relay.qnn.add %x, %y, %s, %z, %s, %z, %s, %z : (tensor<4xi8>, tensor<4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func @conv2d_without_zero_points
func.func @conv2d_without_zero_points(%x: tensor<1x4x8x8xui8>, %w: tensor<6x4x3x3xi8>, %s: tensor<f32>) -> tensor<1x6x8x8xi32> {
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK: relay.nn.pad
  // CHECK-NEXT: relay.nn.conv2d
  // CHECK-NEXT: return
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %s {padding = array<i64: 1, 1, 1, 1>, channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x8x8xi32>
  return %0 : tensor<1x6x8x8xi32>
}

// Zero points that are not known, one for each channel.
// CHECK-LABEL: func @conv2d_of_terms
func.func @conv2d_of_terms(%x: tensor<1x4x8x8xui8>, %w: tensor<6x4x3x3xi8>, %z: tensor<i32>, %y: tensor<6xi32>, %s: tensor<f32>) -> tensor<1x6x6x6xi32> {
  // CHECK: relay.nn.conv2d
  // CHECK: relay.nn.avg_pool2d
  // CHECK: relay.repeat
  // CHECK: relay.add %{{.*}}, %{{.*}} : (tensor<1x6x6x6xi32>
  %0 = relay.qnn.conv2d %x, %w, %z, %y, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<6xi32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  return %0 : tensor<1x6x6x6xi32>
}

// There is no pool with dilation, nor one for groups or channels not known.
// CHECK-LABEL: func @conv2d_of_differences
func.func @conv2d_of_differences(%x: tensor<1x?x8x8xui8>, %w: tensor<6x4x3x3xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x6x6x6xi64> {
  // CHECK: %[[X:.*]] = relay.subtract {{.*}} -> tensor<1x?x8x8xi64>
  // CHECK: %[[W:.*]] = relay.subtract {{.*}} -> tensor<6x4x3x3xi64>
  // CHECK: relay.nn.conv2d %[[X]], %[[W]]
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i64} : (tensor<1x?x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi64>
  return %0 : tensor<1x6x6x6xi64>
}

// As many groups as channels of the result, but several channels of the data
// in each group.
// CHECK-LABEL: func @conv2d_of_groups
func.func @conv2d_of_groups(%x: tensor<1x16x8x8xi8>, %w: tensor<2x8x3x3xi8>, %s: tensor<f32>) -> tensor<1x2x6x6xi32> {
  %z = relay.constant dense<3> : tensor<i32>
  %y = relay.constant dense<0> : tensor<i32>
  // CHECK: %[[X:.*]] = relay.subtract {{.*}} : (tensor<1x16x8x8xi32>, tensor<i32>)
  // CHECK: relay.nn.conv2d %[[X]], {{.*}}groups = 2
  %0 = relay.qnn.conv2d %x, %w, %z, %y, %s, %s {channels = 2 : i64, groups = 2 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x16x8x8xi8>, tensor<2x8x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x2x6x6xi32>
  return %0 : tensor<1x2x6x6xi32>
}

// CHECK-LABEL: func @dense_of_terms
func.func @dense_of_terms(%x: tensor<2x4xui8>, %w: tensor<5x4xi8>, %s: tensor<f32>) -> tensor<2x5xi32> {
  %z = relay.constant dense<3> : tensor<i32>
  %y = relay.constant dense<-2> : tensor<i32>
  // CHECK: %[[P:.*]] = relay.nn.dense
  // CHECK: %[[A:.*]] = relay.subtract %[[P]]
  // CHECK: %[[C:.*]] = relay.constant dense<-24> : tensor<i32>
  // CHECK: %[[B:.*]] = relay.subtract %[[C]]
  // CHECK: relay.add %[[A]], %[[B]]
  %0 = relay.qnn.dense %x, %w, %z, %y, %s, %s {units = 5 : i64, out_dtype = i32} : (tensor<2x4xui8>, tensor<5x4xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// Quantization in floats has no canonical form.
// CHECK-LABEL: func @simulated
func.func @simulated(%x: tensor<2xf32>, %d: tensor<i32>, %s: tensor<1xf32>, %z: tensor<1xi32>) -> tensor<2xf32> {
  // CHECK: relay.qnn.simulated_quantize
  %0 = relay.qnn.simulated_quantize %x, %d, %s, %z : (tensor<2xf32>, tensor<i32>, tensor<1xf32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<4xf32> attributes {relay.Compiler = "other"} {
  // CHECK: relay.qnn.dequantize
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<4xi8>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
