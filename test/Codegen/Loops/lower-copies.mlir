// RUN: relay-lite-opt %s --relay-lower-copies | FileCheck %s

// CHECK-LABEL: func @to_gaps
// CHECK-SAME: %[[X:.*]]: memref<2x3xf32>, %[[Y:.*]]: memref<2x3xf32, strided<[8, 1]>>
func.func @to_gaps(%x: memref<2x3xf32>, %y: memref<2x3xf32, strided<[8, 1]>>) {
  // CHECK: linalg.copy ins(%[[X]] : memref<2x3xf32>) outs(%[[Y]] : memref<2x3xf32, strided<[8, 1]>>)
  memref.copy %x, %y : memref<2x3xf32> to memref<2x3xf32, strided<[8, 1]>>
  return
}

// CHECK-LABEL: func @from_gaps
func.func @from_gaps(%x: memref<?x?xf32, strided<[?, ?]>>, %y: memref<?x?xf32>) {
  // CHECK: linalg.copy
  memref.copy %x, %y : memref<?x?xf32, strided<[?, ?]>> to memref<?x?xf32>
  return
}

// An empty buffer has no block.
// CHECK-LABEL: func @empty
func.func @empty(%x: memref<0x3xf32>, %y: memref<0x3xf32, strided<[3, 1], offset: ?>>) {
  // CHECK: linalg.copy
  memref.copy %x, %y : memref<0x3xf32> to memref<0x3xf32, strided<[3, 1], offset: ?>>
  return
}

// CHECK-LABEL: func @block
func.func @block(%x: memref<?x3xf32>, %y: memref<?x3xf32>, %z: memref<2x3xf32>, %part: memref<2x3xf32, strided<[3, 1], offset: 6>>) {
  // CHECK-NOT: linalg.copy
  // CHECK: memref.copy
  memref.copy %x, %y : memref<?x3xf32> to memref<?x3xf32>
  // CHECK: memref.copy
  memref.copy %z, %part : memref<2x3xf32> to memref<2x3xf32, strided<[3, 1], offset: 6>>
  return
}
