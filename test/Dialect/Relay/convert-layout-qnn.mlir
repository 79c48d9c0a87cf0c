// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-convert-layout{desired-layouts=qnn.conv2d:NHWC:default,qnn.avg_pool2d:NHWC}))' | FileCheck %s

// The scales follow the channels.
// CHECK-LABEL: func.func @conv2d(
// CHECK-SAME:    %[[X:.*]]: tensor<1x4x8x8xui8>, %[[W:.*]]: tensor<6x4x3x3xi8>, %[[T:.*]]: tensor<6xf32>, %[[Y:.*]]: tensor<1x6x6x6xi8>)
func.func @conv2d(%x: tensor<1x4x8x8xui8>, %w: tensor<6x4x3x3xi8>, %t: tensor<6xf32>, %y: tensor<1x6x6x6xi8>) -> tensor<1x12x6x6xi8> {
  // CHECK-DAG: %[[XT:.*]] = relay.layout_transform %[[X]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK-DAG: %[[WT:.*]] = relay.layout_transform %[[W]] {dst_layout = "HWIO", src_layout = "OIHW"}
  // CHECK: %[[C:.*]] = relay.qnn.conv2d %[[XT]], %[[WT]], {{.*}} {channels = 6 : i64, data_layout = "NHWC", kernel_layout = "HWIO",
  // CHECK-NEXT: %[[R:.*]] = relay.qnn.requantize %[[C]], %[[T]], {{.*}} {axis = 3 : i64,
  // CHECK-NEXT: %[[YT:.*]] = relay.layout_transform %[[Y]] {dst_layout = "NHWC", src_layout = "NCHW"}
  // CHECK-NEXT: %[[A:.*]] = relay.qnn.add %[[R]], %[[YT]],
  // CHECK: %[[TUPLE:.*]] = relay.tuple %[[A]], %[[R]]
  // CHECK-NEXT: %[[L:.*]] = relay.qnn.concatenate %[[TUPLE]], {{.*}} {axis = 3 : i64} {{.*}} -> tensor<1x6x6x12xi8>
  // CHECK-NEXT: relay.layout_transform %[[L]] {dst_layout = "NCHW", src_layout = "NHWC"}
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  %1 = relay.qnn.requantize %0, %t, %z, %s, %z {axis = 1 : i64, out_dtype = i8} : (tensor<1x6x6x6xi32>, tensor<6xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x6x6x6xi8>
  %2 = relay.qnn.add %1, %y, %s, %z, %s, %z, %s, %z : (tensor<1x6x6x6xi8>, tensor<1x6x6x6xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x6x6x6xi8>
  %3 = relay.tuple %2, %1 : (tensor<1x6x6x6xi8>, tensor<1x6x6x6xi8>) -> tuple<tensor<1x6x6x6xi8>, tensor<1x6x6x6xi8>>
  %4 = relay.tuple %s, %s : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
  %5 = relay.tuple %z, %z : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %6 = relay.qnn.concatenate %3, %4, %5, %s, %z {axis = 1 : i64} : (tuple<tensor<1x6x6x6xi8>, tensor<1x6x6x6xi8>>, tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) -> tensor<1x12x6x6xi8>
  return %6 : tensor<1x12x6x6xi8>
}

// CHECK-LABEL: func.func @avg_pool2d(
func.func @avg_pool2d(%x: tensor<1x4x8x8xi8>) -> tensor<1x4x4x4xi8> {
  // CHECK: %[[XT:.*]] = relay.layout_transform
  // CHECK-NEXT: %[[P:.*]] = relay.qnn.avg_pool2d %[[XT]], {{.*}} {layout = "NHWC",
  // CHECK-NEXT: relay.layout_transform %[[P]] {dst_layout = "NCHW", src_layout = "NHWC"}
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.avg_pool2d %x, %s, %z, %s, %z {pool_size = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x4x8x8xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x4x4x4xi8>
  return %0 : tensor<1x4x4x4xi8>
}

// Operands whose scales are vectors keep their layouts.
// CHECK-LABEL: func.func @vectors(
// CHECK-SAME:    %[[Y:[a-z0-9]*]]: tensor<1x6x6x6xi32>)
func.func @vectors(%x: tensor<1x4x8x8xui8>, %w: tensor<6x4x3x3xi8>, %t: tensor<6xf32>, %y: tensor<1x6x6x6xi32>) -> tensor<1x6x6x6xi32> {
  // CHECK: %[[C:.*]] = relay.qnn.conv2d {{.*}} {channels = 6 : i64, data_layout = "NHWC"
  // CHECK-NEXT: %[[CT:.*]] = relay.layout_transform %[[C]] {dst_layout = "NCHW", src_layout = "NHWC"}
  // CHECK-NEXT: relay.qnn.add %[[CT]], %[[Y]], {{.*}} {lhs_axis = 1 : i64}
  %s = relay.constant dense<0.5> : tensor<f32>
  %z = relay.constant dense<1> : tensor<i32>
  %0 = relay.qnn.conv2d %x, %w, %z, %z, %s, %t {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<6xf32>) -> tensor<1x6x6x6xi32>
  %1 = relay.qnn.add %0, %y, %t, %z, %s, %z, %s, %z {lhs_axis = 1 : i64} : (tensor<1x6x6x6xi32>, tensor<1x6x6x6xi32>, tensor<6xf32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x6x6x6xi32>
  return %1 : tensor<1x6x6x6xi32>
}
