// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-simplify-expr))' | FileCheck %s
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-simplify-expr))' -o %t
// RUN: relay-lite-opt %t --pass-pipeline='builtin.module(func.func(relay-simplify-expr))' | diff - %t

// Operators that take a shape from another tensor, where it is known.
// CHECK-LABEL: func @zeros_like
func.func @zeros_like(%x: tensor<2x3xi8>) -> tensor<2x3xi8> {
  // CHECK-NEXT: relay.zeros {dtype = i8, shape = array<i64: 2, 3>} : () -> tensor<2x3xi8>
  %0 = relay.zeros_like %x : (tensor<2x3xi8>) -> tensor<2x3xi8>
  return %0 : tensor<2x3xi8>
}

// CHECK-LABEL: func @ones_like_scalar
func.func @ones_like_scalar(%x: tensor<bf16>) -> tensor<bf16> {
  // CHECK-NEXT: relay.ones {dtype = bf16, shape = array<i64>} : () -> tensor<bf16>
  %0 = relay.ones_like %x : (tensor<bf16>) -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func @zeros_like_dynamic
func.func @zeros_like_dynamic(%x: tensor<2x?xi8>) -> tensor<2x?xi8> {
  // CHECK-NEXT: relay.zeros_like
  %0 = relay.zeros_like %x : (tensor<2x?xi8>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// CHECK-LABEL: func @full_like
// CHECK-SAME: %[[X:.*]]: tensor<0x3xf32>, %[[V:.*]]: tensor<i32>
func.func @full_like(%x: tensor<0x3xf32>, %v: tensor<i32>) -> tensor<0x3xf32> {
  // CHECK-NEXT: relay.full %[[V]] {dtype = f32, shape = array<i64: 0, 3>} : (tensor<i32>) -> tensor<0x3xf32>
  %0 = relay.full_like %x, %v : (tensor<0x3xf32>, tensor<i32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// A size of 0 is no code of reshape.
// CHECK-LABEL: func @reshape_like
// CHECK-SAME: %[[X:.*]]: tensor<3x0xf32>, %[[Y:.*]]: tensor<0x5xi8>
func.func @reshape_like(%x: tensor<3x0xf32>, %y: tensor<0x5xi8>) -> tensor<0x5xf32> {
  // CHECK-NEXT: relay.reshape %[[X]] {allowzero = true, newshape = array<i64: 0, 5>} : (tensor<3x0xf32>) -> tensor<0x5xf32>
  %0 = relay.reshape_like %x, %y : (tensor<3x0xf32>, tensor<0x5xi8>) -> tensor<0x5xf32>
  return %0 : tensor<0x5xf32>
}

// CHECK-LABEL: func @collapse_sum_like
// CHECK-SAME: %[[X:.*]]: tensor<4x2x3xf32>, %[[Y:.*]]: tensor<2x1xf32>
func.func @collapse_sum_like(%x: tensor<4x2x3xf32>, %y: tensor<2x1xf32>) -> tensor<2x1xf32> {
  // CHECK-NEXT: %[[S:.*]] = relay.constant dense<[2, 1]> : tensor<2xi32>
  // CHECK-NEXT: relay.collapse_sum_to %[[X]], %[[S]] {shape = array<i64: 2, 1>} : (tensor<4x2x3xf32>, tensor<2xi32>) -> tensor<2x1xf32>
  %0 = relay.collapse_sum_like %x, %y : (tensor<4x2x3xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// CHECK-LABEL: func @broadcast_to_like
func.func @broadcast_to_like(%x: tensor<3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: relay.broadcast_to %{{.*}} {shape = array<i64: 2, 3>} : (tensor<3xf32>) -> tensor<2x3xf32>
  %0 = relay.broadcast_to_like %x, %y : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// The shape does not matter here.
// CHECK-LABEL: func @cast_like
func.func @cast_like(%x: tensor<?xf32>, %y: tensor<2x3xui8>) -> tensor<?xui8> {
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = ui8} : (tensor<?xf32>) -> tensor<?xui8>
  %0 = relay.cast_like %x, %y : (tensor<?xf32>, tensor<2x3xui8>) -> tensor<?xui8>
  return %0 : tensor<?xui8>
}

// CHECK-LABEL: func @double
// CHECK-SAME: %[[X:.*]]: tensor<?xi8>
func.func @double(%x: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<2> : tensor<i8>
  // CHECK-NEXT: relay.multiply %[[X]], %[[C]] : (tensor<?xi8>, tensor<i8>) -> tensor<?xi8>
  %0 = relay.add %x, %x : (tensor<?xi8>, tensor<?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @double_boolean
func.func @double_boolean(%x: tensor<2xi1>) -> tensor<2xi1> {
  // CHECK-NEXT: relay.add
  %0 = relay.add %x, %x : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: func @rsqrt
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
func.func @rsqrt(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[R:.*]] = relay.rsqrt %[[Y]]
  // CHECK-NEXT: relay.multiply %[[X]], %[[R]]
  // CHECK-NEXT: return
  %0 = relay.sqrt %y : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.divide %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// An expression that others use is not taken apart.
// CHECK-LABEL: func @rsqrt_used
func.func @rsqrt_used(%x: tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>> {
  // CHECK-NEXT: relay.sqrt
  // CHECK-NEXT: relay.divide
  %0 = relay.sqrt %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.divide %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.tuple %0, %1 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  return %2 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// CHECK-LABEL: func @identities
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
func.func @identities(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK-NEXT: return %[[X]]
  %zero = relay.constant dense<0.0> : tensor<f32>
  %one = relay.constant dense<1.0> : tensor<f32>
  %0 = relay.add %zero, %x : (tensor<f32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  %1 = relay.multiply %0, %one : (tensor<2x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  %2 = relay.subtract %1, %zero : (tensor<2x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  %3 = relay.divide %2, %one : (tensor<2x?xf32>, tensor<f32>) -> tensor<2x?xf32>
  %z = relay.zeros_like %3 : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %4 = relay.add %3, %z : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %4 : tensor<2x?xf32>
}

// CHECK-LABEL: func @identity_boolean
// CHECK-SAME: %[[X:.*]]: tensor<2xi1>
func.func @identity_boolean(%x: tensor<2xi1>) -> tensor<2xi1> {
  // CHECK-NEXT: return %[[X]]
  %c = relay.constant dense<true> : tensor<i1>
  %0 = relay.full %c {shape = array<i64: 2>} : (tensor<i1>) -> tensor<2xi1>
  %1 = relay.multiply %x, %0 : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return %1 : tensor<2xi1>
}

// 1 - x, 1 / x, and what repeats x, are no identities; nor is a sum with zeros
// of which the size is not known.
// CHECK-LABEL: func @no_identities
func.func @no_identities(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>, tensor<3x?xf32>, tensor<?xf32>> {
  // CHECK: relay.subtract
  // CHECK: relay.divide
  // CHECK: relay.add
  // CHECK: relay.add
  %zero = relay.constant dense<0.0> : tensor<f32>
  %one = relay.constant dense<1.0> : tensor<f32>
  %0 = relay.subtract %zero, %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = relay.divide %one, %x : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %z = relay.zeros {shape = array<i64: 3, 1>, dtype = f32} : () -> tensor<3x1xf32>
  %2 = relay.add %x, %z : (tensor<?xf32>, tensor<3x1xf32>) -> tensor<3x?xf32>
  %l = relay.zeros_like %y : (tensor<?xf32>) -> tensor<?xf32>
  %3 = relay.add %x, %l : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %4 = relay.tuple %0, %1, %2, %3 : (tensor<?xf32>, tensor<?xf32>, tensor<3x?xf32>, tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xf32>, tensor<3x?xf32>, tensor<?xf32>>
  return %4 : tuple<tensor<?xf32>, tensor<?xf32>, tensor<3x?xf32>, tensor<?xf32>>
}

// Ones may repeat a tensor whose size is not known, even where the type of the
// result does not say so.
// CHECK-LABEL: func @less_precise_result
func.func @less_precise_result(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: relay.multiply
  // CHECK: relay.multiply
  // CHECK-NOT: relay.multiply
  %ones = relay.ones {shape = array<i64: 3, 4>, dtype = f32} : () -> tensor<3x4xf32>
  %0 = relay.multiply %x, %ones : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  %more = relay.ones {shape = array<i64: 3, 4>, dtype = f32} : () -> tensor<?x4xf32>
  %1 = relay.multiply %0, %more : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %row = relay.ones {shape = array<i64: 1, 4>, dtype = f32} : () -> tensor<1x4xf32>
  %2 = relay.multiply %1, %row : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// CHECK-LABEL: func @reshapes
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32>
func.func @reshapes(%x: tensor<2x?xf32>) -> tensor<12xf32> {
  // CHECK-NEXT: relay.reshape %[[X]] {newshape = array<i64: 12>} : (tensor<2x?xf32>) -> tensor<12xf32>
  // CHECK-NEXT: return
  %0 = relay.reshape %x {newshape = array<i64: 3, 4>} : (tensor<2x?xf32>) -> tensor<3x4xf32>
  %1 = relay.reshape %0 {newshape = array<i64: 0, 2, 2>} : (tensor<3x4xf32>) -> tensor<3x2x2xf32>
  %2 = relay.reshape %1 {newshape = array<i64: -1>} : (tensor<3x2x2xf32>) -> tensor<12xf32>
  return %2 : tensor<12xf32>
}

// CHECK-LABEL: func @reverse_reshapes
// CHECK-SAME: %[[X:.*]]: tensor<4x8x16x16xf32>
func.func @reverse_reshapes(%x: tensor<4x8x16x16xf32>) -> tensor<16x512xf32> {
  // CHECK-NEXT: relay.reshape %[[X]] {newshape = array<i64: 16, 512>} : (tensor<4x8x16x16xf32>) -> tensor<16x512xf32>
  // CHECK-NEXT: return
  %0 = relay.contrib_reverse_reshape %x {newshape = array<i64: 32, 0, -1>} : (tensor<4x8x16x16xf32>) -> tensor<32x16x16xf32>
  %1 = relay.reshape %0 {newshape = array<i64: 32, 256>} : (tensor<32x16x16xf32>) -> tensor<32x256xf32>
  %2 = relay.contrib_reverse_reshape %1 {newshape = array<i64: 16, -1>} : (tensor<32x256xf32>) -> tensor<16x512xf32>
  return %2 : tensor<16x512xf32>
}

// CHECK-LABEL: func @reshapes_dynamic
func.func @reshapes_dynamic(%x: tensor<2x?xf32>) -> tensor<?xf32> {
  // CHECK-COUNT-2: relay.reshape
  %0 = relay.reshape %x {newshape = array<i64: -1, 2>} : (tensor<2x?xf32>) -> tensor<?x2xf32>
  %1 = relay.reshape %0 {newshape = array<i64: -1>} : (tensor<?x2xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func @transposes
// CHECK-SAME: %[[X:.*]]: tensor<2x3x?xf32>
func.func @transposes(%x: tensor<2x3x?xf32>) -> tensor<?x2x3xf32> {
  // CHECK-NEXT: relay.transpose %[[X]] {axes = array<i64: 2, 0, 1>} : (tensor<2x3x?xf32>) -> tensor<?x2x3xf32>
  // CHECK-NEXT: return
  %0 = relay.transpose %x : (tensor<2x3x?xf32>) -> tensor<?x3x2xf32>
  %1 = relay.transpose %0 {axes = array<i64: 0, -1, 1>} : (tensor<?x3x2xf32>) -> tensor<?x2x3xf32>
  return %1 : tensor<?x2x3xf32>
}

// Four that cancel each other.
// CHECK-LABEL: func @transposes_cancel
// CHECK-SAME: %[[X:.*]]: tensor<1x2x3x4xf32>
func.func @transposes_cancel(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.transpose %x : (tensor<1x2x3x4xf32>) -> tensor<4x3x2x1xf32>
  %1 = relay.transpose %0 {axes = array<i64: 1, 0, 3, 2>} : (tensor<4x3x2x1xf32>) -> tensor<3x4x1x2xf32>
  %2 = relay.layout_transform %1 {src_layout = "HWNC", dst_layout = "NCHW"} : (tensor<3x4x1x2xf32>) -> tensor<1x2x3x4xf32>
  %3 = relay.layout_transform %2 {src_layout = "NCHW", dst_layout = "NCHW"} : (tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %3 : tensor<1x2x3x4xf32>
}

// Layouts with blocks take the order of transposes before and after them.
// CHECK-LABEL: func @blocks
// CHECK-SAME: %[[X:.*]]: tensor<1x5x6x8xf32>
func.func @blocks(%x: tensor<1x5x6x8xf32>) -> tensor<1x5x6x8xf32> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.transpose %x {axes = array<i64: 0, 3, 1, 2>} : (tensor<1x5x6x8xf32>) -> tensor<1x8x5x6xf32>
  %1 = relay.layout_transform %0 {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x5x6x4xf32>
  %2 = relay.layout_transform %1 {src_layout = "NCHW4c", dst_layout = "NCHW"} : (tensor<1x2x5x6x4xf32>) -> tensor<1x8x5x6xf32>
  %3 = relay.transpose %2 {axes = array<i64: 0, 2, 3, 1>} : (tensor<1x8x5x6xf32>) -> tensor<1x5x6x8xf32>
  return %3 : tensor<1x5x6x8xf32>
}

// CHECK-LABEL: func @blocks_split
func.func @blocks_split(%x: tensor<1x5x6x8xf32>) -> tensor<1x2x5x6x4xf32> {
  // CHECK-NEXT: relay.layout_transform %{{.*}} {dst_layout = "NCHW4c", src_layout = "NHWC"} : (tensor<1x5x6x8xf32>) -> tensor<1x2x5x6x4xf32>
  %0 = relay.transpose %x {axes = array<i64: 0, 3, 1, 2>} : (tensor<1x5x6x8xf32>) -> tensor<1x8x5x6xf32>
  %1 = relay.layout_transform %0 {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x8x5x6xf32>) -> tensor<1x2x5x6x4xf32>
  return %1 : tensor<1x2x5x6x4xf32>
}

// A block that was filled up does not go.
// CHECK-LABEL: func @blocks_filled
func.func @blocks_filled(%x: tensor<1x3x5x6xf32>) -> tensor<1x4x5x6xf32> {
  // CHECK-COUNT-2: relay.layout_transform
  %0 = relay.layout_transform %x {src_layout = "NCHW", dst_layout = "NCHW4c"} : (tensor<1x3x5x6xf32>) -> tensor<1x1x5x6x4xf32>
  %1 = relay.layout_transform %0 {src_layout = "NCHW4c", dst_layout = "NCHW"} : (tensor<1x1x5x6x4xf32>) -> tensor<1x4x5x6xf32>
  return %1 : tensor<1x4x5x6xf32>
}

// CHECK-LABEL: func @same_cast
// CHECK-SAME: %[[X:.*]]: tensor<?xi8>
func.func @same_cast(%x: tensor<?xi8>) -> tensor<?xi8> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.cast %x {dtype = i8} : (tensor<?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @consecutive_casts
func.func @consecutive_casts(%x: tensor<?xi8>) -> tensor<?xui8> {
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = ui8} : (tensor<?xi8>) -> tensor<?xui8>
  // CHECK-NEXT: return
  %0 = relay.cast %x {dtype = i32} : (tensor<?xi8>) -> tensor<?xi32>
  %1 = relay.cast %0 {dtype = ui8} : (tensor<?xi32>) -> tensor<?xui8>
  return %1 : tensor<?xui8>
}

// Each of these changes values, or may: a sign, digits, wrapping for saturation.
// CHECK-LABEL: func @casts_that_matter
func.func @casts_that_matter(%x: tensor<2xi8>, %y: tensor<2xi32>, %z: tensor<2xf32>) -> tuple<tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xf32>> {
  // CHECK-COUNT-8: relay.cast
  %0 = relay.cast %x {dtype = ui8} : (tensor<2xi8>) -> tensor<2xui8>
  %1 = relay.cast %0 {dtype = i32} : (tensor<2xui8>) -> tensor<2xi32>
  %2 = relay.cast %y {dtype = f32} : (tensor<2xi32>) -> tensor<2xf32>
  %3 = relay.cast %2 {dtype = i32} : (tensor<2xf32>) -> tensor<2xi32>
  %4 = relay.cast %y {dtype = f64} : (tensor<2xi32>) -> tensor<2xf64>
  %5 = relay.cast %4 {dtype = i8} : (tensor<2xf64>) -> tensor<2xi8>
  %6 = relay.cast %z {dtype = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %7 = relay.cast %6 {dtype = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %8 = relay.tuple %1, %3, %5, %7 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xf32>) -> tuple<tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xf32>>
  return %8 : tuple<tensor<2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<2xf32>>
}

// CHECK-LABEL: func @full_elementwise
// CHECK-SAME: %[[X:.*]]: tensor<2x3xi32>
func.func @full_elementwise(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<1> : tensor<i32>
  // CHECK-NEXT: relay.bitwise_and %[[C]], %[[X]] : (tensor<i32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  %0 = relay.ones_like %x : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %1 = relay.bitwise_and %0, %x : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  return %1 : tensor<2x3xi32>
}

// A value of another type would have to be converted.
// CHECK-LABEL: func @full_of_another_type
func.func @full_of_another_type(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: relay.full
  %c = relay.constant dense<3> : tensor<i32>
  %0 = relay.full %c {shape = array<i64: 2>, dtype = f32} : (tensor<i32>) -> tensor<2xf32>
  %1 = relay.multiply %x, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @switch_add_multiply
// CHECK-SAME: %[[X:.*]]: tensor<?x2xf32>
func.func @switch_add_multiply(%x: tensor<?x2xf32>) -> tensor<?x2xf32> {
  // CHECK-DAG: %[[D:.*]] = relay.constant dense<2.000000e+00> : tensor<f32>
  // CHECK-DAG: %[[C:.*]] = relay.constant dense<[6.000000e+00, 1.000000e+01]> : tensor<2xf32>
  // CHECK: %[[P:.*]] = relay.multiply %[[X]], %[[D]]
  // CHECK: relay.add %[[P]], %[[C]]
  %c = relay.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %d = relay.constant dense<2.0> : tensor<f32>
  %0 = relay.add %c, %x : (tensor<2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %1 = relay.multiply %d, %0 : (tensor<f32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %1 : tensor<?x2xf32>
}

// CHECK-LABEL: func @adjacent
// CHECK-SAME: %[[X:.*]]: tensor<2xi8>
func.func @adjacent(%x: tensor<2xi8>) -> tensor<2xi8> {
  // CHECK: %[[C:.*]] = relay.constant dense<-56> : tensor<i8>
  // CHECK: relay.add %[[X]], %[[C]]
  // CHECK-NEXT: return
  %c = relay.constant dense<100> : tensor<i8>
  %0 = relay.add %x, %c : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  %1 = relay.add %0, %c : (tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  return %1 : tensor<2xi8>
}

// A chain breaks where a product overflows, and goes on behind.
// CHECK-LABEL: func @broken_chain
// CHECK-SAME: %[[X:.*]]: tensor<?xf16>
func.func @broken_chain(%x: tensor<?xf16>) -> tensor<?xf16> {
  // CHECK-DAG: %[[C:.*]] = relay.constant dense<6.000000e+02> : tensor<f16>
  // CHECK-DAG: %[[D:.*]] = relay.constant dense<[9.000000e+02, 1.200000e+03]> : tensor<2xf16>
  // CHECK: %[[P:.*]] = relay.multiply %[[X]], %[[C]] : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  // CHECK: %[[Q:.*]] = relay.multiply %[[P]], %[[D]] : (tensor<?xf16>, tensor<2xf16>) -> tensor<?xf16>
  // CHECK-NEXT: return %[[Q]]
  %a = relay.constant dense<2.0> : tensor<f16>
  %b = relay.constant dense<300.0> : tensor<f16>
  %c = relay.constant dense<[3.0, 4.0]> : tensor<2xf16>
  %0 = relay.multiply %x, %a : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  %1 = relay.multiply %0, %b : (tensor<?xf16>, tensor<f16>) -> tensor<?xf16>
  %2 = relay.multiply %b, %1 : (tensor<f16>, tensor<?xf16>) -> tensor<?xf16>
  %3 = relay.multiply %2, %c : (tensor<?xf16>, tensor<2xf16>) -> tensor<?xf16>
  return %3 : tensor<?xf16>
}

// Constants that would overflow or vanish stay apart; zeros stay zeros.
// CHECK-LABEL: func @imprecise_constants
// CHECK-SAME: %[[X:.*]]: tensor<2xf16>
func.func @imprecise_constants(%x: tensor<2xf16>) -> tuple<tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>> {
  // CHECK-NEXT: %[[LARGE:.*]] = relay.constant dense<3.000000e+02> : tensor<f16>
  // CHECK-NEXT: %[[S:.*]] = relay.add %[[X]], %[[LARGE]]
  // CHECK-NEXT: relay.multiply %[[S]], %[[LARGE]]
  // CHECK-NEXT: %[[L:.*]] = relay.multiply %[[X]], %[[LARGE]]
  // CHECK-NEXT: relay.multiply %[[L]], %[[LARGE]]
  // CHECK-NEXT: %[[SMALL:.*]] = relay.constant dense<1.000170e-04> : tensor<f16>
  // CHECK-NEXT: %[[T:.*]] = relay.multiply %[[X]], %[[SMALL]]
  // CHECK-NEXT: relay.multiply %[[T]], %[[SMALL]]
  // CHECK-NEXT: %[[MAX:.*]] = relay.constant dense<6.000000e+04> : tensor<f16>
  // CHECK-NEXT: %[[A:.*]] = relay.add %[[X]], %[[MAX]]
  // CHECK-NEXT: relay.add %[[A]], %[[MAX]]
  // CHECK-NEXT: %[[MASK:.*]] = relay.constant dense<[0.000000e+00, 6.000000e+02]> : tensor<2xf16>
  // CHECK-NEXT: relay.multiply %[[X]], %[[MASK]]
  %c = relay.constant dense<300.0> : tensor<f16>
  %0 = relay.add %x, %c : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %1 = relay.multiply %0, %c : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %2 = relay.multiply %x, %c : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %3 = relay.multiply %2, %c : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %d = relay.constant dense<1.0e-4> : tensor<f16>
  %4 = relay.multiply %x, %d : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %5 = relay.multiply %4, %d : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %e = relay.constant dense<6.0e4> : tensor<f16>
  %6 = relay.add %x, %e : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %7 = relay.add %6, %e : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %f = relay.constant dense<[0.0, 2.0]> : tensor<2xf16>
  %8 = relay.multiply %x, %f : (tensor<2xf16>, tensor<2xf16>) -> tensor<2xf16>
  %9 = relay.multiply %8, %c : (tensor<2xf16>, tensor<f16>) -> tensor<2xf16>
  %10 = relay.tuple %1, %3, %5, %7, %9 : (tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) -> tuple<tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>>
  return %10 : tuple<tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>>
}

// Without a constant nothing moves.
// CHECK-LABEL: func @not_constant
func.func @not_constant(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: relay.add
  // CHECK-NEXT: relay.multiply
  %c = relay.constant dense<3.0> : tensor<f32>
  %0 = relay.add %x, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = relay.multiply %0, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A value that is bound to a name is not looked through.
// CHECK-LABEL: func @let
func.func @let(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: relay.add
  // CHECK-NEXT: relay.let
  // CHECK-NEXT: relay.multiply
  %c = relay.constant dense<3.0> : tensor<f32>
  %0 = relay.add %x, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %v = relay.let %0 as "v" : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.multiply %v, %c : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @dequantized
// CHECK-SAME: %[[X:.*]]: tensor<2x3xi8>
func.func @dequantized(%x: tensor<2x3xi8>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2x3xi32>) {
  // CHECK-NEXT: %[[A:.*]] = relay.argmax %[[X]] {axis = array<i64: 1>} : (tensor<2x3xi8>) -> tensor<2xi32>
  // CHECK-NEXT: %[[B:.*]] = relay.argmin %[[X]] {{.*}}select_last_index
  // CHECK-NEXT: %[[C:.*]] = relay.argsort %[[X]] {dtype = i32, is_ascend = false}
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.argmax %0 {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xi32>
  %2 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %3 = relay.argmin %2 {axis = array<i64: 1>, select_last_index = true} : (tensor<2x3xf32>) -> tensor<2xi32>
  %4 = relay.qnn.dequantize %x, %s, %z {out_dtype = f32} : (tensor<2x3xi8>, tensor<f32>, tensor<i32>) -> tensor<2x3xf32>
  %5 = relay.argsort %4 {dtype = i32, is_ascend = false} : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %1, %3, %5 : tensor<2xi32>, tensor<2xi32>, tensor<2x3xi32>
}

// Other scales may order the values differently.
// CHECK-LABEL: func @dequantized_by_channel
func.func @dequantized_by_channel(%x: tensor<2x3xi8>, %s: tensor<3xf32>) -> tensor<2xi32> {
  // CHECK: %[[D:.*]] = relay.qnn.dequantize
  // CHECK-NEXT: relay.argmax %[[D]]
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.dequantize %x, %s, %z {axis = 1 : i64, out_dtype = f32} : (tensor<2x3xi8>, tensor<3xf32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = relay.argmax %0 {axis = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}

// CHECK-LABEL: func @clip_and_casts
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>
func.func @clip_and_casts(%x: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[R:.*]] = relay.clip %[[X]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.cast %0 {dtype = ui8} : (tensor<2xi32>) -> tensor<2xui8>
  %2 = relay.cast %1 {dtype = i32} : (tensor<2xui8>) -> tensor<2xi32>
  return %2 : tensor<2xi32>
}

// CHECK-LABEL: func @clip_and_casts_partly
func.func @clip_and_casts_partly(%x: tensor<2xi32>) -> tensor<2xi16> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i8}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i16}
  // CHECK-NEXT: return
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.cast %0 {dtype = ui8} : (tensor<2xi32>) -> tensor<2xui8>
  %2 = relay.cast %1 {dtype = i8} : (tensor<2xui8>) -> tensor<2xi8>
  %3 = relay.cast %2 {dtype = i16} : (tensor<2xi8>) -> tensor<2xi16>
  return %3 : tensor<2xi16>
}

// Floats have digits behind the point, which integers cut off.
// CHECK-LABEL: func @clip_floats
func.func @clip_floats(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: relay.clip
  // CHECK-COUNT-2: relay.cast
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.cast %0 {dtype = ui8} : (tensor<2xf32>) -> tensor<2xui8>
  %2 = relay.cast %1 {dtype = f32} : (tensor<2xui8>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// The last cast to an integer cuts off the digits.
// CHECK-LABEL: func @clip_floats_to_integers
func.func @clip_floats_to_integers(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i32}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = f32}
  // CHECK-NEXT: return
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.cast %0 {dtype = ui8} : (tensor<2xf32>) -> tensor<2xui8>
  %2 = relay.cast %1 {dtype = i16} : (tensor<2xui8>) -> tensor<2xi16>
  %3 = relay.cast %2 {dtype = i32} : (tensor<2xi16>) -> tensor<2xi32>
  %4 = relay.cast %3 {dtype = f32} : (tensor<2xi32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// 8 bits saturate floats, and wrap what was an integer before.
// CHECK-LABEL: func @clip_floats_beyond_range
func.func @clip_floats_beyond_range(%x: tensor<2xf32>) -> tensor<2xi32> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i16}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i8}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i32}
  // CHECK-NEXT: return
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.cast %0 {dtype = i16} : (tensor<2xf32>) -> tensor<2xi16>
  %2 = relay.cast %1 {dtype = i8} : (tensor<2xi16>) -> tensor<2xi8>
  %3 = relay.cast %2 {dtype = i16} : (tensor<2xi8>) -> tensor<2xi16>
  %4 = relay.cast %3 {dtype = i32} : (tensor<2xi16>) -> tensor<2xi32>
  return %4 : tensor<2xi32>
}

// As an f32 the upper bound is 2147483648, which only 64 bits hold.
// CHECK-LABEL: func @clip_bound_of_floats
func.func @clip_bound_of_floats(%x: tensor<2xf32>) -> tensor<2xi64> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i32}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i64}
  %0 = relay.clip %x {a_min = 0.0, a_max = 2147483647.0} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.cast %0 {dtype = i32} : (tensor<2xf32>) -> tensor<2xi32>
  %2 = relay.cast %1 {dtype = i64} : (tensor<2xi32>) -> tensor<2xi64>
  return %2 : tensor<2xi64>
}

// Without the cast to f32, 8 bits would wrap instead of saturating.
// CHECK-LABEL: func @clip_saturated
func.func @clip_saturated(%x: tensor<2xi32>) -> tensor<2xi8> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = f32}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i8}
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.cast %0 {dtype = f32} : (tensor<2xi32>) -> tensor<2xf32>
  %2 = relay.cast %1 {dtype = i8} : (tensor<2xf32>) -> tensor<2xi8>
  return %2 : tensor<2xi8>
}

// 16 unsigned bits change the negative numbers that 8 bits made.
// CHECK-LABEL: func @clip_wrapped
func.func @clip_wrapped(%x: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK-NEXT: relay.clip
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i8}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = ui16}
  // CHECK-NEXT: relay.cast %{{.*}} {dtype = i32}
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.cast %0 {dtype = i8} : (tensor<2xi32>) -> tensor<2xi8>
  %2 = relay.cast %1 {dtype = ui16} : (tensor<2xi8>) -> tensor<2xui16>
  %3 = relay.cast %2 {dtype = i32} : (tensor<2xui16>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}

// CHECK-LABEL: func @clip_to_everything
// CHECK-SAME: %[[X:.*]]: tensor<2xui8>
func.func @clip_to_everything(%x: tensor<2xui8>) -> tensor<2xui8> {
  // CHECK-NEXT: return %[[X]]
  %0 = relay.clip %x {a_min = 0.0, a_max = 255.0} : (tensor<2xui8>) -> tensor<2xui8>
  return %0 : tensor<2xui8>
}

// x * x + 4 * x * y + 3 * y * y
// CHECK-LABEL: func @binomial
// CHECK-SAME: %[[X:.*]]: tensor<2xi32>, %[[Y:.*]]: tensor<2xi32>
func.func @binomial(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK-NEXT: %[[C:.*]] = relay.constant dense<3> : tensor<i32>
  // CHECK-NEXT: %[[P:.*]] = relay.multiply %[[Y]], %[[C]]
  // CHECK-NEXT: %[[L:.*]] = relay.add %[[X]], %[[P]]
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[X]], %[[Y]]
  // CHECK-NEXT: relay.multiply %[[L]], %[[R]]
  // CHECK-NEXT: return
  %three = relay.constant dense<3> : tensor<i32>
  %four = relay.constant dense<4> : tensor<i32>
  %xx = relay.multiply %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %xy = relay.multiply %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %yy = relay.multiply %y, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %0 = relay.multiply %four, %xy : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.multiply %three, %yy : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.add %0, %xx : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = relay.add %2, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}

// x * x + x * y + y * y has no real factors, 2 * x * x + x * y no whole ones and
// two terms make no form.
// CHECK-LABEL: func @no_binomial
func.func @no_binomial(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-COUNT-3: relay.multiply
  // CHECK-NEXT: relay.add
  // CHECK-NEXT: relay.add
  %xx = relay.multiply %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %xy = relay.multiply %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %yy = relay.multiply %y, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.add %xy, %xx : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %0, %yy : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// 2 * x * x + 3 * x * y + y * y has the factors 2 * x + y and x + y, of which the
// first needs a half of y in the form that it gets.
// CHECK-LABEL: func @no_whole_factors
func.func @no_whole_factors(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK: relay.constant dense<5>
  // CHECK: relay.constant dense<2>
  // CHECK: relay.constant dense<3>
  %five = relay.constant dense<5> : tensor<i32>
  %two = relay.constant dense<2> : tensor<i32>
  %three = relay.constant dense<3> : tensor<i32>
  %xx = relay.multiply %x, %x : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %xy = relay.multiply %x, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %yy = relay.multiply %y, %y : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %0 = relay.multiply %five, %xy : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = relay.multiply %three, %yy : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %4 = relay.multiply %two, %xx : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %2 = relay.add %0, %4 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = relay.add %2, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %3 : tensor<2xi32>
}

// The smaller root is no difference of numbers that are almost the same.
// CHECK-LABEL: func @far_roots
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>
func.func @far_roots(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-DAG: %[[C:.*]] = relay.constant dense<-1.000000e+08> : tensor<f32>
  // CHECK-DAG: %[[D:.*]] = relay.constant dense<-9.99999993E-9> : tensor<f32>
  // CHECK-DAG: %[[P:.*]] = relay.multiply %[[Y]], %[[C]]
  // CHECK-DAG: %[[Q:.*]] = relay.multiply %[[Y]], %[[D]]
  // CHECK-DAG: %[[XP:.*]] = relay.add %[[X]], %[[P]]
  // CHECK-DAG: %[[XQ:.*]] = relay.add %[[X]], %[[Q]]
  // CHECK: relay.multiply %[[XQ]], %[[XP]]
  %b = relay.constant dense<-1.0e8> : tensor<f32>
  %xx = relay.multiply %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %xy = relay.multiply %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %yy = relay.multiply %y, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.multiply %b, %xy : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %xx, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %yy : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// Roots that are almost the same are not taken for one.
// CHECK-LABEL: func @near_roots
func.func @near_roots(%x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  // CHECK-DAG: relay.constant dense<1.00000094{{[0-9]*}}> : tensor<f64>
  // CHECK-DAG: relay.constant dense<0.99999905{{[0-9]*}}> : tensor<f64>
  %b = relay.constant dense<2.0> : tensor<f64>
  %c = relay.constant dense<0.9999999999991> : tensor<f64>
  %xx = relay.multiply %x, %x : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %xy = relay.multiply %x, %y : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %yy = relay.multiply %y, %y : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %0 = relay.multiply %b, %xy : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
  %1 = relay.multiply %c, %yy : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
  %2 = relay.add %xx, %0 : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %3 = relay.add %2, %1 : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  return %3 : tensor<2xf64>
}

// x * x + 3 * x * y + y * y has factors up to rounding.
// CHECK-LABEL: func @irrational_roots
func.func @irrational_roots(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-DAG: relay.constant dense<2.61803{{.*}}> : tensor<f32>
  // CHECK-DAG: relay.constant dense<0.38196{{.*}}> : tensor<f32>
  %b = relay.constant dense<3.0> : tensor<f32>
  %xx = relay.multiply %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %xy = relay.multiply %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %yy = relay.multiply %y, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = relay.multiply %b, %xy : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.add %xx, %0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.add %1, %yy : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// No double holds 9007199254740993, and -x * x - 128 * x * y would need 128.
// CHECK-LABEL: func @large_coefficients
func.func @large_coefficients(%x: tensor<2xi64>, %y: tensor<2xi64>, %z: tensor<2xi8>, %w: tensor<2xi8>) -> tuple<tensor<2xi64>, tensor<2xi8>> {
  // CHECK-COUNT-2: relay.add {{.*}} -> tensor<2xi64>
  // CHECK-COUNT-2: relay.add {{.*}} -> tensor<2xi8>
  %b = relay.constant dense<9007199254740993> : tensor<i64>
  %c = relay.constant dense<0> : tensor<i64>
  %xx = relay.multiply %x, %x : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %xy = relay.multiply %x, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %yy = relay.multiply %y, %y : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %0 = relay.multiply %b, %xy : (tensor<i64>, tensor<2xi64>) -> tensor<2xi64>
  %1 = relay.multiply %c, %yy : (tensor<i64>, tensor<2xi64>) -> tensor<2xi64>
  %2 = relay.add %xx, %0 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %3 = relay.add %2, %1 : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %d = relay.constant dense<-1> : tensor<i8>
  %e = relay.constant dense<-128> : tensor<i8>
  %f = relay.constant dense<0> : tensor<i8>
  %zz = relay.multiply %z, %z : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  %zw = relay.multiply %z, %w : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  %ww = relay.multiply %w, %w : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  %4 = relay.multiply %d, %zz : (tensor<i8>, tensor<2xi8>) -> tensor<2xi8>
  %5 = relay.multiply %e, %zw : (tensor<i8>, tensor<2xi8>) -> tensor<2xi8>
  %6 = relay.multiply %f, %ww : (tensor<i8>, tensor<2xi8>) -> tensor<2xi8>
  %7 = relay.add %4, %5 : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  %8 = relay.add %7, %6 : (tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  %9 = relay.tuple %3, %8 : (tensor<2xi64>, tensor<2xi8>) -> tuple<tensor<2xi64>, tensor<2xi8>>
  return %9 : tuple<tensor<2xi64>, tensor<2xi8>>
}

// Unused operators stay, and so do functions that are not to be optimized.
// CHECK-LABEL: func @unused
func.func @unused(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: relay.add
  %0 = relay.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}

// CHECK-LABEL: func @skipped
func.func @skipped(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1 : i64} {
  // CHECK-NEXT: relay.add
  %0 = relay.add %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Constants are computed in fused functions, too.
// CHECK-LABEL: func @fused
// CHECK: relay.fused_fn (%[[P:.*]]: tensor<2xf32>)
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<3.000000e+00>
// CHECK-NEXT: %[[S:.*]] = relay.add %[[P]], %[[C]]
// CHECK-NEXT: relay.yield %[[S]]
func.func @fused(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fused_fn (%p: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %0 = relay.constant dense<1.0> : tensor<f32>
    %1 = relay.constant dense<2.0> : tensor<f32>
    %2 = relay.add %p, %0 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %3 = relay.add %2, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    relay.yield %3 : tensor<2xf32>
  }
  %4 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}
