// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Operators that create tensors: every attribute in every form, and the types that TVM infers.

// CHECK-LABEL: func @arange_constants(
func.func @arange_constants() -> tensor<20xf32> {
  %a = relay.constant dense<1.0> : tensor<f32>
  %b = relay.constant dense<20.5> : tensor<f32>
  // CHECK: relay.arange %{{.*}}, %{{.*}}, %{{.*}} {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<20xf32>
  %0 = relay.arange %a, %b, %a {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// CHECK-LABEL: func @arange_downwards(
func.func @arange_downwards() -> tensor<19xi8> {
  %a = relay.constant dense<20> : tensor<i8>
  %b = relay.constant dense<1> : tensor<i8>
  %c = relay.constant dense<-1> : tensor<i8>
  // CHECK: relay.arange %{{.*}} -> tensor<19xi8>
  %0 = relay.arange %a, %b, %c {dtype = i8} : (tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<19xi8>
  return %0 : tensor<19xi8>
}

// CHECK-LABEL: func @arange_unsigned(
func.func @arange_unsigned() -> tensor<100xui8> {
  %a = relay.constant dense<100> : tensor<ui8>
  %b = relay.constant dense<200> : tensor<ui8>
  %c = relay.constant dense<1> : tensor<ui8>
  // CHECK: relay.arange %{{.*}} -> tensor<100xui8>
  %0 = relay.arange %a, %b, %c {dtype = ui8} : (tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<100xui8>
  return %0 : tensor<100xui8>
}

// CHECK-LABEL: func @arange_dynamic(
func.func @arange_dynamic(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>) -> tensor<?xf32> {
  // CHECK: relay.arange %{{.*}}, %{{.*}}, %{{.*}} {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  %0 = relay.arange %a, %b, %c {dtype = f32} : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @full(
func.func @full(%v: tensor<i64>) -> tensor<1x2xi64> {
  // CHECK: relay.full %{{.*}} {shape = array<i64: 1, 2>} : (tensor<i64>) -> tensor<1x2xi64>
  %0 = relay.full %v {shape = array<i64: 1, 2>} : (tensor<i64>) -> tensor<1x2xi64>
  return %0 : tensor<1x2xi64>
}

// CHECK-LABEL: func @full_dtype(
func.func @full_dtype(%v: tensor<f32>) -> tensor<ui8> {
  // CHECK: relay.full %{{.*}} {dtype = ui8, shape = array<i64>} : (tensor<f32>) -> tensor<ui8>
  %0 = relay.full %v {dtype = ui8, shape = array<i64>} : (tensor<f32>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

// CHECK-LABEL: func @full_like(
func.func @full_like(%x: tensor<?x4xf16>, %v: tensor<i32>) -> tensor<?x4xf16> {
  // CHECK: relay.full_like %{{.*}}, %{{.*}} : (tensor<?x4xf16>, tensor<i32>) -> tensor<?x4xf16>
  %0 = relay.full_like %x, %v : (tensor<?x4xf16>, tensor<i32>) -> tensor<?x4xf16>
  return %0 : tensor<?x4xf16>
}

// CHECK-LABEL: func @zeros(
func.func @zeros() -> tensor<0x3xbf16> {
  // CHECK: relay.zeros {dtype = bf16, shape = array<i64: 0, 3>} : () -> tensor<0x3xbf16>
  %0 = relay.zeros {dtype = bf16, shape = array<i64: 0, 3>} : () -> tensor<0x3xbf16>
  return %0 : tensor<0x3xbf16>
}

// CHECK-LABEL: func @ones(
func.func @ones() -> tensor<2xi1> {
  // CHECK: relay.ones {dtype = i1, shape = array<i64: 2>} : () -> tensor<2xi1>
  %0 = relay.ones {dtype = i1, shape = array<i64: 2>} : () -> tensor<2xi1>
  return %0 : tensor<2xi1>
}
