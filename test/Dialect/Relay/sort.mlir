// RUN: relay-lite-opt %s | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --mlir-print-op-generic | relay-lite-opt | FileCheck %s
// RUN: relay-lite-opt %s --emit-bytecode | relay-lite-opt | FileCheck %s

// Sorting, searching and scanning, and the types that TVM infers.

// CHECK-LABEL: func @sort(
func.func @sort(%x0: tensor<3x?xf16>) -> tensor<3x?xf16> {
  // CHECK: relay.sort %{{.*}} {axis = 0 : i64, is_ascend = false} : (tensor<3x?xf16>) -> tensor<3x?xf16>
  %0 = relay.sort %x0 {axis = 0 : i64, is_ascend = false} : (tensor<3x?xf16>) -> tensor<3x?xf16>
  return %0 : tensor<3x?xf16>
}

// CHECK-LABEL: func @argsort(
func.func @argsort(%x0: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // CHECK: relay.argsort %{{.*}} {dtype = f32} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %0 = relay.argsort %x0 {dtype = f32} : (tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func @searchsorted(
func.func @searchsorted(%x0: tensor<?xf32>, %x1: tensor<2x3xf32>) -> tensor<2x3xi32> {
  // CHECK: relay.searchsorted %{{.*}}, %{{.*}} : (tensor<?xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  %0 = relay.searchsorted %x0, %x1 : (tensor<?xf32>, tensor<2x3xf32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// CHECK-LABEL: func @searchsorted_rows(
func.func @searchsorted_rows(%x0: tensor<2x5xi8>, %x1: tensor<?x3xi8>) -> tensor<?x3xi64> {
  // CHECK: relay.searchsorted %{{.*}}, %{{.*}} {dtype = i64, right = true} : (tensor<2x5xi8>, tensor<?x3xi8>) -> tensor<?x3xi64>
  %0 = relay.searchsorted %x0, %x1 {dtype = i64, right = true} : (tensor<2x5xi8>, tensor<?x3xi8>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// CHECK-LABEL: func @unique(
func.func @unique(%x0: tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>> {
  // CHECK: relay.unique %{{.*}} {sorted = false} : (tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>>
  %0 = relay.unique %x0 {sorted = false} : (tensor<?xf32>) -> tuple<tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>>
  return %0 : tuple<tensor<?xf32>, tensor<?xi32>, tensor<?xi32>, tensor<1xi32>>
}

// CHECK-LABEL: func @unique_counts(
func.func @unique_counts(%x0: tensor<5xi8>) -> tuple<tensor<5xi8>, tensor<5xi32>, tensor<5xi32>, tensor<1xi32>, tensor<5xi32>> {
  // CHECK: relay.unique %{{.*}} {return_counts = true, sorted = true} : (tensor<5xi8>) -> tuple<tensor<5xi8>, tensor<5xi32>, tensor<5xi32>, tensor<1xi32>, tensor<5xi32>>
  %0 = relay.unique %x0 {return_counts = true, sorted = true} : (tensor<5xi8>) -> tuple<tensor<5xi8>, tensor<5xi32>, tensor<5xi32>, tensor<1xi32>, tensor<5xi32>>
  return %0 : tuple<tensor<5xi8>, tensor<5xi32>, tensor<5xi32>, tensor<1xi32>, tensor<5xi32>>
}

// CHECK-LABEL: func @cumsum(
func.func @cumsum(%x0: tensor<2x3xi8>) -> tensor<6xi32> {
  // CHECK: relay.cumsum %{{.*}} {dtype = i32, exclusive = true} : (tensor<2x3xi8>) -> tensor<6xi32>
  %0 = relay.cumsum %x0 {dtype = i32, exclusive = true} : (tensor<2x3xi8>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// CHECK-LABEL: func @cumsum_dynamic(
func.func @cumsum_dynamic(%x0: tensor<2x?xi8>) -> tensor<?xi8> {
  // CHECK: relay.cumsum %{{.*}} : (tensor<2x?xi8>) -> tensor<?xi8>
  %0 = relay.cumsum %x0 : (tensor<2x?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: func @cumprod(
func.func @cumprod(%x0: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // CHECK: relay.cumprod %{{.*}} {axis = -1 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  %0 = relay.cumprod %x0 {axis = -1 : i64} : (tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
