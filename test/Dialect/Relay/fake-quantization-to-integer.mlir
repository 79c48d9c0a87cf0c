// RUN: relay-lite-opt %s --relay-fake-quantization-to-integer --allow-unregistered-dialect | FileCheck %s

// Operators that move elements, and which regions are converted.

// CHECK-LABEL: func @same_quantization
func.func @same_quantization(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<6xi8> {
  // CHECK-NEXT: %[[R:.*]] = relay.reshape %arg0 {{.*}} : (tensor<2x3xi8>) -> tensor<6xi8>
  // CHECK-NEXT: return %[[R]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<6xf32>, tensor<f32>, tensor<i32>) -> tensor<6xi8>
  return %2 : tensor<6xi8>
}

// Scales that differ by rounding only are the same.
// CHECK-LABEL: func @close_scales
func.func @close_scales(%x: tensor<2xi8>) -> tensor<2xi8> {
  %s = relay.constant dense<1.000001> : tensor<f32>
  %t = relay.constant dense<1.0> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK-NEXT: return %arg0
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.qnn.quantize %0, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}

// CHECK-LABEL: func @other_quantization
func.func @other_quantization(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<3x2xui8> {
  // CHECK-NEXT: %[[T:.*]] = relay.transpose %arg0
  // CHECK-NEXT: relay.qnn.requantize %[[T]], %arg1, %arg2, %arg3, %arg2 {out_dtype = ui8} : (tensor<3x2xi8>, {{.*}} -> tensor<3x2xui8>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.transpose %0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = relay.qnn.quantize %1, %t, %z {out_dtype = ui8} : (tensor<3x2xf32>, tensor<f32>, tensor<i32>) -> tensor<3x2xui8>
  return %2 : tensor<3x2xui8>
}

// A scale that is computed from constants is one.
// CHECK-LABEL: func @folded_scale
func.func @folded_scale(%x: tensor<2xi8>) -> tensor<2xi8> {
  %s = relay.constant dense<0.5> : tensor<f32>
  %t = relay.constant dense<3.0> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // CHECK-DAG: %[[S:.*]] = relay.constant dense<2.500000e-01>
  // CHECK-DAG: %[[T:.*]] = relay.constant dense<3.000000e+00>
  // CHECK: relay.qnn.requantize %arg0, %[[S]], %{{.*}}, %[[T]]
  %p = relay.multiply %s, %s : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %0 = relay.qnn.dequantize %x, %p, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.qnn.quantize %0, %t, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}

// The operator on integers serves all users, and that on floats stays for
// others.
// CHECK-LABEL: func @shared
func.func @shared(%x: tensor<2x3xi8>, %s: tensor<f32>, %z: tensor<i32>, %t: tensor<f32>) -> (tensor<6xi8>, tensor<6xi8>, tensor<6xf32>) {
  // CHECK: relay.qnn.dequantize
  // CHECK: relay.reshape %arg0 {{.*}} -> tensor<6xi8>
  // CHECK: relay.reshape {{.*}} -> tensor<6xf32>
  // CHECK-NOT: relay.reshape
  // CHECK: relay.qnn.requantize
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.reshape %0 {newshape = array<i64: 6>} : (tensor<2x3xf32>) -> tensor<6xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<6xf32>, tensor<f32>, tensor<i32>) -> tensor<6xi8>
  %3 = relay.qnn.quantize %1, %t, %z {out_dtype = i8} : (tensor<6xf32>, tensor<f32>, tensor<i32>) -> tensor<6xi8>
  return %2, %3, %1 : tensor<6xi8>, tensor<6xi8>, tensor<6xf32>
}

// CHECK-LABEL: func @moves
func.func @moves(%x: tensor<1x4x6x6xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
  // CHECK-NEXT: relay.nn.max_pool2d %arg0 {{.*}}xi8>
  // CHECK-NEXT: relay.nn.depth_to_space {{.*}}xi8>
  // CHECK-NEXT: relay.image.resize2d {{.*}}xi8>
  // CHECK-NEXT: relay.nn.batch_flatten {{.*}}xi8>
  // CHECK-NEXT: relay.expand_dims {{.*}}xi8>
  // CHECK-NEXT: relay.squeeze {{.*}}xi8>
  // CHECK-NEXT: relay.strided_slice {{.*}}xi8>
  // CHECK-NEXT: relay.broadcast_to {{.*}}xi8>
  // CHECK-NEXT: relay.max {{.*}}xi8>
  // CHECK-NEXT: relay.min {{.*}}xi8>
  // CHECK-NEXT: return
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<1x4x6x6xi8>, tensor<f32>, tensor<i32>) -> tensor<1x4x6x6xf32>
  %1 = relay.nn.max_pool2d %0 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x6x6xf32>) -> tensor<1x4x3x3xf32>
  %2 = relay.nn.depth_to_space %1 {block_size = 2 : i64} : (tensor<1x4x3x3xf32>) -> tensor<1x1x6x6xf32>
  %3 = relay.image.resize2d %2 {size = array<i64: 3, 2>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x1x6x6xf32>) -> tensor<1x1x3x2xf32>
  %4 = relay.nn.batch_flatten %3 : (tensor<1x1x3x2xf32>) -> tensor<1x6xf32>
  %5 = relay.expand_dims %4 {axis = 0 : i64} : (tensor<1x6xf32>) -> tensor<1x1x6xf32>
  %6 = relay.squeeze %5 {axis = array<i64: 0>} : (tensor<1x1x6xf32>) -> tensor<1x6xf32>
  %7 = relay.strided_slice %6 {begin = array<i64: 0, 0>, end = array<i64: 1, 4>, strides = array<i64: 1>} : (tensor<1x6xf32>) -> tensor<1x4xf32>
  %8 = relay.broadcast_to %7 {shape = array<i64: 2, 3, 4>} : (tensor<1x4xf32>) -> tensor<2x3x4xf32>
  %9 = relay.max %8 {axis = array<i64: 2>} : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  %10 = relay.min %9 {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xf32>
  %11 = relay.qnn.quantize %10, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %11 : tensor<2xi8>
}

