// RUN: relay-lite-opt %s --relay-qnn-legalize | FileCheck %s --check-prefixes=NONE,ALL
// RUN: relay-lite-opt %s --relay-qnn-legalize="target=llvm" | FileCheck %s --check-prefixes=INT16,ALL
// RUN: relay-lite-opt %s --relay-qnn-legalize="target={llvm -mattr=+avx512vnni}" | FileCheck %s --check-prefixes=VNNI
// RUN: relay-lite-opt %s --relay-qnn-legalize="target={llvm -keys=arm_cpu,cpu -mtriple=aarch64-linux-gnu}" | FileCheck %s --check-prefixes=INT16
// RUN: relay-lite-opt %s --relay-qnn-legalize="target={llvm -keys=arm_cpu,cpu -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1}" | FileCheck %s --check-prefixes=DOTPROD
// RUN: relay-lite-opt %s --relay-qnn-legalize="target={llvm -device=arm_cpu -mtriple=aarch64-linux-gnu -mattr=+v8.2a,+dotprod}" | FileCheck %s --check-prefixes=DOTPROD
// RUN: relay-lite-opt %s --relay-qnn-legalize="target={llvm -keys=arm_cpu,cpu -mtriple=aarch64-linux-gnu -mattr=+v8.4a}" | FileCheck %s --check-prefixes=DOTPROD
// RUN: relay-lite-opt %s --relay-qnn-legalize="target=vulkan" | FileCheck %s --check-prefixes=DOTPROD
// RUN: relay-lite-opt %s --relay-qnn-legalize="target=cuda" | FileCheck %s --check-prefixes=INT8
// RUN: relay-lite-opt %s --relay-qnn-legalize="target=opencl" | FileCheck %s --check-prefixes=NONE
// RUN: relay-lite-opt %s --relay-qnn-legalize="target=hexagon" | FileCheck %s --check-prefixes=HEXAGON

// NONE-LABEL: func @conv2d
// INT16-LABEL: func @conv2d
// VNNI-LABEL: func @conv2d
// DOTPROD-LABEL: func @conv2d
// INT8-LABEL: func @conv2d
// HEXAGON-LABEL: func @conv2d
func.func @conv2d(%x: tensor<1x3x8x8xi8>, %w: tensor<6x3x3x3xui8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<1x6x6x6xi32> {
  %y = relay.constant dense<5> : tensor<i32>
  // NONE: relay.qnn.conv2d %arg0, %arg1
  // INT16: relay.nn.conv2d {{.*}} : (tensor<1x3x8x8xi16>, tensor<6x3x3x3xi16>) -> tensor<1x6x6x6xi32>
  // VNNI: relay.constant dense<-123> : tensor<i32>
  // VNNI: relay.qnn.conv2d {{.*}} : (tensor<1x3x8x8xui8>, tensor<6x3x3x3xi8>
  // DOTPROD: relay.add %{{.*}}, %{{.*}} : (tensor<i32>, tensor<i32>)
  // DOTPROD: relay.qnn.conv2d {{.*}} : (tensor<1x3x8x8xui8>, tensor<6x3x3x3xui8>
  // INT8: relay.constant dense<-123> : tensor<i32>
  // INT8: relay.qnn.conv2d {{.*}} : (tensor<1x3x8x8xi8>, tensor<6x3x3x3xi8>
  // HEXAGON: relay.nn.pad %arg0, {{.*}}array<i64: 0, 1>
  // HEXAGON: relay.qnn.conv2d {{.*}}channels = 32{{.*}} : (tensor<1x4x8x8xi8>, tensor<32x4x3x3xui8>
  // HEXAGON: relay.strided_slice {{.*}} -> tensor<1x6x6x6xi32>
  %0 = relay.qnn.conv2d %x, %w, %z, %y, %s, %s {channels = 6 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x3x8x8xi8>, tensor<6x3x3x3xui8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x6x6x6xi32>
  return %0 : tensor<1x6x6x6xi32>
}

// NONE-LABEL: func @dense
// INT16-LABEL: func @dense
// VNNI-LABEL: func @dense
// HEXAGON-LABEL: func @dense
func.func @dense(%x: tensor<2x4xui8>, %w: tensor<5x4xi8>, %z: tensor<i32>, %s: tensor<f32>) -> tensor<2x5xi32> {
  %y = relay.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %t = relay.constant dense<0.5> : tensor<5xf32>
  // NONE: relay.qnn.dense %arg0, %arg1
  // INT16: relay.nn.bias_add {{.*}} {axis = 0 : i64}
  // INT16: relay.nn.dense
  // VNNI: relay.qnn.dense %arg0, %arg1
  // HEXAGON: relay.nn.pad %arg1
  // HEXAGON: relay.qnn.dense {{.*}} {out_dtype = i32, units = 32 : i64} : (tensor<2x4xui8>, tensor<32x4xi8>, tensor<i32>, tensor<32xi32>, tensor<f32>, tensor<32xf32>)
  // HEXAGON: relay.strided_slice
  %0 = relay.qnn.dense %x, %w, %z, %y, %s, %t {units = 5 : i64, out_dtype = i32} : (tensor<2x4xui8>, tensor<5x4xi8>, tensor<i32>, tensor<5xi32>, tensor<f32>, tensor<5xf32>) -> tensor<2x5xi32>
  return %0 : tensor<2x5xi32>
}

// ALL-LABEL: func @table
func.func @table(%x: tensor<2x?xi8>) -> tensor<2x?xi8> {
  %s = relay.constant dense<0.125> : tensor<f32>
  %z = relay.constant dense<0> : tensor<i32>
  // ALL: %[[I:.*]] = relay.reinterpret %arg0 {dtype = ui8}
  // ALL: relay.take %{{.*}}, %[[I]] {axis = 0 : i64, mode = "fast"} : (tensor<256xi8>, tensor<2x?xui8>) -> tensor<2x?xi8>
  %0 = relay.qnn.sigmoid %x, %s, %z, %s, %z : (tensor<2x?xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2x?xi8>
  return %0 : tensor<2x?xi8>
}

// ALL-LABEL: func @computed_scale
func.func @computed_scale(%x: tensor<2xi8>, %s: tensor<f32>, %z: tensor<i32>) -> tensor<2xi8> {
  // ALL: relay.qnn.sigmoid
  %0 = relay.qnn.sigmoid %x, %s, %z, %s, %z : (tensor<2xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// ALL-LABEL: func @conv2d_transpose
func.func @conv2d_transpose(%x: tensor<1x4x8x8xi8>, %w: tensor<4x4x3x3xi8>, %z: tensor<i32>, %k: tensor<4xi32>, %s: tensor<f32>) -> tensor<1x4x10x10xi32> {
  // ALL: relay.subtract
  // ALL: relay.nn.bias_add
  // ALL: relay.nn.conv2d_transpose {{.*}} : (tensor<1x4x8x8xi16>, tensor<4x4x3x3xi16>) -> tensor<1x4x10x10xi32>
  %0 = relay.qnn.conv2d_transpose %x, %w, %z, %k, %s, %s {channels = 4 : i64, kernel_size = array<i64: 3, 3>, out_dtype = i32} : (tensor<1x4x8x8xi8>, tensor<4x4x3x3xi8>, tensor<i32>, tensor<4xi32>, tensor<f32>, tensor<f32>) -> tensor<1x4x10x10xi32>
  return %0 : tensor<1x4x10x10xi32>
}