// CHECK-LABEL: func @tuples
func.func @tuples(%x: tensor<2x4xi8>, %s: tensor<f32>, %z: tensor<i32>, %y: tensor<2x3xi8>, %t: tensor<f32>) -> tensor<2x5xi8> {
  // CHECK-NEXT: %[[P:.*]] = relay.split %arg0 {{.*}} -> tuple<tensor<2x2xi8>, tensor<2x2xi8>>
  // CHECK-NEXT: %[[F:.*]] = relay.tuple_get %[[P]][1]
  // CHECK-NEXT: %[[C:.*]] = relay.tuple %[[F]], %arg3
  // CHECK-NEXT: %[[S:.*]] = relay.tuple %arg1, %arg4
  // CHECK-NEXT: %[[Z:.*]] = relay.tuple %arg2, %arg2
  // CHECK-NEXT: %[[Q:.*]] = relay.qnn.concatenate %[[C]], %[[S]], %[[Z]], %arg1, %arg2 {axis = 1 : i64}
  // CHECK-NEXT: return %[[Q]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x4xi8>, tensor<f32>, tensor<i32>) -> tensor<2x4xf32>
  %1 = relay.split %0 {axis = 1 : i64, indices_or_sections = 2 : i64} : (tensor<2x4xf32>) -> tuple<tensor<2x2xf32>, tensor<2x2xf32>>
  %2 = relay.tuple_get %1[1] : (tuple<tensor<2x2xf32>, tensor<2x2xf32>>) -> tensor<2x2xf32>
  %3 = relay.qnn.dequantize %y, %t, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %4 = relay.tuple %2, %3 : (tensor<2x2xf32>, tensor<2x3xf32>) -> tuple<tensor<2x2xf32>, tensor<2x3xf32>>
  %5 = relay.concatenate %4 {axis = 1 : i64} : (tuple<tensor<2x2xf32>, tensor<2x3xf32>>) -> tensor<2x5xf32>
  %6 = relay.qnn.quantize %5, %s, %z {out_dtype = i8} : (tensor<2x5xf32>, tensor<f32>, tensor<i32>) -> tensor<2x5xi8>
  return %6 : tensor<2x5xi8>
}

// CHECK-LABEL: func @take_topk
func.func @take_topk(%x: tensor<2x4xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<3x2xi8> {
  // CHECK: relay.take %arg0, %{{.*}} -> tensor<3x4xi8>
  // CHECK-NEXT: relay.topk {{.*}} -> tensor<3x2xi8>
  // CHECK-NEXT: return
  %i = relay.constant dense<[0, 1, 0]> : tensor<3xi32>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x4xi8>, tensor<f32>, tensor<i32>) -> tensor<2x4xf32>
  %1 = relay.take %0, %i {axis = 0 : i64} : (tensor<2x4xf32>, tensor<3xi32>) -> tensor<3x4xf32>
  %2 = relay.topk %1 {k = 2 : i64, ret_type = "values", dtype = i32} : (tensor<3x4xf32>) -> tensor<3x2xf32>
  %3 = relay.qnn.quantize %2, %s, %z {out_dtype = i8} : (tensor<3x2xf32>, tensor<f32>, tensor<i32>) -> tensor<3x2xi8>
  return %3 : tensor<3x2xi8>
}

// CHECK-LABEL: func @pad
func.func @pad(%x: tensor<2xui8>, %s: tensor<f32>, %z: tensor<i32>, %p: tensor<ui8>, %t: tensor<f32>) -> tensor<4xui8> {
  %c = relay.constant dense<-1.0> : tensor<f32>
  // CHECK: %[[C:.*]] = relay.qnn.quantize %{{.*}}, %arg1, %arg2 {out_dtype = ui8}
  // CHECK: %[[X:.*]] = relay.nn.pad %arg0, %[[C]]
  // CHECK: %[[P:.*]] = relay.qnn.requantize %arg3, %arg4, %arg2, %arg1, %arg2 {out_dtype = ui8}
  // CHECK: relay.nn.pad %[[X]], %[[P]]
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xui8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.nn.pad %0, %c {pad_width = [array<i64: 0, 1>]} : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = relay.qnn.dequantize %p, %t, %z {out_dtype = f32} : (tensor<ui8>, tensor<f32>, tensor<i32>) -> tensor<f32>
  %3 = relay.nn.pad %1, %2 {pad_width = [array<i64: 0, 1>]} : (tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = relay.qnn.quantize %3, %s, %z {out_dtype = ui8} : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xui8>
  return %4 : tensor<4xui8>
}

// The scales of dimension 1 go along with the operators.
// CHECK-LABEL: func @axis_moves
func.func @axis_moves(%x: tensor<1x3x4x2xi8>, %s: tensor<3xf32>, %z: tensor<i32>, %t: tensor<f32>) -> tensor<5x2x4x3x1xi8> {
  // CHECK: relay.qnn.requantize {{.*}} {axis = 3 : i64, out_dtype = i8}
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<1x3x4x2xi8>, tensor<3xf32>, tensor<i32>) -> tensor<1x3x4x2xf32>
  %1 = relay.squeeze %0 : (tensor<1x3x4x2xf32>) -> tensor<3x4x2xf32>
  %2 = relay.transpose %1 {axes = array<i64: 2, 1, 0>} : (tensor<3x4x2xf32>) -> tensor<2x4x3xf32>
  %3 = relay.expand_dims %2 {axis = -1 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3x1xf32>
  %4 = relay.broadcast_to %3 {shape = array<i64: 5, 2, 4, 3, 1>} : (tensor<2x4x3x1xf32>) -> tensor<5x2x4x3x1xf32>
  %5 = relay.qnn.quantize %4, %t, %z {out_dtype = i8} : (tensor<5x2x4x3x1xf32>, tensor<f32>, tensor<i32>) -> tensor<5x2x4x3x1xi8>
  return %5 : tensor<5x2x4x3x1xi8>
}

// CHECK-LABEL: func @axis_of_images
func.func @axis_of_images(%x: tensor<1x3x4x4xi8>, %s: tensor<3xf32>, %z: tensor<i32>) -> tensor<1x3x1x1xi8> {
  // CHECK-NEXT: relay.nn.max_pool2d %arg0 {{.*}}xi8>
  // CHECK-NEXT: relay.image.resize2d {{.*}}xi8>
  // CHECK-NEXT: return
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<1x3x4x4xi8>, tensor<3xf32>, tensor<i32>) -> tensor<1x3x4x4xf32>
  %1 = relay.nn.max_pool2d %0 {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>) -> tensor<1x3x2x2xf32>
  %2 = relay.image.resize2d %1 {size = array<i64: 1, 1>, roi = array<f64: 0.0, 0.0, 0.0, 0.0>} : (tensor<1x3x2x2xf32>) -> tensor<1x3x1x1xf32>
  %3 = relay.qnn.quantize %2, %s, %z {axis = 1 : i64, out_dtype = i8} : (tensor<1x3x1x1xf32>, tensor<3xf32>, tensor<i32>) -> tensor<1x3x1x1xi8>
  return %3 : tensor<1x3x1x1xi8>
}

// An argument of floats, an operator without a rule, a binding, or nothing to
// convert: regions stay.
// CHECK-LABEL: func @no_region
func.func @no_region(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>, %y: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  // CHECK-COUNT-4: relay.qnn.quantize
  %c = relay.constant dense<1.0> : tensor<2xf32>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.add %0, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.qnn.quantize %1, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  %3 = relay.cos %0 : (tensor<2xf32>) -> tensor<2xf32>
  %4 = relay.qnn.quantize %3, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  %a = relay.let %0 as "a" : (tensor<2xf32>) -> tensor<2xf32>
  %5 = relay.qnn.quantize %a, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  %6 = relay.qnn.quantize %c, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %2, %4, %5, %6 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func @no_skipped
func.func @no_skipped(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> attributes {relay.Compiler = "other"} {
  // CHECK: relay.qnn.quantize
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2xi8>, tensor<f32>, tensor<i32>) -> tensor<2xf32>
  %1 = relay.qnn.quantize %0, %s, %z {out_dtype = i8} : (tensor<2xf32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}
